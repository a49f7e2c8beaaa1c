/**
 * An XML part as a tree of elements.
 *
 * @module
 */

/**
 * An element of an XML part.
 *
 * Names have the customary prefix of their namespace (`w:p`, `a:blip`, `r:id`), whatever prefix the file uses. Strict and
 * transitional namespaces have the same prefixes. Attributes without a prefix have none here.
 */
export interface XmlElement {
  readonly name: string
  /** Attributes. The object has no prototype, so look-ups of any name are safe. */
  readonly attributes: Readonly<Record<string, string>>
  /** Elements and text in document order. White space between elements is kept only where it may matter. */
  readonly children: readonly (XmlElement | string)[]
}

/** The first child element of that name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  if (element === undefined) return undefined
  for (const child of element.children) if (typeof child !== 'string' && child.name === name) return child
  return undefined
}

/** All child elements, or those of one name. */
export function childrenOf(element: XmlElement | undefined, name?: string): XmlElement[] {
  const found: XmlElement[] = []
  if (element === undefined) return found
  for (const child of element.children) {
    if (typeof child !== 'string' && (name === undefined || child.name === name)) found.push(child)
  }
  return found
}

/** The text directly in an element. */
export function textOf(element: XmlElement): string {
  let text = ''
  for (const child of element.children) if (typeof child === 'string') text += child
  return text
}
