/**
 * Appends sound increments of any kind to signed documents, without knowing what the verifier permits, and asks viewers
 * what those that are called valid show: whatever looks different must be what the report names.
 *
 *     npm run fuzz:blind -- [DIR] [--count N] [--seed N] [--start N] [--keep DIR]
 *
 * DIR holds further signed documents to start from; those that are not valid before are passed over. `--start N --count 1`
 * repeats one case. Ends with code 1 when a valid document shows or does what its report does not say.
 *
 * @module
 */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { BlindFuzzer, type BlindOutcome } from '../verify/generator/blind/blind-fuzzer.js'
import { orphanSeeds } from '../verify/generator/blind/orphan-seeds.js'
import { ownSeeds } from '../verify/generator/own-seeds.js'
import type { SignedSeed } from '../verify/generator/viewer-fuzzer.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '1000' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
    keep: { type: 'string', default: 'out/blind' },
  },
})

/** Larger documents take the viewers seconds, and hold nothing new. */
const MAX_BYTES = 1_000_000
/** Cases at a time: while viewers draw one, the next ones are made. */
const PARALLEL = 4
/** Cases after which a line tells how far the run is. */
const PROGRESS = 500

const seeds = [...ownSeeds(), ...orphanSeeds(), ...(await readSeeds(positionals))]
const fuzzer = new BlindFuzzer(seeds, Number(values.seed))
const outcomes = new Map<string, number>()
const moves = new Map<string, number>()
const kinds = new Map<string, number>()
const started = Date.now()
const first = Number(values.start)
let next = first
let done = 0
try {
  await Promise.all(Array.from({ length: PARALLEL }, work))
} finally {
  fuzzer.close()
}
print('Cases:', outcomes)
print('Moves in documents that were called valid and drawn:', moves)
print('Kinds of objects in them:', kinds)
process.exitCode = outcomes.has('unexplained') ? 1 : 0

async function work(): Promise<void> {
  while (next < first + Number(values.count)) {
    const number = next++
    const outcome = await fuzzer.run(number)
    count(outcomes, outcome.kind)
    if (++done % PROGRESS === 0) console.log(`${done} cases after ${seconds()} s, ${drawn()} drawn`)
    if (!outcome.kind.endsWith('explained')) continue
    for (const move of outcome.moves) count(moves, move)
    for (const kind of outcome.kinds) count(kinds, kind)
    if (outcome.kind === 'unexplained') await report(number, outcome)
  }
}

function seconds(): number {
  return Math.round((Date.now() - started) / 1000)
}

function drawn(): number {
  return (outcomes.get('explained') ?? 0) + (outcomes.get('unexplained') ?? 0)
}

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

function print(title: string, map: ReadonlyMap<string, number>): void {
  console.log(title)
  for (const [key, cases] of [...map].sort(([, a], [, b]) => b - a)) console.log(`${String(cases).padStart(6)}  ${key}`)
}

async function report(number: number, { origin, moves, faults, bytes }: BlindOutcome): Promise<void> {
  console.log(`#${number} after ${seconds()} s, ${origin}: ${moves.join(', ')}: ${faults.slice(0, 3).join('; ')}`)
  await mkdir(values.keep, { recursive: true })
  await writeFile(join(values.keep, `${values.seed}-${number}.pdf`), bytes)
}

async function readSeeds(folders: readonly string[]): Promise<SignedSeed[]> {
  const names = await Promise.all(
    folders.map(async (folder) => (await readdir(folder)).sort().map((name) => join(folder, name))),
  )
  return names
    .flat()
    .filter((name) => name.toLowerCase().endsWith('.pdf'))
    .map((name) => ({ name, read: () => readSmall(name) }))
}

async function readSmall(path: string): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(await readFile(path))
  return bytes.length > MAX_BYTES ? undefined : bytes
}
