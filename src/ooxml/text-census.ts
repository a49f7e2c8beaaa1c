/**
 * Finds text that reading passed over: whatever element it hides in, it is named.
 *
 * @module
 */

import { childOf, textOf, type XmlElement } from './xml/xml-element.js'

const TEXT: ReadonlySet<string> = new Set(['w:t', 'm:t'])

/** What the document itself keeps from view: deletions, the former places of moves. Phonetic guides have a warning of their own. */
const HIDDEN: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom', 'w:rt'])

/** Elements whose names say nothing about why their text was passed over. */
const PLAIN: ReadonlySet<string> = new Set(['w:r', 'w:p', 'w:hyperlink', 'w:smartTag', 'w:sdt', 'w:sdtContent', 'm:r'])

const EXCERPT = 40

/** Which texts were read, and of which containers. */
export class TextCensus {
  readonly #read = new Set<XmlElement>()
  readonly #roots = new Set<XmlElement>()

  /** All text below an element is going to be read. */
  expect(root: XmlElement): void {
    this.#roots.add(root)
  }

  /** A text came into the model, or is hidden where it stands. */
  note(element: XmlElement): void {
    this.#read.add(element)
  }

  /** What was passed over, in plain English: one sentence for each kind of element that it stands in. */
  warnings(): string[] {
    const lost = new Map<string, string>()
    for (const root of this.#roots) this.#collect(root, root.name, lost)
    return [...lost].map(([name, text]) => {
      const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}...` : text
      return `${text.length} characters in ${name} elements are left out: "${excerpt}"`
    })
  }

  #collect(element: XmlElement, holder: string, lost: Map<string, string>): void {
    if (TEXT.has(element.name)) {
      if (this.#read.has(element)) return
      const text = textOf(element)
      if (text.trim() !== '') lost.set(holder, (lost.get(holder) ?? '') + text)
      return
    }
    if (isHidden(element)) return
    const name = PLAIN.has(element.name) ? holder : element.name
    for (const child of element.children) if (typeof child !== 'string') this.#collect(child, name, lost)
  }
}

function isHidden(element: XmlElement): boolean {
  if (HIDDEN.has(element.name)) return true
  if (element.name === 'w:tr') {
    const properties = childOf(element, 'w:trPr')
    return childOf(properties, 'w:del') !== undefined || childOf(properties, 'w:hidden') !== undefined
  }
  return element.name === 'w:tc' && childOf(childOf(element, 'w:tcPr'), 'w:cellDel') !== undefined
}
