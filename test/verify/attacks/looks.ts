/**
 * Appearances that hide what lies below them, or imitate it, by every means that a content stream has.
 *
 * @module
 */

import { type PdfDict, type PdfObject, PdfStream } from '../../../src/pdf/objects.js'
import { bytesOf, dict, pdf, stream } from '../support/notation.js'
import type { Revision } from '../support/revise.js'

/** An appearance of some size, in points. It may add objects of its own. */
export type Look = (revision: Revision, width: number, height: number) => PdfStream

export const HELVETICA = dict`<</Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding>>`
const FONTS = dict`<</Font <</F ${HELVETICA}>>>>`

/** A form XObject from its content. */
export function form(
  width: number,
  height: number,
  content: string | Uint8Array,
  resources: PdfDict = FONTS,
  entries: Record<string, PdfObject> = {},
): PdfStream {
  const BBox = [0, 0, width, height]
  return stream(dict`<</Type /XObject /Subtype /Form>>`.with({ BBox, Resources: resources, ...entries }), content)
}

/** An appearance with a fixed content. */
const paints =
  (content: (width: number, height: number) => string, resources?: PdfDict): Look =>
  (_, width, height) =>
    form(width, height, content(width, height), resources)

const rows = (height: number, step: number, write: (y: number) => string) =>
  Array.from({ length: Math.ceil(height / step) }, (_, i) => write(i * step)).join('')

const state = (entries: string) => dict`<</ExtGState <</G <<${entries}>>>>>>`
const box = (width: number, height: number) => `0 0 ${width} ${height} re f\n`

