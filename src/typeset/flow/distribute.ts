/**
 * Fills one column with the remaining work of a section. This is a pure function: it takes a column and work, and returns a
 * fuller column and less work. Callers can therefore try a lower limit, or go back, by keeping earlier values.
 *
 * @module
 */

import { isTurnOver, type Steps } from '../../pace/turns.js'
import type { Break, ColumnFill, ColumnRoom, SectionFlow, Step } from './column-fill.js'
import type { OpenItem } from './open-item.js'
import { placeSlice, repeatFooter } from './place-slice.js'
import { workAfter, workAt } from './work.js'

/** A filled column. */
interface Distributed extends ColumnFill {
  /** Where the work continues; left out when none is left. */
  readonly stop?: Break
}

/** Places slices in a column until one does not fit, a break is required, or the section ends. */
export function* distribute(fill: ColumnFill, room: ColumnRoom, flow: SectionFlow): Steps<Distributed> {
  let state = fill
  for (;;) {
    const item = flow.items[state.work.item]
    if (item === undefined) return state
    if (isTurnOver()) yield state.work.item / flow.items.length
    flow.context.checkpoint()
    const step = placeItem(yield* flow.open(item, state, room), state, room, flow)
    const { draft, work, around } = step
    if (step.kind === 'full') return { ...repeatFooter({ draft, work, around }, room, flow), stop: step.stop }
    state = { draft, work, around }
  }
}

/** Places the slices of an item, from the current one on. */
function placeItem(open: OpenItem, fill: ColumnFill, room: ColumnRoom, flow: SectionFlow): Step {
  let { draft, around } = fill
  for (let index = open === fill.work.open ? fill.work.index : 0; ; index++) {
    const work = workAt(open, index, fill.work)
    const slice = work.rest ?? open.slices[index]
    if (slice === undefined) return { draft, around, work: workAfter(open, fill.work), kind: 'again' }
    const step = placeSlice(slice, { draft, work, around }, room, flow)
    if (step.kind !== 'placed') return step
    draft = step.draft
    around = step.around
  }
}
