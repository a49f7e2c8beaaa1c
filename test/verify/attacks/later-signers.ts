/**
 * Signers who come later, with a key of their own, and whose drawing hides, continues or imitates the page.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { developmentIdentity } from '../../../src/index.js'
import type { PdfObject } from '../../../src/pdf/objects.js'
import { signerOfIdentity } from '../../../src/sign/identity/signer-of-identity.js'
import type { Base } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { once } from '../support/cases.js'
import { annotation } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, type Revision } from '../support/revise.js'
import { type HandSigning, signByHand } from '../support/sign.js'
import { attacksBy, type ClassAttack, hasKnownPlaces, type Maker } from './class-attack.js'
import { form, HIDING, type Look } from './looks.js'
import { OVER_THE_PRICE } from './painting-fields.js'
import { POINT } from './pale-signs.js'

const mallory = once(() => developmentIdentity({ name: 'Mallory' }))

/** A PAdES signature by someone else. */
async function signAsMallory(content: Uint8Array): Promise<Uint8Array> {
  const digest = createHash('sha256').update(content).digest()
  return signerOfIdentity(await mallory()).createCms(digest, () => content, { now: new Date() })
}

const signWith = (bytes: Uint8Array, how: HandSigning) =>
  signByHand(bytes, { cms: signAsMallory, fieldName: 'Mallory', ...how })

type Rectangle = readonly [number, number, number, number]
type Entries = (revision: Revision) => Record<string, PdfObject>

/** Signs in a new field that shows a look. */
const sign =
  (rectangle: Rectangle, look: Look, more: Record<string, PdfObject> = {}): Maker =>
  ({ bytes, parts }: Base) => {
    const [left, bottom, right, top] = rectangle
    const widget: Entries = (revision) => ({
      Rect: [...rectangle],
      F: 132,
      P: parts.page,
      AP: dict`<</N ${revision.add(look(revision, right - left, top - bottom))}>>`,
      ...more,
    })
    return signWith(bytes, { widget })
  }

const show =
  (content: string): Look =>
  (_, width, height) =>
    form(width, height, content)
const white: Look = (_, width, height) => form(width, height, `1 g 0 0 ${width} ${height} re f\n`)

const IMITATIONS: Readonly<Record<string, Maker>> = {
  'continues the sentence': sign([180, 710, 330, 730], show('BT /F 12 Tf 2 6 Td (and 900 EUR more) Tj ET\n')),
  'continues the sentence after a distance': sign(
    [195, 710, 345, 730],
    show('BT /F 12 Tf 2 6 Td (and 900 EUR more) Tj ET\n'),
  ),
  'continues the sentence below': sign([58, 698, 300, 714], show('BT /F 12 Tf 2 4 Td (and 900 EUR more) Tj ET\n')),
  'continues the sentence in Type 3': sign([180, 710, 330, 730], (revision, w, h) =>
    form(w, h, 'BT /T 12 Tf 2 6 Td (aaa) Tj ET\n', type3(revision)),
  ),
  'continues the sentence by strokes': sign(
    [180, 710, 330, 730],
    show('1 w 4 6 m 10 6 l 10 15 l 4 15 l 4 10 l 10 10 l S\n'),
  ),
  'continues the sentence by an image': sign(
    [180, 710, 330, 730],
    show('q 20 0 0 9 4 6 cm BI /W 2 /H 1 /CS /G /BPC 8 ID \u0000\u00ff EI Q\n'),
  ),
  'paints over the point of the sentence': sign(POINT, white),
  'prints another figure over the price': sign(
    [122, 708, 150, 730],
    show('1 g 4 6 22 12 re f 0 g BT /F 12 Tf 4 8 Td (900) Tj ET\n'),
  ),
  'prints a figure over the price without a ground': sign(
    [122, 708, 150, 730],
    show('BT /F 12 Tf 4 8 Td (900) Tj ET\n'),
  ),
  'prints one figure over another': sign([122, 708, 136, 730], show('BT /F 12 Tf 4 8 Td (9) Tj ET\n')),
  'makes a 1 a 4 by a stroke': sign([122, 708, 136, 730], show('1 w 3 11 m 10 11 l 3 11 m 7 17 l S\n')),
  'strikes a line through the price': sign([118, 708, 190, 730], show('1.5 w 2 12 m 70 12 l S\n')),
  'adds a full stop to the figure': sign([122, 708, 150, 730], show('10 8 1.2 1.2 re f\n')),
  'covers the filled field': sign(
    [58, 568, 262, 592],
    show('1 g 0 0 204 24 re f 0 g BT /F 10 Tf 4 8 Td (900) Tj ET\n'),
  ),
  'prints text over the filled field': sign([58, 568, 262, 592], show('0 g BT /F 10 Tf 24 8 Td (000) Tj ET\n')),
  'ticks the box of another': sign([58, 538, 77, 557], show('1 w 3 3 m 16 16 l S\n')),
}

