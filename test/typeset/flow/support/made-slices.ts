/**
 * Slices and flows without text, for tests of how pages are filled.
 *
 * @module
 */

import { type ColumnDraft, openColumn, placedIn } from '../../../../src/typeset/flow/column-draft.js'
import type { ColumnFill, ColumnRoom, SectionFlow } from '../../../../src/typeset/flow/column-fill.js'
import type { FlowContext } from '../../../../src/typeset/flow/flow-context.js'
import type { FlowSlice } from '../../../../src/typeset/flow/flow-slice.js'
import { Footnotes } from '../../../../src/typeset/flow/footnotes.js'
import { emptySlice } from '../../../../src/typeset/flow/open-item.js'
import { WHOLE_SECTION } from '../../../../src/typeset/flow/work.js'
import { plainDocument } from '../../../../src/typeset/model/plain-model.js'

/** Height of a slice. */
export const SLICE = 100

const FRAME = {
  left: 0,
  top: 0,
  width: 1000,
  height: 1000,
  marginLeft: 0,
  marginRight: 0,
  marginTop: 0,
  marginBottom: 0,
  isEven: false,
}

/** A slice that says where it is from by its width. */
export function madeSlice(name: number, changes: Partial<FlowSlice> = {}): FlowSlice {
  const plain = emptySlice({ spaceAbove: 0, spaceAtTop: 0, breakBefore: 'allowed' })
  return { ...plain, height: SLICE, contentWidth: name, ...changes }
}

/** A context for flows without text. */
export function bareContext(): FlowContext {
  const context: Partial<FlowContext> = { document: plainDocument([]), checkpoint() {} }
  return context as FlowContext
}

/** A flow whose items are set already, as these slices. */
export function madeFlow(items: readonly (readonly FlowSlice[])[]): SectionFlow {
  const context = bareContext()
  const opened = items.map((slices) => ({
    width: FRAME.width,
    slices,
    rest: undefined,
    isMovable: true,
    keepWithNext: false,
  }))
  return {
    items: items.map(() => ({ kind: 'rule' })),
    footnotes: new Footnotes(context),
    context,
    // biome-ignore lint/correctness/useYield: made slices need no layout, so there is nothing to stop in.
    *open(_item, { work }) {
      const open = opened[work.item]
      if (open === undefined) throw new Error('There is no such item.')
      return open
    },
  }
}

/** A page's only column, or one that has others beside it. */
export function roomOf(bottom: number, changes: Partial<ColumnRoom> = {}): ColumnRoom {
  return { frame: FRAME, bottom, bodyHeight: bottom, isAlone: true, exclusions: [], ...changes }
}

/** The start of a flow in an empty column. */
export function emptyFill(start: ColumnDraft['start'] = 'natural', top = 0): ColumnFill {
  return {
    draft: openColumn({ left: 0, width: FRAME.width }, top, start),
    work: WHOLE_SECTION,
    around: { exclusions: [], wrapped: new Set(), settled: new Map() },
  }
}

/** Names of the slices in a column. */
export function namesIn(draft: ColumnDraft): number[] {
  return placedIn(draft).map(({ slice }) => slice.contentWidth)
}
