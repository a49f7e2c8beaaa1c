/**
 * Drawings of later signers and notes that one reader misreads: matrices and boxes with a number too many, fonts whose widths
 * are counted in two ways, masks that are none, pointed corners of thick lines, colours that the resources replace. What is
 * thought to paint nothing, or somewhere else, lies on the text.
 *
 * @module
 */

import { PdfDict, type PdfObject, PdfRef, type PdfStream } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import {
  ANNOTATABLE,
  attacksBy,
  type ClassAttack,
  FILLABLE,
  hasKnownPlaces,
  type Maker,
  SIGNABLE,
} from './class-attack.js'
import { signShowing } from './later-signers.js'
import { form, HELVETICA, type Look } from './looks.js'
import { OVER_THE_PRICE } from './painting-fields.js'

const WHITE = '1 g -50 -50 600 200 re f\n'
const FIGURE = 'BT /F 12 Tf 72 26 Td (900 EUR) Tj ET\n'

const fonts = (font: PdfObject) => new PdfDict({ Font: new PdfDict({ T: font, F: HELVETICA }) })

/** A form within the appearance. */
const nested =
  (entries: string, content = WHITE): Look =>
  (revision, width, height) => {
    const inner = stream(dict`<</Type /XObject /Subtype /Form /Resources <<>> ${entries}>>`, content)
    return form(width, height, 'q /X Do Q\n', dict`<</XObject <</X ${revision.add(inner)}>>>>`)
  }

const BOX = '/BBox [-50 -50 600 200]'

const FORMS: Readonly<Record<string, Look>> = {
  'a matrix of seven numbers': nested(`${BOX} /Matrix [1 0 0 1 900 900 0]`),
  'a matrix of four numbers': nested('/BBox [0 0 1 1] /Matrix [500 0 0 200]', '1 g 0 0 1 1 re f'),
  'a matrix with a string for a number': nested('/BBox [0 0 1 1] /Matrix [500 0 0 200 (x) 0]', '1 g 0 0 1 1 re f'),
  'a matrix that is a name': nested(`${BOX} /Matrix /Identity`),
  'a box of five numbers': nested('/BBox [0 0 1 1 0]'),
  'a box of three numbers': nested('/BBox [500 200 0]'),
  'a box with a string for a number': nested('/BBox [500 200 (x) 0]'),
}

