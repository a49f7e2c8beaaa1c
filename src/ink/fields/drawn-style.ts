/**
 * The colours, sizes and frames in which readers draw a field by themselves (ISO 32000-2, 12.7.4.3 and Table 192): its text
 * must be seen.
 *
 * @module
 */

import { rectangleOf } from '../../pdf/annotations/visibility.js'
import type { PdfDocument } from '../../pdf/document.js'
import { inherited } from '../../pdf/form/field-text.js'
import { resolveOrNull } from '../../pdf/lenient-lookup.js'
import { numberOf, PdfDict, type PdfObject, PdfString } from '../../pdf/objects.js'
import { ContentLexer } from '../content/content-lexer.js'
import { lightnessOfComponents, lightnessOfOperator } from './default-appearance.js'

/** Difference in lightness, from 0 to 1, by which text stands out from its ground. */
const LEAST_CONTRAST = 0.25
/** Letters higher than their field by more than this share are cut off: capitals take some seven tenths of their size. */
const MOST_HEIGHT = 1.35
/** Points. */
const MAX_BORDER = 4
/** Share of the lesser side of a field that a border may take on each side; bevels and insets are two borders wide. */
const MAX_BORDER_SHARE = 0.25
/** A default appearance is a few operators long. */
const MAX_OPERATORS = 16
const PAPER = 1

/** Why the text of a field would not be seen where a reader draws it; `undefined` when it would. */
export function findStyleFault(document: PdfDocument, widget: PdfDict): string | undefined {
  const { lightness, size } = readStyle(document, widget)
  if (!(Math.abs(lightness - groundOf(document, widget)) >= LEAST_CONTRAST)) return 'as light as its background'
  const rectangle = rectangleOf(document, widget)
  const height = rectangle === undefined ? 0 : Math.min(rectangle[2] - rectangle[0], rectangle[3] - rectangle[1])
  return rectangle !== undefined && size > MOST_HEIGHT * height ? 'higher than the field' : undefined
}

/** The last colour and size of the default appearance, its own, inherited, or that of the form. */
function readStyle(document: PdfDocument, widget: PdfDict): { readonly lightness: number; readonly size: number } {
  const form = resolveOrNull(document, document.catalog.get('AcroForm'))
  const own = resolveOrNull(document, inherited(document, widget, 'DA'))
  const string =
    own instanceof PdfString ? own : form instanceof PdfDict ? resolveOrNull(document, form.get('DA')) : null
  let [lightness, size] = [0, 0]
  if (!(string instanceof PdfString)) return { lightness, size }
  const lexer = new ContentLexer(string.bytes)
  let count = 0
  for (let name = lexer.next(); name !== undefined && ++count <= MAX_OPERATORS; name = lexer.next()) {
    const numbers = lexer.operands.map((operand) => numberOf(operand) ?? Number.NaN)
    if (name === 'Tf') size = numbers[1] ?? 0
    else if (name === 'g' || name === 'rg' || name === 'k') lightness = lightnessOfOperator(name, numbers)
  }
  return { lightness, size }
}

function groundOf(document: PdfDocument, widget: PdfDict): number {
  const look = resolveOrNull(document, widget.get('MK'))
  const colour = look instanceof PdfDict ? resolveOrNull(document, look.get('BG')) : null
  if (!Array.isArray(colour) || colour.length === 0) return PAPER
  return lightnessOfComponents(colour.map((item) => numberOf(resolveOrNull(document, item)) ?? Number.NaN))
}

/** True for a border that leaves most of a field free: an array (/Border), or a dictionary (/BS). */
export function isThinBorder(document: PdfDocument, border: PdfObject, widget: PdfDict): boolean {
  const isArray = Array.isArray(border)
  const width = isArray ? border[2] : border instanceof PdfDict ? border.get('W') : undefined
  const dashes = isArray ? border[3] : border instanceof PdfDict ? border.get('D') : undefined
  const points = width === undefined ? 1 : (numberOf(resolveOrNull(document, width)) ?? Number.NaN)
  const [left, bottom, right, top] = rectangleOf(document, widget) ?? [0, 0, 0, 0]
  const side = Math.min(right - left, top - bottom)
  const most = side > 0 ? Math.min(MAX_BORDER, Math.max(1, MAX_BORDER_SHARE * side)) : MAX_BORDER
  return points >= 0 && points <= most && areDashes(document, dashes)
}

function areDashes(document: PdfDocument, object: PdfObject | undefined): boolean {
  const dashes = resolveOrNull(document, object)
  if (dashes === null) return true
  return Array.isArray(dashes) && dashes.every((item) => (numberOf(resolveOrNull(document, item)) ?? -1) >= 0)
}
