/**
 * Text beside the borders of cells.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Table } from '../../../src/typeset/model/table-model.js'
import { layOutTable } from '../../../src/typeset/table/lay-out-table.js'
import {
  allBorders,
  border,
  cell,
  LINE,
  paintSlices,
  row,
  stubContext,
  table,
  textsOf,
} from './support/table-models.js'

const borders = allBorders(border(10))

/** Lines of nine characters, which take 900, in a column. */
function linesIn(width: number, changes: Partial<Table>): number {
  const model = table([row(['d', 'bbbb bbbb', 'd'])], { layout: 'fixed', grid: [500, width, 500], ...changes })
  const [slice] = layOutTable(model, 5000, stubContext()).slices
  return Math.floor((slice?.height ?? 0) / LINE)
}

describe('text in cells without margins', () => {
  it('stands a point off the borders, and has so much less room', () => {
    expect(linesIn(940, { borders })).toBe(1)
    expect(linesIn(939, { borders })).toBe(2)
  })

  it('fills its column where nothing is drawn', () => {
    expect(linesIn(900, {})).toBe(1)
    expect(linesIn(899, {})).toBe(2)
  })

  it('stands off the border of the cell beside it too', () => {
    const right = border(10)
    const model = table([row([cell('a', { borders: { right } }), cell('b')])], { layout: 'fixed', grid: [500, 500] })
    const { x, slices } = layOutTable(model, 5000, stubContext())
    expect(textsOf(paintSlices(slices)).map((text) => text.x - x)).toEqual([0, 520])
  })

  it('takes no more room where the margins are wide enough', () => {
    const cellMargins = { top: 0, right: 30, bottom: 0, left: 30 }
    expect(linesIn(960, { borders, cellMargins })).toBe(1)
    expect(linesIn(959, { borders, cellMargins })).toBe(2)
  })

  it('is not broken where columns follow contents', () => {
    const model = table([row(['aaaa', 'bbbbbb'])], { borders })
    const [slice] = layOutTable(model, 5000, stubContext()).slices
    expect(Math.floor((slice?.height ?? 0) / LINE)).toBe(1)
  })
})
