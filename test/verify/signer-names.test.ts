/**
 * Who signed: what the certificate proves, and what the record says.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { parseCertificate } from '../../src/cms/certificate/x509.js'
import { identityFromPem, signDocument, type VerifyOptions, verifyDocument } from '../../src/index.js'
import { certifiedSubject, describeCertificate } from '../../src/verify/certificate-report.js'
import { chooseNames, isSameName, type NameSources } from '../../src/verify/signature/signer-names.js'
import { makeCredential, pemToDer, type TestCredential } from '../cms/openssl-keys.js'
import { CA_EXTENSIONS } from '../cms/test-ca.js'
import { hasTool } from '../support/tools.js'
import { createContract } from './support/form-contract.js'
import { signByHand } from './support/sign.js'

const LEAF = ['keyUsage=digitalSignature']
const ADA = { name: 'Ada Lovelace', email: 'ada@example.com' }

/** A document sealed by this credential for a recorded signer. */
async function seal(credential: TestCredential, signer = ADA, input: Uint8Array = createContract()) {
  const identity = await identityFromPem({ key: credential.key, certificate: credential.certificate })
  const auditTrail = [{ timestamp: '2026-11-20T10:00:00Z', type: 'submit' }]
  const request = { signer, auditTrail, certificate: { enabled: false } }
  return (await signDocument(input, request, { identity })).bytes
}

async function signerOf(bytes: Uint8Array, options: VerifyOptions = {}) {
  const { signer } = await verifyDocument(bytes, options)
  if (signer === null) throw new Error('the document has no signer')
  return signer
}

const codes = (findings: readonly { readonly code: string }[]) => findings.map(({ code }) => code)

describe.skipIf(!hasTool('openssl'))('whose name a report gives', () => {
  let ca: TestCredential
  let mallory: TestCredential
  let service: TestCredential
  let ada: TestCredential

  beforeAll(() => {
    const kind = 'p256'
    ca = makeCredential({ kind, subject: '/CN=Test CA', extensions: CA_EXTENSIONS })
    const issue = (subject: string, email: string) =>
      makeCredential({ kind, subject, issuer: ca, extensions: [...LEAF, `subjectAltName=email:${email}`] })
    mallory = issue('/CN=Mallory', 'mallory@example.net')
    service = issue('/O=Acme/CN=Acme Sign Service', 'seal@acme.example')
    ada = issue('/CN=LOVELACE Ada (signature)', 'ADA@EXAMPLE.COM')
  })

  it('is that of the certificate where a chain proves it, whatever its holder recorded', async () => {
    const signer = await signerOf(await seal(mallory), { trustAnchors: [ca.certificate] })
    expect(signer).toMatchObject({
      status: 'valid',
      name: 'Mallory',
      email: 'mallory@example.net',
      nameSource: 'certificate',
      certificate: { name: 'Mallory', email: 'mallory@example.net' },
      audit: ADA,
      sealedByThisService: false,
    })
    expect(codes(signer.warnings)).toEqual(['signer_name_differs', 'signer_email_differs', 'revocation_unknown'])
    expect(signer.warnings[0]?.message).toBe(
      'The certificate proves that the key belongs to "Mallory"; "Ada Lovelace" is what the holder of that key wrote into the audit record.',
    )
  })

  it('is that of the record where nothing is proved, with a warning', async () => {
    const bytes = await seal(mallory)
    for (const options of [{}, { trustAnchors: [ada.certificate] }]) {
      const signer = await signerOf(bytes, options)
      expect(signer).toMatchObject({ ...ADA, nameSource: 'audit', certificate: { name: 'Mallory' } })
      expect(codes(signer.warnings)).toEqual(['signer_name_differs', 'signer_email_differs'])
      expect(signer.warnings[0]?.message).toContain('neither is proved')
    }
  })

  it('is that of the record where the host sealed it itself, which is no contradiction', async () => {
    const bytes = await seal(service)
    const options = { trustAnchors: [ca.certificate], ownCertificates: [service.certificate] }
    const signer = await signerOf(bytes, options)
    expect(signer).toMatchObject({ ...ADA, nameSource: 'audit', sealedByThisService: true })
    expect(codes(signer.warnings)).toEqual(['revocation_unknown'])
    expect(signer.certificate).toMatchObject({ name: 'Acme Sign Service', email: 'seal@acme.example' })
    const foreign = await signerOf(bytes, { trustAnchors: [ca.certificate] })
    expect(foreign).toMatchObject({ name: 'Acme Sign Service', nameSource: 'certificate', sealedByThisService: false })
    expect(codes(foreign.warnings)).toContain('signer_name_differs')
  })

  it('draws no warning from names that differ in spelling only', async () => {
    const signer = await signerOf(await seal(ada), { trustAnchors: [ca.certificate] })
    expect(signer).toMatchObject({ name: 'LOVELACE Ada (signature)', nameSource: 'certificate' })
    expect(codes(signer.warnings)).toEqual(['revocation_unknown'])
  })

  it('does not give the address of another source than the name', async () => {
    const nameless = makeCredential({ kind: 'p256', subject: '/CN=Mallory', issuer: ca, extensions: LEAF })
    const signer = await signerOf(await seal(nameless), { trustAnchors: [ca.certificate] })
    expect(signer).toMatchObject({ name: 'Mallory', email: null, nameSource: 'certificate', audit: ADA })
  })

  it('is not that of a record that does not fit the file', async () => {
    const bytes = (await seal(mallory)).slice()
    bytes[20] = (bytes[20] ?? 0) ^ 1
    expect(await signerOf(bytes)).toMatchObject({ name: 'Mallory', nameSource: 'certificate', status: 'invalid' })
  })

  it('is compared with the claims of a signature that carries no record', async () => {
    const claiming = await signByHand(createContract(), {
      dictionary: (text) => text.replace('/M ', '/Name (Bob) /ContactInfo (bob@example.org) /M '),
    })
    const signer = await signerOf(claiming)
    expect(signer).toMatchObject({ nameSource: 'certificate', audit: null })
    expect(signer.warnings[0]).toMatchObject({ code: 'signer_name_differs' })
    expect(signer.warnings[0]?.message).toContain('the signature itself names "Bob"')
    const phone = await signByHand(createContract(), {
      dictionary: (text) => text.replace('/M ', '/ContactInfo (+41 44 668 18 00) /M '),
    })
    expect(codes((await signerOf(phone)).warnings)).toEqual([])
  })

  it.each([
    ['/CN=Ada Lovelace/O=Engines', ['Ada Lovelace', 'Engines']],
    ['/GN=Ada/SN=Lovelace/O=Engines', ['Ada Lovelace', 'Engines']],
    ['/SN=Lovelace', ['Lovelace']],
    ['/pseudonym=The Enchantress', ['The Enchantress']],
    ['/O=Engines', ['Engines']],
    ['/CN= /O=Engines', ['Engines']],
    ['/C=GB', []],
  ])('reads %s as %j', (subject, names) => {
    const certificate = parseCertificate(pemToDer(makeCredential({ kind: 'p256', subject }).certificate))
    expect(certifiedSubject(certificate)).toEqual({ names, emails: [] })
    expect(describeCertificate(certificate)).toMatchObject({ name: names[0] ?? null, email: null })
  })

  it('takes addresses from the subject alternative name first', () => {
    const subject = '/CN=Ada/emailAddress=old@example.com'
    const extensions = ['subjectAltName=email:one@example.com,email:two@example.com']
    const certificate = parseCertificate(pemToDer(makeCredential({ kind: 'p256', subject, extensions }).certificate))
    expect(certifiedSubject(certificate).emails).toEqual(['one@example.com', 'two@example.com', 'old@example.com'])
  })
})

