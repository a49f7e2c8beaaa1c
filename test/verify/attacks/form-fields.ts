/**
 * Changes to the form that no signature permits, or that a certification or a lock forbids.
 *
 * @module
 */

import { PdfName, type PdfObject, type PdfRef } from '../../../src/pdf/objects.js'
import {
  approved,
  approvedTwice,
  attacksOn,
  certified1,
  certified2,
  handSigned,
  once,
  signed,
} from '../support/cases.js'
import { makeContract } from '../support/contract.js'
import { chooseFullPlan, fillText, OVER_THE_TEXT, opaqueBox, tick } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { fieldNamed, itemsOf, type Revision, revise } from '../support/revise.js'
import { addToForm, fieldLock, sign, signatureOf, signByHand } from '../support/sign.js'

const FIELD_CHANGES: Record<string, (revision: Revision, field: PdfRef) => void> = {
  'a field is renamed': (revision, field) => revision.set(field, { T: pdf`(discount)` }),
  'a text field becomes a button': (revision, field) => revision.set(field, { FT: PdfName.of('Btn') }),
  'a field is moved': (revision, field) => revision.set(field, { Rect: [60, 620, 260, 640] }),
  'a field is enlarged over the text': (revision, field) => revision.set(field, { Rect: [...OVER_THE_TEXT] }),
  'a field is hidden': (revision, field) => revision.set(field, { F: 2 }),
  'a field is no longer printed': (revision, field) => revision.set(field, { F: 0 }),
  'the greatest length of a field changes': (revision, field) => revision.set(field, { MaxLen: 1 }),
  'the text of a field becomes white': (revision, field) => revision.set(field, { DA: pdf`(/Helv 10 Tf 1 g)` }),
  'a field gets a script': (revision, field) =>
    revision.set(field, { AA: dict`<</F <</S /JavaScript /JS (event.value = 900)>>>>` }),
  'a field gets an action': (revision, field) =>
    revision.set(field, { A: dict`<</S /URI /URI (https://example.com)>>` }),
  'a field moves to another page': (revision, field) => revision.set(field, { P: revision.document.catalogRef }),
  'a field is removed from the form': (revision) => {
    const form = revision.document.catalog.get('AcroForm') as PdfRef
    revision.set(form, { Fields: itemsOf(revision, revision.get(form).get('Fields')).slice(1) })
  },
  'the form is removed': (revision) => revision.set(revision.document.catalogRef, { AcroForm: undefined }),
  'the form is replaced by one without the field': (revision, field) => {
    const form = revision.get(revision.document.catalog.get('AcroForm') as PdfRef)
    const rest = itemsOf(revision, form.get('Fields')).filter((item) => (item as PdfRef).num !== field.num)
    revision.set(revision.document.catalogRef, { AcroForm: revision.add(form.with({ Fields: rest })) })
  },
  'a new text field is added': (revision) =>
    addToForm(revision, revision.add(dict`<</FT /Tx /T (extra) /V (and a car)>>`)),
  'the form gets an XFA part': (revision) =>
    revision.set(revision.document.catalog.get('AcroForm') as PdfRef, { XFA: pdf`[(template) (<xfa/>)]` }),
  'the calculation order changes': (revision, field) =>
    revision.set(revision.document.catalog.get('AcroForm') as PdfRef, { CO: [field] }),
}

const changes = (where: string) =>
  Object.fromEntries(
    Object.entries(FIELD_CHANGES).map(([name, change]) => [
      `${name}, ${where}`,
      ({ bytes }: { bytes: Uint8Array }) =>
        revise(bytes, (revision) => change(revision, fieldNamed(revision.document, 'amount').ref)),
    ]),
  )

export const fieldChanges = [
  ...attacksOn(approved, changes('after an approval')),
  ...attacksOn(certified2, changes('after a certification that permits forms')),
]

/** Signed in a field whose /Lock the signature puts into force. */
function lockedBy(lock: PdfObject) {
  return signed({ changes: () => ({ fieldApproval: { Lock: lock } }) }, { field: 'Approval' })
}

