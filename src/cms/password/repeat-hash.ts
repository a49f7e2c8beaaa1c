/**
 * Hashes repeatedly, which takes most of the time of PKCS#12 key derivation.
 *
 * @module
 */

import { hash } from '../../platform/hashes.js'
import { encodeRepeatedHash } from '../algorithm/hash-code.js'

/** The used part of the WebAssembly API, which the types of Node.js do not describe. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: RepeatedHashExports }
}

interface RepeatedHashExports {
  readonly memory: { readonly buffer: ArrayBuffer }
  run(count: number): void
}

interface RepeatedHash extends RepeatedHashExports {
  readonly word: 4 | 8
}

/** Compiled code by the name of its hash; `undefined` where node:crypto is used instead. */
const compiled = new Map<string, RepeatedHash | undefined>()

/**
 * Number of rounds below which compiling costs more than it saves: compiling takes 4 to 7 ms, and node:crypto 9 ms for the
 * 2,048 rounds that OpenSSL writes.
 */
const FEW = 4096

/** Rounds in one call: the engine replaces slow initial code with optimized code only between calls. */
const PER_CALL = 256

/**
 * Hashes a digest, then its hash, and so on.
 *
 * @param hashName name in node:crypto
 * @param count number of rounds, from 0
 */
export function repeatHash(hashName: string, digest: Uint8Array, count: number): Uint8Array {
  const code = count < FEW ? compiled.get(hashName) : compileOnce(hashName)
  if (count > 0 && code !== undefined) return runCode(code, digest, count)
  let last = digest
  for (let i = 0; i < count; i++) last = hash(hashName, last, 'buffer')
  return last
}

function compileOnce(hashName: string): RepeatedHash | undefined {
  if (!compiled.has(hashName)) compiled.set(hashName, compile(hashName))
  return compiled.get(hashName)
}

/**
 * Compiles the code; `undefined` on hosts that forbid code generated at run time (`node --jitless`), where WebAssembly is
 * missing or fails.
 */
function compile(hashName: string): RepeatedHash | undefined {
  const api = Reflect.get(globalThis, 'WebAssembly') as unknown as WebAssemblyApi | undefined
  const code = encodeRepeatedHash(hashName)
  if (api === undefined || code === undefined) return undefined
  try {
    const { memory, run } = new api.Instance(new api.Module(code.module)).exports
    return { memory, run, word: code.word }
  } catch {
    return undefined
  }
}

function runCode({ memory, run, word }: RepeatedHash, digest: Uint8Array, count: number): Uint8Array {
  const shared = new Uint8Array(memory.buffer, 0, digest.length)
  shared.set(swapped(digest, word))
  for (let left = count; left > 0; left -= PER_CALL) run(Math.min(left, PER_CALL))
  const result = swapped(shared, word)
  shared.fill(0)
  return result
}

/** A copy with the bytes of each word in the opposite order. */
function swapped(bytes: Uint8Array, word: 4 | 8): Uint8Array {
  const copy = Buffer.from(bytes)
  return word === 4 ? copy.swap32() : copy.swap64()
}
