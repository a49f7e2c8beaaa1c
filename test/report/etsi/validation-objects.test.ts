/**
 * What the verdicts rest on, in the report and in the XML of ETSI TS 119 102-2: bytes, digests, proofs and revocations.
 *
 * @module
 */

import { createHash, createPublicKey, publicDecrypt, X509Certificate } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { renderReport } from '../../../src/report/render-report.js'
import { timestampAuthority } from '../../../src/trust/timestamping/timestamp-authority.js'
import { attributeValue } from '../../../src/trust-lists/xml/signed-tree.js'
import { legibleReport } from '../../../src/verify/legible-report.js'
import type { SignerReport, VerificationReport } from '../../../src/verify/report.js'
import type { ObjectReport, ValidationObjectsReport } from '../../../src/verify/validation-objects-report.js'
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

function objectsOf({ validationObjects }: VerificationReport): ValidationObjectsReport {
  if (validationObjects === undefined) throw new Error('The report has no objects.')
  return validationObjects
}

/** All that have an encoding. */
function allObjects({ certificates, revocations, signatures }: ValidationObjectsReport): ObjectReport[] {
  const tokens = signatures.flatMap(({ timestamps, contentTimestamps }) => [...timestamps, ...contentTimestamps])
  return [...certificates, ...revocations, ...tokens]
}

describe('without anchors', () => {
  it('the report has the certificate, the value and the digest of what was signed', async () => {
    const report = await verifyDocument(await sign(contract), { validationObjects: 'bytes' })
    const { signatures, certificates } = objectsOf(report)
    const [certificate] = certificates
    const x509 = new X509Certificate(Buffer.from(certificate?.base64 ?? '', 'base64'))
    expect(certificate?.subject).toBe(report.signers[0]?.certificate?.subject)
    expect(signatures[0]?.path).toEqual([{ sha256: certificate?.sha256, revocation: null }])
    // The value of an RSA signature has the digest at its end: another program's word on what was signed.
    const opened = publicDecrypt(
      createPublicKey(x509.publicKey.export({ format: 'pem', type: 'spki' })),
      bytesOf(signatures[0]?.value),
    )
    expect(signatures[0]?.digest).toEqual({ algorithm: 'SHA-256', base64: opened.subarray(-32).toString('base64') })
  })

  it('digests alone are reported where bytes were not asked for, and nothing where neither was', async () => {
    const signed = await sign(contract)
    const now = () => new Date()
    const plain = await verifyDocument(signed, { now })
    expect(plain.validationObjects).toBeUndefined()
    const { validationObjects, ...rest } = await verifyDocument(signed, { now, validationObjects: 'digests' })
    expect(rest).toEqual(plain)
    expect(validationObjects?.certificates.map(({ base64 }) => base64)).toEqual([null])
    const xml = await rendered({ ...rest, ...(validationObjects && { validationObjects }) })
    expect(xml.all('base64')).toEqual([])
    expect(xml.all('SignatureValue')).toHaveLength(1)
  })

  it('a document without a signature has no objects', async () => {
    const report = await verifyDocument(contract, { validationObjects: 'bytes' })
    expect(report.validationObjects).toEqual({ signatures: [], certificates: [], revocations: [], store: null })
  })

  it('sentences about proofs can be read as they stand', async () => {
    const report = await verifyDocument(await sign(contract), { validationObjects: 'digests' })
    const proof = {
      time: '2026-11-20T10:00:00.000Z',
      kind: 'document-timestamp',
      name: 'a',
      message: 'a\u202eb',
    } as const
    const { certificates, ...others } = objectsOf(report)
    const proved = certificates.map((certificate) => ({ ...certificate, proofs: [proof] }))
    const legible = legibleReport({ ...report, validationObjects: { ...others, certificates: proved } })
    expect(objectsOf(legible).certificates[0]?.proofs[0]?.message).toBe('a\u2039U+202E\u203ab')
  })

  it('texts that are no base64 do not get into the XML', async () => {
    const report = await verifyDocument(await sign(contract), { validationObjects: 'bytes' })
    const text = JSON.stringify(report).replaceAll(/"(base64|value)":"[^"]*"/g, '"$1":"<x>"')
    const xml = await rendered(JSON.parse(text))
    expect(xml.all('base64')).toEqual([])
    expect(xml.all('SignatureValue')).toEqual([])
    expect(xml.text).not.toContain('&lt;x>')
  })
})

function bytesOf(base64: string | null | undefined): Buffer {
  return Buffer.from(base64 ?? '', 'base64')
}

