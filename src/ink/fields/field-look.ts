/**
 * The appearance of a field, read as a person sees it.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { resolveOrNull } from '../../pdf/lookup.js'
import type { Box } from '../../pdf/matrix.js'
import { numberOf, PdfDict } from '../../pdf/objects.js'
import type { Drawing } from '../content/drawing.js'
import type { TextLine } from '../text/text-order.js'
import type { VisibleGlyph } from '../text/visible-text.js'

/** A fault of an appearance. */
export type ShownFault =
  | { readonly kind: 'mismatch'; readonly shown: string }
  | { readonly kind: 'hidden' | 'unlike' | 'unknown'; readonly detail: string }

/** What an appearance draws, and the text read from it. */
export interface FieldLook {
  readonly drawing: Drawing
  readonly glyphs: readonly VisibleGlyph[]
  readonly lines: readonly TextLine[]
  readonly rectangle: Box
}

/** The letters of lines in reading order, as the font encodes them. */
export function textOfLines(lines: readonly TextLine[]): string {
  return lines.map(({ text, logical, glyphs }) => (text === logical ? textOf(glyphs) : logical)).join('\n')
}

/** Smallest gap between two letters that is read as a blank, in ems. */
const BLANK_WIDTH = 0.16

function textOf(glyphs: readonly VisibleGlyph[]): string {
  let shown = ''
  let end = Number.POSITIVE_INFINITY
  for (const { glyph, text } of glyphs) {
    if (glyph.box[0] - end > BLANK_WIDTH * glyph.size) shown += ' '
    shown += text ?? '\ufffd'
    end = Math.max(glyph.box[2], end === Number.POSITIVE_INFINITY ? glyph.box[2] : end)
  }
  return shown
}

/** Rotation of a field in degrees, counter-clockwise (/R). Filling in the field may not change it. */
export function rotationOf(document: PdfDocument, widget: PdfDict): number {
  const look = resolveOrNull(document, widget.get('MK'))
  const degrees = look instanceof PdfDict ? (numberOf(resolveOrNull(document, look.get('R'))) ?? 0) : 0
  return ((degrees % 360) + 360) % 360
}
