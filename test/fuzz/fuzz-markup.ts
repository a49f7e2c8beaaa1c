/**
 * Converts generated HTML and Markdown to DOCX: every call must end in a DOCX that can be read back, or in a
 * SealwrightError, within five seconds, and must leave Object.prototype as it was.
 *
 *     npx tsx test/fuzz/fuzz-markup.ts [--count N] [--seed N] [--start N]
 *
 * `--start N --count 1` repeats one case. Ends with code 1 when there was a fault.
 *
 * @module
 */

import { parseArgs } from 'node:util'
import { convertFile } from '../../src/convert/convert-file.js'
import { SealwrightError } from '../../src/errors.js'
import { readDocx } from '../../src/ooxml/read-docx.js'
import { createRandom } from '../support/mutate.js'
import { peakResidentBytes } from '../support/peak-memory.js'
import { generateHtml, generateMarkdown } from './generate-markup.js'

const MAX_MS = 5000

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
  },
})
const [count, seed, start] = [Number(values.count), Number(values.seed), Number(values.start)]

const outcomes = new Map<string, number>()
const slowest = { ms: 0, index: 0 }
let faults = 0
for (let index = start; index < start + count; index++) {
  const random = createRandom(seed * 1_000_003 + index)
  const from = index % 2 === 0 ? 'html' : 'md'
  const source = from === 'html' ? generateHtml(random) : generateMarkdown(random)
  const begun = performance.now()
  const outcome = await convert(new TextEncoder().encode(source), from)
  const ms = performance.now() - begun
  if (ms > slowest.ms) Object.assign(slowest, { ms, index })
  outcomes.set(outcome.kind, (outcomes.get(outcome.kind) ?? 0) + 1)
  if (outcome.fault !== undefined || ms > MAX_MS) {
    faults++
    console.log(`FAULT: case ${index} (${from}), ${ms.toFixed(0)} ms: ${outcome.fault ?? 'too slow'}`)
  }
}
for (const [kind, times] of outcomes) console.log(`${String(times).padStart(6)}  ${kind}`)
console.log(
  `Slowest: case ${slowest.index}, ${slowest.ms.toFixed(0)} ms. Peak ${Math.round(peakResidentBytes() / 1024 / 1024)} MB.`,
)
console.log(faults === 0 ? 'No faults.' : `${faults} faults.`)
process.exit(faults === 0 ? 0 : 1)

async function convert(input: Uint8Array, from: 'html' | 'md'): Promise<{ kind: string; fault?: string }> {
  try {
    const { bytes } = await convertFile(input, { from, to: 'docx' }, { markdownExtensions: ['all'] })
    readDocx(bytes)
    const polluted = Object.keys(Object.prototype)
    return polluted.length === 0 ? { kind: 'converted' } : { kind: 'polluted', fault: polluted.join(' ') }
  } catch (error) {
    if (error instanceof SealwrightError && error.code === 'document_too_complex') return { kind: error.code }
    return { kind: 'fault', fault: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}
