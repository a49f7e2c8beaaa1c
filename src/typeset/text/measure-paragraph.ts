/**
 * Measures the least and the greatest width of a paragraph.
 *
 * @module
 */

import type { ParagraphProperties } from '../model/properties.js'
import { isShare } from './column-share.js'
import type { InlineItem, TextItem } from './inline-item.js'
import { nextTabTarget, type TabRuler } from './tab-stops.js'

/** The least and the greatest width of a paragraph, with indents. */
export interface ParagraphWidths {
  readonly minWidth: number
  readonly maxWidth: number
  /** The part of `minWidth` that is needed even where words are cut: that of the widest drawing. */
  readonly rigidWidth: number
}

/** Measures a paragraph for table columns: its longest unbreakable piece, and its text on one line except for line breaks. */
export function measureParagraph(
  items: readonly InlineItem[],
  properties: ParagraphProperties,
  labelShift: number,
  ruler: TabRuler,
  hyphenWidth: (item: TextItem) => number,
): ParagraphWidths {
  const first = properties.indentStart + properties.indentFirstLine - labelShift
  const hasLabel = items.some((item) => item.kind === 'tab' && item.isLabel)
  let pen = first
  let widest = first
  let piece = 0
  let longest = 0
  let rigid = 0
  // Word does not widen a column for the indent of a first line, but cuts the first word instead.
  let indent = hasLabel ? first : Math.min(first, properties.indentStart)
  for (const item of items) {
    const width = isShare(item) ? 0 : item.width
    if (item.kind === 'break') {
      pen = properties.indentStart
    } else if (item.kind === 'tab') {
      const target = nextTabTarget(ruler, pen, item.isLabel)
      if (target.alignment === 'left' || !target.isCustom) pen = target.position
    } else {
      pen += width
    }
    const isBlank = item.kind === 'tab' || item.kind === 'break' || (item.kind === 'text' && item.isSpace)
    if (!isBlank && pen > widest) widest = pen
    // A label and its tab stay with the first word.
    if (isBlank && !(item.kind === 'tab' && item.isLabel)) piece = 0
    else piece += width
    const hyphen = item.kind === 'text' && item.softHyphen ? hyphenWidth(item) : 0
    longest = Math.max(longest, indent + piece + hyphen)
    if (item.kind === 'drawing') rigid = Math.max(rigid, indent + width)
    if (item.breakAfter) {
      piece = 0
      indent = properties.indentStart
    }
    if (item.kind === 'tab' && item.isLabel) {
      piece = 0
      indent = Math.max(indent, pen)
    }
  }
  const end = Math.max(0, properties.indentEnd)
  return { minWidth: Math.max(0, longest) + end, maxWidth: Math.max(0, widest) + end, rigidWidth: rigid + end }
}
