/**
 * A bounded cache of shaped words.
 *
 * @module
 */

import { TYPESET_LIMITS } from '../flow/typeset-limits.js'
import type { ShapedText, ShapeOptions } from './font-face.js'

/** The forms of figures, each with a number. */
const FIGURES: readonly ShapeOptions['figures'][] = [undefined, 'lining', 'oldStyle']

/** Words shaped in one font, at most {@link TYPESET_LIMITS.maxCachedWords}. */
export class ShapedWords {
  /** Words by language, then by the other options as a number, then by text. */
  readonly #sets = new Map<string, Map<string, ShapedText>[]>()
  #size = 0
  /** The last requested options. Option objects live long, and most text has the same style as the text before it. */
  #lastOptions: ShapeOptions | undefined
  #lastWords = new Map<string, ShapedText>()

  get(text: string, options: ShapeOptions): ShapedText | undefined {
    return this.#wordsFor(options).get(text)
  }

  add(text: string, options: ShapeOptions, shaped: ShapedText): void {
    if (this.#size >= TYPESET_LIMITS.maxCachedWords) this.#clear()
    this.#wordsFor(options).set(text, shaped)
    this.#size++
  }

  #wordsFor(options: ShapeOptions): Map<string, ShapedText> {
    if (options === this.#lastOptions) return this.#lastWords
    const { rightToLeft, kerning, ligatures, figures, language } = options
    let sets = this.#sets.get(language)
    if (sets === undefined) {
      sets = []
      this.#sets.set(language, sets)
    }
    const index = (rightToLeft ? 1 : 0) + (kerning ? 2 : 0) + (ligatures ? 4 : 0) + 8 * FIGURES.indexOf(figures)
    let words = sets[index]
    if (words === undefined) {
      words = new Map()
      sets[index] = words
    }
    this.#lastOptions = options
    this.#lastWords = words
    return words
  }

  #clear(): void {
    this.#sets.clear()
    this.#lastOptions = undefined
    this.#size = 0
  }
}
