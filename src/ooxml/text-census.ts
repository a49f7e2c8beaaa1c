/**
 * Counts all text of a document before any of it is skipped. At the end, text that was neither shown nor exempted for a reason
 * in the format is named in a warning. Code that forgets a text therefore cannot lose it silently.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../pace/turns.js'
import { PASSED_OVER } from './xml/markup-compatibility.js'
import { isKnownPrefix } from './xml/namespaces.js'
import { childOf, textOf, type XmlElement } from './xml/xml-element.js'

const TEXT: ReadonlySet<string> = new Set(['w:t', 'm:t', 'a:t', 'w:delText', 'w:sym'])

/** References to text that is stored elsewhere. */
const NOTES: ReadonlySet<string> = new Set(['w:footnoteReference', 'w:endnoteReference'])

/** Drawings. Their text is in them or in parts of their own, and none of it is shown when a drawing is skipped. */
const DRAWINGS: ReadonlySet<string> = new Set(['w:drawing', 'w:pict', 'w:object'])

/** Elements that count even without content. */
const COUNTED: ReadonlySet<string> = new Set([...TEXT, ...NOTES, ...DRAWINGS, 'w:altChunk'])

/** Deletions, and the former places of moved text, which are not part of the document (17.13.5). */
const DELETED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom'])

/** Elements whose names do not tell why their text was skipped. */
const PLAIN: ReadonlySet<string> = new Set(['w:r', 'w:p', 'w:hyperlink', 'w:smartTag', 'w:sdt', 'w:sdtContent', 'm:r'])

/** Elements whose text is in child elements only. Text directly in them is not part of the format. */
const TEXTLESS: ReadonlySet<string> = new Set([
  ...['w:body', 'w:hdr', 'w:ftr', 'w:footnote', 'w:endnote', 'w:txbxContent', 'w:p', 'w:r', 'w:tbl', 'w:tr', 'w:tc'],
  ...['w:sdt', 'w:sdtContent', 'w:customXml', 'w:smartTag', 'w:hyperlink', 'w:fldSimple', 'w:ins', 'w:moveTo'],
  ...['w:dir', 'w:bdo', 'm:oMath', 'm:oMathPara', 'm:r', 'm:e', 'a:p', 'a:r', 'v:textbox'],
])

const EXCERPT = 40
/** Kinds of places that are named, since a hostile document could have any number of them. */
const MAX_KINDS = 40
/** Stands for a symbol in a warning, since its glyph depends on the font. */
const SYMBOL = '\u25a1'

/** Text that was skipped, by the place that contains it. */
interface Lost {
  readonly texts: Map<string, string>
  readonly others: Set<string>
}

/** Returns the text that a reference to a note or to an embedded document leads to; empty for none. */
type ReferredText = (reference: XmlElement) => string

/** The texts of a document, and which of them were shown. */
export class TextCensus {
  readonly #roots = new Set<XmlElement>()
  readonly #shown = new Set<XmlElement>()
  readonly #exempt = new Set<XmlElement>()
  readonly #leftOut = new Map<XmlElement, string>()

  /** Counts all text below an element. */
  expect(root: XmlElement): void {
    this.#roots.add(root)
  }

  /** Records that a text, a reference or an embedded document was added to the model. Its content is counted separately. */
  show(element: XmlElement): void {
    this.#shown.add(element)
  }

  /**
   * Exempts an element with all its content, because nothing is lost: the document hides it, it is an argument of a field, it is
   * a stored result that another replaces, or bound data has replaced it.
   */
  exempt(element: XmlElement): void {
    this.#exempt.add(element)
  }

  /** Records that a text is left out, where its element alone does not tell why. `where` continues the phrase "characters in". */
  leaveOut(element: XmlElement, where: string): void {
    this.#leftOut.set(element, where)
  }

