/**
 * Tables (ECMA-376-1, 17.4).
 *
 * @module
 */

import { SealwrightError } from '../../errors.js'
import { escapeAttribute } from '../../escape.js'
import { isTurnOver, type Steps } from '../../pace/turns.js'
import { bordersXml } from './border-xml.js'
import { TABLE_STYLE } from './default-styles.js'
import { DOCX_WRITER_LIMITS } from './docx-writer-limits.js'
import type { FlowBlock, FlowCell, FlowRow, FlowTable, PageSetup } from './flow-document.js'
import { twips } from './property-values.js'
import { shadingXml } from './run-properties.js'
import type { Place, Story } from './story.js'

/** Writes the blocks of a cell; they always end with a paragraph. */
type WriteCellBlocks = (story: Story, blocks: readonly FlowBlock[], place: Place) => void

interface TableContext {
  readonly table: FlowTable
  readonly grid: readonly number[]
  readonly place: Place
  readonly isStyled: boolean
  readonly mirrored: boolean
  readonly writeBlocks: WriteCellBlocks
  /** Cells that continue into the row below, by the column that they begin at. */
  readonly merged: Map<number, FlowCell>
}

/**
 * Writes a table. Nothing is written for a table without cells.
 *
 * @throws {SealwrightError} `document_too_complex` for tables nested too deeply
 */
export function* writeTable(story: Story, table: FlowTable, place: Place, writeBlocks: WriteCellBlocks): Steps<void> {
  if (place.depth >= DOCX_WRITER_LIMITS.maxTableNesting) {
    throw new SealwrightError('document_too_complex', `Tables are nested more than ${place.depth} deep.`)
  }
  const rows = table.rows.map(limitColumns).filter(({ cells }) => cells.length > 0)
  if (rows.length === 0) return
  const columns = rows.reduce((most, row) => Math.max(most, spanOf(row)), 1)
  const known = table.grid?.length === columns ? table.grid : undefined
  const grid = known?.map((width) => twips(width, 1)) ?? gridWidths(table, columns, place.width)
  const isStyled = (table.look ?? (hasLines(table) ? 'plain' : 'styled')) === 'styled'
  const context = { table, grid, place, isStyled, mirrored: table.rightToLeft === true, writeBlocks, merged: new Map() }
  story.out.write(`<w:tbl>${tablePropertiesXml(story, context, rows)}`)
  story.out.write(`<w:tblGrid>${grid.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`)
  let isInHead = true
  for (const [index, row] of rows.entries()) {
    if (isTurnOver()) yield
    // Only rows at the top are repeated on every page (17.4.78).
    isInHead &&= row.isHeader
    writeRow(story, row, context, { isRepeated: isInHead && rows.length > index + 1, isFirst: index === 0 })
  }
  story.out.write('</w:tbl>')
}

function tablePropertiesXml({ document, sections }: Story, context: TableContext, rows: readonly FlowRow[]): string {
  const { table, isStyled, mirrored } = context
  let xml = isStyled ? `<w:tblStyle w:val="${document.styles.tableStyleId}"/>` : ''
  if (table.position !== undefined) xml += positionXml(table.position, sections?.page)
  if (mirrored) xml += '<w:bidiVisual/>'
  xml += widthXml('w:tblW', table.width.type === 'auto' ? undefined : table.width)
  if (table.alignment !== undefined) xml += `<w:jc w:val="${mirrored ? mirror(table.alignment) : table.alignment}"/>`
  if (table.cellSpacing !== undefined)
    xml += `<w:tblCellSpacing w:w="${twips(table.cellSpacing / 2, 0)}" w:type="dxa"/>`
  if (table.indent !== undefined) xml += `<w:tblInd w:w="${twips(table.indent)}" w:type="dxa"/>`
  xml += bordersXml('w:tblBorders', table.borders, { mirrored })
  if (table.isFixed === true) xml += '<w:tblLayout w:type="fixed"/>'
  if (table.cellPadding !== undefined) xml += marginsXml('w:tblCellMar', table.cellPadding, mirrored)
  const hasHead = isStyled && rows[0]?.isHeader === true
  xml += `<w:tblLook w:val="${hasHead ? '0620' : '0600'}" w:firstRow="${hasHead ? 1 : 0}" w:lastRow="0" \
w:firstColumn="0" w:lastColumn="0" w:noHBand="1" w:noVBand="1"/>`
  if (table.caption !== undefined) xml += `<w:tblCaption w:val="${escapeAttribute(table.caption)}"/>`
  return `<w:tblPr>${xml}</w:tblPr>`
}

