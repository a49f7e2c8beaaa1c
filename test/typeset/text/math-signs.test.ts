/**
 * Sizes of fractions, sums, integrals and brackets, in text and in equations on lines of their own.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { DisplayItem } from '../../../src/typeset/display/display-list.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import type { MathNode } from '../../../src/typeset/model/document-model.js'
import { plainRun } from '../../../src/typeset/model/plain-model.js'
import { layOutMath } from '../../../src/typeset/text/lay-out-math.js'
import { textStylesFor } from '../../../src/typeset/text/text-style.js'

const EM = 200
const fonts = createFontLibrary()
const run = plainRun({ family: 'Cambria Math', size: EM })
const text = (letters: string): MathNode => ({ type: 'text', text: letters, run })
const sign = (letters: string): MathNode => ({ type: 'text', text: letters, run, isLarge: true })
const fraction = (numerator: MathNode, denominator: MathNode): MathNode => {
  return { type: 'fraction', numerator, denominator, bar: 'bar' }
}

/** The letters of an equation with their sizes in ems, and where they begin. */
function glyphs(math: MathNode, display: boolean) {
  const list: DisplayItem[] = []
  const box = layOutMath(math, run, fonts, textStylesFor(fonts, 1, undefined), { display })
  box.paint(list, 0, 0)
  const sizes = list.flatMap((item) => (item.kind === 'glyphs' ? [Number((item.size / EM).toFixed(2))] : []))
  const places = list.flatMap((item) => (item.kind === 'glyphs' ? [Math.round(item.x)] : []))
  return { box, sizes, places }
}

describe('an equation on a line of its own', () => {
  const nested = fraction(text('a'), fraction(text('b'), text('c')))

  it('has fractions in full size, which are smaller in text and within fractions', () => {
    expect(glyphs(nested, true).sizes).toEqual([1, 0.7, 0.7])
    expect(glyphs(nested, false).sizes).toEqual([0.7, 0.5, 0.5])
  })

  it('has larger sums and integrals, symmetrical about the axis', () => {
    const signs: MathNode = { type: 'row', items: [sign('\u2211'), sign('\u222b'), text('x')] }
    expect(glyphs(signs, true).sizes).toEqual([1.56, 2.44, 1])
    expect(glyphs(signs, false).sizes).toEqual([1.11, 1.11, 1])
    const { box } = glyphs(sign('\u222b'), true)
    expect((box.ascent - box.descent) / 2 / EM).toBeCloseTo(0.27)
    expect((box.ascent + box.descent) / EM).toBeCloseTo(2.2)
  })
})

describe('brackets', () => {
  const bracketed = (content: MathNode): MathNode => ({ type: 'delimited', open: '[', close: ']', content })
  const matrix = (rows: number): MathNode => ({ type: 'matrix', rows: Array.from({ length: rows }, () => [text('x')]) })

  it('keep their size beside letters and grow with what is higher, up to six times', () => {
    const heights = [text('x'), matrix(2), matrix(40)].map((content) => glyphs(bracketed(content), true).sizes[0])
    expect(heights[0]).toBe(1)
    expect(heights[1]).toBeGreaterThan(2)
    expect(heights[1]).toBeLessThan(3)
    expect(heights[2]).toBe(6)
  })
})

it('rows of equations meet at their marks, and are centred without them', () => {
  const rows = [
    [text('x'), text('y')],
    [text('xxxx'), text('y')],
  ]
  const aligned = glyphs({ type: 'matrix', rows, isAligned: true }, true).places
  expect(aligned[1]).toBe(aligned[3])
  expect(aligned[0]).toBeGreaterThan(aligned[2] ?? 0)
  const centred = glyphs({ type: 'matrix', rows: rows.map((row) => row.slice(0, 1)) }, true).places
  expect(centred[0]).toBeGreaterThan(centred[1] ?? 0)
})
