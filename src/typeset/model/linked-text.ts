/**
 * Text boxes that show one text: each goes on where the one before it is full.
 *
 * @module
 */

import type { Block } from './document-model.js'

/** One of the boxes. Lengths are those of its inside, in twips. */
interface LinkedBox {
  /** The whole text; empty in all boxes but the first. */
  readonly blocks: readonly Block[]
  /** Length of a line. */
  readonly width: number
  /** Room for lines. */
  readonly height: number
}

/** The boxes of one text in their order, and the place of one of them. */
export interface LinkedBoxes {
  readonly boxes: readonly LinkedBox[]
  readonly index: number
}

/** Most boxes of one text, which is Word's limit. Further ones stay empty. */
const MAX_BOXES = 32

/** The linked text boxes of a document. They may be read in any order. */
export class TextLinks {
  readonly #boxes = new Map<string, LinkedBox>()
  readonly #next = new Map<string, string>()
  readonly #previous = new Map<string, string>()

  /** @param next id of the box that the text goes on in, which need not exist */
  add(id: string, box: LinkedBox, next?: string): void {
    this.#boxes.set(id, box)
    // Word lets the last box of a text name itself.
    if (next === undefined || next === id) return
    this.#next.set(id, next)
    this.#previous.set(next, id)
  }

  /** All boxes of the text that a box belongs to. */
  around(id: string): LinkedBoxes {
    const before = this.#follow(id, this.#previous).reverse()
    const after = this.#follow(id, this.#next)
    const boxes = [...before, id, ...after].flatMap((each) => this.#boxes.get(each) ?? [])
    return { boxes: boxes.slice(0, MAX_BOXES), index: before.length }
  }

  #follow(start: string, links: ReadonlyMap<string, string>): string[] {
    const found: string[] = []
    for (let id = links.get(start); id !== undefined && this.#boxes.has(id); id = links.get(id)) {
      // Boxes that lead in a circle are each the first of their text.
      if (id === start) return []
      if (found.length === MAX_BOXES) break
      found.push(id)
    }
    return found
  }
}

/** The place of a text box among those of its text. */
export interface TextLink {
  readonly links: TextLinks
  readonly id: string
}