/**
 * The position of a floating table (17.4.57). 0 is written as one twip, since Word treats 0 as a missing position. LibreOffice
 * does not recognise tables in the lower half of the paper as floating unless the position is measured from the margin.
 */
function positionXml(
  { x, y }: NonNullable<FlowTable['position']>,
  page: Pick<PageSetup, 'height' | 'margins'> | undefined,
): string {
  const place = (value: number) => twips(Math.max(1, value), 1)
  const isLow = page !== undefined && y > page.height / 2
  const [anchor, top] = isLow ? ['margin', y - page.margins.top] : ['page', y]
  return `<w:tblpPr w:vertAnchor="${anchor}" w:horzAnchor="page" w:tblpX="${place(x)}" w:tblpY="${place(top)}"/>`
}

function writeRow(
  story: Story,
  row: FlowRow,
  context: TableContext,
  { isRepeated, isFirst }: { isRepeated: boolean; isFirst: boolean },
): void {
  const { grid, place } = context
  const missing = grid.slice(spanOf(row))
  let properties = ''
  if (missing.length > 0) {
    properties += `<w:gridAfter w:val="${missing.length}"/><w:wAfter w:w="${twips(sum(missing))}" w:type="dxa"/>`
  }
  if (row.isHeader || row.keepsTogether === true) properties += '<w:cantSplit/>'
  if (row.height !== undefined) properties += `<w:trHeight w:val="${twips(row.height, 0)}" w:hRule="atLeast"/>`
  if (isRepeated) properties += '<w:tblHeader/>'
  const foot = row.isFooter === true && place.kind === 'body' ? ' sw:repeat="foot"' : ''
  story.out.write(properties + foot === '' ? '<w:tr>' : `<w:tr><w:trPr${foot}>${properties}</w:trPr>`)
  // A table style can only format the first row.
  const shading =
    row.isHeader && context.isStyled && !isFirst ? story.document.styles.table.headerBackground : undefined
  let column = 0
  for (const cell of row.cells) {
    writeCell(story, goOn(cell, column, context), column, context, shading)
    column += cell.columnSpan
  }
  story.out.write('</w:tr>')
}

/** A continued cell. Each row draws its part of the borders of a cell that spans several rows. */
function goOn(cell: FlowCell, column: number, { merged }: TableContext): FlowCell {
  if (cell.verticalMerge === 'restart') merged.set(column, cell)
  else if (cell.verticalMerge === undefined) merged.delete(column)
  const borders = merged.get(column)?.borders
  if (cell.verticalMerge !== 'continue' || cell.borders !== undefined || borders === undefined) return cell
  const { top: _, ...others } = borders
  return { ...cell, borders: others }
}

function writeCell(
  story: Story,
  cell: FlowCell,
  column: number,
  context: TableContext,
  shading: string | undefined,
): void {
  const { table, grid, place, mirrored } = context
  let width = 0
  let isFixed = true
  for (let index = column; index < column + cell.columnSpan; index++) {
    width += grid[index] ?? 0
    if (!((table.columns[index] ?? 1) > 0)) isFixed = false
  }
  const preferred = cell.width ?? (isFixed ? { type: 'twips' as const, value: width } : undefined)
  let xml = widthXml('w:tcW', preferred)
  if (cell.columnSpan > 1) xml += `<w:gridSpan w:val="${cell.columnSpan}"/>`
  if (cell.verticalMerge !== undefined) {
    xml += cell.verticalMerge === 'restart' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>'
  }
  if (cell.borders !== undefined) xml += bordersXml('w:tcBorders', cell.borders, { mirrored })
  const background = cell.shading ?? shading
  if (background !== undefined) xml += shadingXml(background)
  if (cell.padding !== undefined) xml += marginsXml('w:tcMar', cell.padding, mirrored)
  if (cell.textDirection !== undefined) xml += `<w:textDirection w:val="${TEXT_DIRECTIONS[cell.textDirection]}"/>`
  if (cell.verticalAlign !== undefined) xml += `<w:vAlign w:val="${cell.verticalAlign}"/>`
  story.out.write(`<w:tc><w:tcPr>${xml}</w:tcPr>`)
  const side = (which: 'left' | 'right') =>
    twips(cell.padding?.[which] ?? table.cellPadding?.[which] ?? TABLE_STYLE.cellPadding[which], 0)
  const room = twips(width - side('left') - side('right'), 1)
  context.writeBlocks(story, cell.blocks, { kind: 'cell', width: room, height: place.height, depth: place.depth + 1 })
  story.out.write('</w:tc>')
}

