/**
 * Whether letters stand as letters do: upright or turned as a whole, not mirrored, not drawn out of shape, side by side.
 *
 * @module
 */
import { largest, smallest } from '../../lists.js'
import type { PaintedGlyph } from '../content/device.js'
import type { TextLine } from '../text/text-order.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import type { FieldLook, ShownFault } from './field-look.js'

/** Width of an em to its height, and its inverse, within which letters can be read. */
const MAX_DISTORTION = 3
/** Side of a letter's cell, in ems: the broadest dashes take one. */
const MAX_CELL = 1.8
/** Share of a letter that may lie on the next one: kerning takes less. */
const MAX_OVERLAP = 0.5
/** Way from one letter to the next in ems: the narrowest take more than twice as much. */
const MIN_ADVANCE = 0.1
const MARKS = /^\p{M}/u
/** Cosine of the angle up to which letters may lean: italics of 25 degrees. */
const MAX_SLANT = 0.45

/** Ratio of the sizes of letters in one field: a small 2 is an exponent. */
const MAX_SIZE_RATIO = 1.25
/** Ems by which their baselines may differ, for rounding: a raised 2 is an exponent, and raised cents are cents. */
const MAX_RISE = 0.1

/**
 * What is wrong with how the letters of a field stand; `undefined` when nothing is.
 *
 * @param rotation By how many degrees the field is turned, counter-clockwise (/R of /MK, ISO 32000-2, Table 192).
 */
export function findPositionFault({ glyphs, lines }: FieldLook, rotation = 0): ShownFault | undefined {
  const seen = glyphs.filter(({ isVisible, text }) => isVisible && text?.trim() !== '')
  if (seen.some(({ glyph }) => isDistorted(glyph))) return { kind: 'unlike', detail: 'its letters are out of shape' }
  if (areOfManySizes(seen)) return { kind: 'unlike', detail: 'its letters are of different sizes' }
  if (lines.some(isUneven)) return { kind: 'unlike', detail: 'its letters stand above or below their line' }
  if (new Set(lines.map(({ angle }) => angle)).size > 1) {
    return { kind: 'unlike', detail: 'its lines run in different directions' }
  }
  if (lines.some((line) => line.angle === 180) && rotation !== 180)
    return { kind: 'unlike', detail: 'its letters are upside down' }
  const overlaps = lines.some((line) => {
    return line.glyphs.some(
      (glyph, i) => liesOn(line.glyphs[i - 1], glyph, line.angle) || isStacked(line.glyphs[i - 1], glyph),
    )
  })
  return overlaps ? { kind: 'hidden', detail: 'letters overlap' } : undefined
}

function areOfManySizes(glyphs: readonly VisibleGlyph[]): boolean {
  const sizes = glyphs.map(({ glyph }) => glyph.size)
  return largest(sizes) > MAX_SIZE_RATIO * smallest(sizes)
}

/** True for a line with letters that are set higher or lower than its first one. */
function isUneven({ glyphs: [first, ...others] }: TextLine): boolean {
  if (first === undefined) return false
  const [a, b, , , x, y] = first.glyph.matrix
  const along = Math.hypot(a, b)
  return others.some(({ glyph: { matrix, size }, text }) => {
    const rise = Math.abs((matrix[4] - x) * b - (matrix[5] - y) * a) / along
    return rise > MAX_RISE * size && !(text !== undefined && MARKS.test(text))
  })
}

/** Mirrored, slanted, stretched, or in a cell that no letter takes. */
function isDistorted({ matrix: [a, b, c, d], box, size }: PaintedGlyph): boolean {
  const [left, bottom, right, top] = box
  if (Math.max(right - left, top - bottom) > MAX_CELL * size) return true
  const [along, across] = [Math.hypot(a, b), Math.hypot(c, d)]
  if (!(along > 0 && across > 0) || a * d - b * c <= 0) return true
  const isSlanted = Math.abs(a * c + b * d) > MAX_SLANT * along * across
  return isSlanted || along > MAX_DISTORTION * across || across > MAX_DISTORTION * along
}

/** Letters that begin where the one before does, as with a font whose widths are nothing; accents may. */
function isStacked(before: VisibleGlyph | undefined, { glyph, text }: VisibleGlyph): boolean {
  if (before === undefined || text === undefined || MARKS.test(text) || text.trim() === '') return false
  if (before.text?.trim() === '') return false
  const distance = Math.hypot(...[4, 5].map((i) => (glyph.matrix[i] as number) - (before.glyph.matrix[i] as number)))
  return distance < MIN_ADVANCE * glyph.size
}

function liesOn(before: VisibleGlyph | undefined, glyph: VisibleGlyph, angle: number): boolean {
  if (before === undefined || angle !== 0) return false
  const [left, , right] = glyph.glyph.box
  const shared = before.glyph.box[2] - left
  const narrower = Math.min(right - left, before.glyph.box[2] - before.glyph.box[0])
  return shared > MAX_OVERLAP * narrower
}
