/**
 * Numbers of another kind than they should be, and arrays of fewer or more of them: flags and codes that are reals, rectangles,
 * boxes and matrices with a string among their numbers. One viewer takes what it can of them, and another nothing.
 *
 * @module
 */

import { readFields } from '../../../src/pdf/form/acro-form.js'
import type { PdfObject } from '../../../src/pdf/objects.js'
import { type Base, PROFILES, unsignedBase } from '../bases/bases.js'
import { type FormParts, fieldIn } from '../bases/form-parts.js'
import { annotation } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { addToForm, signByHand } from '../support/sign.js'
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
import { form, type Look } from './looks.js'
import { OVER_THE_PRICE } from './painting-fields.js'

type Entries = Readonly<Record<string, PdfObject>>

const white: Look = (_, width, height) => form(width, height, `1 g 0 0 ${width} ${height} re f\n`)

/** In MuPDF and PDFium they reach from the left edge, or the lower one, to the text. */
const RECTANGLES: Readonly<Record<string, PdfObject>> = {
  'a string in it': pdf`[450 690 (x) 760]`,
  'a name in it': pdf`[450 690 /x 760]`,
  'a null in it': pdf`[450 690 null 760]`,
  'an array in it': pdf`[450 690 [] 760]`,
  'a dictionary in it': pdf`[450 760 450 <<>>]`,
  'a reference to nothing in it': pdf`[450 690 99999 0 R 760]`,
  'three numbers': pdf`[50 760 450]`,
  'two numbers': pdf`[450 760]`,
  'one number more': pdf`[50 690 450 760 0]`,
}

const FLAGS: Readonly<Record<string, PdfObject>> = {
  'Hidden as a real': pdf`2.0`,
  'NoView as a real': pdf`32.0`,
  'Hidden as a real without a digit behind the point': pdf`2.`,
  'Hidden in an array': pdf`[2]`,
  'Hidden as a string': pdf`(2)`,
  'Hidden as a name': pdf`/2`,
}

const reals: readonly string[] = ['2.0', '6.0', '32.0', '2.', '+2.0']

/** Fields without flags, so that readers show them and print nothing. */
const withoutFlags = async (base: Base): Promise<Base> => {
  const original = await unsignedBase(base.writer)
  const prepared = revise(original, (revision) => {
    for (const { widgets } of base.parts.fields.values()) for (const widget of widgets) revision.set(widget, { F: 0 })
  })
  return { ...base, bytes: await PROFILES[base.profile](prepared) }
}

const setWidgets =
  (name: string, entries: Entries): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      for (const widget of fieldIn(parts, name).widgets) revision.set(widget, entries)
    })

const HIDDEN_FIELDS: Readonly<Record<string, Maker>> = Object.fromEntries(
  reals.map((real) => [`a field is hidden by the flags ${real}`, setWidgets('amount', { F: pdf`${real}` })]),
)

