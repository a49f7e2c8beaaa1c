/**
 * Puts small faults into the comparison of pages, one at a time, and says which of them no test of ink notices.
 *
 *     npm run ink:mutate-code -- [--numbers] [--only TEXT] [--each N] [--all] [--least PERCENT]
 *
 * Comparisons and conditions are turned round, guards are taken away, numbers are changed: in `src/ink/judge` and in
 * `src/ink/raster/sheet.ts` and `area-mask.ts`. The tests are those of `test/ink/policy`, `raster` and `judge`; of them
 * run those that come by the fault. All faults take half an hour.
 *
 * - `--numbers` moves numbers instead, by a seventh or by one: in all of `src/ink` but the policy, which
 *   `npm run ink:mutations` moves, and the formats of fonts and pictures, which other programs test. The tests are all that
 *   judge ink and changes without other programs and without many pages.
 * - `--only` takes the files whose names contain a text.
 * - `--each` takes every Nth fault.
 * - `--all` lists the faults that are noticed as well.
 * - `--least` is the share that must be noticed, 85 unless told, or the code is 1. Faults do not count for it that matter
 *   only between two measures that are exactly alike: the second of the two scores leaves them out.
 *
 * @module
 */
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { build, type Plugin } from 'esbuild'
import durations from '../../runner/durations.json' with { type: 'json' }
import { findMovedNumbers } from './code/find-moved-numbers.js'
import { findMutants, type MutableModule, type Mutant } from './code/find-mutants.js'

const { values } = parseArgs({
  options: {
    numbers: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    each: { type: 'string', default: '1' },
    all: { type: 'boolean', default: false },
    least: { type: 'string', default: '85' },
  },
})

const JUDGE = 'src/ink/judge'
const TESTS = values.numbers
  ? [...(await foldersIn('test/ink')), 'test/verify/changes', 'test/verify/changes/rules']
  : ['policy', 'raster', 'judge'].map((folder) => `test/ink/${folder}`)
/** Formats, whose numbers stand in a standard. */
const FORMATS = /\/(?:jbig2|jpeg|jpeg2000|outlines)\/|-program\.ts$|decode-fax|ink-policy/
/** Longest test file that takes part, in seconds. */
const LONGEST = 1.5
/** Tests that need what other programs answer, or vitest itself. */
const NEEDS_MORE = /execFile|spawn|skipIf|runIf|\bvi\.|afterEach/
/** How much longer than without a fault the tests may take before they are taken to run for ever, and milliseconds more. */
const LONGER = 5
const MORE = 10_000
const WORKERS = 2
/** Moves numbers, which says nothing about faults that the examples themselves do not notice. */
const SLOW = 'moved-numbers.test.ts'
/** Ends every file of tests. */
const END = "\nimport { endFile as __endFile } from 'vitest'\n__endFile()\n"
const STUCK = 'the tests do not end'

const modules = await mutableModules()
const mutants = [...modules.values()].flatMap((each) => each.mutants).filter(({ id }) => id % Number(values.each) === 0)
const folder = await mkdtemp(join(tmpdir(), 'mutate-ink-'))
try {
  const results = await judgeAll(await bundleTests(), mutants)
  report(results)
} finally {
  await rm(folder, { recursive: true })
}

/** The modules to be changed, by their whole names. */
async function mutableModules(): Promise<Map<string, MutableModule>> {
  const found = new Map<string, MutableModule>()
  let next = 0
  for (const file of await mutableFiles()) {
    if (!file.includes(values.only)) continue
    const find = values.numbers ? findMovedNumbers : findMutants
    const made = find(file, await readFile(file, 'utf8'), next)
    next += made.mutants.length
    found.set(resolve(file), made)
  }
  return found
}

async function mutableFiles(): Promise<string[]> {
  if (values.numbers) {
    const all = await readdir('src/ink', { recursive: true })
    return all.flatMap((name) => (name.endsWith('.ts') && !FORMATS.test(`/${name}`) ? [`src/ink/${name}`] : [])).sort()
  }
  const judge = (await readdir(JUDGE)).map((name) => `${JUDGE}/${name}`)
  return [...judge, 'src/ink/raster/sheet.ts', 'src/ink/raster/area-mask.ts']
}

function secondsOf(test: string): number {
  return (durations as Readonly<Record<string, number>>)[test] ?? 0
}

async function foldersIn(parent: string): Promise<string[]> {
  const entries = await readdir(parent, { withFileTypes: true })
  return entries.flatMap((entry) => (entry.isDirectory() ? [`${parent}/${entry.name}`] : []))
}

