/**
 * Converts generated DOCX files to PDF and holds the pages against what a reader must see, by programs that do not know the
 * engine: pdftotext finds every word, once; nothing of what is deleted; no word lies off the page, and none over another.
 *
 *     npx tsx test/fuzz/fuzz-pages.ts [--count N] [--seed N] [--start N] [--keep DIR]
 *
 * `--start N --count 1` repeats one case, `--keep` writes the DOCX and the PDF of those with faults. Characters beyond the
 * edge of a page are no fault where the warnings count as many. Ends with code 1 when there was a fault.
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
/** A word of the generator, and what is left of one that is broken. */
const WHOLE_WORDS = /[qhpx][0-9a-f]+z/g
const PIECES = /[qh]?[0-9a-f]*z?/g

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
  /** What else stands there: words that were broken, or that the edge of a page cuts. */
  readonly pieces: readonly string[]
  /** Words that lie beyond an edge of their page. */
  readonly outside: readonly string[]
  /** Words of lines that the upper or lower edge of a page cuts through: pdftotext drops them, MuPDF does not. */
  readonly cut: ReadonlySet<string>
  /** All lines that lie within their pages, without spaces, in MuPDF's order: it has words whole that narrow cells break. */
  readonly joined: string
}

/** The generated words that pdftotext finds, with their places. */
function readWords(path: string): Shown {
  const { stdout } = spawnSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const boxes = new Map<string, Box[]>()
  const pieces: string[] = []
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
    const text = match[7] ?? ''
    pieces.push(...(text.replace(WHOLE_WORDS, ' ').match(PIECES) ?? []))
    for (const word of text.match(WHOLE_WORDS) ?? []) {
      const list = boxes.get(word) ?? []
      list.push({ page, xMin, yMin, xMax, yMax })
      boxes.set(word, list)
      const middle = (yMin + yMax) / 2
      if (xMin < -1 || xMax > size.width + 1 || middle < 0 || middle > size.height) outside.push(word)
    }
  }
  return { pages: page, boxes, pieces, outside, ...readByMuPdf(path) }
}

/** Words of lines that stand on the upper or the lower edge of a page, and all text, by MuPDF. */
function readByMuPdf(path: string): Pick<Shown, 'cut' | 'joined'> {
  const { stdout } = spawnSync('mutool', ['draw', '-q', '-F', 'stext', path], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const words = new Set<string>()
  let size = { width: 0, height: 0 }
  const pattern =
    /<page [^>]*width="([\d.]+)" height="([\d.]+)"|<line bbox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"|<char [^>]*c="([^"]*)"/g
  let isCut = false
  let isOff = false
  let line = ''
  let joined = ''
  const finish = () => {
    if (!isOff) joined += line.replaceAll(' ', '')
    if (isCut) for (const word of line.match(WHOLE_WORDS) ?? []) words.add(word)
  }
  for (const match of stdout.matchAll(pattern)) {
    const [width, height, left = 0, top = 0, right = 0, bottom = 0] = match.slice(1, 7).map(Number)
    if (match[7] !== undefined) line += match[7]
    else if (match[1] !== undefined) size = { width: width ?? 0, height: height ?? 0 }
    else {
      finish()
      line = ''
      isCut = top < 0 || bottom > size.height
      isOff = isCut || left < 0 || right > size.width
    }
  }
  finish()
  return { cut: words, joined }
}

function compare({ once, repeated, never }: GeneratedDocx, shown: Shown, warnings: string): string[] {
  const faults: string[] = []
  const list = (what: string, words: readonly string[]) => {
    if (words.length > 0) faults.push(`${words.length} words ${what} (${words.slice(0, 4).join(' ')})`)
  }
  const times = (word: string) => shown.boxes.get(word)?.length ?? 0
  const lost = once
    .concat(repeated)
    .filter((word) => times(word) === 0 && !shown.cut.has(word) && !shown.joined.includes(word))
  // What is too large for any page hangs over its edge, in Word too; the account must name all of it. What lies under
  // shapes or is cut off by a clip is found by pdftotext, so that it counts for nothing here.
  // Of each word one letter may be cut in half by the edge, which pdftotext takes for gone, and a reader reads.
  const named = charactersOffPage(warnings)
  const halves = named === 0 ? 0 : lost.length
  if (missingCharacters(lost, shown.pieces) > named + halves) list('lost', lost)
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

/** How many characters of words are not on the pages in pieces either. */
function missingCharacters(words: readonly string[], pieces: readonly string[]): number {
  const left = new Map<string, number>()
  for (const piece of pieces) left.set(piece, (left.get(piece) ?? 0) + 1)
  let missing = 0
  for (const word of words) {
    for (let start = 0; start < word.length; ) {
      const end = endOfPiece(word, start, left)
      if (end === undefined) missing++
      start = end ?? start + 1
    }
  }
  return missing
}

/** Where the longest piece ends that continues a word at a place; it is used up. */
function endOfPiece(word: string, start: number, left: Map<string, number>): number | undefined {
  for (let end = word.length; end > start; end--) {
    const piece = word.slice(start, end)
    const count = left.get(piece) ?? 0
    if (count === 0) continue
    left.set(piece, count - 1)
    return end
  }
  return undefined
}

/** How many characters the warnings say are beyond the edge of a page. */
function charactersOffPage(warnings: string): number {
  const [, count] = /(\d+|One) characters? (?:is|are) off the edge/.exec(warnings) ?? []
  return count === 'One' ? 1 : Number(count ?? 0)
}

/** The structure tree as poppler reads it. */
function judgeTags(path: string): string[] {
  const { stdout, stderr } = spawnSync('pdfinfo', ['-struct', path], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const faults: string[] = []
  if (!stdout.includes('Document')) faults.push('no structure tree')
  if (stderr.trim() !== '') faults.push(stderr.trim().split('\n')[0] ?? '')
  return faults
}
