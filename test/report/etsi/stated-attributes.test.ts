/**
 * Attributes that a signature and its dictionary state, in the report and in the XML of ETSI TS 119 102-2, annex A.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { derInteger, derOctetString, derOid, derSequence } from '../../../src/cms/asn1/der-writer.js'
import { renderReport } from '../../../src/report/render-report.js'
import { timestampAuthority } from '../../../src/trust/timestamping/timestamp-authority.js'
import { attributeValue, type SignedElement } from '../../../src/trust-lists/xml/signed-tree.js'
import type { VerificationReport } from '../../../src/verify/report.js'
import { statedAttributes } from '../../../src/verify/stated-attributes.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { sign } from '../../sign/signing.js'
import { type LongTermPki, openLongTermPki } from '../../support/long-term-pki.js'
import { hasTool } from '../../support/tools.js'
import { makeContract } from '../../verify/support/contract.js'
import { schemaFaults } from './check-schema.js'
import { ownText, type ReadReport, readReport, walk } from './read-report.js'

const contract = makeContract().bytes

async function rendered(report: VerificationReport): Promise<ReadReport> {
  return readReport((await renderReport(report, { format: 'etsi-xml' })).bytes)
}

/** The elements inside of the only element of a name. */
function inside(xml: ReadReport, name: string): readonly SignedElement[] {
  const [element, another] = xml.all(name)
  if (element === undefined || another !== undefined) throw new Error(`There is not one ${name}.`)
  return [...walk(element)]
}

const texts = (elements: readonly SignedElement[], name: string) =>
  elements.filter(({ localName }) => localName === name).map(ownText)
const base64 = (hash: string, ...parts: Uint8Array[]) =>
  parts.reduce((digest, part) => digest.update(part), createHash(hash)).digest('base64')

it('the digest of the document, the certificate, the contact and the filter are told as the file has them', async () => {
  const signed = await sign(contract)
  const report = await verifyDocument(signed, { validationObjects: 'bytes' })
  const [signature] = report.validationObjects?.signatures ?? []
  const certificate = Buffer.from(report.validationObjects?.certificates[0]?.base64 ?? '', 'base64')
  const [from = 0, length = 0, next = 0, rest = 0] = report.signers[0]?.coverage.byteRange ?? []
  const expected = {
    messageDigest: base64('sha256', signed.subarray(from, from + length), signed.subarray(next, next + rest)),
    signingCertificates: [{ algorithm: 'SHA-256', base64: base64('sha256', certificate) }],
    commitmentTypes: [],
    filter: 'Adobe.PPKLite',
    contactInfo: report.signers[0]?.email,
    storeEntry: null,
  }
  expect(expected.contactInfo).toContain('@')
  expect(signature?.attributes).toEqual(expected)
  expect(report.validationObjects?.store).toBeNull()
  const xml = await rendered(report)
  expect(texts(inside(xml, 'MessageDigest'), 'Digest')).toEqual([expected.messageDigest])
  expect(texts(inside(xml, 'CertID'), 'DigestValue')).toEqual([base64('sha256', certificate)])
  expect(xml.texts('ContactInfoElement')).toEqual([expected.contactInfo])
  expect(texts(inside(xml, 'SignatureAttributes'), 'Filter').at(-1)).toBe('Adobe.PPKLite')
  expect(xml.all('DSS')).toEqual([])
  // Reports of earlier versions have no attributes.
  const earlier = {
    ...report.validationObjects,
    signatures: [{ ...signature, attributes: undefined }],
    store: undefined,
  }
  const older = await rendered(JSON.parse(JSON.stringify({ ...report, validationObjects: earlier })))
  expect([older.all('MessageDigest'), older.all('SignatureValue').length]).toEqual([[], 1])
})