const emptyField =
  (entries: (revision: Revision) => Entries): Maker =>
  ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const widget = dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Another) /F 4 /P ${parts.page}>>`
      const all = { ...Object.fromEntries(widget.entries), ...entries(revision) }
      addToForm(revision, addAnnotation(revision, parts.page, dict`<<>>`.with(all)))
    })

const EMPTY_FIELDS: Readonly<Record<string, Maker>> = Object.fromEntries(
  Object.entries(RECTANGLES).flatMap(([name, Rect]) => [
    [
      `an empty signature field with a drawing, and a rectangle with ${name}`,
      emptyField((revision) => ({ Rect, AP: dict`<</N ${revision.add(white(revision, 400, 70))}>>` })),
    ],
    [
      `an empty signature field with a ground, and a rectangle with ${name}`,
      emptyField(() => ({ Rect, MK: dict`<</BG [1 1 1] /BC [1]>>` })),
    ],
  ]),
)

const SIGNERS: Readonly<Record<string, Maker>> = {
  ...Object.fromEntries(
    Object.entries(FLAGS).map(([name, F]) => [
      `a later signature covers the price, with the flag ${name}`,
      signShowing(OVER_THE_PRICE, white, { F }),
    ]),
  ),
  ...Object.fromEntries(
    Object.entries(RECTANGLES).map(([name, Rect]) => [
      `a later signature covers the price, in a rectangle with ${name}`,
      signShowing(OVER_THE_PRICE, white, { Rect }),
    ]),
  ),
}

const NOTES: Readonly<Record<string, Maker>> = Object.fromEntries(
  Object.entries(RECTANGLES).flatMap(([name, Rect]) =>
    ['Square', 'Stamp', 'FreeText', 'Link', 'Popup'].map((kind) => [
      `a ${kind} over the price in a rectangle with ${name}`,
      ({ bytes, parts }: Base) =>
        revise(bytes, (revision) => {
          const look = revision.add(white(revision, 400, 70))
          addAnnotation(
            revision,
            parts.page,
            annotation(kind, [0, 0, 0, 0], { Rect, AP: dict`<</N ${look}>>`, F: 4, IC: pdf`[1 1 1]`, C: pdf`[1 1 1]` }),
          )
        }),
    ]),
  ),
)

/** A signature that is seen, in a field without flags; hidden afterwards. */
const signedVisibly = async (base: Base): Promise<Base> => ({
  ...base,
  bytes: await signByHand(base.bytes, {
    fieldName: 'Seen',
    widget: (revision) => ({
      Rect: [300, 60, 420, 100],
      F: 0,
      P: base.parts.page,
      AP: dict`<</N ${revision.add(form(120, 40, '0 0 1 rg 4 4 112 32 re f\n'))}>>`,
    }),
  }),
})

const hideSigned =
  (real: string): Maker =>
  ({ bytes }) =>
    revise(bytes, (revision) => {
      const widget = findField(revision, 'Seen')
      if (widget === undefined) throw new Error('There is no signature that is seen.')
      revision.set(widget, { F: pdf`${real}` })
    })

function findField({ document }: Revision, name: string) {
  return readFields(document).find((field) => field.name === name)?.ref
}

/** A field with an odd rectangle is filled in with what is not its value. */
const withOddField =
  (Rect: PdfObject) =>
  async (base: Base): Promise<Base> => {
    const original = await unsignedBase(base.writer)
    const prepared = revise(original, (revision) => {
      const look = revision.add(form(400, 70, ''))
      const entries = dict`<</FT /Tx /T (Odd) /F 4 /DA (/Helv 10 Tf 0 g) /AP <</N ${look}>> /P ${base.parts.page}>>`
      const widget = annotation('Widget', [0, 0, 0, 0], { ...Object.fromEntries(entries.entries), Rect })
      addToForm(revision, addAnnotation(revision, base.parts.page, widget))
    })
    return { ...base, bytes: await PROFILES[base.profile](prepared) }
  }

const fillOdd: Maker = ({ bytes }) =>
  revise(bytes, (revision) => {
    const field = findField(revision, 'Odd')
    if (field === undefined) throw new Error('There is no odd field.')
    const content = '1 g 0 0 400 70 re f 0 g BT /F 20 Tf 60 30 Td (The price is 900 EUR.) Tj ET\n'
    revision.set(field, { V: pdf`(100)`, AP: dict`<</N ${revision.add(form(400, 70, content))}>>` })
  })

const ODD_FIELDS: readonly ClassAttack[] = Object.entries(RECTANGLES).flatMap(([name, Rect]) =>
  attacksBy(
    { [`a field is filled in whose rectangle has ${name}`]: fillOdd },
    {
      profiles: FILLABLE,
      prepare: withOddField(Rect),
      fits: hasKnownPlaces,
    },
  ),
)

type Boxes = (parts: FormParts) => Entries

/** A page whose box is not four numbers: what some viewers leave out of it others show. */
const withBox =
  (boxes: Boxes) =>
  async (base: Base): Promise<Base> => {
    const original = await unsignedBase(base.writer)
    const prepared = revise(original, (revision) => revision.set(base.parts.page, boxes(base.parts)))
    return { ...base, bytes: await PROFILES[base.profile](prepared) }
  }

const BOXES: Readonly<Record<string, Boxes>> = {
  'a crop box of five numbers': () => ({ CropBox: pdf`[0 0 612 400 0]` }),
  'a media box of five numbers': () => ({ MediaBox: pdf`[0 0 612 400 0]` }),
  'a crop box of three numbers': () => ({ CropBox: pdf`[0 400 612]` }),
  'a crop box with a string': () => ({ CropBox: pdf`[0 (x) 612 400]` }),
  'a media box with a string': () => ({ MediaBox: pdf`[0 (x) 612 400]` }),
}

const ODD_PAGES: readonly ClassAttack[] = Object.entries(BOXES).flatMap(([name, boxes]) =>
  attacksBy(
    { [`the price is covered on a page with ${name}`]: signShowing(OVER_THE_PRICE, white) },
    {
      profiles: SIGNABLE,
      prepare: withBox(boxes),
      fits: hasKnownPlaces,
    },
  ),
)

export const oddNumbers: readonly ClassAttack[] = [
  ...attacksBy(HIDDEN_FIELDS, { profiles: FILLABLE, prepare: withoutFlags }),
  ...attacksBy(EMPTY_FIELDS, { profiles: SIGNABLE, fits: hasKnownPlaces }),
  ...attacksBy(SIGNERS, { profiles: SIGNABLE, fits: hasKnownPlaces }),
  ...attacksBy(NOTES, { profiles: ANNOTATABLE, fits: hasKnownPlaces }),
  ...attacksBy(
    Object.fromEntries(reals.map((real) => [`a signature is hidden by the flags ${real}`, hideSigned(real)])),
    {
      profiles: SIGNABLE,
      prepare: signedVisibly,
    },
  ),
  ...ODD_FIELDS,
  ...ODD_PAGES,
]
