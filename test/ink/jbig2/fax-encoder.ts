/**
 * Pictures in the code of facsimile as JBIG2 has it (ITU-T T.6, every row by the one above), for pictures that tests make.
 *
 * @module
 */
import { type FaxTable, faxTables, LONGEST_CODE, MODE } from '../../../src/ink/pictures/decode-fax.js'
import type { Pixels } from './pixels.js'

const END_OF_BLOCK = '000000000001000000000001'
/** How far a change may be from one above to be told by the distance. */
const FARTHEST = 3

/** The code of a value, from the table by which it is read. */
function codeOf(table: FaxTable, value: number): string {
  const at = table.findIndex((entry) => entry !== 0 && entry >> 4 === value)
  return at
    .toString(2)
    .padStart(LONGEST_CODE, '0')
    .slice(0, (table[at] ?? 0) & 15)
}

/** The bytes of a picture, with the mark of the end if it is wanted. */
export function faxOf({ width, height, at }: Pixels, isMarked = false): number[] {
  const { white, black, modes } = faxTables()
  const run = (isBlack: number, length: number) => {
    const table = isBlack === 1 ? black : white
    return (length >= 64 ? codeOf(table, length - (length % 64)) : '') + codeOf(table, length % 64)
  }
  let bits = ''
  for (let y = 0; y < height; y++) {
    /** The next place from which on pixels are of another colour than the one before them. */
    const change = (row: number, from: number, colour: number) => {
      let x = from
      while (x < width && !(at(x, row) !== colour && at(x - 1, row) === colour)) x++
      return x
    }
    for (let [x, colour] = [-1, 0]; x < width; ) {
      const end = nextOther(at, y, Math.max(x, 0), colour, width)
      const above = change(y - 1, x + 1, colour)
      const afterwards = change(y - 1, above + 1, 1 - colour)
      if (afterwards < end) {
        bits += codeOf(modes, MODE.pass)
        x = afterwards
      } else if (Math.abs(end - above) <= FARTHEST) {
        bits += codeOf(modes, MODE.vertical + end - above)
        x = end
        colour = 1 - colour
      } else {
        const second = nextOther(at, y, end, 1 - colour, width)
        bits += codeOf(modes, MODE.horizontal) + run(colour, end - Math.max(x, 0)) + run(1 - colour, second - end)
        x = second
      }
    }
  }
  if (isMarked) bits += END_OF_BLOCK
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

/** From a place on, the first pixel that is not of a colour. */
function nextOther(at: Pixels['at'], y: number, from: number, colour: number, width: number): number {
  let x = from
  while (x < width && at(x, y) === colour) x++
  return x
}
