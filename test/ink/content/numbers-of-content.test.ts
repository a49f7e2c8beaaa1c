/**
 * The numbers by which content is interpreted: each has a drawing just within it and one just beyond.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import {
  type ColourSpace,
  DEVICE_CMYK,
  isColourComponent,
  knownColour,
  pixelColour,
} from '../../../src/ink/colour/colour.js'
import { isWhite } from '../../../src/ink/colour/icc-profile.js'
import { boxClip, clipByPath, clipShareAt } from '../../../src/ink/content/clip.js'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { isThin } from '../../../src/ink/content/path.js'
import { HAIRLINE, spikeReach, strokeOutline } from '../../../src/ink/content/stroke.js'
import { UnknownLog } from '../../../src/ink/content/unknown-content.js'
import { streamText } from '../../pdf/make-pdf.js'
import { draw } from './draw.js'

/** A Type 3 font at 10 points, and its letter that paints a box. */
function boxFont(width: number, height: number) {
  return draw({
    content: 'BT /F9 10 Tf 20 20 Td (A) Tj ET',
    resources: '/Font <</F9 20 0 R>>',
    objects: {
      20: `<</Type /Font /Subtype /Type3 /FontMatrix [0.001 0 0 0.001 0 0] /FontBBox [0 0 9000 9000] /FirstChar 65
        /LastChar 65 /Widths [1000] /CharProcs <</a 21 0 R>> /Encoding <</Type /Encoding /Differences [65 /a]>>>>`,
      21: streamText('', `1000 0 d0 0 0 ${100 * width} ${100 * height} re f`),
    },
  })
}

function boxLetter(width: number, height: number) {
  return boxFont(width, height).drawing.areas[0]?.inGlyph
}

/** A red area of the page filled with cells of a pattern, each of which paints its lower left part green. */
function tiled(side: number, { yStep = 300, area = [200, 9], paintType = 1 } = {}) {
  const space = paintType === 2 ? '/Q cs 1 0 0 /P scn' : '/Pattern cs /P scn'
  const entries = `/PatternType 1 /PaintType ${paintType} /TilingType 1 /BBox [0 0 ${side} ${side}] /XStep ${side} /YStep ${yStep}`
  return draw({
    content: `${space} 0 0 ${area.join(' ')} re f`,
    resources: '/Pattern <</P 20 0 R>> /ColorSpace <</Q [/Pattern /DeviceRGB]>>',
    objects: { 20: streamText(`${entries} /Resources <<>>`, `0 1 0 rg 0 0 ${side / 2} ${side} re f`) },
  }).drawing.areas
}

/** A transfer function that is straight but for one of its five samples. */
function transferred(at: number, change: number) {
  const samples = [0, 0.25, 0.5, 0.75, 1].map((shade) => Math.round(65_535 * (shade === at ? shade + change : shade)))
  const data = samples.map((sample) => sample.toString(16).padStart(4, '0')).join('')
  const entries = '/FunctionType 0 /Domain [0 1] /Range [0 1] /Size [5] /BitsPerSample 16 /Filter /ASCIIHexDecode'
  const objects = { 20: streamText(entries, `${data}>`) }
  return draw({ content: '/T gs 0 0 9 9 re f', resources: '/ExtGState <</T <</TR 20 0 R>>>>', objects }).unknown
}

/** Reach of the corner of a line of 10 points that turns so that the corner is that many line widths long. */
function corner(widths: number, width = 10) {
  const half = Math.asin(1 / widths)
  const points = [100, 0, 0, 0, 100 * Math.cos(2 * half), 100 * Math.sin(2 * half)]
  const style = { ...HAIRLINE, width, miterLimit: 10 }
  return spikeReach([{ points, closed: false }], style)
}

/** Reach of a sharp corner whose point is cut off by so much. */
function cutCorner(apart: number) {
  const points = [0, 0, 50, 0, 50, apart, 0, 20]
  return spikeReach([{ points, closed: false }], { ...HAIRLINE, width: 10, miterLimit: 10 })
}

const STEPS = '/ColorSpace /DeviceGray /Function <</FunctionType 2 /Domain [0 1] /N 1>> /Extend [true true]'

/** What a shading shows in a square of 100 points. */
function shaded(entries: string) {
  const resources = `/Shading <</S <<${STEPS} ${entries}>>>>`
  return draw({ content: '0 0 100 100 re W n /S sh', resources }).drawing.areas[0]?.picture?.read([0, 0, 1, 1])
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
    ['axis of a shading', (length) => !shaded(`/ShadingType 2 /Coords [0 0 ${length} 0]`), 0.09, 0.11],
    ['circles of a shading', (apart) => !shaded(`/ShadingType 3 /Coords [50 50 0 50 50 ${apart}]`), 0.09, 0.11],
    ['believed height of a font', (ems) => boxFont(5, 10 * ems).drawing.glyphs[0]?.size !== 10, 0.44, 0.46],
    ['corner that is pointed', (widths) => corner(widths) === 0, 1.48, 1.52],
    ['corner that is cut off', (points) => cutCorner(points) > 0, 0.019, 0.021],
    ['corner that is seen', (points) => corner(2, points) === 0, 2.95, 3.05],
    ['cells beside the area', (share) => tiled(10, { area: [20 + 10 * share, 9] }).length === 2, 0.00095, 0.00105],
    [
      'cells that only make a shade',
      (side) => tiled(side, { yStep: side, area: [200, 200] })[0]?.picture === undefined,
      2.35,
      2.45,
    ],
    ...[0.25, 0.5, 0.75].map(
      (shade): Row => [
        `transfer of ${shade}`,
        (change) => !transferred(shade, change).includes('transparency'),
        0.095,
        0.102,
      ],
    ),
  ])('is judged by %s', (_, holds, within, beyond) => {
    expect([holds(within), holds(beyond)]).toEqual([true, false])
  })

  it('has lines and boxes half a point thick', () => {
    const [thin, thick] = draw('10 10 0.1 50 re f 10 10 0.6 50 re f').drawing.areas.map(({ box }) => box[2] - box[0])
    expect(thin).toBeCloseTo(0.5, 6)
    expect(thick).toBeCloseTo(0.6, 6)
  })
})

