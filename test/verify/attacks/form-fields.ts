/**
 * Changes to the form that no signature permits, or that a certification or a lock forbids.
 *
 * @module
 */

import { PdfName, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import {
  approved,
  approvedTwice,
  attacksOn,
  certified1,
  certified2,
  type Edit,
  editsOn,
  handSigned,
  once,
  signed,
} from '../support/cases.js'
import { makeContract } from '../support/contract.js'
import { chooseFullPlan, fillText, OVER_THE_TEXT, opaqueBox, tick } from '../support/edits.js'
import { dict, pdf } from '../support/notation.js'
import { fieldNamed, itemsOf, revise } from '../support/revise.js'
import { addToForm, fieldLock, sign, signatureOf, signByHand } from '../support/sign.js'

const FIELD_CHANGES: Record<string, Edit> = {
  'a field is renamed': (revision, { fieldAmount: field }) => revision.set(field, { T: pdf`(discount)` }),
  'a text field becomes a button': (revision, { fieldAmount: field }) => revision.set(field, { FT: PdfName.of('Btn') }),
  'a field is moved': (revision, { fieldAmount: field }) => revision.set(field, { Rect: [60, 620, 260, 640] }),
  'a field is enlarged over the text': (revision, { fieldAmount: field }) =>
    revision.set(field, { Rect: [...OVER_THE_TEXT] }),
  'a field is hidden': (revision, { fieldAmount: field }) => revision.set(field, { F: 2 }),
  'a field is no longer printed': (revision, { fieldAmount: field }) => revision.set(field, { F: 0 }),
  'the greatest length of a field changes': (revision, { fieldAmount: field }) => revision.set(field, { MaxLen: 1 }),
  'the text of a field becomes white': (revision, { fieldAmount: field }) =>
    revision.set(field, { DA: pdf`(/Helv 10 Tf 1 g)` }),
  'the description of a field changes': (revision, { fieldAmount: field }) =>
    revision.set(field, { TU: pdf`(Deposit)` }),
  'the choices of a field change': (revision, { fieldCountry }) =>
    revision.set(fieldCountry, { Opt: pdf`[[(Austria) (Belgium)]]` }),
  'a field gets a script': (revision, { fieldAmount: field }) =>
    revision.set(field, { AA: dict`<</F <</S /JavaScript /JS (event.value = 900)>>>>` }),
  'a field gets an action': (revision, { fieldAmount: field }) =>
    revision.set(field, { A: dict`<</S /URI /URI (https://example.com)>>` }),
  'a field moves to another page': (revision, { fieldAmount: field }) =>
    revision.set(field, { P: revision.document.catalogRef }),
  'a field is removed from the form': (revision, { form }) =>
    revision.set(form, { Fields: itemsOf(revision, revision.get(form).get('Fields')).slice(1) }),
  'the form is removed': (revision) => revision.set(revision.document.catalogRef, { AcroForm: undefined }),
  'the form is replaced by one without the field': (revision, refs) => {
    const form = revision.get(refs.form)
    const rest = itemsOf(revision, form.get('Fields')).filter((item) => !isRefTo(item, refs.fieldAmount))
    revision.set(revision.document.catalogRef, { AcroForm: revision.add(form.with({ Fields: rest })) })
  },
  'a new text field is added': (revision) =>
    addToForm(revision, revision.add(dict`<</FT /Tx /T (extra) /V (and a car)>>`)),
  'the form gets an XFA part': (revision, { form }) => revision.set(form, { XFA: pdf`[(template) (<xfa/>)]` }),
  'the calculation order changes': (revision, { form, fieldAmount }) => revision.set(form, { CO: [fieldAmount] }),
}

export const fieldChanges = [
  ...editsOn(approved, 'after an approval', FIELD_CHANGES),
  ...editsOn(certified2, 'after a certification that permits forms', FIELD_CHANGES),
]

function isRefTo(item: PdfObject, { num }: PdfRef): boolean {
  return item instanceof PdfRef && item.num === num
}

/** Certified in the signature alone: the catalog does not mention it. */
const quietlyCertified = handSigned(
  {},
  {
    dictionary: (text) =>
      text.replace(
        />>$/,
        '/Reference [<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /V /1.2 /P 1>>>>]>>',
      ),
  },
)

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
  ...attacksOn(quietlyCertified, {
    'a text field is filled, though the signature itself forbids it': ({ bytes, refs }) =>
      revise(bytes, (revision) => fillText(revision, refs.fieldName, refs.helv, 'Bob')),
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
  ...attacksOn(signed({}, { appearance: { page: 1, rectangle: [300, 100, 500, 160] } }), {
    'the appearance of a signature is replaced': ({ bytes }) =>
      revise(bytes, (revision) => {
        const { dict: field } = fieldNamed(revision.document, 'Signature1')
        const look = revision.document.lookupDict(field, 'AP')?.get('N')
        if (!(look instanceof PdfRef)) throw new Error('The signature has no appearance.')
        revision.put(look, opaqueBox(200, 60))
      }),
    'a signature is hidden': ({ bytes }) =>
      revise(bytes, (revision) => revision.set(fieldNamed(revision.document, 'Signature1').ref, { F: 2 })),
    'a signature is moved': ({ bytes }) =>
      revise(bytes, (revision) =>
        revision.set(fieldNamed(revision.document, 'Signature1').ref, { Rect: [300, 300, 500, 360] }),
      ),
  }),
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
        revision.set(refs.form, { Fields: fields.filter((item) => !isRefTo(item, ref)) })
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
        revision.set(refs.form, { Fields: fields.filter((item) => !isRefTo(item, refs.fieldSecond)) })
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
