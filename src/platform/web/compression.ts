/**
 * Replaces `../compression.ts` where there is no `node:zlib`: the same functions, computed by pako, a port of zlib. The
 * functions process data piece by piece, as zlib in Node.js does. So damaged or too large data are refused at the same place,
 * and limits apply before memory is allocated.
 *
 * @module
 */

import { Z_BUF_ERROR, Z_FINISH, Z_OK, Z_STREAM_END, Z_SYNC_FLUSH, ZStream, zlibInflate, zlibInflateInit2 } from 'pako'

/** The options of node:zlib that are used. */
interface Options {
  /** Largest output, in bytes. */
  readonly maxOutputLength?: number | undefined
  /** Number of output bytes that are allocated at a time. */
  readonly chunkSize?: number | undefined
  readonly finishFlush?: number | undefined
}

/** The flush values of zlib.h. */
export const constants = { Z_SYNC_FLUSH, Z_FINISH } as const

/**
 * Logarithm of the window size, as inflateInit2 expects it (zlib.h): positive for data with a zlib header, negative without a
 * header, above 16 with a gzip header.
 */
const ZLIB = 15
const RAW = -15
const GZIP = 31

const DEFAULT_CHUNK = 16 * 1024

export function inflateSync(data: Uint8Array, options?: Options): Buffer {
  return inflate(data, ZLIB, options)
}

export function inflateRawSync(data: Uint8Array, options?: Options): Buffer {
  return inflate(data, RAW, options)
}

export function gunzipSync(data: Uint8Array, options?: Options): Buffer {
  return inflate(data, GZIP, options)
}

function inflate(data: Uint8Array, windowBits: number, options: Options = {}): Buffer {
  const stream = new ZStream()
  assertOk(zlibInflateInit2(stream, windowBits))
  const { finishFlush = Z_FINISH } = options
  return run(stream, data, options, () => {
    const status = zlibInflate(stream, finishFlush as typeof Z_FINISH)
    if (status === Z_STREAM_END || status === Z_OK || status === Z_BUF_ERROR) {
      const isCut = status !== Z_STREAM_END && stream.avail_out !== 0 && finishFlush === Z_FINISH
      if (isCut) throw new Error('unexpected end of file')
      return
    }
    throw new Error(stream.msg === '' ? `zlib error ${status}` : stream.msg)
  })
}

/** Runs zlib until a buffer is not filled, like the loop of Node.js. */
function run(stream: ZStream, data: Uint8Array, options: Options, step: () => void): Buffer {
  const { maxOutputLength = Number.POSITIVE_INFINITY, chunkSize = DEFAULT_CHUNK } = options
  stream.input = data.constructor === Uint8Array ? data : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  stream.next_in = 0
  stream.avail_in = data.length
  const chunks: Uint8Array[] = []
  let length = 0
  do {
    stream.output = new Uint8Array(chunkSize)
    stream.next_out = 0
    stream.avail_out = chunkSize
    step()
    length += stream.next_out
    if (length > maxOutputLength) throw tooLarge(maxOutputLength)
    chunks.push(stream.output.subarray(0, stream.next_out))
  } while (stream.avail_out === 0)
  const [only = new Uint8Array(0)] = chunks
  return chunks.length <= 1 ? Buffer.from(only.buffer, only.byteOffset, only.length) : Buffer.concat(chunks, length)
}

function tooLarge(limit: number): RangeError {
  return Object.assign(new RangeError(`Cannot create a Buffer larger than ${limit} bytes`), {
    code: 'ERR_BUFFER_TOO_LARGE',
  })
}

function assertOk(status: number): void {
  if (status !== Z_OK) throw new Error(`zlib error ${status}`)
}

let crcTable: Int32Array | undefined

/** The checksum of ISO 3309, which zip, PNG and gzip use. */
export function crc32(data: Uint8Array | string, value = 0): number {
  crcTable ??= makeCrcTable()
  let crc = ~value
  for (const byte of typeof data === 'string' ? Buffer.from(data) : data) {
    crc = (crcTable[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8)
  }
  return ~crc >>> 0
}

function makeCrcTable(): Int32Array {
  return Int32Array.from({ length: 256 }, (_, index) => {
    let crc = index
    for (let bit = 0; bit < 8; bit++) crc = (crc & 1) === 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
    return crc
  })
}
