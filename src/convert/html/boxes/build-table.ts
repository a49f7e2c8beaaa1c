/**
 * Tables as boxes.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../../pace/turns.js'
import { CONVERT_LIMITS } from '../../convert-limits.js'
import type { PageConversion, Position } from '../conversion.js'
import { parseLegacyColor } from '../css/css-color.js'
import { resolveLength, TWIPS_PER_PIXEL } from '../css/css-length.js'
import type { StyledPlace } from '../css/style-resolver.js'
import { drawsLines } from '../frames/block-frame.js'
import { getAttribute, type HtmlElement, isElement, isText, textContent } from '../source/html-tree.js'
import { BoxCollector } from './box-collector.js'
import type { BlockBox, Box, CellBox, TableBox, TableRowBox } from './box-tree.js'
import { derivePlace } from './derived-place.js'
import { type GridCell, type GridRow, readTableGrid, type TableGrid } from './table-grid.js'

/**
 * The box of a table, with its captions and the columns that do not fit. A table with padding or a float gets a box around all
 * of it.
 */
export function* buildTable(conversion: PageConversion, element: HtmlElement, around: Position): Steps<Box> {
  const place = scrolledPlace(around.place)
  const padded = paddedPlace(element, place)
  const outer = padded ?? floatPlace(element, place)
  if (outer === undefined) return yield* buildPlainTable(conversion, element, { ...around, place })
  const own = padded === undefined ? flowPlace(place) : innerPlace(place)
  const into = new BoxCollector(conversion, around.into.style, own, around.into.link)
  const table = yield* buildPlainTable(conversion, element, { ...around, place: own, into })
  return { kind: 'block', tag: '', place: outer, children: [...into.finish(), table] }
}

/** The place of the box around a floating table and its captions, which float together (CSS 2.2, 17.4). */
function floatPlace(element: HtmlElement, place: StyledPlace): StyledPlace | undefined {
  const { style } = place
  const { float, margin, width, minWidth, maxWidth } = style.box
  const hasCaption = element.childNodes.some((child) => isElement(child) && child.tagName === 'caption')
  if (float === undefined || !hasCaption) return undefined
  const sizes = {
    ...(width === undefined ? {} : { width }),
    ...(minWidth === undefined ? {} : { minWidth }),
    ...(maxWidth === undefined ? {} : { maxWidth }),
  }
  const box = { display: 'block' as const, float, margin, padding: {}, border: {}, ...sizes, isBorderBox: true }
  return derivePlace(place, 'float', { text: style.text, box })
}

/** The place of the table inside that box: as wide as the box, without margins and borders. */
function flowPlace(place: StyledPlace): StyledPlace {
  const { float: _, minWidth: __, maxWidth: ___, width, ...rest } = place.style.box
  const box = { ...rest, margin: {}, ...(width === undefined ? {} : { width: { fraction: 1 } }) }
  return derivePlace(place, 'inside', { text: place.style.text, box })
}

/** The place of a table in a scrollable block. The width of the block does not limit the table. */
function scrolledPlace(place: StyledPlace): StyledPlace {
  const { text, box } = place.style
  if (box.display !== 'block') return place
  const { width: _, minWidth: __, ...rest } = box
  return derivePlace(place, 'scrolled', { text, box: { ...rest, display: 'table' } })
}

/** The place of a box around a table with padding, which e-mails have: tables in Word have no padding (CSS 2.2, 17.6.1). */
function paddedPlace(element: HtmlElement, place: StyledPlace): StyledPlace | undefined {
  const { style } = place
  const { padding, borderSpacing, width, maxWidth } = style.box
  const isPadded = Object.values(padding).some((length) => resolveLength(length, TWIPS_PER_PIXEL) > 0)
  if (!isPadded || (element.tagName === 'table' && borderSpacing === 0)) return undefined
  if (width === undefined && maxWidth === undefined) return undefined
  const box = { ...style.box, display: 'block' as const, isBorderBox: true }
  return derivePlace(place, 'padding', { text: style.text, box })
}

