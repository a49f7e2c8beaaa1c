/**
 * Regions made of symbols: which one stands where (ITU-T T.88, 6.4).
 *
 * @module
 */

import { demand, type PixelWork } from '../picture-fault.js'
import { Bitmap, drawPiece } from './bitmap.js'
import type { TextCoding } from './text-coding.js'

/** The corner of a symbol that its place is said of. */
export const CORNER = { bottomLeft: 0, topLeft: 1, bottomRight: 2, topRight: 3 } as const

/** What is decoded. */
export interface TextRegion {
  readonly width: number
  readonly height: number
  /** Symbols that are drawn. */
  readonly instances: number
  /** Binary logarithm of the height of a strip. */
  readonly logStrips: number
  readonly corner: number
  /** Lines go from top to bottom. */
  readonly isTransposed: boolean
  readonly operator: number
  readonly isBlack: boolean
  /** Added to every distance between symbols. */
  readonly spacing: number
  readonly isRefined: boolean
  readonly symbols: readonly Bitmap[]
}

/** What a symbol takes besides its pixels, in those of other regions. */
const COST = 32

/** Decodes a region. */
export function decodeTextRegion(region: TextRegion, coding: TextCoding, work: PixelWork): Bitmap {
  const { width, height, instances, logStrips, spacing } = region
  const bitmap = new Bitmap(width, height, work)
  if (region.isBlack) bitmap.bytes.fill(0xff)
  const strips = 2 ** logStrips
  let strip = -coding.stripDelta() * strips
  let first = 0
  let drawn = 0
  while (drawn < instances) {
    strip += coding.stripDelta() * strips
    first += coding.firstPlace()
    let place = first
    for (;;) {
      // Without the mark that ends a strip, some viewers go on drawing.
      demand(drawn < instances, 'a strip has too many symbols')
      drawn++
      work.spend(COST)
      const across = strip + (strips === 1 ? 0 : coding.placeInStrip(logStrips))
      place += drawInstance(region, coding, bitmap, [place, across], work)
      coding.demandData()
      const distance = coding.distance()
      if (distance === undefined) break
      place += distance + spacing
    }
  }
  return bitmap
}

/** Draws a symbol, and tells how far it moves the place of the next. */
function drawInstance(
  region: TextRegion,
  coding: TextCoding,
  bitmap: Bitmap,
  [place, across]: readonly [number, number],
  work: PixelWork,
): number {
  const { corner, isTransposed, symbols, operator, isRefined } = region
  const id = coding.symbol()
  const known = symbols[id]
  demand(known !== undefined, 'a symbol is drawn that there is not')
  const refining = isRefined ? coding.refining : undefined
  const symbol = refining?.isRefined() ? refining.refine(known, work) : known
  const isRight = corner === CORNER.topRight || corner === CORNER.bottomRight
  const isBottom = corner === CORNER.bottomLeft || corner === CORNER.bottomRight
  const advance = (isTransposed ? symbol.height : symbol.width) - 1
  // Where the corner is at its far end, a symbol moves its own place; else that of the next.
  const own = place + ((isTransposed ? isBottom : isRight) ? advance : 0)
  const [x, y] = isTransposed ? [across, own] : [own, across]
  const left = isRight ? x - symbol.width + 1 : x
  const top = isBottom ? y - symbol.height + 1 : y
  // No program puts symbols where they cannot be seen; some viewers end there.
  const isSeen = left < bitmap.width && top < bitmap.height && left + symbol.width > 0 && top + symbol.height > 0
  demand(isSeen, 'a symbol lies outside of its region')
  drawPiece(bitmap, symbol, [left, top], operator, work)
  return advance
}
