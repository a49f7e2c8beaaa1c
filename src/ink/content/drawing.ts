/**
 * A drawing that is kept: everything that a page or an appearance paints, in order.
 *
 * @module
 */

import type { Box } from '../../pdf/matrix.js'
import type { ContentDevice, PaintedArea, PaintedGlyph } from './device.js'
import type { UnknownContent } from './unknown-content.js'

/** What content paints. */
export interface Drawing {
  /** Glyphs in the order of painting, those included that cannot be seen. */
  readonly glyphs: readonly PaintedGlyph[]
  /** Painted areas in the order of painting; none outside of the clip. */
  readonly areas: readonly PaintedArea[]
  /** What soft masks paint, as if it were on paper: what they let through may be read. */
  readonly masks?: readonly PaintedArea[]
  /** What could not be interpreted; empty when the drawing is complete. */
  readonly unknown: readonly UnknownContent[]
  /** The area that it was drawn for, in page space: the page, or the rectangle of an annotation. */
  readonly box: Box
}

/** A device that keeps everything. */
export class DrawingRecorder implements ContentDevice {
  readonly glyphs: PaintedGlyph[] = []
  readonly areas: PaintedArea[] = []
  readonly masks: PaintedArea[] = []

  glyph(glyph: PaintedGlyph): void {
    this.glyphs.push(glyph)
  }

  area(area: PaintedArea): void {
    this.areas.push(area)
  }

  mask(area: PaintedArea): void {
    this.masks.push(area)
  }
}

/** Sends everything in a drawing to a device, in painting order. */
export function replay({ glyphs, areas }: Pick<Drawing, 'glyphs' | 'areas'>, device: ContentDevice): void {
  let next = 0
  for (const area of areas) {
    for (let glyph = glyphs[next]; glyph !== undefined && glyph.order < area.order; glyph = glyphs[++next]) {
      device.glyph?.(glyph)
    }
    device.area?.(area)
  }
  for (let glyph = glyphs[next]; glyph !== undefined; glyph = glyphs[++next]) device.glyph?.(glyph)
}
