/**
 * Writes elements of a reference document as XML again.
 *
 * @module
 */

import { escapeAttribute, escapeXml } from '../../../escape.js'
import type { XmlElement } from '../../../ooxml/xml/xml-element.js'
import { A_NAMESPACE, R_NAMESPACE, W_NAMESPACE } from './namespaces.js'

/** Namespaces that are kept. The others are extensions, which may be left out (ECMA-376-3). */
const KEPT: ReadonlyMap<string, string> = new Map([
  ['w', W_NAMESPACE],
  ['a', A_NAMESPACE],
  ['r', R_NAMESPACE],
])

/** Elements for extensions of a drawing, which are empty without them. */
const DROPPED: ReadonlySet<string> = new Set(['a:extLst'])

/** Writes an element of the `w` and `a` namespaces as XML, with declarations if it is the root of a part. */
export function serializeXml(element: XmlElement, isRoot = false): string {
  if (!isKept(element.name) || DROPPED.has(element.name)) return ''
  let xml = `<${element.name}`
  if (isRoot) for (const [prefix, uri] of KEPT) xml += ` xmlns:${prefix}="${uri}"`
  for (const [name, value] of Object.entries(element.attributes)) {
    if (!name.includes(':') || isKept(name) || name.startsWith('xml:'))
      xml += ` ${name}="${escapeAttribute(integral(value))}"`
  }
  let content = ''
  for (const child of element.children) content += typeof child === 'string' ? escapeXml(child) : serializeXml(child)
  return content === '' ? `${xml}/>` : `${xml}>${content}</${element.name}>`
}

function isKept(name: string): boolean {
  return KEPT.has(name.slice(0, name.indexOf(':')))
}

/** Removes the fraction of a whole number. Some programs write one, which the schema does not permit. */
function integral(value: string): string {
  return value.replace(/^(-?\d+)\.0+$/, '$1')
}
