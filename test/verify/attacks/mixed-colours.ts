/**
 * Drawings of later signers and stamps whose colours, masks and coding viewers take otherwise than their entries seem to say:
 * blend modes inside of groups, inks over an unpainted page, masks of few samples, predictors of odd pixels, cells of patterns,
 * tints that are printed as full inks.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { PdfDict, type PdfObject } from '../../../src/pdf/objects.js'
import { annotation } from '../support/edits.js'
import { dict, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, hasKnownPlaces, type Maker, SIGNABLE } from './class-attack.js'
import { signShowing } from './later-signers.js'
import { form, type Look } from './looks.js'
import { OVER_THE_PRICE } from './painting-fields.js'

const AREA = '0 0 400 70 re f\n'
const MODES = '/ExtGState <</G <</BM /Multiply>> /S <</BM /Screen>> /L <</BM /Lighten>>>>'
const GROUP = '/Group <</S /Transparency>>'
const ISOLATED = '/Group <</S /Transparency /I true>>'

const content =
  (text: string, resources = MODES): Look =>
  (_, width, height) =>
    form(width, height, text, dict`<<${resources}>>`)

/** A form within the appearance, with content that multiplies white. */
const nested =
  (entries: string): Look =>
  (revision, width, height) => {
    const inner = stream(
      dict`<</Subtype /Form /BBox [0 0 400 70] ${entries} /Resources <<${MODES}>>>>`,
      `/G gs 1 g ${AREA}`,
    )
    return form(width, height, '/X Do\n', dict`<</XObject <</X ${revision.add(inner)}>>>>`)
  }

const withGroup =
  (group: string): Look =>
  (_, width, height) =>
    form(width, height, `/G gs 1 g ${AREA}`, dict`<<${MODES}>>`, Object.fromEntries(dict`<<${group}>>`.entries))

/** A fill with the cells of a pattern. */
const patterned =
  (entries: string, cell: string): Look =>
  (revision, width, height) => {
    const pattern = revision.add(
      stream(dict`<</PatternType 1 /PaintType 1 /TilingType 1 ${entries} /Resources <<${MODES}>>>>`, cell),
    )
    return form(width, height, `/Pattern cs /P scn ${AREA}`, dict`<</Pattern <</P ${pattern}>>>>`)
  }

const glyph: Look = (revision, width, height) => {
  const letter = revision.add(stream(dict`<<>>`, '1000 0 d0 /G gs 1 g 0 -1000 40000 4000 re f\n'))
  const font = dict`<</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 97
    /LastChar 97 /Widths [1000] /CharProcs <</a ${letter}>> /Encoding <</Differences [97 /a]>> /Resources <<${MODES}>>>>`
  return form(width, height, 'BT /T 12 Tf 2 30 Td (a) Tj ET\n', dict`<</Font <</T ${revision.add(font)}>>>>`)
}

const MIXED: Readonly<Record<string, Look>> = {
  'white by Multiply in an isolated group': nested(ISOLATED),
  'white by Multiply in a group': nested(GROUP),
  'white by Multiply in an appearance that is an isolated group': withGroup(ISOLATED),
  'white by Multiply in the cell of a pattern': patterned(
    '/BBox [0 0 400 70] /XStep 400 /YStep 70',
    `/G gs 1 g ${AREA}`,
  ),
  'white by Multiply in a coloured glyph': glyph,
  'black by Screen on an unpainted page': content(`/S gs 0 g ${AREA}`),
  'black by Lighten on an unpainted page': content(`/L gs 0 g ${AREA}`),
  'the only cell of a pattern, larger than its box': patterned(
    '/BBox [0 0 1 1] /XStep 9000 /YStep 9000',
    `1 g ${AREA}`,
  ),
  'cells of a pattern that overlap': patterned('/BBox [400 70 0 0] /XStep 9000 /YStep 9000', `1 g ${AREA}`),
}

const image = (revision: Revision, entries: string, data: Uint8Array | string): PdfObject =>
  revision.add(stream(dict`<</Type /XObject /Subtype /Image ${entries}>>`, data))

const picture =
  (make: (revision: Revision) => PdfObject, place = '400 0 0 70 0 0'): Look =>
  (revision, width, height) =>
    form(width, height, `1 g q ${place} cm /I Do Q\n`, dict`<</XObject <</I ${make(revision)}>>>>`)

const stencil = (entries: string, data: Uint8Array | string, place?: string) =>
  picture((revision) => image(revision, `/ImageMask true /BitsPerComponent 1 ${entries}`, data), place)

/** Two samples over 600 points, of which the first paints the left half of the appearance and more. */
const HALVES = '600 0 0 70 -180 0'
/** Nothing but white, in the code of T.6: eight rows that are like the one above. */
const BLANK_FAX = '\u00ff\0\u0010\u0001'

