/**
 * A table CFF2 (ISO/IEC 14496-22, 5.4.3) of one letter and .notdef.
 *
 * @module
 */

import { bytesOf } from '../notation.js'
import { charstringNumber } from './charstrings.js'
import { bigEndian, type SmallGlyph } from './small-font.js'

/** An operand of five bytes, so that offsets do not move what they are offsets of. */
const operand = (value: number) => bytesOf(bigEndian(1, 29), bigEndian(4, value))

function indexOf(items: readonly Uint8Array[]): Uint8Array {
  if (items.length === 0) return bigEndian(4, 0)
  let end = 1
  const offsets = [end, ...items.map((item) => (end += item.length))]
  return bytesOf(bigEndian(4, items.length), bigEndian(1, 4), bigEndian(4, ...offsets), ...items)
}

/** Neither a width in front nor an operator at the end. */
function charstring({ contours }: SmallGlyph): Uint8Array {
  let [x, y] = [0, 0]
  const moves = contours.flatMap((contour) =>
    contour.map((corner, i) => {
      const step = bytesOf(charstringNumber(corner[0] - x, true), charstringNumber(corner[1] - y, true))
      ;[x, y] = corner
      return bytesOf(step, bigEndian(1, i === 0 ? 21 : 5))
    }),
  )
  return bytesOf(...moves)
}

/** The table. */
export function compactTwo(glyph: SmallGlyph): Uint8Array {
  const outlines = indexOf([new Uint8Array(), charstring(glyph)])
  const global = indexOf([])
  const topOf = (outlinesAt: number, fontsAt: number) =>
    bytesOf(operand(outlinesAt), bigEndian(1, 17), operand(fontsAt), bigEndian(1, 12, 36))
  const fontsOf = (privateAt: number) => indexOf([bytesOf(operand(0), operand(privateAt), bigEndian(1, 18))])
  const length = topOf(0, 0).length
  const outlinesAt = 5 + length + global.length
  const fontsAt = outlinesAt + outlines.length
  const fonts = fontsOf(fontsAt + fontsOf(0).length)
  return bytesOf(bigEndian(1, 2, 0, 5), bigEndian(2, length), topOf(outlinesAt, fontsAt), global, outlines, fonts)
}
