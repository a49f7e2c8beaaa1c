/**
 * What one area paints of each cell, and what a picture shows there.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { boxClip, type Clip, clipByPath } from '../../../src/ink/content/clip.js'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import type { PaintedArea } from '../../../src/ink/content/drawing.js'
import { pathOfBox, type SubPath } from '../../../src/ink/content/path.js'
import type { PicturePart } from '../../../src/ink/pictures/picture-part.js'
import { AreaMask, PartSampler, PictureParts } from '../../../src/ink/raster/area-mask.js'
import { frameOf } from '../../../src/ink/raster/raster.js'
import { type Box, invert, type Matrix } from '../../../src/pdf/matrix.js'

const REGION: Box = [0, 0, 4, 4]
const FRAME = frameOf(REGION, 1, 1000)
/** The unit square on the whole region. */
const WHOLE: Matrix = [4, 0, 0, 4, 0, 0]
const rounded = (value: number) => Math.round(value * 1000) / 1000

/** A picture in shades of grey, with rows from the top. */
function grey(rows: readonly (readonly number[])[], placed: Partial<PicturePart> = {}): PicturePart {
  const [width, height] = [rows[0]?.length ?? 0, rows.length]
  const size = { width, height, left: 0, top: 0, across: width, down: height }
  return { ...size, channels: 1, values: Uint8Array.from(rows.flat()), ...placed }
}

/** What a picture shows in each cell, with rows from the top. */
function shown(part: PicturePart, matrix: Matrix = WHOLE, frame = FRAME): number[][] {
  const sampler = new PartSampler(part, invert(matrix) as Matrix, frame)
  return Array.from({ length: frame.height }, (_, row) =>
    Array.from({ length: frame.width }, (_, column) => Math.round(255 * sampler.at(column, frame.height - 1 - row)[0])),
  )
}

const STEPS = [
  [0, 10, 20, 30],
  [40, 50, 60, 70],
  [80, 90, 100, 110],
  [120, 130, 140, 150],
]

describe('a picture on a grid', () => {
  it('shows one value in each cell of its size', () => {
    expect(shown(grey(STEPS))).toEqual(STEPS)
  })

  it('shows the mean of the values in a cell', () => {
    const half = frameOf(REGION, 0.5, 1000)
    expect(shown(grey(STEPS), WHOLE, half)).toEqual([
      [25, 45],
      [105, 125],
    ])
  })

  it('shows one value in several cells', () => {
    const twice = [
      [10, 10, 20, 20],
      [10, 10, 20, 20],
      [30, 30, 40, 40],
      [30, 30, 40, 40],
    ]
    const small = [
      [10, 20],
      [30, 40],
    ]
    expect(shown(grey(small))).toEqual(twice)
  })

  it('shows in a cell smaller than a value the one in its middle, and else all that begin in it', () => {
    expect(shown(grey([[0, 90, 180]]))[0]).toEqual([0, 90, 90, 180])
    expect(shown(grey([[0, 10, 20, 30, 40, 50, 60]]))[0]).toEqual([5, 25, 40, 55])
  })

  it('shows what lies in the middle of a cell, by a fifteenth of it', () => {
    const across = Array.from({ length: 17 }, (_, i) => 10 * i)
    const expected = Array.from({ length: 20 }, (_, i) => 10 * Math.floor(((i + 0.5) * 17) / 20))
    const frame = frameOf(REGION, 5, 1000)
    expect(shown(grey([across]), WHOLE, frame)[0]).toEqual(expected)
    const down = shown(grey(across.map((value) => [value])), WHOLE, frame)
    expect(down.map(([first]) => first)).toEqual(expected)
  })

  it('shows its last values in cells beyond its edges', () => {
    expect(shown(grey(STEPS), [2, 0, 0, 2, 1, 1], frameOf(REGION, 2, 1000))[0]).toEqual([0, 0, 0, 10, 20, 30, 30, 30])
    expect(shown(grey([[10, 20]]), [2, 0, 0, 2, 1, 1])).toEqual(
      [10, 20]
        .map(() => [10, 10, 20, 20])
        .concat([
          [10, 10, 20, 20],
          [10, 10, 20, 20],
        ]),
    )
  })

  it('is turned as its matrix has it', () => {
    // A quarter anticlockwise: what was on the left is at the foot.
    expect(shown(grey(STEPS), [0, 4, -4, 0, 4, 0])).toEqual([
      [30, 70, 110, 150],
      [20, 60, 100, 140],
      [10, 50, 90, 130],
      [0, 40, 80, 120],
    ])
    const half = frameOf(REGION, 0.5, 1000)
    expect(shown(grey(STEPS), [0, 4, -4, 0, 4, 0], half)).toEqual([
      [45, 125],
      [25, 105],
    ])
  })

  it('slants as its matrix has it', () => {
    expect(shown(grey(STEPS), [4, 0, 2, 4, 0, 0])[3]).toEqual([120, 130, 140, 150])
    expect(shown(grey(STEPS), [4, 0, 2, 4, 0, 0])[0]).toEqual([0, 0, 5, 15])
    expect(shown(grey(STEPS), [4, 2, 0, 4, 0, 0])[3]).toEqual([120, 130, 140, 150])
  })

  it('may be a part of a larger one', () => {
    const inner = [
      [50, 60],
      [90, 100],
    ]
    expect(shown(grey(inner, { left: 1, top: 1, across: 4, down: 4 }))).toEqual([
      [50, 50, 60, 60],
      [50, 50, 60, 60],
      [90, 90, 100, 100],
      [90, 90, 100, 100],
    ])
    const turned = shown(grey(inner, { left: 1, top: 1, across: 4, down: 4 }), [0, 4, -4, 0, 4, 0])
    expect(turned[1]).toEqual([60, 60, 100, 100])
  })

  it('has three channels, or one for all of them', () => {
    const values = Uint8Array.from([255, 0, 51, 0, 255, 102])
    const part: PicturePart = { width: 2, height: 1, channels: 3, values, left: 0, top: 0, across: 2, down: 1 }
    const sampler = new PartSampler(part, invert(WHOLE) as Matrix, FRAME)
    expect([...sampler.at(0, 0)].map(rounded)).toEqual([1, 0, 0.2])
    expect([...sampler.at(3, 3)].map(rounded)).toEqual([0, 1, 0.4])
    const coarse = new PartSampler(part, invert(WHOLE) as Matrix, frameOf(REGION, 0.25, 1000))
    expect([...coarse.at(0, 0)].map(rounded)).toEqual([0.5, 0.5, 0.3])
    const one = new PartSampler(grey([[51]]), invert(WHOLE) as Matrix, FRAME)
    expect([...one.at(1, 2)].map(rounded)).toEqual([0.2, 0.2, 0.2])
  })

  it('is read once, and only the part of it that the region shows', () => {
    const asked: Box[] = []
    const read = (part: Box) => {
      asked.push(part)
      return grey([[7]])
    }
    const parts = new PictureParts([1, 0, 3, 8])
    const picture = { read, matrix: WHOLE }
    expect(parts.of(picture).main).toBe(parts.of(picture).main)
    expect(parts.of(picture).mask).toBeUndefined()
    expect(asked).toEqual([[0.25, 0, 0.75, 1]])
    expect(parts.of({ read, matrix: [4, 0, 0, 4, 20, 0] }).main).toBeUndefined()
    expect(parts.of({ read, matrix: [0, 0, 0, 4, 0, 0] }).main).toBeUndefined()
    expect(asked).toHaveLength(1)
    new PictureParts([-8, -8, 16, 16]).of(picture)
    expect(asked[1]).toEqual([0, 0, 1, 1])
  })
})