function innerPlace(place: StyledPlace): StyledPlace {
  const { style } = place
  const box = { display: 'table' as const, margin: {}, padding: {}, border: {}, width: { fraction: 1 } }
  const { borderSpacing } = style.box
  const spaced = borderSpacing === undefined ? box : { ...box, borderSpacing }
  return derivePlace(place, 'padded', { text: style.text, box: spaced })
}

function* buildPlainTable(conversion: PageConversion, element: HtmlElement, at: Position): Steps<Box> {
  const grid = readTableGrid(element, at.place, conversion.resolver)
  const isBelow = (caption: HtmlElement) => conversion.resolver.resolve(caption, at.place).style.text.hasCaptionBelow
  for (const caption of grid.captions) if (isBelow(caption) !== true) conversion.addElement(caption, at)
  const isFlat = at.tables >= CONVERT_LIMITS.maxTableNesting
  if (isFlat) conversion.warnings.add('Tables that are nested too deeply are shown as text.')
  if (isFlat || grid.columnCount === 0) return looseCells(conversion, grid, at)
  const isLayout = isLayoutTable(element, grid)
  const hasOwnLook = isLayout || (conversion.isDesigned && isDesignedGrid(element, grid, at.place))
  const rows: TableRowBox[] = []
  for (const [index, row] of grid.rows.entries()) {
    if (isTurnOver()) yield
    if (!conversion.isDesigned && isBlankHead(row, grid)) continue
    rows.push(buildRow(conversion, { grid, row, index, hasOwnLook }, at))
  }
  const table = tableBox(element, grid, at.place, rows, isLayout)
  const below = captionsBelow(conversion, grid.captions.filter(isBelow), at)
  if (grid.overflow.length > 0) conversion.warnings.add('Columns beyond the 63rd are shown below their table.')
  const rest = grid.overflow.map(({ element, place }) => cellContent(conversion, element, place, {}, at))
  return below.length + rest.length === 0 ? table : anonymousBlock(at.place, [table, ...below, ...rest])
}

/** The boxes of captions that a style sheet places below their table. */
function captionsBelow(conversion: PageConversion, captions: readonly HtmlElement[], at: Position): readonly Box[] {
  if (captions.length === 0) return []
  const into = new BoxCollector(conversion, at.into.style, at.place)
  for (const caption of captions) conversion.addElement(caption, { ...at, into })
  return into.finish()
}

function tableBox(
  element: HtmlElement,
  grid: TableGrid,
  place: StyledPlace,
  rows: readonly TableRowBox[],
  isLayout: boolean,
): TableBox {
  const padding = element.tagName === 'table' ? pixels(getAttribute(element, 'cellpadding')) : 0
  const spacing = pixels(getAttribute(element, 'cellspacing')) ?? place.style.box.borderSpacing
  const [caption] = grid.captions
  const hasLines = hasOwnLines(element, grid, place)
  return {
    kind: 'table',
    place,
    caption: caption === undefined ? '' : textContent(caption).replace(/\s+/g, ' ').trim().slice(0, 250),
    isLayout,
    isDesigned: isDesignedGrid(element, grid, place),
    ...(hasLegacyLines(element) ? { legacyLine: legacyLine(element) } : {}),
    ...(padding === undefined ? {} : { cellPadding: padding }),
    ...(spacing === undefined || hasLines || !isLayout || spacing < LEAST_SPACING ? {} : { cellSpacing: spacing }),
    columns: grid.columns,
    columnCount: grid.columnCount,
    rows: rows.filter(({ cells }) => cells.length > 0),
  }
}

/** Whether the page defines the look of the table, so that no default applies. */
function isDesignedGrid(element: HtmlElement, grid: TableGrid, place: StyledPlace): boolean {
  return hasOwnLines(element, grid, place) || grid.rows.some(isDesignedRow)
}

