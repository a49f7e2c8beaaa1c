/**
 * How far the lines of a PDF stand from those of a reference, page by page.
 *
 * @module
 */

import type { PdfLine, PdfPage } from './pdf-lines.js'

/** How far the text of a page stands low (positive) or high, in points. */
export interface PageOffset {
  readonly page: number
  readonly first: number
  readonly last: number
  /** The first line that both pages have. */
  readonly text: string
}

/** Offsets of the first and the last line that page and reference have in common; pages with none are left out. */
export function pageOffsets(candidate: readonly PdfPage[], reference: readonly PdfPage[]): PageOffset[] {
  const offsets: PageOffset[] = []
  for (const [index, page] of reference.entries()) {
    const found = matchLines(fromTop(candidate[index]), fromTop(page))
    const first = found[0]
    const last = found.at(-1)
    if (first === undefined || last === undefined) continue
    offsets.push({ page: index + 1, first: first.offset, last: last.offset, text: first.text.slice(0, 50) })
  }
  return offsets
}

function fromTop(page: PdfPage | undefined): PdfLine[] {
  return page?.lines.toSorted((a, b) => a.top - b.top || a.left - b.left) ?? []
}

function matchLines(candidate: readonly PdfLine[], reference: readonly PdfLine[]) {
  const own = uniqueLines(candidate)
  return [...uniqueLines(reference)].flatMap(([text, line]) => {
    const match = own.get(text)
    return match === undefined ? [] : [{ text, offset: middle(match) - middle(line) }]
  })
}

/** Boxes of the same line in different fonts differ in height. */
function middle({ top, bottom }: PdfLine): number {
  return (top + bottom) / 2
}

/** Lines by their text, without those whose text stands twice on the page. */
function uniqueLines(lines: readonly PdfLine[]): Map<string, PdfLine> {
  const result = new Map<string, PdfLine>()
  const twice = new Set<string>()
  for (const line of lines) {
    const text = line.words.join(' ')
    if (result.has(text)) twice.add(text)
    result.set(text, line)
  }
  for (const text of twice) result.delete(text)
  return result
}

/** The offsets of a document on one line each: pages in a row that stand off by the same are named together. */
export function describeOffsets(offsets: readonly PageOffset[]): string[] {
  const runs: { from: PageOffset; to: PageOffset }[] = []
  for (const offset of offsets) {
    const run = runs.at(-1)
    if (run !== undefined && isSame(run.from, offset)) run.to = offset
    else runs.push({ from: offset, to: offset })
  }
  return runs.map(({ from, to }) => {
    const pages = from === to ? `${from.page}` : `${from.page}-${to.page}`
    return `${pages.padStart(7)}: first ${signed(from.first)}, last ${signed(from.last)}  ${from.text}`
  })
}

const SAME = 0.15

function isSame(a: PageOffset, b: PageOffset): boolean {
  return Math.abs(a.first - b.first) <= SAME && Math.abs(a.last - b.last) <= SAME
}

function signed(points: number): string {
  return `${points >= 0 ? '+' : ''}${points.toFixed(1)}`.padStart(6)
}
