/**
 * Fields with seed values, obeyed or refused.
 *
 * @module
 */

import { P12Signer } from '@signpdf/signer-p12'
import { describe, expect, it } from 'vitest'
import { toHex } from '../../src/bytes.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields, signedFields } from '../../src/pdf/form/acro-form.js'
import { certificationPermission } from '../../src/pdf/form/signature-permissions.js'
import { identityFromPem } from '../../src/sign/identity/pem-identity.js'
import { identityFromSignpdf } from '../../src/sign/identity/signpdf-identity.js'
import type { SignOptions } from '../../src/sign/sign-options.js'
import { makeCredential, makePkcs12, pemToDer } from '../cms/openssl-keys.js'
import { makePdf, ONE_PAGE, plain } from '../pdf/make-pdf.js'
import { hasTool } from '../support/tools.js'
import { codeOf, identityOf, judge, sign, soundVerdict } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'openssl'].every(hasTool)

/** A document with a field of these seed values, which other dictionaries of the field may follow. */
function withSeed(seed: string, more = ''): Uint8Array {
  return makePdf({
    ...ONE_PAGE,
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R]>>>>',
    3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R]>>',
    4: `<</Type /Annot /Subtype /Widget /FT /Sig /T (here) /Rect [50 600 250 650] /P 3 0 R /SV 5 0 R ${more}>>`,
    5: `<</Type /SV ${seed}>>`,
  })
}

const signHere = (input: Uint8Array, options: Partial<SignOptions> = {}) => sign(input, { field: 'here', ...options })

/** What the signature dictionary of the only signature says. */
async function signatureOf(seed: string, options: Partial<SignOptions> = {}, more = '') {
  const bytes = await signHere(withSeed(seed, more), options)
  const document = PdfDocument.open(bytes)
  const [signed] = signedFields(document, readFields(document))
  const entries = plain(signed?.signature) as Record<string, unknown>
  return { Reason: undefined, Reference: undefined, ...entries, certified: certificationPermission(document), bytes }
}

describe('signDocument in a field with seed values obeys', () => {
  it.each([
    ['nothing', '', {}],
    ['the handler that it is', '/Ff 1 /Filter /Adobe.PPKLite', { Filter: '/Adobe.PPKLite' }],
    ['another handler that is optional', '/Filter /Entrust.PPKEF', { Filter: '/Adobe.PPKLite' }],
    [
      'the first encoding that it knows',
      '/Ff 2 /SubFilter [/adbe.x509.rsa_sha1 /adbe.pkcs7.detached /ETSI.CAdES.detached]',
      { SubFilter: '/adbe.pkcs7.detached' },
    ],
    ['an encoding that is optional', '/SubFilter [/adbe.pkcs7.detached]', { SubFilter: '/adbe.pkcs7.detached' }],
    ['none of the encodings that are optional', '/SubFilter [/ETSI.RFC3161]', { SubFilter: '/ETSI.CAdES.detached' }],
    ['the digest that the key has', '/Ff 64 /DigestMethod [/SHA1 /SHA-256]', {}],
    ['the digest, given as strings', '/Ff 64 /DigestMethod [(sha256)]', {}],
    ['a digest that is optional', '/DigestMethod [/SHA512]', {}],
    ['the version of PDF 2.0', '/Ff 4 /V 3', {}],
    ['a later version that is optional', '/V 9.5', {}],
    ['the only reason', '/Ff 8 /Reasons [(I agree)]', { Reason: 'I agree' }],
    ['no reason by a period', '/Ff 8 /Reasons [(.)]', { Reason: undefined }],
    ['no reason by leaving it out', '/Ff 8', { Reason: undefined }],
    ['reasons that are optional', '/Reasons [(I agree) (I read it)]', { Reason: expect.stringContaining('event') }],
    ['approval', '/MDP <</P 0>>', { certified: undefined }],
    [
      'certification',
      '/MDP <</P 2>>',
      { certified: 2, Reference: [{ TransformMethod: '/DocMDP', TransformParams: { P: 2 } }] },
    ],
    [
      'a lock',
      '/Ff 128 /LockDocument /true',
      { certified: undefined, Reference: [{ TransformMethod: '/DocMDP', TransformParams: { P: 1 } }] },
    ],
    ['a lock that is optional', '/LockDocument /true', { Reference: [{ TransformParams: { P: 1 } }] }],
    ['no lock', '/Ff 128 /LockDocument /false', { Reference: undefined }],
    ['the choice of a lock', '/Ff 128 /LockDocument /auto', { Reference: undefined }],
    ['a time stamp that is optional', '/TimeStamp <</URL (http://tsa.example) /Ff 0>>', {}],
    ['no revocation information', '/Ff 32 /AddRevInfo false', {}],
    ['revocation information that is optional', '/AddRevInfo true', {}],
    ['no attestation', '/Ff 16 /LegalAttestation [(.)]', {}],
    ['an attestation that is optional', '/LegalAttestation [(Nothing hidden)]', {}],
    ['an appearance that is optional', '/AppearanceFilter (Formal)', {}],
  ])('%s', async (_, seed, expected) => {
    const { bytes, ...signature } = await signatureOf(seed)
    expect(signature).toMatchObject(expected)
    if (TOOLS) expect(await judge(bytes)).toEqual(soundVerdict('here'))
  })

  it('what the caller chooses among what is left', async () => {
    expect(await signatureOf('/Ff 8 /Reasons [(I agree) (I read it)]', { reason: 'I read it' })).toMatchObject({
      Reason: 'I read it',
    })
    expect(await signatureOf('/Reasons [(I agree)]', { reason: 'My own' })).toMatchObject({ Reason: 'My own' })
    expect(await signatureOf('/MDP <</P 3>>', { certify: 3 })).toMatchObject({ certified: 3 })
    // A lock that is optional is the caller's to override.
    expect(await signatureOf('/LockDocument /true', { certify: 2 })).toMatchObject({ certified: 2 })
  })

  it('no seed values of a field that is not signed, nor of a new one', async () => {
    expect(await codeOf(sign(withSeed('/Ff 1 /Filter /Other')))).toBe('none')
  })
})

