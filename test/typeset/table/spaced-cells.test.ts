/**
 * Room in cells with space around them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { layOutTable } from '../../../src/typeset/table/lay-out-table.js'
import { allBorders, border, LINE, paintSlices, row, stubContext, table, textsOf } from './support/table-models.js'

const spaced = { cellSpacing: 40, borders: allBorders(border(10)) }

describe('cells with space around them', () => {
  it('have their text between their borders', () => {
    const model = table([row(['a', 'b'])], { ...spaced, layout: 'fixed', grid: [1000, 2000] })
    const { x, slices } = layOutTable(model, 5000, stubContext())
    const texts = textsOf(paintSlices(slices))
    // The whole space at the table's edge; half of it and the border between the cells.
    expect(texts.map((each) => each.x - x)).toEqual([40, 1030])
  })

  it('break a line that would fit if their borders took no room', () => {
    const height = (width: number) => {
      const model = table([row(['bbbb bbbb', 'd'])], { ...spaced, layout: 'fixed', grid: [width, 2000] })
      return layOutTable(model, 5000, stubContext()).slices[0]?.height ?? 0
    }
    // Nine characters take 900; the space takes 60 and the border 10.
    expect(height(970)).toBe(10 + 40 + LINE + 40 + 10)
    expect(height(969)).toBe(10 + 40 + 2 * LINE + 40 + 10)
  })

  it('are wide enough for their words where columns follow contents', () => {
    const model = table([row(['aaaa', 'bbbbbb'])], spaced)
    const [slice] = layOutTable(model, 5000, stubContext()).slices
    const [alone] = layOutTable(table([row(['a', 'b'])], spaced), 5000, stubContext()).slices
    expect(slice?.height).toBe(alone?.height)
  })
})
