/**
 * The numbers by which content is interpreted: each has a drawing just within it and one just beyond.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { type ColourSpace, DEVICE_CMYK, knownColour, pixelColour } from '../../../src/ink/colour/colour.js'
import { streamText } from '../../pdf/make-pdf.js'
import { draw } from './draw.js'

/** A letter of a Type 3 font at 10 points that paints a box. */
function boxLetter(width: number, height: number) {
  const { drawing } = draw({
    content: 'BT /F9 10 Tf 20 20 Td (A) Tj ET',
    resources: '/Font <</F9 20 0 R>>',
    objects: {
      20: `<</Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 9000 9000] /FirstChar 65
        /LastChar 65 /Widths [1000] /CharProcs <</a 21 0 R>> /Encoding <</Type /Encoding /Differences [65 /a]>>>>`,
      21: streamText('', `1000 0 d0 0 0 ${100 * width} ${100 * height} re f`),
    },
  })
  return drawing.areas[0]?.inGlyph
}

type Row = readonly [number: string, holds: (value: number) => boolean, within: number, beyond: number]

describe('content', () => {
  it.each<Row>([
    ['largest letter', (side) => boxLetter(side, side) === true, 29, 31],
    ['broadest letter', (ratio) => boxLetter(10 * ratio, 10) === true, 1.9, 2.1],
    ['highest dash', (height) => boxLetter(20, height) === true, 2.4, 2.6],
    [
      'outline',
      (ems) => !draw(`${20 * ems} w BT 1 Tr /F1 20 Tf 20 20 Td (A) Tj ET`).unknown.includes('glyph_place'),
      0.115,
      0.125,
    ],
    [
      'transfer',
      (change) => {
        const resources = `/ExtGState <</T <</TR <</FunctionType 2 /Domain [0 1] /N 1 /C0 [${change}] /C1 [1]>>>>>>`
        return !draw({ content: '/T gs 0 0 9 9 re f', resources }).unknown.includes('transparency')
      },
      0.095,
      0.105,
    ],
  ])('is judged by %s', (_, holds, within, beyond) => {
    expect([holds(within), holds(beyond)]).toEqual([true, false])
  })

  it('has lines and boxes half a point thick', () => {
    const [thin, thick] = draw('10 10 0.1 50 re f 10 10 0.6 50 re f').drawing.areas.map(({ box }) => box[2] - box[0])
    expect(thin).toBeCloseTo(0.5, 6)
    expect(thick).toBeCloseTo(0.6, 6)
  })
})

describe('a colour on which viewers differ', () => {
  const space = (difference: number): ColourSpace => ({
    ...DEVICE_CMYK,
    toRgb: () => [0.5, 0.5, 0.5],
    otherwise: () => [0.5, 0.5 + difference, 0.5],
  })

  it.each<Row>([
    ['on a page', (difference) => knownColour(space(difference), []) !== undefined, 0.145, 0.155],
    ['in a picture', (difference) => pixelColour(space(difference), []) !== undefined, 0.24, 0.26],
  ])('is known: %s', (_, holds, within, beyond) => {
    expect([holds(within), holds(beyond)]).toEqual([true, false])
  })
})