/** Appearances that hide text. */
export const HIDING: Readonly<Record<string, Look>> = {
  'a white area': paints((w, h) => `1 g ${box(w, h)}`),
  'a black area': paints((w, h) => `0 g ${box(w, h)}`),
  'white hatches of 3 points': paints((w, h) => `1 G 3 w ${rows(h, 3.2, (y) => `0 ${y} m ${w} ${y} l S\n`)}`),
  'white hatches of half a point': paints((w, h) => `1 G .5 w ${rows(h, 0.6, (y) => `0 ${y} m ${w} ${y} l S\n`)}`),
  'white hatches across': paints((w, h) => `1 G 2 w ${rows(w, 2, (x) => `${x} 0 m ${x} ${h} l S\n`)}`),
  'white hatches aslant': paints((w, h) => `1 G 3 w ${rows(w, 3, (x) => `${x} 0 m ${x + 20} ${h} l S\n`)}`),
  'one thick white line': paints((w, h) => `1 G ${h} w 0 ${h / 2} m ${w} ${h / 2} l S\n`),
  'a thick white line of no length': paints((w, h) => `1 G 1 J ${h} w ${w / 2} ${h / 2} m ${w / 2} ${h / 2} l S\n`),
  'a dashed thick white line': paints((w, h) => `1 G [40 1] 0 d ${h} w 0 ${h / 2} m ${w} ${h / 2} l S\n`),
  'a thick white line whose dashes begin before their start': paints(
    (w, h) => `1 G [2000 2000] -2000 d ${h} w 0 ${h / 2} m ${w} ${h / 2} l S\n`,
  ),
  'a thick white line that begins a billion units into its dashes': paints(
    (w, h) => `1 G [2000 2000] 1000001900 d ${h} w 0 ${h / 2} m ${w} ${h / 2} l S\n`,
  ),
  'a thick white line by a matrix': paints((w, h) => `1 G q ${w} 0 0 ${h} 0 0 cm 1 w 0 .5 m 1 .5 l S Q\n`),
  'a zigzag in one path': paints((w, h) => `1 G 4 w 0 0 m ${rows(h, 6, (y) => `${w} ${y + 3} l 0 ${y + 6} l `)}S\n`),
  'many narrow white rectangles': paints((w, h) => `1 g ${rows(h, 1.5, (y) => `0 ${y} ${w} 1.5 re f\n`)}`),
  'many white squares': paints((w, h) => `1 g ${rows(h, 4, (y) => rows(w, 4, (x) => `${x} ${y} 4 4 re `))}f\n`),
  'a white area by the even-odd rule': paints((w, h) => `1 g 0 0 ${w} ${h} re ${w / 2} ${h / 2} 1 1 re f*\n`),
  'a white area by curves': paints(
    (w, h) => `1 g 0 0 m 0 0 0 ${h} 0 ${h} c 0 ${h} ${w} ${h} ${w} ${h} c ${w} ${h} ${w} 0 ${w} 0 c b\n`,
  ),
  'a white area that is not closed': paints((w, h) => `1 g 0 0 m ${w} 0 l ${w} ${h} l 0 ${h} l f\n`),
  'a white area filled and stroked': paints((w, h) => `1 g 1 G 9 w 0 0 ${w} ${h} re B*\n`),
  'a white area in layers of alpha .45': paints((w, h) => `/G gs 1 g ${box(w, h).repeat(6)}`, state('/ca .45')),
  'a white area in layers of alpha .1': paints((w, h) => `/G gs 1 g ${box(w, h).repeat(40)}`, state('/ca .1')),
  'a white area of alpha .9': paints((w, h) => `/G gs 1 g ${box(w, h)}`, state('/ca .9')),
  'white lines in layers of alpha .4': paints(
    (w, h) => `/G gs 1 G ${h} w ${`0 ${h / 2} m ${w} ${h / 2} l S\n`.repeat(8)}`,
    state('/CA .4'),
  ),
  'black by Multiply': paints((w, h) => `/G gs 0 g ${box(w, h)}`, state('/BM /Multiply')),
  'grey by Multiply, stacked': paints((w, h) => `/G gs .6 g ${box(w, h).repeat(12)}`, state('/BM /Multiply')),
  'white by Screen': paints((w, h) => `/G gs 1 g ${box(w, h)}`, state('/BM /Screen')),
  'white by Difference, then white': paints((w, h) => `/G gs 1 g ${box(w, h)}`, state('/BM /Difference')),
  'white by ColorDodge': paints((w, h) => `/G gs 1 g ${box(w, h)}`, state('/BM /ColorDodge')),
  'black by ColorBurn': paints((w, h) => `/G gs 0 g ${box(w, h)}`, state('/BM /ColorBurn')),
  'white by Lighten': paints((w, h) => `/G gs 1 g ${box(w, h)}`, state('/BM /Lighten')),
  'white by a list of blend modes': paints((w, h) => `/G gs 1 g ${box(w, h)}`, state('/BM [/Unknown /Lighten]')),
  'white by Luminosity': paints((w, h) => `/G gs 1 g ${box(w, h)}`, state('/BM /Luminosity')),
  'white by a separation': paints(
    (w, h) => `/S cs 0 scn ${box(w, h)}`,
    dict`<</ColorSpace <</S [/Separation /Black /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>]>>>>`,
  ),
  'black by a separation': paints(
    (w, h) => `/S cs 1 scn ${box(w, h)}`,
    dict`<</ColorSpace <</S [/Separation /All /DeviceGray <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>]>>>>`,
  ),
  'black by DeviceN': (revision, w, h) => {
    const tint = revision.add(
      stream(dict`<</FunctionType 4 /Domain [0 1 0 1] /Range [0 1 0 1 0 1 0 1]>>`, '{ pop pop 0 0 0 1 }'),
    )
    const spaces = dict`<</ColorSpace <</S [/DeviceN [/Cyan /Black] /DeviceCMYK ${tint}]>>>>`
    return form(w, h, `/S cs 1 1 scn ${box(w, h)}`, spaces)
  },
  'white by CalGray': paints(
    (w, h) => `/S cs 1 sc ${box(w, h)}`,
    dict`<</ColorSpace <</S [/CalGray <</WhitePoint [.95 1 1.09]>>]>>>>`,
  ),
  'white by Lab': paints(
    (w, h) => `/S cs 100 0 0 sc ${box(w, h)}`,
    dict`<</ColorSpace <</S [/Lab <</WhitePoint [.95 1 1.09] /Range [-100 100 -100 100]>>]>>>>`,
  ),
  'white by an index': paints(
    (w, h) => `/S cs 1 sc ${box(w, h)}`,
    dict`<</ColorSpace <</S [/Indexed /DeviceRGB 1 <000000ffffff>]>>>>`,
  ),
  'white by CMYK': paints((w, h) => `0 0 0 0 k ${box(w, h)}`),
  'black by nothing said': paints((w, h) => box(w, h)),
  'an inline image': paints((w, h) => `q ${w} 0 0 ${h} 0 0 cm BI /W 1 /H 1 /CS /G /BPC 8 ID \u00ff EI Q\n`),
  'an inline stencil': paints((w, h) => `1 g q ${w} 0 0 ${h} 0 0 cm BI /W 1 /H 1 /IM true /BPC 1 ID \u0000 EI Q\n`),
  'an inline image in hexadecimal': paints(
    (w, h) =>
      `q ${w} 0 0 ${h} 0 0 cm BI /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /AHx ID ff> EI Q\n`,
  ),
  'an image': (revision, w, h) =>
    form(
      w,
      h,
      `q ${w} 0 0 ${h} 0 0 cm /I Do Q\n`,
      imageIn(revision, '/ColorSpace /DeviceGray /BitsPerComponent 8', '\u00ff'),
    ),
  'a stencil': (revision, w, h) =>
    form(
      w,
      h,
      `1 g q ${w} 0 0 ${h} 0 0 cm /I Do Q\n`,
      imageIn(revision, '/ImageMask true /BitsPerComponent 1', '\u0000'),
    ),
  'a stencil turned round': (revision, w, h) =>
    form(
      w,
      h,
      `1 g q ${w} 0 0 ${h} 0 0 cm /I Do Q\n`,
      imageIn(revision, '/ImageMask true /Decode [1 0] /BitsPerComponent 1', '\u0080'),
    ),
  'an image with a mask': (revision, w, h) => {
    const mask = imageOf(revision, '/ColorSpace /DeviceGray /BitsPerComponent 8', '\u00ff')
    return form(
      w,
      h,
      `q ${w} 0 0 ${h} 0 0 cm /I Do Q\n`,
      imageIn(revision, `/SMask ${notationOf(mask)} /ColorSpace /DeviceGray /BitsPerComponent 8`, '\u00ff'),
    )
  },
  'an image with colours left out': (revision, w, h) =>
    form(
      w,
      h,
      `q ${w} 0 0 ${h} 0 0 cm /I Do Q\n`,
      imageIn(revision, '/Mask [0 5] /ColorSpace /DeviceGray /BitsPerComponent 8', '\u00ff'),
    ),
  'an image without bits': (revision, w, h) =>
    form(
      w,
      h,
      `q ${w} 0 0 ${h} 0 0 cm /I Do Q\n`,
      imageIn(revision, '/ColorSpace /DeviceGray /BitsPerComponent 8', ''),
    ),
  'small images side by side': (revision, w, h) =>
    form(
      w,
      h,
      rows(w, 10, (x) => `q 10 0 0 ${h} ${x} 0 cm /I Do Q\n`),
      imageIn(revision, '/ColorSpace /DeviceGray /BitsPerComponent 8', '\u00ff'),
    ),
  'a shading': paints(
    () => '/S sh\n',
    dict`<</Shading <</S <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] /Extend [true true] /Function <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1>>>>>>>>`,
  ),
  'a radial shading': paints(
    () => '/S sh\n',
    dict`<</Shading <</S <</ShadingType 3 /ColorSpace /DeviceGray /Coords [0 0 0 0 0 900] /Extend [true true] /Function <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1>>>>>>>>`,
  ),
  'a shading as a pattern': paints(
    (w, h) => `/Pattern cs /P scn ${box(w, h)}`,
    dict`<</Pattern <</P <</PatternType 2 /Shading <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] /Extend [true true] /Function <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [1] /N 1>>>>>>>>>>`,
  ),
  'a pattern': (revision, w, h) =>
    form(w, h, `/Pattern cs /P scn ${box(w, h)}`, patternIn(revision, '/PaintType 1', '1 g 0 0 4 4 re f\n')),
  'a pattern without colour': (revision, w, h) =>
    form(
      w,
      h,
      `/C cs 1 /P scn ${box(w, h)}`,
      patternIn(revision, '/PaintType 2', '0 0 4 4 re f\n').with({ ColorSpace: dict`<</C [/Pattern /DeviceGray]>>` }),
    ),
  'a line with a pattern': (revision, w, h) =>
    form(
      w,
      h,
      `/Pattern CS /P SCN ${h} w 0 ${h / 2} m ${w} ${h / 2} l S\n`,
      patternIn(revision, '/PaintType 1', '1 g 0 0 4 4 re f\n'),
    ),
  'a letter of 550 points in Type 3': (revision, w, h) =>
    form(
      w,
      h,
      `1 g BT /T ${Math.max(w, h)} Tf 0 0 Td (a) Tj ET\n`,
      type3In(revision, '1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f\n'),
    ),
  'many letters in Type 3': (revision, w, h) =>
    form(
      w,
      h,
      `1 g BT /T 8 Tf ${rows(h, 8, (y) => `1 0 0 1 0 ${y} Tm (${'a'.repeat(Math.ceil(w / 8))}) Tj\n`)}ET\n`,
      type3In(revision, '1000 0 0 0 1000 1000 d1 0 0 1000 1000 re f\n'),
    ),
  'a coloured letter in Type 3': (revision, w, h) =>
    form(
      w,
      h,
      `BT /T ${Math.max(w, h)} Tf 0 0 Td (a) Tj ET\n`,
      type3In(revision, '1000 0 d0 1 g 0 0 1000 1000 re f\n'),
    ),
  'a full stop of 4000 points': paints((w) => `1 g BT /F 4000 Tf ${w / 2 - 600} -200 Td (.) Tj ET\n`),
  'white dashes of text': paints(
    (w, h) =>
      `1 g BT /F 30 Tf ${rows(h, 2, (y) => `1 0 0 1 0 ${y - 10} Tm (${'_'.repeat(Math.ceil(w / 16))}) Tj\n`)}ET\n`,
  ),
  'white text, stroked thick': paints(
    (w, h) => `1 G 1 g ${h} w BT 2 Tr /F 20 Tf ${rows(w, 15, (x) => `1 0 0 1 ${x} ${h / 3} Tm (X) Tj\n`)}ET\n`,
  ),
  'white letters over each other': paints(
    (w, h) => `1 g BT /F 12 Tf ${rows(h, 3, (y) => rows(w, 3, (x) => `1 0 0 1 ${x} ${y} Tm (M) Tj\n`))}ET\n`,
  ),
  'white letters of 2 points': paints(
    (w, h) => `1 g BT /F 2 Tf ${rows(h, 0.7, (y) => `1 0 0 1 0 ${y} Tm (${'M'.repeat(Math.ceil(w / 1.6))}) Tj\n`)}ET\n`,
  ),
  'text as a clip, then an area': paints((w, h) => `q BT 7 Tr /F 2000 Tf -400 -100 Td (M) Tj ET 1 g ${box(w, h)} Q\n`),
  'an area through a clip': paints((w, h) => `q 0 0 ${w} ${h} re W n 1 g -100 -100 2000 2000 re f Q\n`),
  'an area through two clips': paints(
    (w, h) => `q 0 0 ${w} ${h} re W n 0 0 ${w} ${h} re W* n 1 g -100 -100 2000 2000 re f Q\n`,
  ),
  'a form in a form': (revision, w, h) => {
    const inner = revision.add(form(w, h, `1 g ${box(w, h)}`))
    return form(w, h, '/X Do\n', dict`<</XObject <</X ${inner}>>>>`)
  },
  'a form in forms, seven deep': (revision, w, h) => {
    let inner = revision.add(form(w, h, `1 g ${box(w, h)}`))
    for (let depth = 0; depth < 7; depth++)
      inner = revision.add(form(w, h, '/X Do\n', dict`<</XObject <</X ${inner}>>>>`))
    return form(w, h, '/X Do\n', dict`<</XObject <</X ${inner}>>>>`)
  },
  'a form of one point, enlarged': (revision, w, h) => {
    const inner = revision.add(form(1, 1, '1 g 0 0 1 1 re f\n'))
    return form(w, h, `q ${w} 0 0 ${h} 0 0 cm /X Do Q\n`, dict`<</XObject <</X ${inner}>>>>`)
  },
  'a group': (_, w, h) => form(w, h, `1 g ${box(w, h)}`, FONTS, { Group: dict`<</S /Transparency /I true /K true>>` }),
  'a group of alpha in another': (revision, w, h) => {
    const inner = revision.add(form(w, h, `1 g ${box(w, h)}`, FONTS, { Group: dict`<</S /Transparency>>` }))
    return form(
      w,
      h,
      '/G gs /X Do /X Do /X Do /X Do /X Do\n',
      dict`<</XObject <</X ${inner}>> /ExtGState <</G <</ca .4>>>>>>`,
    )
  },
  'a soft mask with an average of .4': (revision, w, h) => softMasked(revision, w, h, `1 g 0 0 ${w} ${h * 0.4} re f\n`),
  'a soft mask of .9': (revision, w, h) => softMasked(revision, w, h, `.9 g ${box(w, h)}`),
  'a soft mask of nothing with a backdrop': (revision, w, h) => softMasked(revision, w, h, '', '/BC [1]'),
  'a soft mask with a transfer function': (revision, w, h) =>
    softMasked(revision, w, h, '', '/TR <</FunctionType 2 /Domain [0 1] /C0 [1] /C1 [0] /N 1>>'),
  'marked content that is off': paints(
    (w, h) => `/OC /L BDC 1 g ${box(w, h)} EMC\n`,
    dict`<</Properties <</L <</Type /OCG /Name (x)>>>>>>`,
  ),
  'an unknown operator before': paints((w, h) => `x y z foo 1 g ${box(w, h)}`),
  'a compatibility section': paints((w, h) => `BX foo EX 1 g ${box(w, h)}`),
  'states that are not balanced': paints((w, h) => `Q Q q q 1 g ${box(w, h)} Q Q Q Q\n`),
  'an area without a line end': paints((w, h) => `1 g 0 0 ${w} ${h} re f`),
  'an operator glued to a number': paints((w, h) => `1 g 0 0 ${w} ${h}re f`),
  'an array of offsets': paints(
    (w, h) => `1 g BT /F ${h * 3} Tf [(MMM)9999(MMM)9999(MMM)]TJ 0 -${h} Td (MMMM) Tj ET ${w} 0 m\n`,
  ),
  'numbers in other notations': paints((w, h) => `+1. g -.0 0.0 +${w}. ${h}.000 re f\n`),
  'numbers with two minus signs': paints((w, h) => `1 g --0 0 ${w} ${h} re f\n`),
  'compressed twice': (_, w, h) =>
    compressed(form(w, h, `1 g ${box(w, h)}`), '[/ASCIIHexDecode /ASCIIHexDecode]', (data) => hex(hex(data))),
  'in hexadecimal': (_, w, h) => compressed(form(w, h, `1 g ${box(w, h)}`), '/AHx', hex),
  'with an unknown filter before': (_, w, h) => compressed(form(w, h, `1 g ${box(w, h)}`), '[/Crypt]', (data) => data),
}

