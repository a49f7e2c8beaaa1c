/**
 * Elements that were read from a reference document, written as XML again.
 *
 * @module
 */

import { escapeAttribute, escapeXml } from '../../../escape.js'
import type { XmlElement } from '../../../ooxml/xml/xml-element.js'
import { A_NAMESPACE, R_NAMESPACE, W_NAMESPACE } from './namespaces.js'

/** What is kept: the rest of what documents hold in these parts is extensions, which may be left out (ECMA-376-3). */
const KEPT: ReadonlyMap<string, string> = new Map([
  ['w', W_NAMESPACE],
  ['a', A_NAMESPACE],
  ['r', R_NAMESPACE],
])

/** Extensions of a drawing without what they hold say nothing. */
const DROPPED: ReadonlySet<string> = new Set(['a:extLst'])

/** An element of the `w` and `a` namespaces as XML, with its declarations when it is to be the root of a part. */
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

/** Some programs write whole numbers with a fraction, which the schema does not have. */
function integral(value: string): string {
  return value.replace(/^(-?\d+)\.0+$/, '$1')
}
