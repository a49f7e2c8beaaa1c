/**
 * Reads the indexes and dictionaries of compact fonts (Adobe Technical Note 5176).
 *
 * @module
 */
import type { BigEndianBytes } from './big-endian.js'

/** An index of items (clause 5). */
export interface CffIndex {
  readonly count: number
  readonly offsetSize: number
  /** Position of the offsets, and the position that they are relative to. */
  readonly offsets: number
  readonly data: number
  readonly end: number
  /** Position of item `i`, for i from 0 to `count`. */
  startOf(item: number): number
}

/** Reads an index, and checks that it is complete. */
export function readIndex(reader: BigEndianBytes, at: number): CffIndex {
  const count = reader.u16(at)
  if (count === 0) return { count, offsetSize: 1, offsets: at, data: at, end: at + 2, startOf: () => at + 2 }
  const offsetSize = reader.u8(at + 2)
  if (offsetSize < 1 || offsetSize > 4) throw reader.fail('an index has offsets of an unknown size')
  const offsets = at + 3
  const data = offsets + (count + 1) * offsetSize - 1
  const startOf = (item: number) => data + reader.unsigned(offsets + item * offsetSize, offsetSize)
  const end = startOf(count)
  reader.slice(at, end - at)
  return { count, offsetSize, offsets, data, end, startOf }
}

/** Operands by operator (clause 4). Operators of two bytes have 12 as their upper byte. */
export type CffDict = ReadonlyMap<number, readonly number[]>

/** Most operands of one operator. */
const MAX_OPERANDS = 64

/** Reads a dictionary. When an operator occurs twice, the last one counts. */
export function readDict(reader: BigEndianBytes, start: number, end: number): CffDict {
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

function readOperand(reader: BigEndianBytes, at: number, byte: number): [value: number, length: number] {
  if (byte === 28) return [reader.i16(at + 1), 3]
  if (byte === 29) return [reader.i32(at + 1), 5]
  if (byte >= 32 && byte <= 246) return [byte - 139, 1]
  if (byte >= 247 && byte <= 250) return [(byte - 247) * 256 + reader.u8(at + 1) + 108, 2]
  if (byte >= 251 && byte <= 254) return [-(byte - 251) * 256 - reader.u8(at + 1) - 108, 2]
  if (byte !== 30) throw reader.fail('its dictionary is damaged')
  return readReal(reader, at + 1)
}

/** Meaning of the nibbles of a real (table 5); 15 ends it. */
const NIBBLES = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '.', 'E', 'E-', '', '-']
const END_NIBBLE = 15

function readReal(reader: BigEndianBytes, start: number): [value: number, length: number] {
  let text = ''
  for (let at = start; ; at++) {
    const byte = reader.u8(at)
    for (const nibble of [byte >> 4, byte & 0xf]) {
      if (nibble === END_NIBBLE) return [Number(text), at + 2 - start]
      text += NIBBLES[nibble] ?? ''
    }
  }
}
