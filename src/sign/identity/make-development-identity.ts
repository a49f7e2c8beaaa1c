/**
 * Makes a key and a certificate for it that says that it is for development only.
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

/**
 * Makes the identity of `developmentIdentity` from options that were checked.
 *
 * @param name its part of the common name
 * @param now beginning of the validity
 */
export async function makeDevelopmentIdentity(
  name: string,
  algorithm: SignatureAlgorithm,
  now: Date,
): Promise<SigningIdentity> {
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
