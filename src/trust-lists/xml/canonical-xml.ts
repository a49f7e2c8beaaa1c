/**
 * The canonical form of XML without comments: Exclusive XML Canonicalization 1.0 and Canonical XML 1.0. The digests of a
 * signature are computed over this form.
 *
 * @module
 */

import { XML_NAMESPACE } from './resolve-names.js'
import {
  type Instruction,
  isSignedElement,
  namespacesAt,
  type SignedAttribute,
  type SignedElement,
  type SignedXml,
} from './signed-tree.js'

/** `exclusive`: an element is written with the namespaces that it uses. `inclusive`: with all that are in force at it. */
export type Canonicalization = 'exclusive' | 'inclusive'

/** Receives the canonical form piece by piece. */
export type TextSink = (text: string) => void

/**
 * Writes a whole document in the exclusive canonical form.
 *
 * @param left an element that is left out with its content: the signature itself (XML-DSig, 6.6.4)
 */
export function canonicalizeDocument({ root, before, after }: SignedXml, left: SignedElement, sink: TextSink): void {
  for (const instruction of before) sink(`${instructionText(instruction)}\n`)
  canonicalizeElement(root, 'exclusive', sink, left)
  for (const instruction of after) sink(`\n${instructionText(instruction)}`)
}

/** Writes the canonical form of an element with its content. */
export function canonicalizeElement(
  element: SignedElement,
  form: Canonicalization,
  sink: TextSink,
  left?: SignedElement,
): void {
  const scope = form === 'inclusive' ? namespacesAt(element) : new Map<string, string>()
  const inherited = form === 'inclusive' ? inheritedXmlAttributes(element) : []
  new Writer(form, sink, left).write(element, NOTHING_WRITTEN, scope, inherited)
}

const NOTHING_WRITTEN: ReadonlyMap<string, string> = new Map([['', '']])

class Writer {
  readonly #form: Canonicalization
  readonly #sink: TextSink
  readonly #left: SignedElement | undefined

  constructor(form: Canonicalization, sink: TextSink, left: SignedElement | undefined) {
    this.#form = form
    this.#sink = sink
    this.#left = left
  }

  /**
   * Writes one element with its content.
   *
   * @param written namespaces that the written elements around this one have declared
   * @param scope namespaces around the element that it has to declare itself, in the inclusive form
   */
  write(
    element: SignedElement,
    written: ReadonlyMap<string, string>,
    scope: ReadonlyMap<string, string> = element.declared,
    inherited: readonly SignedAttribute[] = [],
  ): void {
    const wanted = this.#form === 'exclusive' ? usedNamespaces(element) : scope
    const fresh = [...wanted].filter(([prefix, uri]) => written.get(prefix) !== uri)
    const inner = fresh.length === 0 ? written : new Map([...written, ...fresh])
    const name = element.prefix === '' ? element.localName : `${element.prefix}:${element.localName}`
    this.#sink(`<${name}${declarationsText(fresh)}${attributesText([...inherited, ...element.attributes])}>`)
    for (const child of element.children) {
      if (typeof child === 'string') this.#sink(escapeText(child))
      else if (!isSignedElement(child)) this.#sink(instructionText(child))
      else if (child !== this.#left) this.write(child, inner)
    }
    this.#sink(`</${name}>`)
  }
}

/** Namespaces of the prefixes of an element and its attributes (those that are "visibly utilized"). */
function usedNamespaces({ prefix, namespace, attributes }: SignedElement): ReadonlyMap<string, string> {
  const used = new Map<string, string>()
  if (prefix !== 'xml') used.set(prefix, namespace)
  for (const attribute of attributes) {
    if (attribute.prefix !== '' && attribute.prefix !== 'xml') used.set(attribute.prefix, attribute.namespace)
  }
  return used
}

/**
 * The attributes of the namespace `xml`, for example `xml:lang`, of the ancestors. An element that is written without its
 * ancestors receives them (Canonical XML 1.0, 2.4).
 */
function inheritedXmlAttributes(element: SignedElement): SignedAttribute[] {
  const found = new Map<string, SignedAttribute>()
  for (let at = element.parent; at !== undefined; at = at.parent) {
    for (const attribute of at.attributes) {
      const isInherited = attribute.namespace === XML_NAMESPACE && !found.has(attribute.localName)
      if (isInherited) found.set(attribute.localName, attribute)
    }
  }
  for (const { namespace, localName } of element.attributes) if (namespace === XML_NAMESPACE) found.delete(localName)
  return [...found.values()]
}

function declarationsText(fresh: readonly (readonly [string, string])[]): string {
  const sorted = fresh.toSorted(([a], [b]) => compare(a, b))
  return sorted.map(([prefix, uri]) => ` xmlns${prefix === '' ? '' : `:${prefix}`}="${escapeValue(uri)}"`).join('')
}

function attributesText(attributes: readonly SignedAttribute[]): string {
  if (attributes.length === 0) return ''
  const sorted =
    attributes.length === 1
      ? attributes
      : attributes.toSorted((a, b) => compare(a.namespace, b.namespace) || compare(a.localName, b.localName))
  return sorted
    .map(({ prefix, localName, value }) => ` ${prefix === '' ? '' : `${prefix}:`}${localName}="${escapeValue(value)}"`)
    .join('')
}

/**
 * Compares by code units. The order is that of code points, since the reader accepts no names with characters beyond U+FFFF.
 */
function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function instructionText({ target, data }: Instruction): string {
  return data === '' ? `<?${target}?>` : `<?${target} ${data.replaceAll('\r', '&#xD;')}?>`
}

const TEXT_ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#xD;' }

function escapeText(text: string): string {
  return /[&<>\r]/.test(text) ? text.replace(/[&<>\r]/g, (character) => TEXT_ESCAPES[character] ?? '') : text
}

const VALUE_ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '"': '&quot;',
  '\t': '&#x9;',
  '\n': '&#xA;',
  '\r': '&#xD;',
}

function escapeValue(text: string): string {
  return /[&<"\t\n\r]/.test(text) ? text.replace(/[&<"\t\n\r]/g, (character) => VALUE_ESCAPES[character] ?? '') : text
}
