/**
 * A part as it was before its tracked changes.
 *
 * @module
 */

import { childOf, type XmlElement } from '../xml/xml-element.js'

type Child = XmlElement | string

/** The text of deletions by the names that it has where it stands for good. */
export const KEPT_TEXT: ReadonlyMap<string, string> = new Map([
  ['w:delText', 'w:t'],
  ['w:delInstrText', 'w:instrText'],
])

/** Properties and the element that keeps what they were before (ECMA-376-1, 17.13.5). */
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

/** What old properties do not repeat, because it cannot change: it stays. */
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
 * A part as it was before its tracked changes: without insertions, with deletions, and with the former properties. Where
 * the end of a paragraph was inserted, it is marked as deleted: readers join such paragraphs with the next.
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

/** Marks in properties say that the paragraph's end, the row or the cell itself was inserted or deleted. */
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

/** 17.13.5.2: cells that were merged or split; `vMergeOrig` is what they were. */
function originalMerge({ attributes }: XmlElement): XmlElement | undefined {
  const before = attributes['w:vMergeOrig']
  if (before === undefined) return undefined
  return { name: 'w:vMerge', attributes: before === 'rest' ? { 'w:val': 'restart' } : {}, children: [] }
}
