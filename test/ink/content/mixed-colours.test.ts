/**
 * What hides the ground although its mode only darkens or lightens, and pictures and patterns of which viewers show more than
 * their entries say.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import { PictureParts } from '../../../src/ink/raster/area-mask.js'
import { streamText } from '../../pdf/make-pdf.js'
import { cover, draw, hiddenOf, PAGE, type Sheet } from './draw.js'

const MODES = '/ExtGState <</M <</BM /Multiply>> /D <</BM /Darken>> /S <</BM /Screen>> /L <</BM /Lighten>>>>'
const AREA = '0 0 100 100 re f'

/** How much is hidden of the middle of an area of a hundred points. */
const hidden = (sheet: Sheet): number => hiddenOf(draw(sheet), [20, 20, 80, 80])
const withModes = (content: string) => hidden({ content, resources: MODES })
/** A form with an area in white that multiplies, within another form. */
const grouped = (group: string, depth = 1) => {
  const inner = streamText(`/Subtype /Form /BBox [0 0 100 100] ${group} /Resources <<${MODES}>>`, `/M gs 1 g ${AREA}`)
  const outer = streamText('/Subtype /Form /BBox [0 0 100 100] /Resources <</XObject <</X 10 0 R>>>>', '/X Do')
  return {
    content: '/X Do',
    resources: `/XObject <</X ${depth === 1 ? 10 : 11} 0 R>>`,
    objects: { 10: inner, 11: outer },
  }
}

describe('blend modes', () => {
  it.each([
    ['white by Multiply', '/M gs 1 g', 0],
    ['white by Darken', '/D gs 1 g', 0],
    ['black by Multiply', '/M gs 0 g', 1],
    ['black by Screen, where viewers paint no paper', '/S gs 0 g', 1],
    ['black by Lighten, where viewers paint no paper', '/L gs 0 g', 1],
    ['white by Screen', '/S gs 1 g', 1],
  ])('%s', (_, colour, share) => {
    expect(withModes(`${colour} ${AREA}`)).toBe(share)
  })

  it.each([
    ['in a form', '', 2, 0],
    ['in the group of an appearance', '/Group <</S /Transparency>>', 1, 0],
    ['in the isolated group of an appearance', '/Group <</S /Transparency /I true>>', 1, 1],
    ['in a group within a form, which PDF.js isolates', '/Group <</S /Transparency>>', 2, 1],
  ])('white by Multiply %s', (_, group, depth, share) => {
    expect(hidden(grouped(group, depth))).toBe(share)
  })

  it('of a group mix it with the page', () => {
    const form = streamText('/Subtype /Form /BBox [0 0 100 100] /Group <</S /Transparency /I true>>', `1 g ${AREA}`)
    const resources = `${MODES} /XObject <</X 10 0 R>>`
    expect(hidden({ content: '/M gs /X Do', resources, objects: { 10: form } })).toBe(0)
  })

  it('hide inside of a coloured glyph, and not around it', () => {
    const font = (letter: string) => ({
      resources: `${MODES} /Font <</T <</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0]
        /FirstChar 97 /LastChar 97 /Widths [1000] /CharProcs <</a 10 0 R>> /Encoding <</Differences [97 /a]>> /Resources <<${MODES}>>>>>>`,
      objects: { 10: streamText('', `1000 0 d0 ${letter} 0 0 1000 1000 re f`) },
    })
    const text = 'BT /T 100 Tf (a) Tj ET'
    expect(hidden({ content: text, ...font('/M gs 1 g') })).toBe(1)
    expect(hidden({ content: `/M gs 1 g ${text}`, ...font('1 g') })).toBe(0)
  })
})

describe('patterns', () => {
  const filled = (entries: string, cell: string) =>
    hidden({
      content: `/Pattern cs /P scn ${AREA}`,
      resources: '/Pattern <</P 10 0 R>>',
      objects: { 10: streamText(`/PatternType 1 /PaintType 1 /TilingType 1 ${entries} /Resources <<${MODES}>>`, cell) },
    })

  it('white by Multiply in a cell hides', () => {
    expect(filled('/BBox [0 0 200 200] /XStep 200 /YStep 200', `/M gs 1 g ${AREA}`)).toBe(1)
  })

  it('a cell that is larger than the area is not clipped, as in MuPDF', () => {
    expect(filled('/BBox [0 0 9 9] /XStep 101 /YStep 101', `0 g ${AREA}`)).toBe(1)
  })

  it('one cell is drawn however large its steps are', () => {
    expect(filled('/BBox [0 0 100 100] /XStep 9000000 /YStep 9000000', `0 g ${AREA}`)).toBe(1)
  })

  it('many cells are clipped by their boxes', () => {
    expect(filled('/BBox [0 0 5 10] /XStep 10 /YStep 10', `0 g ${AREA}`)).toBe(0.5)
  })

  it.each([
    ['overlap', '/BBox [0 0 10 10] /XStep 9 /YStep 10'],
    ['have no area', '/BBox [0 0 0 0] /XStep 10 /YStep 10'],
    ['go backwards', '/BBox [0 0 10 10] /XStep -10 /YStep 10'],
    ['have a box that goes backwards', '/BBox [10 10 0 0] /XStep 10 /YStep 10'],
    ['are in a layer', '/BBox [0 0 10 10] /XStep 10 /YStep 10 /OC <<>>'],
  ])('cells count as one area where they %s', (_, entries) => {
    expect(filled(entries, '')).toBe(1)
  })
})

