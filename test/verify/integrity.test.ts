/**
 * The integrity of one signature.
 *
 * @module
 */

import { constants, createHash, createPrivateKey, sign } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { encodePssParameters } from '../../src/cms/algorithm/pss-parameters.js'
import { readPublicKeyInfo } from '../../src/cms/algorithm/public-key.js'
import { readDer } from '../../src/cms/asn1/der.js'
import {
  derExplicit,
  derInteger,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  encodeDer,
} from '../../src/cms/asn1/der-writer.js'
import { checkSignatureIntegrity, type IntegrityInput } from '../../src/verify/signature/signature-integrity.js'
import { attribute, buildCms, contentTypeAttribute, messageDigestAttribute } from '../cms/build-cms.js'
import {
  derToPem,
  type KEY_KINDS,
  makeCredential,
  opensslWithFiles,
  pemToDer,
  type TestCredential,
} from '../cms/openssl-keys.js'
import { toBer } from '../cms/to-ber.js'
import { createRandom, mutate } from '../support/mutate.js'
import { hasTool } from '../support/tools.js'

const RANGES = [Buffer.from('%PDF-1.7 the first range, '), Buffer.from('and the second one')]
const CONTENT = Buffer.concat(RANGES)

/** RSASSA-PSS-params with SHA-512 throughout and the longest salt, as node:crypto makes it. */
const PSS_SHA512 = encodePssParameters('2.16.840.1.101.3.4.2.3', 190)

function signWithOpenssl(credential: TestCredential, content: Uint8Array, ...args: string[]): Uint8Array {
  return opensslWithFiles(
    { key: credential.key, certificate: credential.certificate, content },
    ...['cms', '-sign', '-binary', '-in', '@content', '-signer', '@certificate', '-inkey', '@key'],
    ...['-outform', 'DER', '-out', '@out', ...args],
  )
}

function check(contents: Uint8Array, input: Partial<IntegrityInput> = {}) {
  return checkSignatureIntegrity({
    contents,
    subFilter: 'adbe.pkcs7.detached',
    signedRanges: RANGES,
    isTimestamp: false,
    ...input,
  })
}

function codesOf(result: ReturnType<typeof check>): string[] {
  return result.findings.map(({ code }) => code)
}

