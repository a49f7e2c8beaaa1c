/**
 * The canvas of a chart: paths and labels, in twips from its corner.
 *
 * @module
 */

import type { Area } from '../model/chart-model.js'
import type { MeasureText, Paragraph } from '../model/document-model.js'
import type { Fill, LineStyle, ShapeElement } from '../model/drawing-model.js'
import { type PathBuilder, roundTwips } from '../model/path-builder.js'
import { makeParagraph, type PlainTextLook } from '../model/plain-model.js'

interface PathLook {
  readonly fill?: Fill | undefined
  readonly line?: LineStyle | undefined
}

const UPRIGHT = { rotation: 0, flipHorizontal: false, flipVertical: false } as const

/** Collects the elements of a chart. */
export class ChartCanvas {
  readonly elements: ShapeElement[] = []
  readonly #place: Area
  readonly #measure: MeasureText

  constructor(place: Area, measure: MeasureText) {
    this.#place = place
    this.#measure = measure
  }

  /** Size of the whole chart. */
  get size(): { readonly width: number; readonly height: number } {
    return this.#place
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
  path({ commands }: PathBuilder, { fill, line }: PathLook): void {
    this.elements.push({
      kind: 'shape',
      ...this.#place,
      ...UPRIGHT,
      paths: [{ commands, filled: fill !== undefined, stroked: true }],
      ...(fill === undefined ? {} : { fill }),
      ...(line === undefined ? {} : { line }),
    })
  }

  /** Adds a label in the middle of an area, or at one end of it. */
  label(text: string, area: Area, look: PlainTextLook, rotation = 0): void {
    this.text([makeParagraph([{ text, look }], look)], area, rotation)
  }

  /** Adds paragraphs, centred vertically in an area. */
  text(blocks: readonly Paragraph[], area: Area, rotation = 0): void {
    this.elements.push({
      kind: 'shape',
      x: roundTwips(this.#place.x + area.x),
      y: roundTwips(this.#place.y + area.y),
      width: roundTwips(area.width),
      height: roundTwips(area.height),
      ...UPRIGHT,
      rotation,
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
