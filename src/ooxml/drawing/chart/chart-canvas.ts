/**
 * The canvas of a chart: paths and labels, in twips from its corner.
 *
 * @module
 */

import { append } from '../../../lists.js'
import type { MeasureText, Paragraph } from '../../../typeset/model/document-model.js'
import type { Fill, LineStyle, ShapeElement } from '../../../typeset/model/drawing-model.js'
import type { Box } from '../box.js'
import type { PathBuilder } from '../geometry/path-builder.js'
import { makeParagraph, type PlainTextLook } from '../plain-text.js'
import { makeShapeElements } from '../shape-elements.js'
import { roundTwips } from '../units.js'

/** A rectangle in a chart. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Collects the elements of a chart. */
export class ChartCanvas {
  readonly elements: ShapeElement[] = []
  readonly #box: Box
  readonly #measure: MeasureText

  constructor(box: Box, measure: MeasureText) {
    this.#box = box
    this.#measure = measure
  }

  /** Size of the whole chart. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#box
  }

  /** Width of a text on one line. */
  widthOf(text: string, look: PlainTextLook): number {
    return this.#measure(text, look)
  }

  /** Number of lines that a text takes at a width. It is broken at spaces, and within words that are wider. */
  linesOf(text: string, width: number, look: PlainTextLook): number {
    const space = this.widthOf(' ', look)
    let lines = 1
    let filled = 0
    for (const word of text.split(/\s+/)) {
      const wide = this.widthOf(word, look)
      if (filled > 0 && filled + space + wide <= width) {
        filled += space + wide
        continue
      }
      if (filled > 0) lines++
      const over = Math.max(0, Math.ceil(wide / Math.max(width, 1)) - 1)
      lines += over
      filled = wide - over * width
    }
    return lines
  }

  /** Paths in the chart's coordinates. */
  path(builder: PathBuilder, look: { readonly fill?: Fill | undefined; readonly line?: LineStyle | undefined }): void {
    const box = { ...this.#box, rotation: 0, flipHorizontal: false, flipVertical: false }
    const path = { commands: builder.commands, fill: look.fill === undefined ? 'none' : 'norm', stroke: true } as const
    append(this.elements, makeShapeElements(box, { paths: [path] }, look))
  }

  /** Adds a label in the middle of an area, or at one end of it. */
  label(text: string, area: Area, look: PlainTextLook, rotation = 0): void {
    this.text([makeParagraph([{ text, look }], look)], area, rotation)
  }

  /** Adds paragraphs, centred vertically in an area. */
  text(blocks: readonly Paragraph[], area: Area, rotation = 0): void {
    this.elements.push({
      kind: 'shape',
      x: roundTwips(this.#box.x + area.x),
      y: roundTwips(this.#box.y + area.y),
      width: roundTwips(area.width),
      height: roundTwips(area.height),
      rotation,
      flipHorizontal: false,
      flipVertical: false,
      paths: [],
      text: {
        blocks,
        insets: { top: 0, right: 0, bottom: 0, left: 0 },
        verticalAlign: 'center',
        textDirection: 'horizontal',
        fitShape: false,
        wrap: true,
      },
    })
  }
}

/** A thin line, as for axes and gridlines. */
export function thinLine(color: string): LineStyle {
  return { width: 15, color, opacity: 1, dash: [], cap: 'butt', join: 'round' }
}
