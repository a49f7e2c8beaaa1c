/**
 * Dictionaries and text regions of JBIG2 in Huffman's code (ITU-T T.88, Annex B), for pictures that tests make.
 *
 * @module
 */
import { faxOf } from './fax-encoder.js'
import { bitsFor, type Instance, type TextOptions, textFlags, textSteps, u16, u32 } from './jbig2-encoder.js'
import { type Pixels, pixels } from './pixels.js'

/** Codes of a table: from a value on, what stands before and how many bits follow. */
type Codes = readonly (readonly [from: number, prefix: string, bits: number])[]

const B1: Codes = [
  [0, '0', 4],
  [16, '10', 8],
  [272, '110', 16],
]
const B2: Codes = [
  [0, '0', 0],
  [1, '10', 0],
  [2, '110', 0],
  [3, '1110', 3],
  [11, '11110', 6],
]
const B4: Codes = [
  [1, '0', 0],
  [2, '10', 0],
  [3, '110', 0],
  [4, '1110', 3],
  [12, '11110', 6],
]
const B6: Codes = [
  [-128, '11101', 6],
  [-64, '11110', 5],
  [-32, '1011', 5],
  [0, '00', 7],
  [128, '010', 7],
  [256, '011', 8],
]
const B8: Codes = [
  [-15, '11111100', 3],
  [-7, '111111100', 1],
  [-5, '11111101', 1],
  [-3, '111111101', 0],
  [-2, '1111100', 0],
  [-1, '1010', 0],
  [0, '00', 1],
  [2, '11010', 0],
  [3, '111010', 0],
  [4, '100', 4],
  [20, '111011', 1],
  [22, '1011', 4],
  [38, '1100', 5],
  [70, '11011', 6],
]
const B11: Codes = [
  [1, '0', 0],
  [2, '10', 1],
  [4, '1100', 0],
  [5, '1101', 1],
  [7, '11100', 1],
  [9, '11101', 2],
  [13, '111100', 2],
  [17, '1111010', 2],
  [21, '1111011', 3],
  [29, '1111100', 4],
]
/** The table that a segment gives. */
const GIVEN: Codes = [[0, '0', 9]]
const [END_OF_B2, END_OF_B8] = ['111111', '01']

const bin = (value: number, bits: number) =>
  bits === 0 ? '' : (value >>> 0).toString(2).padStart(bits, '0').slice(-bits)

function code(codes: Codes, value: number): string {
  const [from, prefix, bits] = codes.findLast(([low]) => low <= value) ?? [0, '', 0]
  return prefix + bin(value - from, bits)
}

/** Bits as bytes, filled up with zeros. */
function packed(bits: string): number[] {
  return (bits.match(/.{1,8}/g) ?? []).map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2))
}

/** The data of a table with the codes of `GIVEN`, and with codes of two bits for what lies below and above. */
export function givenTable(): number[] {
  const [lengthBits, rangeBits] = [2, 4]
  const flags = ((lengthBits - 1) << 1) | ((rangeBits - 1) << 4)
  return [
    flags,
    ...u32(0, 512),
    ...packed(bin(1, lengthBits) + bin(9, rangeBits) + bin(2, lengthBits) + bin(2, lengthBits)),
  ]
}

/** In the code of the table that is given. */
const givenCode = (value: number) => (value < 0 ? `10${bin(-1 - value, 32)}` : code(GIVEN, value))

const aligned = (bits: string) => bits.padEnd(Math.ceil(bits.length / 8) * 8, '0')

/** The data of a dictionary whose symbols of one height stand side by side, in the code of facsimile. */
export function huffmanDictionary(symbols: readonly Pixels[]): number[] {
  const heights = [...new Set(symbols.map(({ height }) => height))].sort((a, b) => a - b)
  let bits = ''
  heights.forEach((height, i) => {
    const members = symbols.filter((symbol) => symbol.height === height)
    bits += code(B4, height - (heights[i - 1] ?? 0))
    members.forEach((symbol, j) => {
      bits += code(B2, symbol.width - (members[j - 1]?.width ?? 0))
    })
    const data = faxOf(sideBySide(members))
    bits = aligned(bits + END_OF_B2 + code(B1, data.length)) + data.map((byte) => bin(byte, 8)).join('')
  })
  bits += code(B1, 0) + code(B1, symbols.length)
  return [...u16(1), ...u32(symbols.length, symbols.length), ...packed(bits)]
}

/** Pictures of one height in a row. */
export function sideBySide(members: readonly Pixels[]): Pixels {
  const columns = members.flatMap((member) => Array.from({ length: member.width }, (_, x) => ({ member, x })))
  return pixels(columns.length, members[0]?.height ?? 0, (x, y) => columns[x]?.member.at(columns[x].x, y) === 1)
}

/** The data of a text region; with `isGiven`, the first places of strips are in the code of `givenTable`. */
export function huffmanText(
  place: readonly number[],
  instances: readonly Instance[],
  symbols: readonly Pixels[],
  options: TextOptions & { readonly isGiven?: boolean } = {},
): number[] {
  const { logStrips = 0, isGiven = false } = options
  const length = bitsFor(symbols.length)
  // Of the codes for lengths of codes, two are used: the one of this length is 0.
  let bits = Array.from({ length: 35 }, (_, i) => bin(i === length || i === length + 1 ? 1 : 0, 4)).join('')
  bits = aligned(bits + '0'.repeat(symbols.length)) + code(B11, 1)
  textSteps(instances, symbols, options).forEach(({ delta, drawn }, i) => {
    bits += code(B11, i === 0 ? delta + 1 : delta)
    drawn.forEach(({ instance, step, inStrip }, j) => {
      bits += j > 0 ? code(B8, step) : isGiven ? givenCode(step) : code(B6, step)
      bits += bin(inStrip, logStrips) + bin(instance.id, length)
    })
    bits += END_OF_B8
  })
  const flags = [...u16(textFlags(options, false) | 1), ...u16(isGiven ? 3 : 0)]
  return [...place, ...flags, ...u32(instances.length), ...packed(bits)]
}