/** Values of ST_TextDirection (17.18.93). */
const TEXT_DIRECTIONS: Readonly<Record<NonNullable<FlowCell['textDirection']>, string>> = {
  down: 'tbRl',
  up: 'btLr',
  upright: 'tbRlV',
}

/** A width. Percentages are in fiftieths of a percent (17.18.90). */
function widthXml(name: 'w:tblW' | 'w:tcW', width: FlowCell['width']): string {
  if (width === undefined) return `<${name} w:w="0" w:type="auto"/>`
  return width.type === 'percent'
    ? `<${name} w:w="${twips(width.value * 50, 0, 5000)}" w:type="pct"/>`
    : `<${name} w:w="${twips(width.value, 0)}" w:type="dxa"/>`
}

function marginsXml(
  name: 'w:tblCellMar' | 'w:tcMar',
  padding: NonNullable<FlowCell['padding']>,
  mirrored: boolean,
): string {
  const { top, right, bottom, left } = padding
  const sides = [
    ['w:top', top],
    ['w:left', mirrored ? right : left],
    ['w:bottom', bottom],
    ['w:right', mirrored ? left : right],
  ] as const
  let xml = ''
  for (const [side, value] of sides) {
    if (value !== undefined) xml += `<${side} w:w="${twips(value, 0)}" w:type="dxa"/>`
  }
  return xml === '' ? '' : `<${name}>${xml}</${name}>`
}

/**
 * Limits the columns of a row, since Word refuses rows with more. The content of further columns moves into the last cell that
 * fits.
 */
function limitColumns(row: FlowRow): FlowRow {
  const limit = DOCX_WRITER_LIMITS.maxTableColumns
  const isWhole = ({ columnSpan }: FlowCell) => Number.isInteger(columnSpan) && columnSpan >= 1
  if (row.cells.every(isWhole) && spanOf(row) <= limit) return row
  const cells: FlowCell[] = []
  const beyond: FlowBlock[] = []
  let span = 0
  for (const cell of row.cells) {
    if (span >= limit) {
      for (const block of cell.blocks) beyond.push(block)
      continue
    }
    const columnSpan = twips(cell.columnSpan, 1, limit - span)
    cells.push(columnSpan === cell.columnSpan ? cell : { ...cell, columnSpan })
    span += columnSpan
  }
  const last = cells.at(-1)
  if (last !== undefined && beyond.length > 0)
    cells[cells.length - 1] = { ...last, blocks: [...last.blocks, ...beyond] }
  return { ...row, cells }
}

function spanOf({ cells }: FlowRow): number {
  return cells.reduce((span, { columnSpan }) => span + columnSpan, 0)
}

function hasLines({ borders }: FlowTable): boolean {
  return Object.values(borders).some((line) => line !== undefined)
}

function mirror(alignment: NonNullable<FlowTable['alignment']>): string {
  if (alignment === 'center') return alignment
  return alignment === 'left' ? 'right' : 'left'
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

const MIN_COLUMN = 300

/** Widths of the grid in whole twips. Open columns share the remaining width; Word computes them from the content. */
function gridWidths({ columns, width }: FlowTable, count: number, available: number): number[] {
  const fixed = Array.from({ length: count }, (_, index) => twips(columns[index] ?? 0, 0))
  const open = fixed.filter((own) => own <= 0).length
  const taken = fixed.reduce((sum, own) => sum + own, 0)
  const asked =
    width.type === 'twips'
      ? twips(width.value, 0)
      : (available * (width.type === 'percent' ? twips(width.value, 0, 100) : 100)) / 100
  const share = open === 0 ? 0 : Math.max(MIN_COLUMN, (asked - taken) / open)
  return fixed.map((own) => (own > 0 ? own : twips(share, 1)))
}
