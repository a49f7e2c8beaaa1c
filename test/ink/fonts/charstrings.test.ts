/**
 * Charstrings of Type 1 and Type 2: what each operator draws, and what is unknown because readers draw it in several ways.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { drawType1 } from '../../../src/ink/fonts/outlines/type1-outline.js'
import { drawType2 } from '../../../src/ink/fonts/outlines/type2-outline.js'
import { bytesOf } from '../../verify/support/notation.js'
import { charstringNumber } from '../../verify/support/small-fonts/charstrings.js'
import { bigEndian } from '../../verify/support/small-fonts/small-font.js'

const EMS = [1, 0, 0, 1, 0, 0] as const
/** Charstrings of parts by their codes, in the notation of `charstring`. */
type Parts = Readonly<Record<number, string>>

/** A charstring from numbers and operators, written as `#12`, or as `#12.7` with two bytes. */
function charstring(text: string, isType2: boolean): Uint8Array {
  const words = text.split(' ').map((word) => {
    if (word.startsWith('0x')) return bigEndian(1, ...Buffer.from(word.slice(2), 'hex'))
    if (word.startsWith('#')) return bigEndian(1, ...word.slice(1).split('.').map(Number))
    return charstringNumber(Number(word), isType2)
  })
  return bytesOf(...words)
}

/** The corners of contours, to whole units; of a curve, six points. */
const contoursOf = (pen: ReturnType<typeof drawType2>) =>
  pen.take(EMS).contours.map((points) => points.map((value) => Math.round(value)))

function type2(text: string, parts: Parts = {}) {
  const glyphOfCode = (code: number) => (parts[code] === undefined ? undefined : charstring(parts[code], true))
  const none = { count: 0, at: () => new Uint8Array() }
  return contoursOf(
    drawType2(charstring(text, true), { budget: createContentBudget(), globals: none, locals: none, glyphOfCode }),
  )
}

function type1(text: string, parts: Parts = {}, subroutines: readonly string[] = []) {
  const glyphOfCode = (code: number) => (parts[code] === undefined ? undefined : charstring(parts[code], false))
  const subroutine = (number: number) => {
    const found = subroutines[number]
    return found === undefined ? undefined : charstring(found, false)
  }
  return contoursOf(drawType1(charstring(text, false), { budget: createContentBudget(), subroutine, glyphOfCode }))
}

/** The points that stand for a curve, without its start. */
function curve(...[x0, y0, x1, y1, x2, y2, x3, y3]: readonly number[] & { readonly length: 8 }): number[] {
  return [1, 2, 3, 4, 5, 6].flatMap((piece) => {
    const t = piece / 6
    const at = (a = 0, b = 0, c = 0, d = 0) =>
      Math.round((1 - t) ** 3 * a + 3 * (1 - t) ** 2 * t * b + 3 * (1 - t) * t ** 2 * c + t ** 3 * d)
    return [at(x0, x1, x2, x3), at(y0, y1, y2, y3)]
  })
}

const A = curve(10, 20, 40, 20, 50, 60, 50, 100)
const B = curve(50, 100, 50, 130, 80, 140, 120, 140)