/** Whether a style sheet defines the look of cells in a row. */
function isDesignedRow({ place, cells }: GridRow): boolean {
  const isColored = ({ style }: StyledPlace) => style.box.backgroundColor !== undefined
  const isPadded = ({ style: { box } }: StyledPlace) => {
    const { top, right, bottom, left } = box.padding
    return top !== undefined || right !== undefined || bottom !== undefined || left !== undefined
  }
  return (
    isColored(place) ||
    cells.some((cell) => cell.place !== undefined && (isColored(cell.place) || isPadded(cell.place)))
  )
}

function hasOwnLines(element: HtmlElement, { rows }: TableGrid, place: StyledPlace): boolean {
  const isLined = (cell: GridCell) => cell.place !== undefined && drawsLines(cell.place.style.box.border)
  return (
    hasLegacyLines(element) ||
    drawsLines(place.style.box.border) ||
    rows.some(({ lines, cells }) => drawsLines(lines) || cells.some(isLined))
  )
}

function hasLegacyLines(element: HtmlElement): boolean {
  const border = getAttribute(element, 'border')
  return border !== undefined && border.trim() !== '0' && !/^\s*none/i.test(border)
}

/** The colour of lines that old HTML draws. */
function legacyLine(element: HtmlElement): string {
  const color = parseLegacyColor(getAttribute(element, 'bordercolor') ?? '')
  return color?.length === 6 ? color : '808080'
}

/** Cell spacing in twips below which it is ignored. Browsers put two pixels between cells by default; in Word there is none. */
const LEAST_SPACING = 45

/**
 * Whether a table arranges a page. Such tables have no headers, no caption and no lines, or they hold other tables, or they say
 * so with a role.
 */
function isLayoutTable(element: HtmlElement, grid: TableGrid): boolean {
  if (/^(?:presentation|none)$/.test(getAttribute(element, 'role') ?? '')) return true
  if (grid.captions.length > 0) return false
  // Empty header cells are the gaps of a layout.
  const isTitled = ({ element: cell }: GridCell) => cell?.tagName === 'th' && textContent(cell).trim() !== ''
  const hasHeaders = grid.rows.some((row) => row.isHeader || row.cells.some(isTitled))
  return !hasHeaders || holdsTables(grid)
}

/**
 * Whether a row is the head of a table that has none, such as one to sign in: Markdown has no tables without a head, but ones
 * with an empty one.
 */
function isBlankHead({ isHeader, cells }: GridRow, { rows }: TableGrid): boolean {
  const isBlank = ({ element, rowSpan }: GridCell) =>
    element === undefined || (rowSpan <= 1 && !hasContent(element) && getAttribute(element, 'id') === undefined)
  return isHeader && cells.every(isBlank) && rows.some((row) => !row.isHeader)
}

/** Share of the rows that hold tables from which on a table is a layout, whatever header cells it has. */
const LAYOUT_SHARE = 0.5

/** Whether at least half of the rows with content are there for the tables in them: one of their cells holds nothing else. */
function holdsTables({ rows }: TableGrid): boolean {
  let [filled, held] = [0, 0]
  for (const { cells } of rows) {
    const elements = cells.flatMap(({ element }) => (element === undefined ? [] : [element]))
    if (!elements.some(hasContent)) continue
    filled++
    if (elements.some(holdsTable)) held++
  }
  return held > 0 && held >= filled * LAYOUT_SHARE
}

function hasContent(element: HtmlElement): boolean {
  return element.childNodes.some((node) => isElement(node) || (isText(node) && node.value.trim() !== ''))
}

function holdsTable(element: HtmlElement): boolean {
  const isBlank = (node: HtmlElement['childNodes'][number]) =>
    isText(node) ? node.value.trim() === '' : !isElement(node) || node.tagName === 'table'
  return element.childNodes.every(isBlank) && element.childNodes.some((node) => isElement(node))
}

