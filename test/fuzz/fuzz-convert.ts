/**
 * Converts documents that ask for too much, then damaged ones, to PDF: every call must end in a PDF or a
 * SealwrightError, within ten seconds of work and 512 MB of memory, and without a look at the network or at any file.
 * A witness that shares no code with the converter reads the file and the PDF: no letter may be missing that no warning names.
 *
 *     npx tsx test/fuzz/fuzz-convert.ts [--count N] [--seed N] [--start N] [--only TEXT] [--keep DIR] [FOLDER ...]
 *
 * `--start N --count 1` repeats one case; `--only TEXT` tries nothing but the hostile documents whose name has that
 * text in it; folders: their DOCX files are converted in place of all these. Ends with code 1 when there was a fault.
 *
 * @module
 */

import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { type ConvertingOutcome, ConvertingProcess } from '../convert/support/converting-process.js'
import { HOSTILE_DOCX } from '../convert/support/hostile-docx.js'
import { mutateDocx } from '../convert/support/mutate-docx.js'
import { createRandom } from '../support/mutate.js'
import { TextWitness } from './text-witness.js'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
    only: { type: 'string' },
    keep: { type: 'string' },
  },
})

/** Longest time of the processor that one document may take. */
const MAX_CPU_MS = 10_000
/** Largest resident size of a process that converts one document. */
const MAX_RESIDENT = 512 * 1024 * 1024

const faults: string[] = []
const outcomes = new Map<string, number>()
let slowest = { ms: 0, name: '' }
const first = Number(values.start)
const witness = new TextWitness()
if (positionals.length > 0) await tryFiles(positionals)
else {
  if (first === 0 || values.only !== undefined) await tryHostileDocuments(values.only ?? '')
  if (values.only === undefined) await tryMutants()
}
witness.close()

console.log('Outcomes')
for (const [key, number] of [...outcomes].sort()) console.log(`  ${String(number).padStart(6)}  ${key}`)
console.log(`Slowest: ${slowest.ms.toFixed(0)} ms, ${slowest.name}`)
console.log(faults.length === 0 ? 'No faults.' : `${faults.length} faults.`)
process.exitCode = faults.length === 0 ? 0 : 1

/** Each in a process of its own, so that its memory can be told. */
async function tryHostileDocuments(only: string): Promise<void> {
  for (const [name, make] of Object.entries(HOSTILE_DOCX)) {
    if (!name.includes(only)) continue
    const bytes = make()
    const child = new ConvertingProcess({ timeoutMs: 120_000 })
    try {
      const outcome = await child.convert(bytes)
      const cost =
        'cpuMilliseconds' in outcome
          ? `${outcome.cpuMilliseconds.toFixed(0).padStart(6)} ms ${(outcome.residentBytes / 2 ** 20).toFixed(0).padStart(4)} MB`
          : outcome.kind
      console.log(`${cost}  ${name}: ${labelOf(outcome)}`)
      await note(name, bytes, outcome)
    } finally {
      child.close()
    }
  }
}

async function tryMutants(): Promise<void> {
  const child = new ConvertingProcess({ timeoutMs: 120_000 })
  try {
    for (let number = first; number < first + Number(values.count); number++) {
      const { bytes, kind } = mutateDocx(createRandom(Number(values.seed) * 1_000_003 + number))
      await note(`#${number} (${kind})`, bytes, await child.convert(bytes))
    }
  } finally {
    child.close()
  }
}

async function tryFiles(folders: readonly string[]): Promise<void> {
  const child = new ConvertingProcess({ timeoutMs: 120_000 })
  try {
    for (const folder of folders) {
      for (const name of (await readdir(folder)).filter((each) => each.endsWith('.docx')).sort()) {
        const bytes = new Uint8Array(await readFile(join(folder, name)))
        await note(name, bytes, await child.convert(bytes))
      }
    }
  } finally {
    child.close()
  }
}

async function note(name: string, bytes: Uint8Array, outcome: ConvertingOutcome): Promise<void> {
  const label = labelOf(outcome)
  outcomes.set(label, (outcomes.get(label) ?? 0) + 1)
  if ('cpuMilliseconds' in outcome && outcome.cpuMilliseconds > slowest.ms)
    slowest = { ms: outcome.cpuMilliseconds, name }
  const fault = faultOf(outcome) ?? (await lossOf(bytes, outcome))
  if (fault === undefined) return
  faults.push(`${name}: ${fault}`)
  console.log(`FAULT ${faults.at(-1)}`)
  if (values.keep === undefined) return
  await mkdir(values.keep, { recursive: true })
  await writeFile(join(values.keep, `${name.replace(/[^\w#]+/g, '-').slice(0, 60)}.docx`), bytes)
}

function faultOf(outcome: ConvertingOutcome): string | undefined {
  if (outcome.kind === 'timeout') return 'it did not end'
  if (outcome.kind === 'crashed') return outcome.message
  if (outcome.cpuMilliseconds > MAX_CPU_MS) return `it took ${outcome.cpuMilliseconds.toFixed(0)} ms`
  if (outcome.residentBytes > MAX_RESIDENT) return `it took ${(outcome.residentBytes / 2 ** 20).toFixed(0)} MB`
  return undefined
}

/** What the witness misses. */
async function lossOf(docx: Uint8Array, outcome: ConvertingOutcome): Promise<string | undefined> {
  if (outcome.kind !== 'converted') return undefined
  const { lost = [], unread } = await witness.ask(docx, outcome.bytes, outcome.warnings)
  if (unread !== undefined) outcomes.set('not read by the witness', (outcomes.get('not read by the witness') ?? 0) + 1)
  return lost.length === 0 ? undefined : `letters are missing: ${lost.join('; ')}`
}

function labelOf(outcome: ConvertingOutcome): string {
  return outcome.kind === 'refused' ? `refused: ${outcome.code}` : outcome.kind
}
