/**
 * Where Word broke the pages of a DOCX, by the marks that it left in the file, and where a PDF breaks them.
 *
 * @module
 */

import { ZipReader } from '../../src/ooxml/package/zip-reader.js'
import { normalizeWord, type PdfPage, unescapeXml } from './pdf-lines.js'

/** Words that open a page in Word. */
export type PageOpening = readonly string[]

/** What Word says of its own pages. */
export interface WordMarks {
  readonly pages: number
  readonly openings: readonly PageOpening[]
}

/** A break of Word's that a PDF has elsewhere. */
export interface FirstDifference {
  /** The break's number, from 1: it opens the page after this one unless breaks are missing. */
  readonly break: number
  readonly of: number
  readonly opening: string
  /** Where its words stand in the PDF; left out where they are not found. */
  readonly page?: number
  /**
   * How far the text had drifted, in points: positive where the PDF is longer than Word, and the words stand so far below
   * the top of a page; negative where it is shorter, and they stand so far above the end of one.
   */
  readonly drift?: number
}

/** Words that tell a place in the text. */
const OPENING_WORDS = 4
/** Scripts without spaces: their lines end within what stands between two spaces, so that each character is a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u
const WORDS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]+/gu
/** How many characters of such a script tell as much as a word. */
const CHARACTERS_OF_WORD = 3
const MAX_DOCUMENT_CHARACTERS = 6_000_000

/** Reads w:lastRenderedPageBreak and the page count of docProps/app.xml; undefined where Word did not save the file last. */
export function readWordMarks(bytes: Uint8Array): WordMarks | undefined {
  const zip = new ZipReader(bytes)
  const text = (name: string) => {
    const part = zip.read(name)
    return part === undefined ? '' : new TextDecoder().decode(part)
  }
  const app = text('docProps/app.xml')
  const pages = Number(/<Pages>(\d+)/.exec(app)?.[1] ?? 0)
  if (!/<Application>[^<]*Word/.test(app) || pages < 2) return undefined
  const document = text('word/document.xml')
  if (document.length > MAX_DOCUMENT_CHARACTERS) return undefined
  const openings = openingsIn(document)
  return openings.length === 0 ? undefined : { pages, openings }
}

function openingsIn(document: string): PageOpening[] {
  const visible = document
    .replace(/<w:txbxContent>.*?<\/w:txbxContent>/gs, '')
    .replace(/<mc:Fallback>.*?<\/mc:Fallback>/gs, '')
    .replace(/<w:(instrText|delText)[ >].*?<\/w:\1>/gs, '')
  const pieces = visible.matchAll(
    /(<w:lastRenderedPageBreak)|<w:t(?: [^>]*)?>([^<]*)<\/w:t>|<\/w:p>|<w:tab\/>|<w:br\b/g,
  )
  let flow = ''
  for (const [, mark, text] of pieces) flow += mark === undefined ? (text ?? ' ') : '\u0000'
  const words: string[] = []
  const starts: number[] = []
  for (const [index, chunk] of flow.split('\u0000').entries()) {
    if (index > 0) starts.push(words.length)
    words.push(...plainWords(chunk.split(/\s+/).map((word) => normalizeWord(unescapeXml(word)))))
  }
  return starts
    .map((start) => words.slice(start, start + OPENING_WORDS * charactersOf(words[start])))
    .filter((opening) => opening.length === OPENING_WORDS * charactersOf(opening[0]))
}

/** Without list numbers, which are not in the text of a DOCX, and single letters. */
function plainWords(words: readonly string[]): string[] {
  const parts = words.flatMap((word) => word.match(WORDS) ?? [])
  return parts.filter((word) => UNSPACED.test(word) || (word.length > 1 && !/^(\d+[a-z]?|[ivxlc]+)$/.test(word)))
}

function charactersOf(word: string | undefined): number {
  return word !== undefined && UNSPACED.test(word) ? CHARACTERS_OF_WORD : 1
}

/** The words may stand so far down a page that they still open it: numbers and table headers go before them. */
const EXACT_WITHIN = 9

/** The first of Word's breaks that no page of the PDF begins with. */
export function firstDifference({ openings }: WordMarks, pages: readonly PdfPage[]): FirstDifference | undefined {
  const flows = pages.map(flowOf)
  let from = 0
  for (const [index, opening] of openings.entries()) {
    const exact = flows.findIndex(
      (flow, page) => page >= from && find(flow, opening, EXACT_WITHIN * charactersOf(opening[0])) >= 0,
    )
    if (exact >= 0) {
      from = exact
      continue
    }
    const at = { break: index + 1, of: openings.length, opening: opening.join(' ') }
    const page = flows.findIndex((flow, number) => number >= from && find(flow, opening, flow.length) >= 0)
    const flow = flows[page]
    const word = flow?.[find(flow, opening, flow.length)]
    if (flow === undefined || word === undefined) return at
    return { ...at, page: page + 1, drift: driftOf(flow, word) }
  }
  return undefined
}

interface PlacedWord {
  readonly text: string
  readonly top: number
}

function flowOf({ lines }: PdfPage): PlacedWord[] {
  return lines.flatMap(({ words, top }) => plainWords(words).map((text) => ({ text, top })))
}

function find(flow: readonly PlacedWord[], opening: PageOpening, within: number): number {
  const last = Math.min(within, flow.length) - opening.length
  for (let start = 0; start <= last; start++) {
    if (opening.every((word, offset) => flow[start + offset]?.text === word)) return start
  }
  return -1
}

function driftOf(flow: readonly PlacedWord[], { top }: PlacedWord): number {
  const tops = flow.map((word) => word.top)
  const below = top - Math.min(...tops)
  const above = Math.max(...tops) - top
  // A break that came too early leaves its words near the end of a page, one that came too late near the top of one.
  return below <= above ? below : -above
}
