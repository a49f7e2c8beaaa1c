/**
 * Replaces `../deflation.ts` where there is no `node:zlib`: the same formats, written by pako, a port of zlib.
 *
 * @module
 */

import { deflate as pakoDeflate } from 'pako/browser/deflate'

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

/** Compresses data in this thread, since there is no other thread for it. */
export async function deflate(data: Uint8Array): Promise<Buffer> {
  return deflateSync(data)
}

/** Like {@link deflate}, without a header. */
export async function deflateRaw(data: Uint8Array, options?: Options): Promise<Buffer> {
  return deflateRawSync(data, options)
}

function compress(data: Uint8Array, { level }: Options, raw: boolean): Buffer {
  const plain = data.constructor === Uint8Array ? data : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
  const bytes = pakoDeflate(plain, level === undefined ? { raw } : { raw, level: level as 6 })
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
}
