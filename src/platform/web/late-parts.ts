/**
 * Replaces `../late-parts.ts`. The verifier runs through a document without waiting, so it cannot load anything on the way.
 * When it needs a part that is not loaded, this is noted, the part is loaded after the run, and the run is repeated. The
 * result of the first run is discarded.
 *
 * @module
 */

/**
 * The error for a part that is not loaded yet. Code that catches it may misinterpret it, since the run is repeated anyway.
 */
class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

const parts = new Set<LatePart<unknown>>()
let misses = 0

/** A module that is loaded when it is first needed. */
export class LatePart<T> {
  readonly #import: () => Promise<T>
  #module: T | undefined
  #loading: Promise<T> | undefined
  #isWanted = false

  constructor(load: () => Promise<T>) {
    this.#import = load
    parts.add(this)
  }

  /** Returns the module. When it is not loaded yet, this throws, and the module is loaded after the run. */
  get(): T {
    if (this.#module !== undefined) return this.#module
    this.#isWanted = true
    misses++
    throw new PartMissing('A part of the verifier is loaded first.')
  }

  get isWanted(): boolean {
    return this.#isWanted && this.#module === undefined
  }

  /** Loads the module once for all callers. After a failure, the next call tries again. */
  async load(): Promise<void> {
    if (this.#module !== undefined) return
    this.#loading ??= this.#import()
    try {
      this.#module = await this.#loading
    } finally {
      this.#loading = undefined
    }
  }
}

/**
 * Repeats work until no part was missing during it. A part that another call misses at the same time also causes a
 * repetition. Each part is missing only once.
 *
 * @param work must do the same each time, and nothing that may not be done twice
 */
export async function withLateParts<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    const before = misses
    const outcome = await work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if (misses !== before) await Promise.all([...parts].filter(({ isWanted }) => isWanted).map((part) => part.load()))
    else if ('error' in outcome) throw outcome.error
    else return outcome.value
  }
}

/** How many times a part was missing so far. Results that were computed while this number changed must not be kept. */
export function countMisses(): number {
  return misses
}

/** Loads all parts, before work that cannot be repeated. */
export async function loadLateParts(): Promise<void> {
  await Promise.all([...parts].map((part) => part.load()))
}
