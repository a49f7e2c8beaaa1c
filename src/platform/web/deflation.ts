/**
 * Replaces `../deflation.ts` where there is no `node:zlib`: the same formats, written by pako, a port of zlib.
 *
 * @module
 */

import { Deflate } from 'pako/browser/deflate'
import { isTurnOver, nextTurn } from '../../pace/turns.js'

/** The options of node:zlib that are used. */
interface Options {
  readonly level?: number | undefined
}

export function deflateSync(data: Uint8Array, options: Options = {}): Buffer {
  return compress(data, options, false)
}

export function deflateRawSync(data: Uint8Array, options: Options = {}): Buffer {
  return compress(data, options, true)
}

/** How many bytes are compressed between two looks at the clock. That takes some milliseconds. */
const PIECE_BYTES = 64 * 1024

/** Compresses data in turns, since there is no other thread for it. The result is that of {@link deflateSync}. */
export function deflate(data: Uint8Array): Promise<Buffer> {
  return compressInTurns(data, {}, false)
}

/** Like {@link deflate}, without a header. The result is that of {@link deflateRawSync}. */
export function deflateRaw(data: Uint8Array, options: Options = {}): Promise<Buffer> {
  return compressInTurns(data, options, true)
}

function compress(data: Uint8Array, options: Options, raw: boolean): Buffer {
  const stream = openStream(options, raw)
  stream.push(plainView(data), true)
  return resultOf(stream)
}

async function compressInTurns(data: Uint8Array, options: Options, raw: boolean): Promise<Buffer> {
  const stream = openStream(options, raw)
  const bytes = plainView(data)
  for (let at = 0; ; at += PIECE_BYTES) {
    const isLast = at + PIECE_BYTES >= bytes.length
    stream.push(bytes.subarray(at, at + PIECE_BYTES), isLast)
    if (isLast) return resultOf(stream)
    if (isTurnOver()) await nextTurn()
  }
}

function openStream({ level }: Options, raw: boolean): Deflate {
  return new Deflate(level === undefined ? { raw } : { raw, level: level as 6 })
}

/** The package takes views of this class alone. */
function plainView(data: Uint8Array): Uint8Array {
  return data.constructor === Uint8Array ? data : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

function resultOf({ err, msg, result }: Deflate): Buffer {
  if (err !== 0) throw new Error(msg)
  return Buffer.from(result.buffer, result.byteOffset, result.length)
}
