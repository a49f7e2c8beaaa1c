/**
 * Honest documents that were signed, once or many times.
 *
 * @module
 */

import type { SignOptions } from '../../../src/index.js'
import { type HonestUse, honest } from '../support/cases.js'
import { makeContract, textLook } from '../support/contract.js'
import { dict } from '../support/notation.js'
import { pageAt, revise } from '../support/revise.js'
import { addToForm, fieldLock, sign, signByHand } from '../support/sign.js'
import { stampTime } from '../support/timestamp-authority.js'

const contract = () => makeContract().bytes

async function signTimes(count: number, first: Omit<SignOptions, 'identity'> = {}, bytes = contract()) {
  let signed = await sign(bytes, first)
  for (let i = 1; i < count; i++) signed = await sign(signed)
  return signed
}

const APPEARANCE = { page: 2, rectangle: [300, 100, 500, 160] } as const

export const signing: readonly HonestUse[] = [
  ...honest({
    'one invisible signature': () => sign(contract()),
    'one visible signature': () => sign(contract(), { appearance: APPEARANCE }),
    'an existing field is signed': () => sign(contract(), { field: 'Approval' }),
    'a certification that permits nothing': () => sign(contract(), { certify: 1 }),
    'a certification that permits forms': () => sign(contract(), { certify: 2 }),
    'a certification that permits annotations': () => sign(contract(), { certify: 3 }),
    'a visible certification': () => sign(contract(), { certify: 2, appearance: APPEARANCE }),
    'a signature that locks fields': () => {
      const { bytes } = makeContract({ changes: () => ({ fieldApproval: { Lock: fieldLock('Include', 'amount') } }) })
      return sign(bytes, { field: 'Approval' })
    },
    'a signature made by hand': () => signByHand(contract()),
    'a tagged document': () => sign(makeContract({ tagged: true }).bytes),
    'a document that was edited before it was signed': () => {
      const { bytes, refs } = makeContract()
      return sign(revise(bytes, ({ set }) => set(refs.page1, { Rotate: 90 })))
    },
    'a signed document whose other fields stay empty': () => sign(contract(), { field: 'Second' }),
    'white space follows the signature dictionary': () =>
      signByHand(contract(), { dictionary: (text) => text.replace(/ \/M /, '  \n\t /M ') }),
    'the digits of /Contents are in upper case': () =>
      signByHand(contract(), { fill: (digits, room) => digits.toUpperCase().padEnd(room, '0') }),
  }),
  ...honest(
    {
      'two invisible signatures': () => signTimes(2),
      'a second, visible signature': async () => sign(await sign(contract()), { appearance: APPEARANCE }),
      'two existing fields are signed': async () =>
        sign(await sign(contract(), { field: 'Approval' }), { field: 'Second' }),
      'an existing field is signed after a certification that permits forms': async () =>
        sign(await sign(contract(), { certify: 2 }), { field: 'Approval' }),
      'an existing field is signed after a certification that permits annotations': async () =>
        sign(await sign(contract(), { certify: 3 }), { field: 'Approval' }),
      'an invisible signature follows a certification that permits forms': () => signTimes(2, { certify: 2 }),
      'a tagged document is signed twice': () => signTimes(2, {}, makeContract({ tagged: true }).bytes),
      'a second signature that locks fields': async () => {
        const changes = () => ({ fieldSecond: { Lock: fieldLock('Exclude', 'name') } })
        return sign(await sign(makeContract({ changes }).bytes), { field: 'Second' })
      },
      'a document time stamp follows a signature': async () => timestamped(await sign(contract())),
      'a document time stamp follows a certification that permits nothing': async () =>
        timestamped(await sign(contract(), { certify: 1 })),
      'an empty field is added, then signed': async () => {
        const added = revise(await sign(contract()), (revision) => {
          const page = pageAt(revision.document, 1).ref
          const widget = dict`<</Type /Annot /Subtype /Widget /FT /Sig /T (Late) /F 4 /P ${page} /Rect [0 0 0 0]>>`
          const ref = revision.add(widget)
          revision.set(page, { Annots: [...(revision.document.lookupArray(revision.get(page), 'Annots') ?? []), ref] })
          addToForm(revision, ref)
        })
        return sign(added, { field: 'Late' })
      },
      'a tagged document takes a signature with its structure element': async () => {
        const { bytes, refs } = makeContract({ tagged: true })
        return signByHand(await sign(bytes), {
          widget: () => ({ StructParent: 2 }),
          change: (revision, _, widget) => {
            const element = revision.add(dict`<</Type /StructElem /S /Form /P ${refs.structDocument} /Pg ${refs.page1}
              /K <</Type /OBJR /Obj ${widget} /Pg ${refs.page1}>>>>`)
            revision.set(refs.structDocument, { K: [refs.structText, refs.structField, element] })
            revision.set(refs.parentTree, {
              Nums: [0, [refs.structText], 1, refs.structField, 2, element],
            })
            revision.set(refs.structure, { ParentTreeNextKey: 3 })
          },
        })
      },
      'an existing field with a visible look is signed by hand': async () => {
        const { bytes, refs } = makeContract()
        return signByHand(await sign(bytes), {
          field: refs.fieldApproval,
          widget: (revision) => ({ AP: dict`<</N ${revision.add(textLook(refs.helv, 'Signed by Bob'))}>>` }),
        })
      },
    },
    2,
  ),
  ...honest({ 'three signatures': () => signTimes(3) }, 3),
  ...honest({ 'thirty signatures': () => signTimes(30) }, 30),
  ...honest({ 'thirty signatures on a certified document': () => signTimes(30, { certify: 2 }) }, 30),
]

/** Adds a document time stamp (ISO 32000-2, 12.8.5). */
export function timestamped(bytes: Uint8Array): Promise<Uint8Array> {
  return signByHand(bytes, {
    fieldName: `Stamp${bytes.length}`,
    type: 'DocTimeStamp',
    subFilter: 'ETSI.RFC3161',
    cms: stampTime,
  })
}
