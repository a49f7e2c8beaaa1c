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

/** Children of property elements by name, from several levels of a cascade: later levels replace earlier ones. */
export type PropertyBag = ReadonlyMap<string, XmlElement>

/** `null` is an explicit "none". */
export type TableEdges = Partial<Edges<Border | null>>

/** Edges of a table or of a part of one, which has edges between its cells too. */
export type RegionEdges = TableEdges & {
  readonly insideHorizontal?: Border | null
  readonly insideVertical?: Border | null
}

/**
 * Parts of a table, from the weakest to the strongest. Word gives rows precedence over columns, other than the order of
 * 17.7.6 has it.
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

/** What a style says about one part of a table. */
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
  /** Children of w:tblPr, w:tblBorders and w:tblCellMar apart. */
  readonly properties: PropertyBag
  readonly borders: RegionEdges
  readonly cellMargins: Partial<Edges<number>>
  readonly parts: ReadonlyMap<TablePart, PartFormat>
  readonly rowBandSize: number
  readonly columnBandSize: number
  /** What was made for cells of it, by the parts that they are in and the edges of these that they touch. */
  readonly cells: Map<string, CellFormat>
  readonly texts: Map<string, TextLayers>
}

/** A table style and the direct properties of one table, merged. */
export interface TableFormat {
  readonly styleId: string
  /** Children of w:tblPr. Use the merged ones below in place of `w:tblBorders` and `w:tblCellMar`. */
  readonly properties: PropertyBag
  /** `left` stands for w:start too: turn them around for w:bidiVisual. The same for all edges here. */
  readonly borders: RegionEdges
  readonly cellMargins: Edges<number>
  readonly shading?: HexColor
  readonly style: TableStyle
}

/** Where a cell stands. Rows and grid columns count from 0. */
export interface CellPosition {
  readonly row: number
  readonly rowCount: number
  readonly column: number
  readonly columnSpan: number
  readonly columnCount: number
}

/** What a table style says about the text of some of its cells. */
export interface TextLayers {
  /** Two formats have one id if they come from the same layers. */
  readonly id: string
  readonly paragraph: ParagraphLayer
  readonly run: RunLayer
}

/** What the table style says for one cell. Cells that it treats alike share one object. */
export interface CellFormat {
  /** Children of w:trPr and w:tcPr of the style, conditional formatting included. */
  readonly row: PropertyBag
  readonly cell: PropertyBag
  /** w:tcBorders of the style at this place; inside borders are already on the edges that they mean. */
  readonly borders: TableEdges
  /** `null`: none, whatever the table has. */
  readonly shading?: HexColor | null
  readonly margins: Partial<Edges<number>>
  readonly verticalAlign?: 'top' | 'center' | 'bottom'
  readonly text: TextLayers
}
