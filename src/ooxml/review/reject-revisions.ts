/**
 * Restores a part as it was before its tracked changes.
 *
 * @module
 */

import { childOf, type XmlElement } from '../xml/xml-element.js'

type Child = XmlElement | string

/** Names of text elements in deletions, with their names in ordinary text. */
export const KEPT_TEXT: ReadonlyMap<string, string> = new Map([
  ['w:delText', 'w:t'],
  ['w:delInstrText', 'w:instrText'],
])

/** Property elements, with the elements that contain their former values (ECMA-376-1, 17.13.5). */
const CHANGED_PROPERTIES: ReadonlyMap<string, string> = new Map([
  ['w:rPr', 'w:rPrChange'],
  ['w:pPr', 'w:pPrChange'],
  ['w:sectPr', 'w:sectPrChange'],
  ['w:tblPr', 'w:tblPrChange'],
  ['w:tblPrEx', 'w:tblPrExChange'],
  ['w:tblGrid', 'w:tblGridChange'],
  ['w:tcPr', 'w:tcPrChange'],
  ['w:trPr', 'w:trPrChange'],
])

/** Properties that former values do not repeat, because they cannot change. They are kept. */
const UNCHANGEABLE: ReadonlySet<string> = new Set([
  'w:rPr',
  'w:sectPr',
  'w:headerReference',
  'w:footerReference',
  'w:ins',
  'w:del',
  'w:moveFrom',
  'w:moveTo',
  'w:cellIns',
  'w:cellDel',
])

/**
 * The part before its tracked changes: without insertions, with deletions, and with the former properties. An inserted paragraph
 * end is marked as deleted, so that readers join the paragraph with the next one.
 */
export function rejectRevisions(root: XmlElement): XmlElement {
  return { ...root, children: originalChildren(root) }
}

function originalChildren(parent: XmlElement): Child[] {
  return parent.children.flatMap((child) => (typeof child === 'string' ? [child] : original(child)))
}

function original(element: XmlElement): readonly Child[] {
  const { name } = element
  switch (name) {
    case 'w:ins':
    case 'w:moveTo':
      return []
    case 'w:del':
    case 'w:moveFrom':
      return originalChildren(element)
    case 'w:tr':
      return childOf(childOf(element, 'w:trPr'), 'w:ins') === undefined ? [withOriginalChildren(element)] : []
    case 'w:tc':
      return childOf(childOf(element, 'w:tcPr'), 'w:cellIns') === undefined ? [withOriginalChildren(element)] : []
    default: {
      const kept = KEPT_TEXT.get(name)
      if (kept !== undefined) return [{ ...element, name: kept }]
      const change = CHANGED_PROPERTIES.get(name)
      return [change === undefined ? withOriginalChildren(element) : originalProperties(element, change)]
    }
  }
}

function withOriginalChildren(element: XmlElement): XmlElement {
  return { ...element, children: originalChildren(element) }
}

function originalProperties(element: XmlElement, change: string): XmlElement {
  const record = childOf(element, change)
  const before = childOf(record, element.name)
  const children: Child[] = []
  for (const child of element.children) {
    if (typeof child === 'string' || child.name === change) continue
    if (before !== undefined && !UNCHANGEABLE.has(child.name)) continue
    const mark = originalMark(child)
    if (mark !== undefined) children.push(mark)
  }
  return { ...element, children: [...(before?.children ?? []), ...children] }
}

/** Inverts a mark in properties that says whether the paragraph's end, the row or the cell was inserted or deleted. */
function originalMark(child: XmlElement): XmlElement | undefined {
  switch (child.name) {
    case 'w:ins':
    case 'w:moveTo':
      return { name: 'w:del', attributes: {}, children: [] }
    case 'w:del':
    case 'w:moveFrom':
    case 'w:cellDel':
      return undefined
    case 'w:cellMerge':
      return originalMerge(child)
    case 'w:rPr':
    case 'w:sectPr':
      return originalProperties(child, `${child.name}Change`)
    default:
      return child
  }
}

/** The former vertical merge of a cell that was merged or split (`vMergeOrig`, 17.13.5.2). */
function originalMerge({ attributes }: XmlElement): XmlElement | undefined {
  const before = attributes['w:vMergeOrig']
  if (before === undefined) return undefined
  return { name: 'w:vMerge', attributes: before === 'rest' ? { 'w:val': 'restart' } : {}, children: [] }
}