const TRIANGLE: readonly SubPath[] = [{ points: [0, 0, 4, 0, 0, 4], closed: true }]

/** What an area paints of each cell, with rows from the top. */
function painted(mask: AreaMask, clip: Clip, given: Partial<PaintedArea> = {}, part?: PartSampler): number[][] {
  const paint = { clip } as PaintedArea['paint']
  const shape = { kind: 'fill', path: pathOfBox(REGION), evenOdd: false, box: REGION } as const
  const range = mask.drawArea({ ...shape, order: 0, inGlyph: false, inPattern: false, paint, ...given }, part)
  if (range === undefined) return []
  return Array.from({ length: range.y1 - range.y0 }, (_, row) =>
    Array.from({ length: range.x1 - range.x0 }, (_, column) =>
      rounded(mask.values[(range.y1 - 1 - row) * FRAME.width + range.x0 + column] ?? -1),
    ),
  )
}

const newMask = () => new AreaMask(REGION, FRAME, createContentBudget(1000))
const FREE = boxClip(REGION)

describe('an area on a grid', () => {
  it('paints the cells of its path', () => {
    expect(painted(newMask(), FREE)).toEqual(STEPS.map(() => [1, 1, 1, 1]))
    expect(painted(newMask(), FREE, { path: pathOfBox([1, 1, 2.5, 2]), box: [1, 1, 2.5, 2] })).toEqual([[1, 0.5]])
    expect(painted(newMask(), FREE, { path: pathOfBox([9, 9, 10, 10]), box: [9, 9, 10, 10] })).toEqual([])
  })

  it('is measured in the middle of four lines of a cell', () => {
    const cellOf = (points: readonly number[]) =>
      painted(newMask(), FREE, { path: [{ points, closed: true }] }).at(-1)?.[0]
    const upTo = (top: number) => cellOf([0, 0, 4, 0, 4, 3, 3, 3, 3, top, 0, top])
    expect([0.115, 0.135, 0.865, 0.885].map(upTo)).toEqual([0, 0.25, 0.75, 1])
    const from = (bottom: number) => cellOf([0, bottom, 3, bottom, 3, 1, 4, 1, 4, 4, 0, 4])
    expect([0.115, 0.135].map(from)).toEqual([1, 0.75])
  })

  it('is cut by the box of its clip, on all sides', () => {
    expect(painted(newMask(), boxClip([0.5, 0.75, 3.25, 3.5]))).toEqual([
      [0.25, 0.5, 0.5, 0.125],
      [0.5, 1, 1, 0.25],
      [0.5, 1, 1, 0.25],
      [0.125, 0.25, 0.25, 0.063],
    ])
  })

  it.each<[string, Box, number[][]]>([
    ['left', [1, 0, 4, 4], STEPS.map(() => [0, 1, 1, 1])],
    ['right', [0, 0, 3, 4], STEPS.map(() => [1, 1, 1, 0])],
    [
      'foot',
      [0, 1, 4, 4],
      [
        [1, 1, 1, 1],
        [1, 1, 1, 1],
        [1, 1, 1, 1],
        [0, 0, 0, 0],
      ],
    ],
    [
      'head',
      [0, 0, 4, 3],
      [
        [0, 0, 0, 0],
        [1, 1, 1, 1],
        [1, 1, 1, 1],
        [1, 1, 1, 1],
      ],
    ],
  ])('is cut at its %s alone', (_, box, expected) => {
    expect(painted(newMask(), boxClip(box))).toEqual(expected)
  })

  it('is not cut twice where both end in one cell', () => {
    const half: Box = [0, 0, 0.5, 1]
    expect(painted(newMask(), boxClip(half), { path: pathOfBox(half), box: half })).toEqual([[0.5]])
  })

  it('is cut by the path of its clip, and each area by its own', () => {
    const mask = newMask()
    const cut = [
      [0.5, 0, 0, 0],
      [1, 0.5, 0, 0],
      [1, 1, 0.5, 0],
      [1, 1, 1, 0.5],
    ]
    const clip = clipByPath(FREE, TRIANGLE, false)
    expect(painted(mask, clip)).toEqual(cut)
    expect(painted(mask, clip)).toEqual(cut)
    expect(painted(mask, clip, { path: [...pathOfBox(REGION), ...pathOfBox(REGION)] })).toEqual(cut)
    const other = clipByPath(FREE, [{ points: [4, 4, 4, 0, 0, 4], closed: true }], false)
    expect(painted(mask, other)).toEqual(cut.map((row) => row.toReversed()).toReversed())
    expect(painted(mask, FREE)).toEqual(STEPS.map(() => [1, 1, 1, 1]))
  })

  it('lets be seen what its opacity leaves', () => {
    const map = { width: 2, height: 2, values: Uint8Array.from([255, 0, 51, 102]) }
    expect(painted(newMask(), FREE, { opacity: { map, matrix: WHOLE } })).toEqual([
      [1, 1, 0, 0],
      [1, 1, 0, 0],
      [0.2, 0.2, 0.4, 0.4],
      [0.2, 0.2, 0.4, 0.4],
    ])
    const turned: Matrix = [0, 4, -4, 0, 4, 0]
    expect(painted(newMask(), FREE, { opacity: { map, matrix: turned } })[0]).toEqual([0, 0, 0.4, 0.4])
    const fine = { width: 8, height: 8, values: Uint8Array.from({ length: 64 }, (_, i) => (i % 2) * 255) }
    expect(painted(newMask(), FREE, { opacity: { map: fine, matrix: WHOLE } })[2]).toEqual([0.5, 0.5, 0.5, 0.5])
    expect(painted(newMask(), FREE, { opacity: { map: fine, matrix: turned } })[2]).toEqual([0.5, 0.5, 0.5, 0.5])
    const columns = { width: 16, height: 1, values: Uint8Array.from({ length: 16 }, (_, i) => (i % 4 < 2 ? 0 : 255)) }
    const rows = { ...columns, width: 1, height: 16 }
    expect(painted(newMask(), FREE, { opacity: { map: columns, matrix: WHOLE } })[1]).toEqual([0.5, 0.5, 0.5, 0.5])
    expect(painted(newMask(), FREE, { opacity: { map: rows, matrix: WHOLE } })[1]).toEqual([0.5, 0.5, 0.5, 0.5])
    const middle = { ...columns, values: columns.values.map((_, i) => (i % 4 === 1 || i % 4 === 2 ? 255 : 0)) }
    expect(painted(newMask(), FREE, { opacity: { map: middle, matrix: WHOLE } })[1]).toEqual([0.5, 0.5, 0.5, 0.5])
    const between = { ...middle, width: 1, height: 16 }
    expect(painted(newMask(), FREE, { opacity: { map: between, matrix: WHOLE } })[1]).toEqual([0.5, 0.5, 0.5, 0.5])
    expect(painted(newMask(), FREE, { opacity: { map, matrix: [0, 0, 0, 0, 0, 0] } })[0]).toEqual([1, 1, 1, 1])
  })

  it('lets be seen what the values of its mask leave', () => {
    const sampler = new PartSampler(grey([[0, 51, 102, 255]]), invert(WHOLE) as Matrix, FRAME)
    const half = pathOfBox([0, 0, 4, 0.5])
    expect(painted(newMask(), FREE, { path: half, box: [0, 0, 4, 0.5] }, sampler)).toEqual([[0, 0.1, 0.2, 0.5]])
  })
})
