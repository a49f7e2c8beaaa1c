/**
 * Appends increments by chance to signed documents of several writers, and has poppler, MuPDF and PDF.js draw those
 * that are called valid: whatever looks different must lie where the report names a change.
 *
 *     npm run fuzz:viewers -- [DIR] [--count N] [--seed N] [--start N] [--keep DIR]
 *
 * DIR holds further documents to start from; those that nobody signed are signed first. `--start N --count 1` repeats
 * one case; the keys of signatures are new in every run, everything else is the same. Ends with code 1 when a valid
 * document shows what its report does not say.
 *
 * @module
 */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { SealwrightError, verifyDocument } from '../../src/index.js'
import { PROFILE_NAMES, PROFILES } from '../verify/bases/bases.js'
import { ownSeeds } from '../verify/generator/own-seeds.js'
import { type CaseOutcome, type SignedSeed, ViewerFuzzer } from '../verify/generator/viewer-fuzzer.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '300' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
    keep: { type: 'string', default: 'out/viewers' },
  },
})

/** Larger documents take the viewers seconds, and hold nothing new. */
const MAX_BYTES = 2_000_000

const seeds = [...ownSeeds(), ...(await readSeeds(positionals))]
const fuzzer = new ViewerFuzzer(seeds, Number(values.seed))
const counts = new Map<string, number>()
const validMoves = new Map<string, number>()
let unexplained = 0
try {
  const first = Number(values.start)
  for (let number = first; number < first + Number(values.count); number++) {
    const outcome = await fuzzer.run(number)
    count(counts, outcome.kind)
    if (outcome.kind.endsWith('explained')) for (const move of outcome.moves) count(validMoves, move)
    if (outcome.kind === 'unexplained') await report(number, outcome)
  }
} finally {
  fuzzer.close()
}
for (const [kind, cases] of [...counts].sort()) console.log(`${String(cases).padStart(6)}  ${kind}`)
console.log('Moves in valid documents:')
for (const [move, cases] of [...validMoves].sort(([, a], [, b]) => b - a))
  console.log(`${String(cases).padStart(6)}  ${move}`)
process.exitCode = unexplained === 0 ? 0 : 1

function count(map: Map<string, number>, key: string): void {
  map.set(key, (map.get(key) ?? 0) + 1)
}

async function report(number: number, { origin, moves, faults, bytes }: CaseOutcome): Promise<void> {
  unexplained += 1
  console.log(`#${number} ${origin}: ${moves.join(', ')}: ${faults.slice(0, 3).join('; ')}`)
  await mkdir(values.keep, { recursive: true })
  await writeFile(join(values.keep, `${values.seed}-${number}.pdf`), bytes)
}

/** Documents that are signed already, and those that are not, signed in one way after the other. */
async function readSeeds(folders: readonly string[]): Promise<SignedSeed[]> {
  const seeds: SignedSeed[] = []
  for (const folder of folders) {
    for (const name of (await readdir(folder)).filter((entry) => entry.toLowerCase().endsWith('.pdf')).sort()) {
      seeds.push({ name, read: () => readSigned(join(folder, name), seeds.length) })
    }
  }
  return seeds
}

async function readSigned(path: string, turn: number): Promise<Uint8Array | undefined> {
  const bytes = new Uint8Array(await readFile(path))
  if (bytes.length > MAX_BYTES) return undefined
  const profile = PROFILE_NAMES[turn % PROFILE_NAMES.length] ?? 'plain'
  try {
    const { signers } = await verifyDocument(bytes)
    return signers.length > 0 ? bytes : await PROFILES[profile](bytes)
  } catch (error) {
    if (error instanceof SealwrightError) return undefined
    throw error
  }
}
