/**
 * The signature validation report of ETSI TS 119 102-2: what it says, and that readers can rely on its form.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { renderReport } from '../../../src/report/render-report.js'
import { canonicalizeElement } from '../../../src/trust-lists/xml/canonical-xml.js'
import type { SignerReport, TimestampReport, VerificationReport } from '../../../src/verify/report.js'
import { verifyDocument } from '../../../src/verify/verify-document.js'
import { codeOf, sign } from '../../sign/signing.js'
import { makeContract } from '../../verify/support/contract.js'
import { HOSTILE, hostileReport } from '../hostile-report.js'
import { type ReadReport, readReport } from './read-report.js'

const verifiedAt = new Date('2026-11-22T12:00:00Z')

async function rendered(report: VerificationReport): Promise<ReadReport> {
  const { bytes, contentType } = await renderReport(report, { format: 'etsi-xml', verifiedAt })
  expect(contentType).toBe('application/xml')
  return readReport(bytes)
}

let signed: VerificationReport
let signer: SignerReport

beforeAll(async () => {
  signed = await verifyDocument(await sign(makeContract().bytes, { reason: 'Because', location: 'Here' }))
  signer = signed.signers[0] as SignerReport
})

/** The report of a signature that has been changed. */
const withSigner = (changes: Partial<SignerReport>): VerificationReport => ({
  ...signed,
  signers: [{ ...signer, ...changes }],
})

const stamp = (changes: Partial<TimestampReport> = {}): TimestampReport => ({
  kind: 'signature',
  status: 'valid',
  findings: [],
  time: '2026-11-20T10:00:00.000Z',
  authority: 'CN=Authority',
  accuracySeconds: 1,
  policy: '1.2.3',
  serialNumber: '0a',
  trust: signer.trust,
  indication: 'TOTAL-PASSED',
  subIndication: null,
  proofs: [],
  ...changes,
})

