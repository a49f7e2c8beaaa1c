/**
 * Tells elements of equal content by one string.
 *
 * @module
 */

import type { XmlElement } from './xml-element.js'

/** Names and values never hold these. */
const END = '\u0001'
const SEPARATOR = '\u0002'

/**
 * The content of an element as a string that is the same for equal content: a key for what is made of it.
 *
 * @param ignored names of elements that do not matter
 */
export function describeElement(element: XmlElement | undefined, ignored: ReadonlySet<string>): string {
  let text = ''
  if (element === undefined) return text
  for (const child of element.children) {
    if (typeof child === 'string') continue
    const { name, attributes, children } = child
    if (ignored.has(name)) continue
    text += name
    for (const key in attributes) text += `${SEPARATOR}${key}${SEPARATOR}${attributes[key]}`
    if (children.length > 0) text += END + describeElement(child, ignored)
    text += END
  }
  return text
}
