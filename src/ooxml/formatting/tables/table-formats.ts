/**
 * Finds the parts of a table style that contain a cell, and merges their formatting (ECMA-376-1, 17.7.6).
 *
 * @module
 */

import type { HexColor } from '../../../typeset/model/properties.js'
import type { Edges } from '../../../typeset/model/table-model.js'
import { isOn, readShading } from '../../values/property-values.js'
import { childOf, type XmlElement } from '../../xml/xml-element.js'
import { EMPTY_PARAGRAPH_LAYER, mergeParagraphLayers } from '../paragraph-layer.js'
import type { StyleSheet } from '../style-sheet.js'
import type { ThemeFontContext } from '../theme-font.js'
import {
  type CellFormat,
  type CellPosition,
  type PartFormat,
  type PropertyBag,
  type RegionEdges,
  TABLE_PARTS,
  type TableEdges,
  type TableFormat,
  type TablePart,
  type TableStyle,
  type TextLayers,
} from './table-format.js'
import { addProperties, readRegionEdges, readTableStyle } from './table-style.js'
import { readCellMargins } from './table-values.js'

/** Word's default margins between the edges of a cell and its text, in twips. */
const DEFAULT_CELL_MARGINS: Edges<number> = { top: 0, right: 108, bottom: 0, left: 108 }

/**
 * Default cell margins of a table without a table style, not even a default one, in twips. Some generators write no table
 * styles, and Word's pages have between 9 and 11 twips there.
 */
const CELL_MARGINS_WITHOUT_STYLE: Edges<number> = { top: 0, right: 10, bottom: 0, left: 10 }

/** Bits of w:tblLook's w:val (17.4.56). */
const LOOK_BITS = {
  firstRow: 0x0020,
  lastRow: 0x0040,
  firstColumn: 0x0080,
  lastColumn: 0x0100,
  noHBand: 0x0200,
  noVBand: 0x0400,
} as const

type TableLook = { readonly [Name in keyof typeof LOOK_BITS]: boolean }

/** Rows and columns from the first one to the one after the last. */
interface Region {
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
}

/** Applies the table styles of one document. */
export class TableFormats {
  readonly #styles: StyleSheet
  readonly #context: ThemeFontContext
  readonly #tableStyles = new Map<string, TableStyle>()

  constructor(styles: StyleSheet, context: ThemeFontContext) {
    this.#styles = styles
    this.#context = context
  }

