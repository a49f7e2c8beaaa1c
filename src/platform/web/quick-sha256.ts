/**
 * SHA-256 in WebAssembly, which hashes a document of 25 MB in a third of the time that JavaScript takes. It is missing where
 * a host forbids code that is made at run time, as Cloudflare Workers and strict pages do.
 *
 * WebCrypto is no substitute. Chromium copies what it hashes, so that one hash of 25 MB takes twice as long, and it cannot share
 * the beginning of a file among the digests of all signatures (`bench/anywhere.ts`).
 *
 * @module
 */

import { BLOCKS_END, encodeSha256 } from '../../cms/algorithms.js'

interface Compiled {
  readonly memory: Uint8Array
  readonly words: Uint32Array
  run(count: number): void
}

/** The part of WebAssembly that is used here. */
interface WebAssemblyApi {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (
    module: object,
  ) => {
    readonly exports: { readonly memory: { readonly buffer: ArrayBuffer }; run(count: number): void }
  }
}

/** The initial hash value (FIPS 180-4, 5.3.3). */
const INITIAL = Uint32Array.of(
  ...[0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19],
)
const BLOCK = 64

/** Most blocks of one call. The memory also has the hash value. */
const MAX_BLOCKS = BLOCKS_END / BLOCK - 1

let compiled: Compiled | null | undefined

function compile(): Compiled | null {
  const api = Reflect.get(globalThis, 'WebAssembly') as unknown as WebAssemblyApi | undefined
  // WebAssembly memory is little-endian everywhere, but a Uint32Array has the byte order of the processor.
  const isLittleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
  if (api === undefined || !isLittleEndian) return null
  try {
    const { memory, run } = new api.Instance(new api.Module(encodeSha256())).exports
    return { memory: new Uint8Array(memory.buffer), words: new Uint32Array(memory.buffer, 0, 8), run }
  } catch {
    return null
  }
}

/** Begins a hash; undefined where there is no WebAssembly. */
export function startQuickSha256(): QuickSha256 | undefined {
  if (compiled === undefined) compiled = compile()
  return compiled === null ? undefined : new QuickSha256(compiled)
}

/** A hash that is computed in steps. */
export class QuickSha256 {
  readonly #code: Compiled
  readonly #state: Uint32Array<ArrayBuffer>
  /** The bytes of the last block, which is not full yet. */
  readonly #rest: Uint8Array<ArrayBuffer>
  #length: number

  constructor(code: Compiled, state: Uint32Array = INITIAL, rest: Uint8Array = new Uint8Array(BLOCK), length = 0) {
    this.#code = code
    this.#state = Uint32Array.from(state)
    this.#rest = Uint8Array.from(rest)
    this.#length = length
  }

  update(data: Uint8Array): this {
    const held = this.#length % BLOCK
    this.#length += data.length
    let at = 0
    if (held > 0) {
      at = Math.min(BLOCK - held, data.length)
      this.#rest.set(data.subarray(0, at), held)
      if (held + at < BLOCK) return this
      this.#run(this.#rest)
    }
    const end = data.length - ((data.length - at) % BLOCK)
    for (const most = MAX_BLOCKS * BLOCK; at < end; ) {
      const next = Math.min(end, at + most)
      this.#run(data.subarray(at, next))
      at = next
    }
    this.#rest.set(data.subarray(end))
    return this
  }

  /** Hashes whole blocks, at most MAX_BLOCKS. */
  #run(blocks: Uint8Array): void {
    const { memory, words, run } = this.#code
    words.set(this.#state)
    memory.set(blocks, BLOCKS_END - blocks.length)
    run(blocks.length / BLOCK)
    this.#state.set(words)
  }

  /** Ends the hash. The padding is one bit, zeros, and the length in bits (FIPS 180-4, 5.1.1). */
  digest(): Uint8Array {
    const held = this.#length % BLOCK
    const padding = new Uint8Array((held < BLOCK - 8 ? BLOCK : 2 * BLOCK) - held)
    padding[0] = 0x80
    const view = new DataView(padding.buffer)
    view.setBigUint64(padding.length - 8, 8n * BigInt(this.#length))
    const last = this.clone().update(padding)
    const digest = new DataView(new ArrayBuffer(32))
    for (const [i, word] of last.#state.entries()) digest.setUint32(4 * i, word)
    return new Uint8Array(digest.buffer)
  }

  clone(): QuickSha256 {
    return new QuickSha256(this.#code, this.#state, this.#rest, this.#length)
  }
}
