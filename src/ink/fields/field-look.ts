/**
 * The appearance of a field as it is seen.
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

/** What is wrong with an appearance. */
export type ShownFault =
  | { readonly kind: 'mismatch'; readonly shown: string }
  | { readonly kind: 'hidden' | 'unlike' | 'unknown'; readonly detail: string }

/** What one appearance draws, and the text that is read from it. */
export interface FieldLook {
  readonly drawing: Drawing
  readonly glyphs: readonly VisibleGlyph[]
  readonly lines: readonly TextLine[]
  readonly rectangle: Box
}

/** Letters in the order in which they are read, as the font has them. */
export function textOfLines(lines: readonly TextLine[]): string {
  return lines.map(({ text, logical, glyphs }) => (text === logical ? textOf(glyphs) : logical)).join('\n')
}

/** A gap of so many ems between two letters is a blank. */
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

/** By how many degrees a field is turned, counter-clockwise (/R). Filling it in may not change that. */
export function rotationOf(document: PdfDocument, widget: PdfDict): number {
  const look = resolveOrNull(document, widget.get('MK'))
  const degrees = look instanceof PdfDict ? (numberOf(resolveOrNull(document, look.get('R'))) ?? 0) : 0
  return ((degrees % 360) + 360) % 360
}
