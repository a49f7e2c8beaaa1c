/**
 * Fills the ranges that a line has beside floats.
 *
 * @module
 */

import type { ParagraphProperties } from '../model/properties.js'
import { type FillRules, fillLine, type LineFill, type Room } from './fill-line.js'
import type { InlineItem } from './inline-item.js'
import type { Band, LinePosition } from './line.js'

/**
 * Least width beside an object, in twips, in which Word starts a line whatever the width of its first word; a wider word is cut.
 * Word's pages show this for letters of 8 to 24 points.
 */
const LEAST_ROOM_FOR_PARTS = 1440

interface FilledRoom {
  readonly fill: LineFill
  readonly room: Room
}

/** Fills the ranges in order until the line is full. Words are cut only if nothing fits in any range. */
export function fillRooms(
  items: readonly InlineItem[],
  from: LinePosition,
  rooms: readonly Room[],
  columnWidth: number,
  rules: FillRules,
): { readonly fills: readonly FilledRoom[]; readonly doesNotFit: boolean } {
  const fills: FilledRoom[] = []
  let position = from
  for (const room of rooms) {
    const fill = fillLine(items, position, room, rules, false)
    if (fill === undefined) continue
    fills.push({ fill, room })
    position = fill.to
    if (fill.isLast || fill.ending !== undefined || fill.hyphenated) break
  }
  if (fills.length > 0) return { fills, doesNotFit: false }
  const widest = rooms.reduce((best, room) => (room.end - room.start > best.end - best.start ? room : best))
  const fill = fillLine(items, from, widest, rules, true)
  const width = widest.end - widest.start
  const isWholeColumn = rooms.length === 1 && width >= columnWidth - 1
  const isCutWord = fill !== undefined && fill.to.offset > 0 && width >= LEAST_ROOM_FOR_PARTS
  return {
    fills: fill === undefined ? [] : [{ fill, room: widest }],
    doesNotFit: !isWholeColumn && !isCutWord,
  }
}

/**
 * Ranges for text: the bands less the indents, from the side where lines start.
 *
 * @param indentStart without what the first line has more
 * @param firstLine what the first line has more
 */
export function roomsOf(
  bands: readonly Band[],
  columnWidth: number,
  indentStart: number,
  firstLine: number,
  { indentEnd, rightToLeft }: ParagraphProperties,
): readonly [Room, ...Room[]] {
  const rooms = bands.map((band): Room => {
    const start = rightToLeft ? columnWidth - band.right : band.left
    const end = rightToLeft ? columnWidth - band.left : band.right
    return {
      // Indents may be negative. They extend out of the column where there is no float.
      start: start <= 0 ? indentStart : Math.max(start, indentStart),
      end: end >= columnWidth ? columnWidth - indentEnd : Math.min(end, columnWidth - indentEnd),
    }
  })
  if (rightToLeft) rooms.reverse()
  const usable = rooms.filter((room) => room.end > room.start)
  const [{ start, end } = { start: indentStart, end: columnWidth - indentEnd }, ...others] = usable
  // Beside an object, the indent of the first line counts from the object, as in Word's PDF of text beside a floating table.
  return [{ start: start + firstLine < end ? start + firstLine : start, end }, ...others]
}
