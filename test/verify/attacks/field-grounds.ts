/**
 * Fields that stand on the text of the page, and are given a ground of their own when they are filled in: the text is gone,
 * and the report speaks of a field.
 *
 * @module
 */

import { PdfDict, type PdfObject } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import { type Base, type ProfileName, unsignedBase } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { dict } from '../support/notation.js'
import { revise } from '../support/revise.js'
import { sign } from '../support/sign.js'
import { attacksBy, type ClassAttack, hasKnownPlaces, type Maker } from './class-attack.js'
import { form } from './looks.js'

type Rectangle = readonly [left: number, bottom: number, right: number, top: number]

/** The whole sentence with the price, the amount in it, and the point at its end. */
const PLACES: Readonly<Record<string, Rectangle>> = {
  'the sentence': [58, 708, 182, 728],
  'the amount': [122, 710, 147, 728],
  'the point': [170, 712, 240, 724],
}

const SIZES = (rectangle: Rectangle) => [rectangle[2] - rectangle[0], rectangle[3] - rectangle[1]] as const

/** A field, and what else it is signed with. */
interface Place {
  readonly rectangle: Rectangle
  readonly entries: Record<string, PdfObject | undefined>
}

/** Signs a contract of which one field stands on text, without any ground. */
async function signedWith(base: Base, name: string, { rectangle, entries }: Place): Promise<Uint8Array> {
  const unsigned = revise(await unsignedBase(base.writer), (revision) => {
    const { field, widgets } = fieldIn(base.parts, name)
    const [width, height] = SIZES(rectangle)
    const AP = new PdfDict({ N: revision.add(form(width, height, '')) })
    for (const widget of widgets.length === 0 ? [field] : widgets) {
      revision.set(widget, { Rect: [...rectangle], AP, MK: new PdfDict(), ...entries })
    }
    revision.set(field, { V: textString('') })
  })
  const certify = CERTIFIED[base.profile]
  return sign(unsigned, certify === undefined ? {} : { certify })
}

const CERTIFIED: Partial<Record<ProfileName, 2 | 3>> = { 'P=2': 2, 'P=3': 3 }

type Filling = (width: number, height: number) => { content: string; entries?: Record<string, PdfObject> }

const fill =
  (name: string, place: Place, value: string, filling: Filling): Maker =>
  async (base) => {
    const [width, height] = SIZES(place.rectangle)
    const { content, entries = {} } = filling(width, height)
    return revise(await signedWith(base, name, place), (revision) => {
      const { field, widgets } = fieldIn(base.parts, name)
      const AP = new PdfDict({ N: revision.add(form(width, height, content)) })
      revision.set(field, { V: textString(value) })
      for (const widget of widgets.length === 0 ? [field] : widgets) revision.set(widget, { AP, ...entries })
    })
  }

const text = (value: string) => `/Tx BMC q BT 0 g /F 10 Tf 2 4 Td (${value}) Tj ET Q EMC\n`

const FILLINGS: Readonly<Record<string, readonly [value: string, Filling]>> = {
  'a white ground and another text': ['900', (w, h) => ({ content: `1 g 0 0 ${w} ${h} re f\n${text('900')}` })],
  'a white ground and nothing': ['', (w, h) => ({ content: `1 g 0 0 ${w} ${h} re f\n` })],
  'a grey ground': ['900', (w, h) => ({ content: `.9 g 0 0 ${w} ${h} re f\n${text('900')}` })],
  'a ground in its dictionary': ['900', () => ({ content: text('900'), entries: { MK: dict`<</BG [1]>>` } })],
  'both grounds': [
    '900',
    (w, h) => ({ content: `1 g 0 0 ${w} ${h} re f\n${text('900')}`, entries: { MK: dict`<</BG [1 1 1]>>` } }),
  ],
}

/** What the field is signed with, besides nothing but an empty drawing: readers paint no ground for any of these. */
const SIGNED: Readonly<Record<string, Record<string, PdfObject | undefined>>> = {
  '': {},
  ', framed': { MK: dict`<</BC [0]>>` },
  ', without a drawing': { AP: undefined },
}

/** The documents are their own, so that each of them that is valid counts. */
export const fieldGrounds: readonly ClassAttack[] = attacksBy(
  Object.fromEntries(
    Object.entries(PLACES).flatMap(([place, rectangle]) =>
      Object.entries(FILLINGS).flatMap(([name, [value, filling]]) =>
        Object.entries(SIGNED).map(([more, entries]) => [
          `${name} over ${place}${more}`,
          fill('name', { rectangle, entries }, value, filling),
        ]),
      ),
    ),
  ),
  { isSignedOver: true, profiles: ['plain', 'P=2', 'P=3'], fits: hasKnownPlaces },
)
