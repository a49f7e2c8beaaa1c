/**
 * Finds the fields whose begin and end marks both exist.
 *
 * @module
 */

import type { XmlElement } from '../xml/xml-element.js'

/** Elements without fields, deleted elements, and stories with fields of their own. */
const APART = new Set(['w:t', 'w:rPr', 'w:pPr', 'w:tcPr', 'w:trPr', 'w:tblPr', 'w:del', 'w:moveFrom', 'w:txbxContent'])

/**
 * The w:fldChar elements of complete fields in a story. A begin without an end would swallow the rest of the document. Word does
 * not treat it as a field either.
 */
export function findWholeFields(root: XmlElement): ReadonlySet<XmlElement> {
  const whole = new Set<XmlElement>()
  const open: XmlElement[][] = []
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (child.name !== 'w:fldChar') {
        if (child.children.length > 0 && !APART.has(child.name)) visit(child)
        continue
      }
      const type = child.attributes['w:fldCharType']
      if (type === 'begin') open.push([child])
      else if (type === 'separate') open.at(-1)?.push(child)
      else if (type === 'end') {
        const field = open.pop()
        if (field === undefined) continue
        for (const part of field) whole.add(part)
        whole.add(child)
      }
    }
  }
  visit(root)
  return whole
}
