/**
 * Numbers the footnotes that a text refers to.
 *
 * @module
 */

import type { FlowDocument } from './flow-document.js'

/** A reference to a footnote. */
interface FootnoteNumber {
  readonly number: number
  /** Whether this is the first reference to the footnote. */
  readonly isFirst: boolean
  /** Whether this is the only reference to the footnote. */
  readonly isOnlyOne: boolean
}

/** Footnotes in the order in which the text refers to them. */
export class FootnoteReferences {
  /** Whether only one place refers to a footnote, by its id. */
  readonly #once: ReadonlyMap<number, boolean>
  /** Numbers in the document, by ids in the source. */
  readonly #numbers = new Map<number, number>()

  /** @param footnotes all footnotes of the document */
  constructor(footnotes: FlowDocument['footnotes']) {
    this.#once = new Map(footnotes.map(({ id, isReferredOnce = false }) => [id, isReferredOnce]))
  }

  /** Numbers a footnote that the text refers to; `undefined` when it does not exist. */
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