  /** See {@link Formatting.table}. */
  table(tblPr: XmlElement | undefined): TableFormat {
    const style = this.#style(childOf(tblPr, 'w:tblStyle')?.attributes['w:val'])
    const properties = addProperties(style.properties, tblPr)
    const shading = readShading(properties.get('w:shd'), this.#context.theme)
    return {
      styleId: style.id,
      properties,
      borders: { ...style.borders, ...readRegionEdges(childOf(tblPr, 'w:tblBorders'), this.#context) },
      cellMargins: {
        ...(style.id === '' ? CELL_MARGINS_WITHOUT_STYLE : DEFAULT_CELL_MARGINS),
        ...style.cellMargins,
        ...readCellMargins(childOf(tblPr, 'w:tblCellMar')),
      },
      style,
      ...(shading && { shading }),
    }
  }

  /** See {@link Formatting.cell}. */
  cell({ style, properties }: TableFormat, position: CellPosition, tblPrEx: XmlElement | undefined): CellFormat {
    const look = readLook(childOf(tblPrEx, 'w:tblLook') ?? properties.get('w:tblLook'))
    const applied: [TablePart, PartFormat, Region][] = []
    let key = ''
    for (const [name, region] of findParts(position, look, style)) {
      const part = style.parts.get(name)
      if (part === undefined) continue
      applied.push([name, part, region])
      key += `${name} ${touchedEdges(position, region)} `
    }
    let cell = style.cells.get(key)
    if (cell === undefined) {
      cell = combineParts(style, applied, position)
      style.cells.set(key, cell)
    }
    return cell
  }

  #style(id: string | undefined): TableStyle {
    const key = id ?? ''
    let style = this.#tableStyles.get(key)
    if (style === undefined) {
      style = readTableStyle(this.#styles.tableStyleChain(id), this.#context)
      this.#tableStyles.set(key, style)
    }
    return style
  }
}

/** A table without w:tblLook has bands, but no special rows and columns. */
function readLook(element: XmlElement | undefined): TableLook {
  const { attributes = {} } = element ?? {}
  const bits = Number.parseInt(attributes['w:val'] ?? '0', 16)
  const flag = (name: keyof typeof LOOK_BITS): boolean => {
    const named = attributes[`w:${name}`]
    return named === undefined ? (bits & LOOK_BITS[name]) !== 0 : isOn(named)
  }
  return {
    firstRow: flag('firstRow'),
    lastRow: flag('lastRow'),
    firstColumn: flag('firstColumn'),
    lastColumn: flag('lastColumn'),
    noHBand: flag('noHBand'),
    noVBand: flag('noVBand'),
  }
}

/** The parts that contain a cell, in the order of {@link TABLE_PARTS}. */
function findParts(position: CellPosition, look: TableLook, style: TableStyle): [TablePart, Region][] {
  const { row, rowCount, column, columnSpan, columnCount } = position
  const table: Region = { top: 0, bottom: rowCount, left: 0, right: columnCount }
  const firstRow = look.firstRow && row === 0
  const lastRow = look.lastRow && !firstRow && row === rowCount - 1
  const firstColumn = look.firstColumn && column === 0
  const lastColumn = look.lastColumn && !firstColumn && column + columnSpan >= columnCount
  const own: Region = { top: row, bottom: row + 1, left: column, right: column + columnSpan }
  const found = new Map<TablePart, Region>([['wholeTable', table]])
  if (!look.noVBand && !firstColumn && !lastColumn) {
    const band = findBand(column, look.firstColumn, look.lastColumn, columnCount, style.columnBandSize)
    found.set(band.isOdd ? 'band1Vert' : 'band2Vert', { ...table, left: band.start, right: band.end })
  }
  if (!look.noHBand && !firstRow && !lastRow) {
    const band = findBand(row, look.firstRow, look.lastRow, rowCount, style.rowBandSize)
    found.set(band.isOdd ? 'band1Horz' : 'band2Horz', { ...table, top: band.start, bottom: band.end })
  }
  if (firstColumn) found.set('firstCol', { ...table, right: column + columnSpan })
  if (lastColumn) found.set('lastCol', { ...table, left: column })
  if (firstRow) found.set('firstRow', { ...table, bottom: 1 })
  if (lastRow) found.set('lastRow', { ...table, top: row })
  if (firstRow && firstColumn) found.set('nwCell', own)
  if (firstRow && lastColumn) found.set('neCell', own)
  if (lastRow && firstColumn) found.set('swCell', own)
  if (lastRow && lastColumn) found.set('seCell', own)
  return TABLE_PARTS.flatMap((name): [TablePart, Region][] => {
    const region = found.get(name)
    return region === undefined ? [] : [[name, region]]
  })
}

/** Bands are counted without the special row or column before them. */
function findBand(index: number, afterFirst: boolean, beforeLast: boolean, count: number, size: number) {
  const offset = afterFirst ? 1 : 0
  const band = Math.floor((index - offset) / size)
  const start = offset + band * size
  return { isOdd: band % 2 === 0, start, end: Math.min(start + size, count - (beforeLast ? 1 : 0)) }
}

function touchedEdges({ row, column, columnSpan }: CellPosition, region: Region): number {
  return (
    (row === region.top ? 1 : 0) +
    (row + 1 >= region.bottom ? 2 : 0) +
    (column === region.left ? 4 : 0) +
    (column + columnSpan >= region.right ? 8 : 0)
  )
}

function combineParts(
  style: TableStyle,
  applied: readonly (readonly [TablePart, PartFormat, Region])[],
  position: CellPosition,
): CellFormat {
  let row: PropertyBag = new Map()
  let cell: PropertyBag = new Map()
  let borders: TableEdges = {}
  let margins: Partial<Edges<number>> = {}
  let shading: HexColor | null | undefined
  for (const [, part, region] of applied) {
    row = new Map([...row, ...part.row])
    cell = new Map([...cell, ...part.cell])
    borders = { ...borders, ...placeEdges(part.borders, touchedEdges(position, region)) }
    margins = { ...margins, ...part.margins }
    if (part.shading !== undefined) shading = part.shading
  }
  const verticalAlign = cell.get('w:vAlign')?.attributes['w:val']
  return {
    row,
    cell,
    borders,
    margins,
    text: combineText(style, applied),
    ...(shading !== undefined && { shading }),
    ...((verticalAlign === 'top' || verticalAlign === 'center' || verticalAlign === 'bottom') && { verticalAlign }),
  }
}

/** The edges of a region for a cell that touches some of them. */
function placeEdges(edges: RegionEdges, touched: number): TableEdges {
  const placed: { -readonly [Name in keyof TableEdges]: TableEdges[Name] } = {}
  const top = (touched & 1) !== 0 ? edges.top : edges.insideHorizontal
  const bottom = (touched & 2) !== 0 ? edges.bottom : edges.insideHorizontal
  const left = (touched & 4) !== 0 ? edges.left : edges.insideVertical
  const right = (touched & 8) !== 0 ? edges.right : edges.insideVertical
  if (top !== undefined) placed.top = top
  if (bottom !== undefined) placed.bottom = bottom
  if (left !== undefined) placed.left = left
  if (right !== undefined) placed.right = right
  return placed
}

function combineText(style: TableStyle, applied: readonly (readonly [TablePart, PartFormat, Region])[]): TextLayers {
  const key = applied.map(([name]) => name).join(' ')
  let text = style.texts.get(key)
  if (text === undefined) {
    text = {
      id: `${style.id} ${key}`,
      paragraph: applied.reduce(
        (layer, [, part]) => mergeParagraphLayers(layer, part.paragraph),
        EMPTY_PARAGRAPH_LAYER,
      ),
      run: Object.assign({}, ...applied.map(([, part]) => part.run)),
    }
    style.texts.set(key, text)
  }
  return text
}
