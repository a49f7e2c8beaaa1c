/**
 * The height of lines with drawings in them.
 *
 * @module
 */

import { expect, it } from 'vitest'
import type { PlacedItem } from '../../../src/typeset/text/arrange-line.js'
import { centreDrawings, lineExtent } from '../../../src/typeset/text/line-metrics.js'
import type { TextStyle } from '../../../src/typeset/text/text-style.js'

const mark = { ascent: 180, descent: 60 } as TextStyle
const text = { item: { kind: 'text', style: mark } } as unknown as PlacedItem
const drawing = (ascent: number, more = {}) =>
  ({ item: { kind: 'drawing', ascent, style: mark, drawing: {}, ...more } }) as unknown as PlacedItem

it('drawings in the middle of their line reach as far above as below the middle of its text', () => {
  const [[, centred] = []] = centreDrawings([[text, drawing(400)]], mark)
  expect(centred?.item).toMatchObject({ ascent: 260, descent: 140 })
  expect(lineExtent(centreDrawings([[text, drawing(400)]], mark), mark)).toMatchObject({ ascent: 260, descent: 140 })
})

it('drawings that are lower than their line do not change it, and those that are turned stay on the baseline', () => {
  expect(lineExtent(centreDrawings([[text, drawing(60)]], mark), mark)).toMatchObject({ ascent: 180, descent: 60 })
  const turned = [[text, drawing(400, { isTurned: true })]]
  expect(centreDrawings(turned, mark)).toBe(turned)
})

it('spacing multiplies the tallest text, not the ascent of one font with the descent of another', () => {
  const low = { item: { kind: 'text', style: { ascent: 150, descent: 85 } } } as unknown as PlacedItem
  expect(lineExtent([[text, low]], mark)).toEqual({ ascent: 180, descent: 85, textHeight: 240 })
})
