/**
 * The area that a drawing covers.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Box } from '../../../src/pdf/matrix.js'
import { streamText } from '../../pdf/make-pdf.js'
import { cover, draw, hiddenOf } from './draw.js'

const WORD: Box = [50, 100, 110, 110]
const repeat = (count: number, make: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => make(i)).join(' ')

describe('the area that a drawing covers', () => {
  it.each([
    ['nothing', '', 0],
    ['a box over all of it', '40 90 90 30 re f', 1],
    ['a box over the left half', '40 90 40 30 re f', 0.5],
    ['a box beside it', '120 90 40 30 re f', 0],
    ['two boxes that overlap', '50 100 30 10 re f 50 100 30 10 re f', 0.5],
    ['a triangle over half', '50 100 m 110 100 l 50 110 l f', 0.5],
    ['a ring by the even-odd rule', '50 100 60 10 re 65 100 30 10 re f*', 0.5],
    ['a ring by the nonzero rule', '50 100 60 10 re 65 100 30 10 re f', 1],
    ['a thick stroke', '10 w 50 105 m 110 105 l S', 1],
    ['a thick stroke, scaled', 'q 5 0 0 5 0 0 cm 2 w 10 21 m 22 21 l S Q', 1],
    // The lines meet at six degrees, so that their point is 90 points away: two thirds of the word lie under it.
    ['a pointed corner', '10 w 20 M -40 100 m 50 105 l -40 110 l S', 0.67],
    ['a pointed corner of a closed line', '10 w 20 M -40 100 m 50 105 l -40 110 l s', 0.67],
    ['a pointed corner of a dashed line', '10 w 20 M [900] 0 d -40 100 m 50 105 l -40 110 l S', 0.67],
    ['a pointed corner in a graphics state', '/Point gs 10 w -40 100 m 50 105 l -40 110 l S', 0.67],
    ['a corner beyond the limit', '10 w 12 M -40 100 m 45 105 l -40 110 l S', 0],
    ['a bevelled corner', '10 w 2 j 20 M -40 100 m 45 105 l -40 110 l S', 0],
    ['a thin stroke', '1 w 50 105 m 110 105 l S', 0.1],
    ['a dashed stroke', '10 w [6] 0 d 50 105 m 110 105 l S', 0.5],
    ['a hatch of thin lines', `.8 w ${repeat(61, (i) => `${50 + i} 100 m ${50 + i} 110 l`)} S`, 0.8],
    ['a hatch of hairlines', `0 w ${repeat(121, (i) => `${50 + i / 2} 100 m ${50 + i / 2} 110 l`)} S`, 1],
    ['a hatch of thin boxes', repeat(61, (i) => `${50 + i} 100 .05 10 re f`), 0.5],
    ['one layer of alpha', '/A gs 50 100 60 10 re f', 0.4],
    ['four layers of alpha', `/A gs ${repeat(4, () => '50 100 60 10 re f')}`, 0.87],
    ['multiplied with yellow', '/M gs 1 1 0 rg 50 100 60 10 re f', 0.04],
    ['multiplied with grey, five times', `/M gs .5 g ${repeat(5, () => '50 100 60 10 re f')}`, 0.97],
    ['screened with white', '/S gs 1 g 50 100 60 10 re f', 1],
    ['a clip that leaves half', '50 100 30 10 re W n 0 0 200 200 re f', 0.5],
    ['a clip that is no box', '50 100 m 110 100 l 50 110 l W n 0 0 200 200 re f', 0.5],
    ['a curve', '50 105 m 50 118 110 118 110 105 c 110 92 50 92 50 105 c f', 0.91],
    ['an image', 'q 60 0 0 10 50 100 cm /I Do Q', 1],
    ['an image with a mask of a quarter', 'q 60 0 0 10 50 100 cm /Q Do Q', 0.25],
    ['a stencil of stripes', 'q 60 0 0 10 50 100 cm /St Do Q', 0.5],
    ['a stencil the other way round', 'q 60 0 0 10 50 100 cm /Inv Do Q', 0.75],
    ['an image with a stencil for a mask', 'q 60 0 0 10 50 100 cm /Ex Do Q', 0.25],
    ['a shading within a clip', '50 100 30 10 re W n /Sh sh', 0.5],
    ['a form in its box', '/Fm Do', 0.5],
    ['a group with alpha', '/A gs /Gr Do', 0.4],
    ['a tiling pattern', '/Pattern cs /T scn 50 100 60 10 re f', 0.5],
    ['an uncoloured tiling pattern', '/Cs cs 1 0 0 /U scn 50 100 60 10 re f', 0.5],
    ['a Type 3 glyph', 'BT /F 60 Tf 50 100 Td (A) Tj ET', 0.5],
    ['invisible text', '3 Tr BT /F1 60 Tf 50 100 Td (HHH) Tj ET', 0],
    ['a layer that can be switched on', '/OC /Off BDC 50 100 60 10 re f EMC', 1],
  ])('adds up: %s', (_, content, expected) => {
    const font =
      '/F <</Type /Font /Subtype /Type3 /FontMatrix [.01 0 0 .01 0 0] /FontBBox [0 0 100 100] /FirstChar 65 /Widths [100] /CharProcs <</g 16 0 R>> /Encoding <</Differences [65 /g]>>>>'
    const image = '/Type /XObject /Subtype /Image /Width 4 /Height 1 /BitsPerComponent'
    const drawn = draw({
      content,
      resources: `/Font <<${font} /F1 <</Type /Font /Subtype /Type1 /BaseFont /Helvetica>>>> /ExtGState <</Point <</ML 20 /LJ 0>> /A <</ca .4>> /M <</BM /Multiply>> /S <</BM /Screen>>>>
        /XObject <</I 10 0 R /Q 11 0 R /St 12 0 R /Inv 13 0 R /Ex 14 0 R /Fm 15 0 R /Gr 17 0 R>> /Shading <</Sh <</ShadingType 2>>>>
        /Pattern <</T 18 0 R /U 19 0 R>> /ColorSpace <</Cs [/Pattern /DeviceRGB]>> /Properties <</Off 20 0 R>>`,
      objects: {
        10: streamText(`${image} 8 /ColorSpace /DeviceGray`, 'abcd'),
        11: streamText(`${image} 8 /ColorSpace /DeviceGray /SMask 21 0 R`, 'abcd'),
        12: streamText(`${image} 1 /ImageMask true`, '\xa0'),
        13: streamText(`${image} 1 /ImageMask true /Decode [1 0]`, '\xe0'),
        14: streamText(`${image} 8 /ColorSpace /DeviceGray /Mask 22 0 R`, 'abcd'),
        15: streamText('/Subtype /Form /BBox [0 0 30 10] /Matrix [1 0 0 1 50 100]', '-99 -99 999 999 re f'),
        16: streamText('', '100 0 0 0 100 100 d1 0 0 50 100 re f'),
        17: streamText('/Subtype /Form /BBox [0 0 200 200] /Group <</S /Transparency>>', '50 100 60 10 re f'),
        18: streamText('/PatternType 1 /PaintType 1 /BBox [0 0 4 4] /XStep 4 /YStep 4 /Resources <<>>', '0 0 2 4 re f'),
        19: streamText('/PatternType 1 /PaintType 2 /BBox [0 0 2 4] /XStep 4 /YStep 4 /Resources <<>>', '0 0 4 4 re f'),
        20: '<</Type /OCG /Name (off)>>',
        21: streamText(`${image} 8 /ColorSpace /DeviceGray`, '\xff\x00\x00\x00'),
        22: streamText(`${image} 1 /ImageMask true`, '\x70'),
      },
      catalog: '/OCProperties <</OCGs [20 0 R] /D <</OFF [20 0 R]>>>>',
    })
    expect(hiddenOf(drawn, WORD)).toBeCloseTo(expected, 1)
    expect(drawn.unknown).toEqual([])
  })

  it('counts letters by their cells, as much as is asked for', () => {
    const drawn = draw('BT /F1 20 Tf 50 100 Td (H H) Tj ET')
    const letter = drawn.visible[0]?.glyph.box as Box
    const blank = drawn.visible[1]?.glyph.box as Box
    expect(hiddenOf(drawn, letter)).toBeGreaterThan(0.95)
    expect(hiddenOf(drawn, letter, { letters: 0.5 })).toBeCloseTo(0.5, 1)
    expect(hiddenOf(drawn, letter, { letters: 0 })).toBe(0)
    // The cells at its edges belong to its neighbours in part.
    expect(hiddenOf(drawn, blank)).toBeLessThan(0.25)
  })

  it('tells the most hidden cell and the painted box', () => {
    const area = cover(draw('50 100 30 10 re f'))
    expect(area.coverageOf(WORD)).toEqual({ most: 1, mean: expect.closeTo(0.5, 2) })
    expect(area.paintedBox).toEqual([50, 100, 80, 110])
    expect(cover(draw('')).paintedBox).toBeUndefined()
  })

  it('looks at a region of the page, and at nothing outside of it', () => {
    const area = cover(draw('0 0 200 200 re f'), [60, 100, 110, 110])
    expect(area.coverageOf([60, 100, 110, 110]).mean).toBe(1)
    expect(area.coverageOf([10, 100, 110, 110]).mean).toBeCloseTo(0.5, 5)
    expect(area.coverageOf([0, 0, 50, 50]).mean).toBe(0)
  })

  it('counts as hidden what it has no budget to draw', () => {
    const drawn = draw('50 100 m 110 100 l 50 110 l f')
    drawn.reader.budget.cells = 200 * 200 * 4 + 10
    expect(cover(drawn).coverageOf(WORD).mean).toBe(1)
  })

  it('counts the cells of a pattern as opaque where there are too many', () => {
    const drawn = draw({
      content: '/Pattern cs /T scn 0 0 200 200 re f',
      resources: '/Pattern <</T 10 0 R>>',
      objects: { 10: streamText('/PatternType 1 /PaintType 1 /BBox [0 0 2 2] /XStep 2 /YStep 2', '0 0 1 1 re f') },
    })
    expect(drawn.unknown).toEqual(['unread'])
    expect(hiddenOf(drawn, WORD)).toBe(1)
  })

  it('does not know masks in codecs that it does not decode', () => {
    const drawn = draw({
      content: 'q 60 0 0 10 50 100 cm /I Do Q',
      resources: '/XObject <</I 10 0 R>>',
      objects: { 10: streamText('/Subtype /Image /Width 4 /Height 4 /ImageMask true /Filter /JBIG2Decode', 'abcd') },
    })
    expect(drawn.unknown).toEqual(['image'])
    expect(hiddenOf(drawn, WORD)).toBe(1)
  })

  it('does not know what a form without an area of its own paints', () => {
    const drawn = draw({
      content: '/Fm Do',
      resources: '/XObject <</Fm 10 0 R>>',
      objects: { 10: streamText('/Subtype /Form /BBox [0 0 0 0]', '50 100 60 10 re f') },
    })
    expect(drawn.unknown).toEqual(['geometry'])
    expect(hiddenOf(drawn, WORD)).toBe(1)
  })
})
