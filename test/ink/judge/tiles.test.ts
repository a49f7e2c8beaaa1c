/**
 * The pieces in which a page is looked at.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { belongsTo, PlaceOfDrawing, Tiles } from '../../../src/ink/judge/tiles.js'
import { PlacedDrawing } from '../../../src/ink/text/visible-text.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { draw, PAGE, type Sheet as Page } from '../content/draw.js'
import { bars } from '../policy/operators.js'

const budget = createContentBudget()

function placeOf(page: Page | string, region: Box = PAGE): PlaceOfDrawing {
  const { visible, drawing } = draw(page)
  return new PlaceOfDrawing({ region, page: PAGE, placed: new PlacedDrawing(visible, drawing) }, [], budget)
}

describe('tiles', () => {
  it('are the region itself where it is small', () => {
    expect([...new Tiles([10, 20, 210, 220])]).toEqual([[10, 20, 210, 220]])
    expect([...new Tiles([10, 20, 10, 20])]).toEqual([[10, 20, 10, 20]])
  })

  it('are equal parts of a larger one, row by row', () => {
    expect([...new Tiles([0, 0, 300, 410])]).toEqual([
      [0, 0, 150, 410 / 3],
      [150, 0, 300, 410 / 3],
      [0, 410 / 3, 150, 820 / 3],
      [150, 410 / 3, 300, 820 / 3],
      [0, 820 / 3, 150, 410],
      [150, 820 / 3, 300, 410],
    ])
  })

  it.each([
    ['a shape', '0 g 10 10 5 5 re f', [0]],
    ['a shape that is next to nothing', '0 g 10 10 .01 .01 re f', [0]],
    ['a shape near the next tile', '0 g 190 10 5 5 re f', [0, 1]],
    ['a letter', 'BT /F1 10 Tf 310 310 Td (A) Tj ET', [3]],
    ['a thin line across all of it', '0 w 10 380 m 390 380.4 l S', [2, 3]],
    ['a frame, whose middle is free', '1 w 50 50 1100 1100 re S', [0, 1, 2]],
    ['nothing', '', []],
    ['a shape at the edge', '0 g 390 10 5 5 re f', [1]],
    ['a shape as large as a tile and more', '0 g 10 10 380 380 re f', [0, 1, 2, 3]],
    ['an area with a long edge, whose middle is full', '0 g 10 10 m 390 10 l 390 390 l f', [0, 1, 2, 3]],
    ['a line of two pieces, between whose ends nothing is', '1 w 10 10 m 390 10 l 390 390 l S', [0, 1, 3]],
    ['a line that returns to where it began', '1 w 10 10 m 390 10 l 390 390 l s', [0, 1, 2, 3]],
    ['a long line so thick that it reaches over', '60 w 10 160 m 390 160 l S', [0, 1, 2, 3]],
    ['one that does not', '4 w 10 160 m 390 160 l S', [0, 1]],
    ['a letter whose thick edge reaches over', 'BT 1 Tr 40 w /F1 10 Tf 160 20 Td (A) Tj ET', [0, 1]],
    ['a letter whose thick edge does not', 'BT 1 Tr 40 w /F1 10 Tf 150 20 Td (A) Tj ET', [0]],
  ])('are painted by %s', (_, content, expected) => {
    const tiles = new Tiles([0, 0, 400, 400])
    const all = [...tiles].map(String)
    const page = '/CropBox [0 0 400 400] /MediaBox [0 0 400 400]'
    const painted = [...tiles.paintedBy(draw({ content, page }).drawing)]
    expect(painted.map((tile) => all.indexOf(String(tile)))).toEqual(expected)
  })

  it('have each box in one of them', () => {
    const tile: Box = [50, 0, 100, 100]
    expect(belongsTo(tile, PAGE, [60, 10, 70, 20])).toBe(true)
    expect(belongsTo(tile, PAGE, [45, 10, 60, 20])).toBe(true)
    expect(belongsTo(tile, PAGE, [40, 10, 55, 20])).toBe(false)
    expect(belongsTo(tile, PAGE, [95, 10, 110, 20])).toBe(false)
    expect(belongsTo(tile, PAGE, [60, 95, 70, 110])).toBe(false)
    expect(belongsTo([50, 20, 100, 100], PAGE, [60, 10, 70, 20])).toBe(false)
    for (const box of [
      [45, 10, 55, 20],
      [95, 10, 105, 20],
      [60, 95, 70, 105],
    ] as const)
      expect(belongsTo(tile, PAGE, [...box])).toBe(true)
    expect(belongsTo([50, 20, 100, 100], PAGE, [60, 15, 70, 25])).toBe(true)
    // Only the part in the region counts.
    expect(belongsTo(tile, [50, 0, 200, 100], [20, 10, 60, 20])).toBe(true)
    expect(belongsTo(tile, [120, 0, 200, 100], [20, 10, 60, 20])).toBe(false)
  })
})

describe('the place of a drawing', () => {
  it('is blank where there is nothing but text', () => {
    const place = placeOf('BT /F1 10 Tf 20 100 Td (text) Tj ET 0 g 100 100 10 10 re f')
    expect(place.isBlank([20, 90, 50, 110])).toBe(true)
    expect(place.isBlank([95, 90, 99, 110])).toBe(false)
    expect(place.isBlank([70, 90, 83, 110])).toBe(true)
    expect(place.isBlank([70, 90, 85, 110])).toBe(false)
  })

  it('is painted with what is around it, as far as the page reaches', () => {
    const place = placeOf('')
    expect(place.look([50, 50, 100, 100], []).region).toEqual([34, 34, 116, 116])
    expect(place.look([5, 50, 100, 195], []).region).toEqual([0, 34, 116, 200])
    expect(place.look([50, 50, 100, 100], [[10, 60, 20, 70]]).region).toEqual([10, 34, 116, 116])
    expect(place.look([50, 50, 100, 100], []).tile).toEqual([50, 50, 100, 100])
  })

  it('has three cells to a point, and fewer for a large one', () => {
    expect(placeOf('').look([50, 50, 100, 100], []).before.frame.scale).toBe(3)
    const all: Box = [0, 0, 800, 800]
    const { visible, drawing } = draw('')
    const place = new PlaceOfDrawing(
      { region: all, page: all, placed: new PlacedDrawing(visible, drawing) },
      [],
      budget,
    )
    const { width, height } = place.look([0, 0, 200, 200], [all]).before.frame
    expect(width * height).toBeGreaterThan(490_000)
    expect(width * height).toBeLessThanOrEqual(500_000)
  })
})

describe('a tile', () => {
  it('has the letters of shapes, in the order of painting', () => {
    const look = placeOf(bars(3, 60, 60, 10)).look([50, 50, 100, 100], [])
    expect(look.letters.map(({ box }) => box.map(Math.round))).toEqual([
      [60, 60, 62, 70],
      [65, 60, 67, 70],
      [70, 60, 72, 70],
    ])
    const covered = placeOf(`${bars(3, 60, 60, 10)} 1 g 50 50 50 50 re f`).look([50, 50, 100, 100], [])
    expect(covered.letters).toEqual([])
  })

  it('has no letters that a font draws', () => {
    expect(placeOf('BT /F1 10 Tf 60 60 Td (text) Tj ET').look([50, 50, 100, 100], []).letters).toEqual([])
  })

  it('has those that a soft mask lets through', () => {
    const group = '/Type /XObject /Subtype /Form /BBox [0 0 200 200] /Group <</S /Transparency /CS /DeviceGray>>'
    const content = `1 g 0 0 200 200 re f ${bars(3, 60, 60, 10)}`
    const look = placeOf({
      content: '/M gs 1 g 0 0 200 200 re f',
      resources: '/ExtGState <</M <</SMask <</S /Luminosity /G 10 0 R>>>>>>',
      objects: { 10: `<<${group} /Length ${content.length}>>\nstream\n${content}\nendstream` },
    }).look([50, 50, 100, 100], [])
    expect(look.letters).toHaveLength(3)
  })

  it('is painted over with drawings, one after the other', () => {
    const look = placeOf('0.4 g 50 50 50 50 re f').look([50, 50, 100, 100], [])
    const after = look.after([draw('1 0 0 rg 60 60 10 10 re f').drawing, draw('0 0 1 rg 65 60 10 10 re f').drawing])
    const colour = (x: number, y: number) => after.colourAt((y - 34) * 3 * after.frame.width + (x - 34) * 3)
    expect(colour(62, 65)).toEqual([1, 0, 0])
    expect(colour(67, 65)).toEqual([0, 0, 1])
    expect(colour(90, 65)).toEqual([0.4, 0.4, 0.4])
    expect(look.before.colourAt(30 * 3 * after.frame.width + 30 * 3)).toEqual([0.4, 0.4, 0.4])
  })
})
