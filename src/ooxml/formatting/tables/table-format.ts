/**
 * What formatting says about tables and cells.
 *
 * @module
 */

import type { Border, HexColor } from '../../../typeset/model/properties.js'
import type { Edges } from '../../../typeset/model/table-model.js'
import type { XmlElement } from '../../xml/xml-element.js'
import type { ParagraphLayer } from '../paragraph-layer.js'
import type { RunLayer } from '../run-layer.js'

/** Children of property elements by name, merged from several levels of a cascade. */
export type PropertyBag = ReadonlyMap<string, XmlElement>

/** Edges; `null` is an explicit "none". */
export type TableEdges = Partial<Edges<Border | null>>

/** Edges of a table or of a part of one, including those between its cells. */
export type RegionEdges = TableEdges & {
  readonly insideHorizontal?: Border | null
  readonly insideVertical?: Border | null
}

/**
 * Parts of a table, from the weakest to the strongest. In Word, rows take precedence over columns, unlike in the order of
 * 17.7.6.
 */
export const TABLE_PARTS = [
  'wholeTable',
  'band1Vert',
  'band2Vert',
  'band1Horz',
  'band2Horz',
  'firstCol',
  'lastCol',
  'firstRow',
  'lastRow',
  'nwCell',
  'neCell',
  'swCell',
  'seCell',
] as const

/** One of {@link TABLE_PARTS}. */
export type TablePart = (typeof TABLE_PARTS)[number]

/** Formatting of one part of a table by its style. */
export interface PartFormat {
  readonly paragraph: ParagraphLayer
  readonly run: RunLayer
  readonly row: PropertyBag
  readonly cell: PropertyBag
  readonly borders: RegionEdges
  readonly margins: Partial<Edges<number>>
  readonly shading?: HexColor | null
}

/** A table style with its ancestors. */
export interface TableStyle {
  readonly id: string
  /** Children of w:tblPr, except w:tblBorders and w:tblCellMar. */
  readonly properties: PropertyBag
  readonly borders: RegionEdges
  readonly cellMargins: Partial<Edges<number>>
  readonly parts: ReadonlyMap<TablePart, PartFormat>
  readonly rowBandSize: number
  readonly columnBandSize: number
  /** Cached formats of cells, by the parts that contain them and the edges of the parts that they touch. */
  readonly cells: Map<string, CellFormat>
  readonly texts: Map<string, TextLayers>
}

/** The merged properties of a table style and one table. */
export interface TableFormat {
  readonly styleId: string
  /** Children of w:tblPr. Use the merged members below instead of `w:tblBorders` and `w:tblCellMar`. */
  readonly properties: PropertyBag
  /** `left` also stands for w:start, so exchange left and right for w:bidiVisual. This applies to all edges here. */
  readonly borders: RegionEdges
  readonly cellMargins: Edges<number>
  readonly shading?: HexColor
  readonly style: TableStyle
}

/** The place of a cell. Rows and grid columns count from 0. */
export interface CellPosition {
  readonly row: number
  readonly rowCount: number
  readonly column: number
  readonly columnSpan: number
  readonly columnCount: number
}

/** Text formatting of some cells by the table style. */
export interface TextLayers {
  /** Equal for formats that come from the same layers. */
  readonly id: string
  readonly paragraph: ParagraphLayer
  readonly run: RunLayer
}

/** Formatting of one cell by the table style. Cells of equal formatting share one object. */
export interface CellFormat {
  /** Children of the style's w:trPr and w:tcPr, including conditional formatting. */
  readonly row: PropertyBag
  readonly cell: PropertyBag
  /** w:tcBorders of the style for this cell. Inside borders are assigned to the cell's edges. */
  readonly borders: TableEdges
  /** `null` means no shading, whatever the table has. */
  readonly shading?: HexColor | null
  readonly margins: Partial<Edges<number>>
  readonly verticalAlign?: 'top' | 'center' | 'bottom'
  readonly text: TextLayers
}
