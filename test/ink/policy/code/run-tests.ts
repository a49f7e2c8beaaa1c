/**
 * Runs the tests of a bundle in a worker thread, with one fault after the other switched on.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import { JestAsymmetricMatchers, JestChaiExpect, JestExtend } from '@vitest/expect'
import * as chai from 'chai'
import type { PlainTest, SharedSetUp } from './plain-vitest.js'

/** What the bundle of tests leaves behind. */
interface Bundle {
  readonly tests: readonly PlainTest[]
}

/** A test, and the faults that it comes by. */
interface KnownTest extends PlainTest {
  readonly faults: ReadonlySet<number>
  readonly milliseconds: number
}

const { bundle } = workerData as { readonly bundle: string }
const code = readFileSync(bundle, 'utf8')
for (const plugin of [JestExtend, JestChaiExpect, JestAsymmetricMatchers]) chai.use(plugin)
const load = new Function('require', 'module', '__mutant', '__expect', code) as (...values: unknown[]) => void

let active = -1
/** Where faults are noted that are come by; `undefined` while they are tried. */
let seen: Set<number> | undefined
/** Faults that modules come by while they are loaded. */
const early = new Set<number>()

const isOn = (id: number): boolean => {
  seen?.add(id)
  return id === active
}

function loadTests(): readonly PlainTest[] {
  const module = { exports: {} as Bundle }
  load(createRequire(join(process.cwd(), 'package.json')), module, isOn, chai.expect)
  return module.exports.tests
}

/** The test that fails; `undefined` when none does. */
async function firstFailing(tests: readonly PlainTest[]): Promise<string | undefined> {
  const ready = new Set<SharedSetUp>()
  for (const { name, shared, run } of tests) {
    try {
      for (const each of shared) if (!ready.has(each)) await each.run()
      for (const each of shared) ready.add(each)
      await run()
    } catch {
      return name
    }
  }
  return undefined
}

/** Runs something; answers with the faults that it comes by. */
async function faultsOf(run: () => unknown): Promise<ReadonlySet<number>> {
  const faults = new Set<number>()
  seen = faults
  await run()
  return faults
}

async function survey(): Promise<KnownTest[]> {
  seen = early
  const ready = new Map<SharedSetUp, ReadonlySet<number>>()
  const known: KnownTest[] = []
  for (const test of loadTests()) {
    const start = performance.now()
    for (const each of test.shared) if (!ready.has(each)) ready.set(each, await faultsOf(each.run))
    const own = await faultsOf(test.run).catch((cause: unknown) => {
      throw new Error(`fails without a fault: ${test.name}`, { cause })
    })
    const faults = [own, ...test.shared.map((each) => ready.get(each) ?? [])].flatMap((each) => [...each])
    known.push({ ...test, faults: new Set(faults), milliseconds: performance.now() - start })
  }
  seen = undefined
  return known.sort((one, other) => one.milliseconds - other.milliseconds)
}

const known = await survey()
parentPort?.postMessage({ milliseconds: known.reduce((sum, { milliseconds }) => sum + milliseconds, 0) })
parentPort?.on('message', async (id: number) => {
  active = id
  let noticed: string | undefined
  try {
    const tests = early.has(id) ? loadTests() : known.filter(({ faults }) => faults.has(id))
    noticed = await firstFailing(tests)
  } catch {
    noticed = 'it cannot be loaded'
  }
  active = -1
  parentPort?.postMessage({ noticed })
})