function type3(revision: Revision) {
  const glyph = revision.add(form(1, 1, '600 0 0 0 600 700 d1 0 0 500 90 re 0 600 500 90 re f\n'))
  return dict`<</Font <</T <</Type /Font /Subtype /Type3 /FontBBox [0 0 1000 1000] /FontMatrix [.001 0 0 .001 0 0]
    /CharProcs <</a ${glyph}>> /Encoding <</Type /Encoding /Differences [97 /a]>> /FirstChar 97 /LastChar 97
    /Widths [600] /Resources <<>>>>>>>>`
}

const OTHER_WAYS: Readonly<Record<string, Maker>> = {
  'a ground in /MK': sign(OVER_THE_PRICE, show(''), { MK: dict`<</BG [1]>>` }),
  'NoView and Print': sign(OVER_THE_PRICE, white, { F: 36 }),
  Hidden: sign(OVER_THE_PRICE, white, { F: 2 }),
  NoRotate: sign(OVER_THE_PRICE, white, { F: 148 }),
  'a thick border': sign(OVER_THE_PRICE, show(''), { Border: pdf`[0 0 70]`, BS: dict`<</W 70>>` }),
  'a /BBox without area': sign(OVER_THE_PRICE, () => form(0, 0, '1 g -999 -999 2000 2000 re f\n')),
  states: ({ bytes, parts }) =>
    signWith(bytes, {
      widget: (revision) => ({
        Rect: [...OVER_THE_PRICE],
        P: parts.page,
        F: 132,
        AP: dict`<</N <</On ${revision.add(white(revision, 400, 70))}>>>>`,
        AS: pdf`/On`,
      }),
    }),
  'the empty field, moved': ({ bytes, parts }) =>
    signWith(bytes, {
      field: fieldIn(parts, 'Approval').field,
      widget: (revision) => ({ Rect: [...OVER_THE_PRICE], AP: dict`<</N ${revision.add(white(revision, 400, 70))}>>` }),
    }),
  'a second widget in the same field': ({ bytes, parts }) =>
    signWith(bytes, {
      change: (revision, _, widget) => {
        const look = revision.add(white(revision, 400, 70))
        const second = annotation('Widget', OVER_THE_PRICE, { Parent: widget, AP: dict`<</N ${look}>>` })
        revision.set(widget, { Kids: [addAnnotation(revision, parts.page, second)] })
      },
    }),
  'a text field filled in beside the signature': ({ bytes, parts }) =>
    signWith(bytes, {
      change: (revision) => {
        const { field, widgets } = fieldIn(parts, 'amount')
        revision.set(field, { V: pdf`(100)` })
        const look = form(200, 20, '/Tx BMC BT /F 10 Tf 2 6 Td (900) Tj ET EMC\n')
        for (const widget of widgets) revision.set(widget, { AP: dict`<</N ${revision.add(look)}>>` })
      },
    }),
  'the appearance of an earlier field replaced': ({ bytes, parts }) =>
    signWith(bytes, {
      change: (revision) => {
        const [look] = fieldIn(parts, 'amount').looks
        if (look !== undefined) revision.put(look, form(200, 20, '/Tx BMC BT /F 10 Tf 2 6 Td (900) Tj ET EMC\n'))
      },
    }),
}

/** In the place that the document has for it: what stands there may be drawn over, and nothing else. */
const IN_ITS_PLACE: Readonly<Record<string, Maker>> = {
  'the empty field, with a box over the page': ({ bytes, parts }) =>
    signWith(bytes, {
      field: fieldIn(parts, 'Approval').field,
      widget: (revision) => ({
        AP: dict`<</N ${revision.add(form(240, 60, '1 g -999 -999 3000 3000 re f\n', undefined, { BBox: [-999, -999, 999, 999], Matrix: [1, 0, 0, 1, 0, 0] }))}>>`,
      }),
    }),
}

const named = (
  prefix: string,
  makers: Readonly<Record<string, Maker>>,
  where: Omit<ClassAttack, 'name' | 'make'> = {},
) =>
  attacksBy(Object.fromEntries(Object.entries(makers).map(([name, make]) => [`${prefix} ${name}`, make])), {
    profiles: ['plain', 'countersigned', 'archived', 'P=3', 'P=2', 'P=3, archived'],
    ...where,
  })

export const laterSigners: readonly ClassAttack[] = [
  ...named(
    'a later signature covers the price with',
    Object.fromEntries(Object.entries(HIDING).map(([name, look]) => [name, sign(OVER_THE_PRICE, look)])),
  ),
  ...named('a later signature with', OTHER_WAYS),
  // MuPDF writes a prompt of its own into an empty field, which is gone once the field is signed: the document has none.
  ...named('a later signature with', IN_ITS_PLACE, { isNamed: true }),
]

export const imitatingSigners: readonly ClassAttack[] = named('a later signature', IMITATIONS, { fits: hasKnownPlaces })

export { sign as signShowing, signWith }
