/**
 * Pictures and shapes by others that are read as text of the page: words beside a sentence, strokes through it, paper
 * laid over a digit. A picture may be as high as it likes, and what it shows is told by its samples alone.
 *
 * @module
 */

import { createCanvas } from '@napi-rs/canvas'
import { PdfDict, type PdfObject } from '../../../src/pdf/objects.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { signByHand } from '../support/sign.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, hasKnownPlaces, type Maker, SIGNABLE } from './class-attack.js'
import { form, type Look } from './looks.js'

type Rectangle = readonly [left: number, bottom: number, right: number, top: number]
/** Whether something is at a place, in points from the lower left corner. */
type Shape = (x: number, y: number) => boolean
type Colour = readonly [number, number, number]

const WHITE: Colour = [255, 255, 255]
const BLACK: Colour = [0, 0, 0]
const BLUE: Colour = [0, 0, 128]

/** Samples for a point. */
const FINENESS = 6

const box =
  (left: number, bottom: number, right: number, top: number): Shape =>
  (x, y) =>
    x >= left && x < right && y >= bottom && y < top

/** Bars and gaps like those of letters: five of them. */
const word =
  (left: number, bottom: number): Shape =>
  (x, y) =>
    y >= bottom &&
    y < bottom + 8 &&
    x >= left &&
    x < left + 35 &&
    (x - left) % 7 < 5 &&
    ((x - left) % 7 < 1.2 || y < bottom + 1.2)

/** A picture with samples as they are; `opaque` makes a soft mask. */
const picture =
  (colourOf: (x: number, y: number) => Colour, opaque?: Shape): Look =>
  (revision, width, height) => {
    const [columns, rows] = [Math.round(width * FINENESS), Math.round(height * FINENESS)]
    const places = Array.from({ length: columns * rows }, (_, i): [number, number] => {
      return [((i % columns) + 0.5) / FINENESS, height - (Math.floor(i / columns) + 0.5) / FINENESS]
    })
    const size = { Width: columns, Height: rows }
    const mask = Uint8Array.from(places, ([x, y]) => (opaque?.(x, y) === true ? 255 : 0))
    const grey = dict`<</Type /XObject /Subtype /Image /BitsPerComponent 8 /ColorSpace /DeviceGray>>`.with(size)
    const soft: Record<string, PdfObject> = opaque === undefined ? {} : { SMask: revision.add(stream(grey, mask)) }
    const colours = Uint8Array.from(places.flatMap(([x, y]) => [...colourOf(x, y)]))
    const entries = { ...size, ...soft, ColorSpace: pdf`/DeviceRGB` }
    return showing(revision.add(stream(grey.with(entries), colours)), width, height)
  }

const showing = (image: PdfObject, width: number, height: number) =>
  form(width, height, `q ${width} 0 0 ${height} 0 0 cm /I Do Q`, new PdfDict({ XObject: new PdfDict({ I: image }) }))

/** Coded as JPEG, the usual way of pictures. */
const photo: Look = (revision, width, height) => {
  const canvas = createCanvas(width * FINENESS, height * FINENESS)
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  context.font = `${12 * FINENESS}px sans-serif`
  context.fillText('and 900 EUR more', 3 * FINENESS, (height - 16) * FINENESS)
  const entries = { Width: canvas.width, Height: canvas.height }
  const head = dict`<</Type /XObject /Subtype /Image /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode>>`
  return showing(revision.add(stream(head.with(entries), new Uint8Array(canvas.toBuffer('image/jpeg')))), width, height)
}

/** The same word as a single path. */
const shapes =
  (colour: string): Look =>
  (_, width, height) => {
    const bars = Array.from({ length: 5 }, (_, i) => `${3 + 7 * i} 16 1.2 8 re ${3 + 7 * i} 16 5 1.2 re\n`)
    return form(width, height, `${colour}\n${bars.join('')}f\n`)
  }

const on =
  (shape: Shape, ink: Colour): ((x: number, y: number) => Colour) =>
  (x, y) =>
    shape(x, y) ? ink : WHITE

const BEHIND: Rectangle = [182, 700, 330, 740]
const OVER: Rectangle = [125, 690, 205, 750]
const ACROSS: Rectangle = [55, 680, 185, 750]

const PICTURES: Readonly<Record<string, readonly [Rectangle, Look]>> = {
  'a high picture with a word behind the sentence': [BEHIND, picture(on(word(3, 16), BLACK))],
  'a high picture with a word in blue behind the sentence': [BEHIND, picture(on(word(3, 16), BLUE))],
  'a masked picture with a word behind the sentence': [BEHIND, picture(() => BLACK, word(3, 16))],
  'a JPEG with words behind the sentence': [BEHIND, photo],
  'one path with a word behind the sentence': [BEHIND, shapes('0 g')],
  'one blue path with a word behind the sentence': [BEHIND, shapes('0 0 .5 rg')],
  'one grey path with a word behind the sentence': [BEHIND, shapes('.45 g')],
  'a masked picture with a point behind the figure': [[140, 690, 155, 750], picture(() => BLACK, box(6, 26, 7, 27.3))],
  'a masked picture with paper over a digit': [OVER, picture(() => WHITE, box(13, 25, 19.6, 36))],
  'a masked picture with paper over a digit and a pen elsewhere': [
    OVER,
    picture(on(box(30, 40, 70, 42), BLUE), (x, y) => box(13, 25, 19.6, 36)(x, y) || box(30, 40, 70, 42)(x, y)),
  ],
  'a masked picture with paper over parts of digits': [OVER, picture(() => WHITE, box(10, 26, 12.8, 34))],
  'a masked picture with a line through the sentence': [ACROSS, picture(() => BLACK, box(4, 39.3, 126, 40.3))],
}

const lookOf = (revision: Revision, [[left, bottom, right, top], look]: readonly [Rectangle, Look]) =>
  revision.add(look(revision, right - left, top - bottom))

const signed =
  (shown: readonly [Rectangle, Look]): Maker =>
  ({ bytes, parts }) =>
    signByHand(bytes, {
      widget: (revision) => ({
        Rect: [...shown[0]],
        F: 132,
        P: parts.page,
        AP: new PdfDict({ N: lookOf(revision, shown) }),
      }),
    })

const stamped =
  (shown: readonly [Rectangle, Look]): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const look = new PdfDict({ N: lookOf(revision, shown) })
      addAnnotation(revision, parts.page, annotation('Stamp', shown[0], { F: 4, AP: look }))
    })

const makers = (prefix: string, by: (shown: readonly [Rectangle, Look]) => Maker): Record<string, Maker> =>
  Object.fromEntries(Object.entries(PICTURES).map(([name, shown]) => [`${prefix} ${name}`, by(shown)]))

export const readPictures: readonly ClassAttack[] = [
  ...attacksBy(makers('a later signature shows', signed), { profiles: SIGNABLE, fits: hasKnownPlaces }),
  ...attacksBy(makers('a stamp shows', stamped), { profiles: ANNOTATABLE, fits: hasKnownPlaces }),
]
