/**
 * What drawing counts as, and where it ends.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type ContentBudget, createContentBudget, isUsedUp, spend } from '../../../src/ink/content/content-budget.js'
import { fillMask } from '../../../src/ink/raster/raster.js'
import { streamText } from '../../pdf/make-pdf.js'
import { draw, type Sheet } from './draw.js'

/** Values of a shading on a square of ten points, three for each point. */
const VALUES = 30 * 30

const LINE = '/ShadingType 2 /Coords [0 0 10 10] /Extend [true true]'

/** A shading on a square, with a function as object 11. */
function shading(fn: string, kind = LINE): Sheet {
  return {
    content: '0 0 10 10 re W n /S sh',
    resources: `/Shading <</S <<${kind} /ColorSpace /DeviceGray /Function 11 0 R>>>>`,
    objects: { 11: fn, 12: '<</FunctionType 2 /Domain [0 1] /N 1>>', 13: stitches(256, 12), 14: stitches(256, 13) },
  }
}

function program(text: string): Sheet {
  return shading(streamText('/FunctionType 4 /Domain [0 1] /Range [0 1]', `{dup ${text}}`))
}

function stitches(parts: number, of: number): string {
  const bounds = Array.from({ length: parts - 1 }, (_, i) => (i + 1) / parts).join(' ')
  const functions = `${of} 0 R `.repeat(parts)
  return `<</FunctionType 3 /Domain [0 1] /Functions [${functions}] /Bounds [${bounds}] /Encode [${'0 1 '.repeat(parts)}]>>`
}

/** Steps of functions that reading the colours of a shading takes. */
function stepsOf(sheet: Sheet, changes: Partial<ContentBudget> = {}): { steps: number; budget: ContentBudget } {
  const budget = { ...createContentBudget(), ...changes }
  const before = budget.functionSteps
  draw({ ...sheet, budget }).drawing.areas[0]?.picture?.read([0, 0, 1, 1])
  return { steps: before - budget.functionSteps, budget }
}

describe('work', () => {
  it.each<[keyof ContentBudget, number]>([
    ['operators', 650_000],
    ['bytes', 32_500_000],
    ['pictureBytes', 130_000_000],
    ['glyphs', 216_666],
    ['outlines', 5_200_000],
    ['areas', 81_250],
    ['segments', 1_300_000],
    ['cells', 26_000_000],
    ['functionSteps', 5_416_666],
  ])('of one kind is bounded for a small file: %s', (kind, most) => {
    const unlimited = { ...createContentBudget(), [kind]: Number.MAX_SAFE_INTEGER }
    expect(spend({ ...unlimited }, kind, most)).toBe(true)
    const over = { ...unlimited }
    expect(spend(over, kind, most + 1)).toBe(false)
    expect(isUsedUp(over)).toBe(true)
  })

  it('of all kinds is counted together', () => {
    const budget = createContentBudget()
    expect(spend(budget, 'cells', 13_000_000)).toBe(true)
    expect(spend(budget, 'operators', 325_000)).toBe(true)
    expect(isUsedUp(budget)).toBe(false)
    expect(spend(budget, 'operators', 1)).toBe(false)
    expect(isUsedUp(budget)).toBe(true)
  })

  it('may be more where the file is larger, up to a bound', () => {
    const cellsOf = (bytes: number) => createContentBudget(bytes).work / 25
    expect([0, 100_000, 1_000_000, 1_420_000, 100_000_000].map(cellsOf)).toEqual([
      26_000_000, 46_000_000, 226_000_000, 310_000_000, 320_000_000,
    ])
  })
})

describe('edges', () => {
  it.each([
    [32, 1],
    [34, 8],
  ])('count on each line by how many there are: %i of them', (count, each) => {
    const side = { left: 0, bottom: 0, scale: 1, width: 10, height: 10 }
    const points = Array.from({ length: count }, (_, i) => [i / 10, i % 2 === 0 ? 0 : 10]).flat()
    const budget = createContentBudget()
    const before = budget.cells
    const all = { x0: 0, y0: 0, x1: 10, y1: 10 }
    expect(fillMask(new Float32Array(100), side, all, [{ points, closed: true }], true, budget)).toBe(true)
    // A hundred cells, and four lines in each of ten rows.
    expect(before - budget.cells).toBe(100 + 40 * count * each)
  })
})

describe('functions', () => {
  it('count each operator of a program, for each colour', () => {
    const [short, long] = [stepsOf(program('add 20 div')), stepsOf(program('add 20 div dup pop dup pop'))]
    expect(long.steps - short.steps).toBe(4 * VALUES + 4 * 8)
  })

  it('count each call, with its inputs and outputs', () => {
    const { steps, budget } = stepsOf(program('add 20 div'))
    expect(budget.functionSteps).toBeGreaterThan(0)
    // Of each call: itself, two steps for each of two numbers, and four operators.
    expect(Math.floor(steps / VALUES)).toBe(4 + 2 * 2 + 4)
  })

  it('count the operands that are moved', () => {
    const [few, many] = [stepsOf(program('0 0 0 1 1 roll')), stepsOf(program('0 0 0 3 1 roll'))]
    expect(many.steps - few.steps).toBe(2 * VALUES)
    expect(stepsOf(program('2 copy')).steps - stepsOf(program('1 copy')).steps).toBe(VALUES)
  })

  it('count the branch of a condition that is taken, before it is', () => {
    const taken = stepsOf(program('add 20 div 1 0 gt {dup pop dup pop} {dup pop} ifelse'))
    const other = stepsOf(program('add 20 div 0 1 gt {dup pop dup pop} {dup pop} ifelse'))
    expect(taken.steps - other.steps).toBe(2 * VALUES)
  })

  it.each([
    ['a program', program('add 20 div')],
    ['a stitched function', shading(stitches(4, 12), LINE)],
    [
      'samples',
      shading(streamText('/FunctionType 0 /Domain [0 10] /Range [0 1] /Size [4] /BitsPerSample 8', 'abcd'), LINE),
    ],
  ])('end where their steps are used up: %s', (_, sheet) => {
    const { steps } = stepsOf(sheet)
    expect(steps).toBeGreaterThan(VALUES)
    expect(isUsedUp(stepsOf(sheet, { functionSteps: steps }).budget)).toBe(false)
    expect(isUsedUp(stepsOf(sheet, { functionSteps: steps - 1 }).budget)).toBe(true)
  })

  it('count the functions that they are made of while these are read', () => {
    expect(isUsedUp(stepsOf(shading(stitches(256, 12), LINE)).budget)).toBe(false)
    expect(isUsedUp(stepsOf(shading(stitches(256, 14), LINE)).budget)).toBe(true)
  })
})

describe('a path', () => {
  const curves = (count: number) => `0 0 m ${'0 200 200 200 200 0 c '.repeat(count)}S`

  it('counts the memory of its pieces before they are made, and gives it back', () => {
    const { drawing, reader } = draw(curves(1000))
    expect(drawing.unknown).toEqual([])
    expect(reader.budget.memory).toBeGreaterThan(20_000_000)
    const bomb = draw(curves(100_000))
    expect(bomb.unknown).toContain('limit')
    expect(bomb.drawing.areas).toEqual([])
    // Pieces that were made before it was too much: 48 bytes for each.
    expect(createContentBudget().segments - bomb.reader.budget.segments).toBeLessThan(530_000)
  })
})
