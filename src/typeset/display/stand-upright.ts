/**
 * Vertical text of East Asian scripts: lines run down the page, their characters stand upright and all others lie on
 * their side (UAX #50).
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import type { TextDirection } from '../model/properties.js'
import type { Edges } from '../model/table-model.js'
import type { ContentItem, DisplayItem, DisplayList, GlyphItem } from './display-list.js'

/**
 * Characters that stand upright (Vertical_Orientation U and Tu): ideographs, syllables, wide letters, digits and marks,
 * commas and stops. Brackets and long dashes lie on their side with the line.
 */
const UPRIGHT =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\u2460-\u24ff\u3001\u3002\u3012\u3013\u3200-\u33ff\uff01-\uff07\uff0a-\uff0c\uff0e-\uff19\uff1f-\uff3a\uff41-\uff5a]/u
/** Marks in the lower left corner of their square, which in vertical text stand in the upper right one. */
const CORNER_MARKS = /^[\u3001\u3002\uff0c\uff0e]/
/** How far they move, and how far above the line the middle of a character is, as shares of the font size. */
const CORNER = 0.55
const MIDDLE = 0.38

/**
 * Puts text into a box in which it runs down or up.
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
 * Turns the characters of lines back that will stand upright when the lines are turned clockwise.
 *
 * @param items - What was painted as if the text ran from left to right.
 * @returns The same with each such character in a group of its own; the pen moves as before.
 */
export function standUpright(items: DisplayList): DisplayList {
  let content: ContentItem | undefined
  return items.flatMap((item): DisplayItem[] => {
    if (item.kind === 'content') content = item
    if (item.kind === 'group') return [isTurnedBack(item.matrix) ? item : { ...item, items: standUpright(item.items) }]
    return item.kind === 'glyphs' && [...item.texts].some(isUpright) ? splitRun(item, content) : [item]
  })
}

/** What is turned against the lines stands as on any other page. */
function isTurnedBack([a, b, c, d]: Matrix): boolean {
  return a === 0 && b === -1 && c === 1 && d === 0
}

/**
 * Where something upright is painted among lines that run down, so that it stands upright on the page too.
 *
 * @param left, bottom - The corner of its box that is the left upper one on the page.
 */
export function turnBack(items: DisplayList, left: number, bottom: number): DisplayItem {
  return { kind: 'group', matrix: [0, -1, 1, 0, left, bottom], items }
}

function isUpright(text: string): boolean {
  return UPRIGHT.test(text)
}

/** A run in the order of its glyphs: upright ones alone, the others together as far as they follow each other. */
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
    // A character of several glyphs, which is none of these scripts', stays in one piece.
    if (isUpright(item.texts[i] ?? '') && item.texts[i + 1] !== '') {
      finish(i)
      const glyph = pieceOf(item, i, i + 1, x)
      // What a group shows belongs to nothing unless it says so itself.
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

/** Turns a glyph about its middle, against the line. */
function uprightAt({ size, x, y, texts }: GlyphItem): Matrix {
  const [middleX, middleY] = [x + size / 2, y - size * MIDDLE]
  // Upright to the right is up in the line, and upwards is back along it.
  const shift = CORNER_MARKS.test(texts[0] ?? '') ? size * CORNER : 0
  return [0, -1, 1, 0, middleX - middleY - shift, middleY + middleX - shift]
}
