/**
 * The boxes of a page: a stage between its elements and the blocks of the written document. A box has content and a style, but
 * no position yet.
 *
 * @module
 */

import type { FlowInline } from '../../docx-writer/flow-document.js'
import type { ParagraphStyleName, RunFormat } from '../../docx-writer/flow-format.js'
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
  /** Whether the paragraph has pictures that must be fitted to the available width. */
  readonly hasImages: boolean
  /** How far the mark at the beginning stands out of the text, in twips. */
  readonly hanging?: number
  /** Measures the text of the paragraph. */
  readonly ruler: TextRuler
}

/** A box around others. */
export interface BlockBox {
  readonly kind: 'block'
  readonly tag: string
  /** Paragraph style of the text in the box. Left out: that of the surrounding text. */
  readonly style?: ParagraphStyleName
  readonly place: StyledPlace
  /** Whether it is an anonymous box whose content is set in the columns that its place asks for. */
  readonly isColumned?: boolean
  readonly children: readonly Box[]
}

/** A list. Its children are items, and other content between them. */
export interface ListBox {
  readonly kind: 'list'
  readonly tag: string
  readonly place: StyledPlace
  readonly start: number
  readonly isReversed: boolean
  /** Pattern of the numbers, with `%` for the number. Left out: `%.`. */
  readonly pattern?: string
  readonly children: readonly Box[]
}

export interface ItemBox {
  readonly kind: 'item'
  readonly place: StyledPlace
  /** Number that the item sets itself. */
  readonly value?: number
  /** Whether the item begins with a check box, which takes the place of a label. */
  readonly isTask: boolean
  /** How its label looks where it does not look like the item. */
  readonly marker?: { readonly text?: string; readonly format: RunFormat }
  readonly children: readonly Box[]
}

/** Boxes side by side. */
export interface RowBox {
  readonly kind: 'row'
  /** Place of the container in the cascade. */
  readonly place: StyledPlace
  readonly source: 'flex' | 'grid' | 'inline'
  readonly items: readonly BlockBox[]
}

/** A cell of a table, with its content if there is any. */
export interface CellBox {
  readonly column: number
  readonly columnSpan: number
  /** Number of rows that the cell spans; 0 for a place that a cell from above covers. */
  readonly rowSpan: number
  readonly content?: BlockBox
}

export interface TableRowBox {
  readonly place: StyledPlace
  /** Lines that the row or its group draws around the row. */
  readonly lines: Lines
  readonly isHeader: boolean
  /** Whether the row is repeated at the foot of each page of the table. */
  readonly isFooter: boolean
  /** Whether the row begins a group that starts a new page. */
  readonly startsPage?: boolean
  readonly cells: readonly CellBox[]
}

export interface TableBox {
  readonly kind: 'table'
  readonly place: StyledPlace
  /** Alternative text for readers who cannot see the table. */
  readonly caption: string
  /** Whether the table arranges a page instead of showing data. */
  readonly isLayout: boolean
  /** Whether the page defines the look of the table. */
  readonly isDesigned: boolean
  /** Colour of the lines that the HTML attribute `border` draws around all cells; left out without lines. */
  readonly legacyLine?: string
  readonly cellPadding?: number
  readonly cellSpacing?: number
  readonly columns: TableGrid['columns']
  readonly columnCount: number
  readonly rows: readonly TableRowBox[]
}

/** A horizontal line across the page. */
export interface RuleBox {
  readonly kind: 'rule'
  readonly place: StyledPlace
}

export type Box = TextBox | BlockBox | ListBox | ItemBox | RowBox | TableBox | RuleBox
