import type { LayoutContext } from '../layout-context.js'
import type { Paragraph } from '../model/document-model.js'
import type { Drawing } from '../model/drawing-model.js'
import type { Table } from '../model/table-model.js'
import type { Slice } from '../layout-context.js'
import type { PreparedParagraph } from '../text/line.js'
import type { SpacingRules } from './spacing.js'

/** A table that is laid out in a column. */
export interface SlicedTable {
  /** Left edge, relative to the column. */
  readonly x: number
  readonly width: number
  readonly slices: readonly Slice[]
}

/** What the flow needs of the other parts of the engine, beside what it gives to them. */
export interface FlowContext extends LayoutContext {
  readonly spacing: SpacingRules
  prepareParagraph(paragraph: Paragraph, fontScale: number | undefined): PreparedParagraph
  layOutTable(table: Table, width: number): SlicedTable
  /** Size of a drawing whose shapes may grow with their text. */
  measureDrawing(drawing: Drawing): { readonly width: number; readonly height: number }
}