describe('a colour', () => {
  it.each<Row>([
    ['rounded above', (beyond) => isColourComponent(1 + beyond), 0.0019, 0.0021],
    ['rounded below', (beyond) => isColourComponent(-beyond), 0.0019, 0.0021],
    ['of a light', (light) => isWhite([light, 1, 1]), 0.71, 0.69],
    ['of a bright light', (light) => isWhite([1, 1, light]), 1.29, 1.31],
  ])('may be so: %s', (_, holds, within, beyond) => {
    expect([holds(within), holds(beyond)]).toEqual([true, false])
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

describe('numbers of the standard, and of how exactly content is kept', () => {
  it('text rendering modes from 0 to 7, of which those from 4 on clip', () => {
    const clipped = (mode: number) => draw(`BT /F1 20 Tf ${mode} Tr 9 9 Td (A) Tj ET 0 0 200 200 re f`)
    expect([7, 8].map((mode) => clipped(mode).unknown.includes('malformed_operands'))).toEqual([false, true])
    const exact = [3, 4].map((mode) => clipped(mode).drawing.areas.at(-1)?.paint.clip.exact)
    expect(exact).toEqual([true, false])
  })

  it('uncoloured patterns take the colour that is set with them', () => {
    const colours = [1, 2].map((paintType) => tiled(10, { paintType })[0]?.paint.colour)
    expect(colours).toEqual([
      [0, 1, 0],
      [1, 0, 0],
    ])
  })

  it('an opacity that is no opacity, and what takes out of a group, count as half', () => {
    const states = '/ExtGState <</A <</ca 7>> /B <</ca 0.2>>>>'
    const { drawing } = draw({ content: '/A gs 0 0 9 9 re f', resources: states })
    expect(drawing.areas[0]?.paint.alpha).toBe(0.5)
    const objects = {
      20: streamText(
        `/Type /XObject /Subtype /Form /BBox [0 0 50 50] /Group <</S /Transparency /K true>> /Resources <<${states}>>`,
        '/B gs 0 0 9 9 re f',
      ),
    }
    const group = draw({ content: '/G Do', resources: '/XObject <</G 20 0 R>>', objects })
    expect(group.drawing.areas[0]?.paint.alpha).toBe(0.5)
  })

  it('curves are kept to a tenth of a point', () => {
    const { drawing } = draw('0 0 m 0 190 190 190 190 0 c f')
    // The second differences of the control points are 269 points long.
    expect(drawing.areas[0]?.path[0]?.points).toHaveLength(
      2 * (Math.ceil(Math.sqrt((0.75 * 190 * Math.SQRT2) / 0.1)) + 1),
    )
  })

  it('shadings are read in the middle of their cells', () => {
    const read = (coordinates: string) => shaded(`/ShadingType 2 /Coords [${coordinates}]`)
    const across = read('0 0 100 0')
    expect(across?.values[3 * 20]).toBe(Math.round((255 * 20.5) / (across?.across ?? 0)))
    const down = read('0 100 0 0')
    expect(down?.values[3 * 20 * (down?.width ?? 0)]).toBe(Math.round((255 * 20.5) / (down?.down ?? 0)))
  })

  it('a line of two points is thin, and one point is nothing', () => {
    expect(
      [
        [0, 0],
        [0, 0, 10, 5],
      ].map((points) => isThin({ points, closed: false })),
    ).toEqual([false, true])
  })

  it('a clip is kept in cells of a quarter point', () => {
    const points = [0, 0, 50, 0, 50, 50, 10.1, 50, 10.1, 9, 0, 9]
    const clip = clipByPath(boxClip([0, 0, 100, 100]), [{ points, closed: true }], false)
    expect(clipShareAt(clip, 10.2, 20, createContentBudget())).toBeCloseTo(0.6, 1)
  })

  it('round corners are octagons around the pen', () => {
    const path = [{ points: [0, 0, 0, 0], closed: false }]
    const [octagon] = strokeOutline(path, { ...HAIRLINE, width: 2, cap: 1 }, createContentBudget())
    const points = octagon?.points ?? []
    expect(points).toHaveLength(16)
    for (let i = 0; i < points.length; i += 2)
      expect(Math.hypot(points[i] ?? 0, points[i + 1] ?? 0)).toBeCloseTo(1 / Math.cos(Math.PI / 8), 9)
  })

  it('places of unknown content are one where the box around both is not much larger', () => {
    const listed = (gap: number) => {
      const log = new UnknownLog()
      log.add('glyph_place', 'a', '', 0, [0, 0, 10, 10])
      log.add('glyph_place', 'b', '', 9, [10 + gap, 0, 20 + gap, 10])
      return log.items.length
    }
    expect([5.9, 6.1].map(listed)).toEqual([1, 2])
  })

  it('a list of what is unknown keeps room for twenty more codes', () => {
    const log = new UnknownLog()
    for (let i = 0; i < 200; i++) log.add('font', `font ${i}`, '', i)
    expect(log.items).toHaveLength(80)
    log.add('image', 'a picture', '', 0)
    expect(log.items).toHaveLength(81)
  })
})
