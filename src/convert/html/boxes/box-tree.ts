/**
 * The boxes of a page, between its elements and the blocks of the document that is written: what each holds and what its
 * style asks for, and nothing of where it will stand.
 *
 * @module
 */

import type { FlowInline, ParagraphStyleName } from '../../docx-writer/flow-document.js'
import type { StyledPlace } from '../css/style-resolver.js'
import type { TextRuler } from '../measure/measured-text.js'
import type { Lines } from './collapse-lines.js'
import type { TableGrid } from './table-grid.js'

/** One paragraph. */
export interface TextBox {
  readonly kind: 'text'
  readonly style: ParagraphStyleName
  readonly place: StyledPlace
  readonly inlines: FlowInline[]
  /** Whether pictures in it have to be fitted to the room that they get. */
  readonly hasImages: boolean
  /** How far the mark that it begins with stands out of it, in twips. */
  readonly hanging?: number
  /** Measures its text. */
  readonly ruler: TextRuler
}

/** A box around others. */
export interface BlockBox {
  readonly kind: 'block'
  readonly tag: string
  /** Style of the text in it; left out: that of the text around. */
  readonly style?: ParagraphStyleName
  readonly place: StyledPlace
  readonly children: readonly Box[]
}

/** A list; its children are items, and what stands between them. */
export interface ListBox {
  readonly kind: 'list'
  readonly tag: string
  readonly place: StyledPlace
  readonly start: number
  readonly isReversed: boolean
  /** How its numbers are written, `%` for the number; left out: `%.`. */
  readonly pattern?: string
  readonly children: readonly Box[]
}

export interface ItemBox {
  readonly kind: 'item'
  readonly place: StyledPlace
  /** The number that it says it has. */
  readonly value?: number
  /** Whether it begins with a box to be ticked, which stands where labels do. */
  readonly isTask: boolean
  readonly children: readonly Box[]
}

/** Boxes that stand side by side. */
export interface RowBox {
  readonly kind: 'row'
  /** That of the container. */
  readonly place: StyledPlace
  readonly source: 'flex' | 'grid' | 'inline'
  readonly items: readonly BlockBox[]
}

/** A cell of a table with its content; left out where there is none. */
export interface CellBox {
  readonly column: number
  readonly columnSpan: number
  /** Rows it reaches over; 0 where a cell of a row above reaches down. */
  readonly rowSpan: number
  readonly content?: BlockBox
}

export interface TableRowBox {
  readonly place: StyledPlace
  /** Those that the row, or the group it is in, draws around it. */
  readonly lines: Lines
  readonly isHeader: boolean
  /** Whether it stands at the foot of each page that the table is on. */
  readonly isFooter: boolean
  /** Whether the group of rows that it is the first of begins a page. */
  readonly startsPage?: boolean
  readonly cells: readonly CellBox[]
}

export interface TableBox {
  readonly kind: 'table'
  readonly place: StyledPlace
  /** Told to readers who cannot see the table. */
  readonly caption: string
  /** Whether it arranges a page rather than shows data. */
  readonly isLayout: boolean
  /** Whether the page says itself what the table looks like. */
  readonly isDesigned: boolean
  /** The colour of the lines that the `border` of old HTML draws around all cells; left out: there are none. */
  readonly legacyLine?: string
  readonly cellPadding?: number
  readonly cellSpacing?: number
  readonly columns: TableGrid['columns']
  readonly columnCount: number
  readonly rows: readonly TableRowBox[]
}

/** A line across the page. */
export interface RuleBox {
  readonly kind: 'rule'
  readonly place: StyledPlace
}

export type Box = TextBox | BlockBox | ListBox | ItemBox | RowBox | TableBox | RuleBox
