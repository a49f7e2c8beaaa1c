/**
 * Stands in for `../late-parts.ts`. The verifier is one run through a document that waits for nothing, so it cannot load anything
 * in the middle. Where it turns out to need a part that is not there, that is noted, the part is loaded after the run, and the
 * run is made again: whatever the first one said does not count.
 *
 * @module
 */

/** Thrown where a part is not there yet. Who catches it may take it for whatever: the run does not count. */
class PartMissing extends Error {
  override readonly name = 'PartMissing'
}

const parts = new Set<LatePart<unknown>>()
let misses = 0

/** A module that is loaded when it is first wanted. */
export class LatePart<T> {
  readonly #import: () => Promise<T>
  #module: T | undefined
  #loading: Promise<T> | undefined
  #isWanted = false

  constructor(load: () => Promise<T>) {
    this.#import = load
    parts.add(this)
  }

  /** The module. Throws where it is not there yet, and has it loaded after the run. */
  get(): T {
    if (this.#module !== undefined) return this.#module
    this.#isWanted = true
    misses++
    throw new PartMissing('A part of the verifier is loaded first.')
  }

  get isWanted(): boolean {
    return this.#isWanted && this.#module === undefined
  }

  /** Once for all who ask; again where it failed. */
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
 * Does something until no part was missing meanwhile. What another call misses at the same time has this one run once more, too:
 * each part is missed once only.
 *
 * @param work must be the same each time, and do nothing that may not be done twice
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

/** How often a part was missing so far. What was found out while that changed is not to be kept. */
export function countMisses(): number {
  return misses
}

/** Loads all of them, before something that cannot be done twice. */
export async function loadLateParts(): Promise<void> {
  await Promise.all([...parts].map((part) => part.load()))
}