/** One module with all tests, in which every fault can be switched on. */
async function bundleTests(): Promise<string> {
  const files: string[] = []
  for (const folder of TESTS) {
    for (const name of await readdir(folder)) {
      if (!name.endsWith('.test.ts') || name === SLOW || secondsOf(`${folder}/${name}`) > LONGEST) continue
      if (!NEEDS_MORE.test(await readFile(`${folder}/${name}`, 'utf8'))) files.push(`./${folder}/${name}`)
    }
  }
  const entry = [
    ...files.map((file) => `import '${file}'`),
    "export { tests } from './test/ink/policy/code/plain-vitest.js'",
  ]
  const outfile = join(folder, 'tests.cjs')
  const faults: Plugin = {
    name: 'faults',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^vitest$/ }, () => ({ path: resolve('test/ink/policy/code/plain-vitest.ts') }))
      onLoad({ filter: /\.ts$/, namespace: 'file' }, async ({ path }) => {
        if (path.includes('/node_modules/')) return undefined
        const code = modules.get(path)?.code ?? (await readFile(path, 'utf8'))
        // The bundle stands elsewhere than the modules.
        const placed = code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(path).href))
        return { contents: path.endsWith('.test.ts') ? placed + END : placed, loader: 'ts' }
      })
    },
  }
  await build({
    stdin: { contents: entry.join('\n'), resolveDir: process.cwd(), loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    // The package says that its modules have no side effects; those of its tests declare tests.
    ignoreAnnotations: true,
    packages: 'external',
    logLevel: 'error',
    plugins: [faults],
  })
  return outfile
}

interface Result {
  readonly mutant: Mutant
  /** The test that fails, or what else happens; `undefined` when nothing does. */
  readonly noticed: string | undefined
}

async function judgeAll(bundle: string, all: readonly Mutant[]): Promise<Result[]> {
  const script = join(folder, 'run-tests.mjs')
  await build({
    entryPoints: ['test/ink/policy/code/run-tests.ts'],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  const waiting = [...all]
  const results: Result[] = []
  const work = async () => {
    let runner: Runner | undefined
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      runner ??= await startRunner(script, bundle)
      const noticed = await ask(runner, mutant.id)
      results.push({ mutant, noticed })
      if (results.length % 50 === 0) console.error(`${results.length} of ${all.length}`)
      if (noticed !== STUCK) continue
      await runner.worker.terminate()
      runner = undefined
    }
    await runner?.worker.terminate()
  }
  await Promise.all(Array.from({ length: WORKERS }, work))
  return results.sort((one, other) => one.mutant.id - other.mutant.id)
}

/** A thread that runs the tests. */
interface Runner {
  readonly worker: Worker
  /** Milliseconds after which it is stuck. */
  readonly longest: number
}

function startRunner(script: string, bundle: string): Promise<Runner> {
  return new Promise((done, fail) => {
    const worker = new Worker(script, { workerData: { bundle } })
    worker.once('message', ({ milliseconds }: { readonly milliseconds: number }) => {
      worker.off('error', fail)
      // A fault that never ends may take all memory before its worker is stopped.
      worker.on('error', () => undefined)
      done({ worker, longest: LONGER * milliseconds + MORE })
    })
    worker.once('error', fail)
  })
}

function ask({ worker, longest }: Runner, id: number): Promise<string | undefined> {
  return new Promise((done) => {
    const answer = ({ noticed }: { readonly noticed?: string }) => finish(noticed)
    const stop = () => finish(STUCK)
    const timer = setTimeout(stop, longest)
    const finish = (noticed: string | undefined) => {
      clearTimeout(timer)
      worker.off('message', answer).off('error', stop).off('exit', stop)
      done(noticed)
    }
    worker.on('message', answer).on('error', stop).on('exit', stop)
    worker.postMessage(id)
  })
}

function report(results: readonly Result[]): void {
  const byFile = new Map<string, [noticed: number, all: number]>()
  for (const { mutant, noticed } of results) {
    const counts = byFile.get(mutant.file) ?? [0, 0]
    counts[1]++
    if (noticed !== undefined) counts[0]++
    byFile.set(mutant.file, counts)
    const where = `${mutant.file}:${mutant.line}: ${mutant.what}`
    if (noticed === undefined) console.log(`missed: ${where}`)
    else if (values.all) console.log(`noticed: ${where} (${noticed})`)
  }
  for (const [file, [noticed, all]] of byFile) console.log(`${basename(file)}: ${noticed} of ${all}`)
  const all = scoreOf(results)
  const withoutEdges = scoreOf(results.filter(({ mutant }) => !mutant.isEdge))
  console.log(`${all.count} faults, ${all.noticed} noticed, ${all.count - all.noticed} missed: ${percent(all)}`)
  console.log(`${withoutEdges.count} without those between measures that are exactly alike: ${percent(withoutEdges)}`)
  process.exitCode = withoutEdges.share >= Number(values.least) / 100 ? 0 : 1
}

function scoreOf(results: readonly Result[]) {
  const noticed = results.filter((each) => each.noticed !== undefined).length
  return { noticed, count: results.length, share: noticed / Math.max(1, results.length) }
}

function percent({ share }: { readonly share: number }): string {
  return `${(100 * share).toFixed(1)} percent`
}
