/**
 * Reads the container of WebP files (RFC 9649): the size of the picture, and the first frame of an animation.
 *
 * @module
 */

import { concatBytes } from '../../bytes.js'
import type { PixelSize } from './raster.js'

/** Offset of the first chunk of a file, and length of a frame header. */
const FIRST_CHUNK = 12
const FRAME_HEADER_BYTES = 16
/** Flags of the extended header (2.7). */
const ANIMATED = 2
const HAS_OPACITY = 16
/** Maximum number of chunks that are read before the first frame. */
const MAX_CHUNKS = 1000

interface Chunk {
  readonly type: string
  readonly content: Uint8Array
}

/** Width and height in pixels, those of the canvas if there is one; undefined if the file does not contain them. */
export function readWebpSize(bytes: Uint8Array): PixelSize | undefined {
  const [first] = chunksOf(bytes, FIRST_CHUNK)
  if (first === undefined) return undefined
  const { type, content } = first
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength)
  if (type === 'VP8X' && content.length >= 10) {
    return { width: 1 + uint24(content, 4), height: 1 + uint24(content, 7) }
  }
  if (type === 'VP8L' && content.length >= 5) {
    const bits = view.getUint32(1, true)
    return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >> 14) & 0x3fff) }
  }
  if (type === 'VP8 ' && content.length >= 10) {
    return { width: view.getUint16(6, true) & 0x3fff, height: view.getUint16(8, true) & 0x3fff }
  }
  return undefined
}

/** The file itself, or the first frame of an animation as a separate file. */
export function stillWebp(bytes: Uint8Array): Uint8Array {
  const chunks = chunksOf(bytes, FIRST_CHUNK)
  const [header] = chunks
  if (header?.type !== 'VP8X' || ((header.content[0] ?? 0) & ANIMATED) === 0) return bytes
  const frame = chunks.find(({ type }) => type === 'ANMF')?.content
  if (frame === undefined) return bytes
  const parts = chunksOf(frame, FRAME_HEADER_BYTES).filter(({ type }) => ['ALPH', 'VP8 ', 'VP8L'].includes(type))
  const canvas = new Uint8Array(10)
  canvas[0] = HAS_OPACITY
  // The frame header contains width and height in the same form as the file header: less one, in three bytes each.
  canvas.set(frame.subarray(6, 12), 4)
  const content = concatBytes([
    Buffer.from('WEBP', 'latin1'),
    ...[{ type: 'VP8X', content: canvas }, ...parts].map(writeChunk),
  ])
  return writeChunk({ type: 'RIFF', content })
}

function chunksOf(bytes: Uint8Array, start: number): Chunk[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const chunks: Chunk[] = []
  for (let at = start; at + 8 <= bytes.length && chunks.length < MAX_CHUNKS; ) {
    const length = view.getUint32(at + 4, true)
    const type = String.fromCharCode(...bytes.subarray(at, at + 4))
    chunks.push({ type, content: bytes.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length & 1)
  }
  return chunks
}

function writeChunk({ type, content }: Chunk): Uint8Array {
  const bytes = new Uint8Array(8 + content.length + (content.length & 1))
  bytes.set(Buffer.from(type, 'latin1'))
  new DataView(bytes.buffer).setUint32(4, content.length, true)
  bytes.set(content, 8)
  return bytes
}

function uint24(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
}
