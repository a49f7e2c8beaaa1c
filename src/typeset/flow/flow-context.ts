/**
 * The interfaces that the flow needs of the other parts of the engine.
 *
 * @module
 */

import type { Steps } from '../../pace/turns.js'
import type { Paragraph } from '../model/document-model.js'
import type { Drawing } from '../model/drawing-model.js'
import type { HexColor } from '../model/properties.js'
import type { Table } from '../model/table-model.js'
import type { PreparedParagraph } from '../text/line.js'
import type { LayoutContext, Slice } from './layout-context.js'
import type { SpacingRules } from './spacing.js'

/** A table that is laid out in a column. */
export interface SlicedTable {
  /** Left edge, relative to the column. */
  readonly x: number
  /** How far its edge lies to the left of its position, so that its text is at the position. This is so up to Word 2010. */
  readonly outdent: number
  readonly width: number
  readonly slices: readonly Slice[]
  /** Whether its last row stays with the following block. */
  readonly keepWithNext: boolean
}

/** Background and scale of a paragraph. */
interface ParagraphOptions {
  readonly fontScale?: number
  readonly background?: HexColor
  readonly isTableCell?: boolean
  /** Whether its lines are vertical. */
  readonly isVertical?: boolean
}

/** What the flow needs of the other parts of the engine, in addition to what it provides to them. */
export interface FlowContext extends LayoutContext {
  readonly spacing: SpacingRules
  prepareParagraph(paragraph: Paragraph, options: ParagraphOptions): PreparedParagraph
  layOutTable(table: Table, width: number, options: { readonly isNested: boolean }): SlicedTable
  /** Lays out a table that may be long, with a stop between two rows. */
  layOutTableInSteps(table: Table, width: number): Steps<SlicedTable>
  /** Size of a drawing, whose shapes may grow with their text. */
  measureDrawing(drawing: Drawing): { readonly width: number; readonly height: number }
}