describe('attributes that were made by hand', () => {
  const dictionary = { filter: null, contactInfo: null }
  const read = (attributes: Readonly<Record<string, Uint8Array>>) => {
    const signedAttrs = Object.entries(attributes).map(([oid, value]) => ({ oid, values: [value] }))
    return statedAttributes({ signedAttrs } as unknown as Parameters<typeof statedAttributes>[0], dictionary)
  }
  const V1 = '1.2.840.113549.1.9.16.2.12'
  const V2 = '1.2.840.113549.1.9.16.2.47'
  const COMMITMENT = '1.2.840.113549.1.9.16.2.16'
  const DIGEST = '1.2.840.113549.1.9.4'
  const hash = Uint8Array.from([1, 2, 3])
  const listOf = (...ids: Uint8Array[]) => derSequence(derSequence(...ids))
  const sha512 = derSequence(derOid('2.16.840.1.101.3.4.2.3'))
  const unknown = derSequence(derOid('1.2.3'))

  it.each([
    ['version 1 is by SHA-1', { [V1]: listOf(derSequence(derOctetString(hash))) }, ['SHA-1']],
    ['version 2 is by SHA-256 where it says nothing', { [V2]: listOf(derSequence(derOctetString(hash))) }, ['SHA-256']],
    [
      'several, one of which is by an unknown digest',
      {
        [V2]: listOf(
          derSequence(sha512, derOctetString(hash)),
          derSequence(unknown, derOctetString(hash)),
          derSequence(derOctetString(hash)),
        ),
      },
      ['SHA-512', 'SHA-256'],
    ],
    ['none that is malformed', { [V2]: derSequence(derInteger(1)) }, []],
  ])('certificates: %s', (_, attributes, algorithms) => {
    const { signingCertificates } = read(attributes as unknown as Record<string, Uint8Array>)
    expect(signingCertificates).toEqual(algorithms.map((algorithm) => ({ algorithm, base64: 'AQID' })))
  })

  it('commitments and digests', () => {
    const proofOfOrigin = '1.2.840.113549.1.9.16.6.1'
    expect(read({ [COMMITMENT]: derSequence(derOid(proofOfOrigin)) }).commitmentTypes).toEqual([proofOfOrigin])
    expect(read({ [COMMITMENT]: derInteger(1) }).commitmentTypes).toEqual([])
    expect(read({ [DIGEST]: derOctetString(hash) }).messageDigest).toBe('AQID')
    expect(read({ [DIGEST]: derInteger(1) }).messageDigest).toBeNull()
    expect(statedAttributes(undefined, dictionary).messageDigest).toBeNull()
  })

  it('a commitment is told by its identifier', async () => {
    const report = await verifyDocument(await sign(contract), { validationObjects: 'digests' })
    const text = JSON.stringify(report).replace('"commitmentTypes":[]', '"commitmentTypes":["1.2.3"]')
    const xml = await rendered(JSON.parse(text))
    expect(xml.texts('CommitmentTypeIdentifier')).toEqual(['urn:oid:1.2.3'])
    if (hasTool('xmllint')) expect(await schemaFaults([new TextEncoder().encode(xml.text)])).toEqual([undefined])
  })
})

describe.skipIf(!hasTool('openssl'))('the document security store', () => {
  let pki: LongTermPki
  let report: VerificationReport

  beforeAll(async () => {
    pki = await openLongTermPki({ isFast: true, kinds: ['p256'] })
    const evidence = { trustAnchors: pki.anchors, revocation: pki.revocation(), now: () => pki.now(), vri: true }
    const timestampAuthorities = [timestampAuthority(pki.tsa)]
    const identity = await pki.identity('p256')
    const document = await sign(contract, { identity, ...evidence, timestampAuthorities, level: 'B-LT' })
    report = await verifyDocument(document, {
      trustAnchors: pki.anchors,
      now: () => pki.now(),
      validationObjects: 'digests',
    })
  })

  afterAll(() => pki.close())

  it('names those of the objects that it has, and its entry for the signature as well', async () => {
    const { certificates = [], revocations = [], store, signatures } = report.validationObjects ?? {}
    expect(revocations.length).toBeGreaterThan(1)
    expect(store?.revocations).toEqual(revocations.map(({ sha256 }) => sha256))
    expect(store?.certificates.length).toBeGreaterThan(0)
    expect(certificates.map(({ sha256 }) => sha256)).toEqual(expect.arrayContaining([...(store?.certificates ?? [])]))
    expect(signatures?.[0]?.attributes.storeEntry).toEqual(store)
    const xml = await rendered(report)
    expect(xml.danglingReferences()).toEqual([])
    for (const name of ['DSS', 'VRI']) {
      const lists = inside(xml, name).slice(1)
      expect(lists.map(({ localName }) => localName)).toEqual(['Certs', 'CRLs', 'OCSPs'])
      const ids = lists.flatMap((list) => (attributeValue(list, 'VOReference') ?? '').split(' '))
      const digests = ids.map((id) => id.split('-')[1]).toSorted()
      expect(digests).toEqual([...(store?.certificates ?? []), ...(store?.revocations ?? [])].toSorted())
    }
    if (hasTool('xmllint')) expect(await schemaFaults([new TextEncoder().encode(xml.text)])).toEqual([undefined])
  })
})