const CODED: Readonly<Record<string, Look>> = {
  'a stencil of two samples': stencil('/Width 2 /Height 1', '\u0040', HALVES),
  'a soft mask of two samples': picture((revision) => {
    const mask = image(revision, '/Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', '\u00ff\0')
    const shown = stream(
      dict`<</Type /XObject /Subtype /Image /Width 2 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8>>`.with({
        SMask: mask,
      }),
      '\u00ff\u00ff',
    )
    return revision.add(shown)
  }, HALVES),
  'a stencil of a fax whose black is 1': stencil(
    '/Width 8 /Height 8 /Filter /CCITTFaxDecode /DecodeParms <</K -1 /Columns 8 /BlackIs1 1>>',
    BLANK_FAX,
  ),
  'a soft mask that is inverted in whole bytes': picture((revision) => {
    const mask = image(
      revision,
      '/Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8 /Decode [1 0]',
      '\u00ff',
    )
    const shown = dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8>>`
    return revision.add(stream(shown.with({ SMask: mask }), '\u00ff'))
  }),
  'a clear stencil with a mask': picture((revision) => {
    const mask = image(revision, '/Width 1 /Height 1 /ColorSpace /DeviceGray /BitsPerComponent 8', '\u00ff')
    const shown = dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 /ImageMask true /BitsPerComponent 1>>`
    return revision.add(stream(shown.with({ SMask: mask }), '\u0080'))
  }),
  'a masked colour of two bits': picture((revision) =>
    image(revision, '/Width 1 /Height 1 /ColorSpace /DeviceRGB /BitsPerComponent 2 /Mask [3 3 3 3 3 3]', '\u00fc'),
  ),
}

/** Differences of pixels of twelve bits, which are rounded up to two bytes: with one byte, the content begins with a comment. */
const predicted: Look = (_, width, height) => {
  const text = `1 g ${AREA} `
  const padded = Uint8Array.from(Buffer.from(text.padEnd(Math.ceil(text.length / 3) * 3), 'latin1'))
  const row = padded.map((byte, i) => byte - (i < 2 ? 0 : (padded[i - 2] ?? 0)))
  const entries = dict`<</Filter /FlateDecode /DecodeParms <</Predictor 11 /Colors 3 /BitsPerComponent 4 /Columns ${String((padded.length * 2) / 3)}>>>>`
  const empty = form(width, height, deflateSync(Uint8Array.of(1, ...row)), new PdfDict())
  return stream(empty.dict.with(Object.fromEntries(entries.entries)), empty.data)
}

const white = '<</FunctionType 2 /N 1 /Domain [0 1] /C0 [1 1 1] /C1 [1 1 1]>>'
const shaded =
  (entries: string): Look =>
  (revision, width, height) => {
    const shading = revision.add(dict`<<${entries} /ColorSpace /DeviceRGB /Function ${white}>>`)
    return form(width, height, '/S sh\n', dict`<</Shading <</S ${shading}>>>>`)
  }

const LOOKS: Readonly<Record<string, Look>> = {
  ...MIXED,
  ...CODED,
  'content by differences of pixels of twelve bits': predicted,
  'a shading with a ground, beside its axis': shaded('/ShadingType 2 /Coords [900 0 910 0] /Background [1 1 1]'),
  'a shading by circles beside each other': shaded(
    '/ShadingType 3 /Coords [-500 35 5 -450 35 20] /Extend [true true] /Background [1 1 1]',
  ),
  'a shading whose box has three numbers': shaded(
    '/ShadingType 2 /Coords [0 0 400 0] /Extend [true true] /BBox [900 900 901]',
  ),
}

const stamped =
  (look: Look): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const [left, bottom, right, top] = OVER_THE_PRICE
      const AP = new PdfDict({ N: revision.add(look(revision, right - left, top - bottom)) })
      addAnnotation(revision, parts.page, annotation('Stamp', [...OVER_THE_PRICE], { F: 4, AP }))
    })

const makers = (prefix: string, by: (look: Look) => Maker): Record<string, Maker> =>
  Object.fromEntries(Object.entries(LOOKS).map(([name, look]) => [`${prefix} ${name}`, by(look)]))

/** Attacks by what is drawn over the price. */
export const mixedColours: readonly ClassAttack[] = [
  ...attacksBy(makers('a stamp shows', stamped), { profiles: ANNOTATABLE, fits: hasKnownPlaces }),
  ...attacksBy(
    makers('a later signature shows', (look) => signShowing(OVER_THE_PRICE, look)),
    { profiles: SIGNABLE, fits: hasKnownPlaces },
  ),
]
