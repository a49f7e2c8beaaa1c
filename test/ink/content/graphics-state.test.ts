/**
 * The graphics state, colours, and what an interpreter cannot know.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { streamText } from '../../pdf/make-pdf.js'
import { invertingProfile, rgbProfile } from '../../verify/support/colour-profile.js'
import { draw, type Sheet } from './draw.js'

const boxes = (sheet: Sheet | string) =>
  draw(sheet).drawing.areas.map(({ box }) => box.map((value) => Math.round(value)))
const colours = (sheet: Sheet | string) =>
  draw(sheet).drawing.areas.map(({ paint }) => paint.colour?.map((value) => Math.round(value * 100) / 100))

describe('the graphics state', () => {
  it('is saved, changed and restored', () => {
    expect(boxes('q 2 0 0 2 10 10 cm 0 0 5 5 re f Q 0 0 5 5 re f')).toEqual([
      [10, 10, 20, 20],
      [0, 0, 5, 5],
    ])
  })

  it('turns and skews paths', () => {
    expect(boxes('0 1 -1 0 100 0 cm 0 0 20 10 re f')).toEqual([[90, 0, 100, 20]])
  })

  it('passes over Q without q, and says so: viewers differ on what is restored', () => {
    const { drawing, unknown } = draw('Q Q 0 0 5 5 re f')
    expect(drawing.areas).toHaveLength(1)
    expect(unknown).toContain('misplaced_operator')
  })

  it('clips by boxes and by other paths', () => {
    expect(boxes('10 10 20 20 re W n 0 0 15 15 re f')).toEqual([[10, 10, 15, 15]])
    const { drawing } = draw('0 0 m 50 0 l 0 50 l h W* n 0 0 100 100 re f')
    expect(drawing.areas[0]?.box).toEqual([0, 0, 50, 50])
    expect(drawing.areas[0]?.paint.clip).toMatchObject({ depth: 1, exact: true })
  })

  it('keeps a box a box that was turned by a cosine which is not quite nothing, and none that leans', () => {
    const clipOf = (matrix: string) => draw(`${matrix} cm 0 0 32 22 re W n 0 0 32 22 re f`).drawing.areas[0]?.paint.clip
    expect(clipOf('6.123e-17 1 -1 6.123e-17 50 10')).toMatchObject({ depth: 0, exact: true })
    expect(clipOf('0.0000001 1 -1 0.0000001 50 10')).toMatchObject({ depth: 0, exact: true })
    expect(clipOf('0.001 1 -1 0.001 50 10')).toMatchObject({ depth: 1 })
    expect(clipOf('1 0.01 0 1 50 10')).toMatchObject({ depth: 1 })
  })

  it('leaves out what lies outside of the clip and of the page', () => {
    expect(boxes('10 10 20 20 re W n 50 50 10 10 re f')).toEqual([])
    expect(boxes('300 300 10 10 re f')).toEqual([])
    expect(boxes('10 10 20 20 re W n 50 50 10 10 re W n 0 0 200 200 re f')).toEqual([])
  })

  it('knows how wide lines are where they are drawn', () => {
    expect(boxes('10 w 20 50 m 80 50 l S')).toEqual([[15, 45, 85, 55]])
    expect(boxes('3 0 0 3 0 0 cm 4 w 1 J 10 10 m 20 10 l S')[0]).toEqual([22, 22, 68, 38])
  })

  it('takes over parameters of dictionaries', () => {
    const { drawing, unknown } = draw({
      content: '/G gs 0 0 5 5 re B',
      resources: '/ExtGState <</G <</ca .5 /CA .25 /BM [/Multiply /Strange] /OP true /LW 7>>>>',
    })
    expect(drawing.areas.map(({ kind, paint }) => [kind, paint.alpha, paint.blendMode, paint.overprint])).toEqual([
      ['fill', 0.5, 'Multiply', true],
      ['stroke', 0.25, 'Multiply', true],
    ])
    expect(drawing.areas[1]?.style?.width).toBe(7)
    expect(unknown).toEqual([])
  })

  it('does not know the effect of soft masks, unknown blend modes and transfer functions', () => {
    const resources = (entry: string) => ({
      content: '/G gs 0 0 5 5 re f',
      resources: `/ExtGState <</G <<${entry}>>>>`,
    })
    expect(draw(resources('/SMask <</S /Luminosity>>')).unknown).toEqual(['unread'])
    expect(draw(resources('/SMask <</S /Luminosity>>')).drawing.areas[0]?.paint.isMasked).toBe(true)
    expect(draw(resources('/SMask /None')).unknown).toEqual([])
    expect(draw(resources('/BM /Strange')).unknown).toEqual(['transparency'])
    expect(draw(resources('/BM [/Strange /Multiply]')).unknown).toEqual(['transparency'])
    expect(draw(resources('/TR 10 0 R')).unknown).toEqual(['transparency'])
  })
})

describe('colours', () => {
  it('come from the device spaces', () => {
    const content = '.5 g 0 0 1 1 re f 1 .5 0 rg 0 0 1 1 re f 0 1 1 0 k 0 0 1 1 re f 0 0 0 1 K 0 0 1 1 re S'
    expect(colours(content)).toEqual([
      [0.5, 0.5, 0.5],
      [1, 0.5, 0],
      [0.95, 0.13, 0.12],
      [0.15, 0.13, 0.15],
    ])
  })

  it.each([
    ['ICC by its number of components', '[/ICCBased 10 0 R]', '0 0 1', [0, 0, 1]],
    ['calibrated', '[/CalGray <</WhitePoint [1 1 1] /Gamma 2.2>>]', '.3', [0.3, 0.3, 0.3]],
    ['a palette', '[/Indexed /DeviceRGB 1 <00FF00 0000FF>]', '1', [0, 0, 1]],
    ['a tint by an exponential function', '[/Separation /Spot /DeviceRGB 11 0 R]', '1', [1, 0, 0]],
    ['a tint by a stitched function', '[/Separation /All /DeviceGray 12 0 R]', '.75', [0.5, 0.5, 0.5]],
    ['a tint by a program', '[/DeviceN [/A /B] /DeviceRGB 13 0 R]', '.5 .5', [0.5, 0.5, 1]],
    ['a tint by samples', '[/Separation /All /DeviceGray 14 0 R]', '.5', [0.5, 0.5, 0.5]],
    ['Lab', '[/Lab <</WhitePoint [.95 1 1.09]>>]', '100 0 0', [1, 1, 1]],
  ])('come from a colour space: %s', (_, space, components, expected) => {
    const objects = {
      10: streamText('/N 3', 'profile'),
      11: '<</FunctionType 2 /Domain [0 1] /C0 [1 1 1] /C1 [1 0 0] /N 1>>',
      12: `<</FunctionType 3 /Domain [0 1] /Bounds [.5] /Encode [0 1 0 1] /Functions [${'<</FunctionType 2 /Domain [0 1] /N 1>> '.repeat(2)}]>>`,
      13: streamText(
        '/FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1]',
        '{ 2 copy add dup 0.5 gt { } { pop 1 } ifelse }',
      ),
      14: streamText('/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [2] /BitsPerSample 8', '\x00\xff'),
    }
    const sheet = { content: `/S cs ${components} sc 0 0 5 5 re f`, resources: `/ColorSpace <</S ${space}>>`, objects }
    const [colour] = colours(sheet)
    expect(colour?.map((value) => Math.round(value * 10) / 10)).toEqual(expected)
    expect(draw(sheet).unknown).toEqual([])
  })

  it.each([
    ['a profile like that of a screen', rgbProfile([0, 7000, 65535]), 0.9, 1],
    ['a profile that inverts', invertingProfile(), undefined],
    ['a profile that makes white grey', rgbProfile([0, 30000]), undefined],
    [
      'a profile for another number of components',
      rgbProfile([0, 65535]).map((byte, i) => (i === 16 ? 71 : byte)),
      undefined,
    ],
  ])('come from a profile as far as it yields what a device has: %s', (_, profile, ...expected) => {
    const objects = { 10: streamText('/N 3', Buffer.from(profile).toString('latin1')) }
    const resources = '/ColorSpace <</S [/ICCBased 10 0 R]>>'
    const [colour] = colours({ content: '/S cs .9 .9 1 sc 0 0 5 5 re f', resources, objects })
    expect(colour === undefined ? [undefined] : [colour[0], colour[2]]).toEqual(expected)
  })

  it.each([
    ['/CalRGB <</WhitePoint [.95 1 1.09] /Gamma [2.2 2.2 2.2]>>', '.9 .9 1', true],
    ['/CalRGB <</WhitePoint [.95 1 1.09] /Gamma [60 60 60]>>', '.9 .9 1', false],
    ['/CalRGB <</WhitePoint [.95 1 1.09] /Matrix [0 0 0 0 0 0 0 0 0]>>', '1 1 1', false],
    ['/CalGray <</WhitePoint [.01 1 .01]>>', '1', false],
    ['/CalGray <</WhitePoint [.95 1 1.09] /Gamma 1.8>>', '1', true],
    ['/Lab <</WhitePoint [.01 1 .01]>>', '100 0 0', false],
  ])('are measured against a white point: %s', (space, components, isKnown) => {
    const sheet = { content: `/S cs ${components} sc 0 0 5 5 re f`, resources: `/ColorSpace <</S [${space}]>>` }
    expect(colours(sheet)[0] !== undefined).toBe(isKnown)
  })

  it.each([
    ['/DefaultGray [/Separation /X /DeviceGray <</FunctionType 2 /N 1 /Domain [0 1] /C0 [1] /C1 [0]>>]', '1 g', false],
    ['/DefaultGray [/CalGray <</WhitePoint [.95 1 1.09]>>]', '1 g', true],
    ['/DefaultGray /New', '1 g', false],
    ['/DefaultRGB [/CalRGB <</WhitePoint [.95 1 1.09]>>]', '1 1 1 rg', true],
    ['/DefaultRGB [/Lab <</WhitePoint [.95 1 1.09]>>]', '1 0 0 rg', false],
    ['/DefaultRGB /New', '1 g', true],
  ])('are known where the resources replace a device space by one that is alike: %s', (entries, operator, isKnown) => {
    const sheet = { content: `${operator} 0 0 5 5 re f`, resources: `/ColorSpace <<${entries}>>` }
    expect(colours(sheet)[0] !== undefined).toBe(isKnown)
  })

  it('are unknown where the space is', () => {
    const { drawing, unknown } = draw({ content: '/S cs 1 sc 0 0 5 5 re f', resources: '/ColorSpace <</S [/New 1]>>' })
    expect(drawing.areas[0]?.paint.colour).toBeUndefined()
    expect(unknown).toEqual(['colour'])
  })

  it('are unknown with the colourant None, which some viewers paint', () => {
    const space = '[/Separation /None /DeviceGray <</FunctionType 2 /Domain [0 1] /N 1>>]'
    const sheet = { content: '/S cs 1 sc 0 0 5 5 re f', resources: `/ColorSpace <</S ${space}>>` }
    expect(boxes(sheet)).toEqual([[0, 0, 5, 5]])
    expect(colours(sheet)).toEqual([undefined])
  })
})

describe('what an interpreter cannot know', () => {
  it.each([
    ['an operator that does not exist', '1 2 foo', 'unknown_operator'],
    ['too few operands', '1 0 0 1 cm', 'malformed_operands'],
    ['too many operands', '7 1 0 0 1 0 0 cm', 'malformed_operands'],
    ['operands of another type', '(a) w', 'malformed_operands'],
    ['a missing resource', '/X Do', 'missing_resource'],
    ['a path without a beginning', '10 10 l S', 'misplaced_operator'],
    ['text outside of a text object', '/F1 12 Tf (a) Tj', 'misplaced_operator'],
    ['a matrix beyond all bounds', `${`1${'0'.repeat(300)} 0 0 1 0 0 cm `.repeat(2)}`, 'geometry'],
    ['a rendering mode that does not exist', 'BT 9 Tr ET', 'malformed_operands'],
    ['an integer beyond 32 bits', '1 0 0 1 99999999999 0 cm', 'malformed_content'],
    ['a state restored behind a place in a text', 'BT 1 0 0 1 5 5 Tm q 1 0 0 1 9 9 Tm Q ET', 'misplaced_operator'],
    ['a state saved before a text and restored in it', 'q BT Q ET', 'misplaced_operator'],
  ])('is listed: %s', (_, content, code) => {
    expect(draw(content).unknown).toContain(code)
  })

  it.each([
    '/BBox [0 0 9 9] /Matrix [1 0 0 1 5 5 0]',
    '/BBox [0 0 9 9] /Matrix [1 0 0 1]',
    '/BBox [0 0 9 9] /Matrix [1 0 0 1 (x) 0]',
    '/BBox [0 0 9 9] /Matrix /Identity',
    '/BBox [0 0 9 9 0]',
    '/BBox [0 0 9]',
  ])('is a form with an odd box or matrix: %s', (entries) => {
    const sheet = { content: '/Fm Do', resources: '/XObject <</Fm 10 0 R>>' }
    const form = streamText(`/Type /XObject /Subtype /Form ${entries}`, '0 0 5 5 re f')
    expect(draw({ ...sheet, objects: { 10: form } }).unknown).toContain('malformed_operands')
  })

  it.each([
    ['/ImageMask true /Decode [1]', false],
    ['/ImageMask true /Decode [1 1]', false],
    ['/ImageMask true /Decode [1 0]', true],
    ['/ImageMask 1 /ColorSpace /DeviceGray', false],
    ['/ColorSpace /DeviceGray /Mask 11 0 R', true],
    ['/ColorSpace /DeviceGray /Mask 12 0 R', false],
    ['/ColorSpace /DeviceGray /SMask 12 0 R', true],
    ['/ColorSpace /DeviceGray /SMask 11 0 R', false],
    ['/ColorSpace /DeviceGray /SMask 13 0 R', false],
  ])('is an image with an odd mask: %s', (entries, isPlain) => {
    const image = (more: string) => streamText(`/Subtype /Image /Width 8 /Height 1 /BitsPerComponent 1 ${more}`, 'U')
    const { unknown } = draw({
      content: 'q 9 0 0 9 0 0 cm /I Do Q',
      resources: '/XObject <</I 10 0 R>>',
      objects: {
        10: image(entries),
        11: image('/ImageMask true'),
        12: image('/ColorSpace /DeviceGray'),
        13: image('/ColorSpace [/Indexed /DeviceGray 1 <FFFF>]'),
      },
    })
    expect(unknown).toEqual(isPlain ? [] : ['image'])
  })

  it.each([
    ['/FontMatrix [.01 0 0 .01 0 0] /FirstChar 65 /LastChar 66 /Widths [100 100]', true],
    ['/FirstChar 65 /LastChar 66 /Widths [100 100]', false],
    ['/FontMatrix [.01 0 0 .01 5 0 0] /FirstChar 65 /LastChar 66 /Widths [100 100]', false],
    ['/FontMatrix [.01 0 0 .01 0 0] /FirstChar 65.0 /LastChar 66 /Widths [100 100]', false],
    ['/FontMatrix [.01 0 0 .01 0 0] /FirstChar 65 /LastChar 65 /Widths [100 100]', false],
  ])('is where a font of procedures puts its letters: %s', (entries, isKnown) => {
    const { unknown } = draw({
      content: 'BT /T 10 Tf 5 5 Td (AB) Tj ET',
      resources: `/Font <</T <</Type /Font /Subtype /Type3 /FontBBox [0 0 100 100] /CharProcs <</g 10 0 R>>
        /Encoding <</Differences [65 /g /g]>> ${entries}>>>>`,
      objects: { 10: streamText('', '100 0 d0 0 0 50 50 re f') },
    })
    expect(unknown.includes('glyph_place')).toBe(!isKnown)
  })

  it.each([
    ['/DW 500 /W [3 [600] 4 6 700]', true],
    ['/DW 500.0', false],
    ['/W [3.0 [600]]', false],
    ['/W [3 [600] 3 [700]]', false],
    ['/W [3 [600] 3 [600]]', true],
    ['/W [(x) 3 [600]]', false],
  ])('is where a composite font puts its letters: %s', (entries, isKnown) => {
    const system = '/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>'
    const descendant = `<</Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica ${system} ${entries}>>`
    const { unknown } = draw({
      content: 'BT /T 10 Tf 5 5 Td <00030004> Tj ET',
      resources: `/Font <</T <</Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H
        /DescendantFonts [${descendant}]>>>>`,
    })
    expect(unknown.includes('glyph_place')).toBe(!isKnown)
  })

  it('is passed over between BX and EX', () => {
    expect(draw('BX 1 2 foo BX bar EX baz EX').unknown).toEqual([])
    expect(draw('BX EX foo').unknown).toEqual(['unknown_operator'])
  })

  it('is listed with its place', () => {
    const { drawing } = draw({
      content: 'q /Fm Do Q',
      resources: '/XObject <</Fm 10 0 R>>',
      objects: { 10: streamText('/Type /XObject /Subtype /Form /BBox [0 0 10 10]', 'q strange Q') },
    })
    expect(drawing.unknown).toEqual([
      { code: 'unknown_operator', detail: 'there is no operator "strange"', path: '/Fm', offset: 2 },
    ])
  })
})
