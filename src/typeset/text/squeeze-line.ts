/**
 * Lines of East Asian text that are made narrower so that one more piece fits (w:characterSpacingControl, ECMA-376-1,
 * 17.15.1.18).
 *
 * @module
 */

import type { ShapedText } from '../fonts/font-face.js'
import { countSigns, endsWithSign, HALF_EM, narrowSigns, overhangOf } from './east-asian-punctuation.js'
import type { InlineItem } from './inline-item.js'
import { widthOf } from './shape-item.js'

/**
 * Largest share of their width that blanks between Latin letters lose. Three lines of a Korean document that Word set have
 * blanks of three quarters, and the rest is taken from the spaces between scripts.
 */
const SHARE_OF_BLANK = 0.25
/**
 * Largest share of their width that spaces between scripts lose. In a Japanese document that Word set, they lost 43 % on one
 * line; another line would have needed 56 % and was not squeezed.
 */
const SHARE_OF_SPACE = 0.5

/** A piece of a line while its position is computed; see PlacedItem. */
interface SqueezedPiece {
  readonly item: InlineItem
  readonly text: string
  shaped: ShapedText | undefined
  width: number
  extra: number
}

/** Width that an item can lose, in twips: the blank half of each full-width sign, and a share of blanks. */
export function spareOf(item: InlineItem): number {
  if (item.kind !== 'text') return 0
  if (item.isSpace) return item.width * shareOfBlank(item)
  return item.isEastAsian ? countSigns(item.text, item.shaped) * HALF_EM * item.style.size * item.style.run.scale : 0
}

function shareOfBlank({ shaped }: Extract<InlineItem, { kind: 'text' }>): number {
  if (shaped.glyphs.length === 0) return SHARE_OF_SPACE
  // Balanced blanks keep their width.
  return (shaped.advances[0] ?? 0) < HALF_EM ? SHARE_OF_BLANK : 0
}

/**
 * Largest width by which Word squeezes a line so that one more unbreakable piece fits: half of the piece. So a line is squeezed
 * where, without the piece, it would have to be spread by more. In a Japanese document that Word set, 75 characters that were up
 * to 0.50 em too long were taken in and all 40 that were 0.52 em or more too long were not, however many signs their lines have;
 * a Latin word of 4.2 em that was 1.9 em too long was taken in. A Chinese document shows the same in 10 of 16 places.
 *
 * @param spare of all items of the line
 */
export function squeezableBy(spare: number, piece: number): number {
  return Math.min(spare, piece / 2)
}

/**
 * Squeezes a line by `lack`: at its full-width signs, then at blanks between Latin letters, then at spaces between scripts. A
 * full stop that still does not fit hangs over the end of the line if `hangs` is true. Returns the amount taken.
 */
export function squeezeLine(
  pieces: readonly SqueezedPiece[],
  from: number,
  to: number,
  lack: number,
  hangs: boolean,
): number {
  const line = pieces.slice(from, to)
  const overhang = hangs ? overhangAt(line, lack) : 0
  let left = lack - overhang
  left -= squeezeSigns(line, left, overhang > 0)
  for (const isBetweenScripts of [false, true]) left -= squeezeBlanks(line, left, isBetweenScripts)
  return lack - left
}

/** Width of the last sign that hangs over the end; 0 where the line can be squeezed enough. */
function overhangAt(line: readonly SqueezedPiece[], lack: number): number {
  const last = line[line.length - 1]
  if (last === undefined) return 0
  const spare = line.reduce((sum, { item }) => sum + spareOf(item), 0)
  let unbroken = last.width
  for (let i = line.length - 2; i >= 0; i--) {
    const piece = line[i]
    if (piece === undefined || piece.item.breakAfter) break
    unbroken += piece.width
  }
  return lack <= squeezableBy(spare, unbroken) + ROUNDING ? 0 : Math.min(lack, overhangOf(last.item))
}

/** Tolerance in twips between the widths of a line and those that it was filled by. */
const ROUNDING = 1

/**
 * Squeezes full-width signs by `lack`, all equally except a sign at the end of the line, which loses its half only where the
 * others are not enough. In a Japanese document that Word set, two lines end with a full-width full stop after narrower signs;
 * two others, with one other sign each, end with a full stop of half an em.
 */
function squeezeSigns(line: readonly SqueezedPiece[], lack: number, isHanging: boolean): number {
  const last = line[line.length - 1]
  const lastHalf = last !== undefined && endsWithSign(last) ? halfOf(last) : 0
  const others = line.reduce((sum, piece) => sum + signsOf(piece) * halfOf(piece), 0) - lastHalf
  const isEnough = isHanging || lack <= others + ROUNDING
  const share = others <= 0 ? 0 : Math.min(1, Math.max(0, isEnough ? lack : lack - lastHalf) / others)
  let taken = 0
  for (const piece of line) {
    if (piece.shaped === undefined || piece.item.kind !== 'text' || signsOf(piece) === 0) continue
    const lossOfLast = piece !== last || lastHalf === 0 ? undefined : isEnough ? 0 : HALF_EM
    piece.shaped = narrowSigns(piece.text, piece.shaped, share * HALF_EM, lossOfLast)
    const width = widthOf(piece.shaped, piece.item.style)
    taken += piece.width - width
    piece.width = width
  }
  return taken
}

function signsOf({ item, text, shaped }: SqueezedPiece): number {
  return item.kind === 'text' && item.isEastAsian && shaped !== undefined ? countSigns(text, shaped) : 0
}

/** Half the width of a full-width sign of a piece. */
function halfOf({ item }: SqueezedPiece): number {
  return item.kind === 'text' ? HALF_EM * item.style.size * item.style.run.scale : 0
}

function squeezeBlanks(line: readonly SqueezedPiece[], lack: number, isBetweenScripts: boolean): number {
  const blanks = line.filter(({ item }) => {
    return item.kind === 'text' && item.isSpace && (item.shaped.glyphs.length === 0) === isBetweenScripts
  })
  const spare = blanks.reduce((sum, { item }) => sum + spareOf(item), 0)
  if (spare <= 0 || lack <= 0) return 0
  const share = Math.min(1, lack / spare)
  for (const piece of blanks) {
    const change = share * spareOf(piece.item)
    piece.extra -= change / Math.max(1, piece.shaped?.glyphs.length ?? 1)
    piece.width -= change
  }
  return share * spare
}
