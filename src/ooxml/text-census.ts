/**
 * Finds text that was skipped while reading, whatever element it is in, so that it can be reported.
 *
 * @module
 */

import { isKnownPrefix } from './xml/namespaces.js'
import { childOf, textOf, type XmlElement } from './xml/xml-element.js'
import { PASSED_OVER } from './xml/xml-parser.js'

const TEXT: ReadonlySet<string> = new Set(['w:t', 'm:t', 'a:t', 'w:delText', 'w:sym'])

/** What stands for a text that is somewhere else. */
const NOTES: ReadonlySet<string> = new Set(['w:footnoteReference', 'w:endnoteReference'])

/** Drawings: their text is in them or in parts of their own, and nothing of it is shown where they were passed over. */
const DRAWINGS: ReadonlySet<string> = new Set(['w:drawing', 'w:pict', 'w:object'])

/** What counts without anything in it. */
const COUNTED: ReadonlySet<string> = new Set([...TEXT, ...NOTES, ...DRAWINGS, 'w:altChunk'])

/** What the document itself keeps from view: deletions, the former places of moves. */
const HIDDEN: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom'])

/** Elements whose names say nothing about why their text was passed over. */
const PLAIN: ReadonlySet<string> = new Set(['w:r', 'w:p', 'w:hyperlink', 'w:smartTag', 'w:sdt', 'w:sdtContent', 'm:r'])

/** Elements that hold text only in others: what stands directly in them is no part of the format. */
const TEXTLESS: ReadonlySet<string> = new Set([
  ...['w:body', 'w:hdr', 'w:ftr', 'w:footnote', 'w:endnote', 'w:txbxContent', 'w:p', 'w:r', 'w:tbl', 'w:tr', 'w:tc'],
  ...['w:sdt', 'w:sdtContent', 'w:customXml', 'w:smartTag', 'w:hyperlink', 'w:fldSimple', 'w:ins', 'w:moveTo'],
  ...['w:dir', 'w:bdo', 'm:oMath', 'm:oMathPara', 'm:r', 'm:e', 'a:p', 'a:r', 'v:textbox'],
])

const EXCERPT = 40
/** For a symbol, whose letter depends on its font. */
const SYMBOL = '\u25a1'

/** What was passed over, by the element that it stands in. */
interface Lost {
  readonly texts: Map<string, string>
  readonly others: Set<string>
}

/** Which texts were read, and of which containers. */
export class TextCensus {
  readonly #read = new Set<XmlElement>()
  readonly #roots = new Set<XmlElement>()

  /** All text below an element is going to be read. */
  expect(root: XmlElement): void {
    this.#roots.add(root)
  }

  /** A text, a reference or an embedded document came into the model, or it is hidden where it stands with all that it holds. */
  note(element: XmlElement): void {
    this.#read.add(element)
  }

  /** What was passed over, in plain English: one sentence for each kind of element that it stands in. */
  warnings(): string[] {
    const lost: Lost = { texts: new Map(), others: new Set() }
    for (const root of this.#roots) this.#collectIn(root, root.name, lost)
    const texts = [...lost.texts].map(([name, text]) => {
      const excerpt = text.length > EXCERPT ? `${text.slice(0, EXCERPT)}...` : text
      return `${text.length} characters in ${name} elements are left out: "${excerpt}"`
    })
    return [...texts, ...lost.others]
  }

  #collectIn({ name, children }: XmlElement, holder: string, lost: Lost): void {
    for (const child of children) {
      if (typeof child !== 'string') this.#collect(child, holder, lost)
      else if (isUnknown(name)) addText(lost, name, child)
      else if (TEXTLESS.has(name)) addText(lost, holder, child)
    }
  }

  #collect(element: XmlElement, holder: string, lost: Lost): void {
    const { name } = element
    // By far the most elements.
    if (element.children.length === 0 && !COUNTED.has(name)) return
    if (TEXT.has(name)) {
      if (!this.#read.has(element)) addText(lost, holder, name === 'w:sym' ? SYMBOL : textOf(element))
      // A text element should contain no elements; if it does, their text was not read.
      this.#collectIn(element, name, lost)
      return
    }
    if (this.#read.has(element) || this.#roots.has(element) || isHidden(element)) return
    if (NOTES.has(name)) lost.others.add(`A note whose reference stands in ${holder} elements is left out.`)
    else if (name === 'w:altChunk')
      lost.others.add(`An embedded document (altChunk) in a ${holder} element is left out.`)
    else if (DRAWINGS.has(name) && holder === PASSED_OVER)
      lost.others.add('A drawing that only newer versions of Word know is left out.')
    this.#collectIn(element, PLAIN.has(name) ? holder : name, lost)
  }
}

function addText({ texts }: Lost, holder: string, text: string): void {
  if (text.trim() !== '') texts.set(holder, (texts.get(holder) ?? '') + text.trim())
}

/** Elements of namespaces that are not known here, or of none. */
function isUnknown(name: string): boolean {
  const colon = name.indexOf(':')
  return colon < 0 || !isKnownPrefix(name.slice(0, colon))
}

function isHidden(element: XmlElement): boolean {
  if (HIDDEN.has(element.name)) return true
  if (element.name === 'w:tr') {
    const properties = childOf(element, 'w:trPr')
    return childOf(properties, 'w:del') !== undefined || childOf(properties, 'w:hidden') !== undefined
  }
  return element.name === 'w:tc' && childOf(childOf(element, 'w:tcPr'), 'w:cellDel') !== undefined
}
