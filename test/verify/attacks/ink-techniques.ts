/**
 * Ways to put ink on paper that viewers know and that an interpreter may misread: pictures in rare colours and codings,
 * shadings, patterns, groups, masks, transfer functions, text modes, layers. The same ways serve every end: on a page that is
 * signed, over its text, in a field, in a signature.
 *
 * @module
 */

import type { PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { inverted2000, letters2000, opacity2000, white2000 } from '../support/jpeg2000.js'
import { dict, pdf, stream } from '../support/notation.js'
import type { Revision } from '../support/revise.js'
import { HELVETICA } from './looks.js'

/** What is to be seen, and where, in points: letters in black, or the whole area in white. */
export interface Ink {
  readonly isArea: boolean
  readonly box: readonly [left: number, bottom: number, width: number, height: number]
}

/** Resources by category and name. */
export type Resources = Readonly<Record<string, Readonly<Record<string, PdfObject>>>>

/** What paints it. */
export interface Painted {
  readonly content: string
  readonly resources?: Resources
}

/** A way to paint. The layer belongs to the document; how it is set is told by {@link LAYERS}. */
export type Technique = (ink: Ink, revision: Revision, layer: PdfRef) => Painted

/** Pixels of the pictures: eight letters. */
const [ACROSS, DOWN] = [64, 8]

function isLetter(x: number, y: number): boolean {
  const column = x % 8
  return [1, 2, 5, 6].includes(column) || ([3, 4].includes(y) && column >= 1 && column <= 6)
}

/** Whether a pixel is dark. */
const isDark = ({ isArea }: Ink, x: number, y: number) => !isArea && isLetter(x, y)
const ROWS = Array.from({ length: DOWN }, (_, y) => y)
const COLUMNS = Array.from({ length: ACROSS }, (_, x) => x)

/** Samples of all pixels, from the top. */
const samples = (ink: Ink, dark: readonly number[], light: readonly number[]) =>
  Uint8Array.from(ROWS.flatMap((y) => COLUMNS.flatMap((x) => (isDark(ink, x, y) ? dark : light))))
const bits = (ink: Ink, dark: 0 | 1) =>
  Uint8Array.from(
    ROWS.flatMap((y) =>
      Array.from({ length: ACROSS / 8 }, (_, i) =>
        Array.from({ length: 8 }, (_, bit) => bit).reduce(
          (byte, bit) => (byte << 1) | (isDark(ink, 8 * i + bit, y) ? dark : 1 - dark),
          0,
        ),
      ),
    ),
  )
const bytes = (data: Uint8Array) => String.fromCharCode(...data)

/** The rectangles of the letters, or of the area. */
export function shapes({ isArea, box: [x, y, width, height] }: Ink): string {
  if (isArea) return `${x} ${y} ${width} ${height} re`
  const [step, high] = [width / 8, height * 0.8]
  return Array.from({ length: 8 }, (_, i) => {
    const left = x + i * step
    return [
      `${left + 0.1 * step} ${y} ${0.14 * step} ${high} re`,
      `${left + 0.56 * step} ${y} ${0.14 * step} ${high} re`,
      `${left + 0.1 * step} ${y + 0.4 * high} ${0.6 * step} ${0.14 * high} re`,
    ].join(' ')
  }).join(' ')
}

/** Letters of broad strokes. */
function bold({ isArea, box: [x, y, width, height] }: Ink): string {
  if (isArea) return `${x} ${y} ${width} ${height} re`
  const [step, high] = [width / 8, height * 0.8]
  return Array.from({ length: 8 }, (_, i) => {
    const left = x + i * step
    return [
      `${left + 0.1 * step} ${y} ${0.22 * step} ${high} re`,
      `${left + 0.58 * step} ${y} ${0.22 * step} ${high} re`,
      `${left + 0.1 * step} ${y + 0.4 * high} ${0.7 * step} ${0.2 * high} re`,
    ].join(' ')
  }).join(' ')
}

const place = ({ box: [x, y, width, height] }: Ink) => `${width} 0 0 ${height} ${x} ${y} cm`
const tone = ({ isArea }: Ink) => (isArea ? '1' : '0')
const other = ({ isArea }: Ink) => (isArea ? '0' : '1')
/** Both as numbers. */
const toneOf = ({ isArea }: Ink) => (isArea ? 1 : 0)

type Entries = string | ((revision: Revision) => string)
type Data = (ink: Ink) => Uint8Array

const SIZE = `/Width ${ACROSS} /Height ${DOWN}`
const image =
  (entries: Entries, data: Data, before = ''): Technique =>
  (ink, revision) => {
    const text = typeof entries === 'string' ? entries : entries(revision)
    const drawn = revision.add(stream(dict`<</Type /XObject /Subtype /Image ${SIZE} ${text}>>`, data(ink)))
    return { content: `q ${before} ${place(ink)} /I9 Do Q`, resources: { XObject: { I9: drawn } } }
  }

const grey: Data = (ink) => samples(ink, [0], [255])
const inverted: Data = (ink) => samples(ink, [255], [0])
const all =
  (value: number): Data =>
  (ink) =>
    samples(ink, [value], [value])
const GREY = '/ColorSpace /DeviceGray /BitsPerComponent 8'
const TINT = '<</FunctionType 2 /N 1 /Domain [0 1] /C0 [1] /C1 [0]>>'
const LAB = '[/Lab <</WhitePoint [.9505 1 1.089] /Range [-100 100 -100 100]>>]'

const masked = (key: 'SMask' | 'Mask', entries: string, data: Data, base: string): Technique =>
  ((ink, revision) => {
    const mask = revision.add(stream(dict`<</Type /XObject /Subtype /Image ${SIZE} ${entries}>>`, data(ink)))
    const own = stream(
      dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 ${base} /${key} ${mask}>>`,
      Uint8Array.of(255 * toneOf(ink)),
    )
    return { content: `q ${place(ink)} /I9 Do Q`, resources: { XObject: { I9: revision.add(own) } } }
  }) satisfies Technique

const coded: Data = (ink) => (ink.isArea ? white2000() : letters2000())
const opaque: Data = (ink) => (ink.isArea ? all(255)(ink) : inverted(ink))
const stencilled: Data = (ink) => (ink.isArea ? new Uint8Array(64) : bits(ink, 0))

const PICTURES: Readonly<Record<string, Technique>> = {
  'a picture that is decoded the other way round': image(`${GREY} /Decode [1 0]`, inverted),
  'a picture that is decoded beyond its range': image(`${GREY} /Decode [-1 1]`, (ink) => samples(ink, [0], [255])),
  'a picture that is decoded to one shade and a half': image(`${GREY} /Decode [0 1.5]`, grey),
  'a picture with a palette': image('/ColorSpace [/Indexed /DeviceRGB 1 <FFFFFF000000>] /BitsPerComponent 8', (ink) =>
    samples(ink, [1], [0]),
  ),
  'a picture with a palette that is decoded': image(
    '/ColorSpace [/Indexed /DeviceRGB 1 <000000FFFFFF>] /BitsPerComponent 1 /Decode [1 0]',
    (ink) => bits(ink, 1),
  ),
  'a picture with a palette that is too short': image(
    '/ColorSpace [/Indexed /DeviceRGB 255 <FFFFFF>] /BitsPerComponent 8',
    (ink) => samples(ink, [200], [0]),
  ),
  'a picture with a palette that ends below its samples': image(
    '/ColorSpace [/Indexed /DeviceGray 1 <FF00>] /BitsPerComponent 8',
    (ink) => samples(ink, [255], [0]),
  ),
  'a picture with a palette that ends above its samples': image(
    '/ColorSpace [/Indexed /DeviceGray 1 <00FF>] /BitsPerComponent 8',
    (ink) => samples(ink, [0], [255]),
  ),
  'a picture with a palette in Lab': image(
    `/ColorSpace [/Indexed ${LAB} 1 <FF8080008080>] /BitsPerComponent 8`,
    (ink) => samples(ink, [1], [0]),
  ),
  'a picture in Lab': image(`/ColorSpace ${LAB} /BitsPerComponent 8`, (ink) =>
    samples(ink, [0, 128, 128], [255, 128, 128]),
  ),
  'a picture in Lab that is decoded': image(
    `/ColorSpace ${LAB} /BitsPerComponent 8 /Decode [100 0 -100 100 -100 100]`,
    (ink) => samples(ink, [255, 128, 128], [0, 128, 128]),
  ),
  'a picture of 16 bits': image('/ColorSpace /DeviceGray /BitsPerComponent 16', (ink) =>
    samples(ink, [0, 255], [255, 255]),
  ),
  'a picture of 16 bits that is decoded': image('/ColorSpace /DeviceGray /BitsPerComponent 16 /Decode [1 0]', (ink) =>
    samples(ink, [255, 0], [0, 0]),
  ),
  'a picture of 4 bits': image('/ColorSpace /DeviceGray /BitsPerComponent 4', (ink) => {
    const plain = samples(ink, [0], [15])
    return Uint8Array.from({ length: plain.length / 2 }, (_, i) => ((plain[2 * i] ?? 0) << 4) | (plain[2 * i + 1] ?? 0))
  }),
  'a picture of 3 bits': image('/ColorSpace /DeviceGray /BitsPerComponent 3', grey),
  'a picture without a depth': image('/ColorSpace /DeviceGray', grey),
  'a picture without a colour space': image('/BitsPerComponent 8', grey),
  'a picture in a separation': image(
    `/ColorSpace [/Separation /Spot /DeviceGray ${TINT}] /BitsPerComponent 8`,
    inverted,
  ),
  'a picture in a separation that is black': image(
    `/ColorSpace [/Separation /Black /DeviceCMYK <</FunctionType 2 /N 1 /Domain [0 1] /C0 [0 0 0 0] /C1 [0 0 0 1]>>] /BitsPerComponent 8`,
    inverted,
  ),
  'a picture in all colourants': image(
    `/ColorSpace [/Separation /All /DeviceGray ${TINT}] /BitsPerComponent 8`,
    inverted,
  ),
  'a picture in no colourant': image(
    `/ColorSpace [/Separation /None /DeviceGray ${TINT}] /BitsPerComponent 8`,
    inverted,
  ),
  'a picture in CMYK': image('/ColorSpace /DeviceCMYK /BitsPerComponent 8', (ink) =>
    samples(ink, [0, 0, 0, 255], [0, 0, 0, 0]),
  ),
  'a picture in CMYK that is decoded': image(
    '/ColorSpace /DeviceCMYK /BitsPerComponent 8 /Decode [1 0 1 0 1 0 1 0]',
    (ink) => samples(ink, [255, 255, 255, 0], [255, 255, 255, 255]),
  ),
  'a picture by a steep curve': image(
    '/ColorSpace [/CalGray <</WhitePoint [.9505 1 1.089] /Gamma 40>>] /BitsPerComponent 8',
    (ink) => samples(ink, [240], [255]),
  ),
  'a picture by a black point': image(
    '/ColorSpace [/CalGray <</WhitePoint [.9505 1 1.089] /BlackPoint [.9 .9 .9]>>] /BitsPerComponent 8',
    grey,
  ),
  'a picture in two colourants': image(
    (revision) =>
      `/ColorSpace [/DeviceN [/Spot /None] /DeviceGray ${
        revision.add(stream(dict`<</FunctionType 4 /Domain [0 1 0 1] /Range [0 1]>>`, '{ pop 1 exch sub }')).num
      } 0 R] /BitsPerComponent 8`,
    (ink) => samples(ink, [255, 0], [0, 0]),
  ),
  'a picture whose colours are left out': image('/Mask [255 255] /ColorSpace /DeviceGray /BitsPerComponent 8', grey),
  'a picture whose colours are left out in a string': image(
    '/Mask (x) /ColorSpace /DeviceGray /BitsPerComponent 8',
    grey,
  ),
  'a picture with half of its samples': image(GREY, (ink) => grey(ink).subarray(0, 256)),
  'a picture without samples': image(GREY, () => new Uint8Array()),
  'a picture with samples in hexadecimal': image(`${GREY} /Filter /AHx`, (ink) =>
    new TextEncoder().encode(`${Buffer.from(grey(ink)).toString('hex')}>`),
  ),
  'a picture in a layer': (ink, revision, layer) => {
    const drawn = revision.add(stream(dict`<</Type /XObject /Subtype /Image ${SIZE} ${GREY} /OC ${layer}>>`, grey(ink)))
    return { content: `q ${place(ink)} /I9 Do Q`, resources: { XObject: { I9: drawn } } }
  },
  'a picture with a matte colour': masked('SMask', `${GREY} /Matte [.5]`, opaque, GREY),
  'a picture with a soft mask that is decoded': masked(
    'SMask',
    `${GREY} /Decode [1 0]`,
    (ink) => (ink.isArea ? all(0)(ink) : grey(ink)),
    GREY,
  ),
  'a picture with a soft mask of 16 bits': masked(
    'SMask',
    '/ColorSpace /DeviceGray /BitsPerComponent 16',
    (ink) => samples(ink, [255, 255], ink.isArea ? [255, 255] : [0, 0]),
    GREY,
  ),
  'a picture with a soft mask that is masked': masked('SMask', `${GREY} /Mask [0 254]`, opaque, GREY),
  'a picture with a stencil': masked('Mask', '/ImageMask true /BitsPerComponent 1', stencilled, GREY),
  'a picture with a stencil turned round': masked(
    'Mask',
    '/ImageMask true /BitsPerComponent 1 /Decode [1 0]',
    (ink) => (ink.isArea ? new Uint8Array(64).fill(255) : bits(ink, 1)),
    GREY,
  ),
  'a picture with a soft mask and a stencil': (ink, revision) => {
    const soft = revision.add(stream(dict`<</Type /XObject /Subtype /Image ${SIZE} ${GREY}>>`, opaque(ink)))
    const hard = revision.add(
      stream(
        dict`<</Type /XObject /Subtype /Image ${SIZE} /ImageMask true /BitsPerComponent 1>>`,
        new Uint8Array(64).fill(255),
      ),
    )
    const own = stream(
      dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 ${GREY} /SMask ${soft} /Mask ${hard}>>`,
      Uint8Array.of(255 * toneOf(ink)),
    )
    return { content: `q ${place(ink)} /I9 Do Q`, resources: { XObject: { I9: revision.add(own) } } }
  },
  'a picture in JPEG 2000': image('/Filter /JPXDecode', coded),
  'a picture in JPEG 2000 in a space of its own': image('/Filter /JPXDecode /ColorSpace /DeviceGray', coded),
  'a picture in JPEG 2000 that is decoded the other way round': image(
    '/Filter /JPXDecode /ColorSpace /DeviceGray /Decode [1 0]',
    (ink) => (ink.isArea ? white2000() : inverted2000()),
  ),
  'a picture in JPEG 2000 with an opacity': image('/Filter /JPXDecode /SMaskInData 1', (ink) =>
    ink.isArea ? white2000() : opacity2000(),
  ),
  'a picture in JPEG 2000 that is a palette': image(
    '/Filter /JPXDecode /ColorSpace [/Indexed /DeviceGray 255 <00>]',
    coded,
  ),
  'a picture with a soft mask in JPEG 2000': masked(
    'SMask',
    '/Filter /JPXDecode /ColorSpace /DeviceGray',
    (ink) => (ink.isArea ? white2000() : inverted2000()),
    GREY,
  ),
  'a stencil in a pattern': (ink, revision) => {
    const tiles = stream(
      dict`<</PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 10 10] /XStep 10 /YStep 10 /Resources <<>>>>`,
      `${tone(ink)} g 0 0 10 10 re f`,
    )
    const drawn = stream(
      dict`<</Type /XObject /Subtype /Image ${SIZE} /ImageMask true /BitsPerComponent 1>>`,
      stencilled(ink),
    )
    return {
      content: `q /Pattern cs /P9 scn ${place(ink)} /I9 Do Q`,
      resources: { XObject: { I9: revision.add(drawn) }, Pattern: { P9: revision.add(tiles) } },
    }
  },
  'a stencil in a shading': (ink, revision) => {
    const drawn = stream(
      dict`<</Type /XObject /Subtype /Image ${SIZE} /ImageMask true /BitsPerComponent 1>>`,
      stencilled(ink),
    )
    return {
      content: `q /Pattern cs /P9 scn ${place(ink)} /I9 Do Q`,
      resources: { XObject: { I9: revision.add(drawn) }, Pattern: { P9: axial(revision, ink, tone(ink), tone(ink)) } },
    }
  },
  'few pixels that are blown up': (ink) => {
    const data = ink.isArea ? '\u00ff' : '\0\u00ff\0\u00ff\0\u00ff\0\u00ff'
    return {
      content: `q ${place(ink)} BI /W ${data.length} /H 1 /CS /G /BPC 8 ID ${data}\nEI Q`,
    }
  },
  'few pixels that are blended into each other': (ink, revision) => {
    const data = ink.isArea ? [255] : [0, 255, 0, 255, 0, 255, 0, 255]
    const drawn = stream(
      dict`<</Type /XObject /Subtype /Image /Width ${data.length} /Height 1 ${GREY} /Interpolate true>>`,
      Uint8Array.from(data),
    )
    return { content: `q ${place(ink)} /I9 Do Q`, resources: { XObject: { I9: revision.add(drawn) } } }
  },
  'an inline picture with a palette': (ink) => ({
    content: `q ${place(ink)} BI /W ${ACROSS} /H ${DOWN} /CS [/I /G 1 <FF00>] /BPC 1 /F /AHx ID ${Buffer.from(bits(ink, 1)).toString('hex')}>\nEI Q`,
  }),
  'an inline picture in a space of the resources': (ink) => ({
    content: `q ${place(ink)} BI /W ${ACROSS} /H ${DOWN} /CS /C9 /BPC 8 ID ${bytes(inverted(ink))}\nEI Q`,
    resources: { ColorSpace: { C9: pdf`[/Separation /Spot /DeviceGray ${TINT}]` } },
  }),
  'an inline picture with long and short names': (ink) => ({
    content: `q ${place(ink)} BI /Width 1 /W ${ACROSS} /H ${DOWN} /Height 1 /CS /G /BPC 8 /D [1 0] ID ${bytes(inverted(ink))}\nEI Q`,
  }),
  'an inline picture with run lengths': (ink) => ({
    content: `q ${place(ink)} BI /W ${ACROSS} /H ${DOWN} /CS /G /BPC 8 /F [/AHx /RL] ID ${Buffer.from(
      ROWS.flatMap((y) => [63, ...grey(ink).subarray(64 * y, 64 * y + 64)]).concat(128),
    ).toString('hex')}>\nEI Q`,
  }),
}

/** A shading along the area, from one shade to the other. */
function axial(revision: Revision, { box: [x, y, width] }: Ink, from: string, to: string, more = ''): PdfRef {
  const ramp = `<</FunctionType 2 /N 1 /Domain [0 1] /C0 [${from}] /C1 [${to}]>>`
  return revision.add(
    dict`<</PatternType 2 /Shading <</ShadingType 2 /ColorSpace /DeviceGray /Coords [${String(x)} ${String(y)} ${String(x + width)} ${String(y)}] /Extend [true true] /Function ${ramp} ${more}>>>>`,
  )
}

const shaded =
  (make: (revision: Revision, ink: Ink) => PdfObject, before = ''): Technique =>
  (ink, revision) => {
    const [x, y, width, height] = ink.box
    return {
      content: `q ${x} ${y} ${width} ${height} re W n ${before} /S9 sh Q`,
      resources: { Shading: { S9: make(revision, ink) } },
    }
  }

/** Dark in stripes of a tenth of the area. */
const STRIPES = '{ pop 10 mul dup floor sub 0.5 lt { 0 } { 1 } ifelse }'
const WHITE = '{ pop pop 1 }'

const byPlace = (revision: Revision, ink: Ink): PdfObject => {
  const [x, y, width, height] = ink.box
  const calculate = revision.add(
    stream(dict`<</FunctionType 4 /Domain [0 1 0 1] /Range [0 1]>>`, ink.isArea ? WHITE : STRIPES),
  )
  return revision.add(
    dict`<</ShadingType 1 /ColorSpace /DeviceGray /Domain [0 1 0 1] /Matrix [${String(width)} 0 0 ${String(height)} ${String(x)} ${String(y)}] /Function ${calculate}>>`,
  )
}

/** Stripes that a function of many parts makes along the area. */
const byParts = (revision: Revision, ink: Ink): PdfObject => {
  const [x, y, width] = ink.box
  const part = (shade: string) => `<</FunctionType 2 /N 1 /Domain [0 1] /C0 [${shade}] /C1 [${shade}]>>`
  const [dark, light] = [part(tone(ink)), part('1')]
  const whole = `<</FunctionType 3 /Domain [0 1] /Functions [${`${dark} ${light} `.repeat(8)}] /Bounds [${Array.from({ length: 15 }, (_, i) => (i + 1) / 16).join(' ')}] /Encode [${'0 1 '.repeat(16)}]>>`
  return revision.add(
    dict`<</ShadingType 2 /ColorSpace /DeviceGray /Coords [${String(x)} ${String(y)} ${String(x + width)} ${String(y)}] /Function ${whole}>>`,
  )
}

/** Full circles, one beside the other. */
const circles: Technique = (ink, revision) => {
  const [x, y, width, height] = ink.box
  const whole = `<</FunctionType 2 /N 1 /Domain [0 1] /C0 [${tone(ink)}] /C1 [${tone(ink)}]>>`
  const count = ink.isArea ? 1 : 8
  const radius = ink.isArea ? width : width / 20
  const round = (i: number) => {
    const centre = `${x + ((i + 0.5) * width) / count} ${y + height / 2}`
    return dict`<</ShadingType 3 /ColorSpace /DeviceGray /Coords [${centre} 0 ${centre} ${String(radius)}] /Function ${whole}>>`
  }
  const names = Array.from({ length: count }, (_, i) => `S${i}`)
  return {
    content: `q ${x} ${y} ${width} ${height} re W n ${names.map((name) => `/${name} sh`).join(' ')} Q`,
    resources: { Shading: Object.fromEntries(names.map((name, i) => [name, revision.add(round(i))])) },
  }
}

/** Free triangles or a lattice: corners with coordinates of 16 bits and a shade of 8. */
function mesh(revision: Revision, ink: Ink, type: 4 | 5): PdfObject {
  const [x, y, width, height] = ink.box
  const shade = 255 * toneOf(ink)
  const corner = (h: number, v: number, flag: readonly number[]) => {
    const [a, b] = [Math.round(h * 65535), Math.round(v * 65535)]
    return [...flag, a >> 8, a & 255, b >> 8, b & 255, shade]
  }
  const strips = ink.isArea ? [[0, 1]] : Array.from({ length: 8 }, (_, i) => [i / 8, i / 8 + 1 / 16])
  const data =
    type === 5
      ? [corner(0, 0, []), corner(0.4, 0, []), corner(0, 1, []), corner(0.4, 1, [])]
      : strips.flatMap(([from = 0, to = 0]) => [
          corner(from, 0, [0]),
          corner(to, 0, [0]),
          corner(from, 1, [0]),
          corner(to, 0, [0]),
          corner(from, 1, [0]),
          corner(to, 1, [0]),
        ])
  const flags = type === 4 ? '/BitsPerFlag 8' : '/VerticesPerRow 2'
  return revision.add(
    stream(
      dict`<</ShadingType ${type} /ColorSpace /DeviceGray /BitsPerCoordinate 16 /BitsPerComponent 8 ${flags} /Decode [${String(x)} ${String(x + width)} ${String(y)} ${String(y + height)} 0 1]>>`,
      Uint8Array.from(data.flat()),
    ),
  )
}

/** Coons and tensor patches as plain rectangles. */
function patches(revision: Revision, ink: Ink, type: 6 | 7): PdfObject {
  const [x, y, width, height] = ink.box
  const shade = 255 * toneOf(ink)
  const at = (h: number, v: number) => {
    const [a, b] = [Math.round(h * 65535), Math.round(v * 65535)]
    return [a >> 8, a & 255, b >> 8, b & 255]
  }
  const strips = ink.isArea ? [[0, 1]] : Array.from({ length: 8 }, (_, i) => [i / 8, i / 8 + 1 / 16])
  const data = strips.flatMap(([l = 0, r = 0]) => {
    const third = (a: number, b: number, n: number) => a + ((b - a) * n) / 3
    const edge = [
      ...[0, 1, 2].map((n) => at(l, third(0, 1, n))),
      ...[0, 1, 2].map((n) => at(third(l, r, n), 1)),
      ...[0, 1, 2].map((n) => at(r, third(1, 0, n))),
      ...[0, 1, 2].map((n) => at(third(r, l, n), 0)),
    ]
    const inner =
      type === 7
        ? [
            [1, 1],
            [1, 2],
            [2, 2],
            [2, 1],
          ].map(([a = 0, b = 0]) => at(third(l, r, a), third(0, 1, b)))
        : []
    return [0, ...edge.flat(), ...inner.flat(), shade, shade, shade, shade]
  })
  return revision.add(
    stream(
      dict`<</ShadingType ${type} /ColorSpace /DeviceGray /BitsPerCoordinate 16 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [${String(x)} ${String(x + width)} ${String(y)} ${String(y + height)} 0 1]>>`,
      Uint8Array.from(data),
    ),
  )
}

const SHADINGS: Readonly<Record<string, Technique>> = {
  'a shading by a function of the place': shaded(byPlace),
  'a shading by a function of many parts': shaded(byParts),
  'shadings in circles': circles,
  'a shading of triangles': shaded((revision, ink) => mesh(revision, ink, 4)),
  'a shading of a lattice': shaded((revision, ink) => mesh(revision, ink, 5)),
  'a shading of patches': shaded((revision, ink) => patches(revision, ink, 6)),
  'a shading of tensor patches': shaded((revision, ink) => patches(revision, ink, 7)),
  'shapes in a shading': (ink, revision) => ({
    content: `q /Pattern cs /P9 scn ${shapes(ink)} f Q`,
    resources: { Pattern: { P9: axial(revision, ink, tone(ink), tone(ink)) } },
  }),
  'shapes in the ground of a shading': (ink) => {
    const [x, y] = ink.box
    const ramp = `<</FunctionType 2 /N 1 /Domain [0 1] /C0 [${other(ink)}] /C1 [${other(ink)}]>>`
    const shading = `<</ShadingType 2 /ColorSpace /DeviceGray /Background [${tone(ink)}] /Coords [${x - 90} ${y} ${x - 80} ${y}] /Function ${ramp}>>`
    return {
      content: `q /Pattern cs /P9 scn ${shapes(ink)} f Q`,
      resources: { Pattern: { P9: dict`<</PatternType 2 /Shading ${shading}>>` } },
    }
  },
  'strokes in a shading': (ink, revision) => ({
    content: `q /Pattern CS /P9 SCN ${ink.isArea ? 400 : 0.8} w ${shapes(ink)} S Q`,
    resources: { Pattern: { P9: axial(revision, ink, tone(ink), tone(ink)) } },
  }),
  'shapes in a shading with a state of its own': (ink, revision) => {
    const pattern = revision.get(axial(revision, ink, tone(ink), tone(ink)))
    return {
      content: `q /Pattern cs /P9 scn ${shapes(ink)} f Q`,
      resources: { Pattern: { P9: pattern.with({ ExtGState: dict`<</ca 0>>` }) } },
    }
  },
  'a clip of letters that is shaded': (ink, revision) => ({
    content: `q ${shapes(ink)} W n /S9 sh Q`,
    resources: { Shading: { S9: revision.get(axial(revision, ink, tone(ink), tone(ink))).get('Shading') ?? null } },
  }),
}

const tiles = (entries: string, content: string, type = 1) =>
  stream(dict`<</PatternType 1 /PaintType ${type} /TilingType 1 /Resources <<>> ${entries}>>`, content)
const around = ({ box: [x, y, width, height] }: Ink) => `/BBox [${x} ${y} ${x + width} ${y + height}]`
const patterned =
  (entries: (ink: Ink) => string, content: (ink: Ink) => string, colour = '/P9 scn', type = 1): Technique =>
  (ink, revision) => {
    const [x, y, width, height] = ink.box
    return {
      content: `q /C9 cs ${colour} ${x} ${y} ${width} ${height} re f Q`,
      resources: {
        Pattern: { P9: revision.add(tiles(entries(ink), content(ink), type)) },
        ColorSpace: { C9: pdf`[/Pattern /DeviceGray]` },
      },
    }
  }
const inTone = (ink: Ink) => `${tone(ink)} g ${shapes(ink)} f`

const PATTERNS: Readonly<Record<string, Technique>> = {
  'a pattern of one cell with huge steps': patterned((ink) => `${around(ink)} /XStep 30000 /YStep 30000`, inTone),
  'a pattern with steps below 0': patterned((ink) => `${around(ink)} /XStep -30000 /YStep -30000`, inTone),
  'a pattern with steps smaller than its cell': patterned((ink) => `${around(ink)} /XStep 2000 /YStep 900`, inTone),
  'a pattern without steps': patterned((ink) => `${around(ink)} /XStep 0 /YStep 0`, inTone),
  'a pattern with a step that is no number': patterned((ink) => `${around(ink)} /XStep (x) /YStep 900`, inTone),
  'a pattern with a matrix that moves': patterned(
    (ink) => `${around(ink)} /XStep 3000 /YStep 3000 /Matrix [1 0 0 1 3000 3000]`,
    inTone,
  ),
  'a pattern without colours': patterned(
    (ink) => `${around(ink)} /XStep 3000 /YStep 3000`,
    (ink) => `${shapes(ink)} f`,
    '0 /P9 scn',
    2,
  ),
  'a pattern of no paint type': patterned((ink) => `${around(ink)} /XStep 3000 /YStep 3000`, inTone, '/P9 scn', 3),
  'a pattern in a pattern': (ink, revision) => {
    const inner = revision.add(tiles(`${around(ink)} /XStep 3000 /YStep 3000`, inTone(ink)))
    const [x, y, width, height] = ink.box
    const outer = stream(
      dict`<</PatternType 1 /PaintType 1 /TilingType 1 ${around(ink)} /XStep 3000 /YStep 3000 /Resources <</Pattern <</P8 ${inner}>>>>>>`,
      `/Pattern cs /P8 scn ${x} ${y} ${width} ${height} re f`,
    )
    return {
      content: `q /Pattern cs /P9 scn ${x} ${y} ${width} ${height} re f Q`,
      resources: { Pattern: { P9: revision.add(outer) } },
    }
  },
  'shapes in a pattern of small cells': (ink, revision) => ({
    content: `q /Pattern cs /P9 scn ${shapes(ink)} f Q`,
    resources: {
      Pattern: {
        P9: revision.add(tiles('/BBox [0 0 .5 .5] /XStep .5 /YStep .5', `${tone(ink)} g 0 0 .5 .5 re f`)),
      },
    },
  }),
  'strokes in a pattern': (ink, revision) => ({
    content: `q /Pattern CS /P9 SCN ${ink.isArea ? 400 : 0.8} w ${shapes(ink)} S Q`,
    resources: {
      Pattern: {
        P9: revision.add(tiles('/BBox [0 0 9 9] /XStep 9 /YStep 9', `${tone(ink)} g 0 0 9 9 re f`)),
      },
    },
  }),
}

const grouped = (
  entries: string,
  content: (ink: Ink) => string,
  before = '',
  states: Readonly<Record<string, string>> = {},
) =>
  ((ink, revision) => {
    const [x, y, width, height] = ink.box
    const state = Object.fromEntries(Object.entries(states).map(([name, text]) => [name, dict`<<${text}>>`]))
    const form = stream(
      dict`<</Type /XObject /Subtype /Form /BBox ${[x, y, x + width, y + height]} /Group <</S /Transparency ${entries}>> /Resources <</ExtGState <<${Object.entries(
        states,
      )
        .map(([name, text]) => `/${name} <<${text}>>`)
        .join(' ')}>>>>>>`,
      content(ink),
    )
    return {
      content: `q ${before} /X9 Do Q`,
      resources: { XObject: { X9: revision.add(form) }, ExtGState: state },
    }
  }) satisfies Technique

const stated =
  (entries: (revision: Revision, ink: Ink) => string, content: (ink: Ink) => string): Technique =>
  (ink, revision) => ({
    content: `q /G9 gs ${content(ink)} Q`,
    resources: { ExtGState: { G9: dict`<<${entries(revision, ink)}>>` } },
  })
const inOther = (ink: Ink) => `${other(ink)} g ${shapes(ink)} f`
const words = (colour: string) => (ink: Ink) => {
  const [x, y, , height] = ink.box
  return ink.isArea
    ? `${colour} g ${shapes(ink)} f`
    : `${colour} g BT /F9 ${height / 2} Tf ${x + 4} ${y + height / 4} Td (900 EUR) Tj ET`
}
const withFont =
  (technique: Technique): Technique =>
  (ink, revision, layer) => {
    const { content, resources } = technique(ink, revision, layer)
    return { content, resources: { ...resources, Font: { F9: HELVETICA } } }
  }

const softMask =
  (entries: string, content: (ink: Ink) => string, kind = 'Luminosity') =>
  (revision: Revision, ink: Ink) => {
    const [x, y, width, height] = ink.box
    const form = stream(
      dict`<</Type /XObject /Subtype /Form /BBox ${[x, y, x + width, y + height]} /Group <</S /Transparency /CS /DeviceGray>> /Resources <<>>>>`,
      content(ink),
    )
    return `/SMask <</S /${kind} /G ${revision.add(form).num} 0 R ${entries}>>`
  }
const whole = ({ box: [x, y, width, height] }: Ink) => `${x} ${y} ${width} ${height} re f`

const STATES: Readonly<Record<string, Technique>> = {
  'a transfer function that inverts': stated(() => `/TR ${TINT}`, inOther),
  'a transfer function that inverts, by its other name': stated(() => `/TR2 ${TINT}`, inOther),
  'four transfer functions that invert': stated(() => `/TR [${TINT} ${TINT} ${TINT} ${TINT}]`, inOther),
  'words in a transfer function that inverts': withFont(
    stated(
      () => `/TR ${TINT}`,
      (ink) => words(other(ink))(ink),
    ),
  ),
  'a halftone with a transfer function': stated(
    () => `/HT <</HalftoneType 1 /Frequency 60 /Angle 45 /SpotFunction /Round /TransferFunction ${TINT}>>`,
    inOther,
  ),
  'black generation that inverts': stated(() => `/BG ${TINT} /UCR ${TINT}`, inOther),
  'a mask that is as light as its ground': stated(
    softMask('/BC [1]', () => ''),
    inTone,
  ),
  'a mask whose ground is turned round': stated(
    softMask(`/BC [0] /TR ${TINT}`, () => ''),
    inTone,
  ),
  'a mask that is turned round': stated(
    softMask(`/TR ${TINT}`, (ink) => `0 g ${whole(ink)}`),
    inTone,
  ),
  'a mask of alpha': stated(
    softMask('', (ink) => `0 g ${shapes(ink)} f`, 'Alpha'),
    (ink) => `${tone(ink)} g ${whole(ink)}`,
  ),
  'a mask of light': stated(
    softMask('', (ink) => `1 g ${shapes(ink)} f`),
    (ink) => `${tone(ink)} g ${whole(ink)}`,
  ),
  'a mask that ends': stated(
    softMask('/BC [0]', () => ''),
    (ink) => `/G8 gs ${inTone(ink)}`,
  ) satisfies Technique,
  'a mask without a kind': stated(
    (revision, ink) => softMask('', (one) => `1 g ${whole(one)}`)(revision, ink).replace('/S /Luminosity', ''),
    inTone,
  ),
  'alpha that is a shape': stated(() => '/AIS true /ca 1', inTone),
  'alpha above 1': stated(() => '/ca 5', inTone),
  'alpha below 0': stated(() => '/ca -1', inTone),
  'alpha that is no number': stated(() => '/ca (x)', inTone),
  'alpha of nothing that is set again': stated(
    () => '/ca 0',
    (ink) => `/G8 gs ${inTone(ink)}`,
  ),
  'an unknown blend mode': stated(() => '/BM /Unknown', inTone),
  'a blend mode that is a list without a known one': stated(() => '/BM [/Unknown]', inTone),
  'overprinting without ink': stated(
    () => '/OP true /op true /OPM 1',
    (ink) => `0 0 0 ${1 - toneOf(ink)} k ${shapes(ink)} f`,
  ),
  'flatness without bounds': stated(() => '/FL 100', inTone),
  'a group that is isolated and a knockout': grouped('/I true /K true', (ink) => `${inTone(ink)}`),
  'a knockout group whose last shape is empty': grouped(
    '/K true',
    (ink) => `${inTone(ink)} /G8 gs ${inOther(ink)}`,
    '',
    { G8: '/ca 0' },
  ),
  'a knockout group that leaves a hole': grouped(
    '/K true',
    (ink) => `${tone(ink)} g ${whole(ink)} /G8 gs ${inOther(ink)}`,
    '',
    { G8: '/ca .01' },
  ),
  'a group that multiplies with itself': grouped('/I true', (ink) => `1 g ${whole(ink)} /G8 gs ${inTone(ink)}`, '', {
    G8: '/BM /Multiply',
  }),
  'a group that is not blended with the page': grouped('/I true', (ink) => `/G8 gs ${inTone(ink)}`, '', {
    G8: '/BM /Screen',
  }),
  'a group in a pale state': grouped('/I true', inTone, '/G8 gs', { G8: '/ca 0' }),
  'a group in CMYK': grouped('/CS /DeviceCMYK /I true', inTone),
  'a group of another kind': grouped('/S /Other', inTone),
  'a group that is a knockout of differences': grouped(
    '/I false',
    (ink) => `/G8 gs 1 g ${shapes(ink)} f ${ink.isArea ? '' : ''}`,
    '',
    { G8: '/BM /Difference' },
  ),
}

const text =
  (operators: (x: number, y: number, size: number) => string): Technique =>
  (ink) => {
    const [x, y, width, height] = ink.box
    if (!ink.isArea) return { content: operators(x, y + height / 6, height), resources: { Font: { F9: HELVETICA } } }
    // Very large letters, one on another, as an area.
    const [size, at] = [2 * width, y - width]
    return {
      content: `1 g 1 G ${operators(x - width, at, size)} ${operators(x - width, at - width / 3, size)}`,
      resources: { Font: { F9: HELVETICA } },
    }
  }
const WORDS = '(900 EUR)'

const TEXTS: Readonly<Record<string, Technique>> = {
  'letters that are a clip': (ink) => {
    const [x, y, , height] = ink.box
    return ink.isArea
      ? { content: inTone(ink) }
      : {
          content: `q BT 7 Tr /F9 ${height / 2} Tf ${x + 4} ${y + height / 4} Td ${WORDS} Tj ET 0 g ${whole(ink)} Q`,
          resources: { Font: { F9: HELVETICA } },
        }
  },
  'letters of a clip that was ended': text(
    (x, y, size) => `BT 7 Tr /F9 ${size} Tf ${x} ${y} Td ${WORDS} Tj 0 Tr ${WORDS} Tj ET`,
  ),
  'letters that are invisible and stroked': text((x, y, size) => `BT 5 Tr /F9 ${size} Tf ${x} ${y} Td ${WORDS} Tj ET`),
  'letters in a mode of a real': text((x, y, size) => `BT 3 Tr 0.9 Tr /F9 ${size} Tf ${x} ${y} Td ${WORDS} Tj ET`),
  'letters in a mode that is set outside': text(
    (x, y, size) => `3 Tr q 0 Tr BT /F9 ${size} Tf ${x} ${y} Td ${WORDS} Tj ET Q`,
  ),
  'letters whose mode is restored': text((x, y, size) => `q 3 Tr Q BT /F9 ${size} Tf ${x} ${y} Td ${WORDS} Tj ET`),
  'letters raised far': text((x, y, size) => `BT 500 Ts /F9 ${size} Tf ${x} ${y - 500} Td ${WORDS} Tj ET`),
  'letters of a size below 0': text((x, y, size) => `BT /F9 ${-size} Tf -1 0 0 -1 ${x} ${y} Tm ${WORDS} Tj ET`),
  'letters of a width below 0': text((x, y, size) => `BT -100 Tz /F9 ${size} Tf -1 0 0 1 ${x} ${y} Tm ${WORDS} Tj ET`),
  'letters moved by a number': text(
    (x, y, size) => `BT /F9 ${size} Tf ${x + 400} ${y} Td [${(400 * 1000) / size} ${WORDS}] TJ ET`,
  ),
  'letters spaced far': text((x, y, size) => `BT -400 Tc /F9 ${size} Tf ${x + 400} ${y} Td (i) Tj 0 Tc ${WORDS} Tj ET`),
  'letters on the next line': text((x, y, size) => `BT 300 TL /F9 ${size} Tf ${x} ${y + 300} Td ${WORDS} ' ET`),
  'letters with word spacing': text((x, y, size) => `BT -300 Tw /F9 ${size} Tf ${x + 300} ${y} Td ( 900) Tj ET`),
  'letters by a state': (ink, revision) => {
    const [x, y, , height] = ink.box
    const font = revision.add(HELVETICA)
    return ink.isArea
      ? { content: inTone(ink) }
      : {
          content: `q /G9 gs BT ${x + 4} ${y + height / 4} Td ${WORDS} Tj ET Q`,
          resources: { ExtGState: { G9: dict`<</Font [${font} ${String(height)}]>>` } },
        }
  },
}

const layered =
  (properties: (revision: Revision, layer: PdfRef) => string): Technique =>
  (ink, revision, layer) => ({
    content: `/OC /L9 BDC ${inTone(ink)} EMC`,
    resources: { Properties: { L9: revision.add(dict`<<${properties(revision, layer)}>>`) } },
  })

const LAYERED: Readonly<Record<string, Technique>> = {
  'a layer': (ink, _, layer) => ({
    content: `/OC /L9 BDC ${inTone(ink)} EMC`,
    resources: { Properties: { L9: layer } },
  }),
  'what is seen where no layer is on': layered((_, layer) => `/Type /OCMD /OCGs [${layer.num} 0 R] /P /AllOff`),
  'what is seen by an expression': layered((_, layer) => `/Type /OCMD /VE [/Not ${layer.num} 0 R]`),
  'what is seen by an expression and a policy': layered(
    (_, layer) => `/Type /OCMD /OCGs ${layer.num} 0 R /P /AllOn /VE [/Or ${layer.num} 0 R [/Not ${layer.num} 0 R]]`,
  ),
  'a layer of another type': layered(() => '/Type /OCG /Name (x) /Intent /Design'),
  'a layer by its usage': layered(
    () => '/Type /OCG /Name (x) /Usage <</Print <</PrintState /OFF>> /View <</ViewState /OFF>>>>',
  ),
  'a layer that is written in place': (ink) => ({ content: `/OC <</Type /OCG /Name (x)>> BDC ${inTone(ink)} EMC` }),
  'an unknown layer': (ink) => ({ content: `/OC /Unknown BDC ${inTone(ink)} EMC` }),
  'a layer within marked content': (ink, _, layer) => ({
    content: `/Span BMC /OC /L9 BDC EMC EMC ${inTone(ink)}`,
    resources: { Properties: { L9: layer } },
  }),
  'a layer that a form has': (ink, revision, layer) => {
    const [x, y, width, height] = ink.box
    const form = stream(
      dict`<</Type /XObject /Subtype /Form /OC ${layer} /BBox ${[x, y, x + width, y + height]} /Resources <<>>>>`,
      inTone(ink),
    )
    return { content: '/X9 Do', resources: { XObject: { X9: revision.add(form) } } }
  },
}

/** By kind and name. */
export const TECHNIQUES: Readonly<Record<string, Technique>> = {
  'bold shapes': (ink) => ({ content: `${tone(ink)} g ${bold(ink)} f` }),
  'plain shapes': (ink) => ({ content: inTone(ink) }),
  ...PICTURES,
  ...SHADINGS,
  ...PATTERNS,
  ...STATES,
  ...TEXTS,
  ...LAYERED,
}

/** How the layer of the document is set. */
export const LAYERS: Readonly<Record<string, (layer: PdfRef) => string>> = {
  on: (layer) => `<</OCGs [${layer.num} 0 R] /D <</ON [${layer.num} 0 R]>>>>`,
  off: (layer) => `<</OCGs [${layer.num} 0 R] /D <</OFF [${layer.num} 0 R]>>>>`,
}
