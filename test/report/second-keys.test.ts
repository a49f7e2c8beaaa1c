/**
 * Somebody who signed with ECDSA and again with ML-DSA is one person in a report; anybody else is another one.
 *
 * @module
 */

import { generateKeyPairSync, sign as signWith } from 'node:crypto'
import { ml_dsa65 } from '@noble/post-quantum/ml-dsa.js'
import { beforeAll, expect, it } from 'vitest'
import { encodeAlgorithm } from '../../src/cms/asn1/algorithm-identifier.js'
import { derBitString, derSequence } from '../../src/cms/asn1/der-writer.js'
import { renderReport, type SigningIdentity, signDocument, verifyDocument } from '../../src/index.js'
import { LANGUAGES } from '../../src/texts/texts.js'
import { certifyKey } from '../anywhere/sample-documents.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { requestWith } from '../sign/signing.js'

function classical(name: string): SigningIdentity {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const certificate = certifyKey(name, publicKey.export({ type: 'spki', format: 'der' }))
  const sign = (data: Uint8Array) => signWith('sha256', data, privateKey)
  return { certificates: [certificate], algorithm: { name: 'ECDSA', hash: 'SHA-256' }, sign }
}

function postQuantum(name: string): SigningIdentity {
  const { publicKey, secretKey } = ml_dsa65.keygen()
  const spki = derSequence(encodeAlgorithm('2.16.840.1.101.3.4.3.18'), derBitString(publicKey))
  const sign = (data: Uint8Array) => ml_dsa65.sign(Uint8Array.from(data), secretKey)
  return { certificates: [certifyKey(name, spki)], algorithm: { name: 'ML-DSA-65' }, sign }
}

async function signAll(identities: readonly SigningIdentity[]): Promise<Uint8Array> {
  let pdf: Uint8Array = makePdf(ONE_PAGE)
  for (const identity of identities) pdf = (await signDocument(pdf, requestWith(), { identity })).bytes
  return pdf
}

/** How many people the first screen names, and whether it says that somebody signed twice. */
async function peopleOf(identities: readonly SigningIdentity[], trusted = identities) {
  const trustAnchors = trusted.flatMap(({ certificates }) => certificates)
  const report = await verifyDocument(await signAll(identities), { trustAnchors })
  const { bytes } = await renderReport(report, { format: 'html' })
  const html = Buffer.from(bytes).toString()
  const people = /<ul class="people">(.*?)<\/ul><\/div>/s.exec(html)?.[1] ?? ''
  return {
    count: people.split('<strong>').length - 1,
    isTwice: people.includes('Signed twice'),
    signers: report.signers.length,
  }
}

let ada: SigningIdentity
let adaLater: SigningIdentity

beforeAll(() => {
  ada = classical('Ada Lovelace')
  adaLater = postQuantum('Ada Lovelace')
})

it('one person with keys of both kinds, in either order, is one', async () => {
  expect(await peopleOf([ada, adaLater])).toEqual({ count: 1, isTwice: true, signers: 2 })
  expect(await peopleOf([adaLater, ada])).toEqual({ count: 1, isTwice: true, signers: 2 })
})

it('the second signature needs no page of its own, and leaves the first one valid', async () => {
  const first = await signDocument(makePdf(ONE_PAGE), requestWith(), { identity: ada })
  const again = { ...requestWith(), certificate: { enabled: false } }
  const { bytes } = await signDocument(first.bytes, again, { identity: adaLater })
  expect(Buffer.from(bytes.subarray(0, first.bytes.length)).equals(Buffer.from(first.bytes))).toBe(true)
  const trustAnchors = [...ada.certificates, ...adaLater.certificates]
  const [before, report] = [await verifyDocument(first.bytes), await verifyDocument(bytes, { trustAnchors })]
  expect(report.valid).toBe(true)
  expect(report.signers.map(({ algorithm, status }) => [algorithm?.signature, status])).toEqual([
    ['ECDSA', 'valid'],
    ['ML-DSA-65', 'valid'],
  ])
  expect(report.document.pageCount).toBe(before.document.pageCount)
})

it('two people are two, and so is one whose second key nobody vouches for, or is of the same kind', async () => {
  expect(await peopleOf([ada, postQuantum('Charles Babbage')])).toMatchObject({ count: 2, isTwice: false })
  expect(await peopleOf([ada, adaLater], [ada])).toMatchObject({ count: 2, isTwice: false })
  expect(await peopleOf([ada, classical('Ada Lovelace')])).toMatchObject({ count: 2, isTwice: false })
})

it('a third signature is somebody again', async () => {
  expect(await peopleOf([ada, adaLater, classical('Ada Lovelace')])).toMatchObject({ count: 2, isTwice: true })
})

it('is said in every language', async () => {
  const report = await verifyDocument(await signAll([ada, adaLater]), {
    trustAnchors: [...ada.certificates, ...adaLater.certificates],
  })
  const texts = await Promise.all(
    LANGUAGES.map(async (language) =>
      Buffer.from((await renderReport(report, { format: 'html', language })).bytes).toString(),
    ),
  )
  expect(texts.map((text) => /[^<>]*ECDSA[^<>]*ML-DSA-65[^<>]*/.test(text))).toEqual(LANGUAGES.map(() => true))
})
