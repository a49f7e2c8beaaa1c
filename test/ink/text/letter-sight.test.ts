/**
 * Which letters can be seen, and in which lines they are read. Each number has a sheet just within it and one just beyond.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { streamText } from '../../pdf/make-pdf.js'
import { type Drawn, draw, type Sheet } from '../content/draw.js'

type Row = readonly [number: string, sheet: (value: number) => Sheet, within: number, beyond: number]

/** A letter of 12 by 20 points at (20, 100), unless told. */
const letter = (state = '', x = 20, y = 100, size = 20, text = 'A') =>
  `q ${state} BT /F3 ${size} Tf ${x} ${y} Td (${text}) Tj ET Q`
/** Letters that are next to no opacity. */
const faint = (alpha: number, content: string): Sheet => ({
  content,
  resources: `/ExtGState <</T <</ca ${alpha}>> /U <</ca 0.02>>>>`,
})
/** White over a share of the letter, from its left. */
const over = (share: number): Sheet => ({ content: `${letter()} 1 g 20 50 ${12 * share} 100 re f` })
/** A letter of a font whose only procedure paints a triangle. Squares are drawn half a point wide at least. */
const spot = (side: number): Sheet => ({
  content: letter('', 20, 100, 10).replace('/F3', '/F9'),
  resources: '/Font <</F9 20 0 R>>',
  objects: {
    20: `<</Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 1000 1000] /FirstChar 65 /LastChar 65
      /Widths [1000] /CharProcs <</a 21 0 R>> /Encoding <</Type /Encoding /Differences [65 /a]>>>>`,
    21: streamText('', `1000 0 d0 0 0 m ${100 * side} 0 l 0 ${100 * side} l f`),
  },
})

function expectRow(row: Row, holds: (drawn: Drawn) => boolean): void {
  const [, sheet, within, beyond] = row
  expect([within, beyond].map((value) => holds(draw(sheet(value))))).toEqual([true, false])
}

describe('a letter', () => {
  it.each<Row>([
    ['font size', (size) => ({ content: letter('', 20, 100, size) }), 2.6, 2.4],
    ['opacity', (alpha) => faint(alpha, letter('/T gs')), 0.125, 0.115],
    ['difference from its ground', (difference) => ({ content: letter(`${1 - difference} g`) }), 0.125, 0.115],
    ['hidden share', over, 0.68, 0.72],
    ['spot', spot, 0.42, 0.38],
  ])('is visible: %s', (...row) => {
    expectRow(row, ({ visible: [first] }) => first?.isVisible === true)
  })

  it('is doubtful from a hidden fifth on', () => {
    expectRow(['', over, 0.19, 0.21], ({ visible: [first] }) => first?.doubts.length === 0)
  })

  it.each<Row>([
    ['contrast', (alpha) => faint(alpha, letter('/T gs')), 0.032, 0.028],
    ['pile of contrasts', (alpha) => faint(alpha, letter('/T gs').repeat(3)), 0.021, 0.019],
    ['what stands in a pile', (alpha) => faint(alpha, letter('/T gs') + letter('/U gs')), 0.115, 0.125],
    ['reach of a pile', (gap) => faint(0.025, letter('/T gs', 22 - gap).repeat(2) + letter('/T gs', 22)), 3, 5],
    ['covered share', over, 0.9, 0.94],
    ['clipped share', (share) => ({ content: letter(`0 0 ${32 - 12 * share} 200 re W n`) }), 0.9, 0.94],
  ])('that is hidden may be seen by some: %s', (...row) => {
    expectRow(row, ({ visible }) => visible.at(-1)?.mayBeSeen === true)
  })
})

describe('a line', () => {
  const second = (x: number, y: number, text = 'B') => letter('', x, y, 20, text)
  it.each<Row>([
    ['distance of lines', (ems) => ({ content: letter() + second(32, 100 - 20 * ems) }), 0.43, 0.47],
    ['steps', (ems) => ({ content: letter() + second(32, 94) + second(44, 100 - 20 * ems) }), 0.54, 0.56],
    ['blank', (ems) => ({ content: letter() + second(32 + 20 * ems, 100) }), 0.155, 0.165],
    ['letters painted twice', (share) => ({ content: letter() + second(20 + 12 * (1 - share), 100, 'A') }), 0.62, 0.58],
  ])('has letters side by side: %s', (...row) => {
    expectRow(row, ({ text }) => /^(?:A|AB|ABB)$/.test(text))
  })
})
