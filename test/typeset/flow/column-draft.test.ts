/**
 * A column and the work that is left, as values that never change.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { openColumn, placedIn, takenBack, textTop, withSlice } from '../../../src/typeset/flow/column-draft.js'
import { WHOLE_SECTION, workAfter, workAt } from '../../../src/typeset/flow/work.js'
import { madeSlice, namesIn, SLICE } from './support/made-slices.js'

const NOTE = madeSlice(50)
const EXCLUSION = { left: 0, right: 1, top: 0, bottom: 1, side: 'both' } as const

function placed(name: number, y: number, notesHeight = 0) {
  const nothing = { floats: [], notes: [], shiftX: 0, shiftY: 0 }
  return { slice: madeSlice(name), x: 0, y, work: WHOLE_SECTION, notesHeight, ...nothing }
}

describe('a column as a value', () => {
  const empty = openColumn({ left: 0, width: 1000 }, 50, 'flow')
  const one = withSlice(empty, placed(1, 60))
  const two = withSlice(one, placed(2, 60 + SLICE, 40), [EXCLUSION], [NOTE])

  it('grows without changing what it was', () => {
    expect([empty, one, two].map(namesIn)).toEqual([[], [1], [1, 2]])
    expect([empty, one, two].map(({ end }) => end)).toEqual([50, 60 + SLICE, 60 + 2 * SLICE])
    expect(textTop(two)).toBe(50)
  })

  it('has everything as it was when slices are taken back: notes, their rest, and what keeps text off', () => {
    const [last] = takenBack(two)
    expect(last?.placed.slice.contentWidth).toBe(2)
    expect(last?.before).toBe(one)
    expect([two.notesHeight, two.overflow.length, two.exclusions.length]).toEqual([40, 1, 1])
    expect([one.notesHeight, one.overflow.length, one.exclusions.length]).toEqual([0, 0, 0])
    const three = withSlice(two, placed(3, two.end))
    expect([...takenBack(three)][0]?.before.overflow).toEqual([NOTE])
  })

  it('has no text where only header rows stand', () => {
    const header = { ...placed(1, 50), work: undefined }
    expect(withSlice(empty, header).hasText).toBe(false)
    expect(withSlice(withSlice(empty, header), placed(2, 150)).hasText).toBe(true)
    expect(placedIn(withSlice(empty, header))).toHaveLength(1)
  })
})

describe('work', () => {
  const open = { width: 1, slices: [madeSlice(1), madeSlice(2)], rest: undefined, isMovable: true, keepWithNext: true }

  it('goes on with the next item, which may have to stay with this one', () => {
    expect(workAfter(open, WHOLE_SECTION)).toEqual({ item: 1, index: 0, breakBefore: 'avoided' })
    expect(workAfter({ ...open, keepWithNext: false }, WHOLE_SECTION).breakBefore).toBe('allowed')
  })

  it('goes on with the rest of a paragraph that was not composed to its end', () => {
    const rest = { index: 4, offset: 2 }
    expect(workAfter({ ...open, rest }, WHOLE_SECTION)).toEqual({
      item: 0,
      start: rest,
      index: 0,
      breakBefore: 'allowed',
    })
  })

  it('has the rest of a divided row for that row only', () => {
    const divided = { ...workAt(open, 0, WHOLE_SECTION), rest: NOTE }
    expect(workAt(open, 0, divided).rest).toBe(NOTE)
    expect(workAt(open, 1, divided).rest).toBeUndefined()
    expect(workAt({ ...open }, 0, divided).rest).toBeUndefined()
  })
})
