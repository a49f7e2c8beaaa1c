/**
 * What a conversion of a generated page has lost, broken or shown of its words.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { type PlacedWord, placeWords } from '../corpus/markup/placed-words.js'
import { docxText } from './docx-text.js'
import { type PrintedPage, WORD } from './generate-printed.js'
import type { PrintedMarkdown } from './generate-printed-markdown.js'

/** A page that was converted. */
export interface Results {
  readonly docx: Uint8Array
  /** Where the PDF is. */
  readonly pdf: string
  readonly warnings: readonly string[]
}

/** A page of HTML against what a browser shows of it, and against its print. */
export function comparePage(page: PrintedPage, innerText: string, print: string, results: Results): string[] {
  const shown = new Set(wordsIn(innerText))
  const printed = readPrint(print)
  const faults: string[] = []
  const generated = new Set(page.generated)
  const required = page.words.filter((word) => (shown.has(word) || generated.has(word)) && printed.whole.has(word))
  const isHidden = (word: string) => !shown.has(word) && !printed.joined.includes(word)
  const hidden = page.words.filter((word) => isHidden(word) && !generated.has(word))
  judge(required, hidden, results, faults)
  const own = readPrint(results.pdf)
  const covered = own.covered.filter((word) => required.includes(word) && !printed.covered.includes(word))
  tell(
    faults,
    'are covered in the PDF',
    covered.filter((word) => isSeenIn(print, word)),
  )
  const off = own.off.filter((word) => required.includes(word) && !printed.off.includes(word))
  tell(faults, 'are off the page', off)
  const broken = required.filter((word) => !own.whole.has(word) && own.joined.includes(word))
  tell(faults, 'are broken', broken)
  if (page.isInOrder)
    tellOrder(
      faults,
      wordsIn(innerText).filter((word) => required.includes(word)),
      docxText(results.docx, false),
    )
  const theirs = numbersIn(printed.text)
  const numbers = numbersIn(own.text)
  const wrong = [...theirs].filter(([word, number]) => required.includes(word) && numbers.get(word) !== number)
  tell(
    faults,
    'have another number',
    wrong.map(([word, number]) => `${word} ${number} not ${numbers.get(word)}`),
  )
  return faults
}

/** A document of Markdown, which says itself what is to be read. */
export function compareMarkdown({ words, hidden }: PrintedMarkdown, results: Results): string[] {
  const faults: string[] = []
  judge(words, hidden, results, faults)
  const own = readPrint(results.pdf)
  tell(faults, 'are off the page', own.off)
  tell(faults, 'are covered in the PDF', own.covered)
  return faults
}

function judge(required: readonly string[], hidden: readonly string[], results: Results, faults: string[]): void {
  const own = readPrint(results.pdf)
  const inDocx = wordsIn(docxText(results.docx))
  const known = new Set(inDocx)
  const told = results.warnings.join('\n').toLowerCase()
  tell(
    faults,
    'are lost in the DOCX',
    required.filter((word) => !known.has(word) && !told.includes(word)),
  )
  tell(
    faults,
    'are lost in the PDF',
    required.filter((word) => !own.joined.includes(word) && !told.includes(word)),
  )
  tell(
    faults,
    'are hidden and in the DOCX',
    hidden.filter((word) => known.has(word)),
  )
  tell(
    faults,
    'are hidden and in the PDF',
    hidden.filter((word) => own.joined.includes(word)),
  )
  const twice = required.filter((word) => inDocx.indexOf(word) !== inDocx.lastIndexOf(word))
  tell(faults, 'are twice in the DOCX', twice)
}

function tell(faults: string[], what: string, words: readonly string[]): void {
  if (words.length > 0) faults.push(`${words.length} words ${what} (${words.slice(0, 5).join(', ')})`)
}

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? []
}

