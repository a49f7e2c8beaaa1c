/**
 * Widths of columns.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { finishSteps } from '../../../src/pace/turns.js'
import type { Table } from '../../../src/typeset/model/table-model.js'
import { resolveColumnWidths } from '../../../src/typeset/table/column-widths.js'
import { measureCell, measureTable } from '../../../src/typeset/table/measure-content.js'
import { buildTableGrid } from '../../../src/typeset/table/table-grid.js'
import { estimateLongestWord } from '../../../src/typeset/table/word-estimate.js'
import { cell, paragraph, row, stubContext, table } from './support/table-models.js'

function widthsOf(model: Table, available = 9000): number[] {
  const context = stubContext()
  const steps = resolveColumnWidths(model, buildTableGrid(model), {
    available,
    measureCell: (each) => measureCell(model, each, context),
    longestWord: (each) => estimateLongestWord(each.blocks),
  })
  return finishSteps(steps).map(Math.round)
}

const twips = (value: number) => ({ width: { type: 'twips', value } }) as const
const percent = (value: number) => ({ width: { type: 'percent', value } }) as const

describe('resolveColumnWidths', () => {
  it('trusts a grid that agrees with the cells', () => {
    const model = table([row([cell('a', twips(3000)), cell('b', twips(5000))])], { grid: [3000, 5000] })
    expect(widthsOf(model)).toEqual([3000, 5000])
  })

  it('trusts an uneven grid that Word computed from contents', () => {
    expect(widthsOf(table([row(['a', 'b'])], { grid: [1234, 4321] }))).toEqual([1234, 4321])
    const grown = table([row([cell('a', twips(1000)), cell('b', twips(5000))])], { grid: [1300, 4700] })
    expect(widthsOf(grown)).toEqual([1300, 4700])
  })

  it('breaks no line for the sake of a grid that nobody asks for, while there is room', () => {
    const contents = row(['one two three', 'four'])
    expect(widthsOf(table([contents], { grid: [1299, 400] }))).toEqual([1300, 400])
    // Grids that fill the page are Word's where it had to break lines; ones that leave room are of other contents.
    expect(widthsOf(table([contents], { grid: [1100, 410] }), 1500)).toEqual([1100, 410])
    expect(widthsOf(table([contents], { grid: [900, 410] }), 1500)).toEqual([1100, 400])
    // What a cell asks for stays.
    const asked = table([row([cell('one two three', twips(900)), 'four'])], { grid: [900, 410] })
    expect(widthsOf(asked, 1500)).toEqual([900, 410])
  })

  it('scales a stored grid to a width in percent', () => {
    const model = table([row(['a', 'b'])], { grid: [1000, 2000], ...percent(100) })
    expect(widthsOf(model)).toEqual([3000, 6000])
  })

  it('does not trust equal columns that no cell asks for', () => {
    const model = table([row(['aaaa', 'bbbbbbbb'])], { grid: [4500, 4500] })
    expect(widthsOf(model)).toEqual([400, 800])
  })

  it('prefers the wishes of cells to an even grid', () => {
    const model = table([row([cell('a', twips(2000)), cell('b', twips(7000))])], { grid: [100, 100], ...twips(9000) })
    expect(widthsOf(model)).toEqual([2000, 7000])
  })

  it('fits contents without a grid, and shares a lack of room', () => {
    expect(widthsOf(table([row(['one two', 'three'])]))).toEqual([700, 500])
    // Words of 300 stay whole; the rest of the room is shared in proportion to what lines lack.
    const tight = table([row(['aaa aaa aaa aaa aaa', 'bbb bbb'])])
    expect(widthsOf(tight, 1600)).toEqual([1100, 500])
    expect(widthsOf(tight, 600)).toEqual([300, 300])
  })

  it('does not trust a grid in which one column has all of its wish and another much less', () => {
    const wishes = (second: number) =>
      table([row([cell('a', twips(1000)), cell('b', twips(second))])], { grid: [1000, 1000], ...twips(2000) })
    expect(widthsOf(wishes(3000))).toEqual([526, 1474])
    // Nine tenths of its wish are what Word may have left a column.
    const nearly = (second: number) =>
      table([row([cell('a', twips(1100)), cell('b', twips(second))])], { grid: [1100, 1000], ...twips(2100) })
    expect(widthsOf(nearly(1140))).toEqual([1100, 1000])
    expect(widthsOf(nearly(1150))).not.toEqual([1100, 1000])
  })

  it('spreads room over columns without a wish first', () => {
    const model = table([row([cell('a', twips(1000)), 'bb', 'cc'])], twips(5000))
    expect(widthsOf(model)).toEqual([1000, 2000, 2000])
  })

  it('takes percentages of cells', () => {
    const model = table([row([cell('a', percent(25)), cell('b', percent(75))])], twips(4000))
    expect(widthsOf(model)).toEqual([1000, 3000])
  })

  it('widens a stored column for a word that does not fit, at the expense of others', () => {
    const model = table([row([cell('abcdefghijkl', twips(1000)), cell('b', twips(8000))])], { grid: [1000, 8000] })
    expect(widthsOf(model)).toEqual([1200, 7800])
  })

  it('keeps fixed columns whatever is in them', () => {
    const model = table([row(['abcdefghijkl', 'b'])], { layout: 'fixed', grid: [500, 700] })
    expect(widthsOf(model)).toEqual([500, 700])
    expect(widthsOf({ ...model, grid: [] })).toEqual([4500, 4500])
    expect(widthsOf({ ...model, ...twips(6000) })).toEqual([2500, 3500])
    const asking = table([row([cell('a', twips(1000)), cell('b', twips(3000))])], { layout: 'fixed' })
    expect(widthsOf(asking)).toEqual([1000, 3000])
    expect(widthsOf({ ...asking, ...twips(2000) })).toEqual([500, 1500])
  })

  it('shares what a cell over several columns asks for', () => {
    const model = table([
      row([cell('a', { ...twips(3000), gridSpan: 2 }), cell('b', twips(1000))]),
      row([cell('c', twips(1000)), 'd', 'e']),
    ])
    expect(widthsOf(model)).toEqual([1000, 2000, 1000])
    expect(widthsOf(table([row([cell('wide text', { gridSpan: 2 })]), row(['aa', 'a'])]))).toEqual([600, 300])
  })

  it('gives rows with more cells than the grid columns of their own', () => {
    expect(widthsOf(table([row(['a']), row(['a', 'bb', 'ccc'])], { grid: [1000] }))).toEqual([100, 200, 300])
  })

  it('does not break lines of cells that forbid it', () => {
    const model = table([row([cell('aaa aaa', { noWrap: true }), 'bbb bbb'])])
    expect(widthsOf(model, 1000)).toEqual([700, 300])
  })

  it('cuts the longest words rather than leave the page', () => {
    const model = table([row(['a'.repeat(40), 'b'.repeat(30), 'short'])])
    expect(widthsOf(model, 4500)).toEqual([2000, 2000, 500])
    expect(widthsOf(model, 6500)).toEqual([3000, 3000, 500])
    expect(widthsOf(model, 7500)).toEqual([4000, 3000, 500])
  })

  it('gives no column less than what cannot be cut', () => {
    const fixed = table([row(['x'])], { layout: 'fixed', grid: [3000] })
    const model = table([row([cell([fixed, paragraph('')]), 'b'.repeat(30)])])
    expect(widthsOf(model, 4000)).toEqual([3000, 1000])
    expect(widthsOf(model, 2000)).toEqual([3000, 0])
  })

  it('cuts words that a stored grid has no room for, but leaves the columns what the grid gave them', () => {
    const long = 'a'.repeat(80)
    const model = table([row([cell(long, twips(5000)), cell(long, twips(4000))])], { grid: [5000, 4000] })
    expect(widthsOf(model)).toEqual([5000, 4000])
    expect(widthsOf(model, 12000)).toEqual([6000, 6000])
  })

  it('lets cells that ask for more than the page has have it', () => {
    const model = table([row([cell('a'.repeat(80), twips(6000)), cell('b', twips(6000))])])
    expect(widthsOf(model)).toEqual([8000, 4000])
  })
})

describe('measureTable', () => {
  const context = stubContext()

  it('adds up columns with their margins', () => {
    const model = table([row(['aaa aaa', 'bb'])], { cellMargins: { top: 0, right: 50, bottom: 0, left: 50 } })
    expect(measureTable(model, context)).toEqual({ minWidth: 700, maxWidth: 1100, rigidWidth: 200 })
  })

  it('measures nested tables as content', () => {
    const nested = table([row(['aaa aaa', 'bb'])])
    expect(measureTable(table([row([cell([paragraph('c'), nested])])]), context)).toEqual({
      minWidth: 500,
      maxWidth: 900,
      rigidWidth: 0,
    })
  })

  it('takes fixed tables at their word', () => {
    expect(measureTable(table([row(['aaa'])], { layout: 'fixed', grid: [100, 150] }), context)).toEqual({
      minWidth: 250,
      maxWidth: 250,
      rigidWidth: 250,
    })
  })
})
