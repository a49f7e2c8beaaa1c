/**
 * Signatures that are seen as pictures, and what later signers and reviewers lay over them: the name that somebody wrote is gone
 * from the page, though nothing of the page itself is hidden.
 *
 * @module
 */

import type { PdfObject } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import type { Rectangle } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { dict, pdf, stream } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { signByHand } from '../support/sign.js'
import { ANNOTATABLE, attacksBy, type ClassAttack, type Maker, SIGNABLE } from './class-attack.js'
import { signShowing } from './later-signers.js'
import { form, HIDING, type Look } from './looks.js'

/** Where nothing else stands on the page. */
export const PLACE: Rectangle = [330, 60, 450, 100]

export const inPen: Look = (_, width, height) =>
  form(width, height, '0 0 .6 RG 2 w 6 8 m 30 34 l 44 8 l 60 34 l 76 10 l 90 30 l 112 12 l S\n')
export const scanned: Look = (revision, width, height) => {
  const samples = Buffer.from(Array.from({ length: 64 }, (_, i) => ((i * 7) % 3 === 0 ? 20 : 235)))
  const picture = revision.add(
    stream(
      dict`<</Type /XObject /Subtype /Image /Width 8 /Height 8 /ColorSpace /DeviceGray /BitsPerComponent 8>>`,
      samples,
    ),
  )
  return form(width, height, `q ${width} 0 0 ${height} 0 0 cm /I Do Q\n`, dict`<</XObject <</I ${picture}>>>>`)
}
const seal: Look = (_, width, height) =>
  form(width, height, '.8 0 0 rg 20 20 m 20 30 40 30 40 20 c 40 10 20 10 20 20 c f .8 0 0 RG 3 w 60 8 40 24 re S\n')

const SEEN: Readonly<Record<string, Look>> = { 'in pen': inPen, scanned, 'with a seal': seal }

/** A signature that is seen. */
export const seenAs =
  (look: Look) =>
  async (base: Base): Promise<Base> => ({
    ...base,
    bytes: await signByHand(base.bytes, {
      fieldName: 'Seen',
      widget: (revision) => ({
        Rect: [...PLACE],
        F: 132,
        P: base.parts.page,
        AP: dict`<</N ${revision.add(look(revision, PLACE[2] - PLACE[0], PLACE[3] - PLACE[1]))}>>`,
      }),
    }),
  })

const white: Look = (_, width, height) => form(width, height, `1 g 0 0 ${width} ${height} re f\n`)

const note =
  (kind: string, rectangle: Rectangle, look?: Look, more: Readonly<Record<string, PdfObject>> = {}) =>
  (revision: Revision, { parts }: Base): void => {
    const [left, bottom, right, top] = rectangle
    const drawn =
      look === undefined ? {} : { AP: dict`<</N ${revision.add(look(revision, right - left, top - bottom))}>>` }
    addAnnotation(revision, parts.page, annotation(kind, [...rectangle], { F: 4, ...drawn, ...more }))
  }

type Note = ReturnType<typeof note>

const NOTES: Readonly<Record<string, Note>> = {
  'a white stamp': note('Stamp', PLACE, white),
  'a square without an appearance': note('Square', PLACE, undefined, { IC: pdf`[1 1 1]`, C: pdf`[1 1 1]` }),
  'a free text': note('FreeText', PLACE, undefined, { Contents: pdf`(Void)`, DA: pdf`(/Helv 10 Tf 0 g)` }),
  'thick ink': note('Ink', PLACE, undefined, { InkList: pdf`[[330 80 450 80]]`, BS: dict`<</W 44>>`, C: pdf`[1 1 1]` }),
  'four white stamps': (revision, base) => {
    for (let i = 0; i < 4; i++)
      note('Stamp', [PLACE[0] + 30 * i, PLACE[1], PLACE[0] + 30 * i + 30, PLACE[3]], white)(revision, base)
  },
  'eight white stamps, one above the other': (revision, base) => {
    for (let i = 0; i < 8; i++)
      note('Stamp', [PLACE[0], PLACE[1] + 5 * i, PLACE[2], PLACE[1] + 5 * i + 5], white)(revision, base)
  },
}

const noted =
  (add: Note): Maker =>
  (base) =>
    revise(base.bytes, (revision) => add(revision, base))

const twoSigners: Maker = async (base) => {
  const [left, bottom, right, top] = PLACE
  const middle = (left + right) / 2
  const first = await signShowing([left, bottom, middle, top], white)(base)
  return signShowing([middle, bottom, right, top], white, { T: pdf`(Third)` })({ ...base, bytes: first })
}

/** A little larger than the place of the signature: in the very same place some programs put every signature. */
const ABOUT: Rectangle = [PLACE[0] - 6, PLACE[1] - 6, PLACE[2] + 6, PLACE[3] + 6]

/** A dot, which leaves most of it. */
const { 'a thick white line of no length': _, ...LARGE } = HIDING

const SIGNERS: Readonly<Record<string, Maker>> = {
  ...Object.fromEntries(Object.entries(LARGE).map(([name, look]) => [name, signShowing(ABOUT, look)])),
  'a picture of its own': signShowing(ABOUT, scanned),
  'two halves by two signers': twoSigners,
}

export const coveredSignatures: readonly ClassAttack[] = Object.entries(SEEN).flatMap(([kind, look]) => [
  ...attacksBy(
    Object.fromEntries(Object.entries(NOTES).map(([name, add]) => [`${name} over a signature ${kind}`, noted(add)])),
    { profiles: ANNOTATABLE, prepare: seenAs(look) },
  ),
  ...attacksBy(
    Object.fromEntries(
      Object.entries(SIGNERS).map(([name, make]) => [
        `a later signature ${kind === 'scanned' ? 'over a scan' : `over one ${kind}`} with ${name}`,
        make,
      ]),
    ),
    { profiles: SIGNABLE, prepare: seenAs(look) },
  ),
])
