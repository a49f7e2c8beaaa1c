/**
 * Bookmarks for the places of a page that links lead to.
 *
 * @module
 */

import { mendSurrogates } from '../boxes/clean-text.js'
import { getAttribute, type HtmlElement } from '../source/html-tree.js'
import { identifierOf, type PageSurvey } from '../source/survey-page.js'
import { type FootnoteQueue, isFootnoteReturn } from './footnotes.js'
import { fragmentOf } from './resolve-link.js'

/** Longest name of a bookmark in Word. */
const MAX_NAME_LENGTH = 40

/** Bookmarks for link targets and headings, under names that Word accepts. */
export class Bookmarks {
  readonly #names = new Map<string, string>()
  readonly #placed = new Set<string>()

  /** Finds identifiers that are linked to, and those of headings. Footnotes need no bookmarks. */
  constructor({ links, identified }: Pick<PageSurvey, 'links' | 'identified'>, footnotes: FootnoteQueue) {
    const linked = new Set<string>()
    for (const link of links) {
      if (isFootnoteReturn(link) || footnotes.isReference(link)) continue
      const href = getAttribute(link, 'href')
      const fragment = href === undefined ? undefined : fragmentOf(href)
      if (fragment !== undefined && fragment !== '') linked.add(fragment)
    }
    const taken = new Set<string>()
    for (const { element, id } of identified) {
      const isHeading = /^h[1-6]$/.test(element.tagName)
      if ((!isHeading && !linked.has(id)) || this.#names.has(id)) continue
      const name = makeName(id, taken)
      taken.add(name.toLowerCase())
      this.#names.set(id, name)
    }
  }

  /** The bookmark of an identifier; `undefined` when no element has it. */
  nameOf(id: string): string | undefined {
    return this.#names.get(id)
  }

  /** The bookmark to be set at this element. It is set once, even if several elements have its identifier. */
  place(element: HtmlElement): string | undefined {
    const id = identifierOf(element)
    const name = id === undefined ? undefined : this.#names.get(id)
    if (name === undefined || this.#placed.has(name)) return undefined
    this.#placed.add(name)
    return name
  }
}

/**
 * Makes a name of letters, digits and underscores, with a letter first, that differs from all others even if case is ignored
 * (ECMA-376-1, 17.13.6.2).
 */
function makeName(id: string, taken: ReadonlySet<string>): string {
  const letters = mendSurrogates(id.slice(0, 4 * MAX_NAME_LENGTH))
    .replace(/[^\p{L}\p{N}_]+/gu, '_')
    .replace(/[\u{10000}-\u{10ffff}]/gu, '_')
  // Names that begin with an underscore are hidden in Word's list.
  const name = (/^\p{L}/u.test(letters) ? letters : `b_${letters}`).slice(0, MAX_NAME_LENGTH)
  if (!taken.has(name.toLowerCase())) return name
  for (let count = taken.size; ; count++) {
    const suffix = `_${count}`
    const candidate = name.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
}
