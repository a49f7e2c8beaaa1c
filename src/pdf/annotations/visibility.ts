/**
 * Tells whether an annotation is shown (ISO 32000-2, 12.5.3).
 *
 * @module
 */
import type { PdfDocument } from '../document.js'
import { areaOf, type Box } from '../matrix.js'
import type { PdfDict, PdfObject } from '../objects.js'
import { MAX_INTEGER } from '../syntax/equality.js'
import { resolveNumbers, resolveOrNull } from '../syntax/lenient-lookup.js'

const FLAG_HIDDEN = 2
const FLAG_PRINT = 4
const FLAG_NO_VIEW = 32
const FLAG_TOGGLE_NO_VIEW = 256

/** True for an annotation that is shown neither on a screen nor on paper. */
export function isInvisible(document: PdfDocument, annotation: PdfDict): boolean {
  const flags = flagBits(resolveOrNull(document, annotation.get('F'))) ?? 0
  if (hasNoArea(document, annotation) || (flags & FLAG_HIDDEN) !== 0) return true
  const shownFlags = FLAG_PRINT | FLAG_TOGGLE_NO_VIEW
  return (flags & FLAG_NO_VIEW) !== 0 && (flags & shownFlags) === 0
}

/**
 * The flags of an annotation or a field, 0 when absent; `undefined` unless it is an integer that every reader supports. For
 * 2.0, PDF.js and MuPDF read 2, and Poppler reads no flags at all.
 */
export function flagBits(value: PdfObject): number | undefined {
  if (value === null) return 0
  return typeof value === 'number' && Number.isInteger(value) && Math.abs(value) <= MAX_INTEGER ? value : undefined
}

/**
 * True for a /Rect that is present and is not four numbers (7.9.5). MuPDF and PDFium read missing numbers as 0 and draw in
 * the resulting rectangle; other readers have no place for the annotation.
 */
export function hasOddRectangle(document: PdfDocument, annotation: PdfDict): boolean {
  const rectangle = resolveOrNull(document, annotation.get('Rect'))
  return rectangle !== null && resolveNumbers(document, rectangle, 4) === undefined
}

/** True when the rectangle has no area, as in invisible signatures, or is missing. */
function hasNoArea(document: PdfDocument, annotation: PdfDict): boolean {
  const numbers = resolveNumbers(document, annotation.get('Rect'), 4)
  if (numbers === undefined) return !hasOddRectangle(document, annotation)
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  return a === c || b === d
}

/** The rectangle of an annotation with its corners in order; `undefined` when it is missing or has no area. */
export function rectangleOf(document: PdfDocument, annotation: PdfDict): Box | undefined {
  const numbers = resolveNumbers(document, annotation.get('Rect'), 4)
  if (numbers === undefined) return undefined
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  const box: Box = [Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]
  return areaOf(box) > 0 ? box : undefined
}