describe('shadings', () => {
  const shaded = (entries: string) => {
    const fn = '/Function <</FunctionType 2 /N 1 /Domain [0 1] /C0 [1 0 0] /C1 [1 0 0]>>'
    const drawn = draw({
      content: '0 0 100 100 re W n /S sh',
      resources: `/Shading <</S <</ColorSpace /DeviceRGB ${fn} ${entries}>>>>`,
    })
    const sheet = cover(drawn, PAGE, { colours: new PictureParts(PAGE), scale: 1 })
    const cell = 50 * sheet.frame.width + 50
    return [sheet.coveredAt(cell), sheet.looks.unknown[cell] === 0 ? sheet.colourAt(cell) : undefined]
  }

  it.each([
    ['an axis', '/ShadingType 2 /Coords [0 0 100 0] /Extend [true true]'],
    ['circles, one inside of the other', '/ShadingType 3 /Coords [50 50 0 50 50 90] /Extend [true true]'],
  ])('have known colours by %s', (_, entries) => {
    expect(shaded(entries)).toEqual([1, [1, 0, 0]])
  })

  it.each([
    ['by place, which PDF.js does not know', '/ShadingType 1 /Matrix [100 0 0 100 0 0]'],
    ['with a ground', '/ShadingType 2 /Coords [0 0 100 0] /Extend [true true] /Background [0 1 0]'],
    ['with a box', '/ShadingType 2 /Coords [0 0 100 0] /Extend [true true] /BBox [0 0 10 10]'],
    ['with another domain', '/ShadingType 2 /Coords [0 0 100 0] /Extend [true true] /Domain [0 2]'],
    ['that does not reach all', '/ShadingType 2 /Coords [0 0 10 0]'],
    ['by no axis', '/ShadingType 2 /Coords [50 0 50 0.05] /Extend [true true]'],
    ['by circles beside each other', '/ShadingType 3 /Coords [20 50 5 60 50 20] /Extend [true true]'],
  ])('have unknown colours and hide all: %s', (_, entries) => {
    expect(shaded(entries)).toEqual([1, undefined])
  })
})

describe('tints', () => {
  const tint = (names: string, c0: string, tints: string) => {
    const fn = `<</FunctionType 2 /N 1 /Domain [0 1] /C0 [${c0}] /C1 [0 0 1]>>`
    const resources = `/ColorSpace <</S [/Separation /${names} /DeviceRGB ${fn}]>>`
    return draw({ content: `/S cs ${tints} scn ${AREA}`, resources }).drawing.areas[0]?.paint.colour
  }

  it.each([
    ['a paler full ink', 'Spot', '1 1 1', '.5', [0.5, 0.5, 1]],
    ['a full ink', 'Spot', '1 0 0', '1', [0, 0, 1]],
    ['no paler full ink, as MuPDF prints it', 'Spot', '1 0 0', '.5', undefined],
    ['all inks', 'All', '1 0 0', '0', [1, 0, 0]],
    ['an ink with a name of its own', 'Cyan', '1 1 1', '1', undefined],
  ])('are known: %s', (_, names, c0, tints, colour) => {
    expect(tint(names, c0, tints)).toEqual(colour)
  })
})

