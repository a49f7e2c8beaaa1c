/**
 * Writes XML in its canonical form (Exclusive XML Canonicalization 1.0), so that the written bytes are the signed bytes.
 *
 * @module
 */

import { showText } from '../../verify/foreign-text.js'

/** Namespaces by the prefixes that this module writes. */
const NAMESPACES = {
  vr: 'http://uri.etsi.org/19102/v1.4.1#',
  ds: 'http://www.w3.org/2000/09/xmldsig#',
  xades: 'http://uri.etsi.org/01903/v1.3.2#',
  tsl: 'http://uri.etsi.org/02231/v2#',
} as const

/** A name with one of these prefixes. */
export type XmlName = `${keyof typeof NAMESPACES}:${string}`

/** An element. Its attributes have no prefixes. */
export interface ReportElement {
  readonly name: XmlName
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly XmlNode[]
}

/** A part of the content of an element. */
export type XmlNode = ReportElement | string

/** Makes an element without attributes. Undefined children are left out. */
export function element(name: XmlName, ...children: readonly (XmlNode | undefined)[]): ReportElement {
  return { name, attributes: {}, children: children.filter((child) => child !== undefined) }
}

/** Makes an element with attributes. */
export function elementWith(
  name: XmlName,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (XmlNode | undefined)[]
): ReportElement {
  return { ...element(name, ...children), attributes }
}

/** Makes an element with a text; undefined without a text. */
export function textElement(name: XmlName, text: string | null | undefined): ReportElement | undefined {
  return text === null || text === undefined ? undefined : element(name, text)
}

/** The canonical form of an element with its content. */
export function canonicalXml(root: ReportElement): string {
  const parts: string[] = []
  write(root, new Set(), parts)
  return parts.join('')
}

/**
 * Writes an element. `declared` has the prefixes that the elements around it declare. An element declares its own prefix when
 * it is missing there.
 */
function write({ name, attributes, children }: ReportElement, declared: ReadonlySet<string>, parts: string[]): void {
  const prefix = name.slice(0, name.indexOf(':')) as keyof typeof NAMESPACES
  const isFresh = !declared.has(prefix)
  const inner = isFresh ? new Set([...declared, prefix]) : declared
  parts.push(`<${name}`)
  if (isFresh) parts.push(` xmlns:${prefix}="${NAMESPACES[prefix]}"`)
  for (const key of Object.keys(attributes).sort()) parts.push(` ${key}="${attributeText(attributes[key] ?? '')}"`)
  parts.push('>')
  for (const child of children) {
    if (typeof child === 'string') parts.push(contentText(child))
    else write(child, inner, parts)
  }
  parts.push(`</${name}>`)
}

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/**
 * Escapes a text. Characters that hide or reorder text or are not permitted in XML are shown by number, which includes line
 * ends and tabs.
 */
function contentText(text: string): string {
  return lawful(text).replace(/[&<>]/g, (character) => ESCAPES[character] ?? '')
}

function attributeText(text: string): string {
  return lawful(text).replace(/[&<"]/g, (character) => ESCAPES[character] ?? '')
}

/** Characters that XML 1.0, 2.2 does not permit, and line ends and tabs, which XML readers may change. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that are replaced
const UNLAWFUL = /[\u0000-\u001f\ufffe\uffff]|\p{Surrogate}/gu

function lawful(text: string): string {
  return showText(text).replace(
    UNLAWFUL,
    (character) => `\u2039U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}\u203a`,
  )
}