describe('signDocument in a field with seed values refuses', () => {
  it.each<[string, string, Partial<SignOptions>, RegExp, string?]>([
    ['another handler', '/Ff 1 /Filter /Entrust.PPKEF', {}, /Filter requires .* "Entrust.PPKEF"/],
    [
      'other encodings',
      '/Ff 2 /SubFilter [/adbe.pkcs7.sha1 /ETSI.RFC3161]',
      {},
      /SubFilter requires one of "adbe.pkcs7.sha1", "ETSI.RFC3161"/,
    ],
    [
      'another digest',
      '/Ff 64 /DigestMethod [/SHA512]',
      {},
      /DigestMethod requires "SHA512", and the signer uses SHA256/,
    ],
    ['a later version', '/Ff 4 /V 4', {}, /V 4 is of a later standard/],
    ['to choose a reason', '/Ff 8 /Reasons [(I agree) (I read it)]', {}, /give one of "I agree", "I read it"/],
    ['another reason', '/Ff 8 /Reasons [(I agree)]', { reason: 'Other' }, /Reasons requires "I agree"/],
    ['a reason where none may be', '/Ff 8 /Reasons [(.)]', { reason: 'Other' }, /no reason is given/],
    ['to certify where approval is wanted', '/MDP <</P 0>>', { certify: 2 }, /MDP requires .* not certify/],
    ['another certification', '/MDP <</P 1>>', { certify: 2 }, /MDP requires a certification with P=1/],
    ['a certification that there is not', '/MDP <</P 7>>', {}, /MDP is not 0, 1, 2 or 3/],
    [
      'to leave it open where a lock is wanted',
      '/Ff 128 /LockDocument /true',
      { certify: 2 },
      /LockDocument requires that no change/,
    ],
    [
      'to lock where none is wanted',
      '/Ff 128 /LockDocument /false',
      { certify: 1 },
      /LockDocument requires that changes/,
    ],
    [
      'a lock of the field where none is wanted',
      '/Ff 128 /LockDocument /false',
      {},
      /LockDocument requires that changes/,
      '/Lock <</Action /All /P 1>>',
    ],
    [
      'to go without a time stamp',
      '/TimeStamp <</URL (http://tsa.example) /Ff 1>>',
      {},
      /TimeStamp requires a time stamp/,
    ],
    ['to go without revocation information', '/Ff 32 /AddRevInfo true', {}, /AddRevInfo/],
    ['to attest', '/Ff 16 /LegalAttestation [(Nothing hidden)]', {}, /LegalAttestation/],
    [
      'an appearance of the reader',
      '/Ff 256 /AppearanceFilter (Formal)',
      {},
      /AppearanceFilter requires the appearance "Formal"/,
    ],
    ['what the standard does not know', '/Ff 512', {}, /Ff requires what the standard does not know/],
    [
      'what cannot be read',
      '/Ff 66 /SubFilter 5 /DigestMethod [7]',
      {},
      /its \/SubFilter cannot be read; its \/DigestMethod cannot be read/,
    ],
    ['a signature policy', '/Cert <</SignaturePolicyOID (1.2.3)>>', {}, /signature policy/],
    ['a service that signs', '/Cert <</Ff 64 /URL (https://x.example) /URLType /ASSP>>', {}, /signing service/],
    ['certificate flags that the standard does not know', '/Cert <</Ff 128>>', {}, /Cert \/Ff/],
  ])('%s', async (_, seed, options, message, more = '') => {
    const promise = signHere(withSeed(seed, more), options)
    await expect(promise).rejects.toMatchObject({ code: 'seed_value_not_met', message: expect.stringMatching(message) })
  })

  it('with every reason at once, and words that cannot change how it reads', async () => {
    const input = withSeed('/Ff 261 /Filter /A#0AB#22#7F /V 4 /AppearanceFilter <FEFF202E0041>')
    await expect(signHere(input)).rejects.toThrow(
      'The signature field has seed values that this signature does not meet: /V 4 is of a later standard; ' +
        '/Filter requires the signature handler "A?B??", and this one is Adobe.PPKLite; ' +
        '/AppearanceFilter requires the appearance "?A".',
    )
  })

  it('to certify what is signed already', async () => {
    const signed = await sign(withSeed('/MDP <</P 2>>'))
    expect(await codeOf(signHere(signed))).toBe('already_signed')
  })
})

