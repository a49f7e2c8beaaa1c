/**
 * Footnotes in HTML, as Markdown converters write them: which they are, and where the text refers to them.
 *
 * @module
 */

import { elementsBelow, getAttribute, type HtmlElement } from './html-tree.js'
import { fragmentOf } from './resolve-link.js'
import type { PageSurvey } from './survey-page.js'

/** Notes at the end of an HTML page that are footnotes of the text, in the order in which the text refers to them. */
export class FootnoteQueue {
  readonly #sources = new Map<string, HtmlElement>()
  readonly #referred: { readonly id: number; readonly element: HtmlElement }[] = []
  readonly #seen = new Set<HtmlElement>()
  /** Whether the content that is converted is itself that of a note: notes have no notes. */
  isInside = false

  /** Looks for the items of sections marked `data-footnotes`. */
  constructor({ sections }: Pick<PageSurvey, 'sections'>) {
    // The outer one comes first: what it holds is not looked through again for each section inside of it.
    const inside = new Set<HtmlElement>()
    for (const section of sections) {
      if (inside.has(section) || !isFootnoteSection(section)) continue
      for (const element of elementsBelow(section)) {
        if (isFootnoteSection(element)) inside.add(element)
        const id = element.tagName === 'li' ? getAttribute(element, 'id') : undefined
        if (id !== undefined) this.#sources.set(id, element)
      }
    }
  }

  /** The notes that are referred to so far; it grows while notes are converted. */
  get referred(): readonly { readonly id: number; readonly element: HtmlElement }[] {
    return this.#referred
  }

  /**
   * The number of the note that a link refers to; `undefined` when it is no reference, or the second one to its note: a
   * footnote of Word has one place.
   */
  refer(link: HtmlElement): number | undefined {
    if (this.isInside || this.#sources.size === 0 || getAttribute(link, 'data-footnote-ref') === undefined) {
      return undefined
    }
    const element = this.#sources.get(fragmentOf(getAttribute(link, 'href') ?? '') ?? '')
    if (element === undefined || this.#seen.has(element)) return undefined
    this.#seen.add(element)
    const id = this.#referred.length + 1
    this.#referred.push({ id, element })
    return id
  }
}

/** Whether the element holds footnotes, which are shown elsewhere. */
export function isFootnoteSection(element: HtmlElement): boolean {
  return element.tagName === 'section' && getAttribute(element, 'data-footnotes') !== undefined
}

/** Whether the link leads from a note back to the text. */
export function isFootnoteReturn(element: HtmlElement): boolean {
  return getAttribute(element, 'data-footnote-backref') !== undefined
}