function pixels(text: string | undefined): number | undefined {
  const match = /^\s*(\d{1,3})/.exec(text ?? '')
  return match === null ? undefined : Number(match[1]) * TWIPS_PER_PIXEL
}

function looseCells(conversion: PageConversion, grid: TableGrid, at: Position): Box {
  const cells = [...grid.rows.flatMap((row) => row.cells), ...grid.overflow]
  const children = cells.flatMap(({ element, place }) =>
    element === undefined || place === undefined ? [] : [cellContent(conversion, element, place, {}, at)],
  )
  return anonymousBlock(at.place, children)
}

function anonymousBlock(place: StyledPlace, children: readonly Box[]): BlockBox {
  const box = { display: 'block' as const, margin: {}, padding: {}, border: {} }
  const own = derivePlace(place, 'table block', { text: place.style.text, box })
  return { kind: 'block', tag: '', place: own, children }
}

interface RowContext {
  readonly grid: TableGrid
  readonly row: GridRow
  readonly index: number
  /** Whether the cells look as the page defines, and not like a table of data. */
  readonly hasOwnLook: boolean
}

function buildRow(conversion: PageConversion, { grid, row, index, hasOwnLook }: RowContext, at: Position): TableRowBox {
  if (row.groupPlace !== undefined) conversion.counters.enter(row.groupPlace.style.box, at.depth)
  conversion.counters.enter(row.place.style.box, at.depth + 1)
  const cells = row.cells.map((cell) => buildCell(conversion, cell, hasOwnLook, at))
  const last = row.cells.at(-1)
  const end = last === undefined ? 0 : last.column + last.columnSpan
  const missing = grid.columnCount - end
  if (missing > 0 && cells.length > 0) cells.push({ column: end, columnSpan: missing, rowSpan: 1 })
  const { isFooter } = row
  const isHeader = row.isHeader || (index === 0 && grid.rows.length > 1 && isHeading(row))
  const startsPage = row.groupPlace?.style.box.breakBefore !== undefined
  return { place: row.place, isHeader, isFooter, lines: row.lines, cells, ...(startsPage ? { startsPage } : {}) }
}

function isHeading({ cells }: GridRow): boolean {
  return cells.length > 0 && cells.every(({ element, rowSpan }) => element?.tagName === 'th' && rowSpan === 1)
}

function buildCell(
  conversion: PageConversion,
  { element, place, column, columnSpan, rowSpan }: GridCell,
  hasOwnLook: boolean,
  at: Position,
): CellBox {
  const cell = { column, columnSpan, rowSpan }
  if (element === undefined || place === undefined) return cell
  return {
    ...cell,
    content: cellContent(conversion, element, place, { isHeader: element.tagName === 'th', hasOwnLook }, at),
  }
}

/** Number of elements between a table and its cells: a row group and a row. */
const CELL_DEPTH = 2

function cellContent(
  conversion: PageConversion,
  element: HtmlElement,
  place: StyledPlace,
  { isHeader = false, hasOwnLook = false }: { isHeader?: boolean; hasOwnLook?: boolean },
  at: Position,
): BlockBox {
  if (place.style.unmet !== undefined) conversion.warnings.countUnmet(place.style.unmet)
  conversion.counters.enter(place.style.box, at.depth + CELL_DEPTH)
  const bookmark = conversion.anchors.place(element)
  const style = isHeader ? 'tableHeader' : hasOwnLook ? 'body' : 'tableText'
  const into = new BoxCollector(conversion, style, place)
  if (bookmark !== undefined) into.addBookmark(bookmark)
  if (conversion.pendingMark !== undefined) conversion.pendingMark.hanging = 0
  conversion.addContent(element, { place, into, depth: at.depth + CELL_DEPTH + 1, tables: at.tables + 1 })
  return { kind: 'block', tag: element.tagName, style, place, children: into.finish() }
}
