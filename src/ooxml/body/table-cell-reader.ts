/**
 * Reads one cell of a table: its content and its look.
 *
 * @module
 */

import type { Block, Paragraph } from '../../typeset/model/document-model.js'
import type { Border, HexColor } from '../../typeset/model/properties.js'
import type { Edges, TableCell } from '../../typeset/model/table-model.js'
import type { CellFormat, TableEdges } from '../formatting/formatting.js'
import { definedEdges, readCellMargins, readTableWidth, turnEdges } from '../formatting/tables/table-values.js'
import type { Theme } from '../parts/theme.js'
import { readBorder, readOnOff, readShading } from '../values/property-values.js'
import { childOf, type XmlElement } from '../xml/xml-element.js'
import type { Flow } from './story.js'
import type { GridCell, GridRow } from './table-structure.js'

/** The place of a cell, and properties of its row. */
interface CellPlace {
  readonly flow: Flow
  readonly row: GridRow
  readonly isFirstRow: boolean
  readonly isLastRow: boolean
  /** Columns at which vertically merged cells of the row above begin. */
  readonly mergedAbove: ReadonlySet<number>
  readonly columnCount: number
  readonly rightToLeft: boolean
  readonly tableShading: HexColor | undefined
}

/** Reads a w:tc. */
export function readCell(cell: GridCell, format: CellFormat, place: CellPlace): TableCell {
  const { flow, row, rightToLeft } = place
  const { context } = flow.story
  const { theme } = context.formatting
  const { tcPr } = cell
  const property = (name: string): XmlElement | undefined => childOf(tcPr, name) ?? format.cell.get(name)
  if (readOnOff(property('w:tcFitText')) === true)
    context.warn('Text that is to be as wide as its cell (w:tcFitText) is set as it is.')
  const shading = readCellShading(cell, format, place, theme)
  const verticalMerge = readVerticalMerge(childOf(tcPr, 'w:vMerge'), place.mergedAbove.has(cell.column))
  return {
    width: readTableWidth(property('w:tcW')),
    gridSpan: cell.span,
    borders: readCellBorders(cell, format, place, theme),
    margins: turnEdges(readMargins(cell, format, row), rightToLeft),
    verticalAlign: readCellAlignment(childOf(tcPr, 'w:vAlign')) ?? format.verticalAlign ?? 'top',
    textDirection: readTextDirection(property('w:textDirection')),
    noWrap: readOnOff(property('w:noWrap')) ?? false,
    hideMark: readOnOff(property('w:hideMark')) ?? false,
    blocks:
      verticalMerge === 'continue' ? [] : alignDecimals(context.readBlocks(cell.element, insideCell(format, flow))),
    ...(verticalMerge === undefined ? {} : { verticalMerge }),
    ...(shading && { shading }),
  }
}

/**
 * The flow inside a cell. Members are named, since V8 would give objects made by spreading hidden classes of their own, which
 * are slow to read.
 */
function insideCell(cell: CellFormat, { story, tableDepth, textBoxDepth }: Flow): Flow {
  return { story, cell, tableDepth: tableDepth + 1, textBoxDepth }
}

/**
 * The shading of a cell: its own, or that of its row, its style, or its table. An explicit "none" hides the outer ones (17.4.31,
 * 17.4.32).
 */
function readCellShading(cell: GridCell, format: CellFormat, { row, tableShading }: CellPlace, theme: Theme) {
  const levels = [readShading(childOf(cell.tcPr, 'w:shd'), theme), readShading(childOf(row.tblPrEx, 'w:shd'), theme)]
  return [...levels, format.shading, tableShading].find((shading) => shading !== undefined)
}

/**
 * Margins of a cell: its own override those of the row, which override those of the style. Cells without own margins share one
 * object.
 */
function readMargins(cell: GridCell, format: CellFormat, row: GridRow): Partial<Edges<number>> {
  const own = childOf(cell.tcPr, 'w:tcMar')
  const ofRow = childOf(row.tblPrEx, 'w:tblCellMar')
  if (own === undefined && ofRow === undefined) return format.margins
  return { ...format.margins, ...readCellMargins(ofRow), ...readCellMargins(own) }
}

/** Vertical merge of a cell. A continuing cell without a merged cell above begins a merge itself, so that its text is shown. */
function readVerticalMerge(element: XmlElement | undefined, isContinuation: boolean): TableCell['verticalMerge'] {
  if (element === undefined) return undefined
  return !isContinuation || element.attributes['w:val'] === 'restart' ? 'restart' : 'continue'
}

