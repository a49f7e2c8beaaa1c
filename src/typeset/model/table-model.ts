/**
 * The model of tables.
 *
 * @module
 */

import type { Block } from './document-model.js'
import type { Border, HexColor, TextDirection } from './properties.js'

/** A width as asked for (ECMA-376-1, 17.18.90). `percent` is of the container, 100 being all of it. */
export type TableWidth =
  | { readonly type: 'auto' }
  | { readonly type: 'twips'; readonly value: number }
  | { readonly type: 'percent'; readonly value: number }

export interface Edges<T> {
  readonly top: T
  readonly right: T
  readonly bottom: T
  readonly left: T
}

/** A table. Left and right are as on the page, also in right-to-left tables, whose cells run from the right. */
export interface Table {
  readonly kind: 'table'
  readonly width: TableWidth
  readonly alignment: 'left' | 'center' | 'right'
  /** From the margin to the edge of the first cell (compatibility mode 15) or of its text (14 and below). */
  readonly indent: number
  readonly layout: 'fixed' | 'autofit'
  /** Between cells; 0 for joined borders. */
  readonly cellSpacing: number
  readonly rightToLeft: boolean
  /** Borders of the table as a whole, for spaced cells and for what cells do not say themselves. */
  readonly borders: Partial<Edges<Border>> & { readonly insideHorizontal?: Border; readonly insideVertical?: Border }
  /** Default margins of its cells. */
  readonly cellMargins: Edges<number>
  /** Widths of the grid columns as stored (w:tblGrid); may disagree with the cells. */
  readonly grid: readonly number[]
  readonly rows: readonly TableRow[]
  /** Out of the flow (w:tblpPr). */
  readonly position?: TablePosition
  /** Style, as neighbours of the same style are joined into one table. */
  readonly styleId: string
  /** Paragraph style of the marks that end its rows; left out where it is not known. */
  readonly rowMarkStyle?: string
}

export interface TableRow {
  readonly height?: { readonly value: number; readonly rule: 'exact' | 'atLeast' }
  readonly cantSplit: boolean
  /** Repeated at the top of each page; counts only when every row above is one too. */
  readonly isHeader: boolean
  /** Repeated at the foot of each page but the last; counts only when every row below is one too. Word has no such rows. */
  readonly isFooter?: boolean
  /** Grid columns left empty before and after its cells. */
  readonly gridBefore: number
  readonly gridAfter: number
  readonly widthBefore: TableWidth
  readonly widthAfter: TableWidth
  readonly alignment?: 'left' | 'center' | 'right'
  readonly cellSpacing?: number
  readonly cells: readonly TableCell[]
}

export interface TableCell {
  readonly width: TableWidth
  readonly gridSpan: number
  /** `continue`: belongs to the cell above in the same column; its blocks are empty or to be ignored. */
  readonly verticalMerge?: 'restart' | 'continue'
  /**
   * Borders that the cell itself or its table style asks for at this place, inside ones included.
   * `null` is an explicit "none" that hides the table's; a neighbour may still draw its own.
   */
  readonly borders: {
    readonly top?: Border | null
    readonly right?: Border | null
    readonly bottom?: Border | null
    readonly left?: Border | null
    readonly diagonalDown?: Border
    readonly diagonalUp?: Border
  }
  /** The table's, where the cell says nothing else. */
  readonly shading?: HexColor
  /** An edge that is left out takes the margin of the table. */
  readonly margins: Partial<Edges<number>>
  readonly verticalAlign: 'top' | 'center' | 'bottom'
  readonly textDirection: TextDirection
  readonly noWrap: boolean
  /** The paragraph mark of an empty cell does not make the row taller. */
  readonly hideMark: boolean
  readonly blocks: readonly Block[]
}

export interface TablePosition {
  readonly horizontal: {
    readonly relativeTo: 'text' | 'margin' | 'page'
    readonly align?: 'left' | 'center' | 'right' | 'inside' | 'outside'
    readonly offset: number
  }
  readonly vertical: {
    readonly relativeTo: 'text' | 'margin' | 'page'
    readonly align?: 'top' | 'center' | 'bottom' | 'inside' | 'outside' | 'inline'
    readonly offset: number
  }
  readonly distances: Edges<number>
  readonly allowOverlap: boolean
}
