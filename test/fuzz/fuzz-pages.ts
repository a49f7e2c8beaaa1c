/**
 * Converts generated DOCX files to PDF and holds the pages against what a reader must see, by programs that do not know the
 * engine: pdftotext finds every word, once; nothing of what is deleted; no word lies off the page, and none over another.
 *
 *     npx tsx test/fuzz/fuzz-pages.ts [--count N] [--seed N] [--start N] [--keep DIR]
 *
 * `--start N --count 1` repeats one case, `--keep` writes the DOCX and the PDF of those with faults. Words that are
 * not to be seen are no fault where the warnings count at least as many characters. Ends with code 1 when there was a fault.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { convertFile } from '../../src/convert/convert-file.js'
import { createRandom } from '../support/mutate.js'
import { type GeneratedDocx, generateDocx } from './generate-docx.js'

/** Chances are drawn in steps of this. */
const RESOLUTION = 1 << 30

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    start: { type: 'string', default: '0' },
    keep: { type: 'string' },
  },
})
const [count, seed, start] = [Number(values.count), Number(values.seed), Number(values.start)]
const folder = mkdtempSync(join(tmpdir(), 'fuzz-pages-'))
let faulty = 0
let pages = 0
for (let index = start; index < start + count; index++) {
  const random = createRandom(seed * 1_000_003 + index)
  const generated = generateDocx(() => random(RESOLUTION) / RESOLUTION)
  const faults = await judge(generated, index)
  if (faults.length === 0) continue
  faulty++
  console.log(`FAULT: case ${index}: ${faults.join('; ')}`)
}
rmSync(folder, { recursive: true })
console.log(`${count} documents, ${pages} pages, ${faulty} with faults.`)
process.exit(faulty === 0 ? 0 : 1)

async function judge(generated: GeneratedDocx, index: number): Promise<string[]> {
  try {
    const { bytes, warnings } = await convertFile(generated.bytes, { to: 'pdf' })
    const path = join(folder, 'a.pdf')
    writeFileSync(path, bytes)
    const shown = readWords(path)
    pages += shown.pages
    const faults = [...compare(generated, shown, warnings.join('\n')), ...judgeTags(path)]
    if (faults.length > 0) keep(index, generated.bytes, bytes)
    return faults
  } catch (error) {
    keep(index, generated.bytes)
    return [error instanceof Error ? `${error.name}: ${error.message}` : String(error)]
  }
}

function keep(index: number, docx: Uint8Array, pdf?: Uint8Array): void {
  if (values.keep === undefined) return
  mkdirSync(values.keep, { recursive: true })
  writeFileSync(join(values.keep, `${index}.docx`), docx)
  if (pdf !== undefined) writeFileSync(join(values.keep, `${index}.pdf`), pdf)
}

interface Box {
  readonly page: number
  readonly xMin: number
  readonly yMin: number
  readonly xMax: number
  readonly yMax: number
}

interface Shown {
  readonly pages: number
  readonly boxes: ReadonlyMap<string, readonly Box[]>
  /** Words that lie beyond an edge of their page. */
  readonly outside: readonly string[]
}

/** The generated words that pdftotext finds, with their places. */
function readWords(path: string): Shown {
  const { stdout } = spawnSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const boxes = new Map<string, Box[]>()
  const outside: string[] = []
  let page = 0
  let size = { width: 0, height: 0 }
  const pattern =
    /<page width="([\d.]+)" height="([\d.]+)">|<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g
  for (const match of stdout.matchAll(pattern)) {
    if (match[1] !== undefined) {
      page++
      size = { width: Number(match[1]), height: Number(match[2]) }
      continue
    }
    const [xMin = 0, yMin = 0, xMax = 0, yMax = 0] = match.slice(3, 7).map(Number)
    for (const word of (match[7] ?? '').match(/[qhx][0-9a-f]+z/g) ?? []) {
      const list = boxes.get(word) ?? []
      list.push({ page, xMin, yMin, xMax, yMax })
      boxes.set(word, list)
      const middle = (yMin + yMax) / 2
      if (xMin < -1 || xMax > size.width + 1 || middle < 0 || middle > size.height) outside.push(word)
    }
  }
  return { pages: page, boxes, outside }
}

function compare({ once, repeated, never }: GeneratedDocx, shown: Shown, warnings: string): string[] {
  const faults: string[] = []
  const list = (what: string, words: readonly string[]) => {
    if (words.length > 0) faults.push(`${words.length} words ${what} (${words.slice(0, 4).join(' ')})`)
  }
  const times = (word: string) => shown.boxes.get(word)?.length ?? 0
  const lost = once.concat(repeated).filter((word) => times(word) === 0)
  // What is too tall for any page hangs over its edge, in Word too; the account must name all of it.
  if (lost.join('').length > charactersNamed(warnings)) list('lost', lost)
  if (warnings.includes('reached no page')) list('that reached no page', lost)
  list(
    'shown twice',
    once.filter((word) => times(word) > 1),
  )
  list(
    'shown though hidden',
    never.filter((word) => times(word) > 0),
  )
  if (!warnings.includes('off the edge')) list('off the page', shown.outside)
  return faults
}

/** How many characters the warnings say are not to be seen. */
function charactersNamed(warnings: string): number {
  let sum = 0
  for (const [, count] of warnings.matchAll(/(\d+) characters (?:are off|are cut|are hidden|reached no)/g))
    sum += Number(count)
  return sum
}

/** The structure tree as poppler reads it. */
function judgeTags(path: string): string[] {
  const { stdout, stderr } = spawnSync('pdfinfo', ['-struct', path], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const faults: string[] = []
  if (!stdout.includes('Document')) faults.push('no structure tree')
  if (stderr.trim() !== '') faults.push(stderr.trim().split('\n')[0] ?? '')
  return faults
}
