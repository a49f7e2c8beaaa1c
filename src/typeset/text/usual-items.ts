/**
 * Items of words and blanks that occur repeatedly in a document.
 *
 * @module
 */

import type { TextItem } from './inline-item.js'
import type { TextStyle, TextStyles } from './text-style.js'

/** Maximum number of items that are kept for one document, which take a megabyte at most. */
const MAX_KEPT_ITEMS = 4096

/** Kept items, which live as long as the styles. */
const kept = new WeakMap<TextStyles, UsualItems>()

/** The kept items of text in these styles. */
export function usualItemsOf(styles: TextStyles): UsualItems {
  let items = kept.get(styles)
  if (items === undefined) {
    items = new UsualItems()
    kept.set(styles, items)
  }
  return items
}

/**
 * Items of words and blanks, by style and text. A line has twice as many items as words, and most of them occur on other lines
 * too: they are shaped once and share their memory. Only items that do not depend on their position belong here: text from left
 * to right, without a link.
 */
class UsualItems {
  readonly #byStyle = new Map<TextStyle, Map<string, TextItem>>()
  #size = 0
  /** Last requested style. Most text has the same style as the text before it. */
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
