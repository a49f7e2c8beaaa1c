/**
 * Slices of a flow, with their floats.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { NoteReference, Paragraph } from '../model/document-model.js'
import type { Table } from '../model/table-model.js'
import type { LinePosition } from '../text/line.js'
import type { Exclusion } from './exclusions.js'
import type { Slice } from './layout-context.js'

/** A slice of the flow, with the information that pages and stacks need. */
export interface FlowSlice extends Slice {
  /** The part of the space above that keeps the slice off floats. It stays wherever the slice is placed. */
  readonly skip: number
  /** Space above the slice, without `skip`, where it begins a page or column after a hard break or at the start of a section. */
  readonly spaceAtTop: number
  /** Space below the slice that is not shared with a neighbour. The last slice of a stack has it. */
  readonly spaceBelow: number
  /** Space below the paragraph that ends with the slice. It separates the paragraph from the footnotes of a page. */
  readonly spaceAboveNotes?: number | undefined
  /** Start of the line in its paragraph; undefined for the first line, and for slices that are not lines. */
  readonly start?: LinePosition | undefined
  /** The paragraph that the line belongs to. */
  readonly paragraph?: Paragraph | undefined
  /** Natural width of the content, including indents. */
  readonly contentWidth: number
  /** The placed floats of the slice. */
  readonly floats: readonly PlacedFloat[]
  /** Whether a page or column begins after the slice. */
  readonly breakAfter?: 'page' | 'column' | undefined
  /** Minimum room below its top that the slice needs on the page, if more than its height: for a frame anchored in it. */
  readonly leastRoom?: number | undefined
  /** The part of its height that may extend beyond the end of the page: space that line spacing adds below the text. */
  readonly trailing?: number | undefined
  /** Edges of a table relative to the column, on its first row. The table moves below floats instead of flowing around them. */
  readonly extent?: { readonly left: number; readonly right: number } | undefined
  /** The slice as it looks at the top of a column, where the frame that it shares with the text above is opened again. */
  readonly atTop?: (() => FlowSlice) | undefined
  /** The slice as it looks at the end of a column, where the frame that it shares with the text below is closed. */
  readonly atEnd?: (() => FlowSlice) | undefined
  /** Whether the slice contains only a page break, and may extend beyond the end of the page. */
  readonly isBreakOnly?: boolean | undefined
}

/** A slice with all members in one order: V8 reads objects of one hidden class fastest, and pages are filled with these. */
export function makeSlice(slice: FlowSlice): FlowSlice {
  return {
    height: slice.height,
    spaceAbove: slice.spaceAbove,
    skip: slice.skip,
    spaceAtTop: slice.spaceAtTop,
    spaceBelow: slice.spaceBelow,
    breakBefore: slice.breakBefore,
    notes: slice.notes,
    anchors: slice.anchors,
    floats: slice.floats,
    contentWidth: slice.contentWidth,
    start: slice.start,
    paragraph: slice.paragraph,
    breakAfter: slice.breakAfter,
    spaceAboveNotes: slice.spaceAboveNotes,
    trailing: slice.trailing,
    isBreakOnly: slice.isBreakOnly,
    atTop: slice.atTop,
    atEnd: slice.atEnd,
    extent: slice.extent,
    leastRoom: slice.leastRoom,
    repeat: slice.repeat,
    foot: slice.foot,
    closing: slice.closing,
    isKept: slice.isKept,
    split: slice.split,
    paint: slice.paint,
  }
}

/** A placed object outside of the flow: a drawing, a frame, a floating table. */
export interface PlacedFloat {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly behindText: boolean
  readonly zOrder: number
  /** Area that the object keeps text off, if any. */
  readonly exclusion?: Exclusion
  /** The table, if the object is a floating table. */
  readonly table?: Table
  /** Notes that the object's text refers to. */
  readonly notes?: readonly NoteReference[]
  /** Paints the object. `shiftX` and `shiftY` say how far its text moved after the object was placed. */
  paint(list: DisplayList, shiftX: number, shiftY: number): void
}
