/**
 * ML-DSA in certificates and CMS: the example of the RFC, a chain and a document of our own, and what is refused.
 *
 * @module
 */

import { createPublicKey, generateKeyPairSync, hash, type KeyObject } from 'node:crypto'
import { ml_dsa44, ml_dsa65, ml_dsa87 } from '@noble/post-quantum/ml-dsa.js'
import { beforeAll, describe, expect, it } from 'vitest'
import { checkSignature, verifySignerInfo } from '../../src/cms/algorithm/check-signature.js'
import { digestByName } from '../../src/cms/algorithm/digest-algorithm.js'
import { isStrongEnough, mlDsaSetOf } from '../../src/cms/algorithm/ml-dsa.js'
import { readPublicKeyInfo } from '../../src/cms/algorithm/public-key.js'
import { readSignatureScheme } from '../../src/cms/algorithm/signature-scheme.js'
import { encodeAlgorithm } from '../../src/cms/asn1/algorithm-identifier.js'
import { readDer } from '../../src/cms/asn1/der.js'
import { derBitString, derNull, derSequence, derTrue, encodeDer } from '../../src/cms/asn1/der-writer.js'
import { OID } from '../../src/cms/asn1/oids.js'
import {
  encodeCertificate,
  encodeExtension,
  encodeName,
  encodeTbsCertificate,
} from '../../src/cms/certificate/certificate-writer.js'
import { messageDigestOf, parseSignedData } from '../../src/cms/message/signed-data.js'
import { identityFromPem, type SigningIdentity, signDocument, verifyDocument } from '../../src/index.js'
import { verifyMlDsa } from '../../src/platform/post-quantum.js'
import { loadLateParts } from '../../src/platform/web/late-parts.js'
import { verifyMlDsa as verifyOnTheWeb } from '../../src/platform/web/post-quantum.js'
import { certifyKey } from '../anywhere/sample-documents.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { requestWith } from '../sign/signing.js'
import { RFC9882_ML_DSA_44 } from './rfc9882-vector.js'

beforeAll(loadLateParts)

const MAKERS = { 'ML-DSA-44': ml_dsa44, 'ML-DSA-65': ml_dsa65, 'ML-DSA-87': ml_dsa87 } as const
type Name = keyof typeof MAKERS
const NAMES = Object.keys(MAKERS) as Name[]
/** As NIST registered them (Computer Security Objects Register). */
const OIDS: Readonly<Record<Name, string>> = {
  'ML-DSA-44': '2.16.840.1.101.3.4.3.17',
  'ML-DSA-65': '2.16.840.1.101.3.4.3.18',
  'ML-DSA-87': '2.16.840.1.101.3.4.3.19',
}

const seed = Uint8Array.from({ length: 32 }, (_, i) => i)

function setOf(name: Name) {
  const set = mlDsaSetOf({ oid: OIDS[name], parameters: undefined })
  if (set === undefined) throw new Error(name)
  return set
}

function spkiOf(name: Name, publicKey: Uint8Array, parameters?: Uint8Array): Uint8Array {
  return derSequence(encodeAlgorithm(setOf(name).oid, parameters), derBitString(publicKey))
}

function keyOf(name: Name, from = seed) {
  const { publicKey, secretKey } = MAKERS[name].keygen(from)
  const info = readPublicKeyInfo(readDer(spkiOf(name, publicKey)))
  return { info, sign: (data: Uint8Array) => MAKERS[name].sign(Uint8Array.from(data), secretKey) }
}

function schemeOf(name: Name) {
  const scheme = readSignatureScheme({ oid: setOf(name).oid, parameters: undefined })
  if (scheme === undefined) throw new Error(name)
  return scheme
}

it('the example of RFC 9882 is right, and is not when a bit of it is another', () => {
  const bytes = Uint8Array.from(Buffer.from(RFC9882_ML_DSA_44, 'base64'))
  const { info } = keyOf('ML-DSA-44')
  const { content, signerInfos } = parseSignedData(bytes)
  const [signer] = signerInfos
  if (signer === undefined || content === undefined) throw new Error('The vector was not read.')
  expect(verifySignerInfo(signer, info)).toBe(true)
  expect(Buffer.from(messageDigestOf(signer) ?? []).toString('hex')).toBe(hash('sha512', content))
  for (const at of [0, 1200, signer.signature.length - 1]) {
    const signature = Uint8Array.from(signer.signature)
    signature[at] = (signature[at] ?? 0) ^ 0x10
    expect(verifySignerInfo({ ...signer, signature }, info)).toBe(false)
  }
  expect(
    verifySignerInfo(
      signer,
      keyOf(
        'ML-DSA-44',
        seed.map((byte) => byte + 1),
      ).info,
    ),
  ).toBe(false)
})

describe.each(NAMES)('%s', (name) => {
  const { info, sign } = keyOf(name)
  const data = Buffer.from('I agree.')
  const signature = sign(data)

  it('is checked alike by both implementations', () => {
    const key = { spki: info.der, raw: info.keyBytes }
    for (const value of [signature, signature.map((byte, i) => (i === 99 ? byte ^ 1 : byte))]) {
      const expected = value === signature
      expect(verifyMlDsa(name, key, data, value)).toBe(expected)
      expect(verifyOnTheWeb(name, key, data, value)).toBe(expected)
    }
  })

  it('fits no other key, set, length or kind of algorithm', () => {
    expect(checkSignature(schemeOf(name), info, [data.subarray(0, 3), data.subarray(3)], signature)).toBe('match')
    expect(checkSignature(schemeOf(name), info, [data], signature.subarray(1))).toBe('mismatch')
    for (const other of NAMES.filter((each) => each !== name)) {
      expect(checkSignature(schemeOf(other), info, [data], signature)).toBe('mismatch')
      expect(checkSignature(schemeOf(name), keyOf(other).info, [data], signature)).toBe('mismatch')
    }
    const ed25519 = readSignatureScheme({ oid: OID.ed25519, parameters: undefined })
    expect(ed25519 && checkSignature(ed25519, info, [data], signature)).toBe('mismatch')
  })

  it('has no parameters, not even NULL, and one length of key', () => {
    expect(mlDsaSetOf({ oid: setOf(name).oid, parameters: derNull() })).toBeUndefined()
    expect(readPublicKeyInfo(readDer(spkiOf(name, info.keyBytes, derNull()))).kind.type).toBe('unknown')
    expect(readPublicKeyInfo(readDer(spkiOf(name, info.keyBytes.subarray(1)))).kind.type).toBe('unknown')
    expect(info.kind).toEqual({ type: 'ml-dsa', set: setOf(name) })
  })
})

