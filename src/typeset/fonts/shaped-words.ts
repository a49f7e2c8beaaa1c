import { TYPESET_LIMITS } from '../../limits.js'
import type { ShapedText, ShapeOptions } from './font-face.js'

/** Words that were shaped in one font, at most {@link TYPESET_LIMITS.maxCachedWords}. */
export class ShapedWords {
  /** By how they were shaped, then by text. */
  readonly #sets = new Map<string, Map<string, ShapedText>>()
  #size = 0
  /** What was asked for last: styles are objects that live long, and most text has one style. */
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
    const { rightToLeft, kerning, ligatures, language } = options
    const key = `${(rightToLeft ? 1 : 0) + (kerning ? 2 : 0) + (ligatures ? 4 : 0)}${language}`
    let words = this.#sets.get(key)
    if (words === undefined) {
      words = new Map()
      this.#sets.set(key, words)
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
