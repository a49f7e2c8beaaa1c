/**
 * Widens blanks beside East Asian characters to half the width of these (w:balanceSingleByteDoubleByteWidth, ECMA-376-1,
 * 17.15.3.3).
 *
 * @module
 */

import type { InlineItem, TextItem } from './inline-item.js'
import { widthOf } from './shape-item.js'

/**
 * Width of a balanced blank in ems. A Korean and a Japanese document set by Word use fonts with blanks of 0.333 and 0.226 em.
 * All blanks beside an East Asian character are half an em wide there; blanks between Latin letters keep the width of the font.
 */
const HALF_EM = 0.5

/** The items with balanced blanks; the same array if no blank changes. */
export function balanceBlanks(items: readonly InlineItem[]): readonly InlineItem[] {
  let balanced: InlineItem[] | undefined
  for (let index = 0; index < items.length; index++) {
    const item = items[index]
    if (item?.kind !== 'text' || !item.isSpace || !/^ +$/.test(item.text)) continue
    if (!isEastAsianItem(items, index, -1) && !isEastAsianItem(items, index, 1)) continue
    balanced ??= [...items]
    balanced[index] = balance(item)
  }
  return balanced ?? items
}

/** Whether the nearest item with an extent, on one side, is East Asian text. */
function isEastAsianItem(items: readonly InlineItem[], index: number, step: 1 | -1): boolean {
  let at = index + step
  while (items[at]?.kind === 'mark') at += step
  const item = items[at]
  return item?.kind === 'text' && item.isEastAsian && !item.isLabel
}

function balance(item: TextItem): TextItem {
  const advances = item.shaped.advances.map((advance) => Math.max(advance, HALF_EM))
  const width = advances.reduce((sum, advance) => sum + advance, 0)
  const shaped = { ...item.shaped, advances, width }
  return { ...item, shaped, width: widthOf(shaped, item.style) }
}
