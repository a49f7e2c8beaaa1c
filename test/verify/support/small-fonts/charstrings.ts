/**
 * Outlines as programs of charstrings, of Type 1 and of Type 2.
 *
 * @module
 */

import { bytesOf } from '../notation.js'
import { bigEndian, type SmallGlyph } from './small-font.js'

/** Operators that both types have. */
const RLINETO = 5
const CLOSE_PATH = 9
const HSBW = 13
const END_CHAR = 14
const RMOVETO = 21

/** A number as Type 1 has it, which for small ones is what Type 2 has. */
export function charstringNumber(value: number, isType2 = false): Uint8Array {
  if (value >= -107 && value <= 107) return bigEndian(1, value + 139)
  if (value >= 108 && value <= 1131) return bigEndian(1, 247 + ((value - 108) >> 8), (value - 108) & 0xff)
  if (value >= -1131 && value <= -108) return bigEndian(1, 251 + ((-value - 108) >> 8), (-value - 108) & 0xff)
  return isType2 ? bytesOf(bigEndian(1, 28), bigEndian(2, value)) : bytesOf(bigEndian(1, 255), bigEndian(4, value))
}

/** The charstring of a glyph. */
export function charstringOf(glyph: SmallGlyph, type: 1 | 2): Uint8Array {
  const is2 = type === 2
  const put = (...numbers: readonly number[]) => bytesOf(...numbers.map((number) => charstringNumber(number, is2)))
  let place: readonly [number, number] = [0, 0]
  const step = ([x, y]: readonly [number, number]) => {
    const by = put(x - place[0], y - place[1])
    place = [x, y]
    return by
  }
  const contours = glyph.contours.map(([first = [0, 0], ...rest]) =>
    bytesOf(
      step(first),
      bigEndian(1, RMOVETO),
      ...rest.flatMap((corner) => [step(corner), bigEndian(1, RLINETO)]),
      bigEndian(1, ...(is2 ? [] : [CLOSE_PATH])),
    ),
  )
  const start = is2 ? new Uint8Array() : bytesOf(put(0, glyph.width), bigEndian(1, HSBW))
  return bytesOf(start, ...contours, bigEndian(1, END_CHAR))
}
