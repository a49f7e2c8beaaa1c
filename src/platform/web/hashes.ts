/**
 * Replaces `../hashes.ts` where there is no `node:crypto`: the same functions, computed by `@noble/hashes`. WebCrypto has
 * only four of these hashes, cannot hash in steps, and is asynchronous.
 *
 * @module
 */

import { hmac } from '@noble/hashes/hmac.js'
import { md5, ripemd160, sha1 } from '@noble/hashes/legacy.js'
import { sha224, sha256, sha384, sha512, sha512_224, sha512_256 } from '@noble/hashes/sha2.js'
import { LatePart } from './late-parts.js'
import { startQuickSha256 } from './quick-sha256.js'

/** A hash or HMAC of the library that is being computed. */
interface RunningHash {
  update(data: Uint8Array): unknown
  digest(): Uint8Array
  clone?(): RunningHash
}

type OutputEncoding = 'hex' | 'base64' | 'base64url' | 'latin1' | 'buffer'

/** SHA-3, which the first document that uses it loads. */
const sha3 = new LatePart(() => import('@noble/hashes/sha3.js'))

/** Hashes by their names in node:crypto. */
const HASHES = {
  md5,
  ripemd160,
  sha1,
  sha224,
  sha256,
  sha384,
  sha512,
  'sha512-224': sha512_224,
  'sha512-256': sha512_256,
}

/** Hashes that are loaded on demand, with their names in the package. */
const LATE_HASHES = {
  'sha3-224': 'sha3_224',
  'sha3-256': 'sha3_256',
  'sha3-384': 'sha3_384',
  'sha3-512': 'sha3_512',
} as const

type HashName = keyof typeof HASHES

/** The hash with a name. Upper and lower case are the same. */
function hashNamed(name: string): (typeof HASHES)[HashName] {
  const key = name.toLowerCase()
  if (Object.hasOwn(LATE_HASHES, key)) return sha3.get()[LATE_HASHES[key as keyof typeof LATE_HASHES]]
  if (!Object.hasOwn(HASHES, key)) throw new Error(`The hash ${name} is not supported.`)
  return HASHES[key as HashName]
}

/** A hash that is computed in steps: the part of `Hash` of node:crypto that is used. */
export class Hash {
  readonly #running: RunningHash

  constructor(running: RunningHash) {
    this.#running = running
  }

  update(data: Uint8Array | string): this {
    this.#running.update(bytesOf(data))
    return this
  }

  digest(): Buffer
  digest(encoding: OutputEncoding): string
  digest(encoding?: OutputEncoding): Buffer | string {
    return encoded(this.#running.digest(), encoding)
  }

  /** A second hash with the same state. */
  copy(): Hash {
    const copy = this.#running.clone?.()
    if (copy === undefined) throw new Error('This hash cannot be copied.')
    return new Hash(copy)
  }
}

/** Begins a hash. `options.outputLength` is in bytes, and only for SHAKE256. */
export function createHash(name: string, options: { readonly outputLength?: number } = {}): Hash {
  if (name === 'shake256') return new Hash(sha3.get().shake256.create({ dkLen: options.outputLength ?? 32 }))
  return new Hash(startHash(name))
}

/** Begins a hash. SHA-256 has a fast implementation, since whole documents are hashed with it. */
function startHash(name: string): RunningHash {
  const quick = name === 'sha256' ? startQuickSha256() : undefined
  return quick ?? hashNamed(name).create()
}

/** The hash of bytes or of a text, by default in hexadecimal digits. */
export function hash(name: string, data: Uint8Array | string, encoding: 'buffer'): Buffer
export function hash(name: string, data: Uint8Array | string, encoding?: 'hex' | 'base64' | 'base64url'): string
export function hash(name: string, data: Uint8Array | string, encoding: OutputEncoding = 'hex'): Buffer | string {
  return encoded(hashNamed(name)(bytesOf(data)), encoding)
}

/** Begins an HMAC that is computed in steps. */
export function createHmac(name: string, key: Uint8Array | string): Hash {
  return new Hash(hmac.create(hashNamed(name), bytesOf(key)))
}

/** True for equal bytes. The time does not depend on where they differ. Throws for different lengths, as Node.js does. */
export function timingSafeEqual(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) throw new RangeError('Input buffers must have the same byte length')
  let difference = 0
  for (let i = 0; i < a.length; i++) difference |= (a[i] ?? 0) ^ (b[i] ?? 0)
  return difference === 0
}

function bytesOf(data: Uint8Array | string): Uint8Array {
  if (typeof data === 'string') return Buffer.from(data)
  // The library only accepts views of this realm's class.
  return data.constructor === Uint8Array ? data : new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
}

function encoded(digest: Uint8Array, encoding?: OutputEncoding): Buffer | string {
  const buffer = Buffer.from(digest.buffer, digest.byteOffset, digest.byteLength)
  return encoding === undefined || encoding === 'buffer' ? buffer : buffer.toString(encoding)
}