it('the digest of a document is as strong as the signature over it', () => {
  const strong = NAMES.map((name) =>
    ['sha1', 'sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-512'].filter((digest) => {
      const algorithm = digestByName(digest)
      return algorithm !== undefined && isStrongEnough(setOf(name), algorithm)
    }),
  )
  expect(strong).toEqual([
    ['sha256', 'sha384', 'sha512', 'sha3-256', 'sha3-512'],
    ['sha384', 'sha512', 'sha3-512'],
    ['sha512', 'sha3-512'],
  ])
})

const DAY = 86_400_000

/** A root that signs with one set, and a signer's certificate with another. */
function makeIdentity(rootName: Name, name: Name): { readonly root: Uint8Array; readonly identity: SigningIdentity } {
  const [rootKey, key] = [
    keyOf(
      rootName,
      seed.map((byte) => byte ^ 0x55),
    ),
    keyOf(name),
  ]
  const scheme = { type: 'ml-dsa', set: setOf(rootName) } as const
  const issuer = encodeName([[OID.commonName, 'Quantum Root']])
  const certify = (subject: Uint8Array, publicKey: Uint8Array, extensions: readonly Uint8Array[]) => {
    const [notBefore, notAfter] = [new Date(Date.now() - DAY), new Date(Date.now() + 365 * DAY)]
    const tbs = encodeTbsCertificate({ issuer, subject, notBefore, notAfter, publicKey, extensions, scheme })
    return encodeCertificate(tbs, scheme, rootKey.sign(tbs))
  }
  const keyUsage = (bits: number, unused: number) =>
    encodeExtension(OID.keyUsage, encodeDer(0x03, Uint8Array.of(unused, bits)), true)
  const root = certify(issuer, rootKey.info.der, [
    encodeExtension(OID.basicConstraints, derSequence(derTrue()), true),
    keyUsage(0x06, 1),
  ])
  const leaf = certify(encodeName([[OID.commonName, 'Ada Lovelace']]), key.info.der, [keyUsage(0xc0, 6)])
  return { root, identity: { certificates: [leaf, root], algorithm: { name }, sign: (data) => key.sign(data) } }
}

const request = requestWith()

it.each([
  ['ML-DSA-87', 'ML-DSA-44', 'SHA-256'],
  ['ML-DSA-44', 'ML-DSA-65', 'SHA-512'],
  ['ML-DSA-65', 'ML-DSA-87', 'SHA-512'],
] as const)(
  'a root with %s, a signer with %s: signed, verified, and broken by a change',
  async (rootName, name, digest) => {
    const { root, identity } = makeIdentity(rootName, name)
    const { bytes } = await signDocument(makePdf(ONE_PAGE), request, { identity })
    const report = await verifyDocument(bytes, { trustAnchors: [root] })
    expect(report.valid).toBe(true)
    expect(report.signers[0]).toMatchObject({
      algorithm: { signature: name, digest, keyBits: null, dated: [] },
      trust: { status: 'trusted' },
    })
    const changed = Uint8Array.from(bytes)
    changed[20] = (changed[20] ?? 0) ^ 1
    expect((await verifyDocument(changed)).valid).toBe(false)
  },
)

/** A key of Node.js; undefined before release 24.6, which has none of this kind. */
function nativeKey(name: string): KeyObject | undefined {
  try {
    const generate = generateKeyPairSync as unknown as (type: string) => { readonly privateKey: KeyObject }
    return generate(name.toLowerCase()).privateKey
  } catch {
    return undefined
  }
}

it.skipIf(nativeKey('ML-DSA-65') === undefined)('a PEM key of Node.js signs what the package verifies', async () => {
  for (const name of NAMES) {
    const key = nativeKey(name)
    if (key === undefined) throw new Error(name)
    const spki = Uint8Array.from(createPublicKey(key).export({ type: 'spki', format: 'der' }))
    const info = readPublicKeyInfo(readDer(spki))
    const certificate = certifyKey('Ada Lovelace', spki)
    const pem = key.export({ type: 'pkcs8', format: 'pem' }).toString()
    const identity = await identityFromPem({ key: pem, certificate })
    const data = Buffer.from('I agree.')
    const signature = await identity.sign(data)
    expect(verifyOnTheWeb(name, { raw: info.keyBytes }, data, signature)).toBe(true)
    const { bytes } = await signDocument(makePdf(ONE_PAGE), request, { identity })
    expect((await verifyDocument(bytes)).signers[0]?.algorithm?.signature).toBe(name)
  }
})

it('an algorithm that is not that of the key is refused', async () => {
  const { identity } = makeIdentity('ML-DSA-44', 'ML-DSA-65')
  const wrong = { ...identity, algorithm: { name: 'ML-DSA-44' } } as const
  await expect(signDocument(makePdf(ONE_PAGE), request, { identity: wrong })).rejects.toMatchObject({
    code: 'invalid_identity',
  })
})
