/**
 * Which footnotes a text refers to, and the numbers that they get.
 *
 * @module
 */

/** Footnotes in the order in which the text refers to them. */
export class FootnoteReferences {
  readonly #known: ReadonlySet<number>
  /** Number in the document by id in the source. */
  readonly #numbers = new Map<number, number>()

  /** @param known ids of the footnotes that there are */
  constructor(known: Iterable<number>) {
    this.#known = new Set(known)
  }

  /** The number of a footnote, and whether the text refers to it for the first time; `undefined` if there is none. */
  refer(id: number): { readonly number: number; readonly isFirst: boolean } | undefined {
    if (!this.#known.has(id)) return undefined
    const known = this.#numbers.get(id)
    if (known !== undefined) return { number: known, isFirst: false }
    const number = this.#numbers.size + 1
    this.#numbers.set(id, number)
    return { number, isFirst: true }
  }

  /** Ids in the source, by number. */
  get order(): readonly number[] {
    return [...this.#numbers.keys()]
  }
}