  /** Warnings about skipped text in plain English: one sentence for each kind of place. */
  *warnings(referredText: ReferredText = () => ''): Steps<string[]> {
    const lost: Lost = { texts: new Map(), others: new Set() }
    for (const root of this.#roots) yield* this.#collectBelow(root, lost, referredText)
    const texts = [...lost.texts]
    const rest = texts.slice(MAX_KINDS).reduce((sum, [, text]) => sum + text.length, 0)
    return [
      ...texts
        .slice(0, MAX_KINDS)
        .map(([where, text]) => `${text.length} characters in ${where} are left out: ${quoteStart(text)}`),
      ...(rest === 0 ? [] : [`${rest} characters in elements of other kinds are left out.`]),
      ...[...lost.others].slice(0, MAX_KINDS),
      ...(lost.others.size > MAX_KINDS ? ['More of the kind is left out.'] : []),
    ]
  }

  *#collectBelow(root: XmlElement, lost: Lost, referredText: ReferredText): Steps<void> {
    const open = [{ element: root, holder: root.name, next: 0 }]
    for (let top = open[0]; top !== undefined; top = open.at(-1)) {
      const { element, holder } = top
      const child = element.children[top.next++]
      if (child === undefined) {
        open.pop()
        if (isTurnOver()) yield
      } else if (typeof child === 'string') {
        if (isUnknown(element.name)) addText(lost, elements(element.name), child)
        else if (TEXTLESS.has(element.name)) addText(lost, elements(holder), child)
      } else {
        const below = this.#collect(child, holder, lost, referredText)
        if (below !== undefined) open.push({ element: child, holder: below, next: 0 })
      }
    }
  }

  /**
   * Returns the name of the element that counts as the holder of this element's content; undefined where the content does not
   * count.
   */
  #collect(element: XmlElement, holder: string, lost: Lost, referredText: ReferredText): string | undefined {
    const { name } = element
    // This is true of by far the most elements.
    if (element.children.length === 0 && !COUNTED.has(name)) return undefined
    if (this.#exempt.has(element)) return undefined
    if (TEXT.has(name)) {
      if (!this.#shown.has(element)) {
        const where = this.#leftOut.get(element) ?? elements(holder)
        addText(lost, where, name === 'w:sym' ? SYMBOL : textOf(element))
      }
      // A text element should contain no elements; if it does, their text was not read.
      return name
    }
    if (this.#shown.has(element) || this.#roots.has(element) || isDeleted(element)) return undefined
    if (NOTES.has(name)) {
      addOther(lost, `note whose reference stands in ${elements(holder)}`, referredText(element))
    } else if (name === 'w:altChunk') {
      addOther(lost, `embedded document (altChunk) in a ${holder} element`, referredText(element))
    } else if (DRAWINGS.has(name) && holder === PASSED_OVER) {
      lost.others.add('A drawing that only newer versions of Word know is left out.')
    }
    return PLAIN.has(name) ? holder : name
  }
}

function addOther({ others }: Lost, what: string, text: string): void {
  const one = `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`
  const { length } = text.trim()
  if (length > 0) others.add(`${length} characters of ${one} are left out: ${quoteStart(text)}`)
  else others.add(`A${one.slice(1)} is left out.`)
}

/** The first words of a text, in quotation marks. */
export function quoteStart(text: string): string {
  const short = text.replace(/\s+/g, ' ').trim()
  return short.length > EXCERPT ? `"${short.slice(0, EXCERPT)}..."` : `"${short}"`
}

/**
 * The text of an element and everything in it, whether or not it is shown, with paragraphs separated.
 *
 * @param embedded gives the text of an embedded document
 */
export function allTextIn(element: XmlElement | undefined, embedded: ReferredText = () => ''): string {
  if (element === undefined) return ''
  if (TEXT.has(element.name)) return element.name === 'w:sym' ? SYMBOL : textOf(element)
  let text = element.name === 'w:altChunk' ? embedded(element) : ''
  for (const child of element.children) if (typeof child !== 'string') text += allTextIn(child, embedded)
  return element.name === 'w:p' ? `${text} ` : text
}

function elements(name: string): string {
  return `${name} elements`
}

function addText({ texts }: Lost, where: string, text: string): void {
  if (text.trim() !== '') texts.set(where, (texts.get(where) ?? '') + text.trim())
}

/** Whether an element's namespace is unknown, or missing. */
function isUnknown(name: string): boolean {
  const colon = name.indexOf(':')
  return colon < 0 || !isKnownPrefix(name.slice(0, colon))
}

function isDeleted(element: XmlElement): boolean {
  if (DELETED.has(element.name)) return true
  if (element.name === 'w:tr') return childOf(childOf(element, 'w:trPr'), 'w:del') !== undefined
  return element.name === 'w:tc' && childOf(childOf(element, 'w:tcPr'), 'w:cellDel') !== undefined
}
