/**
 * Stands in for `../late-parts.ts`. Verifying a document, and typesetting one, is one run that waits for nothing, so it cannot
 * load anything in the middle. Where it turns out to need a part that is not there, that is noted, the part is loaded after the
 * run, and the run is made again: whatever the first one said does not count.
 *
 * @module
 */

/**
 * The error for a part that is not loaded yet. Code that catches it may misinterpret it, since the run is repeated anyway.
 */
class PartMissing extends Error {
  override readonly name = 'PartMissing'
  readonly part: LatePart<unknown>

  constructor(part: LatePart<unknown>) {
    super('A part of the package is loaded first.')
    this.part = part
  }
}

const parts = new Set<LatePart<unknown>>()
let misses = 0

/** A module, or a file, that is loaded when it is first wanted. */
export class LatePart<T> {
  /** Whether {@link loadLateParts} loads it. Files are too many for that. */
  readonly isModule: boolean
  readonly #import: () => Promise<T>
  #loaded: { readonly value: T } | undefined
  #loading: Promise<T> | undefined
  #isWanted = false

  constructor(load: () => Promise<T>, { isModule = true } = {}) {
    this.#import = load
    this.isModule = isModule
    parts.add(this)
  }

  /** What was loaded. Throws where it is not there yet, and has it loaded after the run. */
  get(): T {
    if (this.#loaded !== undefined) return this.#loaded.value
    this.#isWanted = true
    misses++
    throw new PartMissing(this)
  }

  get isWanted(): boolean {
    return this.#isWanted && this.#loaded === undefined
  }

  /** Once for all who ask; again where it failed, for who wants it then. */
  async load(): Promise<void> {
    if (this.#loaded !== undefined) return
    this.#loading ??= this.#import()
    try {
      this.#loaded = { value: await this.#loading }
    } finally {
      this.#loading = undefined
      this.#isWanted = false
    }
  }
}

/**
 * Repeats work until no part was missing during it. A part that another call misses at the same time also causes a
 * repetition. Each part is missing only once.
 *
 * @param work must be the same each time, and do nothing that may not be done twice
 * @throws why a part could not be loaded
 */
export async function withLateParts<T>(work: () => Promise<T>): Promise<T> {
  for (let failures = 0; ; ) {
    const before = misses
    const outcome = await work().then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    if (misses === before) {
      if ('error' in outcome) throw outcome.error
      return outcome.value
    }
    if ('error' in outcome && outcome.error instanceof PartMissing) {
      await outcome.error.part.load()
      continue
    }
    // Nobody knows whose they are. What cannot be loaded is another call's, or else it is wanted again by the next run.
    const wanted = [...parts].filter(({ isWanted }) => isWanted)
    const ends = await Promise.allSettled(wanted.map((part) => part.load()))
    for (const end of ends) if (end.status === 'rejected' && ++failures > 1) throw end.reason
  }
}

/** How many times a part was missing so far. Results that were computed while this number changed must not be kept. */
export function countMisses(): number {
  return misses
}

/** Loads all modules, before something that cannot be done twice. */
export async function loadLateParts(): Promise<void> {
  await Promise.all([...parts].filter(({ isModule }) => isModule).map((part) => part.load()))
}
