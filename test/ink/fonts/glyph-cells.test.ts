/**
 * What glyphs paint beside their cells: each number has a glyph just within it and one just beyond.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { heightOf, inkBesideCell, inkOfViewers } from '../../../src/ink/fonts/content-font.js'
import type { GlyphOutline } from '../../../src/ink/fonts/outlines/glyph-outline.js'
import type { Box } from '../../../src/pdf/matrix.js'

const cellOf = (width: number) => ({ width, isBlank: false, ascent: 0.75, descent: -0.25 })
const outline = (box: Box): GlyphOutline => ({ box, contours: () => undefined })
/** Where the ink of a glyph lies in a cell of 0.6 ems. */
const inkOf = (box: Box, width = 0.6) => inkBesideCell([outline(box)], cellOf(width))
const isIn = (box: Box, width?: number) => inkOf(box, width).stray.length === 0

type Row = readonly [number: string, holds: (value: number) => boolean, within: number, beyond: number]

describe('the ink of a glyph', () => {
  it.each<Row>([
    ['overhang to the left', (ems) => isIn([-ems, 0, 0.1, 0.6]), 0.48, 0.52],
    ['overhang to the right', (ems) => isIn([0, 0, 0.6 + ems, 0.6]), 0.48, 0.52],
    ['depth', (ems) => isIn([0, -0.25 - ems, 0.6, 0.6]), 0.34, 0.36],
    ['height', (ems) => isIn([0, 0, 0.6, 0.75 + ems]), 0.43, 0.47],
    ['width of a letter', (ems) => isIn([0, 0, ems, 0.6], 2), 2.15, 2.25],
    ['height of a dash', (ems) => isIn([0, 0, 2.4, ems], 2), 0.19, 0.21],
    ['share of a cell', (share) => inkOf([0, 0, 0.6, share]).small.length === 0, 0.125, 0.115],
    ['broad cell', (width) => inkOf([0, 0, 0.6, 0.6], width).loose.length === 0, 1.22, 1.28],
    ['narrow cell', (width) => inkOf([0, 0, 0.1, 0.6], width).loose.length === 0, 0.125, 0.115],
    ['letters of viewers', (more) => inkOfViewers(cellOf(0.6), 0.6 + more).loose.length === 0, 0.145, 0.155],
  ])('belongs to it: %s', (_, holds, within, beyond) => {
    expect([holds(within), holds(beyond)]).toEqual([true, false])
  })

  it('has a height, however flat it is', () => {
    expect([[], [outline([0, 0.3, 0.6, 0.3])], [outline([0, 0, 0.6, 0.02])]].map(heightOf)).toEqual([0, 0.01, 0.02])
    expect(heightOf(undefined)).toBeUndefined()
  })
})
