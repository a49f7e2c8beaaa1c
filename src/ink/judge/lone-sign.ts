/**
 * Signs on a page that say something alone, though lines to write on are made of the same.
 *
 * @module
 */

import type { SpatialIndex } from '../content/spatial-index.js'
import { LOW_SIGNS } from '../fonts/glyph-meaning.js'
import type { VisibleGlyph } from '../text/visible-text.js'

/**
 * A decimal point, a minus: a sign like those that lines to write on are made of, without another one beside it; or one of
 * several over each other or turned against each other, of which whole letters can be made.
 */
export function isLoneSign(sign: VisibleGlyph, page: SpatialIndex<VisibleGlyph>): boolean {
  if (!sign.mayBeSeen || !isLeader(sign)) return false
  if (isPartOfLetter(sign, page)) return true
  const { box, size } = sign.glyph
  const [left, bottom, right, top] = box
  return page
    .query([left - LEADER_DISTANCE * size, bottom, right + LEADER_DISTANCE * size, top])
    .every((other) => other === sign || !isLeader(other))
}

function isPartOfLetter(sign: VisibleGlyph, page: SpatialIndex<VisibleGlyph>): boolean {
  const { matrix, size } = sign.glyph
  const [, , c, d, x, y] = matrix
  const high = Math.hypot(c, d)
  if (!(high > 0)) return false
  const reach = LETTER_REACH * size
  return page.query([x - reach, y - reach, x + reach, y + reach]).some((other) => {
    if (other === sign || !other.mayBeSeen || !isLeader(other)) return false
    const [, , otherC, otherD, otherX, otherY] = other.glyph.matrix
    const above = Math.abs(((otherX - x) * c + (otherY - y) * d) / high)
    const turned = Math.abs(c * otherD - d * otherC) > TURNED * high * Math.hypot(otherC, otherD)
    return turned || (above > SAME_LINE * size && above < LETTER_REACH * size)
  })
}

/** Ems between lines of text, at least; signs closer than that over each other are of one letter. */
const LETTER_REACH = 0.85
/** Ems by which the signs of one line may stand higher or lower. */
const SAME_LINE = 0.05
/** Sine of the angle by which signs of one line may differ. */
const TURNED = 0.2

/** Ems between the signs of a line to write on. */
const LEADER_DISTANCE = 1

function isLeader({ text }: VisibleGlyph): boolean {
  return text !== undefined && text.trim() !== '' && LOW_SIGNS.test(text)
}
