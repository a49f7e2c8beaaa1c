/**
 * The algorithms that signatures of trusted lists may use (XML-DSig, RFC 9231). Unsafe ones are left out.
 *
 * @module
 */

import { digestByName, type SignatureScheme } from '../../cms/algorithms.js'

/** Digest algorithms by their identifiers in XML, with the names that node:crypto uses. */
export const XML_DIGESTS: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2001/04/xmlenc#sha256', 'sha256'],
  ['http://www.w3.org/2001/04/xmldsig-more#sha384', 'sha384'],
  ['http://www.w3.org/2001/04/xmlenc#sha512', 'sha512'],
  ['http://www.w3.org/2007/05/xmldsig-more#sha3-256', 'sha3-256'],
  ['http://www.w3.org/2007/05/xmldsig-more#sha3-384', 'sha3-384'],
  ['http://www.w3.org/2007/05/xmldsig-more#sha3-512', 'sha3-512'],
])

/** Digest algorithms that may also identify the signer's certificate. Its bytes are pinned, so SHA-1 is safe here. */
export const NAMING_DIGESTS: ReadonlyMap<string, string> = new Map([
  ...XML_DIGESTS,
  ['http://www.w3.org/2000/09/xmldsig#sha1', 'sha1'],
])

const SIGNATURE_ALGORITHM =
  /^http:\/\/www\.w3\.org\/(?:2001\/04\/xmldsig-more#(rsa|ecdsa)-(sha256|sha384|sha512)|2007\/05\/xmldsig-more#(sha256|sha384|sha512)-rsa-MGF1)$/

const EDDSA: ReadonlyMap<string, 'ed25519' | 'ed448'> = new Map([
  ['http://www.w3.org/2021/04/xmldsig-more#eddsa-ed25519', 'ed25519'],
  ['http://www.w3.org/2021/04/xmldsig-more#eddsa-ed448', 'ed448'],
])

/** The signature scheme of an identifier; undefined for one that is not accepted. */
export function readXmlSignatureAlgorithm(identifier: string): SignatureScheme | undefined {
  const curve = EDDSA.get(identifier)
  if (curve !== undefined) return { type: curve, digest: undefined }
  const [, type, hash, pssHash] = SIGNATURE_ALGORITHM.exec(identifier) ?? []
  const digest = digestByName(hash ?? pssHash ?? '')
  if (digest === undefined) return undefined
  // RFC 9231, 2.3.10: the salt is as long as the digest, and both hashes are the same.
  if (pssHash !== undefined) return { type: 'rsa-pss', digest, mgfDigest: digest, saltLength: digest.bytes }
  // The value is r followed by s (RFC 6931, 2.3.6).
  return type === 'rsa' ? { type: 'rsa', digest } : { type: 'ecdsa', digest, plain: true }
}
