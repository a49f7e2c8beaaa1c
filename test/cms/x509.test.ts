/**
 * Certificates, read as OpenSSL and `node:crypto` read them.
 *
 * @module
 */

import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { isKeyFor } from '../../src/cms/algorithm/public-key.js'
import { childrenOf, contentOf, encodingOf, readDer } from '../../src/cms/asn1/der.js'
import { derNull, derSequence, encodeDer } from '../../src/cms/asn1/der-writer.js'
import { namesIssuer, orderChain } from '../../src/cms/certificate/certificate-chain.js'
import { isIssuedBy } from '../../src/cms/certificate/certificate-signature.js'
import { equalNames } from '../../src/cms/certificate/distinguished-name.js'
import { type Certificate, parseCertificate } from '../../src/cms/certificate/x509.js'
import {
  authorityKeyIdentifierOf,
  basicConstraintsOf,
  extendedKeyUsageOf,
  keyUsageOf,
  subjectAltEmailsOf,
  subjectKeyIdentifierOf,
} from '../../src/cms/certificate/x509-extensions.js'
import { SealwrightError } from '../../src/errors.js'
import { createRandom, mutate } from '../support/mutate.js'
import { hasTool } from '../support/tools.js'
import { KEY_KINDS, makeCredential, pemToDer, type TestCredential } from './openssl-keys.js'

