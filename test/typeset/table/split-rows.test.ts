/**
 * Rows at the end of a page.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Slice } from '../../../src/typeset/flow/layout-context.js'
import type { Table } from '../../../src/typeset/model/table-model.js'
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

const fixed = { layout: 'fixed', grid: [1000, 1000] } as const

function firstSlice(model: Table): Slice {
  const [slice] = layOutTable(model, 5000, stubContext()).slices
  if (slice === undefined) throw new Error('The table has no rows')
  return slice
}

function texts(slice: Slice | undefined): string {
  return slice === undefined
    ? '-'
    : textsOf(paintSlices([slice]))
        .map(({ text }) => text)
        .join(' ')
}

function split(slice: Slice, room: number, force = false): readonly string[] | undefined {
  const parts = slice.split?.(room, force)
  return parts?.map((part) => texts(part))
}

describe('a row that does not fit', () => {
  const model = table([row([cell(lines('a', 4)), cell(lines('b', 2))])], fixed)

  it('is split between lines, in each cell where its room ends', () => {
    expect(split(firstSlice(model), 3 * LINE)).toEqual(['a1 a2 a3 b1 b2', 'a4'])
    expect(split(firstSlice(model), 399)).toEqual(['a1 b1', 'a2 a3 a4 b2'])
  })

  it('is moved as a whole where a cell cannot show its first line', () => {
    expect(split(firstSlice(model), LINE - 1)).toBeUndefined()
    const uneven = table([row([cell(lines('a', 4)), cell([paragraph('b', { spaceBefore: 500 })])])], fixed)
    expect(split(firstSlice(uneven), 600)).toBeUndefined()
    expect(split(firstSlice(uneven), 600, true)).toEqual(['a1 a2 a3', 'a4 b'])
  })

  it('has the height that it has at least on both pages', () => {
    const height = { value: 2 * LINE, rule: 'atLeast' } as const
    const tall = table([row([cell(lines('a', 4)), 'b'], { height })], fixed)
    const [head, rest] = firstSlice(tall).split?.(3 * LINE, false) ?? []
    expect([texts(head), texts(rest)]).toEqual(['a1 a2 a3 b', 'a4'])
    expect(rest?.height).toBe(2 * LINE)
  })

  it('is moved as a whole where there is no room for the height that it has at least', () => {
    const tall = (least: number) =>
      table([row([cell(lines('a', 4)), 'b'], { height: { value: least, rule: 'atLeast' } })], fixed)
    expect(split(firstSlice(tall(4 * LINE)), 3 * LINE)).toBeUndefined()
    expect(split(firstSlice(tall(4 * LINE)), 3 * LINE, true)).toEqual(['a1 a2 a3 b', 'a4'])
    expect(split(firstSlice(tall(3 * LINE + 1)), 3 * LINE)).toBeUndefined()
    expect(split(firstSlice(tall(3 * LINE)), 3 * LINE)).toEqual(['a1 a2 a3 b', 'a4'])
  })

  it('has that height between its border and the one that closes the page', () => {
    const height = { value: 3 * LINE, rule: 'atLeast' } as const
    const framed = table([row([cell(lines('a', 4)), 'b'], { height })], { ...fixed, borders: allBorders(border(10)) })
    expect(split(firstSlice(framed), 10 + 3 * LINE + 9)).toBeUndefined()
    expect(split(firstSlice(framed), 10 + 3 * LINE + 10)).toEqual(['a1 a2 a3 b', 'a4'])
  })

  it('is not split when it may not be, unless nothing else helps', () => {
    const kept = table([row([cell(lines('a', 4)), 'b'], { cantSplit: true })], fixed)
    expect(split(firstSlice(kept), 3 * LINE)).toBeUndefined()
    expect(split(firstSlice(kept), 3 * LINE, true)).toEqual(['a1 a2 a3 b', 'a4'])
  })

  it('asks to be kept together when its paragraphs are kept with the next ones', () => {
    const heading = cell([paragraph('a', { keepWithNext: true }), ...lines('b', 3)])
    expect(firstSlice(table([row([heading])], fixed))).toMatchObject({ isKept: true })
    expect(firstSlice(table([row([heading, cell(lines('c', 4))])], fixed))).toMatchObject({ isKept: false })
  })

  it('can be split again and again', () => {
    const pages: string[] = []
    let rest: Slice | undefined = firstSlice(table([row([cell(lines('a', 7)), cell(lines('b', 4))])], fixed))
    while (rest !== undefined) {
      const parts: readonly [Slice, Slice] | undefined = rest.split?.(2 * LINE, false)
      pages.push(texts(parts ? parts[0] : rest))
      rest = parts?.[1]
    }
    expect(pages).toEqual(['a1 a2 b1 b2', 'a3 a4 b3 b4', 'a5 a6', 'a7'])
  })

  it('leaves a line to the next page where only the space below its last line does not fit', () => {
    const last = paragraph('a4', { spaceAfter: 150 })
    const spaced = firstSlice(table([row([cell([...lines('a', 3), last]), 'b'])], fixed))
    expect(split(spaced, 4 * LINE + 149)).toEqual(['a1 a2 a3 b', 'a4'])
    expect(split(spaced, 4 * LINE)).toEqual(['a1 a2 a3 b', 'a4'])
    // A single line cannot be divided, and a row that may not be split moves.
    expect(split(firstSlice(table([row([cell([last]), 'b'])], fixed)), LINE + 149)).toBeUndefined()
    const whole = table([row([cell([...lines('a', 3), last]), 'b'], { cantSplit: true })], fixed)
    expect(split(firstSlice(whole), 4 * LINE + 149)).toBeUndefined()
  })

  it('drops the space above what opens the next page', () => {
    const spaced = table([row([cell([paragraph('a'), paragraph('b', { spaceBefore: 300 })]), 'c'])], fixed)
    const parts = firstSlice(spaced).split?.(400, false)
    expect(parts?.map(({ height }) => height)).toEqual([LINE, LINE])
    expect(textsOf(paintSlices(parts?.slice(1) ?? []))).toEqual([{ text: 'b', x: 0, y: 0 }])
  })

  it('is closed and opened by borders at the cut', () => {
    const bordered = table([row([cell(lines('a', 3)), 'b']), row(['c', 'd'])], {
      ...fixed,
      borders: allBorders(border(10)),
    })
    const parts = firstSlice(bordered).split?.(500, false) ?? []
    const tops = parts.map((part) =>
      bordersOf(paintSlices([part]))
        .filter((item) => item.width > 100)
        .map(({ y }) => y),
    )
    expect(parts.map(({ height }) => height)).toEqual([2 * LINE + 10, LINE + 10])
    expect(tops).toEqual([
      [0, 410],
      [0, 210],
    ])
  })

  it('splits nested tables too', () => {
    const nested = table([row([cell(lines('n', 3))]), row(['m'])], { layout: 'fixed', grid: [500] })
    const outer = table([row([cell([paragraph('a'), nested]), 'b'])], fixed)
    expect(split(firstSlice(outer), 3 * LINE)).toEqual(['a n1 n2 b', 'n3 m'])
  })

  it('repeats the headers above its rest', () => {
    const headed = table([row(['h', 'h'], { isHeader: true }), row([cell(lines('a', 4)), 'b'])], fixed)
    const { slices } = layOutTable(headed, 5000, stubContext())
    expect(slices[1]?.split?.(2 * LINE, false)?.[1].repeat).toEqual([slices[0]])
  })
})

describe('rows tied by merged cells', () => {
  const merged = table(
    [
      row([cell(lines('m', 5), { verticalMerge: 'restart' }), 'a']),
      row([cell('', { verticalMerge: 'continue' }), cell(lines('b', 2))]),
      row([cell('', { verticalMerge: 'continue' }), 'c']),
    ],
    fixed,
  )

  it('are split between rows, with the merged cell going on', () => {
    const parts = firstSlice(merged).split?.(250, false)
    expect(parts?.map((part) => texts(part))).toEqual(['m1 a', 'm2 m3 m4 m5 b1 b2 c'])
    expect(parts?.map(({ height }) => height)).toEqual([LINE, 4 * LINE])
  })

  it('are split inside of a row', () => {
    expect(split(firstSlice(merged), 2 * LINE)).toEqual(['m1 m2 a b1', 'm3 m4 m5 b2 c'])
  })

  it('are split where only the merged cell goes on', () => {
    expect(split(firstSlice(merged), 4 * LINE)).toEqual(['m1 m2 m3 m4 a b1 b2 c', 'm5'])
  })

  it('leave the last row to the next page where all fit but for what closes the page, such as a border', () => {
    const three = table(
      [
        row([cell(lines('m', 2), { verticalMerge: 'restart' }), 'a']),
        row([cell('', { verticalMerge: 'continue' }), 'b']),
        row([cell('', { verticalMerge: 'continue' }), 'c']),
      ],
      fixed,
    )
    const slice = firstSlice(three)
    expect(slice.height).toBe(3 * LINE)
    expect(split(slice, 3 * LINE)).toEqual(['m1 m2 a b', 'c'])
    expect(split(slice, 3 * LINE, true)).toEqual(['m1 m2 a b', 'c'])
    const one = firstSlice(table([row(['a', 'b'])], fixed))
    expect([split(one, LINE), split(one, LINE, true)]).toEqual([undefined, undefined])
    const tall = firstSlice(table([row([cell(lines('a', 4)), cell(lines('b', 2))])], fixed))
    expect(split(tall, 4 * LINE)).toEqual(['a1 a2 a3 b1 b2', 'a4'])
  })

  it('keep together what must stay together', () => {
    const kept = table(
      [
        row([cell(lines('m', 3), { verticalMerge: 'restart' }), 'a']),
        row([cell('', { verticalMerge: 'continue' }), cell([paragraph('b', { keepWithNext: true })])]),
        row([cell('', { verticalMerge: 'continue' }), 'c']),
      ],
      fixed,
    )
    expect(split(firstSlice(kept), 2 * LINE)).toEqual(['m1 a', 'm2 m3 b c'])
  })
})
