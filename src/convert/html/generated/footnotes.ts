/**
 * Finds footnotes in HTML in the form that Markdown converters write, and the references to them.
 *
 * @module
 */

import { elementsBelow, getAttribute, type HtmlElement } from '../source/html-tree.js'
import type { PageSurvey } from '../source/survey-page.js'
import { fragmentOf } from './resolve-link.js'

/** The result of a reference: the number of a note, or the mark of a note that is written inside of another. */
type FootnoteReference = { readonly id: number } | { readonly mark: string }

/** A note to which only another note refers, with its mark there. */
interface InnerFootnote {
  readonly mark: string
  readonly element: HtmlElement
}

/** Notes at the end of an HTML page that are footnotes of the text, in the order in which the text refers to them. */
export class FootnoteQueue {
  readonly #sections = new Set<HtmlElement>()
  readonly #sources = new Map<string, HtmlElement>()
  readonly #items: HtmlElement[] = []
  readonly #referred: { readonly id: number; readonly element: HtmlElement }[] = []
  readonly #ids = new Map<HtmlElement, number>()
  readonly #repeated = new Set<number>()
  readonly #marks = new Map<HtmlElement, string>()
  readonly #waiting: InnerFootnote[] = []
  /** Whether the content of a note is being converted. Notes in Word cannot have notes. */
  isInside = false

  /** Looks for the items of sections marked `data-footnotes`. */
  constructor({ sections }: Pick<PageSurvey, 'sections'>) {
    // Outer sections come first, so that nested ones are not searched again.
    const inside = new Set<HtmlElement>()
    for (const section of sections) {
      if (inside.has(section) || !isFootnoteSection(section)) continue
      const known = this.#items.length
      for (const element of elementsBelow(section)) {
        if (isFootnoteSection(element)) inside.add(element)
        const id = element.tagName === 'li' ? getAttribute(element, 'id') : undefined
        if (id === undefined) continue
        this.#items.push(element)
        if (!this.#sources.has(id)) this.#sources.set(id, element)
      }
      if (this.#items.length > known) this.#sections.add(section)
    }
  }

  /** The notes that were referred to so far, in the order of their numbers. */
  get referred(): readonly { readonly id: number; readonly element: HtmlElement }[] {
    return this.#referred
  }

  /** The items of the sections to which nothing refers. */
  get unused(): readonly HtmlElement[] {
    return this.#items.filter((element) => !this.#ids.has(element) && !this.#marks.has(element))
  }

  /** Whether the element holds footnotes, which are shown elsewhere. */
  holds(element: HtmlElement): boolean {
    return this.#sections.has(element)
  }

  /** Whether more than one place refers to a note. */
  isRepeated(id: number): boolean {
    return this.#repeated.has(id)
  }

  /** Whether the link is a reference to a note. */
  isReference(link: HtmlElement): boolean {
    return this.#sourceOf(link) !== undefined
  }

  /**
   * Refers to the note of a link; `undefined` for a link that does not lead to a note. A note to which only notes refer becomes
   * an inner note, since Word has no place for it except in the note that refers to it.
   */
  refer(link: HtmlElement): FootnoteReference | undefined {
    const element = this.#sourceOf(link)
    if (element === undefined) return undefined
    const known = this.#ids.get(element)
    if (known !== undefined) {
      this.#repeated.add(known)
      return { id: known }
    }
    if (this.isInside) return { mark: this.#markOf(element) }
    const id = this.#referred.length + 1
    this.#ids.set(element, id)
    this.#referred.push({ id, element })
    return { id }
  }

  /** The next note to be shown inside of the one that was converted last. */
  takeInner(): InnerFootnote | undefined {
    return this.#waiting.shift()
  }

  #sourceOf(link: HtmlElement): HtmlElement | undefined {
    if (this.#sources.size === 0 || getAttribute(link, 'data-footnote-ref') === undefined) return undefined
    return this.#sources.get(fragmentOf(getAttribute(link, 'href') ?? '') ?? '')
  }

  #markOf(element: HtmlElement): string {
    const known = this.#marks.get(element)
    if (known !== undefined) return known
    const mark = letters(this.#marks.size)
    this.#marks.set(element, mark)
    this.#waiting.push({ mark, element })
    return mark
  }
}

/** a to z, aa, ab ... */
function letters(index: number): string {
  const last = String.fromCharCode(0x61 + (index % 26))
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last
}

function isFootnoteSection(element: HtmlElement): boolean {
  return element.tagName === 'section' && getAttribute(element, 'data-footnotes') !== undefined
}

/** Whether the link leads from a note back to the text. */
export function isFootnoteReturn(element: HtmlElement): boolean {
  return getAttribute(element, 'data-footnote-backref') !== undefined
}
