/**
 * Slices of a flow, and the floats that come with them.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { NoteReference, Paragraph } from '../model/document-model.js'
import type { Table } from '../model/table-model.js'
import type { LinePosition } from '../text/line.js'
import type { Exclusion } from './exclusions.js'
import type { Slice } from './layout-context.js'

/** A slice of the flow with what pages and stacks need to know about it. */
export interface FlowSlice extends Slice {
  /** The part of the space above that keeps it off floats: it stays wherever the slice stands. */
  readonly skip: number
  /**
   * Space above it, without `skip`, where it opens a page or column that it did not run over to: a hard break or the
   * start of a section.
   */
  readonly spaceAtTop: number
  /** Space below it that its neighbours did not settle: the last one of a stack has it. */
  readonly spaceBelow: number
  /** Space that its paragraph, which ends with it, asks for below: it keeps off the footnotes of a page. */
  readonly spaceAboveNotes?: number | undefined
  /** Where its line starts in its paragraph; undefined for the first line and for what is not a line. */
  readonly start?: LinePosition | undefined
  /** The paragraph of a line. */
  readonly paragraph?: Paragraph | undefined
  /** Natural width of its content, indents included. */
  readonly contentWidth: number
  /** What it brings to the page beside the flow, already placed. */
  readonly floats: readonly PlacedFloat[]
  /** What follows it starts a page or column. */
  readonly breakAfter?: 'page' | 'column' | undefined
  /** Room below its top that it needs on the page, where that is more than its height: for a frame that hangs from it. */
  readonly leastRoom?: number | undefined
  /** The part of its height that may hang over the end of the page: what line spacing adds below the text. */
  readonly trailing?: number | undefined
  /** Edges of a table, relative to the column, on its first row: it moves below floats rather than wrap around them. */
  readonly extent?: { readonly left: number; readonly right: number } | undefined
  /** It holds nothing but a page break: it may hang over the end of the page. */
  readonly isBreakOnly?: boolean | undefined
}

/** The same slice with every member, in one order: V8 reads objects of one kind fastest, and pages are filled with these. */
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

/** Something out of the flow at its place: a drawing, a frame, a floating table. */
export interface PlacedFloat {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
  readonly behindText: boolean
  readonly zOrder: number
  /** Keeps text off, where it does. */
  readonly exclusion?: Exclusion
  /** The table, when what floats is a table. */
  readonly table?: Table
  /** Notes that its text refers to. */
  readonly notes?: readonly NoteReference[]
  /** `shiftX`, `shiftY`: how far the text that it belongs to moved after it was placed. */
  paint(list: DisplayList, shiftX: number, shiftY: number): void
}