describe('a charstring of Type 2', () => {
  it.each<[name: string, text: string, contours: readonly (readonly number[])[]]>([
    ['lines', '10 20 #21 5 6 -7 -8 #5 #14', [[10, 20, 15, 26, 8, 18]]],
    ['lines across and up in turn', '10 20 #21 5 6 7 #6 #14', [[10, 20, 15, 20, 15, 26, 22, 26]]],
    ['lines up and across in turn', '10 20 #21 5 6 #7 #14', [[10, 20, 10, 25, 16, 25]]],
    ['moves across and up', '10 #22 20 #4 5 6 #5 #14', [[10, 20, 15, 26]]],
    ['a curve', '10 20 #21 30 0 10 40 0 40 #8 #14', [[10, 20, ...A]]],
    ['a curve and a line', '10 20 #21 30 0 10 40 0 40 3 4 #24 #14', [[10, 20, ...A, 53, 104]]],
    ['a line and a curve', '7 16 #21 3 4 30 0 10 40 0 40 #25 #14', [[7, 16, 10, 20, ...A]]],
    ['curves that begin across', '10 20 #21 30 10 40 40 30 30 10 40 #31 #14', [[10, 20, ...A, ...B]]],
    [
      'one that begins across and ends aslant',
      '10 20 #21 30 10 40 40 2 #31 #14',
      [[10, 20, ...curve(10, 20, 40, 20, 50, 60, 52, 100)]],
    ],
    ['one that begins upwards', '50 100 #21 30 30 10 40 #30 #14', [[50, 100, ...B]]],
    ['one from level to level', '10 20 #21 30 10 40 40 #27 #14', [[10, 20, ...curve(10, 20, 40, 20, 50, 60, 90, 60)]]],
    [
      'one from upright to upright',
      '10 20 #21 30 10 40 40 #26 #14',
      [[10, 20, ...curve(10, 20, 10, 50, 20, 90, 20, 130)]],
    ],
    [
      'one that a number moves aside',
      '10 20 #21 3 30 10 40 40 #27 #14',
      [[10, 20, ...curve(10, 20, 40, 23, 50, 63, 90, 63)]],
    ],
    ['a flex', '10 20 #21 30 0 10 40 0 40 0 30 30 10 40 0 50 #12.35 #14', [[10, 20, ...A, ...B]]],
    [
      'a level flex',
      '10 20 #21 10 20 5 30 30 20 10 #12.34 #14',
      [[10, 20, ...curve(10, 20, 20, 20, 40, 25, 70, 25), ...curve(70, 25, 100, 25, 120, 20, 130, 20)]],
    ],
    [
      'a flex with level ends',
      '10 20 #21 10 1 20 5 30 30 20 -4 10 #12.36 #14',
      [[10, 20, ...curve(10, 20, 20, 21, 40, 26, 70, 26), ...curve(70, 26, 100, 26, 120, 22, 130, 20)]],
    ],
    [
      'a flex that ends at its level',
      '10 20 #21 10 1 20 5 30 1 30 1 20 -4 10 #12.37 #14',
      [[10, 20, ...curve(10, 20, 20, 21, 40, 26, 70, 27), ...curve(70, 27, 100, 28, 120, 24, 130, 20)]],
    ],
    [
      'a flex that ends above its start',
      '10 20 #21 1 10 5 20 1 30 1 30 -4 20 10 #12.37 #14',
      [[10, 20, ...curve(10, 20, 11, 30, 16, 50, 17, 80), ...curve(17, 80, 18, 110, 14, 130, 10, 140)]],
    ],
    ['a width, hints and a mask', '99 1 2 #18 3 4 #19 0xff 10 20 #21 5 6 #5 #14', [[10, 20, 15, 26]]],
    ['a width before a move', '99 10 #22 5 6 #5 #14', [[10, 0, 15, 6]]],
    ['a width alone', '99 #14', []],
    ['a quotient', '10 20 #21 15 3 #12.12 6 #5 #14', [[10, 20, 15, 26]]],
    ['curves without numbers', '10 20 #21 #8 #6 5 6 #5 #14', [[10, 20, 15, 26]]],
    ['a fraction', '10 20 #21 0xff00058000 6 #5 #14', [[10, 20, 16, 26]]],
  ])('draws %s', (_, text, contours) => {
    expect(type2(text)).toEqual(contours)
  })

  it('is composed of two letters', () => {
    const parts = { 97: '1 2 #21 5 6 #5 #14', 98: '3 4 #21 7 8 #5 #14' }
    expect(type2('100 200 97 98 #14', parts)).toEqual([
      [1, 2, 6, 8],
      [103, 204, 110, 212],
    ])
    expect(() => type2('100 200 97 99 #14', parts)).toThrow(RangeError)
    expect(() => type2('100 200 97 97 #14', { 97: '0 0 97 97 #14' })).toThrow(RangeError)
  })

  it.each([
    ['a place drawn by lot', '10 20 #21 5 #12.23 #5 #14'],
    ['a stored number', '10 20 #21 5 0 #12.20 5 0 #12.21 #5 #14'],
    ['a choice', '10 20 #21 5 1 2 3 4 #12.22 #5 #14'],
    ['a sum', '10 20 #21 5 3 3 #12.10 #5 #14'],
    ['a number that lies below', '10 20 #21 5 6 7 #12.18 #5 7 #6 8 9 10 #5 #14'],
    ['one number more than lines take', '10 20 #21 5 6 7 #5 #14'],
    ['one number more than a curve takes', '10 20 #21 30 0 10 40 0 40 1 #8 #14'],
    ['two more than curves in turn take', '10 20 #21 30 10 40 40 2 3 #31 #14'],
    ['a flex without its depth', '10 20 #21 30 0 10 40 0 40 0 30 30 10 40 0 #12.35 #14'],
    ['a level flex with a number more', '10 20 #21 10 20 5 30 30 20 10 1 #12.34 #14'],
    ['a width that comes late', '10 20 #21 5 6 #5 99 10 20 #21 5 6 #5 #14'],
    ['two widths', '98 99 10 20 #21 5 6 #5 #14'],
    ['a line before any move', '5 6 #5 #14'],
    ['half a hint', '99 1 2 #18 3 #18 10 20 #21 5 6 #5 #14'],
    ['more numbers than readers hold', `10 20 #21 ${'1 '.repeat(50)}#5 #14`],
    ['a move of Type 1 that is not there', '10 20 #21 5 6 #5 #13 #14'],
  ])('is unknown for %s', (_, text) => {
    expect(() => type2(text)).toThrow(RangeError)
  })
})