describe.skipIf(!hasTool('openssl'))('signDocument in a field with certificate seed values', () => {
  // What stands here runs when tests are collected, also where they are skipped.
  if (!hasTool('openssl')) return
  const root = makeCredential({
    subject: '/CN=Root',
    extensions: ['basicConstraints=critical,CA:TRUE', 'keyUsage=keyCertSign'],
  })
  const other = makeCredential({ subject: '/CN=Other Root' })
  const leaf = makeCredential({
    subject: '/C=GB/O=Analytical Engines/CN=Ada Lovelace',
    extensions: ['keyUsage=digitalSignature,nonRepudiation', 'certificatePolicies=1.2.3.4,2.16.840.1'],
    issuer: root,
  })
  const hex = ({ certificate }: { certificate: string }) => `<${toHex(pemToDer(certificate))}>`

  it.each<[string, string, RegExp | undefined]>([
    ['its own', `/Ff 1 /Subject [${hex(other)} ${hex(leaf)}]`, undefined],
    ['another', `/Ff 1 /Subject [${hex(other)}]`, /Cert \/Subject/],
    ['another that is optional', `/Subject [${hex(other)}]`, undefined],
    ['its issuer', `/Ff 2 /Issuer [${hex(root)}]`, undefined],
    [
      'another issuer',
      `/Ff 2 /Issuer [${hex(other)} (no certificate)]`,
      /Cert \/Issuer requires a certificate below "Other Root"/,
    ],
    ['its policy', `/Ff 6 /Issuer [${hex(root)}] /OID [(2.16.840.1)]`, undefined],
    [
      'a policy that it has not',
      `/Ff 6 /Issuer [${hex(root)}] /OID [(1.2.3.4) (1.2.3.5)]`,
      /OID requires the certificate policy "1.2.3.5"/,
    ],
    ['a policy without an issuer', '/Ff 4 /OID [(1.2.3.5)]', undefined],
    ['its subject', '/Ff 8 /SubjectDN [<</C (gb) /2.5.4.3 (ada  lovelace)>> <</O (Analytical Engines)>>]', undefined],
    ['another subject', '/Ff 8 /SubjectDN [<</C (GB)>> <</CN (Grace Hopper)>>]', /"CN" = "Grace Hopper"/],
    ['an attribute that nobody knows', '/Ff 8 /SubjectDN [<</Shoe (43)>>]', /"Shoe" = "43"/],
    ['its key usage', '/Ff 32 /KeyUsage [(0) (110X00000later)]', undefined],
    ['another key usage', '/Ff 32 /KeyUsage [(10) (001)]', /KeyUsage requires "10" or "001"/],
    ['where to enroll', '/Ff 64 /URL (https://ca.example)', undefined],
  ])('that name %s', async (_, cert, fault) => {
    const identity = await identityFromPem({ ...leaf, chain: root.certificate })
    const signing = signHere(withSeed(`/Cert <</Type /SVCert ${cert}>>`), { identity })
    if (fault === undefined) expect(await codeOf(signing)).toBe('none')
    else
      await expect(signing).rejects.toMatchObject({ code: 'seed_value_not_met', message: expect.stringMatching(fault) })
  })

  it('finds an issuer that the identity does not bring', async () => {
    const identity = await identityFromPem(leaf)
    expect(await codeOf(signHere(withSeed(`/Cert <</Ff 2 /Issuer [${hex(root)}]>>`), { identity }))).toBe('none')
  })

  it('knows the certificate and the digest of an identity that makes its own CMS', async () => {
    const identity = identityFromSignpdf(new P12Signer(makePkcs12(leaf, 'x'), { passphrase: 'x' }))
    const own = `/Cert <</Ff 1 /Subject [${hex(leaf)}]>> /Ff 66 /DigestMethod [/SHA256] /SubFilter [/adbe.pkcs7.detached]`
    expect(await codeOf(signHere(withSeed(own), { identity }))).toBe('none')
    const padesOnly = withSeed('/Ff 2 /SubFilter [/ETSI.CAdES.detached]')
    expect(await codeOf(signHere(padesOnly, { identity }))).toBe('seed_value_not_met')
  })

  it('holds the digest of other keys against the field as well', async () => {
    const input = withSeed('/Ff 64 /DigestMethod [/SHA256]')
    expect(await codeOf(signHere(input, { identity: await identityOf('ed25519') }))).toBe('seed_value_not_met')
  })
})
