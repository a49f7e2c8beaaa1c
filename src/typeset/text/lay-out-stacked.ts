/**
 * Arranges text over text: phonetic guides over their base, and two lines in one.
 *
 * @module
 */

import type { StackedText, TextPiece } from '../model/document-model.js'
import { paintGlyphRun } from './glyph-run.js'
import { inkColor } from './ink-color.js'
import type { MathBox, TextItem } from './inline-item.js'
import type { TextStyle } from './text-style.js'

/**
 * Arranges text over text in a box.
 *
 * @param room the style of the whole: two lines in one are as high as one line of it
 * @param itemize cuts a piece into measured items
 */
export function layOutStacked(
  { over, base, guide }: StackedText,
  room: Pick<TextStyle, 'ascent' | 'descent'>,
  itemize: (piece: TextPiece) => readonly TextItem[],
): MathBox {
  const lower = layOutRow(base.flatMap(itemize))
  const upper = layOutRow(over.flatMap(itemize))
  return guide === undefined ? stackLines(upper, lower, room) : stackGuide(upper, lower, guide)
}

function stackGuide(upper: Row, base: Row, { alignment, raise }: NonNullable<StackedText['guide']>): MathBox {
  const width = Math.max(upper.width, base.width)
  const spread = alignment === 'spread' && upper.items.length > 0 ? (width - upper.width) / upper.items.length : 0
  const shares = { left: 0, center: 0.5, right: 1, spread: 0 }
  const upperLeft = (width - upper.width) * shares[alignment] + spread / 2
  // The letters of a guide never overlap those of the base.
  const rise = Math.max(raise, upper.descent)
  // Lines of East Asian fonts have space above their letters, which guides use. With this, a Japanese document has as many pages
  // as in Word; without, one more.
  const hasLeading = base.items.every(({ style }) => style.ascent >= style.size)
  return {
    width,
    ascent: hasLeading ? base.ascent : Math.max(base.ascent, rise + upper.ascent),
    descent: base.descent,
    paint(list, x, y) {
      base.paint(list, x + (width - base.width) / 2, y, 0)
      upper.paint(list, x + upperLeft, y - rise, spread)
    },
  }
}

/** Stacks two lines, each with half of the height. */
function stackLines(upper: Row, lower: Row, { ascent, descent }: Pick<TextStyle, 'ascent' | 'descent'>): MathBox {
  const half = (ascent + descent) / 2
  const baselineIn = (row: Row): number => row.ascent + (half - row.ascent - row.descent) / 2
  return {
    width: Math.max(upper.width, lower.width),
    ascent,
    descent,
    paint(list, x, y) {
      upper.paint(list, x, y - ascent + baselineIn(upper), 0)
      lower.paint(list, x, y - ascent + half + baselineIn(lower), 0)
    },
  }
}

interface Row {
  readonly items: readonly TextItem[]
  /** Width without blanks at the end. */
  readonly width: number
  readonly ascent: number
  readonly descent: number
  /** `spread` is the space after each item. */
  paint(list: Parameters<MathBox['paint']>[0], x: number, y: number, spread: number): void
}

function layOutRow(items: readonly TextItem[]): Row {
  let width = 0
  let pen = 0
  let ascent = 0
  let descent = 0
  for (const item of items) {
    pen += item.width
    if (!item.isSpace) width = pen
    ascent = Math.max(ascent, item.style.ascent)
    descent = Math.max(descent, item.style.descent)
  }
  return {
    items,
    width,
    ascent,
    descent,
    paint(list, x, y, spread) {
      let left = x
      for (const { style, shaped, text, width: advance } of items) {
        paintGlyphRun(list, style, [{ shaped, text, x: 0, extra: 0 }], left, y, inkColor(style.run, undefined))
        left += advance + spread
      }
    },
  }
}
