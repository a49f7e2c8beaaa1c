/**
 * A grey picture that stands in for one that a reader cannot show.
 *
 * @module
 */

import { crc32, deflateSync } from 'node:zlib'

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)
/** Pixels of the longer side: the frame is all that there is to see. */
const MAX_SIDE = 160
const FRAME = 0xc4
const FILL = 0xf0

/**
 * A grey box with a thin frame, for readers that do not know the real kind of image. Its sides have the ratio of those
 * given, which may be in any unit.
 */
export function placeholderPng(width: number, height: number): Uint8Array {
  const scale = MAX_SIDE / Math.max(width, height, 1)
  const columns = Math.max(1, Math.round(width * scale))
  const rows = Math.max(1, Math.round(height * scale))
  // A scan line is a filter, 0 for none, and its samples (PNG, 7.2).
  const line = new Uint8Array(columns + 1).fill(FILL, 1)
  line[1] = FRAME
  line[columns] = FRAME
  const edge = new Uint8Array(columns + 1).fill(FRAME, 1)
  const lines = Array.from({ length: rows }, (_, row) => (row === 0 || row === rows - 1 ? edge : line))
  const header = Buffer.alloc(13)
  header.writeUInt32BE(columns, 0)
  header.writeUInt32BE(rows, 4)
  // Eight bits of grey.
  header[8] = 8
  const data = deflateSync(Buffer.concat(lines))
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', new Uint8Array())])
}

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(data.length + 12)
  bytes.writeUInt32BE(data.length, 0)
  bytes.write(type, 4, 'latin1')
  bytes.set(data, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, data.length + 8)), data.length + 8)
  return bytes
}