describe('pictures', () => {
  /** The colour in the first and the last quarter of a picture on a hundred points. */
  const shown = (entries: string, data: string, more: Readonly<Record<number, string>> = {}) => {
    const objects = { 10: streamText(`/Subtype /Image ${entries}`, data), ...more }
    const drawn = draw({
      content: '1 0 0 rg q 100 0 0 100 0 0 cm /I Do Q',
      resources: '/XObject <</I 10 0 R>>',
      objects,
    })
    const sheet = cover(drawn, PAGE, { colours: new PictureParts(PAGE), scale: 1 })
    return [40, 60].map((x) => {
      const cell = 50 * sheet.frame.width + x
      if (drawn.unknown.length > 0) return drawn.unknown[0]
      return sheet.looks.unknown[cell] === 0 ? sheet.colourAt(cell).map((value) => Math.round(255 * value)) : undefined
    })
  }
  const GREY = '/ColorSpace /DeviceGray /BitsPerComponent 8'
  const [black, white, red] = [
    [0, 0, 0],
    [255, 255, 255],
    [255, 0, 0],
  ] as const

  it.each([
    ['two samples reach to the middle', `/Width 2 /Height 1 ${GREY}`, '\0\u00ff', [black, white]],
    ['a stencil of two samples', '/Width 2 /Height 1 /ImageMask true', '\u0040', [red, white]],
    [
      'inverted samples that are coded',
      `/Width 2 /Height 1 ${GREY} /Decode [1 0] /Filter /ASCIIHexDecode`,
      'ff00',
      [black, white],
    ],
    ['a line break behind the samples', `/Width 2 /Height 1 ${GREY}`, '\0\u00ff\n', [black, white]],
  ])('are read: %s', (_, entries, data, colours) => {
    expect(shown(entries, data)).toEqual(colours)
  })

  it.each([
    ['a width that is a real', `/Width 2.0 /Height 1 ${GREY}`, '\0\u00ff'],
    ['a depth that is a real', '/Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8.0', '\0\u00ff'],
    ['a row too many', `/Width 2 /Height 1 ${GREY}`, '\0\u00ff\0\u00ff'],
    ['a range that is not whole', `/Width 2 /Height 1 ${GREY} /Decode [0 .5]`, '\0\u00ff'],
    ['inverted samples of whole bytes', `/Width 2 /Height 1 ${GREY} /Decode [1 0]`, '\0\u00ff'],
    ['Lab', '/Width 1 /Height 1 /ColorSpace [/Lab <</WhitePoint [.95 1 1.09]>>] /BitsPerComponent 8', '\0\0\0'],
  ])('have unknown colours with %s', (_, entries, data) => {
    expect(shown(entries, data)).toEqual([undefined, undefined])
  })

  it.each([
    ['a stencil of eight bits', '/Width 1 /Height 1 /ImageMask true /BitsPerComponent 8', '\0'],
    ['a stencil with a mask', '/Width 1 /Height 1 /ImageMask true /Mask 11 0 R', '\0'],
    ['a soft mask that is masked', `/Width 1 /Height 1 ${GREY} /SMask 12 0 R`, '\0'],
    ['a soft mask without colours', `/Width 1 /Height 1 ${GREY} /SMask 13 0 R`, '\0'],
    ['a soft mask that is inverted in whole bytes', `/Width 1 /Height 1 ${GREY} /SMask 14 0 R`, '\0'],
    [
      'marks between rows that need none',
      '/Width 8 /Height 1 /ImageMask true /Filter /CCITTFaxDecode /DecodeParms <</K -1 /Columns 8 /EndOfLine true>>',
      '\u00ff',
    ],
    [
      'masked colours of two bits',
      '/Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 2 /Mask [0 0 0 0 0 0]',
      '\0',
    ],
  ])('have an unknown shape with %s', (_, entries, data) => {
    const masks = {
      11: streamText('/Subtype /Image /Width 1 /Height 1 /ImageMask true', '\0'),
      12: streamText(`/Subtype /Image /Width 1 /Height 1 ${GREY} /Mask 11 0 R`, '\u00ff'),
      13: streamText('/Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8', '\u00ff'),
      14: streamText(`/Subtype /Image /Width 1 /Height 1 ${GREY} /Decode [1 0]`, '\0'),
    }
    expect(shown(entries, data, masks)).toEqual(['image', 'image'])
  })

  it.each([
    ['as it says', '/Width 16 /Height 16', '', true],
    ['of another width than it says', '/Width 8 /Height 16', '', false],
    ['of another height than it says', '/Width 16 /Height 32', '', false],
    ['with the usual transformation of colours', '/Width 16 /Height 16', '/DecodeParms <</ColorTransform 1>>', true],
    ['with another transformation of colours', '/Width 16 /Height 16', '/DecodeParms <</ColorTransform 0>>', false],
  ])('are JPEG %s', (_, size, params, isRead) => {
    const canvas = createCanvas(16, 16)
    canvas.getContext('2d').fillRect(0, 0, 16, 16)
    const data = canvas.toBuffer('image/jpeg').toString('latin1')
    const entries = `${size} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode ${params}`
    expect(shown(entries, data)).toEqual(isRead ? [black, black] : [undefined, undefined])
  })

  it('pixels of twelve bits are foretold from two bytes before', () => {
    const differences = deflateSync(Uint8Array.of(1, 0xff, 0xff, 0, 0, 0, 0)).toString('latin1')
    const coded = '/Filter /FlateDecode /DecodeParms <</Predictor 11 /Colors 3 /BitsPerComponent 4 /Columns 4>>'
    expect(shown(`/Width 4 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 4 ${coded}`, differences)).toEqual([
      white,
      white,
    ])
  })
})
