/**
 * Cells of Markdown tables that are not shown: those of rows that have more of them than their header (GFM 4.10).
 *
 * @module
 */

/** Texts that are named; the rest is counted. */
const MAX_NAMED = 5
/** Characters of a text that are named. */
const MAX_LENGTH = 40

/** Collects cells that are left out. */
export class SurplusCells {
  readonly #named: string[] = []
  #count = 0

  /** Notes the text of a cell; empty ones lose nothing. */
  add(text: string): void {
    if (text === '') return
    this.#count++
    if (this.#named.length === MAX_NAMED) return
    const characters = [...text.slice(0, 2 * MAX_LENGTH)]
    this.#named.push(characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}\u2026` : text)
  }

  /** What is to be told of them: nothing where there are none. */
  get warnings(): readonly string[] {
    if (this.#count === 0) return []
    const cells = this.#count === 1 ? 'One cell of a table is' : `${this.#count} cells of tables are`
    const rest = this.#count - this.#named.length
    const names = this.#named.map((text) => `"${text}"`).join(', ')
    const others = rest === 0 ? '' : `, and ${rest} more`
    return [`${cells} left out, since the row has more cells than the header: ${names}${others}.`]
  }
}
