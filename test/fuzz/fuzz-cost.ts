/**
 * Hunts small documents that cost much: signs, verifies and converts generated ones, keeps those that take most of the
 * processor or of the memory for their size, and changes these on. A document below 100 KB may take one second of the
 * processor, and 64 MB besides three times its size; HTML and Markdown, which become hundreds of pages, two seconds and 150 MB.
 *
 *     npx tsx test/fuzz/fuzz-cost.ts [--count N] [--seed N] [--only CALL] [--keep DIR]
 *
 * What takes too long is tried again in a process of its own, twice, and the least counts. Ends with code 1 when there
 * was a fault.
 *
 * @module
 */

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { JobProcess } from '../support/job-process.js'
import { createRandom } from '../support/mutate.js'
import { type CostCase, costSeeds, mutateText } from './cost-cases.js'
import type { Cost, CostlyCall, CostTask } from './cost-child.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '5000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
})

const MAX_BYTES = 100_000
const MAX_MS = 1000
const MAX_GROWTH = 64 * 1024 * 1024
/** The same for HTML and Markdown, whatever their size. */
const MAX_MARKUP_MS = 2000
const MAX_MARKUP_GROWTH = 150 * 1024 * 1024
/** Documents of each call that are kept to be changed. */
const KEPT = 40
const CHILD = fileURLToPath(new URL('./cost-child.ts', import.meta.url))
const TIMEOUT_MS = 60_000

interface Tried {
  readonly test: CostCase
  readonly cost: Cost
  readonly score: number
}

const random = createRandom(Number(values.seed))
const seeds = costSeeds(random).filter(({ call }) => values.only === undefined || values.only === call)
const kept = new Map<string, Tried[]>()
const faults = new Map<string, string>()
const child = new JobProcess<CostTask, Cost>(CHILD, TIMEOUT_MS)
const start = performance.now()
try {
  await warmUp(child)
  for (let number = 0; number < Number(values.count); number++) await tryCase(seeds[number] ?? nextCase())
} finally {
  child.close()
}
for (const [call, list] of kept) {
  const [first] = list
  if (first !== undefined) console.log(`Costliest for ${call}: ${describe(first.test, first.cost)}`)
}
const seconds = (performance.now() - start) / 1000
console.log(`${values.count} documents in ${seconds.toFixed(0)} s, ${faults.size} kinds of faults.`)
process.exitCode = faults.size === 0 ? 0 : 1

async function warmUp(job: JobProcess<CostTask, Cost>): Promise<void> {
  const calls = new Map(seeds.map((test) => [test.call, test]))
  for (const { call, build } of calls.values()) await job.run({ call, input: await build('') })
}

function nextCase(): CostCase {
  const lists = [...kept.values()]
  const list = lists[random(lists.length)] ?? []
  const test = list[random(list.length)]?.test ?? (seeds[random(seeds.length)] as CostCase)
  const other = list[random(list.length)]?.test.text ?? ''
  return { ...test, text: mutateText(test.text, other, random) }
}

async function tryCase(test: CostCase): Promise<void> {
  const input = await test.build(test.text)
  if (input.length > MAX_BYTES) return
  const outcome = await child.run({ call: test.call, input })
  const cost = outcome.kind === 'cost' ? await confirmed(outcome, { call: test.call, input }) : outcome
  if (cost.kind === 'cost') keep({ test, cost, score: (cost.milliseconds + cost.grownBytes / 100_000) / input.length })
  const isFault = cost.kind !== 'cost' || isTooMuch(cost, test.call, input)
  if (!isFault || faults.has(test.name)) return
  const message = cost.kind === 'cost' ? describe(test, cost) : `${test.name}: ${cost.kind}`
  faults.set(test.name, message)
  console.log(`FAULT ${message}, ${input.length} bytes`)
  if (values.keep === undefined) return
  await mkdir(values.keep, { recursive: true })
  const name = test.name.replace(/[^\w]+/g, '-').slice(0, 60)
  await writeFile(join(values.keep, `${name}.${extensionOf(test.call)}`), input)
}

/** What a document of a call is called. */
function extensionOf(call: CostlyCall): string {
  return call === 'sign' || call === 'verify' ? 'pdf' : (call.split(' ')[0] ?? call)
}

/** The least of three, where the first was too much: what else the machine does must not decide. */
async function confirmed(first: Cost, task: CostTask): Promise<Cost> {
  if (!isTooMuch(first, task.call, task.input)) return first
  const own = new JobProcess<CostTask, Cost>(CHILD, TIMEOUT_MS)
  try {
    await warmUp(own)
    const second = await own.run(task)
    const third = second.kind === 'cost' && isTooMuch(second, task.call, task.input) ? await own.run(task) : second
    if (second.kind !== 'cost' || third.kind !== 'cost') return first
    return { ...second, milliseconds: Math.min(first.milliseconds, second.milliseconds, third.milliseconds) }
  } finally {
    own.close()
  }
}

function isTooMuch({ milliseconds, grownBytes }: Cost, call: CostlyCall, input: Uint8Array): boolean {
  if (/^(?:md|html)/.test(call)) return milliseconds > MAX_MARKUP_MS || grownBytes > MAX_MARKUP_GROWTH
  return milliseconds > MAX_MS || grownBytes > MAX_GROWTH + 3 * input.length
}

function keep(tried: Tried): void {
  const list = kept.get(tried.test.call) ?? []
  list.push(tried)
  list.sort((one, other) => other.score - one.score)
  kept.set(tried.test.call, list.slice(0, KEPT))
}

function describe({ name, call }: CostCase, { milliseconds, grownBytes, end }: Cost): string {
  const megabytes = (grownBytes / 2 ** 20).toFixed(0)
  return `${call}, ${name}: ${milliseconds.toFixed(0)} ms, ${megabytes} MB, ${end}`
}
