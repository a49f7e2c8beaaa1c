/**
 * Drawings that come to little each, and to much together: notes side by side over a sentence, slivers of paper on a point,
 * a word of which every letter is a stamp of its own, a picture that is hidden piece by piece.
 *
 * @module
 */

import { PdfDict, type PdfObject, type PdfRef } from '../../../src/pdf/objects.js'
import { type Base, unsignedBase } from '../bases/bases.js'
import type { WriterName } from '../bases/writers.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, pageAt, type Revision, revise } from '../support/revise.js'
import { sign, signByHand } from '../support/sign.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, hasKnownPlaces, type Maker, SIGNABLE } from './class-attack.js'
import { form } from './looks.js'

type Rectangle = readonly [left: number, bottom: number, right: number, top: number]

interface Part {
  readonly rectangle: Rectangle
  /** Content of the appearance, from the lower left corner of the rectangle; readers draw those without by themselves. */
  readonly content?: string
  readonly kind?: string
}

/** As many parts as the numbers, each at its place. */
const row = (count: number, make: (i: number) => Part): readonly Part[] =>
  Array.from({ length: count }, (_, i) => make(i))

const filled = ([left, bottom, right, top]: Rectangle, colour: string): string =>
  `${colour} 0 0 ${right - left} ${top - bottom} re f\n`

const boxes = (rectangles: readonly Rectangle[], colour: string): readonly Part[] =>
  rectangles.map((rectangle) => ({ rectangle, content: filled(rectangle, colour) }))

/** Boxes side by side that make up one. */
const slices = ([left, bottom, right, top]: Rectangle, count: number, colour: string): readonly Part[] => {
  const width = (right - left) / count
  return boxes(
    Array.from({ length: count }, (_, i) => [left + i * width, bottom, left + (i + 1) * width, top] as const),
    colour,
  )
}

/** The same, one above the other. */
const layers = ([left, bottom, right, top]: Rectangle, count: number, colour: string): readonly Part[] => {
  const height = (top - bottom) / count
  return boxes(
    Array.from({ length: count }, (_, i) => [left, bottom + i * height, right, bottom + (i + 1) * height] as const),
    colour,
  )
}

const NINE = '0 g 0 0 m 5 0 l 5 9 l 0 9 l 0 4 l 4 4 l 4 1 l 0 1 l h f\n'
/** "The price is 100 EUR." begins at 60 and ends at 178; its baseline is at 716. */
const SENTENCE = [60, 713, 172, 726] as const
const DIGIT = [138.9, 714.5, 145.2, 726] as const
const POINT = [171.8, 715.5, 175, 717.8] as const

const PARTS: Readonly<Record<string, readonly Part[]>> = {
  'notes side by side on a sentence': row(6, (i) => ({
    rectangle: [58 + 20 * i, 708, 78 + 20 * i, 728],
    kind: 'Text',
  })),
  'notes with icons of their own on a sentence': row(6, (i) => ({
    rectangle: [58 + 20 * i, 708, 78 + 20 * i, 728],
    content: '1 .8 0 rg 0 0 20 20 re f\n',
    kind: 'Text',
  })),
  'notes far from each other': row(6, (i) => ({
    rectangle: [58 + 44 * (i % 3), i < 3 ? 708 : 684, 78 + 44 * (i % 3), i < 3 ? 728 : 704],
    kind: 'Text',
  })),
  'black boxes on one letter each': slices(SENTENCE, 18, '0 g'),
  'red bars that hide a sentence together': boxes(
    [
      [60, 713, 180, 716.4],
      [60, 716.6, 180, 719.8],
      [60, 720, 180, 724],
    ],
    '1 .2 .2 rg',
  ),
  'slivers of paper on a point': slices(POINT, 24, '1 g'),
  'layers of paper on a point': layers(POINT, 24, '1 g'),
  'slivers of paper on a digit': slices(DIGIT, 24, '1 g'),
  'layers of paper on a digit': layers(DIGIT, 30, '1 g'),
  'layers of paper on the upper half of a digit': layers([138.9, 720.3, 145.2, 726], 18, '1 g'),
  'thin lines that strike a sentence out together': row(4, (i) => ({
    rectangle: [60, 718 + 0.3 * i, 178, 721 + 0.3 * i],
    content: '0 g 0 1 118 .3 re f\n',
  })),
  'a word of which each letter is a stamp': row(5, (i) => ({
    rectangle: [188 + 8 * i, 715, 194 + 8 * i, 726],
    content: `1 0 0 1 .5 1 cm ${NINE}`,
  })),
  'a digit of strokes that are stamps': [
    { rectangle: [178.6, 716, 180, 725], content: '0 g 0 0 1.2 9 re f\n' },
    { rectangle: [178.6, 716, 184, 718], content: '0 g 0 0 5 1.2 re f\n' },
  ],
}

