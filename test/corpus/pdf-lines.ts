/**
 * Lines of text in a PDF, as poppler sees them.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'

/** A line of text on a page. */
export interface PdfLine {
  /** Words in reading order, normalised so that they can be compared. */
  readonly words: readonly string[]
  /** Upper edge, in points from the top of the page. */
  readonly top: number
  readonly bottom: number
  readonly left: number
}

/** The text of a page, in reading order. */
export interface PdfPage {
  readonly height: number
  readonly lines: readonly PdfLine[]
}

const MAX_OUTPUT_BYTES = 512 * 1024 * 1024
/** Lines that stand on this share of all pages, among the outermost of each, are headers and footers. */
const RECURRING_SHARE = 0.4
const OUTERMOST = 4

/** Pages of a PDF with their lines, by `pdftotext -bbox-layout`. Empty for what it cannot read. */
export function pdfLines(path: string): PdfPage[] {
  const { stdout } = spawnSync('pdftotext', ['-bbox-layout', path, '-'], {
    encoding: 'utf8',
    maxBuffer: MAX_OUTPUT_BYTES,
  })
  return (stdout ?? '')
    .split('<page ')
    .slice(1)
    .map((page) => ({ height: attribute(page, 'height'), lines: linesOf(page) }))
}

/** Pages without the lines that recur on many of them: headers and footers. */
export function withoutRunningLines(pages: readonly PdfPage[]): PdfPage[] {
  if (pages.length < 3) return [...pages]
  const counts = new Map<string, number>()
  for (const { lines } of pages) {
    for (const key of new Set(outermost(lines).map(keyOf))) counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return pages.map(({ height, lines }) => {
    const edge = new Set(outermost(lines))
    const isRunning = (line: PdfLine) =>
      edge.has(line) && (counts.get(keyOf(line)) ?? 0) > RECURRING_SHARE * pages.length
    return { height, lines: lines.filter((line) => !isRunning(line)) }
  })
}

/** A word as it is compared: compatibility forms resolved, letters and digits only. */
export function normalizeWord(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}\p{M}_]+/gu, '')
    .toLowerCase()
}

function outermost(lines: readonly PdfLine[]): PdfLine[] {
  const sorted = lines.toSorted((a, b) => a.top - b.top)
  return [...sorted.slice(0, OUTERMOST), ...sorted.slice(-OUTERMOST)]
}

function keyOf({ words }: PdfLine): string {
  return words.join(' ').replace(/\d+/g, '#')
}

function linesOf(page: string): PdfLine[] {
  const lines = page
    .split('<line ')
    .slice(1)
    .map((line) => ({
      left: attribute(line, 'xMin'),
      top: attribute(line, 'yMin'),
      bottom: attribute(line, 'yMax'),
      words: [...line.matchAll(/<word [^>]*>([^<]*)<\/word>/g)]
        .map(([, word = '']) => normalizeWord(unescapeXml(word)))
        .filter((word) => word !== ''),
    }))
  return lines.filter(({ words }) => words.length > 0)
}

function attribute(markup: string, name: string): number {
  return Number(new RegExp(`${name}="([-\\d.]+)"`).exec(markup)?.[1] ?? Number.NaN)
}

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Named entities of XML as characters. */
export function unescapeXml(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole)
}
