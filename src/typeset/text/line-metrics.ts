/**
 * The height of a line and the place of its baseline.
 *
 * @module
 */

import type { LineSpacing } from '../model/properties.js'
import type { PlacedItem } from './arrange-line.js'
import type { TextStyle } from './text-style.js'

/** Share of an exact line height that is above the baseline. */
const EXACT_ASCENT = 0.8

/** Extent of the items of a line, in twips. */
interface LineExtent {
  readonly ascent: number
  readonly descent: number
  /**
   * Natural height of the tallest text. Line spacing multiplies this height, and neither that of drawings nor what fonts of
   * different ascent and descent take together: in two Word PDFs with Courier New in lines of one and a half, such lines are
   * 0.9 points higher than the others, as with single spacing, and not 1.4.
   */
  readonly textHeight: number
}

/** Height of a line and place of its baseline, in twips. */
export interface LineMetrics {
  readonly height: number
  readonly baseline: number
  /** Part of the height below the text that line spacing adds. It may extend beyond the end of a page. */
  readonly trailing: number | undefined
}

/**
 * The extent of a line, as Word measures it. List labels extend a line upwards but not downwards, and line spacing does not
 * multiply them. Blanks, tabs, breaks and the paragraph mark count only if the line contains nothing else: blanks in a larger
 * font make no line higher.
 *
 * @param mark style of the paragraph mark
 */
export function lineExtent(bands: readonly (readonly PlacedItem[])[], mark: TextStyle): LineExtent {
  const text: GrowingRoom = { ascent: 0, descent: 0, height: 0, last: undefined }
  const gaps: GrowingRoom = { ascent: 0, descent: 0, height: 0, last: undefined }
  const drawings = { ascent: 0, descent: 0, height: 0 }
  let labelAscent = 0
  let ending: LineRoom = mark
  for (const placed of bands) {
    for (const { item } of placed) {
      if (item.kind === 'text' || item.kind === 'tab') {
        if (item.isLabel) labelAscent = Math.max(labelAscent, item.style.ascent)
        else widenFor(item.kind === 'tab' || item.isSpace ? gaps : text, item.style)
      } else if (item.kind === 'math') widen(text, item.box)
      else if (item.kind === 'drawing') {
        widen(drawings, { ascent: item.ascent, descent: item.descent ?? 0 })
        // Horizontal rules take the height of a line of text. With that height, both breaks of a document full of rules are
        // Word's.
        if (item.drawing.isRule === true) widen(text, item.style)
      } else if (item.kind === 'break') ending = item.style
    }
  }
  const hasText = text.ascent + text.descent > 0
  if (!hasText && drawings.ascent > 0) {
    const { ascent, descent } = drawings
    return { ascent: Math.max(ascent, labelAscent), descent, textHeight: ending.ascent + ending.descent }
  }
  if (!hasText) widen(text, gaps)
  if (text.ascent + text.descent === 0) widen(text, ending)
  return {
    ascent: Math.max(text.ascent, labelAscent, drawings.ascent),
    descent: Math.max(text.descent, drawings.descent),
    textHeight: text.height,
  }
}

/** The items of a line with its drawings centred on the text, for `w:textAlignment` (ECMA-376-1, 17.3.1.39). */
export function centreDrawings(
  bands: readonly (readonly PlacedItem[])[],
  mark: TextStyle,
): readonly (readonly PlacedItem[])[] {
  if (!bands.some((placed) => placed.some(isUpright))) return bands
  const { ascent, descent } = lineExtent(
    bands.map((placed) => placed.filter(({ item }) => item.kind !== 'drawing')),
    mark,
  )
  const middle = (ascent - descent) / 2
  return bands.map((placed) =>
    placed.map((piece) => {
      const { item } = piece
      if (item.kind !== 'drawing' || !isUpright(piece)) return piece
      const half = (item.ascent + (item.descent ?? 0)) / 2
      return { ...piece, item: { ...item, ascent: Math.max(0, middle + half), descent: Math.max(0, half - middle) } }
    }),
  )
}

function isUpright({ item }: PlacedItem): boolean {
  return item.kind === 'drawing' && item.isTurned !== true && item.drawing.isRule !== true
}

/** Height of a line without the space that line spacing adds below its letters. */
export function textHeightOf({ height, trailing = 0 }: Pick<LineMetrics, 'height' | 'trailing'>): number {
  return height - trailing
}

interface LineRoom {
  readonly ascent: number
  readonly descent: number
}

interface GrowingRoom {
  ascent: number
  descent: number
  height: number
  last: TextStyle | undefined
}

/** Extends a line by a style. Most words and blanks of a line have the same style. */
function widenFor(room: GrowingRoom, style: TextStyle): void {
  if (room.last === style) return
  room.last = style
  widen(room, style)
}

function widen(room: Omit<GrowingRoom, 'last'>, { ascent, descent }: LineRoom): void {
  room.ascent = Math.max(room.ascent, ascent)
  room.descent = Math.max(room.descent, descent)
  room.height = Math.max(room.height, ascent + descent)
}

/**
 * Applies the line spacing (ECMA-376-1, 17.3.1.33).
 *
 * @param gridPitch of the document grid whose lines it takes; undefined for none
 */
export function spaceLine(extent: LineExtent, spacing: LineSpacing, gridPitch: number | undefined): LineMetrics {
  const { ascent, descent, textHeight } = extent
  const natural = ascent + descent
  switch (spacing.rule) {
    case 'exact':
      return {
        height: Math.max(1, spacing.value),
        baseline: Math.max(1, spacing.value) * EXACT_ASCENT,
        trailing: undefined,
      }
    case 'atLeast': {
      const height = Math.max(natural, spacing.value)
      return { height, baseline: ascent + height - natural, trailing: undefined }
    }
    case 'auto': {
      if (gridPitch !== undefined && gridPitch > 0) {
        const onGrid = (height: number) => Math.ceil((height - 0.5) / gridPitch) * gridPitch
        // As without a grid, drawings are not multiplied.
        const height = onGrid(natural) + (Math.max(1, spacing.value) - 1) * onGrid(textHeight)
        return { height, baseline: ascent + (height - natural) / 2, trailing: undefined }
      }
      // Word adds the difference below the text or takes it away above.
      const extra = (spacing.value - 1) * textHeight
      const height = Math.max(1, natural + extra)
      return extra < 0
        ? { height, baseline: ascent + extra, trailing: undefined }
        : { height, baseline: ascent, trailing: extra }
    }
  }
}
