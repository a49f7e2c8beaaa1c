/**
 * Pages of cells tell what the comparison of pages knows of each colour.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { createRandom } from '../support/mutate.js'
import { cellPages, drawOwn, knownAt, PageObjects } from './ink/cell-page.js'
import { randomColour } from './ink/random-colours.js'
import { randomDrawing } from './ink/random-drawings.js'
import { randomPicture } from './ink/random-pictures.js'

it('a cell has the colour that is known, or none', () => {
  const spaces = ['/DeviceRGB', '[/Separation /None /DeviceGray <</FunctionType 2 /Domain [0 1] /N 1>>]']
  const cells = spaces.map((space, i) => ({
    content: `/S cs ${i === 0 ? '1 0 0' : '1'} sc 0 0 40 40 re f`,
    resources: { ColorSpace: `/S ${space}` },
  }))
  const own = drawOwn(cellPages(new PageObjects(), [...cells, { content: '' }]), 3)
  const known = own.map((view) => knownAt(view, 20, 20))
  expect(known).toEqual([[255, 0, 0], undefined, [255, 255, 255]])
})

it('the same numbers make the same colours, of many kinds', () => {
  const make = (seed: number) => {
    const [random, objects] = [createRandom(seed), new PageObjects()]
    return Array.from({ length: 300 }, () => randomColour(random, objects))
  }
  expect(make(1)).toEqual(make(1))
  expect(new Set(make(1).map(({ oddity }) => oddity)).size).toBeGreaterThan(8)
  expect(make(1).filter(({ oddity }) => oddity === '').length).toBeGreaterThan(50)
})

it.each([
  ['pictures', randomPicture],
  ['drawings', randomDrawing],
])('the same numbers make the same %s, each of which is drawn', (_, make) => {
  const cellsOf = (seed: number) => {
    const [random, objects] = [createRandom(seed), new PageObjects()]
    return { objects, cells: Array.from({ length: 100 }, () => make(random, objects)) }
  }
  const { objects, cells } = cellsOf(1)
  expect(cells).toEqual(cellsOf(1).cells)
  expect(new Set(cells.map(({ oddity }) => oddity)).size).toBeGreaterThan(20)
  const drawn = drawOwn(cellPages(objects, cells), cells.length)
  expect(drawn.filter(({ sheet }) => sheet.paintedBox !== undefined).length).toBeGreaterThan(60)
})