const START = '0 500 #13'

describe('a charstring of Type 1', () => {
  it.each<[name: string, text: string, contours: readonly (readonly number[])[]]>([
    ['lines in all directions', `${START} 10 20 #21 5 6 #5 7 #6 8 #7 #9 #14`, [[10, 20, 15, 26, 22, 26, 22, 34]]],
    ['moves across and up', `${START} 10 #22 20 #4 5 6 #5 #9 #14`, [[10, 20, 15, 26]]],
    ['a curve', `${START} 10 20 #21 30 0 10 40 0 40 #8 #9 #14`, [[10, 20, ...A]]],
    ['curves across and up', `${START} 10 20 #21 30 10 40 40 #31 30 30 10 40 #30 #9 #14`, [[10, 20, ...A, ...B]]],
    ['from its side bearing', '30 500 #13 10 20 #21 5 6 #5 #9 #14', [[40, 20, 45, 26]]],
    ['from a bearing in both directions', '30 40 500 0 #12.7 10 20 #21 5 6 #5 #9 #14', [[40, 60, 45, 66]]],
    ['a quotient', `${START} 10 20 #21 15 3 #12.12 6 #5 #9 #14`, [[10, 20, 15, 26]]],
    [
      'past hints',
      `${START} 1 2 #1 1 2 #3 #12.0 1 2 3 4 5 6 #12.1 1 2 3 4 5 6 #12.2 10 20 #21 5 6 #5 #9 #14`,
      [[10, 20, 15, 26]],
    ],
    ['past hints that are replaced', `${START} 10 20 #21 5 6 #5 2 1 3 #12.16 #12.17 #10 #9 #14`, [[10, 20, 15, 26]]],
    [
      'two contours',
      `${START} 10 20 #21 5 6 #5 #9 1 2 #21 3 4 #5 #9 #14`,
      [
        [10, 20, 15, 26],
        [16, 28, 19, 32],
      ],
    ],
  ])('draws %s', (_, text, contours) => {
    expect(type1(text, {}, ['', '', '1 2 #1 #11'])).toEqual(contours)
  })

  it('draws a flex as two curves, by way of its reference point', () => {
    const step = (x: number, y: number) => `${x} ${y} #21 0 2 #12.16`
    const flex = [step(40, 80), step(-10, -80), step(10, 40), step(0, 40), step(0, 30), step(30, 10), step(40, 0)]
    const end = '50 120 140 3 0 #12.16 #12.17 #12.17 #12.33'
    const text = `${START} 10 20 #21 0 1 #12.16 ${flex.join(' ')} ${end} #9 #14`
    expect(type1(text)).toEqual([[10, 20, ...A, ...B]])
    expect(() => type1(text.replace(end, end.replace('120', '125')))).toThrow(RangeError)
    expect(() => type1(text.replace(step(40, 0), ''))).toThrow(RangeError)
    expect(() => type1(text.replace(step(40, 0), '1 2 #5'))).toThrow(RangeError)
  })

  it('is composed of two letters', () => {
    const parts = { 97: '7 500 #13 1 2 #21 5 6 #5 #9 #14', 98: '9 500 #13 3 4 #21 7 8 #5 #9 #14' }
    expect(type1('7 500 #13 9 100 200 97 98 #12.6', parts)).toEqual([
      [8, 2, 13, 8],
      [110, 204, 117, 212],
    ])
    expect(() => type1('7 500 #13 9 100 200 97 99 #12.6', parts)).toThrow(RangeError)
    expect(() => type1('7 500 #13 1 9 100 200 97 98 #12.6', parts)).toThrow(RangeError)
  })

  it.each([
    ['a line with two numbers more', `${START} 10 20 #21 1 2 5 6 #5 #9 #14`],
    ['a move with a number more', `${START} 1 10 20 #21 5 6 #5 #9 #14`],
    ['a line with a number less', `${START} 10 20 #21 5 #5 #9 #14`],
    ['a line after the end of its contour', `${START} 10 20 #21 5 6 #5 #9 7 8 #5 #14`],
    ['a curve before any move', `${START} 30 0 10 40 0 40 #8 #9 #14`],
    ['a point that is set', `${START} 10 20 #21 5 6 #5 100 100 #12.33 7 8 #5 #9 #14`],
    ['several masters', `${START} 10 20 #21 5 6 2 14 #12.16 #12.17 6 #5 #9 #14`],
    ['an operator of Type 2', `${START} 10 20 #21 5 6 #5 1 2 3 4 #27 #9 #14`],
    ['a subroutine that is not there', `${START} 9 #10 #14`],
  ])('is unknown for %s', (_, text) => {
    expect(() => type1(text)).toThrow(RangeError)
  })
})
