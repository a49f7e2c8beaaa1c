/**
 * Letters on coloured grounds that are painted over in the colour of the ground: a digit of a price in a cell of a table.
 *
 * @module
 */

import { PdfDict } from '../../../src/pdf/objects.js'
import { cellPage, DIGIT, type GroundName } from '../support/coloured-cell.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, pageAt, type Revision, revise } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { filledIn, RED_OR_WHITE } from './colour-spaces.js'
import { form, type Look } from './looks.js'

const filled =
  (colour: string, entries = ''): Look =>
  (_, width, height) =>
    form(width, height, `/G gs ${colour} 0 0 ${width} ${height} re f\n`, dict`<</ExtGState <</G <<${entries}>>>>>>`)

const GREY_IMAGE = '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray'

/** A grey picture; `mask` gives it a soft mask that lets all of it through. */
const picture =
  (isMasked: boolean): Look =>
  (revision, width, height) => {
    const head = dict`<<${GREY_IMAGE}>>`
    const mask = revision.add(stream(head, '\u00ff'))
    const image = revision.add(stream(isMasked ? head.with({ SMask: mask }) : head, '\u00cc'))
    return form(width, height, `q ${width} 0 0 ${height} 0 0 cm /I Do Q`, dict`<</XObject <</I ${image}>>>>`)
  }

const masked: Look = (revision, width, height) => {
  const entries = { Group: dict`<</S /Transparency /CS /DeviceGray>>` }
  const group = revision.add(form(width, height, `1 g 0 0 ${width} ${height} re f`, undefined, entries))
  const states = dict`<</ExtGState <</G <</SMask <</S /Luminosity /G ${group}>>>>>>>>`
  return form(width, height, `/G gs .8 g 0 0 ${width} ${height} re f\n`, states)
}

const pattern: Look = (revision, width, height) => {
  const tile = revision.add(
    stream(
      dict`<</Type /Pattern /PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 4 4] /XStep 4 /YStep 4 /Resources <<>>>>`,
      '.8 g 0 0 4 4 re f\n',
    ),
  )
  return form(width, height, `/Pattern cs /P scn 0 0 ${width} ${height} re f\n`, dict`<</Pattern <</P ${tile}>>>>`)
}

const shading: Look = (_, width, height) =>
  form(
    width,
    height,
    '/S sh\n',
    dict`<</Shading <</S <</ShadingType 2 /ColorSpace /DeviceGray /Coords [0 0 1 0] /Extend [true true]
      /Function <</FunctionType 2 /Domain [0 1] /C0 [.8] /C1 [.8] /N 1>>>>>>>>`,
  )

/** Slivers of many colours, none of which is that of the ground. */
const slivers: Look = (_, width, height) => {
  const bars = Array.from({ length: 28 }, (_, i) => `${0.78 + (i % 5) / 100} g ${i / 4} 0 .26 ${height} re f\n`)
  return form(width, height, bars.join(''))
}

const ERASERS: Readonly<Record<string, readonly [GroundName, Look]>> = {
  'a grey box on grey': ['grey', filled('.8 g')],
  'a box nearly as grey on grey': ['grey', filled('.75 g')],
  'layers of grey on grey': [
    'grey',
    (_, width, height) =>
      form(
        width,
        height,
        `/G gs .8 g ${`0 0 ${width} ${height} re f\n`.repeat(6)}`,
        dict`<</ExtGState <</G <</ca .45>>>>>>`,
      ),
  ],
  'a grey box and another digit on grey': [
    'grey',
    (_, width, height) => form(width, height, `.8 g 0 0 ${width} ${height} re f\n0 g 2 4 1 8 re f 2 11 4 1 re f\n`),
  ],
  'a pale blue box on pale blue': ['pale blue', filled('.7 .8 .95 rg')],
  'a dark blue box on dark blue': ['dark blue', filled('.1 .2 .5 rg')],
  'a black box on black': ['black', filled('0 g')],
  'a red box on red': ['red', filled('.8 .1 .1 rg')],
  'a grey box on a shading': ['shading', filled('.78 g')],
  'a grey box on a picture': ['picture', filled('.7 g')],
  'a grey picture on grey': ['grey', picture(false)],
  'a grey picture through a soft mask on grey': ['grey', picture(true)],
  'a grey box through a soft mask on grey': ['grey', masked],
  'a grey pattern on grey': ['grey', pattern],
  'a grey shading on grey': ['grey', shading],
  'slivers of greys on grey': ['grey', slivers],
  'a box of inks that are dark blue to most viewers': ['dark blue', filled('1 1 0 0 k')],
  'a box of inks that are blue to MuPDF alone': ['blue', filled('1 1 0 0 k')],
  ...Object.fromEntries(
    Object.entries(RED_OR_WHITE).map(([name, [space, components]]) => [
      `a box by ${name}`,
      ['white', filledIn(space, components)],
    ]),
  ),
}

const lookIn = (revision: Revision, look: Look) => {
  const [left, bottom, right, top] = DIGIT
  return new PdfDict({ N: revision.add(look(revision, right - left, top - bottom)) })
}

const signed =
  ([ground, look]: readonly [GroundName, Look]): Maker =>
  async () =>
    signByHand(await sign(cellPage(ground)), {
      widget: (revision) => ({
        Rect: [...DIGIT],
        F: 132,
        P: pageAt(revision.document, 0).ref,
        AP: lookIn(revision, look),
      }),
    })

const stamped =
  ([ground, look]: readonly [GroundName, Look]): Maker =>
  async () =>
    revise(await sign(cellPage(ground), { certify: 3 }), (revision) => {
      const entries = { F: pdf`4`, AP: lookIn(revision, look) }
      addAnnotation(revision, pageAt(revision.document, 0).ref, annotation('Stamp', DIGIT, entries))
    })

const makers = (prefix: string, by: (of: readonly [GroundName, Look]) => Maker): Record<string, Maker> =>
  Object.fromEntries(Object.entries(ERASERS).map(([name, of]) => [`${prefix} ${name}`, by(of)]))

/** The documents are their own, so that each of them that is valid counts. */
export const colouredCells: readonly ClassAttack[] = [
  ...attacksBy(makers('a later signature draws', signed), { isSignedOver: true }),
  ...attacksBy(makers('a stamp draws', stamped), { isSignedOver: true }),
]