function readCellAlignment(element: XmlElement | undefined): TableCell['verticalAlign'] | undefined {
  switch (element?.attributes['w:val']) {
    case 'top':
      return 'top'
    case 'center':
    case 'both':
      return 'center'
    case 'bottom':
      return 'bottom'
    default:
      return undefined
  }
}

/**
 * ST_TextDirection (17.18.93) with its transitional and strict names. In cells, Word keeps East Asian characters upright only
 * where the name ends in V ([MS-OI29500], 2.1.558).
 */
function readTextDirection(element: XmlElement | undefined): TableCell['textDirection'] {
  switch (element?.attributes['w:val']) {
    case 'tbRl':
    case 'rl':
      return 'clockwise'
    case 'tbRlV':
    case 'tbLrV':
    case 'rlV':
    case 'lrV':
      return 'vertical'
    case 'btLr':
    case 'lr':
      return 'anticlockwise'
    default:
      return 'horizontal'
  }
}

function readCellBorders(cell: GridCell, format: CellFormat, place: CellPlace, theme: Theme): TableCell['borders'] {
  const tcBorders = childOf(cell.tcPr, 'w:tcBorders')
  if (tcBorders === undefined && place.row.tblPrEx === undefined) return turnEdges(format.borders, place.rightToLeft)
  const edges: TableEdges = {
    ...format.borders,
    ...exceptionalBorders(cell, place, theme),
    ...readEdges(tcBorders, theme),
  }
  const down = readBorder(childOf(tcBorders, 'w:tl2br'), theme)
  const up = readBorder(childOf(tcBorders, 'w:tr2bl'), theme)
  if (!down && !up) return turnEdges(edges, place.rightToLeft)
  return {
    ...turnEdges(edges, place.rightToLeft),
    ...(down ? { diagonalDown: down } : {}),
    ...(up ? { diagonalUp: up } : {}),
  }
}

/** Border exceptions of the row (w:tblBorders, 17.4.38) for the edges of one cell. */
function exceptionalBorders(cell: GridCell, place: CellPlace, theme: Theme): TableEdges {
  const borders = childOf(place.row.tblPrEx, 'w:tblBorders')
  if (borders === undefined) return {}
  const outer = readEdges(borders, theme)
  const horizontal = readBorder(childOf(borders, 'w:insideH'), theme)
  const vertical = readBorder(childOf(borders, 'w:insideV'), theme)
  return definedEdges<Border | null>({
    top: place.isFirstRow ? outer.top : horizontal,
    bottom: place.isLastRow ? outer.bottom : horizontal,
    left: cell.column === 0 ? outer.left : vertical,
    right: cell.column + cell.span >= place.columnCount ? outer.right : vertical,
  })
}

function readEdges(borders: XmlElement | undefined, theme: Theme): TableEdges {
  if (borders === undefined) return {}
  return definedEdges<Border | null>({
    top: readBorder(childOf(borders, 'w:top'), theme),
    right: readBorder(childOf(borders, 'w:end') ?? childOf(borders, 'w:right'), theme),
    bottom: readBorder(childOf(borders, 'w:bottom'), theme),
    left: readBorder(childOf(borders, 'w:start') ?? childOf(borders, 'w:left'), theme),
  })
}

/**
 * Blocks of a cell, with the implicit tab of Word: in cells, text is aligned at a decimal tab stop that is the first of its
 * paragraph.
 */
function alignDecimals(blocks: readonly Block[]): readonly Block[] {
  if (!blocks.some(isAligned)) return blocks
  return blocks.map((block) => (isAligned(block) ? withTab(block) : block))
}

function isAligned(block: Block): block is Paragraph {
  if (block.kind !== 'paragraph' || block.label !== undefined || block.properties.alignment !== 'start') return false
  const stops = block.properties.tabs.filter(({ alignment }) => alignment !== 'bar')
  if (stops.length === 0) return false
  const first = stops.reduce((least, stop) => (stop.position < least.position ? stop : least))
  if (first.alignment !== 'decimal') return false
  const { inlines } = block
  return (
    inlines.some(({ kind }) => kind === 'text') && !inlines.some(({ kind }) => kind === 'tab' || kind === 'positionTab')
  )
}

function withTab(paragraph: Paragraph): Paragraph {
  return { ...paragraph, inlines: [{ kind: 'tab', run: paragraph.properties.mark }, ...paragraph.inlines] }
}
