/**
 * Describes elements by keys that are equal for equal content.
 *
 * @module
 */

import type { XmlElement } from './xml-element.js'

/** Separator that names and values never contain. */
const END = '\u0001'
const SEPARATOR = '\u0002'

/**
 * The content of an element as a string that is equal for equal content, for use as a cache key.
 *
 * @param ignored names of elements that are left out
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
