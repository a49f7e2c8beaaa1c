/**
 * Verifies documents that ask for too much, then damaged and spliced ones, many thousands: every call must end in a
 * report or a SealwrightError, within two seconds and within its memory, and no document may be valid whose signed bytes
 * are not those that someone signed. Those that are changed and still valid are drawn: what they show that was not
 * signed must be what the report names.
 *
 *     npx tsx test/fuzz/fuzz-verify.ts [DIR] [--count N] [--seed N] [--start N] [--keep DIR]
 *
 * DIR holds further documents to start from. `--start N --count 1` repeats one case; the keys of the generated
 * documents are new in every run, everything else is the same. Ends with code 1 when there was a fault.
 *
 * @module
 */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createRandom } from '../support/mutate.js'
import { ALL_ATTACKS } from '../verify/attacks/all-attacks.js'
import { HONEST_USES } from '../verify/honest/honest-uses.js'
import { findUnexplainedSince } from '../verify/oracle/unexplained.js'
import { type VerifyingOutcome, VerifyingProcess } from '../verify/support/verifying-process.js'
import { Viewers } from '../verify/viewers/viewers.js'
import { COST_BOMBS } from './cost-bombs.js'
import { createCase, digestOfRanges, readByteRanges, type Seed } from './verify-cases.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
    keep: { type: 'string' },
  },
})

/** Longest time that one document may take. */
const MAX_MS = 2000
/** Changed but valid documents that are listed; a person should look at what changed in them. */
const MAX_LISTED = 100

/** Longest growth of memory for one document, besides three times its size. */
const MAX_GROWTH = 64 * 1024 * 1024

const seeds = [...(await generateSeeds()), ...(await readSeeds(positionals))]
/** Digests of everything that was ever signed in a document we start from. */
const signedContents = new Set(
  seeds.flatMap(({ bytes }) => readByteRanges(bytes).map((ranges) => digestOfRanges(bytes, ranges))),
)

console.log(`Seed ${values.seed}, ${seeds.length} documents to start from.`)
const child = new VerifyingProcess()
const viewers = new Viewers()
const faults: string[] = []
const outcomes = new Map<string, number>()
const stillValid: string[] = []
let slowest = { ms: 0, name: '' }
const first = Number(values.start)
try {
  if (first === 0) await tryCostBombs()
  for (let number = first; number < first + Number(values.count); number++) {
    const random = createRandom(Number(values.seed) * 1_000_003 + number)
    const { bytes, kind, origin, isChanged } = createCase(seeds, random)
    const name = `#${number} ${origin} (${kind})`
    const outcome = await child.run(bytes)
    count(outcomes, labelOf(outcome))
    if ('milliseconds' in outcome && outcome.milliseconds > slowest.ms) slowest = { ms: outcome.milliseconds, name }
    if (isChanged && outcome.kind === 'report' && outcome.report.valid) stillValid.push(name)
    const fault = judgeEnd(outcome) ?? judgeForgery(bytes, outcome) ?? (await judgePictures(bytes, outcome, isChanged))
    if (fault === undefined) continue
    faults.push(`${name}: ${fault}`)
    console.log(faults.at(-1))
    if (values.keep !== undefined) {
      await mkdir(values.keep, { recursive: true })
      await writeFile(join(values.keep, `${number}.pdf`), bytes)
    }
  }
} finally {
  child.close()
  viewers.close()
}

print('Outcomes', outcomes)
console.log(`Changed, but not in what was signed, and valid: ${stillValid.length}`)
for (const name of stillValid.slice(0, MAX_LISTED)) console.log(`  ${name}`)
console.log(`Slowest: ${slowest.ms.toFixed(0)} ms, ${slowest.name}`)
console.log(faults.length === 0 ? 'No faults.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1

/** Each in a process of its own, so that its memory can be told. */
async function tryCostBombs(): Promise<void> {
  for (const [name, make] of Object.entries(COST_BOMBS)) {
    const bytes = await make()
    const own = new VerifyingProcess()
    try {
      // The first call loads and compiles the program.
      await own.run(seeds[0]?.bytes ?? bytes)
      const outcome = await own.run(bytes)
      const fault = judgeEnd(outcome) ?? judgeMemory(bytes, outcome)
      const ms = 'milliseconds' in outcome ? `${outcome.milliseconds.toFixed(0).padStart(5)} ms` : outcome.kind
      console.log(`${ms}  ${name}${fault === undefined ? '' : `: ${fault}`}`)
      if (fault !== undefined) faults.push(`${name}: ${fault}`)
    } finally {
      own.close()
    }
  }
}

function judgeMemory({ length }: Uint8Array, outcome: VerifyingOutcome): string | undefined {
  if (outcome.kind !== 'report' || outcome.grownBytes <= MAX_GROWTH + 3 * length) return undefined
  return `it took ${(outcome.grownBytes / 2 ** 20).toFixed(0)} MB`
}

function judgeEnd(outcome: VerifyingOutcome): string | undefined {
  if (outcome.kind === 'timeout') return 'it did not end'
  if (outcome.kind === 'crashed') return outcome.message
  return outcome.milliseconds > MAX_MS ? `it took ${outcome.milliseconds.toFixed(0)} ms` : undefined
}

function judgeForgery(bytes: Uint8Array, outcome: VerifyingOutcome): string | undefined {
  if (outcome.kind !== 'report' || !outcome.report.valid) return undefined
  const forged = outcome.report.signers.filter(
    ({ coverage }) => coverage.byteRange === null || !signedContents.has(digestOfRanges(bytes, coverage.byteRange)),
  )
  return forged.length === 0 ? undefined : `valid, though no one signed what "${forged[0]?.fieldName}" covers`
}

async function judgePictures(
  bytes: Uint8Array,
  outcome: VerifyingOutcome,
  isChanged: boolean,
): Promise<string | undefined> {
  if (!isChanged || outcome.kind !== 'report' || !outcome.report.valid) return undefined
  const unexplained = await findUnexplainedSince(viewers, bytes, outcome.report)
  // PDFium brings its own fonts along, which lack letters that those of a system have; of that the report warns.
  const isWarned = outcome.report.signers.some(({ warnings }) =>
    warnings.some(({ code }) => code === 'letters_of_reader'),
  )
  const faults = unexplained.filter((fault) => !(isWarned && /is blank in PDFium/.test(fault)))
  return faults.length === 0 ? undefined : `valid, yet it shows ${faults.slice(0, 3).join('; ')}`
}

function labelOf(outcome: VerifyingOutcome): string {
  if (outcome.kind === 'report') return outcome.report.valid ? 'valid' : 'not valid'
  return outcome.kind === 'refused' ? `refused: ${outcome.code}` : outcome.kind
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}

function print(title: string, counts: ReadonlyMap<string, number>): void {
  console.log(title)
  for (const [key, number] of [...counts].sort()) console.log(`  ${String(number).padStart(6)}  ${key}`)
}

async function generateSeeds(): Promise<Seed[]> {
  const made: Seed[] = []
  for (const { name, make } of Object.values(HONEST_USES).flat()) made.push({ name, bytes: await make() })
  for (const { name, from, make } of Object.values(ALL_ATTACKS).flat()) {
    made.push({ name, bytes: await make(await from()) })
  }
  return made
}

async function readSeeds(folders: readonly string[]): Promise<Seed[]> {
  const read: Seed[] = []
  for (const folder of folders) {
    for (const name of (await readdir(folder)).filter((name) => name.toLowerCase().endsWith('.pdf')).sort()) {
      read.push({ name, bytes: new Uint8Array(await readFile(join(folder, name))) })
    }
  }
  return read
}
