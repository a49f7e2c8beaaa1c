/**
 * New signature fields, with and without a signature, whose dictionaries hold what makes another field of them in some
 * viewer (ISO 32000-2, 12.7.4): a type, a value, a drawing or an action in the group, in the field or in its widget, reached
 * from the form or from the page.
 *
 * @module
 */

import { type PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { textString } from '../../../src/pdf/syntax/text-string.js'
import type { Base } from '../bases/bases.js'
import { fieldIn } from '../bases/form-parts.js'
import { dict, pdf } from '../support/notation.js'
import { addAnnotation, itemsOf, type Revision, revise } from '../support/revise.js'
import { addToForm, signByHand } from '../support/sign.js'
import { stampTime } from '../support/timestamp-authority.js'
import { attacksBy, type ClassAttack, SIGNABLE } from './class-attack.js'
import { form, HELVETICA } from './looks.js'

/** Where the contracts of all writers leave room. */
const PLACE = [60, 300, 300, 330]
const FONTS = dict`<</Font <</F ${HELVETICA}>>>>`

type Entries = (revision: Revision, page: PdfRef) => Record<string, PdfObject>

const drawn: Entries = (revision) => ({
  AP: dict`<</N ${revision.add(form(240, 30, 'BT /F 12 Tf 2 8 Td (The price is 900 EUR.) Tj ET\n', FONTS))}>>`,
})
const placed: Entries = (revision, page) => ({
  ...Object.fromEntries(dict`<</Type /Annot /Subtype /Widget /F 4 /P ${page} /Rect ${[...PLACE]}>>`.entries),
  ...drawn(revision, page),
})
const fixed =
  (entries: PdfDict): Entries =>
  () =>
    Object.fromEntries(entries.entries)

/** What no dictionary of a signature field may hold, whatever its part in the field is. */
const FOREIGN: Readonly<Record<string, Entries>> = {
  'a text': fixed(dict`<</FT /Tx /V (and 900 EUR more) /DA (/Helv 12 Tf 0 g)>>`),
  'a text of several lines': fixed(dict`<</FT /Tx /Ff 4096 /V (and 900 EUR\nmore) /DA (/Helv 12 Tf 0 g)>>`),
  'a choice': fixed(dict`<</FT /Ch /Ff 131072 /Opt [(900 EUR)] /V (900 EUR) /DA (/Helv 12 Tf 0 g)>>`),
  'a list': fixed(dict`<</FT /Ch /Opt [(900 EUR) (void)] /DA (/Helv 12 Tf 0 g)>>`),
  'a tick': fixed(dict`<</FT /Btn /V /Yes /AS /Yes /MK <</CA (4)>>>>`),
  'a button with a caption': fixed(dict`<</FT /Btn /Ff 65536 /MK <</CA (900 EUR)>> /DA (/Helv 12 Tf 0 g)>>`),
  'a type that is a reference': (revision) => ({ FT: revision.add(pdf`/Tx`), V: textString('900 EUR') }),
  'a rich text': fixed(dict`<</RV (<body xmlns="http://www.w3.org/1999/xhtml"><p>900 EUR</p></body>)>>`),
  'a default value': fixed(dict`<</DV (900 EUR)>>`),
  options: fixed(dict`<</Opt [(900 EUR)] /I [0]>>`),
  'a greatest length': fixed(dict`<</MaxLen 3>>`),
  'an action': fixed(dict`<</A <</S /URI /URI (https://example.com)>>>>`),
  'a script': fixed(dict`<</A <</S /JavaScript /JS (app.alert(1))>>>>`),
  'a script on sight': fixed(dict`<</AA <</PV <</S /JavaScript /JS (app.alert(1))>>>>>>`),
  'a page turn on sight': fixed(dict`<</AA <</PO <</S /Named /N /NextPage>>>>>>`),
  'a layer': (revision) => ({ OC: revision.add(pdf`<</Type /OCG /Name (Draft)>>`) }),
}

/** What a group may not hold in addition. */
const OF_GROUPS: Readonly<Record<string, Entries>> = {
  ...FOREIGN,
  'a drawing in a place': placed,
  'a place without a drawing': fixed(dict`<</Subtype /Widget /Rect ${[...PLACE]} /F 4>>`),
  'a value': fixed(dict`<</V (900 EUR)>>`),
  flags: fixed(dict`<</Ff 4096>>`),
  'a default appearance': fixed(dict`<</DA (/Helv 40 Tf 0 g)>>`),
}

interface Parts {
  readonly group: PdfRef
  readonly field: PdfRef
  readonly widget: PdfRef
}

/** A group, a signature field below it, and a widget without area below that. */
function addParts(revision: Revision, page: PdfRef, signature?: PdfRef): Parts {
  const group = revision.add(dict`<</T (group)>>`)
  const value = signature === undefined ? {} : { V: signature }
  const field = revision.add(dict`<</T (later) /FT /Sig /Parent ${group}>>`.with(value))
  const widget = addAnnotation(
    revision,
    page,
    dict`<</Type /Annot /Subtype /Widget /Parent ${field} /F 132 /P ${page} /Rect [0 0 0 0]>>`,
  )
  revision.set(group, { Kids: [field] })
  revision.set(field, { Kids: [widget] })
  return { group, field, widget }
}

/** Adds the parts, with more entries in one of them. Whatever then stands in a place is listed by the page too. */
const unsigned =
  (part: keyof Parts, entries: Entries) =>
  ({ bytes, parts: { page } }: Base) =>
    revise(bytes, (revision) => {
      const parts = addParts(revision, page)
      addToForm(revision, parts.group)
      setPart(revision, page, parts, part, entries)
    })

/** The same with a document time stamp of anybody in the field, which even P=1 permits. */
const stamped =
  (part: keyof Parts, entries: Entries) =>
  ({ bytes, parts: { page } }: Base) =>
    signByHand(bytes, {
      type: 'DocTimeStamp',
      subFilter: 'ETSI.RFC3161',
      cms: stampTime,
      change: (revision, signature, widget) => {
        const parts = addParts(revision, page, signature)
        // The field that was made for the signature gives its place in the form to the group.
        revision.put(widget, null)
        replaceInForm(revision, widget, parts.group)
        revision.set(page, {
          Annots: itemsOf(revision, revision.get(page).get('Annots')).filter((item) => !isRef(item, widget)),
        })
        setPart(revision, page, parts, part, entries)
      },
    })

function setPart(revision: Revision, page: PdfRef, parts: Parts, part: keyof Parts, entries: Entries): void {
  const place = part === 'widget' ? { Rect: [...PLACE], F: 4 } : {}
  revision.set(parts[part], { ...place, ...entries(revision, page) })
  if (part === 'widget' || !revision.get(parts[part]).has('Rect')) return
  revision.set(page, { Annots: [...itemsOf(revision, revision.get(page).get('Annots')), parts[part]] })
}

function replaceInForm(revision: Revision, old: PdfRef, field: PdfRef): void {
  const { document, increment } = revision
  const object = increment.resolve(document.catalogRef) as PdfDict
  const entry = object.get('AcroForm')
  const acroForm = increment.resolve(entry) as PdfDict
  const fields = itemsOf(revision, acroForm.get('Fields')).map((item) => (isRef(item, old) ? field : item))
  if (entry === acroForm) revision.set(document.catalogRef, { AcroForm: acroForm.with({ Fields: fields }) })
  else revision.set(entry as PdfRef, { Fields: fields })
}

const isRef = (item: PdfObject, ref: PdfRef): boolean => item instanceof PdfRef && item.num === ref.num

const MAKERS = { 'an empty field': unsigned, 'a time stamp': stamped }
const PARTS = { group: OF_GROUPS, field: FOREIGN, widget: FOREIGN } as const

const shapes: readonly ClassAttack[] = Object.entries(MAKERS).flatMap(([what, make]) =>
  Object.entries(PARTS).flatMap(([part, table]) =>
    attacksBy(
      Object.fromEntries(
        Object.entries(table).map(([name, entries]) => [
          `${what}: its ${part} has ${name}`,
          make(part as keyof Parts, entries),
        ]),
      ),
      what === 'a time stamp' ? {} : { profiles: SIGNABLE },
    ),
  ),
)

/** Links between the dictionaries that do not lead to the same place from both sides. */
const LINKS = attacksBy(
  {
    'a new widget names a text field as its parent': ({ bytes, parts }) =>
      revise(bytes, (revision) => {
        const total = fieldIn(parts, 'amount').field
        const { group, widget } = addParts(revision, parts.page)
        addToForm(revision, group)
        revision.set(widget, { Parent: total, Rect: [...PLACE], F: 4 })
      }),
    'a new field names a text field as its parent': ({ bytes, parts }) =>
      revise(bytes, (revision) => {
        const { field, widget } = addParts(revision, parts.page)
        addToForm(revision, field)
        revision.set(field, { Parent: fieldIn(parts, 'amount').field, FT: undefined })
        revision.set(widget, { Rect: [...PLACE], F: 4 })
      }),
    'a group has a widget beside its field': ({ bytes, parts: { page } }) =>
      revise(bytes, (revision) => {
        const { group, field } = addParts(revision, page)
        addToForm(revision, group)
        const kid = addAnnotation(revision, page, dict`<</Parent ${group}>>`.with(placed(revision, page)))
        revision.set(group, { Kids: [field, kid], FT: pdf`/Sig` })
      }),
    'a kid is written into its field': ({ bytes, parts: { page } }) =>
      revise(bytes, (revision) => {
        const { group, field } = addParts(revision, page)
        addToForm(revision, group)
        const kid = dict`<</FT /Tx /V (900 EUR)>>`.with(placed(revision, page))
        revision.set(field, { Kids: [kid] })
      }),
    'a group has the name of a field': ({ bytes, parts: { page } }) =>
      revise(bytes, (revision) => {
        const { group } = addParts(revision, page)
        addToForm(revision, group)
        revision.set(group, { T: textString('amount') })
      }),
    'a field without a place gets one with a text as it is signed': ({ bytes, parts }) =>
      signByHand(bytes, {
        field: fieldIn(parts, 'Approval').field,
        change: (revision, _, field) => {
          const kid = addAnnotation(
            revision,
            parts.page,
            dict`<</Parent ${field} /FT /Tx /V (900 EUR)>>`.with(placed(revision, parts.page)),
          )
          revision.set(field, { Kids: [kid] })
        },
      }),
  },
  { profiles: SIGNABLE },
)

export const newFieldShapes: readonly ClassAttack[] = [...shapes, ...LINKS]