describe.skipIf(!hasTool('openssl'))('the integrity of a signature', () => {
  let ec: TestCredential
  let rsa: TestCredential
  let detached: Uint8Array

  beforeAll(() => {
    ec = makeCredential({ kind: 'p256', extensions: ['keyUsage=digitalSignature', 'subjectKeyIdentifier=hash'] })
    rsa = makeCredential({ kind: 'rsa' })
    detached = signWithOpenssl(ec, CONTENT, '-cades')
  })

  describe('check 3: /Contents is exactly one CMS structure', () => {
    it('takes zeros after it, and nothing else', () => {
      expect(check(Buffer.concat([detached, Buffer.alloc(500)])).status).toBe('valid')
      const followed = check(Buffer.concat([detached, Buffer.alloc(9), Buffer.from([1])]))
      expect(followed.status).toBe('invalid')
      expect(codesOf(followed)).toEqual(['contents_trailing_data'])
    })

    it.each([
      ['nothing', new Uint8Array(0), 'contents_empty'],
      ['zeros', new Uint8Array(4000), 'contents_empty'],
      ['text', Buffer.from('no signature at all'), 'contents_malformed'],
      ['an empty SEQUENCE', Uint8Array.of(0x30, 0), 'contents_malformed'],
    ])('is invalid when there is %s', (_, contents, code) => {
      const result = check(contents)
      expect(result.status).toBe('invalid')
      expect(codesOf(result)).toEqual([code])
    })

    it.each([
      ['certificates', 0xa0, 3000],
      ['signers', 0x31, 50],
    ])('does not go through a flood of %s', (_, tag, count) => {
      const flood = encodeDer(tag, ...Array.from({ length: count }, () => derSequence()))
      const signedData = derSequence(
        derInteger(1),
        derSetOf([]),
        derSequence(derOid('1.2.840.113549.1.7.1')),
        flood,
        derSetOf([]),
      )
      const contents = derSequence(derOid('1.2.840.113549.1.7.2'), derExplicit(0, signedData))
      expect(codesOf(check(contents))).toEqual(['contents_malformed'])
      expect(check(contents).findings[0]?.message).toContain('too many')
    })

    it('does not go through a flood of values without length', () => {
      const flood = Buffer.alloc(400_000, Uint8Array.of(0x30, 0x80, 0, 0))
      const contents = Buffer.concat([Uint8Array.of(0x30, 0x80), flood, new Uint8Array(2)])
      expect(codesOf(check(contents))).toEqual(['contents_malformed'])
    })

    it('is never valid after damage to what is signed, and never throws', () => {
      const random = createRandom(11)
      const genuine = check(detached)
      for (let i = 0; i < 2000; i++) {
        const result = check(mutate(i % 3 === 0 ? toBer(detached) : detached, random).bytes)
        if (result.status !== 'valid') continue
        expect(result.signerInfo?.signedAttrsDer).toEqual(genuine.signerInfo?.signedAttrsDer)
        expect(result.certificate?.publicKey.der).toEqual(genuine.certificate?.publicKey.der)
      }
    })
  })

  describe('check 12: document time stamps are told apart', () => {
    it('refuses a detached signature that calls its content a time stamp, or anything but data', () => {
      for (const contentType of ['1.2.840.113549.1.9.16.1.4', '1.2.840.113549.1.7.5']) {
        const typed = attribute('1.2.840.113549.1.9.3', derOid(contentType))
        const digest = messageDigestAttribute(createHash('sha256').update(CONTENT).digest())
        const contents = buildCms({ credential: ec, content: CONTENT, contentType, baseAttributes: [typed, digest] })
        for (const subFilter of ['adbe.pkcs7.detached', 'ETSI.CAdES.detached', 'PBAD.PAdES', 'adbe.pkcs7.sha1']) {
          const result = check(contents, { subFilter })
          expect(result.status).toBe('invalid')
          expect(codesOf(result)).toContain('content_type_wrong')
        }
        expect(check(contents, { subFilter: 'ETSI.RFC3161', isTimestamp: true }).status).toBe('invalid')
      }
    })

    it('refuses one with the SubFilter of a signature', () => {
      expect(codesOf(check(detached, { isTimestamp: true }))).toEqual(['sub_filter_mismatch'])
    })

    it('refuses a signature in place of a time-stamp token', () => {
      const result = check(detached, { isTimestamp: true, subFilter: 'ETSI.RFC3161' })
      expect(result.status).toBe('invalid')
      expect(codesOf(result)).toContain('timestamp_malformed')
    })
  })

  describe('check 13: the SubFilter fits the CMS', () => {
    it('refuses encapsulated content in a detached signature, even the right one', () => {
      expect(codesOf(check(signWithOpenssl(ec, CONTENT, '-nodetach')))).toEqual(['content_encapsulated'])
    })

    it('leaves an unknown SubFilter open', () => {
      expect(check(detached, { subFilter: 'acme.own' }).status).toBe('indeterminate')
      expect(check(detached, { subFilter: undefined }).status).toBe('indeterminate')
    })

    it('reads adbe.pkcs7.sha1, where the content is the SHA-1 of the ranges', () => {
      const contents = signWithOpenssl(rsa, createHash('sha1').update(CONTENT).digest(), '-nodetach')
      expect(check(contents, { subFilter: 'adbe.pkcs7.sha1' }).status).toBe('valid')
      const changed = check(contents, { subFilter: 'adbe.pkcs7.sha1', signedRanges: [Buffer.from('%PDF other')] })
      expect(codesOf(changed)).toEqual(['digest_mismatch'])
      expect(codesOf(check(detached, { subFilter: 'adbe.pkcs7.sha1' }))).toContain('content_missing')
    })

    it.each(['sha1', 'sha256', 'md5'])('reads adbe.x509.rsa_sha1 with %s', (digest) => {
      const signature = sign(digest, CONTENT, createPrivateKey(rsa.key))
      const input = { subFilter: 'adbe.x509.rsa_sha1', cert: pemToDer(rsa.certificate) }
      const contents = Buffer.concat([derOctetString(signature), Buffer.alloc(20)])
      expect(check(contents, input)).toMatchObject({ status: 'valid', algorithm: { keyBits: 2048 } })
      const changed = check(contents, { ...input, signedRanges: [Buffer.from('%PDF other')] })
      expect(codesOf(changed)).toEqual(['digest_mismatch'])
      const other = check(contents, { ...input, cert: pemToDer(makeCredential().certificate) })
      expect(codesOf(other)).toEqual(['signature_mismatch'])
      expect(check(contents, { ...input, cert: undefined }).status).toBe('indeterminate')
    })
  })

  describe('check 14: one signer, whose certificate is there', () => {
    it('refuses two signers and none', () => {
      const two = opensslWithFiles(
        { key: ec.key, certificate: ec.certificate, key2: rsa.key, certificate2: rsa.certificate, content: CONTENT },
        ...['cms', '-sign', '-binary', '-in', '@content', '-signer', '@certificate', '-inkey', '@key'],
        ...['-signer', '@certificate2', '-inkey', '@key2', '-outform', 'DER', '-out', '@out'],
      )
      expect(codesOf(check(two))).toEqual(['signer_count'])
    })

    it('cannot judge a signature without its certificate, but sees a wrong digest', () => {
      const contents = signWithOpenssl(ec, CONTENT, '-nocerts')
      expect(check(contents)).toMatchObject({ status: 'indeterminate', certificate: undefined })
      expect(check(contents, { signedRanges: [Buffer.from('%PDF')] }).status).toBe('invalid')
    })

    it('finds the certificate by key identifier', () => {
      expect(check(signWithOpenssl(ec, CONTENT, '-keyid')).status).toBe('valid')
    })
  })

  describe('check 15: the signed attributes', () => {
    it('are over the bytes of the ranges', () => {
      expect(codesOf(check(detached, { signedRanges: [RANGES[0] ?? Buffer.alloc(0)] }))).toEqual(['digest_mismatch'])
    })

    it('must hold contentType and messageDigest once', () => {
      const digest = createHash('sha256').update(CONTENT).digest()
      const build = (...baseAttributes: Uint8Array[]) =>
        check(buildCms({ credential: ec, content: CONTENT, baseAttributes }))
      expect(build(contentTypeAttribute(), messageDigestAttribute(digest)).status).toBe('valid')
      expect(codesOf(build(messageDigestAttribute(digest)))).toEqual(['content_type_mismatch'])
      expect(codesOf(build(contentTypeAttribute()))).toEqual(['message_digest_missing'])
      const both = [messageDigestAttribute(digest), messageDigestAttribute(digest)]
      expect(codesOf(build(contentTypeAttribute(), ...both))).toEqual(['message_digest_missing'])
    })

    it('may be missing, but then the content must not look like them', () => {
      expect(check(signWithOpenssl(ec, CONTENT, '-noattr')).status).toBe('valid')
      const attributes = check(detached).signerInfo?.signedAttrsDer ?? new Uint8Array(0)
      const contents = signWithOpenssl(ec, attributes, '-noattr')
      expect(codesOf(check(contents, { signedRanges: [attributes] }))).toEqual(['attributes_as_content'])
    })

    it('may be in BER, and in another order than DER has', () => {
      const ber = check(toBer(signWithOpenssl(ec, CONTENT)))
      expect(ber.status).toBe('valid')
      expect(ber.warnings.map(({ code }) => code)).toContain('attributes_not_der')
      expect(check(detached).warnings.map(({ code }) => code)).not.toContain('attributes_not_der')
      const unsorted = check(buildCms({ credential: ec, content: CONTENT, isUnsorted: true }))
      expect(unsorted.status).toBe('valid')
      expect(unsorted.warnings.map(({ code }) => code)).toContain('attributes_unsorted')
      const signedSo = check(buildCms({ credential: ec, content: CONTENT, isUnsorted: true, isSignedUnsorted: true }))
      expect(signedSo.status).toBe('valid')
      expect(signedSo.warnings.map(({ code }) => code)).toContain('attributes_unsorted')
      expect(check(detached).warnings.map(({ code }) => code)).not.toContain('attributes_unsorted')
    })
  })

  describe('check 16: the signature value', () => {
    const pss = ['-keyopt', 'rsa_padding_mode:pss', '-keyopt']
    it.each([
      ['rsa', []],
      ['rsa', ['-md', 'sha224']],
      ['rsa', ['-md', 'sha3-256']],
      ['rsa', [...pss, 'rsa_pss_saltlen:32']],
      ['rsa', [...pss, 'rsa_pss_saltlen:11', '-keyopt', 'rsa_mgf1_md:sha1']],
      ['rsa', ['-md', 'sha1', ...pss, 'rsa_pss_saltlen:20']],
      ['rsaPss', [...pss, 'rsa_pss_saltlen:20', '-keyopt', 'rsa_mgf1_md:sha512']],
      ['p384', ['-md', 'sha384']],
      ['p521', ['-md', 'sha512']],
      ['brainpool', []],
    ] as const)('is checked for a key of kind %s with %j', (kind: keyof typeof KEY_KINDS, args) => {
      const contents = signWithOpenssl(makeCredential({ kind }), CONTENT, ...args)
      expect(codesOf(check(contents))).toEqual([])
      const start = check(contents).signedData?.der.length ?? 0
      contents[start - 9] = (contents[start - 9] ?? 0) ^ 4
      expect(check(contents).status).toBe('invalid')
    })

    it('goes with the digest that a signature algorithm implies in its place', () => {
      const digest = { oid: '1.2.840.113549.1.1.11', name: 'sha256' }
      const rsaEncryption = derSequence(derOid('1.2.840.113549.1.1.1'), derNull())
      const build = (changes: object) => check(buildCms({ credential: rsa, content: CONTENT, digest, ...changes }))
      for (const signatureAlgorithm of [rsaEncryption, derSequence(derOid(digest.oid), derNull())]) {
        const result = build({ signatureAlgorithm })
        expect(result).toMatchObject({ status: 'valid', algorithm: { digest: 'SHA-256' } })
        expect(result.warnings.map(({ code }) => code)).toContain('digest_algorithm_implied')
      }
      const ecdsa = { oid: '1.2.840.10045.4.3.3', name: 'sha384' }
      expect(build({ credential: ec, digest: ecdsa, signatureHash: 'sha384' })).toMatchObject({
        status: 'valid',
        algorithm: { digest: 'SHA-384' },
      })
      // rsaEncryption implies no digest at all.
      const nothing = build({
        digest: { oid: '1.2.840.113549.1.1.1', name: 'sha256' },
        signatureAlgorithm: rsaEncryption,
      })
      expect(nothing.status).toBe('indeterminate')
      expect(codesOf(nothing)).toContain('digest_unsupported')
      const other = build({ digest: { ...digest, name: 'sha512' }, signatureAlgorithm: rsaEncryption })
      expect(other.status).toBe('invalid')
      expect(codesOf(other)).toContain('digest_mismatch')
    })

    const EDDSA = [
      ['ed25519', '1.3.101.112', { oid: '2.16.840.1.101.3.4.2.3', name: 'sha512' }, true],
      ['ed25519', '1.3.101.112', { oid: '2.16.840.1.101.3.4.2.1', name: 'sha256' }, false],
      ['ed448', '1.3.101.113', { oid: '2.16.840.1.101.3.4.2.12', name: 'shake256', bytes: 64 }, true],
      ['ed448', '1.3.101.113', { oid: '2.16.840.1.101.3.4.2.3', name: 'sha512' }, false],
    ] as const
    it.each(EDDSA)('by %s goes with the digest of RFC 8419 (%s, %j)', (kind, oid, digest, isAllowed) => {
      const credential = makeCredential({ kind })
      const signatureAlgorithm = derSequence(derOid(oid))
      const result = check(buildCms({ credential, content: CONTENT, digest, signatureAlgorithm, signatureHash: null }))
      expect(codesOf(result)).toEqual(isAllowed ? [] : ['digest_not_allowed'])
    })

    it('is found right with a certificate that stands elsewhere in the document', () => {
      const other = pemToDer(makeCredential({ kind: 'p256' }).certificate)
      const contents = buildCms({ credential: ec, content: CONTENT, certificates: [other] })
      const otherCertificates = () => [new Uint8Array(3), other, pemToDer(ec.certificate)]
      const input = { contents, subFilter: 'ETSI.CAdES.detached', signedRanges: [CONTENT], isTimestamp: false }
      expect(checkSignatureIntegrity(input).status).toBe('indeterminate')
      expect(checkSignatureIntegrity({ ...input, otherCertificates }).status).toBe('valid')
    })

    it('is wrong for another key', () => {
      const other = pemToDer(makeCredential({ kind: 'p256' }).certificate)
      const contents = buildCms({ credential: ec, content: CONTENT })
      const swapped = buildCms({ credential: ec, content: CONTENT, certificates: [other] })
      expect(codesOf(check(contents))).toEqual([])
      expect(codesOf(check(swapped))).toEqual(['signer_certificate_missing'])
      const forged = Buffer.concat([contents])
      const attributeAt = forged.indexOf(createHash('sha256').update(CONTENT).digest())
      forged[attributeAt] = (forged[attributeAt] ?? 0) ^ 1
      expect(codesOf(check(forged))).toEqual(['digest_mismatch', 'signature_mismatch'])
    })

    it('leaves RSASSA-PSS open without the parameters that RFC 4055 asks for', () => {
      const pss = derSequence(derOid('1.2.840.113549.1.1.10'))
      const result = check(buildCms({ credential: rsa, content: CONTENT, signatureAlgorithm: pss }))
      expect(result.status).toBe('indeterminate')
      expect(codesOf(result)).toEqual(['algorithm_unsupported'])
    })

    it('leaves unknown algorithms open', () => {
      const algorithm = derSequence(derOid('1.3.6.1.4.1.2.267.7.4.4'))
      const result = check(buildCms({ credential: ec, content: CONTENT, signatureAlgorithm: algorithm }))
      expect(result).toMatchObject({ status: 'indeterminate', algorithm: { signature: '1.3.6.1.4.1.2.267.7.4.4' } })
    })

    describe('plain ECDSA (BSI TR-03111)', () => {
      const PLAIN_SHA256 = derOid('0.4.0.127.0.7.1.1.4.1.3')
      /** The curve of a key as ECParameters: its name, or all of its numbers. */
      const parametersOf = (kind: 'brainpool' | 'p256' | 'p384', encoding: 'named_curve' | 'explicit') => {
        const { key } = makeCredential({ kind })
        const args = ['ec', '-in', '@key', '-param_enc', encoding, '-pubout', '-outform', 'DER', '-out', '@out']
        const { algorithm } = readPublicKeyInfo(readDer(opensslWithFiles({ key }, ...args)))
        return algorithm.parameters ?? new Uint8Array(0)
      }
      const build = (kind: 'brainpool' | 'p256', ...parameters: Uint8Array[]) =>
        check(
          buildCms({
            credential: makeCredential({ kind }),
            content: CONTENT,
            isPlain: true,
            signatureAlgorithm: derSequence(PLAIN_SHA256, ...parameters),
          }),
        )

      it('is right without parameters, with NULL, and with the curve of the key named or described', () => {
        for (const kind of ['brainpool', 'p256'] as const) {
          const parameters = [
            [],
            [derNull()],
            ...(['named_curve', 'explicit'] as const).map((e) => [parametersOf(kind, e)]),
          ]
          for (const each of parameters) expect(build(kind, ...each)).toMatchObject({ status: 'valid', findings: [] })
        }
      })

      it('is wrong with another curve named or described, which the message says', () => {
        const finding = { code: 'signature_mismatch', message: expect.stringContaining('another elliptic curve') }
        for (const encoding of ['named_curve', 'explicit'] as const) {
          for (const other of ['p256', 'p384'] as const) {
            expect(build('brainpool', parametersOf(other, encoding)).findings).toMatchObject([finding])
          }
        }
        expect(build('p256', derOid('1.2.3')).findings).toMatchObject([finding])
        expect(build('p256', derSequence(derInteger(1))).findings).toMatchObject([finding])
      })

      it('is not known with parameters that are no curve', () => {
        expect(codesOf(build('p256', derInteger(1)))).toEqual(['algorithm_unsupported'])
      })

      it.each([
        ['ecdsa-with-SHA256', '1.2.840.10045.4.3.2'],
        ['id-ecPublicKey', '1.2.840.10045.2.1'],
      ])('is wrong under the name %s, and the message names the format', (_, oid) => {
        for (const kind of ['p256', 'p521'] as const) {
          const signatureAlgorithm = derSequence(derOid(oid))
          const parts = { credential: makeCredential({ kind }), content: CONTENT, signatureAlgorithm }
          expect(check(buildCms({ ...parts, isPlain: true })).findings).toMatchObject([
            { code: 'signature_mismatch', message: expect.stringContaining('r and s side by side') },
          ])
          expect(check(buildCms(parts)).findings).toEqual([])
        }
      })
    })

    it('is made with the digest algorithm, whatever the signature algorithm names (RFC 8933)', () => {
      const digest = { oid: '2.16.840.1.101.3.4.2.3', name: 'sha512' }
      const build = (signatureHash: string) =>
        check(buildCms({ credential: ec, content: CONTENT, digest, signatureHash }))
      expect(codesOf(build('sha512'))).toEqual([])
      expect(build('sha512').warnings.map(({ code }) => code)).toContain('digest_algorithms_differ')
      expect(codesOf(build('sha256'))).toEqual(['digest_algorithms_differ'])
      expect(codesOf(build('sha384'))).toEqual(['signature_mismatch'])
    })

    it('of RSASSA-PSS has the digest algorithm as its hash (RFC 4056, 3)', () => {
      const contents = signWithOpenssl(rsa, CONTENT, '-md', 'sha512', ...pss, 'rsa_pss_saltlen:32')
      expect(codesOf(check(contents))).toEqual([])
      const parts = { credential: rsa, content: CONTENT, padding: constants.RSA_PKCS1_PSS_PADDING }
      const signatureAlgorithm = derSequence(derOid('1.2.840.113549.1.1.10'), PSS_SHA512)
      const digest = { oid: '2.16.840.1.101.3.4.2.3', name: 'sha512' }
      const same = buildCms({ ...parts, digest, signatureAlgorithm, signatureHash: 'sha512' })
      expect(codesOf(check(same))).toEqual([])
      const other = buildCms({ ...parts, signatureAlgorithm, signatureHash: 'sha512' })
      expect(codesOf(check(other))).toEqual(['digest_algorithms_differ'])
    })

    it('takes no parameters where an algorithm has none', () => {
      const strange = derOctetString(Uint8Array.of(1))
      const build = (changes: object) => check(buildCms({ credential: rsa, content: CONTENT, ...changes }))
      for (const oid of ['1.2.840.113549.1.1.1', '1.2.840.113549.1.1.11']) {
        for (const parameters of [[], [derNull()]]) {
          expect(codesOf(build({ signatureAlgorithm: derSequence(derOid(oid), ...parameters) }))).toEqual([])
        }
        const result = build({ signatureAlgorithm: derSequence(derOid(oid), strange) })
        expect(codesOf(result)).toEqual(['algorithm_unsupported'])
      }
    })

    it('must go with the algorithms that RFC 6211 protects', () => {
      const protect = (digestOid: string, nulls: Uint8Array[]) =>
        attribute(
          '1.2.840.113549.1.9.52',
          derSequence(derSequence(derOid(digestOid), ...nulls), encodeDer(0xa1, derOid('1.2.840.10045.4.3.2'))),
        )
      const build = (value: Uint8Array) => check(buildCms({ credential: ec, content: CONTENT, attributes: [value] }))
      expect(codesOf(build(protect('2.16.840.1.101.3.4.2.1', [])))).toEqual([])
      expect(codesOf(build(protect('2.16.840.1.101.3.4.2.1', [derNull()])))).toEqual([])
      expect(codesOf(build(protect('2.16.840.1.101.3.4.2.3', [])))).toEqual(['algorithm_protection_mismatch'])
    })
  })

  describe('check 17: the ESS signing-certificate attributes', () => {
    const ess = (oid: string, digest: Uint8Array) =>
      attribute(oid, derSequence(derSequence(derSequence(derOctetString(digest)))))
    const V1 = '1.2.840.113549.1.9.16.2.12'
    const V2 = '1.2.840.113549.1.9.16.2.47'

    it('bind the certificate, in version 1 and 2', () => {
      const leaf = pemToDer(ec.certificate)
      for (const [oid, name] of [
        [V1, 'sha1'],
        [V2, 'sha256'],
      ] as const) {
        const build = (der: Uint8Array) =>
          check(
            buildCms({
              credential: ec,
              content: CONTENT,
              attributes: [ess(oid, createHash(name).update(der).digest())],
            }),
          )
        expect(build(leaf)).toMatchObject({ status: 'valid', bindsCertificate: true })
        expect(codesOf(build(pemToDer(rsa.certificate)))).toEqual(['signing_certificate_mismatch'])
      }
      expect(check(detached).bindsCertificate).toBe(true)
    })

    it('choose among certificates with the same issuer and serial number', () => {
      const leaf = pemToDer(ec.certificate)
      const twin = leaf.slice()
      twin[twin.length - 1] = (twin.at(-1) ?? 0) ^ 1
      const attributes = [ess(V2, createHash('sha256').update(leaf).digest())]
      const result = check(buildCms({ credential: ec, content: CONTENT, attributes, certificates: [twin, leaf] }))
      expect(result).toMatchObject({ status: 'valid', bindsCertificate: true, certificate: { der: leaf } })
    })

    it('are missed in every signature, and required in PAdES', () => {
      for (const subFilter of ['adbe.pkcs7.detached', 'ETSI.CAdES.detached', 'PBAD.PAdES']) {
        const result = check(signWithOpenssl(ec, CONTENT), { subFilter })
        expect(result).toMatchObject({ status: 'valid', bindsCertificate: false })
        expect(result.warnings.map(({ code }) => code)).toEqual(['signing_certificate_missing'])
        expect(result.warnings[0]?.message.includes('as PAdES requires')).toBe(subFilter !== 'adbe.pkcs7.detached')
      }
    })

    describe('where there are none', () => {
      // The same key in another name: what someone would put in place of the real certificate.
      const inAnotherName = (subject: string) =>
        opensslWithFiles(
          { key: ec.key },
          ...['req', '-x509', '-key', '@key', '-subj', subject, '-days', '9', '-outform', 'DER', '-out', '@out'],
        )
      // The name and serial number that the signature gives are not signed either.
      const swapped = (...certificates: Uint8Array[]) => {
        const [first = new Uint8Array(0)] = certificates
        return buildCms({ credential: { ...ec, certificate: derToPem(first) }, content: CONTENT, certificates })
      }

      it('another certificate with the same key gives another name, with a warning', () => {
        const result = check(swapped(inAnotherName('/CN=Ada Lovelace')))
        expect(result).toMatchObject({ status: 'valid', certificate: { subject: { commonName: 'Ada Lovelace' } } })
        expect(result.warnings.map(({ code }) => code)).toEqual(['signing_certificate_missing'])
      })

      it('nobody can tell whose signature it is when the file holds both', () => {
        const forged = inAnotherName('/CN=Ada Lovelace')
        const inside = check(swapped(forged, pemToDer(ec.certificate)))
        expect(inside.status).toBe('indeterminate')
        expect(codesOf(inside)).toEqual(['signing_certificate_ambiguous'])
        const elsewhere = check(swapped(forged), { otherCertificates: () => [pemToDer(ec.certificate)] })
        expect(codesOf(elsewhere)).toEqual(['signing_certificate_ambiguous'])
      })

      it('a certificate that was renewed under the same name does no harm', () => {
        const renewed = inAnotherName('/CN=Test Signer')
        expect(check(swapped(renewed, pemToDer(ec.certificate))).status).toBe('valid')
      })
    })
  })

  it('check 18: dated algorithms are named, and do not make the signature invalid', () => {
    const md5 = check(signWithOpenssl(rsa, CONTENT, '-md', 'md5'))
    expect(md5).toMatchObject({ status: 'valid', algorithm: { digest: 'MD5', keyBits: 2048 } })
    expect(md5.algorithm?.dated.map(({ code }) => code)).toEqual(['dated_digest_md5'])
    const sha1 = check(signWithOpenssl(ec, CONTENT, '-md', 'sha1'))
    expect(sha1.algorithm?.dated.map(({ code }) => code)).toEqual(['dated_digest_sha1'])
    expect(check(detached).algorithm).toEqual({ digest: 'SHA-256', signature: 'ECDSA', keyBits: 256, dated: [] })
  })

  it('says what a weak digest means', () => {
    const [finding] = check(signWithOpenssl(rsa, CONTENT, '-md', 'md5')).algorithm?.dated ?? []
    expect(finding).toMatchObject({ since: '2005-01-01' })
    expect(finding?.message).toContain('could have prepared another')
  })

  it('check 19: the claimed time is given as such', () => {
    const age = Date.now() - (check(detached).signingTime?.getTime() ?? 0)
    expect(Math.abs(age)).toBeLessThan(600_000)
    expect(check(buildCms({ credential: ec, content: CONTENT })).signingTime).toBeUndefined()
    const times = ['260101000000Z', '250101000000Z'].map((time) =>
      attribute('1.2.840.113549.1.9.5', encodeDer(0x17, Buffer.from(time))),
    )
    const timed = (...attributes: Uint8Array[]) => check(buildCms({ credential: ec, content: CONTENT, attributes }))
    expect(timed(times[0] as Uint8Array).signingTime?.toISOString()).toBe('2026-01-01T00:00:00.000Z')
    const several = timed(...times)
    expect([several.signingTime, codesOf(several)]).toEqual([undefined, ['signing_time_repeated']])
    const garbled = timed(attribute('1.2.840.113549.1.9.5', encodeDer(0x17, Buffer.from('soon'))))
    expect([garbled.signingTime, garbled.status]).toEqual([undefined, 'valid'])
    expect(garbled.warnings.map(({ code }) => code)).toContain('signing_time_malformed')
  })

  it('names its certificate once in each version of the attribute', () => {
    const [certificate] = check(detached).certificates
    const named = (hash: string, oid: string) => {
      const digest = createHash(hash)
        .update(certificate?.der ?? '')
        .digest()
      return attribute(oid, derSequence(derSequence(derSequence(derOctetString(digest)))))
    }
    const v1 = named('sha1', '1.2.840.113549.1.9.16.2.12')
    const v2 = named('sha256', '1.2.840.113549.1.9.16.2.47')
    const judge = (...attributes: Uint8Array[]) =>
      codesOf(check(buildCms({ credential: ec, content: CONTENT, attributes })))
    expect([judge(v1), judge(v2), judge(v1, v2)]).toEqual([[], [], []])
    expect(judge(v2, v2)).toEqual(['signing_certificate_malformed'])
  })
})
