import { configDefaults, defineConfig } from 'vitest/config'
import { readDurations, slowFiles } from './test/runner/durations.js'
import { LongestFirst } from './test/runner/longest-first.js'

/**
 * `--mode quick` (`npm test`) runs the files that take a few seconds, without any program; `--mode measure` finds out which
 * they are. Otherwise everything runs (`npm run test:all`, and `npx vitest run` with names of files).
 */
export default defineConfig(({ mode }) => {
  const isQuick = mode === 'quick'
  const hasPrograms = !isQuick && mode !== 'measure'
  return {
    test: {
      include: ['test/**/*.test.ts'],
      exclude: [...configDefaults.exclude, ...(isQuick ? slowFiles(readDurations()) : [])],
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
      setupFiles: ['test/runner/measure-file.ts'],
      sequence: { sequencer: LongestFirst },
      // Many tests wait for programs and servers: on two processors, one worker, as is usual, leaves half of them idle.
      maxWorkers: '100%',
    },
  }
})
