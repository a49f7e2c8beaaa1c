/**
 * A buffer for long parts of XML.
 *
 * @module
 */

import type { ConversionBudget } from '../../conversion-budget.js'

const FLUSH_LENGTH = 256 * 1024

/** XML that is written in pieces and encoded as it grows, so that a long part is never held as one string. */
export class XmlChunks {
  readonly #encoded: Buffer[] = []
  readonly #budget: ConversionBudget | undefined
  #text = ''

  /** `budget` is charged as the XML grows. */
  constructor(budget?: ConversionBudget) {
    this.#budget = budget
  }

  write(xml: string): void {
    this.#text += xml
    if (this.#text.length > FLUSH_LENGTH) this.#flush()
  }

  /** All written XML, in UTF-8. */
  toBytes(): Uint8Array {
    this.#flush()
    return this.#encoded.length === 1 && this.#encoded[0] !== undefined
      ? this.#encoded[0]
      : Buffer.concat(this.#encoded)
  }

  #flush(): void {
    this.#budget?.hold('written', this.#text.length)
    this.#encoded.push(Buffer.from(this.#text, 'utf8'))
    this.#text = ''
  }
}
