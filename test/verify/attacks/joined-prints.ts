/**
 * Additions to print on pages that are one picture: words behind a sentence, digits, signs and strokes at an amount.
 *
 * @module
 */

import { type Canvas, createCanvas } from '@napi-rs/canvas'
import type { Box } from '../../../src/pdf/matrix.js'
import { PdfDict, type PdfObject } from '../../../src/pdf/objects.js'
import { scanAsPixels } from '../../ink/jbig2/jbig2-scan.js'
import { pixels } from '../../ink/jbig2/pixels.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, pageAt, revise } from '../support/revise.js'
import { type ScanKind, type ScannedPage, type ScanOptions, scanPage } from '../support/scanned-page.js'
import { sign, signByHand } from '../support/sign.js'
import { attacksBy, type ClassAttack, type Maker } from './class-attack.js'
import { form, type Look } from './looks.js'

const FINENESS = 4

const written =
  (text: string, x = 0): Look =>
  (_, width, height) =>
    form(width, height, `0 g BT /F 11 Tf ${x} 4 Td (${text}) Tj ET\n`)

const shape =
  (content: string): Look =>
  (_, width, height) =>
    form(width, height, `${content}\n`)

const BARS = Array.from({ length: 5 }, (_, i) => `${7 * i} 4 1.2 8 re ${7 * i} 4 5 1.2 re\n`).join('')

/** Words in black on white, finer than a screen shows them. */
function wordsIn(width: number, height: number): Canvas {
  const canvas = createCanvas(Math.round(width * FINENESS), Math.round(height * FINENESS))
  const context = canvas.getContext('2d')
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = 'black'
  context.font = `${11 * FINENESS}px sans-serif`
  context.fillText('and 900', 0, (height - 4) * FINENESS)
  return canvas
}

const photo: Look = (revision, width, height) => {
  const canvas = wordsIn(width, height)
  const head = dict`<</Type /XObject /Subtype /Image /BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /DCTDecode>>`
  const size = { Width: canvas.width, Height: canvas.height }
  const image = revision.add(stream(head.with(size), new Uint8Array(canvas.toBuffer('image/jpeg'))))
  return form(width, height, `q ${width} 0 0 ${height} 0 0 cm /I Do Q`, dict`<</XObject <</I ${image}>>>>`)
}

/** The same in black and white; the entries say whether as an image or as a stencil. */
const blackAndWhite =
  (entries: Readonly<Record<string, PdfObject>>, kind: 'plain' | 'replacing' = 'plain'): Look =>
  (revision, width, height) => {
    const canvas = wordsIn(width, height)
    const { data } = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height)
    const words = pixels(canvas.width, canvas.height, (x, y) => (data[4 * (y * canvas.width + x)] ?? 255) < 128)
    const head = dict`<</Type /XObject /Subtype /Image /BitsPerComponent 1 /Filter /JBIG2Decode>>`
    const size = { Width: canvas.width, Height: canvas.height }
    const image = revision.add(stream(head.with({ ...size, ...entries }), scanAsPixels(words, kind)))
    return form(width, height, `0 g q ${width} 0 0 ${height} 0 0 cm /I Do Q`, dict`<</XObject <</I ${image}>>>>`)
  }

type Places = ScannedPage['places']

const behind = ({ behind: place }: Places): Box => place
const before =
  (width: number) =>
  ({ price: [left] }: Places): Box => [left + 0.5 - width, 246, left + 0.5, 261]
const between = ({ digit: [, , right] }: Places): Box => [right - 1.5, 246, right + 1.5, 261]

const ADDITIONS: Readonly<Record<string, readonly [(places: Places) => Box, Look]>> = {
  'words behind a sentence': [behind, written('and 900')],
  'a word of shapes behind a sentence': [behind, shape(`0 g ${BARS} f`)],
  'a word of blue shapes behind a sentence': [behind, shape(`0 0 .6 rg ${BARS} f`)],
  'a picture of words behind a sentence': [behind, photo],
  'a picture of words in JBIG2 behind a sentence': [behind, blackAndWhite({ ColorSpace: pdf`/DeviceGray` })],
  'a stencil of words in JBIG2 behind a sentence': [behind, blackAndWhite({ ImageMask: true })],
  // Of a region that replaces what is there, on black, older PDFium shows something else.
  'a picture of words in JBIG2 that is not read behind a sentence': [
    behind,
    blackAndWhite({ ColorSpace: pdf`/DeviceGray` }, 'replacing'),
  ],
  'a digit before an amount': [before(6.2), written('1')],
  'a minus before an amount': [before(4), written('-')],
  'a minus of a line before an amount': [before(4), shape('0 G .9 w 0 7.5 m 3 7.5 l S')],
  'a point between digits': [between, written('.')],
  'a point of a square between digits': [between, shape('0 g .8 4 1.2 1.2 re f')],
  'a stroke through a digit': [({ digit }) => digit, shape('0 G .9 w .5 8 m 7 8 l S')],
}

const SCANS: readonly (readonly [ScanKind, ScanOptions])[] = [
  ['JPEG', { resolution: 100 }],
  ['JPEG', { resolution: 300 }],
  ['grey', { resolution: 150, paper: 0.8 }],
  ['black and white', { resolution: 200 }],
  ['JBIG2', { resolution: 200 }],
]

const makers: Record<string, Maker> = Object.fromEntries(
  Object.entries(ADDITIONS).flatMap(([name, [placeOf, look]]) =>
    SCANS.flatMap(([kind, options]): [string, Maker][] => {
      const scan = `${name}, ${kind} with ${options.resolution} dots per inch`
      return [
        [`a later signature draws ${scan}`, () => signedWith(kind, options, placeOf, look)],
        [`a stamp draws ${scan}`, () => stampedWith(kind, options, placeOf, look)],
      ]
    }),
  ),
)

async function signedWith(kind: ScanKind, options: ScanOptions, placeOf: (places: Places) => Box, look: Look) {
  const { bytes, places } = scanPage(kind, options)
  const place = placeOf(places)
  return signByHand(await sign(bytes), {
    widget: (revision) => ({
      Rect: [...place],
      F: 132,
      P: pageAt(revision.document, 0).ref,
      AP: new PdfDict({ N: revision.add(look(revision, place[2] - place[0], place[3] - place[1])) }),
    }),
  })
}

async function stampedWith(kind: ScanKind, options: ScanOptions, placeOf: (places: Places) => Box, look: Look) {
  const { bytes, places } = scanPage(kind, options)
  const place = placeOf(places)
  return revise(await sign(bytes, { certify: 3 }), (revision) => {
    const AP = new PdfDict({ N: revision.add(look(revision, place[2] - place[0], place[3] - place[1])) })
    addAnnotation(revision, pageAt(revision.document, 0).ref, annotation('Stamp', place, { F: pdf`4`, AP }))
  })
}

/** The documents are their own, so that each of them that is valid counts. */
export const joinedPrints: readonly ClassAttack[] = attacksBy(makers, { isSignedOver: true })