describe.skipIf(!hasTool('openssl'))('certificates made by OpenSSL', () => {
  let root: TestCredential
  let leafDer: Uint8Array
  let leaf: Certificate

  beforeAll(() => {
    root = makeCredential({
      kind: 'p256',
      subject: '/O=Test/CN=Root',
      extensions: [
        'basicConstraints=critical,CA:TRUE,pathlen:1',
        'keyUsage=critical,keyCertSign,cRLSign',
        'subjectKeyIdentifier=hash',
      ],
    })
    const { certificate } = makeCredential({
      issuer: root,
      subject: '/O=Ateliér Ünïcode/CN=Ada Lovelace/emailAddress=old@example.org',
      extensions: [
        'basicConstraints=CA:FALSE',
        'keyUsage=critical,digitalSignature,nonRepudiation',
        'extendedKeyUsage=emailProtection,1.3.6.1.5.5.7.3.36',
        'subjectKeyIdentifier=hash',
        'authorityKeyIdentifier=keyid',
        'subjectAltName=email:ada@example.org,DNS:example.org,email:second@example.org',
      ],
    })
    leafDer = pemToDer(certificate)
    leaf = parseCertificate(leafDer)
  })

  it('is not read with something behind its parts, as no other program reads it', () => {
    const [tbs] = childrenOf(readDer(leafDer))
    const fields = tbs === undefined ? [] : Array.from(childrenOf(tbs), encodingOf)
    const [version = new Uint8Array(), , algorithm = new Uint8Array(), , validity = new Uint8Array()] = fields
    const extensions = fields.at(-1) ?? new Uint8Array()
    const build = (changed: Uint8Array, to: Uint8Array) =>
      derSequence(
        derSequence(...fields.map((field) => (field === changed ? to : field))),
        ...Array.from(childrenOf(readDer(leafDer)), encodingOf).slice(1),
      )
    const longer = (field: Uint8Array) => encodeDer(field[0] ?? 0, contentOf(readDer(field)), derNull())
    expect(parseCertificate(build(version, version)).der).toEqual(leafDer)
    for (const field of [version, algorithm, validity, extensions]) {
      const more = field === algorithm ? longer(longer(field)) : longer(field)
      expect(() => parseCertificate(build(field, more))).toThrow(SealwrightError)
    }
    // Extensions under the tag of a unique identifier.
    const hidden = Uint8Array.from(extensions)
    hidden[0] = 0xa2
    expect(() => parseCertificate(build(extensions, hidden))).toThrow(SealwrightError)
  })

  it('reads names, serial number and validity as node:crypto does', () => {
    const other = new X509Certificate(leafDer)
    expect(leaf.subject.commonName).toBe('Ada Lovelace')
    expect(leaf.subject.organization).toBe('Ateliér Ünïcode')
    expect(leaf.subject.email).toBe('old@example.org')
    expect(leaf.issuer.commonName).toBe('Root')
    expect(leaf.notBefore).toEqual(new Date(other.validFrom))
    expect(leaf.notAfter).toEqual(new Date(other.validTo))
    expect(BigInt(`0x${Buffer.from(leaf.serialNumber).toString('hex')}`)).toBe(BigInt(`0x${other.serialNumber}`))
    expect(leaf.publicKey.der).toEqual(new Uint8Array(other.publicKey.export({ type: 'spki', format: 'der' })))
    expect(leaf.version).toBe(3)
  })

  it('reads the extensions', () => {
    const rootCertificate = parseCertificate(pemToDer(root.certificate))
    expect(keyUsageOf(leaf)).toEqual(new Set(['digitalSignature', 'nonRepudiation']))
    expect(basicConstraintsOf(leaf)).toEqual({ isCa: false, pathLength: undefined })
    expect(basicConstraintsOf(rootCertificate)).toEqual({ isCa: true, pathLength: 1 })
    expect(extendedKeyUsageOf(leaf)).toEqual(['1.3.6.1.5.5.7.3.4', '1.3.6.1.5.5.7.3.36'])
    expect(subjectAltEmailsOf(leaf)).toEqual(['ada@example.org', 'second@example.org'])
    expect(authorityKeyIdentifierOf(leaf)).toEqual(subjectKeyIdentifierOf(rootCertificate))
    expect(leaf.extensions.find((extension) => extension.oid === '2.5.29.15')?.critical).toBe(true)
    expect(extendedKeyUsageOf(rootCertificate)).toBeUndefined()
  })

  it('tells the issuer and its signature', () => {
    const issuer = parseCertificate(pemToDer(root.certificate))
    expect(namesIssuer(leaf, issuer)).toBe(true)
    expect(isIssuedBy(leaf, issuer)).toBe(true)
    expect(isIssuedBy(issuer, issuer)).toBe(true)
    expect(isIssuedBy(issuer, leaf)).toBe(false)
    expect(orderChain(leaf, [issuer, leaf])).toEqual([leaf, issuer])
    expect(equalNames(leaf.issuer, issuer.subject)).toBe(true)
    expect(equalNames(leaf.subject, issuer.subject)).toBe(false)
  })

  it('tells the kinds of keys', () => {
    const kinds = Object.entries(KEY_KINDS).map(([name]) => {
      const { certificate } = makeCredential({ kind: name as keyof typeof KEY_KINDS })
      return [name, parseCertificate(pemToDer(certificate)).publicKey.kind]
    })
    expect(Object.fromEntries(kinds)).toEqual({
      rsa: { type: 'rsa', modulusBits: 2048 },
      rsaPss: { type: 'rsa-pss', modulusBits: 2048, parameters: undefined },
      rsaPss384: {
        type: 'rsa-pss',
        modulusBits: 2048,
        parameters: { hash: 'sha384', mgfHash: 'sha384', saltLength: 50 },
      },
      p256: { type: 'ec', curve: 'P-256', bits: 256 },
      p384: { type: 'ec', curve: 'P-384', bits: 384 },
      p521: { type: 'ec', curve: 'P-521', bits: 521 },
      brainpool: { type: 'ec', curve: 'brainpoolP256r1', bits: 256 },
      ed25519: { type: 'ed25519' },
      ed448: { type: 'ed448' },
    })
  })

  it('tells whether a key belongs to a certificate, and leaves no error behind when it is of another type', () => {
    const own = makeCredential({ kind: 'p256' })
    const info = parseCertificate(pemToDer(own.certificate)).publicKey
    expect(isKeyFor(createPrivateKey(own.key), info)).toBe(true)
    for (const kind of ['p256', 'p384', 'rsa', 'ed25519'] as const) {
      expect(isKeyFor(createPrivateKey(makeCredential({ kind }).key), info)).toBe(false)
      expect(createPublicKey(own.key).asymmetricKeyType).toBe('ec')
    }
  })

  it('refuses truncated and extended certificates', () => {
    for (const bytes of [leafDer.subarray(0, -1), new Uint8Array([...leafDer, 0]), new Uint8Array(0)]) {
      expect(() => parseCertificate(bytes)).toThrow(expect.objectContaining({ code: 'invalid_asn1' }))
    }
  })

  it('survives damage with nothing but SealwrightError', () => {
    const random = createRandom(11)
    let refused = 0
    for (let i = 0; i < 3000; i++) {
      try {
        const certificate = parseCertificate(mutate(leafDer, random).bytes)
        keyUsageOf(certificate)
        basicConstraintsOf(certificate)
        extendedKeyUsageOf(certificate)
        subjectAltEmailsOf(certificate)
        authorityKeyIdentifierOf(certificate)
        isIssuedBy(certificate, certificate)
      } catch (error) {
        if (!(error instanceof SealwrightError)) throw error
        refused++
      }
    }
    expect(refused).toBeGreaterThan(1000)
  })
})
