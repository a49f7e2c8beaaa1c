/**
 * Tables, laid out and painted.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { layOutTable } from '../../../src/typeset/table/lay-out-table.js'
import {
  allBorders,
  border,
  bordersOf,
  cell,
  LINE,
  lines,
  paintSlices,
  paragraph,
  row,
  stubContext,
  table,
  textsOf,
} from './support/table-models.js'

const fixed = { layout: 'fixed', grid: [1000, 2000] } as const

describe('layOutTable', () => {
  it('gives every row its tallest cell and puts contents within margins', () => {
    const model = table([row(['a', cell(lines('b', 3))]), row(['c', 'd'])], {
      ...fixed,
      cellMargins: { top: 10, right: 100, bottom: 20, left: 100 },
    })
    const { slices, x, width } = layOutTable(model, 5000, stubContext())
    expect({ x, width }).toEqual({ x: 0, width: 3000 })
    expect(slices.map((slice) => slice.height)).toEqual([3 * LINE + 30, LINE + 30])
    expect(textsOf(paintSlices(slices))).toEqual([
      { text: 'a', x: 100, y: 10 },
      { text: 'b1', x: 1100, y: 10 },
      { text: 'b2', x: 1100, y: 210 },
      { text: 'b3', x: 1100, y: 410 },
      { text: 'c', x: 100, y: 640 },
      { text: 'd', x: 1100, y: 640 },
    ])
  })

  it('takes room for the border above each row and below the last one', () => {
    const model = table([row(['a', 'b']), row(['c', 'd'])], { ...fixed, borders: allBorders(border(10)) })
    const { slices } = layOutTable(model, 5000, stubContext())
    expect(slices.map((slice) => slice.height)).toEqual([LINE + 10, LINE + 20])
    expect(textsOf(paintSlices(slices)).map(({ y }) => y)).toEqual([10, 10, 220, 220])
  })

  it('paints joined borders once, and closes the table where a page ends', () => {
    const model = table([row(['a', 'b']), row(['c', 'd'])], { ...fixed, borders: allBorders(border(10)) })
    const { slices } = layOutTable(model, 5000, stubContext())
    const isHorizontal = (item: { width: number }) => item.width > 1000
    const together = bordersOf(paintSlices(slices)).filter(isHorizontal)
    expect(together.map(({ y, height }) => [y, height])).toEqual([
      [0, 10],
      [210, 10],
      [420, 10],
    ])
    // Half of the left border hangs out on each side.
    expect(together[0]).toMatchObject({ x: 0, width: 3010 })
    const first = bordersOf(paintSlices(slices.slice(0, 1))).filter(isHorizontal)
    expect(first.map(({ y }) => y)).toEqual([0, 210])
  })

  it('keeps to exact heights, cuts off what is taller, and grows rows of a least height', () => {
    const model = table(
      [
        row(['a', cell(lines('b', 3))], { height: { value: 300, rule: 'exact' } }),
        row(['c', 'd'], { height: { value: 500, rule: 'atLeast' } }),
        row([cell(lines('e', 4)), 'f'], { height: { value: 500, rule: 'atLeast' } }),
      ],
      fixed,
    )
    const { slices } = layOutTable(model, 5000, stubContext())
    expect(slices.map((slice) => slice.height)).toEqual([300, 500, 800])
    const clips = paintSlices(slices).filter((item) => item.kind === 'group')
    expect(clips).toHaveLength(1)
    expect(clips[0]).toMatchObject({
      clip: [{ op: 'M', x: 1000, y: 0 }, { x: 3000 }, { y: 300 }, { x: 1000 }, { op: 'Z' }],
    })
    expect(slices[0]?.split?.(250, true)).toBeUndefined()
  })

  it('adds the largest bottom margin of a row to its exact height, and both margins to a least height from Word 2010 on', () => {
    const cells = () => [cell('a', { margins: { bottom: 70 } }), cell('b', { margins: { bottom: 40 } })]
    const model = table(
      [
        row(cells(), { height: { value: 300, rule: 'exact' } }),
        row(cells(), { height: { value: 300, rule: 'atLeast' } }),
        row(['c', 'd'], { height: { value: 300, rule: 'exact' } }),
      ],
      { ...fixed, cellMargins: { top: 20, right: 0, bottom: 10, left: 0 } },
    )
    const heights = (compatibilityMode: number) =>
      layOutTable(model, 5000, stubContext({ compatibilityMode })).slices.map((slice) => slice.height)
    expect(heights(15)).toEqual([370, 390, 310])
    expect(heights(14)).toEqual([370, 390, 310])
    expect(heights(12)).toEqual([370, 300, 310])
  })

  it('puts borders on top of least heights, as on top of contents', () => {
    const height = { value: 500, rule: 'atLeast' } as const
    const model = table([row(['a', 'b'], { height }), row(['c', 'd'], { height }), row([cell(lines('e', 3)), 'f'])], {
      ...fixed,
      borders: allBorders(border(10)),
    })
    const { slices } = layOutTable(model, 5000, stubContext())
    expect(slices.map((slice) => slice.height)).toEqual([510, 510, 3 * LINE + 20])
  })

  it('aligns contents vertically', () => {
    const model = table(
      [
        row([cell('a', { verticalAlign: 'center' }), cell('b', { verticalAlign: 'bottom' })], {
          height: { value: 1000, rule: 'atLeast' },
        }),
      ],
      fixed,
    )
    expect(textsOf(paintSlices(layOutTable(model, 5000, stubContext()).slices)).map(({ y }) => y)).toEqual([400, 800])
  })

  it('adds what a merged cell lacks to its last row', () => {
    const model = table(
      [
        row([cell(lines('m', 5), { verticalMerge: 'restart' }), 'a']),
        row([cell('hidden', { verticalMerge: 'continue' }), 'b']),
        row(['c', 'd']),
      ],
      fixed,
    )
    const context = stubContext()
    const { slices } = layOutTable(model, 5000, context)
    expect(slices.map((slice) => slice.height)).toEqual([5 * LINE, LINE])
    expect(context.laidOut).not.toContain('hidden')
    expect(textsOf(paintSlices(slices)).filter(({ text }) => 'abc'.includes(text))).toEqual([
      { text: 'a', x: 1000, y: 0 },
      { text: 'b', x: 1000, y: 200 },
      { text: 'c', x: 0, y: 1000 },
    ])
  })

  it('shows a cell that continues nothing', () => {
    const model = table([row([cell('alone', { verticalMerge: 'continue' }), 'a'])], fixed)
    expect(textsOf(paintSlices(layOutTable(model, 5000, stubContext()).slices))[0]?.text).toBe('alone')
  })

  it('leaves grid columns before a row empty', () => {
    const model = table([row(['a', 'b']), row(['c'], { gridBefore: 1 })], fixed)
    expect(textsOf(paintSlices(layOutTable(model, 5000, stubContext()).slices))[2]).toMatchObject({
      text: 'c',
      x: 1000,
    })
  })

  it('runs right-to-left tables from the right', () => {
    const model = table([row(['a', 'b'])], { ...fixed, rightToLeft: true, alignment: 'right' })
    const { slices, x } = layOutTable(model, 5000, stubContext())
    expect(x).toBe(2000)
    expect(textsOf(paintSlices(slices)).map((text) => text.x)).toEqual([2000 + 2000, 2000])
  })

  it.each([
    ['edges since Word 2013', 15, 300 + 5],
    ['text before', 14, 300 - 108],
  ])('counts the indent from %s', (_, compatibilityMode, expected) => {
    const model = table([row(['a', 'b'])], {
      ...fixed,
      indent: 300,
      borders: allBorders(border(10)),
      cellMargins: { top: 0, right: 108, bottom: 0, left: 108 },
    })
    expect(layOutTable(model, 5000, stubContext({ compatibilityMode })).x).toBe(expected)
  })

  it('centres tables, also those that are wider than the column', () => {
    const model = table([row(['a', 'b'])], { ...fixed, alignment: 'center' })
    expect(layOutTable(model, 5000, stubContext()).x).toBe(1000)
    expect(layOutTable(model, 2000, stubContext()).x).toBe(-500)
  })

  it('turns vertical text about the corner of its cell', () => {
    const model = table(
      [
        row([cell('down', { textDirection: 'clockwise' }), cell('up', { textDirection: 'anticlockwise' })], {
          height: { value: 900, rule: 'atLeast' },
        }),
      ],
      fixed,
    )
    const groups = paintSlices(layOutTable(model, 5000, stubContext()).slices).filter((item) => item.kind === 'group')
    expect(groups.map((group) => group.matrix)).toEqual([
      [0, 1, -1, 0, 1000, 0],
      [0, -1, 1, 0, 1000, 900],
    ])
  })

  it('grows a row without a height to the length of its turned text', () => {
    const model = table([row([cell('eighteen', { textDirection: 'clockwise' }), 'a'])], fixed)
    expect(layOutTable(model, 5000, stubContext()).slices[0]?.height).toBe(800)
  })

  it('hides the paragraph that has to follow a nested table', () => {
    const nested = table([row(['n'])], { layout: 'fixed', grid: [500] })
    const model = table([row([cell([nested, paragraph('')]), 'a'])], fixed)
    expect(layOutTable(model, 5000, stubContext()).slices[0]?.height).toBe(LINE)
  })

  it('lets an empty cell with hideMark take no room', () => {
    const model = table(
      [row([cell('', { hideMark: true }), cell('', { hideMark: true })], { height: { value: 50, rule: 'atLeast' } })],
      fixed,
    )
    expect(layOutTable(model, 5000, stubContext()).slices[0]?.height).toBe(50)
  })

  it('draws spaced cells with frames of their own', () => {
    const model = table([row(['a', 'b'])], { ...fixed, cellSpacing: 40, borders: allBorders(border(10)) })
    const { slices } = layOutTable(model, 5000, stubContext())
    const verticals = bordersOf(paintSlices(slices)).filter((item) => item.width === 10)
    // The table's sides, and one between each cell and the space beside it.
    expect(verticals.map(({ x }) => x).sort((a, b) => a - b)).toEqual([0, 980, 1020, 3000])
    expect(slices[0]?.height).toBe(10 + 40 + LINE + 40 + 10)
  })

  it('repeats header rows, keeps rows together and asks for page breaks', () => {
    const model = table(
      [
        row(['h', 'h'], { isHeader: true }),
        row([cell([paragraph('k', { keepWithNext: true })]), cell([paragraph('k', { keepWithNext: true })])]),
        row(['a', 'b']),
        row([cell([paragraph('p', { pageBreakBefore: true })]), 'x'], { isHeader: true }),
      ],
      fixed,
    )
    const { slices, keepWithNext } = layOutTable(model, 5000, stubContext())
    expect(slices.map((slice) => slice.breakBefore)).toEqual(['allowed', 'avoided', 'avoided', 'page'])
    expect(slices[0]?.repeat).toBeUndefined()
    expect(slices.slice(1).map((slice) => slice.repeat)).toEqual([[slices[0]], [slices[0]], [slices[0]]])
    expect(keepWithNext).toBe(false)
  })

  it('refuses tables with too many cells', () => {
    const wide = row(Array.from({ length: 500 }, () => 'a'))
    const model = table(Array.from({ length: 201 }, () => wide))
    expect(() => layOutTable(model, 5000, stubContext())).toThrow(
      expect.objectContaining({ code: 'document_too_complex' }),
    )
  })

  it('lays out each cell once', () => {
    const context = stubContext()
    layOutTable(table([row(['a', 'b']), row(['c', 'd'])]), 5000, context)
    expect(context.laidOut).toEqual(['a', 'b', 'c', 'd'])
  })

  it('survives a table without rows, cells or widths', () => {
    expect(layOutTable(table([]), 5000, stubContext()).slices).toEqual([])
    expect(layOutTable(table([row([])]), 5000, stubContext()).slices).toHaveLength(1)
    const huge = table([row([cell('a', { gridSpan: 1e9 })], { gridBefore: 1e9 })])
    expect(layOutTable(huge, 5000, stubContext()).slices).toHaveLength(1)
  })
})
