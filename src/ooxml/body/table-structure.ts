/**
 * The rows and cells of a table in its final view, with their places on the grid.
 *
 * @module
 */

import type { ParagraphFormat } from '../formatting/formatting.js'
import { OOXML_LIMITS } from '../ooxml-limits.js'
import { readInteger, readOnOff } from '../values/property-values.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'
import { controlContent } from './content-control.js'
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

/** Elements whose runs have formats of their own, which are not examined. */
const OTHER_CONTENT: ReadonlySet<string> = new Set(['m:oMath', 'm:oMathPara', 'w:altChunk', 'w:subDoc'])

/** Elements that are never shown. */
const DELETED: ReadonlySet<string> = new Set(['w:del', 'w:moveFrom'])

/**
 * Whether all content of a row is hidden text (w:vanish), including the paragraph marks. The row's w:hidden only hides the mark
 * at its own end (ECMA-376-1, 17.4.20), so a row with other content stays.
 */
function isHiddenThroughout(row: XmlElement, { formatting, census }: BodyContext): boolean {
  const runs: XmlElement[] = []
  if (!isHiddenIn(row, formatting.paragraph(undefined))) return false
  for (const run of runs) census.exempt(run)
  return true

  function isHiddenIn(element: XmlElement, paragraph: ParagraphFormat): boolean {
    return element.children.every((child) => {
      if (typeof child === 'string' || DELETED.has(child.name) || child.name.endsWith('Pr')) return true
      if (OTHER_CONTENT.has(child.name)) return false
      if (child.name === 'w:r') return isRunHidden(child, paragraph)
      if (child.name !== 'w:p') return isHiddenIn(child, paragraph)
      const format = formatting.paragraph(childOf(child, 'w:pPr'))
      return format.markHidden && isHiddenIn(child, format)
    })
  }

  function isRunHidden(run: XmlElement, paragraph: ParagraphFormat): boolean {
    runs.push(run)
    if (formatting.run(childOf(run, 'w:rPr'), paragraph).hidden) return true
    return run.children.every((child) => typeof child === 'string' || child.name === 'w:rPr')
  }
}
