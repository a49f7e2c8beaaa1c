/**
 * The warnings of a conversion, each given once and limited in number.
 *
 * @module
 */

import { CONVERT_LIMITS } from '../convert-limits.js'

/** Collects warnings about what is not shown as in the source. Equal warnings are given once. */
export class ConversionWarnings {
  readonly #messages = new Set<string>()
  readonly #unmet = new Map<string, number>()
  readonly #closed = new Map<string, number>()
  #icons = 0

  /** Adds a warning unless there are too many already. */
  add(message: string): void {
    if (this.#messages.size < CONVERT_LIMITS.maxWarnings) this.#messages.add(message)
  }

  /** Counts an element whose style asks for effects that are not shown. */
  countUnmet(properties: readonly string[]): void {
    for (const property of properties) this.#unmet.set(property, (this.#unmet.get(property) ?? 0) + 1)
  }

  /** Counts an element whose text is not shown because the element is closed. */
  countClosed(tag: string): void {
    this.#closed.set(tag, (this.#closed.get(tag) ?? 0) + 1)
  }

  /** Counts icons that style sheets take from fonts. */
  countIcons(count: number): void {
    this.#icons += count
  }

  /** Makes a copy, to which further warnings can be added. */
  copy(): ConversionWarnings {
    const copy = new ConversionWarnings()
    for (const message of this.#messages) copy.#messages.add(message)
    for (const [property, count] of this.#unmet) copy.#unmet.set(property, count)
    for (const [tag, count] of this.#closed) copy.#closed.set(tag, count)
    copy.#icons = this.#icons
    return copy
  }

  /** Takes back an effect that was counted as not shown, once it is shown. */
  countMet(property: string, counted: readonly string[] | undefined): void {
    if (counted?.includes(property) !== true) return
    const left = (this.#unmet.get(property) ?? 0) - 1
    if (left > 0) this.#unmet.set(property, left)
    else this.#unmet.delete(property)
  }

  /** All warnings in the order in which they came up, followed by properties without effect, each with its count. */
  get messages(): readonly string[] {
    const counts = [...this.#unmet].sort(([, a], [, b]) => b - a)
    const unmet = counts.map(
      ([property, count]) =>
        `The CSS ${property.startsWith('::') ? 'pseudo-element' : 'property'} ${property} is not shown (${count} ${count === 1 ? 'element' : 'elements'}).`,
    )
    const closed = [...this.#closed].map(
      ([tag, count]) =>
        `The text of ${count} closed "${tag}" ${count === 1 ? 'element' : 'elements'} is not shown: the attribute "open" shows it.`,
    )
    const icons =
      this.#icons === 0 ? [] : [`Icons of fonts are not shown (${this.#icons}): give their font in the option "fonts".`]
    return [...this.#messages, ...closed, ...icons, ...unmet]
  }
}
