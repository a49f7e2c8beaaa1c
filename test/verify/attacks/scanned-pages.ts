/**
 * Pages that are one picture: what is printed on them is covered or exchanged by later signers and annotations.
 *
 * @module
 */

import { PdfDict } from '../../../src/pdf/objects.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, pageAt, revise } from '../support/revise.js'
import { canScan, type ScanKind, type ScannedPage, type ScanOptions, scanPage } from '../support/scanned-page.js'
import { sign, signByHand } from '../support/sign.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { form, type Look } from './looks.js'

type Place = keyof ScannedPage['places']

const filled =
  (colour: string, more = ''): Look =>
  (_, width, height) =>
    form(width, height, `${colour} 0 0 ${width} ${height} re f\n${more}`)

/** A picture of paper, through a soft mask that lets all of it through. */
const masked: Look = (revision, width, height) => {
  const head = dict`<</Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray>>`
  const mask = revision.add(stream(head, '\u00ff'))
  const image = revision.add(stream(head.with({ SMask: mask }), '\u00ff'))
  const resources = new PdfDict({ XObject: new PdfDict({ I: image }) })
  return form(width, height, `q ${width} 0 0 ${height} 0 0 cm /I Do Q`, resources)
}

/** The drawing reaches far beyond what it hides. */
const large =
  ([left, bottom, right, top]: ScannedPage['places'][Place]): Look =>
  (_, width, height) => {
    const corners = `1 0 0 rg 1 1 1 1 re ${width - 2} ${height - 2} 1 1 re f\n`
    return form(width, height, `${corners}1 g ${left} ${bottom} ${right - left} ${top - bottom} re f\n`)
  }

const WHITE = filled('1 g')

interface Hiding {
  readonly place: Place
  readonly look: Look
  readonly kind?: ScanKind
  readonly options?: ScanOptions
  /** The drawing is as large as the page. */
  readonly isLarge?: boolean
}

const HIDINGS: Readonly<Record<string, Hiding>> = {
  'a white box over the price': { place: 'price', look: WHITE },
  'a white box over a digit': { place: 'digit', look: WHITE },
  'a white box over half of a digit': { place: 'halfDigit', look: WHITE },
  'a white box over "not"': { place: 'not', look: WHITE },
  'a white box over a digit that stands alone': { place: 'lone', look: WHITE },
  'a black box over the price': { place: 'price', look: filled('0 g') },
  'a grey box over the price': { place: 'price', look: filled('.5 g') },
  'another digit in place of one': {
    place: 'digit',
    look: filled('1 g', '0 g BT /F 11 Tf .5 4 Td (9) Tj ET\n'),
  },
  'paper through a soft mask over the price': { place: 'price', look: masked },
  'paper through a soft mask over a digit': { place: 'digit', look: masked },
  'a white box over a digit with 300 dots per inch': { place: 'digit', look: WHITE, options: { resolution: 300 } },
  'a white box over a digit with 100 dots per inch': {
    place: 'digit',
    look: WHITE,
    options: { resolution: 100, quality: 40 },
  },
  'a box like the grey paper over a digit': { place: 'digit', look: filled('.7 g'), options: { paper: 0.7 } },
  'a white box over a digit of JPEG 2000': { place: 'digit', look: WHITE, kind: 'JPEG 2000' },
  'a white box over half of a digit of JPEG 2000': {
    place: 'halfDigit',
    look: WHITE,
    kind: 'JPEG 2000',
    options: { resolution: 300 },
  },
  'a white box over "not" of JPEG 2000 in tiles': { place: 'not', look: WHITE, kind: 'JPEG 2000 without loss' },
  'paper through a soft mask over a digit of JPEG 2000': { place: 'digit', look: masked, kind: 'JPEG 2000' },
  'a box over a digit of JPEG 2000 in a drawing as large as the page': {
    place: 'digit',
    look: WHITE,
    kind: 'JPEG 2000',
    isLarge: true,
  },
  'a white box over a digit in black and white': { place: 'digit', look: WHITE, kind: 'black and white' },
  'a white box over a digit of a stencil': { place: 'digit', look: WHITE, kind: 'stencil' },
  'a white box over a digit of JBIG2': { place: 'digit', look: WHITE, kind: 'JBIG2', options: { resolution: 200 } },
  'a white box over half of a digit of JBIG2': { place: 'halfDigit', look: WHITE, kind: 'JBIG2' },
  'a white box over a digit of symbols': { place: 'digit', look: WHITE, kind: 'JBIG2 symbols' },
  'a white box over a digit of a JBIG2 stencil': { place: 'digit', look: WHITE, kind: 'JBIG2 stencil' },
  'paper through a soft mask over a digit of JBIG2': { place: 'digit', look: masked, kind: 'JBIG2' },
  'a box over a digit of JBIG2 in a drawing as large as the page': {
    place: 'digit',
    look: WHITE,
    kind: 'JBIG2',
    isLarge: true,
  },
  'a white box over the price of grey samples': { place: 'price', look: WHITE, kind: 'grey' },
  'a box over the price in a drawing as large as the page': { place: 'price', look: WHITE, isLarge: true },
  'a box over a digit in a drawing as large as the page': { place: 'digit', look: WHITE, isLarge: true },
}

function drawn({ place, look, kind = 'JPEG', options, isLarge = false }: Hiding) {
  const { bytes, places } = scanPage(kind, options)
  const rectangle = isLarge ? ([0, 0, 420, 300] as const) : places[place]
  const [left, bottom, right, top] = rectangle
  const shown = isLarge ? large(places[place]) : look
  return { bytes, rectangle, lookIn: (revision: Parameters<Look>[0]) => shown(revision, right - left, top - bottom) }
}

const signed =
  (hiding: Hiding): Maker =>
  async () => {
    const { bytes, rectangle, lookIn } = drawn(hiding)
    return signByHand(await sign(bytes), {
      widget: (revision) => ({
        Rect: [...rectangle],
        F: 132,
        P: pageAt(revision.document, 0).ref,
        AP: new PdfDict({ N: revision.add(lookIn(revision)) }),
      }),
    })
  }

const stamped =
  (hiding: Hiding): Maker =>
  async () => {
    const { bytes, rectangle, lookIn } = drawn(hiding)
    return revise(await sign(bytes, { certify: 3 }), (revision) => {
      const look = new PdfDict({ N: revision.add(lookIn(revision)) })
      addAnnotation(revision, pageAt(revision.document, 0).ref, annotation('Stamp', rectangle, { F: pdf`4`, AP: look }))
    })
  }

const makers = (prefix: string, by: (hiding: Hiding) => Maker): Record<string, Maker> =>
  Object.fromEntries(
    Object.entries(HIDINGS)
      .filter(([, { kind = 'JPEG' }]) => canScan(kind))
      .map(([name, hiding]) => [`${prefix} ${name}`, by(hiding)]),
  )

/** The documents are their own, so that each of them that is valid counts. */
export const scannedPages: readonly ClassAttack[] = [
  ...attacksBy(makers('a later signature draws', signed), { isSignedOver: true }),
  ...attacksBy(makers('a stamp draws', stamped), { isSignedOver: true }),
]
