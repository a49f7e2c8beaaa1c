/**
 * The model of tables.
 *
 * @module
 */

import type { Block } from './document-model.js'
import type { Border, HexColor, TextDirection } from './properties.js'

/** A width as specified (ECMA-376-1, 17.18.90). `percent` refers to the container, which is 100. */
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

/** A table. Left and right refer to the page, even in right-to-left tables, whose cells start from the right. */
export interface Table {
  readonly kind: 'table'
  readonly width: TableWidth
  readonly alignment: 'left' | 'center' | 'right'
  /** Distance from the margin to the edge of the first cell (compatibility mode 15) or to its text (14 and below). */
  readonly indent: number
  readonly layout: 'fixed' | 'autofit'
  /** Space between cells; 0 if they share borders. */
  readonly cellSpacing: number
  readonly rightToLeft: boolean
  /** Borders of the table, for spaced cells and for sides whose border the cell does not specify. */
  readonly borders: Partial<Edges<Border>> & { readonly insideHorizontal?: Border; readonly insideVertical?: Border }
  /** Default margins of the cells. */
  readonly cellMargins: Edges<number>
  /** Widths of the grid columns as stored (w:tblGrid), which may contradict the cells. */
  readonly grid: readonly number[]
  readonly rows: readonly TableRow[]
  /** Position of a floating table (w:tblpPr). */
  readonly position?: TablePosition
  /** Style of the table. Consecutive tables of the same style are joined into one. */
  readonly styleId: string
  /** Paragraph style of the marks at the ends of rows; left out if unknown. */
  readonly rowMarkStyle?: string
}

export interface TableRow {
  readonly height?: { readonly value: number; readonly rule: 'exact' | 'atLeast' }
  readonly cantSplit: boolean
  /** Whether the row is repeated at the top of each page. This requires that all rows above are header rows. */
  readonly isHeader: boolean
  /**
   * Whether the row is repeated at the bottom of each page but the last. This requires that all rows below are footer rows. Word
   * has no footer rows.
   */
  readonly isFooter?: boolean
  /** Number of empty grid columns before and after the cells. */
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
  /** Vertical merge. With `continue`, the cell belongs to the cell above in the same column, and its blocks are ignored. */
  readonly verticalMerge?: 'restart' | 'continue'
  /**
   * Borders specified by the cell itself or by its table style at this position, including inside borders. `null` is an explicit
   * "none" that hides the table's border; a neighbouring cell may still draw its own.
   */
  readonly borders: {
    readonly top?: Border | null
    readonly right?: Border | null
    readonly bottom?: Border | null
    readonly left?: Border | null
    readonly diagonalDown?: Border
    readonly diagonalUp?: Border
  }
  /** Shading of the cell, or else that of the table. */
  readonly shading?: HexColor
  /** Cell margins. Edges that are left out use the margin of the table. */
  readonly margins: Partial<Edges<number>>
  readonly verticalAlign: 'top' | 'center' | 'bottom'
  readonly textDirection: TextDirection
  readonly noWrap: boolean
  /** Whether the paragraph mark of an empty cell does not count for the height of the row. */
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
