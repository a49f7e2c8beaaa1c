/**
 * Which letters of a page say something: all but those of lines to write on.
 *
 * @module
 */
import type { SpatialIndex } from '../../../pdf/content/spatial-index.js'
import type { VisibleGlyph } from '../../../pdf/content/visible-text.js'

/** Lines to write on are made of dots and underscores: they may be covered. */
const LEADERS = /^[\s._\-\u2026\u2013\u2014]*$/

/** A letter that is seen, and no part of a line to write on. */
export function isLegible({ text, mayBeSeen }: VisibleGlyph): boolean {
  return mayBeSeen && !(text !== undefined && LEADERS.test(text))
}

/** A decimal point, a minus: a sign like those that lines to write on are made of, without another one beside it. */
export function isLoneSign(sign: VisibleGlyph, page: SpatialIndex<VisibleGlyph>): boolean {
  if (!sign.mayBeSeen || !isLeader(sign)) return false
  const { box, size } = sign.glyph
  const [left, bottom, right, top] = box
  return page
    .query([left - LEADER_DISTANCE * size, bottom, right + LEADER_DISTANCE * size, top])
    .every((other) => other === sign || !isLeader(other))
}

/** Ems between the signs of a line to write on. */
const LEADER_DISTANCE = 1

function isLeader({ text }: VisibleGlyph): boolean {
  return text !== undefined && text.trim() !== '' && LEADERS.test(text)
}