/** Words whose place among the others differs: those that are in no longest run of words in the right order. */
function tellOrder(faults: string[], wanted: readonly string[], docx: string): void {
  const places = new Map(wordsIn(docx).map((word, index) => [word, index]))
  const present = wanted.filter((word) => places.has(word))
  const ordered = longestRising(present.map((word) => places.get(word) ?? 0))
  const moved = present.filter((_, index) => !ordered.has(index))
  tell(faults, 'stand elsewhere in the DOCX', moved)
}

/** Indexes of a longest rising subsequence. */
function longestRising(values: readonly number[]): ReadonlySet<number> {
  const tails: number[] = []
  const before: (number | undefined)[] = []
  for (const [index, value] of values.entries()) {
    let low = 0
    for (let high = tails.length; low < high; ) {
      const middle = (low + high) >> 1
      if ((values[tails[middle] ?? 0] ?? 0) < value) low = middle + 1
      else high = middle
    }
    before[index] = low > 0 ? tails[low - 1] : undefined
    tails[low] = index
  }
  const found = new Set<number>()
  for (let at = tails.at(-1); at !== undefined; at = before[at]) found.add(at)
  return found
}

/** Numbers that a page generates before words: `12kwbcdq`. */
function numbersIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const [, number = '', word = ''] of text.toLowerCase().matchAll(/(\d+)k\s*(w[a-z]{3}x*q)/g))
    found.set(word, number)
  return found
}

interface Print {
  readonly text: string
  /** All text without white space. */
  readonly joined: string
  readonly whole: ReadonlySet<string>
  /** Words over which another word stands. */
  readonly covered: readonly string[]
  readonly off: readonly string[]
}

const prints = new Map<string, Print>()

function readPrint(path: string): Print {
  const known = prints.get(path)
  if (known !== undefined) return known
  const { stdout } = spawnSync('pdftotext', ['-bbox', path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 })
  const boxes: (Omit<PlacedWord, 'isSeen'> & { readonly isOff: boolean })[] = []
  let page = 0
  let [width, height] = [0, 0]
  const pattern =
    /<page width="([\d.]+)" height="([\d.]+)">|<word xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]*)</g
  for (const match of stdout.matchAll(pattern)) {
    if (match[1] !== undefined) {
      page++
      ;[width, height] = [Number(match[1]), Number(match[2])]
      continue
    }
    const [left = 0, top = 0, right = 0, bottom = 0] = match.slice(3, 7).map(Number)
    const middle = (top + bottom) / 2
    const isOff = left < -1 || right > width + 1 || middle < 0 || middle > height
    boxes.push({ text: match[7] ?? '', page, left, top, right, bottom, isOff })
  }
  const plain = spawnSync('pdftotext', [path, '-'], { encoding: 'utf8', maxBuffer: 1 << 28 }).stdout
  const text = `${plain}\n${boxes.map((box) => box.text).join(' ')}`
  const print = {
    text,
    joined: text.toLowerCase().replace(/[\s\u00ad\u2010-]+/g, ''),
    whole: new Set(wordsIn(text)),
    covered: coveredWords(boxes),
    off: boxes.filter(({ isOff }) => isOff).flatMap((box) => wordsIn(box.text)),
  }
  if (prints.size > 8) prints.clear()
  prints.set(path, print)
  return print
}

/** Share of the smaller word that must lie under the other one. */
const COVERED = 0.3

function coveredWords(boxes: readonly Omit<PlacedWord, 'isSeen'>[]): string[] {
  const found = new Set<string>()
  for (const [index, a] of boxes.entries()) {
    for (const b of boxes.slice(index + 1)) {
      if (a.page !== b.page) continue
      const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      // Boxes of letters reach over the lines above and below.
      const along = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      const least = Math.min(a.bottom - a.top, b.bottom - b.top)
      if (across <= 0 || along < COVERED * 2 * least || across < 2) continue
      if (across < COVERED * Math.min(a.right - a.left, b.right - b.left)) continue
      for (const word of [...wordsIn(a.text), ...wordsIn(b.text)]) found.add(word)
    }
  }
  return [...found]
}

function isSeenIn(path: string, word: string): boolean {
  return placeWords(path).some(({ text, isSeen }) => isSeen && text.toLowerCase().includes(word))
}
