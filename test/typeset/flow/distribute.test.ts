/**
 * How slices are distributed: what goes into a column, and what is left for the next.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { finishSteps } from '../../../src/pace/turns.js'
import { placedIn } from '../../../src/typeset/flow/column-draft.js'
import { distribute as distributeInSteps } from '../../../src/typeset/flow/distribute.js'
import { emptyFill, madeFlow, madeSlice, namesIn, roomOf, SLICE } from './support/made-slices.js'

const distribute = (...given: Parameters<typeof distributeInSteps>) => finishSteps(distributeInSteps(...given))

const RUN_OVER = { to: 'column', start: 'natural' }

describe('distribute', () => {
  const flow = madeFlow([[madeSlice(1), madeSlice(2)], [madeSlice(3)], [madeSlice(4)]])

  it('fills a column as far as slices fit, and tells what is left', () => {
    const { draft, work, stop } = distribute(emptyFill(), roomOf(3 * SLICE), flow)
    expect(namesIn(draft)).toEqual([1, 2, 3])
    expect(draft.end).toBe(3 * SLICE)
    expect(stop).toEqual(RUN_OVER)
    expect(work).toMatchObject({ item: 3 - 1, index: 0 })
    const next = distribute({ ...emptyFill(), work }, roomOf(3 * SLICE), flow)
    expect(namesIn(next.draft)).toEqual([4])
    expect(next.stop).toBeUndefined()
  })

  it('changes nothing that it is given: a lower bottom can be tried from the same place', () => {
    const fill = emptyFill()
    const before = structuredClone(fill)
    const high = distribute(fill, roomOf(4 * SLICE), flow)
    const low = distribute(fill, roomOf(2 * SLICE), flow)
    expect(fill).toEqual(before)
    expect(namesIn(high.draft)).toEqual([1, 2, 3, 4])
    expect(namesIn(low.draft)).toEqual([1, 2])
    expect(distribute(fill, roomOf(4 * SLICE), flow).draft.end).toBe(high.draft.end)
  })

  it('goes on within an item that was begun', () => {
    const { work } = distribute(emptyFill(), roomOf(SLICE), flow)
    expect(work).toMatchObject({ item: 0, index: 1 })
    expect(namesIn(distribute({ ...emptyFill(), work }, roomOf(2 * SLICE), flow).draft)).toEqual([2, 3])
  })

  it('ends the column above slices that stay with the one that does not fit', () => {
    const kept = madeFlow([[madeSlice(1)], [madeSlice(2)], [madeSlice(3, { breakBefore: 'avoided' })]])
    const { draft, work } = distribute(emptyFill(), roomOf(2 * SLICE), kept)
    expect(namesIn(draft)).toEqual([1])
    expect(draft.end).toBe(SLICE)
    expect(work.item).toBe(1)
  })

  it('breaks anywhere where no column holds what is kept together', () => {
    const kept = madeFlow([[1, 2, 3].map((name) => madeSlice(name, { breakBefore: 'avoided' }))])
    expect(namesIn(distribute(emptyFill(), roomOf(2 * SLICE), kept).draft)).toEqual([1, 2])
  })

  it('moves a section that begins below other text to the next page as a whole, if it is kept together', () => {
    const kept = madeFlow([[madeSlice(1), madeSlice(2, { breakBefore: 'avoided' })]])
    const { draft, work, stop } = distribute(emptyFill('flow', SLICE), roomOf(2 * SLICE, { isAlone: false }), kept)
    expect(namesIn(draft)).toEqual([])
    expect(work).toMatchObject({ item: 0, index: 0 })
    expect(stop).toEqual({ to: 'page', start: 'natural' })
  })

  it('leaves a column without room for a line to the next page, but not an empty page', () => {
    const tall = madeFlow([[madeSlice(1, { height: 2 * SLICE })]])
    const beside = distribute(emptyFill(), roomOf(SLICE, { isAlone: false, bodyHeight: 3 * SLICE }), tall)
    expect(beside.stop).toEqual({ to: 'page', start: 'natural' })
    expect(namesIn(beside.draft)).toEqual([])
    const alone = distribute(emptyFill(), roomOf(SLICE), tall)
    expect(namesIn(alone.draft)).toEqual([1])
    expect(alone.stop).toBeUndefined()
  })

  it('keeps the space above a first slice where the column was asked for, not where text ran over', () => {
    const spaced = madeFlow([[madeSlice(1, { spaceAbove: 30, spaceAtTop: 20 })]])
    const topAfter = (start: 'hard' | 'natural' | 'flow') =>
      placedIn(distribute(emptyFill(start), roomOf(3 * SLICE), spaced).draft)[0]?.y
    expect([topAfter('hard'), topAfter('natural'), topAfter('flow')]).toEqual([20, 0, 30])
  })

  it('stops where a break is asked for', () => {
    const asks = madeFlow([[madeSlice(1, { breakAfter: 'column' })], [madeSlice(2, { breakBefore: 'page' })]])
    const first = distribute(emptyFill(), roomOf(9 * SLICE), asks)
    expect(first.stop).toEqual({ to: 'column', start: 'hard' })
    const second = distribute({ ...emptyFill(), work: first.work }, roomOf(9 * SLICE, { isAlone: false }), asks)
    expect(second.stop).toEqual({ to: 'page', start: 'natural' })
    expect(distribute({ ...emptyFill(), work: first.work }, roomOf(9 * SLICE), asks).stop).toBeUndefined()
  })
})

describe('rows that can be divided', () => {
  const row = (name: number, height: number): ReturnType<typeof madeSlice> =>
    madeSlice(name, {
      height,
      split: (room) => (room < SLICE ? undefined : [row(name, SLICE), row(name, height - SLICE)]),
    })

  it('leave their rest to the next column', () => {
    const flow = madeFlow([[row(1, 3 * SLICE), madeSlice(2)]])
    const first = distribute(emptyFill(), roomOf(2 * SLICE), flow)
    expect(first.draft.end).toBe(SLICE)
    expect(first.work).toMatchObject({ item: 0, index: 0, rest: { height: 2 * SLICE } })
    const second = distribute({ ...emptyFill(), work: first.work }, roomOf(2 * SLICE), flow)
    expect(placedIn(second.draft).map(({ slice }) => slice.height)).toEqual([2 * SLICE])
    expect(second.work).toMatchObject({ item: 0, index: 1 })
    expect(second.work.rest).toBeUndefined()
  })

  it('repeat header rows above their rest, which are no text', () => {
    const repeat = [madeSlice(9, { height: 10 })]
    const flow = madeFlow([[madeSlice(1, { repeat })]])
    const { draft } = distribute(emptyFill(), roomOf(2 * SLICE), flow)
    expect(placedIn(draft).map(({ slice }) => slice.height)).toEqual([10, SLICE])
    expect(placedIn(draft).map(({ work }) => work !== undefined)).toEqual([false, true])
    expect(placedIn(distribute(emptyFill(), roomOf(12), flow).draft)).toHaveLength(1)
  })
})
