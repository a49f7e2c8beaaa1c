/**
 * Tables within paragraphs, which the schema does not permit. Programs that convert HTML write them, and Word shows them.
 *
 * @module
 */

import { childOf, type XmlElement } from '../xml/xml-element.js'

/** Elements that may contain a table within a paragraph. */
const WRAPPERS: ReadonlySet<string> = new Set([
  ...['w:ins', 'w:moveTo', 'w:hyperlink', 'w:smartTag', 'w:customXml', 'w:sdt', 'w:sdtContent', 'w:dir', 'w:bdo'],
])

/** Empty elements that are kept. */
const KEPT: ReadonlySet<string> = new Set(['w:br', 'w:bookmarkStart'])

/** Properties that only the first piece of a paragraph keeps. */
const ONCE: ReadonlySet<string> = new Set(['w:numPr', 'w:pageBreakBefore', 'w:framePr'])

/**
 * Splits a paragraph into the piece before a table, the table, and the piece after it. Later pieces have no number, and are left
 * out when they are empty. The last one has the end of the section.
 *
 * @returns only the paragraph itself for one without tables
 */
export function splitAtTables(paragraph: XmlElement): readonly XmlElement[] {
  if (!holdsTable(paragraph)) return [paragraph]
  const properties = childOf(paragraph, 'w:pPr')
  const pieces = cut(paragraph).filter((piece) => piece.name === 'w:tbl' || !isEmpty(piece))
  if (pieces.at(-1)?.name === 'w:tbl' && childOf(properties, 'w:sectPr') !== undefined)
    pieces.push({ ...paragraph, children: [] })
  const last = pieces.length - 1
  return pieces.map((piece, index) =>
    piece.name === 'w:tbl' || properties === undefined ? piece : withProperties(piece, properties, index, last),
  )
}

function holdsTable(element: XmlElement): boolean {
  return element.children.some(
    (child) => typeof child !== 'string' && (child.name === 'w:tbl' || (isWrapper(child) && holdsTable(child))),
  )
}

/** Whether an element may be split. A control that is bound to data has one text, which no table can split. */
function isWrapper(element: XmlElement): boolean {
  return WRAPPERS.has(element.name) && childOf(childOf(element, 'w:sdtPr'), 'w:dataBinding') === undefined
}

/** The pieces of an element, each in a copy of it, and the tables between them. */
function cut(element: XmlElement): XmlElement[] {
  const pieces: XmlElement[] = []
  let children: (XmlElement | string)[] = []
  const finish = () => {
    pieces.push({ ...element, children })
    children = []
  }
  for (const child of element.children) {
    if (typeof child === 'string' || child.name === 'w:pPr') continue
    const parts = child.name === 'w:tbl' ? [child] : isWrapper(child) && holdsTable(child) ? cut(child) : undefined
    if (parts === undefined) children.push(child)
    for (const part of parts ?? []) {
      if (part.name === 'w:tbl') {
        finish()
        pieces.push(part)
      } else children.push(part)
    }
  }
  finish()
  return pieces
}

function isEmpty(piece: XmlElement): boolean {
  return piece.children.every((child) => {
    if (typeof child === 'string' || child.name.endsWith('Pr')) return true
    return child.children.length === 0 ? !KEPT.has(child.name) : isWrapper(child) && isEmpty(child)
  })
}

function withProperties(piece: XmlElement, properties: XmlElement, index: number, last: number): XmlElement {
  const kept = properties.children.filter(
    (child) =>
      typeof child === 'string' ||
      ((index === 0 || !ONCE.has(child.name)) && (index === last || child.name !== 'w:sectPr')),
  )
  if (index > 0) kept.push(UNNUMBERED)
  return { ...piece, children: [{ ...properties, children: kept }, ...piece.children] }
}

/** Properties that switch off numbering, since the style may number its paragraphs as well. */
const UNNUMBERED: XmlElement = {
  name: 'w:numPr',
  attributes: {},
  children: [{ name: 'w:numId', attributes: { 'w:val': '0' }, children: [] }],
}
