/**
 * Indexes and dictionaries of compact fonts (Adobe Technical Note 5176, clauses 4 and 5).
 *
 * @module
 */
import type { BinaryReader } from './binary-reader.js'

/** An index (clause 5): where item `i` begins, for i from 0 to `count`. */
export interface CffIndex {
  readonly count: number
  readonly end: number
  startOf(item: number): number
}

export function readIndex(reader: BinaryReader, at: number): CffIndex {
  const count = reader.u16(at)
  if (count === 0) return { count, end: at + 2, startOf: () => at + 2 }
  const size = reader.u8(at + 2)
  const data = at + 3 + (count + 1) * size - 1
  const startOf = (item: number) => data + reader.unsigned(at + 3 + item * size, size)
  const end = startOf(count)
  if (size < 1 || size > 4 || end > reader.length) throw new RangeError('an index lies outside of the font')
  return { count, end, startOf }
}

/** The bytes of an item; RangeError for one that is not there. */
export function itemOf(reader: BinaryReader, index: CffIndex, item: number): Uint8Array {
  if (!(item >= 0 && item < index.count)) throw new RangeError('an item is missing')
  const start = index.startOf(item)
  return reader.slice(start, index.startOf(item + 1) - start)
}

/** Operands of each operator (clause 4); those of two bytes have 12 in front. */
export type CffDict = ReadonlyMap<number, readonly number[]>

/** Operands in front of one operator. */
const MAX_OPERANDS = 64

export function readDict(reader: BinaryReader, start: number, end: number): CffDict {
  const entries = new Map<number, readonly number[]>()
  let operands: number[] = []
  let at = start
  while (at < end) {
    const byte = reader.u8(at)
    if (byte <= 21) {
      const operator = byte === 12 ? 0x0c00 + reader.u8(at + 1) : byte
      entries.set(operator, operands)
      operands = []
      at += byte === 12 ? 2 : 1
      continue
    }
    const [value, length] = readOperand(reader, at, byte)
    if (operands.length < MAX_OPERANDS) operands.push(value)
    at += length
  }
  return entries
}

function readOperand(reader: BinaryReader, at: number, byte: number): [value: number, length: number] {
  if (byte === 28) return [reader.i16(at + 1), 3]
  if (byte === 29) return [reader.i32(at + 1), 5]
  if (byte >= 32 && byte <= 246) return [byte - 139, 1]
  if (byte >= 247 && byte <= 250) return [(byte - 247) * 256 + reader.u8(at + 1) + 108, 2]
  if (byte >= 251 && byte <= 254) return [-(byte - 251) * 256 - reader.u8(at + 1) - 108, 2]
  if (byte !== 30) throw new RangeError('a dictionary is damaged')
  return readReal(reader, at + 1)
}

/** Nibbles of a real (table 5); 15 ends it. */
const NIBBLES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-']
const END_NIBBLE = 15

function readReal(reader: BinaryReader, start: number): [value: number, length: number] {
  let text = ''
  for (let at = start; ; at++) {
    const byte = reader.u8(at)
    for (const nibble of [byte >> 4, byte & 0xf]) {
      if (nibble === END_NIBBLE) return [Number(text), at + 2 - start]
      text += NIBBLES[nibble] ?? ''
    }
  }
}
