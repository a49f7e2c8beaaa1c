/**
 * SignedData that OpenSSL made, and what damage does to it.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { verifySignerInfo } from '../../src/cms/algorithm/check-signature.js'
import { readDer } from '../../src/cms/asn1/der.js'
import { readTime } from '../../src/cms/asn1/der-values.js'
import { OID } from '../../src/cms/asn1/oids.js'
import { type Certificate, parseCertificate } from '../../src/cms/certificate/x509.js'
import { subjectKeyIdentifierOf } from '../../src/cms/certificate/x509-extensions.js'
import {
  isSignerCertificate,
  messageDigestOf,
  parseSignedData,
  type SignedData,
  type SignerInfo,
  singleAttributeValue,
} from '../../src/cms/message/signed-data.js'
import { isEssMatch, readSigningCertificate } from '../../src/cms/message/signing-certificate.js'
import { SealwrightError } from '../../src/errors.js'
import { createRandom, mutate } from '../support/mutate.js'
import { hasTool } from '../support/tools.js'
import { makeCredential, opensslWithFiles, pemToDer, type TestCredential } from './openssl-keys.js'
import { toBer } from './to-ber.js'

const CONTENT = Buffer.from('The content that is signed.\n')

function signWithOpenssl(credential: TestCredential, ...args: string[]): Uint8Array {
  return opensslWithFiles(
    { key: credential.key, certificate: credential.certificate, content: CONTENT },
    ...['cms', '-sign', '-binary', '-in', '@content', '-signer', '@certificate', '-inkey', '@key'],
    ...['-outform', 'DER', '-out', '@out', ...args],
  )
}

function onlySigner(signedData: SignedData): SignerInfo {
  const [signer] = signedData.signerInfos
  if (signer === undefined || signedData.signerInfos.length !== 1) throw new Error('There is not one signer.')
  return signer
}

describe.skipIf(!hasTool('openssl'))('SignedData made by OpenSSL', () => {
  let rsa: TestCredential
  let leaf: Certificate
  let detached: Uint8Array

  beforeAll(() => {
    rsa = makeCredential({ extensions: ['keyUsage=digitalSignature', 'subjectKeyIdentifier=hash'] })
    leaf = parseCertificate(pemToDer(rsa.certificate))
    detached = signWithOpenssl(rsa, '-cades')
  })

  it('is read with all its parts', () => {
    const signedData = parseSignedData(detached)
    const signer = onlySigner(signedData)
    expect(signedData).toMatchObject({ version: 1, contentType: OID.data, content: undefined, trailingBytes: 0 })
    expect(signedData.certificates).toEqual([leaf.der])
    expect(signedData.digestAlgorithms.map((algorithm) => algorithm.oid)).toEqual([OID.sha256])
    expect(isSignerCertificate(signer.sid, leaf, undefined)).toBe(true)
    expect(messageDigestOf(signer)).toEqual(new Uint8Array(createHash('sha256').update(CONTENT).digest()))
    const signingTime = singleAttributeValue(signer.signedAttrs, OID.signingTime)
    const age = Date.now() - readTime(readDer(signingTime ?? new Uint8Array(0))).getTime()
    expect(Math.abs(age)).toBeLessThan(600_000)
  })

  it('verifies, and does not when the signature, the attributes or the key are others', () => {
    const signer = onlySigner(parseSignedData(detached))
    expect(verifySignerInfo(signer, leaf.publicKey)).toBe(true)
    const wrong = signer.signature.slice()
    wrong[7] = (wrong[7] ?? 0) ^ 1
    expect(verifySignerInfo({ ...signer, signature: wrong }, leaf.publicKey)).toBe(false)
    const attributes = signer.signedAttrsDer?.slice() ?? new Uint8Array(0)
    attributes[attributes.length - 1] = (attributes[attributes.length - 1] ?? 0) ^ 1
    expect(verifySignerInfo({ ...signer, signedAttrsDer: attributes }, leaf.publicKey)).toBe(false)
    const other = parseCertificate(pemToDer(makeCredential({ kind: 'p256' }).certificate))
    expect(verifySignerInfo(signer, other.publicKey)).toBe(false)
  })

  it('shows which certificate the signer meant', () => {
    const [id] = readSigningCertificate(onlySigner(parseSignedData(detached)).signedAttrs) ?? []
    const other = parseCertificate(pemToDer(makeCredential().certificate))
    expect(id && isEssMatch(id, leaf)).toBe(true)
    expect(id && isEssMatch(id, other)).toBe(false)
    const without = onlySigner(parseSignedData(signWithOpenssl(rsa)))
    expect(readSigningCertificate(without.signedAttrs)).toBeUndefined()
  })

  it.each([
    ['rsa', ['-md', 'sha1']],
    ['rsa', ['-md', 'sha384']],
    ['rsa', ['-md', 'sha512', '-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:17']],
    ['rsaPss', ['-md', 'sha256', '-keyopt', 'rsa_padding_mode:pss', '-keyopt', 'rsa_pss_saltlen:32']],
    ['p256', ['-md', 'sha256']],
    ['p384', ['-md', 'sha384']],
    ['p521', ['-md', 'sha512']],
    ['brainpool', ['-md', 'sha256']],
  ] as const)('verifies with a key of kind %s and %j', (kind, args) => {
    const credential = makeCredential({ kind })
    const signer = onlySigner(parseSignedData(signWithOpenssl(credential, ...args)))
    expect(verifySignerInfo(signer, parseCertificate(pemToDer(credential.certificate)).publicKey)).toBe(true)
  })

  it('verifies over the content itself when there are no signed attributes', () => {
    const signer = onlySigner(parseSignedData(signWithOpenssl(rsa, '-noattr')))
    expect(signer.signedAttrsDer).toBeUndefined()
    expect(verifySignerInfo(signer, leaf.publicKey, CONTENT)).toBe(true)
    expect(verifySignerInfo(signer, leaf.publicKey, Buffer.from('another'))).toBe(false)
    expect(verifySignerInfo(signer, leaf.publicKey)).toBe(false)
  })

  it('finds the certificate by key identifier', () => {
    const signer = onlySigner(parseSignedData(signWithOpenssl(rsa, '-keyid')))
    expect(signer.sid.type).toBe('subjectKeyIdentifier')
    expect(isSignerCertificate(signer.sid, leaf, subjectKeyIdentifierOf(leaf))).toBe(true)
    expect(isSignerCertificate(signer.sid, leaf, undefined)).toBe(false)
  })

  it('gives the content that is inside, also from BER with indefinite lengths', () => {
    const streamed = signWithOpenssl(rsa, '-nodetach', '-stream')
    expect(streamed[1]).toBe(0x80)
    for (const bytes of [signWithOpenssl(rsa, '-nodetach'), streamed]) {
      const signedData = parseSignedData(bytes)
      expect(Buffer.from(signedData.content ?? []).toString()).toBe(CONTENT.toString())
      expect(verifySignerInfo(onlySigner(signedData), leaf.publicKey)).toBe(true)
    }
  })

  it('verifies attributes that are encoded in BER by their DER', () => {
    const signedData = parseSignedData(toBer(detached))
    expect(signedData.certificates.length).toBe(1)
    expect(verifySignerInfo(onlySigner(signedData), leaf.publicKey)).toBe(true)
  })

  it('reports what follows it', () => {
    const padded = parseSignedData(new Uint8Array([...detached, 0, 0, 0]))
    expect(padded).toMatchObject({ trailingBytes: 3, isTrailingZero: true })
    expect(padded.der).toEqual(detached)
    const followed = parseSignedData(new Uint8Array([...detached, 0, 1]))
    expect(followed).toMatchObject({ trailingBytes: 2, isTrailingZero: false })
  })

  it('relies on no attribute that is there twice', () => {
    const { signedAttrs } = onlySigner(parseSignedData(detached))
    expect(singleAttributeValue([...signedAttrs, ...signedAttrs], OID.messageDigest)).toBeUndefined()
  })

  it('refuses other content types and things that are no CMS', () => {
    const asn1Failure = expect.objectContaining({ code: 'invalid_asn1' })
    const data = opensslWithFiles(
      { content: CONTENT },
      'cms',
      '-data_create',
      '-in',
      '@content',
      '-outform',
      'DER',
      '-out',
      '@out',
    )
    for (const bytes of [data, leaf.der, new Uint8Array(8), new Uint8Array(0), detached.subarray(0, 100)]) {
      expect(() => parseSignedData(bytes)).toThrow(asn1Failure)
    }
  })

  it('never calls a changed signature valid, and survives damage with nothing but SealwrightError', () => {
    const random = createRandom(5)
    const original = onlySigner(parseSignedData(detached))
    let survivors = 0
    for (let i = 0; i < 3000; i++) {
      const mutant = mutate(i % 2 === 0 ? detached : toBer(detached), random).bytes
      try {
        for (const signer of parseSignedData(mutant).signerInfos) {
          survivors++
          readSigningCertificate(signer.signedAttrs)
          if (!verifySignerInfo(signer, leaf.publicKey)) continue
          expect(signer.signedAttrsDer).toEqual(original.signedAttrsDer)
        }
      } catch (error) {
        if (!(error instanceof SealwrightError)) throw error
      }
    }
    expect(survivors).toBeGreaterThan(100)
  })
})