export const lockedFields = [
  ...attacksOn(certified1, {
    'a text field is filled, though nothing may change': ({ bytes, refs }) =>
      revise(bytes, (revision) => fillText(revision, refs.fieldName, refs.helv, 'Bob')),
    'a box is ticked, though nothing may change': ({ bytes, refs }) =>
      revise(bytes, (revision) => tick(revision, refs.fieldAgree)),
    'a signature is added, though nothing may change': ({ bytes }) => signByHand(bytes),
  }),
  ...attacksOn(lockedBy(fieldLock('All')), {
    'a field is filled, though all are locked': ({ bytes, refs }) =>
      revise(bytes, (revision) => fillText(revision, refs.fieldName, refs.helv, 'Bob')),
    'a radio button is chosen, though all are locked': ({ bytes, refs }) =>
      revise(bytes, (revision) => chooseFullPlan(revision, refs)),
  }),
  ...attacksOn(lockedBy(fieldLock('Include', 'amount', 'bank')), {
    'a locked field is filled': ({ bytes, refs }) =>
      revise(bytes, (revision) => fillText(revision, refs.fieldAmount, refs.helv, '900')),
    'a field below a locked one is filled': ({ bytes, refs }) =>
      revise(bytes, (revision) => fillText(revision, refs.fieldIban, refs.helv, 'AT61 1904')),
  }),
  ...attacksOn(lockedBy(fieldLock('Exclude', 'name')), {
    'a field that the lock does not spare is filled': ({ bytes, refs }) =>
      revise(bytes, (revision) => fillText(revision, refs.fieldAmount, refs.helv, '900')),
  }),
  ...attacksOn(lockedBy(dict`<</Type /SigFieldLock /Action /Include /Fields [(none)] /P 1>>`), {
    'a field is filled, though the lock permits no change': ({ bytes, refs }) =>
      revise(bytes, (revision) => fillText(revision, refs.fieldName, refs.helv, 'Bob')),
  }),
  ...attacksOn(
    handSigned(
      {},
      {
        dictionary: (text) =>
          text.replace(
            />>$/,
            '/Reference [<</Type /SigRef /TransformMethod /FieldMDP /TransformParams <</Type /TransformParams /V /1.2 /Action /Include /Fields [(amount)]>>>>]>>',
          ),
      },
    ),
    {
      'a field is filled that only the signature itself locks': ({ bytes, refs }) =>
        revise(bytes, (revision) => fillText(revision, refs.fieldAmount, refs.helv, '900')),
    },
  ),
]

export const signatureFields = [
  ...attacksOn(approvedTwice, {
    'the value of a signed field is removed': ({ bytes }) =>
      revise(bytes, (revision) => revision.set(fieldNamed(revision.document, 'Signature1').ref, { V: undefined })),
    'a signed field takes the value of another': ({ bytes }) =>
      revise(bytes, (revision) => {
        const second = signatureOf(revision, fieldNamed(revision.document, 'Signature2').ref)
        revision.set(fieldNamed(revision.document, 'Signature1').ref, { V: second.ref })
      }),
    'a new field shares the value of a signed one': ({ bytes }) =>
      revise(bytes, (revision) => {
        const { ref } = signatureOf(revision, fieldNamed(revision.document, 'Signature1').ref)
        addToForm(revision, revision.add(dict`<</FT /Sig /T (Shared) /V ${ref}>>`))
      }),
    'a signed field is removed from the form': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        const fields = itemsOf(revision, revision.get(refs.form).get('Fields'))
        const { ref } = fieldNamed(revision.document, 'Signature1')
        revision.set(refs.form, { Fields: fields.filter((item) => (item as PdfRef).num !== ref.num) })
      }),
    'a signed field becomes a text field': ({ bytes }) =>
      revise(bytes, (revision) =>
        revision.set(fieldNamed(revision.document, 'Signature1').ref, { FT: PdfName.of('Tx') }),
      ),
    'a signed field is renamed': ({ bytes }) =>
      revise(bytes, (revision) => revision.set(fieldNamed(revision.document, 'Signature1').ref, { T: pdf`(Boss)` })),
    'a signed field gets an appearance': ({ bytes }) =>
      revise(bytes, (revision) => {
        const look = revision.add(opaqueBox(400, 80))
        const ref = fieldNamed(revision.document, 'Signature1').ref
        revision.set(ref, { Rect: [...OVER_THE_TEXT], AP: dict`<</N ${look}>>` })
      }),
    'an empty signature field is removed': ({ bytes, refs }) =>
      revise(bytes, (revision) => {
        const fields = itemsOf(revision, revision.get(refs.form).get('Fields'))
        revision.set(refs.form, { Fields: fields.filter((item) => (item as PdfRef).num !== refs.fieldSecond.num) })
      }),
    'the names in a signature dictionary change': ({ bytes }) =>
      revise(bytes, (revision) => {
        const { ref } = signatureOf(revision, fieldNamed(revision.document, 'Signature1').ref)
        revision.set(ref, { Name: pdf`(Mallory)`, Reason: pdf`(I agree to everything)` })
      }),
    'the range in a signature dictionary changes': ({ bytes }) =>
      revise(bytes, (revision) => {
        const { ref } = signatureOf(revision, fieldNamed(revision.document, 'Signature1').ref)
        revision.set(ref, { ByteRange: [0, 1, 2, 3] })
      }),
  }),
  ...attacksOn(
    once(async () => {
      const { bytes, refs } = makeContract()
      return { bytes: await sign(await sign(bytes, { certify: 2 })), refs }
    }),
    {
      'the certification is removed from the catalog': ({ bytes }) =>
        revise(bytes, ({ set, document }) => set(document.catalogRef, { Perms: undefined })),
      'the certification is handed to another signature': ({ bytes }) =>
        revise(bytes, (revision) => {
          const { ref } = signatureOf(revision, fieldNamed(revision.document, 'Signature2').ref)
          revision.set(revision.document.catalogRef, { Perms: dict`<</DocMDP ${ref}>>` })
        }),
    },
  ),
]
