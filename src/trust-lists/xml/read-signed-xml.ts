/**
 * Reads signed XML strictly (XML 1.0, Namespaces in XML 1.0): only UTF-8, no document type, only the five entities of XML,
 * and no identifier twice. Everything that two parsers could read differently is refused.
 *
 * @module
 */

import { TRUST_LIST_LIMITS } from '../trust-lists-limits.js'
import { malformedXml as malformed, refuseList } from './list-error.js'
import { declarationsAmong, namespaceOf, type RawAttribute, resolveAttributes, XML_NAMESPACE } from './resolve-names.js'
import type { Instruction, SignedElement, SignedNode, SignedXml } from './signed-tree.js'

const STRICT_UTF_8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/** Characters that XML 1.0, 2.2 does not permit. Lone surrogates cannot occur after decoding UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are refused
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/

const DECLARATION =
  /^<\?xml[ \t\n]+version[ \t\n]*=[ \t\n]*(["'])1\.0\1(?:[ \t\n]+encoding[ \t\n]*=[ \t\n]*(["'])([A-Za-z][\w.-]*)\2)?(?:[ \t\n]+standalone[ \t\n]*=[ \t\n]*(["'])(?:yes|no)\4)?[ \t\n]*\?>/
const NAME_START =
  'A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd'
const NC_NAME = `[${NAME_START}][${NAME_START}\\-.0-9\\u00b7\\u0300-\\u036f\\u203f\\u2040]*`
const QUALIFIED = new RegExp(`(?:(${NC_NAME}):)?(${NC_NAME})`, 'y')
const ATTRIBUTE = new RegExp(
  `([ \\t\\n]*)(?:(${NC_NAME}):)?(${NC_NAME})[ \\t\\n]*=[ \\t\\n]*(?:"([^"<]*)"|'([^'<]*)')`,
  'y',
)
const TAG_END = /[ \t\n]*(\/?)>/y
const CLOSE_END = /[ \t\n]*>/y
const INSTRUCTION = new RegExp(`<\\?(${NC_NAME})(?:[ \\t\\n]+([\\s\\S]*?))?\\?>`, 'y')
const REFERENCE = /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(lt|gt|amp|quot|apos));|&/g
const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const ID_NAMES: ReadonlySet<string> = new Set(['Id', 'ID', 'id'])

interface OpenElement extends SignedElement {
  readonly children: SignedNode[]
}

/**
 * Reads a whole document.
 *
 * @throws SealwrightError `trust_list_refused` for a document that is not strictly well-formed or exceeds the limits
 */
export function readSignedXml(bytes: Uint8Array): SignedXml {
  return new Reader(decode(bytes)).read()
}

function decode(bytes: Uint8Array): string {
  const { maxListBytes } = TRUST_LIST_LIMITS
  if (bytes.length > maxListBytes) throw refuseList('too_large', `it has more than ${maxListBytes} bytes.`)
  let text: string
  try {
    text = STRICT_UTF_8.decode(bytes)
  } catch (cause) {
    throw refuseList('not_utf8', 'it is not in UTF-8.', cause)
  }
  // Line ends become line feeds (XML 1.0, 2.11).
  if (text.includes('\r')) text = text.replace(/\r\n?/g, '\n')
  if (FORBIDDEN.test(text)) throw malformed('it has characters that XML does not have')
  return text
}

class Reader {
  readonly #text: string
  #at = 0
  #left: number = TRUST_LIST_LIMITS.maxXmlNodes
  readonly #byId = new Map<string, SignedElement>()
  readonly #open: OpenElement[] = []
  /** Namespaces in force, one map for each open element. An element without declarations shares the map of its parent. */
  readonly #scopes: ReadonlyMap<string, string>[] = [new Map([['xml', XML_NAMESPACE]])]
  #root: OpenElement | undefined

  constructor(text: string) {
    this.#text = text
  }

