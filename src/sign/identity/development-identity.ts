/**
 * Creates a temporary identity for trying things out.
 *
 * @module
 */

import { type PublicKeyInfo, readPublicKeyInfo } from '../../cms/algorithms.js'
import { derBitString, derOctetString, derSequence, encodeDer, OID, readDer } from '../../cms/asn1.js'
import {
  encodeCertificate,
  encodeExtension,
  encodeName,
  encodeTbsCertificate,
  parseCertificate,
} from '../../cms/certificates.js'
import { SealwrightError } from '../../errors.js'
import { checkOptions, MOMENT, type OptionTable, TEXT } from '../../input/check-options.js'
import { SIGNATURE_ALGORITHM } from '../../input/identity-checks.js'
import { hash } from '../../platform/hashes.js'
import type { SignatureAlgorithm, SigningIdentity } from './identity.js'
import { resolveScheme } from './identity-algorithm.js'
import { createLocalIdentity, createSigner, generateKey } from './identity-local-key.js'

const DAY = 24 * 60 * 60 * 1000
const VALID_DAYS = 30
/** Milliseconds by which the validity begins earlier, since computers' clocks differ a little. */
const CLOCK_SKEW = 5 * 60 * 1000

/** Longest common name (RFC 5280, appendix A.1: ub-common-name). */
const MAX_COMMON_NAME = 64

export interface DevelopmentIdentityOptions {
  /** Name in the certificate before "(development only, not trusted)". */
  readonly name?: string | undefined
  /** ECDSA on P-256 with SHA-256 by default; RSA keys have 2048 bits. */
  readonly algorithm?: SignatureAlgorithm | undefined
  /** Beginning of the 30 days of validity. */
  readonly now?: Date | undefined
}

/**
 * Makes a new key with a self-signed certificate, valid for 30 days, whose subject says that it is for development only.
 * No one trusts its signatures, and nothing of it is kept.
 *
 * @throws SealwrightError `invalid_request` for options of another form, `invalid_identity` for a year before 1970 or past 9998
 *
 * @example
 * ```ts
 * const { bytes } = await signDocument(pdf, request, { identity: await developmentIdentity() })
 * ```
 */
export async function developmentIdentity(options: DevelopmentIdentityOptions = {}): Promise<SigningIdentity> {
  checkOptions(options, OPTIONS)
  const { name = 'Sealwright', algorithm = { name: 'ECDSA', hash: 'SHA-256' }, now = new Date() } = options
  const year = now.getUTCFullYear()
  if (!(year >= 1970 && year < 9999)) {
    throw new SealwrightError('invalid_identity', 'The time for the development certificate is not a usable date.')
  }
  const pair = await generateKey(algorithm)
  const publicKey = readPublicKeyInfo(readDer(pair.publicKey.export({ type: 'spki', format: 'der' })))
  const scheme = resolveScheme(algorithm, publicKey)
  const subject = nameOf(name)
  const tbs = encodeTbsCertificate({
    issuer: subject,
    subject,
    notBefore: new Date(now.getTime() - CLOCK_SKEW),
    notAfter: new Date(now.getTime() + VALID_DAYS * DAY),
    publicKey: publicKey.der,
    extensions: encodeExtensions(publicKey),
    scheme,
  })
  const certificate = encodeCertificate(tbs, scheme, createSigner(pair.privateKey, scheme)(tbs))
  return createLocalIdentity([pair.privateKey], [parseCertificate(certificate)], algorithm)
}

const OPTIONS: OptionTable<DevelopmentIdentityOptions> = { name: TEXT, algorithm: SIGNATURE_ALGORITHM, now: MOMENT }

function nameOf(name: string): Uint8Array {
  const suffix = ' (development only, not trusted)'
  const commonName = Array.from(name)
    .slice(0, MAX_COMMON_NAME - suffix.length)
    .join('')
  return encodeName([[OID.commonName, commonName + suffix]])
}

function encodeExtensions(publicKey: PublicKeyInfo): Uint8Array[] {
  const keyIdentifier = hash('sha1', publicKey.keyBytes, 'buffer')
  return [
    encodeExtension(OID.basicConstraints, derSequence(), true),
    // digitalSignature and nonRepudiation, the first two bits
    encodeExtension(OID.keyUsage, derBitString(Uint8Array.of(0xc0), 6), true),
    encodeExtension(OID.subjectKeyIdentifier, derOctetString(keyIdentifier)),
    encodeExtension(OID.authorityKeyIdentifier, derSequence(encodeDer(0x80, keyIdentifier))),
  ]
}
