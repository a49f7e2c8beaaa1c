/**
 * Items of words and blanks that a document has again and again.
 *
 * @module
 */

import type { TextItem } from './inline-item.js'
import type { TextStyle, TextStyles } from './text-style.js'

/** What is kept for one document takes a megabyte at most. */
const MAX_KEPT_ITEMS = 4096

/** They live as long as the styles. */
const kept = new WeakMap<TextStyles, UsualItems>()

/** The items of text in these styles. */
export function usualItemsOf(styles: TextStyles): UsualItems {
  let items = kept.get(styles)
  if (items === undefined) {
    items = new UsualItems()
    kept.set(styles, items)
  }
  return items
}

/**
 * Items of words and blanks, by style and text. A line has twice as many items as words, and most are those of another line:
 * they are shaped once, and share what they take in memory. Only what is the same wherever it stands belongs here: text from
 * left to right, without a link.
 */
class UsualItems {
  readonly #byStyle = new Map<TextStyle, Map<string, TextItem>>()
  #size = 0
  /** What was asked for last: most text has the style of the text before it. */
  #lastStyle: TextStyle | undefined
  #lastItems = new Map<string, TextItem>()

  get(text: string, style: TextStyle): TextItem | undefined {
    return this.#itemsIn(style).get(text)
  }

  add(text: string, style: TextStyle, item: TextItem): void {
    if (this.#size >= MAX_KEPT_ITEMS) this.#clear()
    this.#itemsIn(style).set(text, item)
    this.#size++
  }

  #itemsIn(style: TextStyle): Map<string, TextItem> {
    if (style === this.#lastStyle) return this.#lastItems
    let items = this.#byStyle.get(style)
    if (items === undefined) {
      items = new Map()
      this.#byStyle.set(style, items)
    }
    this.#lastStyle = style
    this.#lastItems = items
    return items
  }

  #clear(): void {
    this.#byStyle.clear()
    this.#lastStyle = undefined
    this.#size = 0
  }
}
