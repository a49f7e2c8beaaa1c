/**
 * A throw-away identity for trying things out.
 *
 * @module
 */

import { generateKeyPair, hash, type KeyObject, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { readDer } from '../../cms/der.js'
import {
  derBitString,
  derExplicit,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derTime,
  derTrue,
  derUtf8String,
  encodeDer,
} from '../../cms/der-writer.js'
import { OID } from '../../cms/oids.js'
import { type PublicKeyInfo, readPublicKeyInfo } from '../../cms/public-key.js'
import { encodeSignatureAlgorithm, type SigningScheme } from '../../cms/signed-data-writer.js'
import { parseCertificate } from '../../cms/x509.js'
import { SealwrightError } from '../../errors.js'
import type { SignatureAlgorithm, SigningIdentity } from './identity.js'
import { resolveScheme } from './identity-algorithm.js'
import { createLocalIdentity, createSigner } from './identity-local-key.js'

const DAY = 24 * 60 * 60 * 1000
const VALID_DAYS = 30
/** Computers' clocks differ a little. */
const CLOCK_SKEW = 5 * 60 * 1000

/** RFC 5280, appendix A.1: ub-common-name. */
const MAX_COMMON_NAME = 64

export interface DevelopmentIdentityOptions {
  /** Stands in the certificate before "(development only, not trusted)". */
  readonly name?: string
  /** ECDSA on P-256 with SHA-256 by default; RSA keys have 2048 bits. */
  readonly algorithm?: SignatureAlgorithm
  /** Beginning of the 30 days of validity. */
  readonly now?: Date
}

/**
 * Makes a new key with a self-signed certificate, valid for 30 days, whose subject says that it is for development only.
 * No one trusts its signatures, and nothing of it is kept.
 *
 * @throws SealwrightError `invalid_identity` when `now` or `algorithm` make no sense
 *
 * @example
 * ```ts
 * const { bytes } = await signDocument(pdf, request, { identity: await developmentIdentity() })
 * ```
 */
export async function developmentIdentity(options: DevelopmentIdentityOptions = {}): Promise<SigningIdentity> {
  const { name = 'Sealwright', algorithm = { name: 'ECDSA', hash: 'SHA-256' }, now = new Date() } = options
  const year = now.getUTCFullYear()
  if (!(year >= 1970 && year < 9999)) {
    throw new SealwrightError('invalid_identity', 'The time for the development certificate is not a usable date.')
  }
  const pair = await generateKey(algorithm)
  const publicKey = readPublicKeyInfo(readDer(pair.publicKey.export({ type: 'spki', format: 'der' })))
  const scheme = resolveScheme(algorithm, publicKey)
  const tbs = encodeTbsCertificate(name, now, publicKey, scheme)
  const signature = createSigner(pair.privateKey, scheme)(tbs)
  const certificate = derSequence(tbs, encodeSignatureAlgorithm(scheme), derBitString(signature))
  return createLocalIdentity([pair.privateKey], [parseCertificate(certificate)], algorithm)
}

const EC_CURVES = { 'SHA-256': 'P-256', 'SHA-384': 'P-384', 'SHA-512': 'P-521' } as const

function generateKey(algorithm: SignatureAlgorithm): Promise<{ publicKey: KeyObject; privateKey: KeyObject }> {
  switch (algorithm.name) {
    case 'Ed25519':
      return promisify(generateKeyPair)('ed25519')
    case 'ECDSA':
      return promisify(generateKeyPair)('ec', { namedCurve: EC_CURVES[algorithm.hash] })
    default:
      return promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  }
}

function encodeTbsCertificate(name: string, now: Date, publicKey: PublicKeyInfo, scheme: SigningScheme): Uint8Array {
  const subject = encodeName(name)
  const notBefore = new Date(now.getTime() - CLOCK_SKEW)
  const notAfter = new Date(now.getTime() + VALID_DAYS * DAY)
  const serialNumber = randomBytes(16)
  serialNumber[0] = ((serialNumber[0] ?? 0) & 0x3f) | 0x40
  return derSequence(
    derExplicit(0, derInteger(2)),
    derInteger(serialNumber),
    encodeSignatureAlgorithm(scheme),
    subject,
    derSequence(derTime(notBefore), derTime(notAfter)),
    subject,
    publicKey.der,
    derExplicit(3, encodeExtensions(publicKey)),
  )
}

function encodeName(name: string): Uint8Array {
  const suffix = ' (development only, not trusted)'
  const commonName = Array.from(name)
    .slice(0, MAX_COMMON_NAME - suffix.length)
    .join('')
  return derSequence(derSetOf([derSequence(derOid(OID.commonName), derUtf8String(commonName + suffix))]))
}

function encodeExtensions(publicKey: PublicKeyInfo): Uint8Array {
  const keyIdentifier = hash('sha1', publicKey.keyBytes, 'buffer')
  return derSequence(
    encodeExtension(OID.basicConstraints, derSequence(), true),
    // digitalSignature and nonRepudiation, the first two bits
    encodeExtension(OID.keyUsage, derBitString(Uint8Array.of(0xc0), 6), true),
    encodeExtension(OID.subjectKeyIdentifier, derOctetString(keyIdentifier)),
    encodeExtension(OID.authorityKeyIdentifier, derSequence(encodeDer(0x80, keyIdentifier))),
  )
}

function encodeExtension(oid: string, value: Uint8Array, isCritical = false): Uint8Array {
  const fields = [derOid(oid), derOctetString(value)]
  if (isCritical) fields.splice(1, 0, derTrue())
  return derSequence(...fields)
}