  read(): SignedXml {
    this.#skipDeclaration()
    const before = this.#readMisc()
    if (this.#text.charCodeAt(this.#at) !== 0x3c) throw malformed('text outside of the root element')
    this.#readStartTag()
    while (this.#open.length > 0) this.#readContent()
    const after = this.#readMisc()
    if (this.#root === undefined || this.#at < this.#text.length) throw malformed('there is more than one root element')
    return { root: this.#root, before, after, byId: this.#byId }
  }

  #skipDeclaration(): void {
    if (!/^<\?xml[ \t\n?]/.test(this.#text)) return
    const match = DECLARATION.exec(this.#text)
    if (match === null) throw malformed('the XML declaration is not one of XML 1.0')
    if (match[3] !== undefined && !/^utf-?8$/i.test(match[3]))
      throw refuseList('not_utf8', `it says that it is in ${match[3]}.`)
    this.#at = match[0].length
  }

  /** Reads comments, instructions and white space outside of the root element. */
  #readMisc(): Instruction[] {
    const found: Instruction[] = []
    for (;;) {
      while (' \t\n'.includes(this.#text.charAt(this.#at)) && this.#at < this.#text.length) this.#at++
      if (this.#text.startsWith('<?', this.#at)) found.push(this.#readInstruction())
      else if (this.#text.startsWith('<!', this.#at)) this.#skipComment()
      else return found
    }
  }

  #readContent(): void {
    const text = this.#text
    const markup = text.indexOf('<', this.#at)
    if (markup < 0) throw malformed('it ends within an element')
    if (markup > this.#at) this.#addText(text.slice(this.#at, markup))
    this.#at = markup
    const next = text.charCodeAt(markup + 1)
    if (next === 0x2f /* / */) this.#readEndTag()
    else if (next === 0x3f /* ? */) this.#parent().children.push(this.#readInstruction())
    else if (text.startsWith('<![CDATA[', markup)) this.#readCdata()
    else if (next === 0x21 /* ! */) this.#skipComment()
    else this.#readStartTag()
  }

  #readStartTag(): void {
    this.#spend()
    this.#at++
    const [, prefix = '', localName = ''] = this.#match(QUALIFIED, 'a tag has no name')
    const attributes = this.#readAttributes()
    const declared = declarationsAmong(attributes)
    const outer = this.#scopes.at(-1) ?? new Map()
    const scope = declared.size === 0 ? outer : new Map([...outer, ...declared])
    if (scope.size > TRUST_LIST_LIMITS.maxXmlNamespaces) throw refuseList('too_complex', 'it has too many namespaces.')
    const element: OpenElement = {
      prefix,
      localName,
      namespace: namespaceOf(prefix, scope),
      attributes: resolveAttributes(attributes, scope),
      declared,
      parent: this.#open.at(-1),
      children: [],
    }
    this.#noteIds(element)
    const parent = this.#open.at(-1)
    if (parent === undefined) this.#root = element
    else parent.children.push(element)
    const isEmpty = this.#match(TAG_END, 'a tag is malformed')[1] === '/'
    if (isEmpty) return
    if (this.#open.length >= TRUST_LIST_LIMITS.maxXmlDepth) throw refuseList('too_complex', 'it is nested too deep.')
    this.#open.push(element)
    this.#scopes.push(scope)
  }

  #readEndTag(): void {
    this.#at += 2
    const [, prefix = '', localName = ''] = this.#match(QUALIFIED, 'an end tag has no name')
    this.#match(CLOSE_END, 'an end tag is malformed')
    const element = this.#open.pop()
    this.#scopes.pop()
    if (element?.prefix !== prefix || element.localName !== localName) throw malformed('tags do not match')
  }

  #readAttributes(): RawAttribute[] {
    const found: RawAttribute[] = []
    for (;;) {
      ATTRIBUTE.lastIndex = this.#at
      const match = ATTRIBUTE.exec(this.#text)
      if (match === null) return found
      const [all, space, prefix = '', localName = '', double, single] = match
      if (space === '') throw malformed('there is no space between attributes')
      if (localName.length + prefix.length > TRUST_LIST_LIMITS.maxXmlNameLength) throw malformed('a name is too long')
      this.#spend()
      if (found.length === TRUST_LIST_LIMITS.maxXmlAttributes)
        throw refuseList('too_complex', 'an element has too many attributes.')
      // White space becomes spaces, unless it is written as a reference (XML 1.0, 3.3.3).
      const value = replaceReferences((double ?? single ?? '').replace(/[\t\n]/g, ' '))
      if (found.some((other) => other.prefix === prefix && other.localName === localName))
        throw malformed('an attribute stands twice')
      found.push({ prefix, localName, value })
      this.#at += all.length
    }
  }

  /**
   * Registers the identifiers of an element. References of signatures use them, so a value that two elements have is refused
   * as ambiguous.
   */
  #noteIds(element: SignedElement): void {
    for (const { prefix, localName, namespace, value } of element.attributes) {
      const isId = (prefix === '' && ID_NAMES.has(localName)) || (namespace === XML_NAMESPACE && localName === 'id')
      if (!isId) continue
      const other = this.#byId.get(value)
      if (other !== undefined && other !== element)
        throw refuseList('duplicate_id', 'an identifier stands at two elements.')
      this.#byId.set(value, element)
    }
  }

  #readInstruction(): Instruction {
    this.#spend()
    const [, target = '', data = ''] = this.#match(INSTRUCTION, 'a processing instruction is malformed')
    if (/^xml$/i.test(target)) throw malformed('the XML declaration is not at the beginning')
    return { target, data }
  }

  #skipComment(): void {
    const text = this.#text
    if (!text.startsWith('<!--', this.#at)) {
      throw refuseList(
        'document_type',
        'it has a document type or another declaration, which trusted lists must not have.',
      )
    }
    this.#spend()
    const end = text.indexOf('--', this.#at + 4)
    if (end < 0 || text.charCodeAt(end + 2) !== 0x3e) throw malformed('a comment is malformed')
    this.#at = end + 3
  }

  #readCdata(): void {
    const end = this.#text.indexOf(']]>', this.#at)
    if (end < 0) throw malformed('a CDATA section does not end')
    this.#append(this.#text.slice(this.#at + 9, end))
    this.#at = end + 3
  }

  #addText(raw: string): void {
    if (raw.includes(']]>')) throw malformed('"]]>" stands in text')
    this.#append(replaceReferences(raw))
  }

  #append(text: string): void {
    if (text === '') return
    const { children } = this.#parent()
    const last = children.at(-1)
    if (typeof last === 'string') children[children.length - 1] = last + text
    else {
      this.#spend()
      children.push(text)
    }
  }

  #parent(): OpenElement {
    const parent = this.#open.at(-1)
    if (parent === undefined) throw malformed('text outside of the root element')
    return parent
  }

  #match(pattern: RegExp, fault: string): RegExpExecArray {
    pattern.lastIndex = this.#at
    const match = pattern.exec(this.#text)
    if (match === null) throw malformed(fault)
    const [, first = '', second = ''] = match
    if (pattern === QUALIFIED && first.length + second.length > TRUST_LIST_LIMITS.maxXmlNameLength) {
      throw malformed('a name is too long')
    }
    this.#at += match[0].length
    return match
  }

  #spend(): void {
    if (--this.#left < 0) throw refuseList('too_complex', 'it has too many elements.')
  }
}

function replaceReferences(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(REFERENCE, (_all: string, decimal?: string, hexadecimal?: string, entity?: string) => {
    if (entity !== undefined) return ENTITIES[entity] ?? ''
    const code = decimal !== undefined ? Number.parseInt(decimal, 10) : Number.parseInt(hexadecimal ?? '', 16)
    if (Number.isNaN(code)) throw malformed('a reference to an entity that is not known')
    const isCharacter = code <= 0x10ffff && !(code >= 0xd800 && code < 0xe000)
    const character = isCharacter ? String.fromCodePoint(code) : '\u0000'
    if (FORBIDDEN.test(character)) throw malformed('a reference to a character that XML does not have')
    return character
  })
}
