/**
 * Cells of Markdown tables that are not shown because their row has more cells than the header (GFM 4.10).
 *
 * @module
 */

/** Maximum number of texts that a warning quotes. Further ones are counted. */
const MAX_NAMED = 5
/** Maximum length of a quoted text, in characters. */
const MAX_LENGTH = 40

/** Collects cells that are left out. */
export class SurplusCells {
  readonly #named: string[] = []
  #count = 0

  /** Records the text of a cell. Empty cells lose nothing. */
  add(text: string): void {
    if (text === '') return
    this.#count++
    if (this.#named.length === MAX_NAMED) return
    const characters = [...text.slice(0, 2 * MAX_LENGTH)]
    this.#named.push(characters.length > MAX_LENGTH ? `${characters.slice(0, MAX_LENGTH).join('')}\u2026` : text)
  }

  /** Warnings about the cells; empty if there are none. */
  get warnings(): readonly string[] {
    if (this.#count === 0) return []
    const cells = this.#count === 1 ? 'One cell of a table is' : `${this.#count} cells of tables are`
    const rest = this.#count - this.#named.length
    const names = this.#named.map((text) => `"${text}"`).join(', ')
    const others = rest === 0 ? '' : `, and ${rest} more`
    return [`${cells} left out, since the row has more cells than the header: ${names}${others}.`]
  }
}