describe('a validation report', () => {
  it('says what the report says, in the words of the standard', async () => {
    const report = await rendered(signed)
    expect(report.xml.root.namespace).toBe('http://uri.etsi.org/19102/v1.4.1#')
    expect(report.texts('PAdESFieldName')).toEqual([signer.fieldName])
    expect(report.texts('Signer')).toEqual([signer.name])
    expect(report.texts('ReasonElement')).toEqual(['Because'])
    expect(report.texts('AddressString')).toEqual(['Here'])
    expect(report.texts('ByteRange')).toEqual([signer.coverage.byteRange?.join(' ')])
    expect(report.texts('ValidationTime')).toEqual(['2026-11-22T12:00:00Z'])
    expect(report.texts('MainIndication').at(-1)).toBe('urn:etsi:019102:mainindication:indeterminate')
    expect(report.texts('SubIndication').at(-1)).toBe('urn:etsi:019102:subindication:NO_CERTIFICATE_CHAIN_FOUND')
    expect(report.texts('Algorithm')).toEqual(['http://www.w3.org/2001/04/xmldsig-more#rsa-sha256'])
    const digests = [signed.document.sha256, signer.certificate?.fingerprint ?? '']
    const inBase64 = digests.map((digest) => Buffer.from(digest, 'hex').toString('base64'))
    expect(report.texts('DigestValue')).toEqual(inBase64)
  })

  it('says that a signature passed only where it did', async () => {
    const trust = { ...signer.trust, status: 'trusted', chain: ['CN=A', 'CN=B', 'CN=C'] } as const
    const report = await rendered(withSigner({ indication: 'TOTAL-PASSED', subIndication: null, trust }))
    expect(report.texts('MainIndication').at(-1)).toBe('urn:etsi:019102:mainindication:total-passed')
    expect(report.all('SubIndication')).toEqual([])
    expect(report.all('IntermediateCertificate')).toHaveLength(1)
    // Of the status, and of the chain.
    expect(report.all('TrustAnchor')).toHaveLength(2)
    expect(report.danglingReferences()).toEqual([])
  })

  it('has the same bytes each time, with identifiers that stand once and references that lead somewhere', async () => {
    const stamped = withSigner({
      timestamps: [stamp(), stamp({ time: null, status: 'invalid', indication: 'TOTAL-FAILED' })],
      contentTimestamps: [stamp({ kind: 'content' })],
      proofs: [{ time: '2026-11-20T10:00:00.000Z', kind: 'signature-timestamp', name: null, message: '' }],
    })
    const twice = { ...stamped, signers: [...stamped.signers, ...stamped.signers] }
    const [first, second] = await Promise.all([rendered(twice), rendered(twice)])
    expect(first.text).toBe(second.text)
    expect(first.danglingReferences()).toEqual([])
    expect([...first.xml.byId.keys()].sort()).toEqual(
      [
        'document',
        'signature-1',
        'signature-2',
        'timestamp-1-2',
        'timestamp-1-3',
        'timestamp-2-2',
        'timestamp-2-3',
        'content-timestamp-1-1',
        'content-timestamp-2-1',
        'certificate-by-name-1',
        `certificate-${signer.certificate?.fingerprint}`,
      ].sort(),
    )
    expect(first.texts('TimeStampValue')).toHaveLength(4)
  })

  it('has document time stamps among the objects, with what they prove', async () => {
    const proof = { time: '2026-11-20T10:00:00.000Z', kind: 'document-timestamp', name: 'Stamp', message: '' } as const
    const stamper: SignerReport = {
      ...signer,
      kind: 'document-timestamp',
      fieldName: 'Stamp',
      timestamp: stamp({ kind: 'document' }),
      timestamps: [stamp({ kind: 'document' })],
    }
    const report = await rendered({ ...signed, signers: [{ ...signer, proofs: [proof] }, stamper] })
    expect(report.all('SignatureValidationReport')).toHaveLength(1)
    expect(report.texts('TypeOfProof')[0]).toBe('urn:etsi:019102:poetype:validation')
    expect(report.all('POEObject').map(({ attributes }) => attributes[0]?.value)).toEqual(['timestamp-2'])
    const provisioned = report.all('POEProvisioning')
    expect(provisioned).toHaveLength(1)
    expect(report.texts('PAdESFieldName')).toEqual([signer.fieldName, 'Stamp', signer.fieldName])
    expect(report.danglingReferences()).toEqual([])
  })

  it('is written in canonical form', async () => {
    const report = await rendered(await hostileReport())
    let canonical = ''
    canonicalizeElement(report.xml.root, 'exclusive', (text) => {
      canonical += text
    })
    expect(report.text).toBe(`<?xml version="1.0" encoding="UTF-8"?>\n${canonical}\n`)
  })

  it('keeps texts from the file as texts, and shows what would hide or reorder them', async () => {
    const report = await rendered(await hostileReport())
    const shown = HOSTILE.replace('\u202e', '\u2039U+202E\u203a')
    expect(report.texts('PAdESFieldName')).toContain(shown)
    expect(report.text).not.toContain('\u202e')
    expect(report.all('img')).toEqual([])
    const odd = await rendered(withSigner({ name: 'a\u0000b\r\n\ud800c\uffff', reason: '\udc00]]>\t' }))
    expect(odd.texts('Signer')[0]).toMatch(/^a\u2039U\+0000\u203ab.*\u2039U\+D800\u203ac\u2039U\+FFFF\u203a$/)
    expect(odd.texts('ReasonElement')[0]).toContain('U+DC00\u203a]]>')
  })

  it('leaves out what XML has no value for', async () => {
    const odd = withSigner({
      signedAt: '+012345-01-01T00:00:00.000Z',
      coverage: { ...signer.coverage, byteRange: [0, 1e21] },
      signaturePolicy: { id: 'not an identifier', name: null, country: null, uri: null, status: 'ignored' },
    })
    const report = await rendered(odd)
    for (const name of ['SigningTime', 'ByteRange', 'SigPolicyIdentifier']) expect(report.all(name), name).toEqual([])
    const far = renderReport(signed, { format: 'etsi-xml', verifiedAt: new Date('+012345-01-01T00:00:00Z') })
    expect(await codeOf(far)).toBe('invalid_request')
  })

  it('says of a document without a signature that none was found, and of a damaged one what is wrong', async () => {
    const unsigned = await verifyDocument(makeContract().bytes)
    expect((await rendered(unsigned)).texts('MainIndication')).toEqual(['urn:cef:dss:mainindication:noSignatureFound'])
    const damage = [{ code: 'end_missing', message: 'The end is missing.' }]
    const damaged = await rendered({ ...unsigned, document: { ...unsigned.document, damage } })
    expect(damaged.texts('MainIndication')).toEqual(['urn:etsi:019102:mainindication:indeterminate'])
    expect(damaged.texts('Value')).toEqual(['The end is missing.'])
  })

  it.each([
    ['QESig', 'QESig', 'QESig'],
    ['AdESeal-QC', 'AdESeal-QC', 'AdESealQC'],
    ['indeterminate', 'QESeal', 'indeterminateQESeal'],
    ['indeterminate', 'indeterminate', 'notApplicable'],
    ['not AdES', 'QESig', 'notAdES'],
  ] as const)('calls a signature that is %s (its certificate: %s) %s', async (result, ofCertificate, name) => {
    const qualification = { result, ofCertificate } as SignerReport['qualification']
    const report = await rendered(withSigner({ qualification } as Partial<SignerReport>))
    expect(report.texts('SignatureQualityInformation')).toEqual([`urn:cef:dss:signatureQualification:${name}`])
  })

  it.each([
    ['SHA-512', 'RSASSA-PSS', 'http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1'],
    ['SHA3-256', 'ECDSA', 'http://www.w3.org/2021/04/xmldsig-more#ecdsa-sha3-256'],
    ['SHA-1', 'DSA', 'http://www.w3.org/2000/09/xmldsig#dsa-sha1'],
    ['SHA-512', 'Ed25519', 'http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519'],
    ['1.2.3', '1.2.840.1', 'urn:oid:1.2.840.1'],
    ['constructor', 'constructor', 'urn:sealwright:algorithm:constructor%3Aconstructor'],
    ['SHA-512', 'ML-DSA-65', 'urn:sealwright:algorithm:ML-DSA-65%3ASHA-512'],
  ])('names the algorithm of %s with %s', async (digest, signature, uri) => {
    const dated = [{ code: 'dated', message: 'It is dated.', since: '2014-01-01' }]
    const report = await rendered(withSigner({ algorithm: { digest, signature, keyBits: null, dated } }))
    expect(report.texts('Algorithm')).toEqual([uri])
    expect(report.texts('SecureAlgorithm')).toEqual(['false'])
    expect(report.texts('NotAfter')).toEqual(['2014-01-01T00:00:00Z'])
  })
})
