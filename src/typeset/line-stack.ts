import { breakLines } from './break-lines.js'
import type { DisplayList } from './display-list.js'
import { type ShapedText, shapeText } from './shape-text.js'
import type { Span } from './text-style.js'

/** A paragraph to be set. Lengths in twips. */
export interface Paragraph {
  readonly spans: readonly Span[]
  /** Distance of baselines. */
  readonly leading: number
  readonly align?: 'left' | 'right'
  /** Indent of all lines. */
  readonly indent?: number
  /** Further indent of the lines after the first. */
  readonly hanging?: number
  readonly spaceBefore?: number
}

interface PlacedLine {
  readonly text: ShapedText
  readonly from: number
  readonly to: number
  readonly x: number
  readonly top: number
  readonly leading: number
}

/** Paragraphs broken into lines, one under the other: the body of a paragraph box or of a table cell. */
export class LineStack {
  readonly #lines: readonly PlacedLine[]

  private constructor(lines: readonly PlacedLine[]) {
    this.#lines = lines
  }

  static of(paragraphs: readonly Paragraph[], width: number): LineStack {
    const lines: PlacedLine[] = []
    let top = 0
    for (const paragraph of paragraphs) {
      const { leading, indent = 0, hanging = 0, spaceBefore = 0, align = 'left' } = paragraph
      const text = shapeText(paragraph.spans)
      if (lines.length > 0) top += spaceBefore
      const first = width - indent
      const others = first - hanging
      breakLines(text, first, others).forEach((line, index) => {
        const room = index === 0 ? first : others
        const start = width - room
        const x = align === 'right' ? start + Math.max(0, room - line.width) : start
        lines.push({ text, from: line.from, to: line.to, x, top, leading })
        top += leading
      })
    }
    return new LineStack(lines)
  }

  get lineCount(): number {
    return this.#lines.length
  }

  /** Height of the lines from one index up to another. */
  heightOf(from: number, to: number): number {
    const first = this.#lines[from]
    const last = this.#lines[to - 1]
    return first === undefined || last === undefined || to <= from ? 0 : last.top + last.leading - first.top
  }

  /** The index after the last line, before `end`, that fits in `available` when line `from` is at its top. */
  fit(from: number, available: number, end: number): number {
    let to = from
    while (to < end && this.heightOf(from, to + 1) <= available) to++
    return to
  }

  paint(list: DisplayList, x: number, y: number, from: number, to: number): void {
    const origin = this.#lines[from]?.top ?? 0
    for (let i = from; i < to; i++) {
      const line = this.#lines[i]
      if (line === undefined) return
      // The baseline depends on the leading alone, so cells in different sizes share it.
      const baseline = y + line.top - origin + Math.round(0.72 * line.leading)
      list.push({ kind: 'text', x: x + line.x, y: baseline, text: line.text, from: line.from, to: line.to })
    }
  }
}
