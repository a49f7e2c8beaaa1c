import { configDefaults, defineConfig } from 'vitest/config'
import { readDurations, slowFiles } from './test/runner/durations.js'
import { LongestFirst } from './test/runner/longest-first.js'
import { filesOfOwnProcess } from './test/runner/own-process.js'

/**
 * `--mode quick` (`npm test`) runs the files that take a few seconds, without any program; `--mode measure` finds out which
 * they are; `--mode but-ink` leaves out what `npm run ink:coverage` runs. Otherwise everything runs (`npm run test:all`, and
 * `npx vitest run` with names of files).
 */
export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick'
  const hasPrograms = !isQuick && mode !== 'measure'
  const slow = slowFiles(readDurations())
  const skipped = [...configDefaults.exclude, ...(isQuick ? slow : []), ...(mode === 'but-ink' ? ['test/ink/**'] : [])]
  // What a file imports takes longer to load than most files take, and code that ran before is faster, so files share two
  // processes and their modules. A file that is measured has a process of its own.
  const alone = mode === 'measure' ? ['test/**/*.test.ts'] : [...filesOfOwnProcess()]
  return {
    test: {
      projects: [
        {
          extends: true,
          test: { name: 'shared', include: ['test/**/*.test.ts'], exclude: [...skipped, ...alone], isolate: false },
        },
        { extends: true, test: { name: 'alone', include: alone, exclude: skipped } },
      ],
      env: hasPrograms ? {} : { TEST_PROGRAMS: 'none' },
      // For machines that are busy with other things: a test that hangs fails anyway, and one that is slow should not.
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: { poll: { timeout: 60_000 } },
      globalSetup: [
        'test/support/temporary-folder.ts',
        ...(hasPrograms ? [] : ['test/runner/quick-path.ts']),
        ...(mode === 'measure' ? ['test/runner/write-measures.ts'] : []),
      ],
      setupFiles: ['test/runner/measure-file.ts', 'test/runner/put-back.ts'],
      unstubEnvs: true,
      unstubGlobals: true,
      sequence: { sequencer: LongestFirst },
      // Many tests wait for programs and servers: on two processors, one worker, as is usual, leaves half of them idle.
      maxWorkers: '100%',
    },
  }
})
