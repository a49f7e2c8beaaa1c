/**
 * Programs of PostScript calculator functions, by the colours that they give.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { streamText } from '../../pdf/make-pdf.js'
import { draw } from './draw.js'

/** The red of a colour with one component of a half, whose space asks the program. */
function redOf(program: string): number | undefined {
  const { drawing } = draw({
    content: '/Space cs 0.5 scn 20 20 50 50 re f',
    resources: '/ColorSpace <</Space [/Separation /All /DeviceGray 10 0 R]>>',
    objects: { 10: streamText('/FunctionType 4 /Domain [0 1] /Range [0 1]', `{${program}}`) },
  })
  const red = drawing.areas[0]?.paint.colour?.[0]
  return red === undefined ? undefined : Math.round(1000 * red) / 1000
}

describe('a program', () => {
  it.each<[string, number]>([
    ['0.25 add', 0.75],
    ['0.25 sub', 0.25],
    ['0.5 mul', 0.25],
    ['2 div', 0.25],
    ['pop 7 2 idiv 10 div', 0.3],
    ['pop 7 4 mod 10 div', 0.3],
    ['neg abs', 0.5],
    ['ceiling', 1],
    ['floor', 0],
    ['0.9 add truncate 0.5 mul', 0.5],
    ['cvi', 0],
    ['cvr', 0.5],
    ['2 mul sqrt', 1],
    ['2 exp', 0.25],
    ['0.4 gt {1} {0} ifelse', 1],
    ['0.4 ge {1} {0} ifelse', 1],
    ['0.4 lt {1} {0} ifelse', 0],
    ['0.6 le {1} {0} ifelse', 1],
    ['pop 1 1 eq {1} {0} ifelse', 1],
    ['0.6 gt {pop 1} if 0.5', 0.5],
    ['pop 1 1 ne {1} {0} ifelse', 0],
    ['dup mul', 0.25],
    ['0.2 exch pop', 0.2],
    ['0.2 1 index exch pop exch pop', 0.5],
    ['0.2 0.3 3 1 roll pop pop', 0.3],
    ['0.2 2 copy pop pop pop', 0.5],
    ['5 mul', 1],
  ])('%s gives %s', (program, expected) => {
    expect(redOf(program)).toBe(expected)
  })

  it.each([
    'round',
    '1 and',
    '1 or',
    '1 xor',
    '1 bitshift',
    'true',
    'not',
    '1e0 mul',
    '0.4 gt 1 add',
    '0 div',
    '0.5 ge {1} {0} ifelse',
  ])('gives nothing where viewers disagree: %s', (program) => {
    expect(redOf(program)).toBeUndefined()
  })
})
