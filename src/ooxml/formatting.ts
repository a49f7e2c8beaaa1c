/**
 * The cascade of formatting (ECMA-376-1, 17.7.2).
 *
 * @module
 */

import type { Border, HexColor, ParagraphProperties, RunProperties } from '../typeset/model/properties.js'
import type { Edges } from '../typeset/model/table-model.js'
import type { OpcPackage } from './package.js'
import type { Settings } from './settings.js'
import type { Theme } from './theme.js'
import type { XmlElement } from './xml-element.js'

/** Children of property elements by name, from several levels of a cascade: later levels replace earlier ones. */
export type PropertyBag = ReadonlyMap<string, XmlElement>

/** Everything that formatting says about one paragraph. Equal paragraphs of a document share one object. */
export interface ParagraphFormat {
  readonly properties: ParagraphProperties
  readonly styleId: string
  /** Lists: which counter, which level. Left out also for numId 0. */
  readonly numbering?: { readonly numId: string; readonly level: number }
  /** The paragraph mark is hidden: Word joins the paragraph with the next one. */
  readonly markHidden: boolean
  /** The mark is w:specVanish: a style separator, which joins paragraphs even though both stay visible. */
  readonly styleSeparator: boolean
}

/** Everything that formatting says about a run. Equal runs share one object. */
export interface RunFormat {
  readonly properties: RunProperties
  readonly hidden: boolean
}

/** `null` is an explicit "none". */
export type TableEdges = Partial<Edges<Border | null>>

/** A table style and the direct properties of one table, merged. */
export interface TableFormat {
  readonly styleId: string
  /** Children of w:tblPr. `w:tblBorders` and `w:tblCellMar` are merged by edge below instead. */
  readonly properties: PropertyBag
  readonly borders: TableEdges & {
    readonly insideHorizontal?: Border | null
    readonly insideVertical?: Border | null
  }
  /** `left` stands for w:start too: turn them around for w:bidiVisual. The same for all edges here. */
  readonly cellMargins: Edges<number>
  readonly shading?: HexColor
}

/** Where a cell stands. Rows and grid columns count from 0. */
export interface CellPosition {
  readonly row: number
  readonly rowCount: number
  readonly column: number
  readonly columnSpan: number
  readonly columnCount: number
}

/** What the table style says for one cell. Cells that it treats alike share one object. */
export interface CellFormat {
  /** Children of w:trPr and w:tcPr of the style, conditional formatting included. */
  readonly row: PropertyBag
  readonly cell: PropertyBag
  /** w:tcBorders of the style at this place; inside borders are already on the edges that they mean. */
  readonly borders: TableEdges
  readonly shading?: HexColor
  readonly margins: Partial<Edges<number>>
  readonly verticalAlign?: 'top' | 'center' | 'bottom'
}

/** Applies the styles of one document. */
export class Formatting {
  readonly settings: Settings
  readonly theme: Theme

  constructor(_document: OpcPackage) {
    throw new Error('being written')
  }

  /** @param cell for paragraphs in tables, from {@link cell} */
  paragraph(_pPr: XmlElement | undefined, _cell?: CellFormat): ParagraphFormat {
    throw new Error('being written')
  }

  run(_rPr: XmlElement | undefined, _paragraph: ParagraphFormat): RunFormat {
    throw new Error('being written')
  }

  table(_tblPr: XmlElement | undefined): TableFormat {
    throw new Error('being written')
  }

  /** @param tblPrEx exceptions of the row (17.4.60), which may change w:tblLook */
  cell(_table: TableFormat, _position: CellPosition, _tblPrEx?: XmlElement): CellFormat {
    throw new Error('being written')
  }
}