describe('two names', () => {
  it.each([
    ['Ada Lovelace', 'ada  LOVELACE'],
    ['LOVELACE,ADA,47101010033', 'Ada Lovelace'],
    ['LOVELACE BYRON ADA - 12345678Z', 'Ada Lovelace'],
    ['Müller, Jürgen', 'Jurgen Muller'],
    ['Straße, Anna', 'ANNA STRASSE'],
    ['山田 太郎', '山田太郎'],
    ['김철수', '김 철수'],
    ['Acme', 'ACME'],
    ['12345', '12345'],
  ])('%s and %s are the same', (a, b) => {
    expect([isSameName(a, b), isSameName(b, a)]).toEqual([true, true])
  })

  it.each([
    ['Mallory', 'Ada Lovelace'],
    ['Mallory Lovelace', 'Ada Lovelace'],
    ['Ada', 'Ada Lovelace'],
    ['\u0410da Lovelace', 'Ada Lovelace'],
    ['A\u200bda Lovelace', 'Ada Lovelace'],
    ['राम', 'रमा'],
    ['12345', '12346'],
    ['', 'Ada'],
  ])('%s and %s are not', (a, b) => {
    expect([isSameName(a, b), isSameName(b, a)]).toEqual([false, false])
  })

  it('are chosen by what they rest on', () => {
    const sources: NameSources = {
      certified: { names: ['Ada'], emails: [] },
      recorded: { name: 'Ada', email: 'a@example.com' },
      claimed: { name: 'Ada', email: null },
      trust: 'not_evaluated',
      isOwnKey: false,
    }
    const source = (changes: Partial<NameSources>) => chooseNames({ ...sources, ...changes }).nameSource
    expect(source({})).toBe('audit')
    expect(source({ trust: 'untrusted' })).toBe('audit')
    expect(source({ trust: 'trusted' })).toBe('certificate')
    expect(source({ trust: 'trusted', isOwnKey: true })).toBe('audit')
    expect(source({ trust: 'trusted', certified: { names: [], emails: [] } })).toBe('audit')
    expect(source({ recorded: undefined })).toBe('certificate')
    expect(source({ recorded: undefined, certified: undefined })).toBe('claimed')
    expect(source({ recorded: undefined, certified: undefined, claimed: { name: null, email: null } })).toBeNull()
  })

  it('have addresses with domains in either spelling', () => {
    const warningsOf = (certified: string, recorded: string) =>
      chooseNames({
        certified: { names: ['Ada'], emails: [certified] },
        recorded: { name: 'Ada', email: recorded },
        claimed: { name: null, email: null },
        trust: 'trusted',
        isOwnKey: false,
      }).warnings
    expect(warningsOf('Ada@xn--mller-kva.example', 'ada@müller.example')).toEqual([])
    expect(codes(warningsOf('ada@example.com', 'ada@example.org'))).toEqual(['signer_email_differs'])
  })
})
