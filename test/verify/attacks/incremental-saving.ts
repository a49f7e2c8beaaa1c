/**
 * Incremental saving attacks: something is appended to a signed document, in ways that some readers take for a
 * revision while some verifiers do not see one.
 *
 * @module
 */

import { approved, attacksOn } from '../support/cases.js'
import { makeContract, textContent } from '../support/contract.js'
import { bytesOf, dict, notation, stream } from '../support/notation.js'
import { appendRaw, extentOf, revise } from '../support/revise.js'
import { addToForm, signatureOf } from '../support/sign.js'

const FORGED = stream(dict`<<>>`, textContent('Contract of sale', 'The price is 900 EUR.'))
const forged = (num: number) => `${num} 0 obj\n${notation(FORGED)}\nendobj\n`

export const incrementalSaving = attacksOn(approved, {
  'a proper increment replaces the content of a page': ({ bytes, refs }) =>
    revise(bytes, ({ put }) => put(refs.content1, FORGED)),
  'objects are appended without a cross-reference': ({ bytes, refs }) => bytesOf(bytes, forged(refs.content1.num)),
  'objects and a trailer are appended, but no cross-reference': ({ bytes, refs }) =>
    appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], without: ['xref', 'startxref'] }),
  'objects and a cross-reference are appended, but no startxref': ({ bytes, refs }) =>
    appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], without: ['startxref', 'eof'] }),
  'the appended revision has no %%EOF': ({ bytes, refs }) =>
    appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], without: ['eof'] }),
  'the appended revision has no trailer': ({ bytes, refs }) =>
    appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], without: ['trailer'] }),
  'the appended startxref points to the signed cross-reference': ({ bytes, refs }) =>
    bytesOf(bytes, forged(refs.content1.num), tailOf(bytes)),
  'the appended startxref points behind the end of the file': ({ bytes, refs }) =>
    appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], startxref: 99_999_999 }),
  'the appended cross-reference forgets the signed ones': ({ bytes, refs }) =>
    appendRaw(bytes, { objects: [[refs.content1.num, FORGED]], trailer: { Prev: undefined } }),
  'the signature is copied into a field of the appended revision': ({ bytes, refs }) =>
    revise(bytes, (revision) => {
      revision.put(refs.content1, FORGED)
      const { dict: signature } = signatureOf(revision, lastField(bytes))
      const copy = revision.add(signature)
      addToForm(revision, revision.add(dict`<</FT /Sig /T (Copy) /V ${copy}>>`))
    }),
  'the signature is copied over the signed one': ({ bytes, refs }) =>
    revise(bytes, (revision) => {
      revision.put(refs.content1, FORGED)
      const { ref, dict: signature } = signatureOf(revision, lastField(bytes))
      revision.put(ref, signature)
    }),
  'text is appended': ({ bytes }) => bytesOf(bytes, 'The price is 900 EUR.\n'),
  'a comment is appended': ({ bytes }) => bytesOf(bytes, '% The price is 900 EUR.\n'),
  'a second %%EOF is appended': ({ bytes }) => bytesOf(bytes, '%%EOF\n'),
  'a null byte is appended': ({ bytes }) => bytesOf(bytes, '\0'),
  'the end of the signed file is appended once more': ({ bytes }) => bytesOf(bytes, tailOf(bytes)),
  'another document is appended': ({ bytes }) => bytesOf(bytes, makeContract().bytes),
  'only the header of another document is appended': ({ bytes }) => bytesOf(bytes, '%PDF-2.0\n'),
  'an empty revision hides an object that no cross-reference lists': ({ bytes, refs }) =>
    appendRaw(bytes, {
      objects: [[refs.content1.num, FORGED]],
      entries: { [refs.content1.num]: extentOf(bytes, refs.content1)[0] },
    }),
})

/** The field that was signed last, the last one of the form. */
function lastField(bytes: Uint8Array) {
  let last = makeContract().refs.form
  revise(bytes, ({ document }) => {
    const form = document.lookupDict(document.catalog, 'AcroForm')
    last = (form === undefined ? [] : (document.lookupArray(form, 'Fields') ?? [])).at(-1) as typeof last
  })
  return last
}

/** From the last startxref on. */
function tailOf(bytes: Uint8Array): Uint8Array {
  return bytes.subarray(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).lastIndexOf('startxref'))
}