/** The letters a and b; b is a white area. */
const procedures =
  (entries: string, content: string, letter = '1000 0 d0 1 g 0 -1000 40000 4000 re f\n'): Look =>
  (revision, width, height) => {
    const blank = revision.add(stream(dict`<<>>`, '1000 0 d0\n'))
    const area = revision.add(stream(dict`<<>>`, letter))
    const font = dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /CharProcs <</a ${blank} /b ${area}>>
      /Encoding <</Type /Encoding /Differences [97 /a /b]>> /Resources <<>> ${entries}>>`
    return form(width, height, content, fonts(revision.add(font)))
  }

const MATRIX = '/FontMatrix [.001 0 0 .001 0 0]'
const USUAL = `${MATRIX} /FirstChar 97 /LastChar 98 /Widths [0 0]`

const PROCEDURES: Readonly<Record<string, Look>> = {
  'no font matrix': procedures(
    '/FirstChar 97 /LastChar 98 /Widths [0 0]',
    'BT /T 12 Tf 2 30 Td (b) Tj ET',
    '1000 0 d0 1 g 600 -2000 40000 6000 re f',
  ),
  'a font matrix of seven numbers': procedures(
    '/FontMatrix [.001 0 0 .001 900 0 0] /FirstChar 97 /LastChar 98 /Widths [0 0]',
    'BT /T 12 Tf 2 30 Td (b) Tj ET',
  ),
  'a font matrix of four numbers': procedures(
    '/FontMatrix [.001 0 0 .001] /FirstChar 97 /LastChar 98 /Widths [0 0]',
    'BT /T 12 Tf 2 30 Td (b) Tj ET',
    '1000 0 d0 1 g 600 -2000 40000 6000 re f',
  ),
  'a letter of great width behind the last one': procedures(
    `${MATRIX} /FirstChar 97 /LastChar 96 /Widths [90000 0]`,
    'BT /T 12 Tf 2 30 Td (ab) Tj ET',
  ),
  'a first letter that is a real': procedures(
    `${MATRIX} /FirstChar 97.0 /LastChar 98 /Widths [90000 0]`,
    'BT /T 12 Tf 2 30 Td (ab) Tj ET',
  ),
  'a last letter that is a real': procedures(
    `${MATRIX} /FirstChar 97 /LastChar 96.0 /Widths [90000 0]`,
    'BT /T 12 Tf 2 30 Td (ab) Tj ET',
  ),
  'a first letter below 0': procedures(
    `${MATRIX} /FirstChar -3 /LastChar 98 /Widths [${'0 '.repeat(100)}90000 0]`,
    'BT /T 12 Tf 2 30 Td (ab) Tj ET',
  ),
  'widths as they should be': procedures(USUAL, 'BT /T 12 Tf 2 30 Td (ab) Tj ET'),
}

/** A wide blank as one reader counts, and a figure behind it. */
const spaced =
  (font: string): Look =>
  (revision, width, height) =>
    form(width, height, 'BT /T 12 Tf 72 26 Td (\\240900 EUR) Tj ET\n', fonts(revision.add(dict`<<${font}>>`)))

const HELVETICA_WIDTHS = Array.from({ length: 224 }, (_, i) => (i === 128 ? 90_000 : 556)).join(' ')

const WIDTHS: Readonly<Record<string, Look>> = {
  'a first code that is a real': spaced(
    `/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar 32.0 /LastChar 255 /Widths [${HELVETICA_WIDTHS}]`,
  ),
  'a first code below 0': spaced(
    `/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding /FirstChar -4 /LastChar 255 /Widths [${'556 '.repeat(164)}90000 ${'556 '.repeat(90)}]`,
  ),
}

/** Codes 0001 and 0002 of a composite font that no file brings. */
const composite =
  (entries: string): Look =>
  (revision, width, height) => {
    const system = '/CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>>'
    const descriptor =
      '/FontDescriptor <</Type /FontDescriptor /FontName /Helvetica /Flags 32 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800 /Descent -200 /CapHeight 700 /StemV 80>>'
    const descendant = `<</Type /Font /Subtype /CIDFontType2 /BaseFont /Helvetica ${system} ${descriptor} ${entries}>>`
    const font = dict`<</Type /Font /Subtype /Type0 /BaseFont /Helvetica /Encoding /Identity-H /DescendantFonts [${descendant}]>>`
    return form(width, height, 'BT /T 12 Tf 72 26 Td <0003001C00130013> Tj ET\n', fonts(revision.add(font)))
  }

const COMPOSITES: Readonly<Record<string, Look>> = {
  'a default width that is a real': composite('/DW 90000.0'),
  'widths from a real on': composite('/DW 556 /W [3.0 [90000]]'),
  'widths from a real to a real': composite('/DW 556 /W [3.0 3.0 90000]'),
  'two widths for one letter': composite('/DW 556 /W [3 [556] 3 [90000]]'),
  'two widths for one letter, the other way': composite('/DW 556 /W [3 [90000] 3 [556]]'),
  'a string among the widths': composite('/DW 556 /W [(x) 3 [90000]]'),
}

const image = (
  revision: Revision,
  entries: string,
  data: Uint8Array | string,
  more: Readonly<Record<string, PdfObject>> = {},
) => revision.add(stream(dict`<</Type /XObject /Subtype /Image ${entries}>>`.with({ ...more }), data))

const picture =
  (make: (revision: Revision) => PdfObject): Look =>
  (revision, width, height) =>
    form(width, height, `1 g q ${width} 0 0 ${height} 0 0 cm /I Do Q\n`, dict`<</XObject <</I ${make(revision)}>>>>`)

const FULL = '\u00ff'.repeat(8)
const EMPTY = '\0'.repeat(64)

const stencil = (decode: string, data = FULL) =>
  picture((revision) => image(revision, `/Width 8 /Height 8 /ImageMask true /BitsPerComponent 1 ${decode}`, data))

const whitePicture = '/Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8'
const masked = (key: 'SMask' | 'Mask', entries: string, data: string) =>
  picture((revision) =>
    image(revision, whitePicture, '\u00ff'.repeat(64), {
      [key]: image(revision, `/Width 8 /Height 8 ${entries}`, data),
    }),
  )

const MASKS: Readonly<Record<string, Look>> = {
  'a stencil that is decoded by one number': stencil('/Decode [1]'),
  'a stencil that is decoded by 1 and 1': stencil('/Decode [1 1]'),
  'a stencil that is decoded by three numbers': stencil('/Decode [1 0 0]'),
  'a stencil that is decoded by 0 and 0': stencil('/Decode [0 0]'),
  'a stencil that is decoded by 0 and 2': stencil('/Decode [0 2]', '\u00aa'.repeat(8)),
  'a stencil that is decoded by a name': stencil('/Decode /x'),
  'a soft mask with a palette': masked(
    'SMask',
    '/ColorSpace [/Indexed /DeviceGray 1 <FFFF>] /BitsPerComponent 8',
    EMPTY,
  ),
  'a soft mask in red, green and blue': masked(
    'SMask',
    '/ColorSpace /DeviceRGB /BitsPerComponent 8',
    EMPTY + FULL.repeat(16),
  ),
  'a soft mask that is a stencil': masked('SMask', '/ImageMask true /BitsPerComponent 1', '\0'.repeat(8)),
  'a soft mask in an inverted tint': masked(
    'SMask',
    '/ColorSpace [/Separation /X /DeviceGray <</FunctionType 2 /N 1 /Domain [0 1] /C0 [1] /C1 [0]>>] /BitsPerComponent 8',
    EMPTY,
  ),
  'a soft mask that is decoded by one number': masked(
    'SMask',
    '/ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1]',
    EMPTY,
  ),
  'a mask that is no stencil': masked('Mask', '/ColorSpace /DeviceGray /BitsPerComponent 1', FULL),
  'a mask with eight bits': masked('Mask', '/ImageMask true /BitsPerComponent 8', '\u00ff'.repeat(64)),
  'a mask that is a stencil decoded by one number': masked(
    'Mask',
    '/ImageMask true /BitsPerComponent 1 /Decode [1]',
    FULL,
  ),
}

const content =
  (text: string, resources?: PdfDict): Look =>
  (_, width, height) =>
    form(width, height, text, resources)
const state = (entries: string) => dict`<</ExtGState <</G <<${entries}>>>>>>`
/** Lines that meet at the left end, below the text: the corner points to the right, and up along it. */
const corner = (width: number, before = '', join = 'l') =>
  `1 G ${before} ${width} w -300 20 m 4 30 ${join} -300 40 l S\n`

const rows = (write: (y: number) => string): string => Array.from({ length: 280 }, (_, i) => write(i / 4)).join(' ')

const CORNERS: Readonly<Record<string, Look>> = {
  'a pointed corner': content(corner(30, '60 M')),
  'a pointed corner by a graphics state': content(`/G gs ${corner(30)}`, state('/ML 60')),
  'a pointed corner of mitered lines by a graphics state': content(`1 j /G gs ${corner(30, '60 M')}`, state('/LJ 0')),
  'a pointed corner of a dashed line': content(corner(30, '60 M [5000] 0 d')),
  'a pointed corner with the usual limit': content('1 G 36 w -80 10 m 4 30 l -80 50 l S\n'),
  'a pointed corner of a closed line': content('1 G 60 M 30 w 4 30 m -300 40 l -300 20 l s\n'),
  'a pointed corner where a closed line comes back': content('1 G 60 M 30 w 4 30 m -300 40 l -300 20 l 4 30 l h S\n'),
  'a pointed corner with its point twice': content('1 G 60 M 30 w -300 20 m 4 30 l 4 30 l -300 40 l S\n'),
  'a pointed corner with its point nearly twice': content('1 G 60 M 30 w -300 20 m 4 30 l 4.0001 30 l -300 40 l S\n'),
  'a pointed corner that is turned by a matrix': content(
    'q 0 1 -1 0 0 0 cm 1 G 60 M 30 w 20 300 m 30 -4 l 40 300 l S Q\n',
  ),
  'dots of a dashed line with round caps': content('1 G 1 J [0 4] 0 d 60 w 0 35 m 400 35 l S\n'),
  'dots of a dashed line with square caps': content('1 G 2 J [0 4] 0 d 60 w 0 35 m 400 35 l S\n'),
  'a hatch of slanted slivers': content(
    `1 g ${rows((y) => `0 ${y} m 400 ${y + 0.02} l 400 ${y + 0.04} l 0 ${y + 0.02} l f`)}\n`,
  ),
  'a hatch of slanted slivers in one path': content(
    `1 g ${rows((y) => `0 ${y} m 400 ${y + 0.02} l 400 ${y + 0.04} l 0 ${y + 0.02} l`)} f\n`,
  ),
  'a hatch of lines that are filled': content(`1 g ${rows((y) => `0 ${y} m 400 ${y + 0.02} l f`)}\n`),
  'a hatch of thin clips': content(rows((y) => `q 0 ${y} 400 .02 re W n 1 g 0 0 400 70 re f Q`)),
  'a hatch of clips without height': content(rows((y) => `q 0 ${y + 0.03} 400 0 re W n 1 g 0 0 400 70 re f Q`)),
  'a clip of thin boxes': content(`q ${rows((y) => `0 ${y} 400 .02 re`)} W n 1 g 0 0 400 70 re f Q\n`),
  'a hatch of thin pictures': (revision, width, height) => {
    const drawn = image(revision, whitePicture, '\u00ff'.repeat(64))
    const resources = dict`<</XObject <</I ${drawn}>>>>`
    return form(
      width,
      height,
      rows((y) => `q 400 0 0 .02 0 ${y} cm /I Do Q`),
      resources,
    )
  },
  'a hatch of thin shadings': (revision, width, height) => {
    const white = '<</FunctionType 2 /N 1 /Domain [0 1] /C0 [1] /C1 [1]>>'
    const shading = revision.add(
      dict`<</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 400 0] /Extend [true true] /Function ${white}>>`,
    )
    const resources = dict`<</Shading <</S ${shading}>>>>`
    return form(
      width,
      height,
      rows((y) => `q 0 ${y} 400 .02 re W n /S sh Q`),
      resources,
    )
  },
  'a hatch of thin boxes in one path': content(`1 g ${rows((y) => `0 ${y} 400 .02 re`)} f\n`),
  'letters with thick pointed outlines': content(
    'BT /F 40 Tf 1 Tr 60 M 14 w 1 G 2 -40 Td (WAWAWAWAWA) Tj ET\n',
    dict`<</Font <</F ${HELVETICA}>>>>`,
  ),
}

const FAR: Readonly<Record<string, Look>> = {
  'a matrix with an integer beyond 32 bits': content(`q 1 0 0 1 99999999999 0 cm ${WHITE} Q\n`),
  'a rectangle at an integer beyond 32 bits': content('1 g 99999999999 0 400 70 re f\n'),
  'a rectangle at an integer of twenty digits': content('1 g -99999999999999999999 0 400 70 re f\n'),
  'a text at an integer beyond 32 bits': content(
    `BT /F 12 Tf 1 0 0 1 72 99999999999 Tm 0 26 Td (900 EUR) Tj ET\n`,
    dict`<</Font <</F ${HELVETICA}>>>>`,
  ),
  'a form moved by an integer beyond 32 bits': nested(`${BOX} /Matrix [1 0 0 1 2147483646 0]`),
}

const HELV = dict`<</Font <</F ${HELVETICA}>>>>`

const STATES: Readonly<Record<string, Look>> = {
  'a state restored inside of a text': content(
    'BT /F 12 Tf 1 0 0 1 72 26 Tm q 1 0 0 1 900 900 Tm Q (900 EUR) Tj ET\n',
    HELV,
  ),
  'a state saved before a text and restored in it': content(
    'BT /F 12 Tf 1 0 0 1 72 26 Tm ET q BT /F 12 Tf 1 0 0 1 900 900 Tm Q /F 12 Tf (900 EUR) Tj ET\n',
    HELV,
  ),
  'a matrix that changes before a path is painted': content(
    'q 1 0 0 1 900 900 cm 1 g 0 0 400 70 re 1 0 0 1 -900 -900 cm f Q\n',
  ),
  'a matrix that is restored before a path is painted': content('1 g q 1 0 0 1 900 900 cm 0 0 400 70 re Q f\n'),
  'a matrix that changes before a path is a clip': content(
    `1 0 0 1 900 900 cm 0 0 400 70 re 1 0 0 1 -900 -900 cm W n ${WHITE}`,
  ),
  'a clip without area': content(`200 35 0 0 re W n ${WHITE}`),
  'a clip of a point': content(`10 10 m W n ${WHITE}`),
  'a clip of a closed point': content(`10 10 m h W n ${WHITE}`),
  'a clip of a line': content(`10 10 m 300 60 l W n ${WHITE}`),
  'a clip of a curve that comes back': content(`10 10 m 300 60 300 60 10 10 c W n ${WHITE}`),
  'a clip beside the place': content(`900 900 10 10 re W n ${WHITE}`),
  'a clip by nothing but a text without letters': content(`BT /F 12 Tf 7 Tr () Tj ET ${WHITE}`, HELV),
  'a scale of nothing': content(`q 0 0 0 0 0 0 cm ${WHITE} Q\n`),
  'a scale of next to nothing': content(`q 1e-9 0 0 1 0 0 cm ${WHITE} Q\n`),
  'letters of no width': content('BT 0 Tz /F 12 Tf 72 26 Td (900 EUR) Tj ET\n', HELV),
  'letters of no size': content('BT /F 0 Tf 72 26 Td (900 EUR) Tj ET\n', HELV),
  'a rendering mode that does not exist': content('BT 3 Tr 8 Tr /F 12 Tf 72 26 Td (900 EUR) Tj ET\n', HELV),
}

const AREA = '1 g 0 0 400 70 re f 0 g '
/** Data of an image that some viewers take for the end of it, and for operators. */
const inline = (dictionary: string, data: string): Look =>
  content(`q 1 0 0 1 900 900 cm BI ${dictionary} ID ${data}\nEI Q\n`)
const jpeg = '\u00ff\u00d8\u00ff\u00d9'
const undone = `Q q 1 0 0 1 0 0 cm ${AREA}`
const filled = (data: string, length: number) => data.padEnd(length, 'x')

const INLINE: Readonly<Record<string, Look>> = {
  'plain data that a letter before EI hides': inline('/W 200 /H 1 /BPC 8 /CS /G', filled(`xxEI ${undone}`, 200)),
  'a stencil that a letter before EI hides': inline('/W 1600 /H 1 /IM true', filled(`xxEI ${undone}`, 200)),
  'a JPEG with letters behind it': inline('/W 1 /H 1 /BPC 8 /CS /G /F /DCT', `${jpeg}xEIx ${undone} x`),
  'fax data with a letter before EI': inline('/W 8 /H 1 /IM true /F /CCF', filled(`xxEI ${undone}`, 200)),
  'LZW data with a letter before EI': inline('/W 200 /H 1 /BPC 8 /CS /G /F /LZW', filled(`xxEI ${undone}`, 200)),
}

const INVERTED = '[/Separation /X /DeviceGray <</FunctionType 2 /N 1 /Domain [0 1] /C0 [1] /C1 [0]>>]'
const RGB_INVERTED = '[/DeviceN [/A /B /C] /DeviceRGB 9 0 R]'
const defaults = (entries: string) =>
  new PdfDict({
    ...Object.fromEntries(dict`<</ColorSpace <<${entries}>>>>`.entries),
    Font: new PdfDict({ F: HELVETICA }),
  })

/** Thought white, and black to readers that replace device spaces (8.6.5.6). */
const COLOURS: Readonly<Record<string, Look>> = {
  'white that multiplies after an unknown mode': content(`/G gs ${WHITE}`, state('/BM [/Unknown /Multiply]')),
  'white that darkens after a string': content(`/G gs ${WHITE}`, state('/BM [(x) /Darken]')),
  'procedures that set colours where these do not count': procedures(
    USUAL,
    'BT 1 g /T 12 Tf 132 24 Td (b) Tj ET',
    '1000 0 0 0 1000 1000 d1 0 g 0 0 160 700 re f 340 0 160 700 re f 0 620 500 80 re f 0 310 500 80 re f\n',
  ),
  'large procedures that set colours where these do not count': procedures(
    USUAL,
    'BT 1 g /T 300 Tf 132 24 Td (b) Tj ET',
    '100000 0 0 -1000 100000 100000 d1 0 g 0 0 7 28 re f 14 0 7 28 re f 0 25 20 3 re f 0 12 20 3 re f\n',
  ),
  'a white picture that some take for a stencil': (revision, width, height) => {
    const palette = '/ColorSpace [/Indexed /DeviceGray 1 <FFFF>]'
    const drawn = image(revision, `/Width 8 /Height 8 /ImageMask 1 /BitsPerComponent 1 ${palette}`, '\u00c3'.repeat(8))
    return form(width, height, '0 g q 6 0 0 9 146 24 cm /I Do Q\n', dict`<</XObject <</I ${drawn}>>>>`)
  },
  'a figure in a grey that is replaced': content(`1 g ${FIGURE}`, defaults(`/DefaultGray ${INVERTED}`)),
  'a line in a grey that is replaced': content('1 G 3 w 60 30 m 150 30 l S\n', defaults(`/DefaultGray ${INVERTED}`)),
  'small shapes in a grey that is replaced': content(
    '1 g 132 24 2 9 re f 136 24 2 9 re f 132 31 6 2 re f 132 24 6 2 re f\n',
    defaults(`/DefaultGray ${INVERTED}`),
  ),
  'a figure in a red that is replaced': (revision, width, height) => {
    const calculate = revision.add(
      stream(
        dict`<</FunctionType 4 /Domain [0 1 0 1 0 1] /Range [0 1 0 1 0 1]>>`,
        '{ 1 exch sub 3 1 roll 1 exch sub 3 1 roll 1 exch sub 3 1 roll }',
      ),
    )
    const space = RGB_INVERTED.replace('9 0 R', `${calculate.num} 0 R`)
    return form(width, height, `1 1 1 rg ${FIGURE}`, defaults(`/DefaultRGB ${space}`))
  },
}

const LOOKS: Readonly<Record<string, Readonly<Record<string, Look>>>> = {
  'in a form with': FORMS,
  'in a font of procedures with': PROCEDURES,
  'in a font with': WIDTHS,
  'in a composite font with': COMPOSITES,
  by: MASKS,
  'by means of': CORNERS,
  'in an inline image by': INLINE,
  'far away by': FAR,
  'in the state of': STATES,
  with: COLOURS,
}

const entriesOf = (prefix: string, make: (look: Look) => Maker): Readonly<Record<string, Maker>> =>
  Object.fromEntries(
    Object.entries(LOOKS).flatMap(([kind, looks]) =>
      Object.entries(looks).map(([name, look]) => [`${prefix} ${kind} ${name}`, make(look)]),
    ),
  )

const noted =
  (look: Look): Maker =>
  ({ bytes, parts }: Base) =>
    revise(bytes, (revision) => {
      const [left, bottom, right, top] = OVER_THE_PRICE
      const drawn: PdfStream = look(revision, right - left, top - bottom)
      addAnnotation(
        revision,
        parts.page,
        annotation('Stamp', [...OVER_THE_PRICE], { AP: dict`<</N ${revision.add(drawn)}>>`, F: 4 }),
      )
    })

/** Strikes one word, as its points say, and by a pointed corner the rest of the line. */
const strikeOut: Maker = ({ bytes, parts }) =>
  revise(bytes, (revision) => {
    const line = '1 J 90 M 1.2 w 0 G 2 14.2 m 22 14.5 l 2 14.8 l S\n'
    const look = revision.add(form(400, 30, line))
    addAnnotation(
      revision,
      parts.page,
      annotation('StrikeOut', [58, 706, 458, 736], {
        AP: dict`<</N ${look}>>`,
        QuadPoints: pdf`[58 727 82 727 58 713 82 713]`,
        C: pdf`[0]`,
        F: 4,
      }),
    )
  })

/** Poppler draws fields anew with the resources of the form, in colours that these replace. */
const recolouredFields =
  (space: string): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const { document } = revision
      const object = revision.get(parts.catalog).get('AcroForm')
      const form = document.resolve(object)
      if (!(form instanceof PdfDict)) throw new Error('The document has no form.')
      const old = document.resolve(form.get('DR'))
      const resources = (old instanceof PdfDict ? old : new PdfDict()).with({ ColorSpace: dict`<<${space}>>` })
      const changed = form.with({ DR: resources, NeedAppearances: true })
      if (object instanceof PdfRef) revision.put(object, changed)
      else revision.set(parts.catalog, { AcroForm: changed })
    })

const FORM_COLOURS: Readonly<Record<string, Maker>> = {
  'fields are drawn anew in a grey that is replaced': recolouredFields(`/DefaultGray ${INVERTED}`),
  'fields are drawn anew in a grey that cannot be read': recolouredFields('/DefaultGray [/New]'),
}

export const misreadDrawings: readonly ClassAttack[] = [
  ...attacksBy(FORM_COLOURS, { profiles: FILLABLE, isSignedOver: true }),
  ...attacksBy(
    entriesOf('a later signature draws', (look) => signShowing(OVER_THE_PRICE, look)),
    {
      profiles: SIGNABLE,
      fits: hasKnownPlaces,
    },
  ),
  ...attacksBy(entriesOf('a stamp draws', noted), { profiles: ANNOTATABLE, fits: hasKnownPlaces }),
  ...attacksBy(
    { 'a line through one word reaches over others by a pointed corner': strikeOut },
    {
      profiles: ANNOTATABLE,
      fits: hasKnownPlaces,
    },
  ),
]