describe.skipIf(!hasTool('openssl'))('with anchors and archived evidence', () => {
  let pki: LongTermPki
  let document: Uint8Array
  let report: VerificationReport
  let signer: SignerReport

  beforeAll(async () => {
    pki = await openLongTermPki({ isFast: true, kinds: ['p256', 'rsa'] })
    const evidence = { trustAnchors: pki.anchors, revocation: pki.revocation(), now: () => pki.now() }
    const timestampAuthorities = [timestampAuthority(pki.tsa)]
    const identity = await pki.identity('p256')
    document = await sign(contract, { identity, ...evidence, timestampAuthorities, level: 'B-LTA' })
    report = await verify({})
    signer = report.signers[0] as SignerReport
    expect(signer.indication).toBe('TOTAL-PASSED')
  })

  afterAll(() => pki.close())

  const verify = (options: object) =>
    verifyDocument(document, {
      trustAnchors: pki.anchors,
      now: () => pki.now(),
      validationObjects: 'bytes',
      ...options,
    })

  it('every object has the digest of its bytes, and stands once', () => {
    const objects = allObjects(objectsOf(report))
    expect(objects.length).toBeGreaterThan(6)
    for (const { sha256, base64 } of objects) {
      expect(createHash('sha256').update(bytesOf(base64)).digest('hex')).toBe(sha256)
    }
    expect(new Set(objects.map(({ sha256 }) => sha256)).size).toBe(objects.length)
  })

  it('the path leads over every certificate to the anchor, with the word of each issuer', () => {
    const { signatures, certificates, revocations } = objectsOf(report)
    const path = signatures[0]?.path ?? []
    const subjects = path.map(({ sha256 }) => certificates.find((each) => each.sha256 === sha256)?.subject)
    expect(subjects).toEqual(signer.trust.chain)
    expect(path.map(({ revocation }) => revocation?.status ?? null)).toEqual(['good', 'good', null])
    const kinds = path.flatMap(({ revocation }) =>
      (revocation?.objects ?? []).map((sha256) => revocations.find((each) => each.sha256 === sha256)?.kind),
    )
    expect(kinds).toEqual(['ocsp', 'crl'])
  })

  it('what the document time stamp covers is proved by it', () => {
    const { certificates, revocations, signatures } = objectsOf(report)
    const stamp = report.signers[1]?.fieldName
    const signed = [signatures[0]?.path[0]?.sha256, ...revocations.map(({ sha256 }) => sha256)]
    for (const { sha256, proofs } of [...certificates, ...revocations]) {
      const isSigned = signed.includes(sha256)
      if (isSigned) expect(proofs).toMatchObject([{ kind: 'document-timestamp', name: stamp }])
    }
    expect(signatures.map(({ timestamps }) => timestamps.length)).toEqual([1, 1])
  })

  it('the XML has all of it, by the names of the standard', async () => {
    const xml = await rendered(report)
    expect(xml.danglingReferences()).toEqual([])
    expect(xml.texts('base64').toSorted()).toEqual(
      allObjects(objectsOf(report))
        .map(({ base64 }) => base64)
        .sort(),
    )
    const { digest, value } = objectsOf(report).signatures[0] ?? {}
    const [identifier] = xml.all('SignatureIdentifier')
    const inside = identifier === undefined ? [] : [...walk(identifier)]
    const textOf = (name: string) => inside.filter(({ localName }) => localName === name).map(ownText)
    expect(textOf('DigestValue')).toEqual([digest?.base64])
    expect(textOf('SignatureValue')).toEqual([value])
    const types = xml.texts('ObjectType').map((type) => type.split(':').at(-1))
    expect(new Set(types)).toEqual(new Set(['signedData', 'certificate', 'CRL', 'OCSPResponse', 'timestamp']))
    expect(xml.text).not.toContain('certificate-by-name')
    // The time stamp of the signature, and the one of the document, which proves objects as well.
    const proved = xml.all('POEProvisioning').map((each) => [...walk(each)].map(({ localName }) => localName))
    expect(proved).toHaveLength(2)
    expect(proved.filter((names) => names.includes('ValidationObject'))).toHaveLength(1)
    expect(xml.all('RevocationStatusInformation')).toEqual([])
    expect(xml.all('RelatedValidationObject').length).toBeGreaterThan(3)
  })

  it('a revocation is told with its time, reason and source', async () => {
    const date = new Date(Date.now() - 60_000)
    pki.revoked.push({ credential: pki.signer('rsa'), date, reason: 'superseded' })
    // The responder of this test gives no reasons.
    const fetchRevocation = async ({ crlUrls }: { readonly crlUrls: readonly string[] }) => {
      const answers = await Promise.all(crlUrls.map((url) => fetch(url)))
      return { crls: await Promise.all(answers.map(async (answer) => new Uint8Array(await answer.arrayBuffer()))) }
    }
    const rsa = await sign(contract, { identity: await pki.identity('rsa') })
    const revoked = await verifyDocument(rsa, {
      trustAnchors: pki.anchors,
      now: () => pki.now(),
      fetchRevocation,
      validationObjects: 'digests',
    })
    const fact = objectsOf(revoked).signatures[0]?.path[0]?.revocation
    expect(fact).toMatchObject({ status: 'revoked', reason: 'superseded' })
    const xml = await rendered(revoked)
    expect(xml.texts('RevocationReason')).toEqual(['urn:etsi:019102:revocationReason:superseded'])
    expect(new Date(xml.texts('RevocationTime')[0] ?? '').toISOString()).toBe(fact?.revokedAt)
    const [object] = xml.all('RevocationObject')
    expect(object && attributeValue(object, 'VOReference')).toMatch(new RegExp(`-${fact?.objects[0]}$`))
    expect(xml.danglingReferences()).toEqual([])
    if (hasTool('xmllint')) expect(await schemaFaults([new TextEncoder().encode(xml.text)])).toEqual([undefined])
  })

  it.skipIf(!hasTool('xmllint'))('xmllint finds nothing against it', async () => {
    const files = [(await renderReport(report, { format: 'etsi-xml' })).bytes]
    expect(await schemaFaults(files)).toEqual([undefined])
  })
})
