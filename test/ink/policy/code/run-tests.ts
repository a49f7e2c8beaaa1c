/**
 * Runs the tests of a bundle in a worker thread, with one fault after the other switched on.
 *
 * @module
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { performance } from 'node:perf_hooks'
import { parentPort, workerData } from 'node:worker_threads'
import type { PlainTest } from './plain-vitest.js'

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
const load = new Function('require', 'module', '__mutant', code) as (...values: unknown[]) => void

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
  load(createRequire(bundle), module, isOn)
  return module.exports.tests
}

/** The test that fails; `undefined` when none does. */
async function firstFailing(tests: readonly PlainTest[]): Promise<string | undefined> {
  for (const { name, run } of tests) {
    try {
      await run()
    } catch {
      return name
    }
  }
  return undefined
}

async function survey(): Promise<KnownTest[]> {
  seen = early
  const known: KnownTest[] = []
  for (const test of loadTests()) {
    const faults = new Set<number>()
    seen = faults
    const start = performance.now()
    const failing = await firstFailing([test])
    if (failing !== undefined) throw new Error(`fails without a fault: ${failing}`)
    known.push({ ...test, faults, milliseconds: performance.now() - start })
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
