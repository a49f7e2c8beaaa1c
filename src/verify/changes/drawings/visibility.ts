/**
 * Whether an annotation is shown (ISO 32000-2, 12.5.3).
 *
 * @module
 */
import type { PdfDocument } from '../../../pdf/document.js'
import { numberOf, type PdfDict } from '../../../pdf/objects.js'
import { resolveNumbers, resolveOrNull } from '../equality.js'

const FLAG_HIDDEN = 2
const FLAG_PRINT = 4
const FLAG_NO_VIEW = 32
const FLAG_TOGGLE_NO_VIEW = 256

/** True for an annotation that is shown neither on a screen nor on paper. */
export function isInvisible(document: PdfDocument, annotation: PdfDict): boolean {
  const flags = numberOf(resolveOrNull(document, annotation.get('F'))) ?? 0
  if (hasNoArea(document, annotation) || (flags & FLAG_HIDDEN) !== 0) return true
  const shownFlags = FLAG_PRINT | FLAG_TOGGLE_NO_VIEW
  return (flags & FLAG_NO_VIEW) !== 0 && (flags & shownFlags) === 0
}

/** True for a rectangle without area, as invisible signatures have. */
function hasNoArea(document: PdfDocument, annotation: PdfDict): boolean {
  const numbers = resolveNumbers(document, annotation.get('Rect'), 4)
  if (numbers === undefined) return true
  const [a = 0, b = 0, c = 0, d = 0] = numbers
  return a === c || b === d
}
