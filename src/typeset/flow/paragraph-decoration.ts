/**
 * Borders and shading of paragraphs, shared by neighbours of equal look.
 *
 * @module
 */

import { DECORATION, type DisplayList } from '../display/display-list.js'
import type { Block, Paragraph } from '../model/document-model.js'
import type { Border, HexColor, ParagraphBorders } from '../model/properties.js'
import { borderThickness } from '../table/border-strokes.js'
import { paintHorizontalBorder, paintVerticalBorder } from '../table/paint-border.js'

/** Borders and shading of a paragraph, settled with its neighbours. Lengths relative to the column. */
export interface ParagraphDecoration {
  /** Left edge of the shading, where the left border stands. */
  readonly left: number
  /** Right edge of the shading, where the right border stands. */
  readonly right: number
  readonly shading?: HexColor
  readonly borders: ParagraphBorders
  /** The border above the first line: the top border, the one between equal neighbours, or none. */
  readonly above?: Border
  readonly below?: Border
  /** Whether shading and side borders cover the space between this paragraph and the one above. */
  readonly joinsAbove: boolean
  /** Whether the paragraph below continues the frame. */
  readonly joinsBelow: boolean
}

/**
 * How far lines and shading extend beyond the text on a side without a border, in twips: 0.02 inches in PDFs by Word on Windows
 * and on a Mac. In cells they end with the text.
 */
const OVERHANG = 28.8

/**
 * The decoration of a paragraph; undefined for none. Neighbours with equal borders and indents share one frame (ECMA-376-1,
 * 17.3.1.7 and 17.3.1.24).
 */
export function decorationOf(
  paragraph: Paragraph,
  above: Block | undefined,
  below: Block | undefined,
  columnWidth: number,
  isCell = false,
): ParagraphDecoration | undefined {
  const { borders, shading } = paragraph.properties
  if (!hasBox(borders, shading)) return undefined
  const joinsAbove = above?.kind === 'paragraph' && isSameFrame(above, paragraph)
  const joinsBelow = below?.kind === 'paragraph' && isSameFrame(paragraph, below)
  const { indentStart, indentEnd, indentFirstLine, rightToLeft } = paragraph.properties
  const start = indentStart + Math.min(indentFirstLine, 0)
  const reach = (border: Border | undefined) => (border === undefined && !isCell ? OVERHANG : roomOf(border))
  return {
    left: (rightToLeft ? indentEnd : start) - reach(borders.left),
    right: columnWidth - (rightToLeft ? start : indentEnd) + reach(borders.right),
    borders,
    joinsAbove,
    joinsBelow,
    ...(shading !== undefined && { shading }),
    ...withBorder('above', joinsAbove ? borders.between : borders.top),
    ...withBorder('below', joinsBelow ? undefined : borders.bottom),
  }
}

/** The decoration of a paragraph whose neighbour of equal look is on another page: a frame is closed where its page ends. */
export function apartFrom(side: 'above' | 'below', decoration: ParagraphDecoration): ParagraphDecoration {
  const { borders } = decoration
  return side === 'above'
    ? { ...decoration, joinsAbove: false, ...withBorder('above', borders.top) }
    : { ...decoration, joinsBelow: false, ...withBorder('below', borders.bottom) }
}

/** Height that a border takes in the flow. */
export function roomOf(border: Border | undefined): number {
  return border === undefined ? 0 : border.space + borderThickness(border)
}

/** A part of a decorated paragraph: one of its lines. */
export interface DecoratedStrip {
  readonly isFirst: boolean
  readonly isLast: boolean
  /** Space between the strip and the paragraph above. */
  readonly gapAbove: number
  readonly height: number
}

/** Paints background and borders of one line of a paragraph. `x` is the left edge of the column, `y` the top of the strip. */
export function paintDecoration(
  decoration: ParagraphDecoration,
  strip: DecoratedStrip,
  list: DisplayList,
  x: number,
  y: number,
): void {
  list.push(DECORATION)
  const { borders } = decoration
  const gap = strip.isFirst && decoration.joinsAbove ? strip.gapAbove : 0
  const top = y - gap
  const height = strip.height + gap
  const left = x + decoration.left
  const right = x + decoration.right
  if (decoration.shading !== undefined) {
    list.push({ kind: 'rectangle', x: left, y: top, width: right - left, height, color: decoration.shading })
  }
  const bottom = y + strip.height
  if (borders.left !== undefined) paintVerticalBorder(list, borders.left, left, top, bottom)
  if (borders.right !== undefined) paintVerticalBorder(list, borders.right, right, top, bottom)
  if (borders.bar !== undefined) {
    const barX = x - borders.bar.space
    paintVerticalBorder(list, borders.bar, barX, top, bottom)
  }
  if (strip.isFirst && decoration.above !== undefined) {
    paintHorizontalBorder(list, decoration.above, left, right, y)
  }
  if (strip.isLast && decoration.below !== undefined) {
    paintHorizontalBorder(list, decoration.below, left, right, bottom - borderThickness(decoration.below))
  }
}

function withBorder<K extends 'above' | 'below'>(key: K, border: Border | undefined) {
  return border === undefined ? {} : ({ [key]: border } as { readonly [P in K]: Border })
}

function isSameFrame(a: Paragraph, b: Paragraph): boolean {
  const p = a.properties
  const q = b.properties
  return (
    p.indentStart === q.indentStart &&
    p.indentEnd === q.indentEnd &&
    Math.min(p.indentFirstLine, 0) === Math.min(q.indentFirstLine, 0) &&
    (p.borders === q.borders ||
      (isSameBorder(p.borders.top, q.borders.top) &&
        isSameBorder(p.borders.right, q.borders.right) &&
        isSameBorder(p.borders.bottom, q.borders.bottom) &&
        isSameBorder(p.borders.left, q.borders.left) &&
        isSameBorder(p.borders.between, q.borders.between))) &&
    hasBox(p.borders, p.shading) &&
    hasBox(q.borders, q.shading)
  )
}

function hasBox(borders: ParagraphBorders, shading: HexColor | undefined): boolean {
  const { top, right, bottom, left, between, bar } = borders
  return (shading ?? top ?? right ?? bottom ?? left ?? between ?? bar) !== undefined
}

function isSameBorder(a: Border | undefined, b: Border | undefined): boolean {
  if (a === b) return true
  if (a === undefined || b === undefined) return false
  return a.style === b.style && a.width === b.width && a.space === b.space && a.color === b.color
}
