/**
 * Pages that show a number as a row of black squares, so that a picture by any viewer tells which content it drew.
 *
 * @module
 */

import { getPage } from '../../../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../../../src/pdf/document.js'
import { type PdfObject, PdfStream } from '../../../../src/pdf/objects.js'
import { latin1Text } from '../../../../src/pdf/syntax/syntax.js'
import type { Picture } from '../../viewers/picture.js'
import { RESOLUTION } from '../../viewers/viewers.js'

/** Squares of a mark. The first is always black. */
const BITS = 10
/** Number of different marks. */
export const MARKS = 2 ** (BITS - 1)
const SIDE = 6
const LEFT = 2
const BOTTOM = 5
/** A page with one mark, in points. */
export const MARK_BOX = `[0 0 ${LEFT + SIDE * BITS + LEFT} ${SIDE + 2 * BOTTOM}]`

/** Content that draws a mark. */
export function contentOf(mark: number): string {
  const squares = Array.from({ length: BITS }, (_, i) => i).filter((i) => i === 0 || (mark >> (i - 1)) & 1)
  return `0 g ${squares.map((i) => `${LEFT + SIDE * i} ${BOTTOM} ${SIDE} ${SIDE} re`).join(' ')} f`
}

/** The mark on a page that was drawn; -1 for none. Several contents on one page give all of their squares. */
export function markIn({ width, height, pixels }: Picture): number {
  const isBlack = (bit: number) => {
    const x = Math.floor(((LEFT + SIDE * (bit + 0.5)) * RESOLUTION) / 72)
    const y = Math.floor(((BOTTOM + SIDE / 2) * RESOLUTION) / 72)
    return x < width && y < height && (pixels[3 * (y * width + x)] ?? 255) < 128
  }
  return sumOf(Array.from({ length: BITS }, (_, bit) => bit).filter(isBlack))
}

/** The marks of all pages as our reader sees them. */
export function marksByUs(bytes: Uint8Array): number[] {
  const document = PdfDocument.open(bytes)
  const marks: number[] = []
  for (let page = getPage(document, 0); page !== undefined; page = getPage(document, marks.length)) {
    const content = readContents(document, page.dict.get('Contents'))
    const bits = [...content.matchAll(/(\d+) 5 6 6 re/g)].map(([, x]) => (Number(x) - LEFT) / SIDE)
    marks.push(sumOf([...new Set(bits)]))
  }
  return marks
}

function readContents(document: PdfDocument, object: PdfObject | undefined): string {
  const value = document.resolve(object)
  if (Array.isArray(value)) return value.map((item) => readContents(document, item)).join('\n')
  return value instanceof PdfStream ? latin1Text(document.decode(value)) : ''
}

function sumOf(bits: readonly number[]): number {
  if (!bits.includes(0)) return -1
  return bits.reduce((sum, bit) => sum + (bit === 0 ? 0 : 2 ** (bit - 1)), 0)
}
