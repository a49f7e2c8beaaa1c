/**
 * Where the ink of letters lies: a point takes a hundredth of its cell, and is gone when something pale lies on that.
 *
 * The places are those of common text fonts. They do not come from the file, which could say anything.
 *
 * @module
 */

import { type Box, intersectBoxes, transformBox } from '../../pdf/matrix.js'
import type { PaintedArea } from '../content/device.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import { piecesOf } from './print-pieces.js'

/** Lowest and highest ink in ems, by the character. */
const HEIGHTS: readonly (readonly [RegExp, low: number, high: number])[] = [
  [/^[.\u2026]$/u, 0, 0.1],
  [/^,$/u, -0.1, 0.1],
  [/^:$/u, 0, 0.48],
  [/^;$/u, -0.1, 0.48],
  [/^[-\u2010-\u2015\u2212~\u00b7]$/u, 0.22, 0.36],
  [/^_$/u, -0.1, -0.06],
  [/^['"`\u00b0\u2018-\u201f*^\u00b2\u00b3\u00b9]$/u, 0.5, 0.66],
  [/^[gpqy]$/u, -0.1, 0.46],
  [/^[j]$/u, -0.1, 0.62],
  [/^[acemnorsuvwxz]$/u, 0.03, 0.46],
  [/^[Q\u00c7]$/u, -0.03, 0.64],
]
/** Of all other characters; and of capitals with an accent. */
const USUAL_HEIGHT = [0.03, 0.62] as const
const ACCENTED_HEIGHT = 0.78
/** Signs that are small enough to be lost in a line that is drawn through them. */
export const SMALL_SIGN = /^[.,:;'"`\u00b0\u00b7\u2010-\u2026\u2212*^~_-]$/u
/** Share of a letter's width, at either side, in which there may be no ink. */
const SIDE = 0.14

/** The ink of a letter, in the space of the page. */
export function inkBoxOf({ glyph, text = '' }: VisibleGlyph): Box {
  const width = glyph.font.widthOf(glyph.code)
  const [low, high] = heightsOf(text)
  return transformBox([SIDE * width, low, (1 - SIDE) * width, high], glyph.matrix)
}

function heightsOf(text: string): readonly [low: number, high: number] {
  const known = HEIGHTS.find(([pattern]) => pattern.test(text))
  if (known !== undefined) return [known[1], known[2]]
  const isAccented = text.normalize('NFD').length > text.length && text !== text.toLowerCase()
  return [USUAL_HEIGHT[0], isAccented ? ACCENTED_HEIGHT : USUAL_HEIGHT[1]]
}

/** A part of a drawing that is small enough to be looked at closely. */
export interface InkedPiece {
  readonly region: Box
  /** Ink of the letters that lie in it, in part at least. */
  readonly inks: readonly Box[]
  /** What is painted there, in the order that was given. */
  readonly areas: readonly PaintedArea[]
}

/** The pieces of a drawing in which something is painted where letters are: in a whole page a point would not be found. */
export function* inkedPieces(
  areas: readonly PaintedArea[],
  glyphs: readonly VisibleGlyph[],
  region: Box,
): Generator<InkedPiece> {
  if (areas.length === 0 || glyphs.length === 0) return
  const all = glyphs.map(inkBoxOf)
  for (const piece of piecesOf(region)) {
    const near = areas.filter(({ box }) => intersectBoxes(box, piece) !== undefined)
    const inks = near.length === 0 ? [] : all.filter((ink) => intersectBoxes(ink, piece) !== undefined)
    if (inks.length > 0) yield { region: inks.reduce(around, piece), inks, areas: near }
  }
}

/** Letters at the edge of a piece are looked at as a whole. */
function around(a: Box, b: Box): Box {
  return [Math.min(a[0], b[0]), Math.min(a[1], b[1]), Math.max(a[2], b[2]), Math.max(a[3], b[3])]
}