function hex(data: Uint8Array): Uint8Array {
  return bytesOf(`${Buffer.from(data).toString('hex')}>`)
}

function compressed(look: PdfStream, filter: string, encode: (data: Uint8Array) => Uint8Array): PdfStream {
  return new PdfStream(look.dict.with({ Filter: pdf`${filter}` }), encode(look.data))
}

function notationOf(ref: PdfObject): string {
  return ref !== null && typeof ref === 'object' && 'num' in ref ? `${ref.num} 0 R` : 'null'
}

function imageOf(revision: Revision, entries: string, data: string): PdfObject {
  return revision.add(stream(dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 ${entries}>>`, data))
}

function imageIn(revision: Revision, entries: string, data: string): PdfDict {
  return dict`<</XObject <</I ${imageOf(revision, entries, data)}>>>>`
}

function patternIn(revision: Revision, entries: string, content: string): PdfDict {
  const pattern = revision.add(
    stream(
      dict`<</Type /Pattern /PatternType 1 ${entries} /TilingType 1 /BBox [0 0 4 4] /XStep 4 /YStep 4 /Resources <<>>>>`,
      content,
    ),
  )
  return dict`<</Pattern <</P ${pattern}>>>>`
}

/** A font with one letter, "a". */
export function type3In(revision: Revision, content: string, name = 'T'): PdfDict {
  const glyph = revision.add(stream(dict`<<>>`, content))
  const font = revision.add(dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0]
    /CharProcs <</a ${glyph}>> /Encoding <</Type /Encoding /Differences [97 /a]>> /FirstChar 97 /LastChar 97
    /Widths [1000] /Resources <<>>>>`)
  return dict`<</Font <</${name} ${font}>>>>`
}

function softMasked(revision: Revision, width: number, height: number, mask: string, entries = ''): PdfStream {
  const group = revision.add(form(width, height, mask, FONTS, { Group: dict`<</S /Transparency /CS /DeviceGray>>` }))
  const states = dict`<</ExtGState <</G <</SMask <</S /Luminosity /G ${group} ${entries}>>>>>>>>`
  return form(width, height, `/G gs 1 g ${box(width, height)}`, states)
}
