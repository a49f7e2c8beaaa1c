/**
 * Vertical text of East Asian scripts: lines run down the page, East Asian characters stay upright, and all others are rotated
 * (UAX #50).
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import type { TextDirection } from '../model/properties.js'
import type { Edges } from '../model/table-model.js'
import type { ContentItem, DisplayItem, DisplayList, GlyphItem } from './display-list.js'

/**
 * Characters that stay upright (Vertical_Orientation U and Tu): ideographs, syllables, wide letters, digits and marks, commas
 * and full stops. Brackets and long dashes are rotated with the line.
 */
const UPRIGHT =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u2460-\u24ff\u3001\u3002\u3012\u3013\u3200-\u33ff\uff01-\uff07\uff0a-\uff0c\uff0e-\uff19\uff1f-\uff3a\uff41-\uff5a]/u
/** Marks in the lower left corner of their square, which are in the upper right corner in vertical text. */
const CORNER_MARKS = /^[\u3001\u3002\uff0c\uff0e]/
/** How far these marks move, as a share of the font size. */
const CORNER = 0.55
/** Height of the middle of a character above the baseline, as a share of the font size. */
const MIDDLE = 0.38

/**
 * Places text in a box in which it runs down or up.
 *
 * @param items - The text as if it ran from left to right, from the corner of its own box.
 */
export function turnText(
  items: DisplayList,
  direction: TextDirection,
  { left, top, right, bottom }: Edges<number>,
): DisplayItem {
  if (direction === 'anticlockwise') return { kind: 'group', matrix: [0, -1, 1, 0, left, bottom], items }
  const shown = direction === 'vertical' ? standUpright(items) : items
  return { kind: 'group', matrix: [0, 1, -1, 0, right, top], items: shown }
}

/**
 * Rotates characters back that stay upright when the lines are rotated clockwise.
 *
 * @param items - What was painted as if the text ran from left to right.
 * @returns the items with each such character in a group of its own; advances do not change
 */
export function standUpright(items: DisplayList): DisplayList {
  let content: ContentItem | undefined
  return items.flatMap((item): DisplayItem[] => {
    if (item.kind === 'content') content = item
    if (item.kind === 'group') return [isTurnedBack(item.matrix) ? item : { ...item, items: standUpright(item.items) }]
    return item.kind === 'glyphs' && [...item.texts].some(isUpright) ? splitRun(item, content) : [item]
  })
}

/** Whether text is rotated against the lines, so that it looks as on any other page. */
function isTurnedBack([a, b, c, d]: Matrix): boolean {
  return a === 0 && b === -1 && c === 1 && d === 0
}

/**
 * Places an upright item among lines that run down, so that it is upright on the page.
 *
 * @param left, bottom - The corner of its box that is the left upper one on the page.
 */
export function turnBack(items: DisplayList, left: number, bottom: number): DisplayItem {
  return { kind: 'group', matrix: [0, -1, 1, 0, left, bottom], items }
}

function isUpright(text: string): boolean {
  return UPRIGHT.test(text)
}

/** A run split in the order of its glyphs: each upright one alone, adjacent others together. */
function splitRun(item: GlyphItem, content: ContentItem | undefined): DisplayItem[] {
  const parts: DisplayItem[] = []
  let x = item.x
  let start = 0
  let from = x
  const finish = (end: number) => {
    if (end > start) parts.push(pieceOf(item, start, end, from))
  }
  for (let i = 0; i < item.glyphs.length; i++) {
    const advance = item.advances[i] ?? 0
    // A character of several glyphs belongs to none of these scripts and stays in one piece.
    if (isUpright(item.texts[i] ?? '') && item.texts[i + 1] !== '') {
      finish(i)
      const glyph = pieceOf(item, i, i + 1, x)
      // Items in a group belong to nothing unless the group says so itself.
      const shown = content === undefined ? [glyph] : [content, glyph]
      parts.push({ kind: 'group', matrix: uprightAt(glyph), items: shown })
      start = i + 1
      from = x + advance
    }
    x += advance
  }
  finish(item.glyphs.length)
  return parts
}

function pieceOf(item: GlyphItem, start: number, end: number, x: number): GlyphItem {
  return {
    ...item,
    x,
    glyphs: item.glyphs.slice(start, end),
    advances: item.advances.slice(start, end),
    texts: item.texts.slice(start, end),
    ...(item.offsets !== undefined && { offsets: item.offsets.slice(start, end) }),
  }
}

/** A matrix that rotates a glyph about its middle, against the line. */
function uprightAt({ size, x, y, texts }: GlyphItem): Matrix {
  const [middleX, middleY] = [x + size / 2, y - size * MIDDLE]
  // In the rotated line, right is up on the page, and up is back along the line.
  const shift = CORNER_MARKS.test(texts[0] ?? '') ? size * CORNER : 0
  return [0, -1, 1, 0, middleX - middleY - shift, middleY + middleX - shift]
}