function addParts(revision: Revision, page: PdfRef, parts: readonly Part[], kindOfAll: string): void {
  for (const { rectangle, content, kind } of parts) {
    const [left, bottom, right, top] = rectangle
    const subtype = kind ?? kindOfAll
    const entries: Record<string, PdfObject> = { F: 4, Contents: pdf`(x)` }
    if (content !== undefined) {
      entries['AP'] = new PdfDict({ N: revision.add(form(right - left, top - bottom, content)) })
    }
    addAnnotation(revision, page, annotation(subtype, rectangle, entries))
  }
}

/** All parts in one revision. */
const atOnce =
  (parts: readonly Part[], kind: string): Maker =>
  ({ bytes, parts: { page } }) =>
    revise(bytes, (revision) => addParts(revision, page, parts, kind))

/** Each part in a revision of its own. */
const oneByOne =
  (parts: readonly Part[], kind: string): Maker =>
  ({ bytes, parts: { page } }) =>
    parts.reduce((file, part) => revise(file, (revision) => addParts(revision, page, [part], kind)), bytes)

/** Each part is the drawing of a signature. */
const signedOneByOne =
  (parts: readonly Part[]): Maker =>
  async ({ bytes, parts: { page } }) => {
    let file = bytes
    for (const [i, { rectangle, content = '' }] of parts.entries()) {
      const [left, bottom, right, top] = rectangle
      file = await signByHand(file, {
        fieldName: `Signer ${i}`,
        widget: (revision) => ({
          Rect: [...rectangle],
          F: 132,
          P: page,
          AP: new PdfDict({ N: revision.add(form(right - left, top - bottom, content)) }),
        }),
      })
    }
    return file
  }

const PICTURE = [300, 100, 500, 300] as const
/** A sky that becomes lighter downwards. */
const SKY = Uint8Array.from({ length: 50 }, (_, i) => 80 + 3 * i)

/** A contract with a picture in which nothing can be read. */
async function withPicture(writer: WriterName): Promise<Uint8Array> {
  return revise(await unsignedBase(writer), (revision) => {
    const { ref, dict: page } = pageAt(revision.document, 0)
    const [left, bottom, right, top] = PICTURE
    const head = dict`<</Type /XObject /Subtype /Image /Width 1 /Height 50 /BitsPerComponent 8 /ColorSpace /DeviceGray>>`
    const image = revision.add(stream(head, SKY))
    const place = `q ${right - left} 0 0 ${top - bottom} ${left} ${bottom} cm /Picture Do Q`
    const drawn = revision.add(form(600, 800, place, dict`<</XObject <</Picture ${image}>>>>`))
    const resources = revision.document.resolve(page.get('Resources')) as PdfDict
    const objects = revision.document.resolve(resources.get('XObject'))
    const XObject = (objects instanceof PdfDict ? objects : new PdfDict()).with({ Added: drawn })
    const contents = page.get('Contents') as PdfObject
    const list = Array.isArray(contents) ? contents : [contents]
    const paint = revision.add(stream(dict`<<>>`, '/Added Do'))
    revision.set(ref, { Resources: resources.with({ XObject }), Contents: [...list, paint] })
  })
}

const PIECES = boxes(
  [0, 1, 2, 3, 4].map((i) => [320 + 33 * i, 120, 350 + 33 * i, 280] as const),
  '0 .4 .8 rg',
)

/** The documents are their own, so that each of them that is valid counts. */
const PICTURES: Readonly<Record<string, Maker>> = {
  'stamps that hide a picture piece by piece': async ({ writer, parts }) => {
    const file = await sign(await withPicture(writer), { certify: 3 })
    return atOnce(PIECES, 'Stamp')({ bytes: file, parts } as Base)
  },
  'signatures that hide a picture piece by piece': async ({ writer, parts }) => {
    const file = await sign(await withPicture(writer))
    return signedOneByOne(PIECES)({ bytes: file, parts } as Base)
  },
}

const SIGNED = [
  'black boxes on one letter each',
  'a word of which each letter is a stamp',
  'a digit of strokes that are stamps',
]

export const addedDrawings: readonly ClassAttack[] = [
  ...attacksBy(PICTURES, { isSignedOver: true, profiles: ['plain'], fits: hasKnownPlaces }),
  ...attacksBy(
    Object.fromEntries(
      Object.entries(PARTS).flatMap(([name, parts]) => [
        [`${name}, as stamps`, atOnce(parts, 'Stamp')],
        [`${name}, as squares, one by one`, oneByOne(parts, 'Square')],
      ]),
    ),
    { profiles: ANNOTATABLE, fits: hasKnownPlaces },
  ),
  ...attacksBy(
    Object.fromEntries(
      SIGNED.map((name) => [`${name}, as signatures`, signedOneByOne((PARTS[name] ?? []).slice(0, 5))]),
    ),
    { profiles: SIGNABLE, fits: hasKnownPlaces },
  ),
]
