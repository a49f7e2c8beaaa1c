/**
 * The rows and cells of a table in its final view, with their places on the grid.
 *
 * @module
 */

import { OOXML_LIMITS } from '../ooxml-limits.js'
import { readInteger, readOnOff } from '../values/property-values.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'
import { controlContent } from './content-control.js'
import { isHiddenThroughout } from './hidden-row.js'
import type { BodyContext } from './story.js'

/** A w:tr with its remaining cells and their places on the grid. */
export interface GridRow {
  readonly element: XmlElement
  readonly trPr: XmlElement | undefined
  /** Exceptions to the table's properties (17.4.60). */
  readonly tblPrEx: XmlElement | undefined
  readonly gridBefore: number
  readonly gridAfter: number
  readonly cells: readonly GridCell[]
}

export interface GridCell {
  readonly element: XmlElement
  readonly tcPr: XmlElement | undefined
  readonly column: number
  readonly span: number
}

/** Elements that may wrap rows and cells. */
const WRAPPERS = new Set(['w:sdtContent', 'w:customXml', 'w:ins', 'w:moveTo'])

/** The rows of a table in their final view: without deleted rows and cells, hidden rows, and rows without cells. */
export function gridRows(table: XmlElement, context: BodyContext): GridRow[] {
  return contentOf(table, 'w:tr', context).flatMap((element) => {
    const row = gridRow(element, context)
    return row === undefined ? [] : [row]
  })
}

/** Number of grid columns that a row takes, including gaps. */
export function rowExtent(row: GridRow): number {
  const last = row.cells.at(-1)
  return (last === undefined ? row.gridBefore : last.column + last.span) + row.gridAfter
}

function gridRow(element: XmlElement, context: BodyContext): GridRow | undefined {
  const trPr = childOf(element, 'w:trPr')
  if (childOf(trPr, 'w:del') !== undefined) return undefined
  if (readOnOff(childOf(trPr, 'w:hidden')) === true && isHiddenThroughout(element, context)) return undefined
  const gridBefore = columns(childOf(trPr, 'w:gridBefore'), 0)
  const cells: { element: XmlElement; tcPr: XmlElement | undefined; column: number; span: number }[] = []
  let column = gridBefore
  for (const cell of contentOf(element, 'w:tc', context)) {
    const tcPr = childOf(cell, 'w:tcPr')
    if (childOf(tcPr, 'w:cellDel') !== undefined) continue
    const span = Math.max(1, columns(childOf(tcPr, 'w:gridSpan'), 1))
    const before = cells.at(-1)
    if (before !== undefined && continuesLeftCell(tcPr)) before.span += span
    else cells.push({ element: cell, tcPr, column, span })
    column += span
  }
  if (cells.length === 0) return undefined
  const tblPrEx = childOf(element, 'w:tblPrEx')
  return { element, trPr, tblPrEx, gridBefore, gridAfter: columns(childOf(trPr, 'w:gridAfter'), 0), cells }
}

/** w:hMerge (17.4.22), which old files use instead of w:gridSpan. */
function continuesLeftCell(tcPr: XmlElement | undefined): boolean {
  const merge = childOf(tcPr, 'w:hMerge')
  return merge !== undefined && merge.attributes['w:val'] !== 'restart'
}

function columns(element: XmlElement | undefined, otherwise: number): number {
  const value = readInteger(element?.attributes['w:val']) ?? otherwise
  return Math.min(Math.max(value, 0), OOXML_LIMITS.maxTableColumns)
}

function contentOf(container: XmlElement, name: string, context: BodyContext): XmlElement[] {
  const found: XmlElement[] = []
  const visit = (element: XmlElement): void => {
    for (const child of element.children) {
      if (typeof child === 'string') continue
      if (child.name === name) found.push(child)
      else if (WRAPPERS.has(child.name)) visit(child)
      else if (child.name === 'w:sdt') {
        const content = controlContent(child, context)
        if (content !== undefined) visit(content)
      }
    }
  }
  visit(container)
  return found
}
