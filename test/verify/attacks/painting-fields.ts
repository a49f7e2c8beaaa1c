/**
 * Empty signature fields that draw what they like. No key is needed for them.
 *
 * @module
 */

import type { PdfDict, PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import type { Base } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, type Revision, revise } from '../support/revise.js'
import { addToForm } from '../support/sign.js'
import { attacksBy, type ClassAttack } from './class-attack.js'
import { form, HIDING, type Look } from './looks.js'

/** Over the three lines of the contract, in points. */
export const OVER_THE_PRICE = [50, 690, 450, 760] as const
const WIDTH = OVER_THE_PRICE[2] - OVER_THE_PRICE[0]
const HEIGHT = OVER_THE_PRICE[3] - OVER_THE_PRICE[1]

/** A signature field without a value, as it would stand in a file. */
function emptyField(page: PdfRef, flags: number, entries: Record<string, PdfObject>): PdfDict {
  return dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Another) /P ${page} /Rect ${[...OVER_THE_PRICE]}>>`.with({
    F: flags,
    ...entries,
  })
}

type FieldEntries = (revision: Revision) => Record<string, PdfObject>

const addField =
  (entries: FieldEntries, flags = 4) =>
  ({ bytes, parts }: Base) =>
    revise(bytes, (revision) =>
      addToForm(revision, addAnnotation(revision, parts.page, emptyField(parts.page, flags, entries(revision)))),
    )

/** The empty field that the document has, drawn anew; it may move as well. */
const redraw =
  (entries: FieldEntries) =>
  ({ bytes, parts }: Base) =>
    revise(bytes, (revision) => {
      const { widgets } = fieldIn(parts, 'Approval')
      for (const widget of widgets) revision.set(widget, entries(revision))
    })

const showing =
  (look: Look): FieldEntries =>
  (revision) => ({ AP: dict`<</N ${revision.add(look(revision, WIDTH, HEIGHT))}>>` })

const white: Look = (_, width, height) => form(width, height, `1 g 0 0 ${width} ${height} re f\n`)
const words: Look = (_, width, height) => form(width, height, 'BT /F 20 Tf 4 8 Td (The price is 900 EUR.) Tj ET\n')
const strokes: Look = (_, width, height) =>
  form(width, height, '2 w 10 10 m 30 10 l 30 40 l 10 40 l 10 25 l 30 25 l S\n')

/** By every means of a content stream. */
const LOOKS: Readonly<Record<string, Look>> = {
  ...HIDING,
  'other words': words,
  'letters made of strokes': strokes,
  strikeouts: (_, w, h) => form(w, h, `0 G 1 w 0 ${h * 0.2} m ${w} ${h * 0.2} l 0 ${h * 0.5} m ${w} ${h * 0.5} l S\n`),
}

const FLAGS: Readonly<Record<string, number>> = {
  'no flags': 0,
  Invisible: 1,
  Hidden: 2,
  'Hidden and Print': 6,
  'NoZoom and Print': 12,
  'NoRotate and Print': 20,
  NoView: 32,
  'NoView and Print': 36,
  'NoView and ToggleNoView': 288,
  ReadOnly: 68,
  Locked: 132,
  LockedContents: 516,
  'flags that nothing has': 1028,
  'all flags but two': 1021,
}

const OTHER_WAYS: Readonly<Record<string, (base: Base) => Uint8Array>> = {
  'a ground in /MK': addField(() => ({ MK: dict`<</BG [1]>>` })),
  'a ground and a border in /MK': addField(() => ({ MK: dict`<</BG [1 1 1] /BC [0]>>`, BS: dict`<</W 30>>` })),
  'a thick border without appearance': addField(() => ({ MK: dict`<</BC [1]>>`, BS: dict`<</W 60 /S /S>>` })),
  'a caption in /MK': addField(() => ({ MK: dict`<</CA (The price is 900 EUR.)>>`, DA: pdf`(/Helv 20 Tf 0 g)` })),
  'a /Border array': addField(() => ({ Border: pdf`[0 0 60]`, C: pdf`[1 1 1]` })),
  'a /BBox without area': addField((revision) => ({
    AP: dict`<</N ${revision.add(form(0, 0, '1 g -999 -999 2000 2000 re f\n'))}>>`,
  })),
  'a /BBox without height': addField((revision) => ({
    AP: dict`<</N ${revision.add(form(WIDTH, 0, '1 g -999 -999 2000 2000 re f\n'))}>>`,
  })),
  'no /BBox': addField((revision) => {
    const look = form(WIDTH, HEIGHT, '1 g -999 -999 2000 2000 re f\n')
    look.dict.entries.delete('BBox')
    return { AP: dict`<</N ${revision.add(look)}>>` }
  }),
  'a /BBox turned round': addField((revision) => ({
    AP: dict`<</N ${revision.add(form(WIDTH, HEIGHT, `1 g 0 0 ${WIDTH} ${HEIGHT} re f\n`, undefined, { BBox: [WIDTH, HEIGHT, 0, 0] }))}>>`,
  })),
  'a /Matrix that enlarges': addField((revision) => ({
    AP: dict`<</N ${revision.add(form(1, 1, '1 g 0 0 1 1 re f\n', undefined, { Matrix: [400, 0, 0, 70, 0, 0] }))}>>`,
  })),
  'a /Matrix without an inverse': addField((revision) => ({
    AP: dict`<</N ${revision.add(form(400, 70, '1 g 0 0 400 70 re f\n', undefined, { Matrix: [1, 0, 1, 0, 0, 0] }))}>>`,
  })),
  'a rectangle turned round': addField((revision) => ({
    ...showing(white)(revision),
    Rect: [OVER_THE_PRICE[2], OVER_THE_PRICE[3], OVER_THE_PRICE[0], OVER_THE_PRICE[1]],
  })),
  'a rectangle without area': addField((revision) => ({ ...showing(white)(revision), Rect: [50, 690, 50, 690] })),
  'a rectangle of five numbers': addField((revision) => ({
    ...showing(white)(revision),
    Rect: [...OVER_THE_PRICE, 0],
  })),
  'an appearance with states': addField((revision) => ({
    AP: dict`<</N <</On ${revision.add(white(revision, WIDTH, HEIGHT))}>>>>`,
    AS: pdf`/On`,
  })),
  'an appearance with states, none chosen': addField((revision) => ({
    AP: dict`<</N <</Off ${revision.add(white(revision, WIDTH, HEIGHT))}>>>>`,
  })),
  'an appearance for the pressed button only': addField((revision) => ({
    AP: dict`<</D ${revision.add(white(revision, WIDTH, HEIGHT))}>>`,
  })),
  'an appearance that the signed bytes hold': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const [look] = fieldIn(parts, 'amount').looks
      if (look === undefined) throw new Error('The field has no appearance.')
      addToForm(revision, addAnnotation(revision, parts.page, emptyField(parts.page, 4, { AP: dict`<</N ${look}>>` })))
    }),
  'a content stream of the page as appearance': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      addToForm(
        revision,
        addAnnotation(revision, parts.page, emptyField(parts.page, 4, { AP: dict`<</N ${parts.content}>>` })),
      )
    }),
  'a field whose widget is another object': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const field = revision.add(dict`<</FT /Sig /T (Another)>>`)
      const look = revision.add(white(revision, WIDTH, HEIGHT))
      const widget = dict`<</Type /Annot /Subtype /Widget /F 4 /Parent ${field} /Rect ${[...OVER_THE_PRICE]} /AP <</N ${look}>>>>`
      const kid = addAnnotation(revision, parts.page, widget)
      revision.put(field, dict`<</FT /Sig /T (Another) /Kids [${kid}]>>`)
      addToForm(revision, field)
    }),
  'a field that inherits its type': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      const parent = revision.add(dict`<</FT /Sig /T (Group)>>`)
      const look = revision.add(white(revision, WIDTH, HEIGHT))
      const widget = dict`<</Type /Annot /Subtype /Widget /F 4 /T (Kid) /Parent ${parent} /Rect ${[...OVER_THE_PRICE]} /AP <</N ${look}>>>>`
      const kid = addAnnotation(revision, parts.page, widget)
      revision.put(parent, dict`<</FT /Sig /T (Group) /Kids [${kid}]>>`)
      addToForm(revision, parent)
    }),
  'a field on the page that the form does not list': ({ bytes, parts }) =>
    revise(bytes, (revision) => {
      addAnnotation(revision, parts.page, emptyField(parts.page, 4, showing(white)(revision)))
    }),
  'a field with a value that is null': addField((revision) => ({ V: null, ...showing(white)(revision) })),
  'a field with a value that is nothing': addField((revision) => ({ V: pdf`99999 0 R`, ...showing(white)(revision) })),
  'a field with a value that is empty': addField((revision) => ({ V: dict`<<>>`, ...showing(white)(revision) })),
  'a field with a value of zeros': addField((revision) => ({
    V: revision.add(
      dict`<</Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached /ByteRange [0 0 0 0] /Contents <00>>>`,
    ),
    ...showing(white)(revision),
  })),
  'a field with another type in its kid': addField((revision) => ({ Ff: 1, MaxLen: 3, ...showing(white)(revision) })),
  'the field of the document, with a look': redraw(showing(white)),
  'the field of the document, with a look and words': redraw(showing(words)),
  'the field of the document, moved': redraw((revision) => ({
    ...showing(white)(revision),
    Rect: [...OVER_THE_PRICE],
  })),
  'the field of the document, with a ground': redraw(() => ({ MK: dict`<</BG [0]>>` })),
  'the field of the document, with a thick border': redraw(() => ({ MK: dict`<</BC [0]>>`, BS: dict`<</W 40>>` })),
  'the field of the document, hidden from view and printed': redraw((revision) => ({
    ...showing(white)(revision),
    F: 36,
  })),
  'the field of the document as a text field': redraw(() => ({
    FT: pdf`/Tx`,
    V: pdf`(900)`,
    DA: pdf`(/Helv 20 Tf 0 g)`,
  })),
}

export const paintingFields: readonly ClassAttack[] = [
  ...attacksBy(
    Object.fromEntries(
      Object.entries(LOOKS).map(([name, look]) => [`an empty signature field with ${name}`, addField(showing(look))]),
    ),
  ),
  ...attacksBy(
    Object.fromEntries(
      Object.entries(FLAGS).map(([name, flags]) => [
        `an empty signature field with a white area and ${name}`,
        addField(showing(white), flags),
      ]),
    ),
  ),
  ...attacksBy(
    Object.fromEntries(Object.entries(OTHER_WAYS).map(([name, make]) => [`an empty signature field: ${name}`, make])),
  ),
]
