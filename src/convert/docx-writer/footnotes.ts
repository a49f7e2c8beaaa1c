/**
 * Which footnotes a text refers to, and the numbers that they get.
 *
 * @module
 */

import type { FlowDocument } from './flow-document.js'

/** What a reference to a footnote shows. */
interface FootnoteNumber {
  readonly number: number
  /** Whether the text refers to it for the first time. */
  readonly isFirst: boolean
  /** Whether it does so once. */
  readonly isOnlyOne: boolean
}

/** Footnotes in the order in which the text refers to them. */
export class FootnoteReferences {
  /** Whether one place alone refers to a footnote, by id. */
  readonly #once: ReadonlyMap<number, boolean>
  /** Number in the document by id in the source. */
  readonly #numbers = new Map<number, number>()

  /** @param footnotes those that there are */
  constructor(footnotes: FlowDocument['footnotes']) {
    this.#once = new Map(footnotes.map(({ id, isReferredOnce = false }) => [id, isReferredOnce]))
  }

  /** The number of a footnote that the text refers to; `undefined` if there is none. */
  refer(id: number): FootnoteNumber | undefined {
    const isOnlyOne = this.#once.get(id)
    if (isOnlyOne === undefined) return undefined
    const known = this.numberOf(id)
    if (known !== undefined) return { number: known, isFirst: false, isOnlyOne }
    const number = this.#numbers.size + 1
    this.#numbers.set(id, number)
    return { number, isFirst: true, isOnlyOne }
  }

  /** The number of a footnote that the text referred to before. */
  numberOf(id: number): number | undefined {
    return this.#numbers.get(id)
  }

  /** Ids in the source, by number. */
  get order(): readonly number[] {
    return [...this.#numbers.keys()]
  }
}
