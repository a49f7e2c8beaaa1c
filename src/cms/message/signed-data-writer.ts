/**
 * Writes detached CMS SignedData (RFC 5652, 5) with the signed attributes of a PAdES baseline signature (ETSI EN 319 142-1,
 * 6.3): contentType, messageDigest and signing-certificate-v2. There is no signingTime, since the time is in /M.
 *
 * Everything that does not depend on the document is encoded once, and a signature only combines its parts.
 *
 * @module
 */

import { concatBytes } from '../../bytes.js'
import type { MlDsaSet } from '../algorithm/ml-dsa.js'
import { encodePssParameters } from '../algorithm/pss-parameters.js'
import { encodeAlgorithm } from '../asn1/algorithm-identifier.js'
import { encodingOf, listOf, readDer, TAG } from '../asn1/der.js'
import {
  derInteger,
  derNull,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  encodeDer,
  headerLength,
  writeHeader,
} from '../asn1/der-writer.js'
import { OID } from '../asn1/oids.js'
import type { Certificate } from '../certificate/x509.js'
import { encodeSigningCertificateV2 } from './signing-certificate.js'

/** The SHA-2 hashes of our signatures, as node:crypto names them. */
export type SigningHash = 'sha256' | 'sha384' | 'sha512'

/**
 * Schemes of our signatures. Ed25519 and ML-DSA name no hash. Their document digest is SHA-512 (RFC 8419, 3.1; RFC 9882,
 * 3.3), or SHA-256 where that is strong enough.
 */
export type SigningScheme =
  | { readonly type: 'rsa'; readonly hash: SigningHash }
  | { readonly type: 'ecdsa'; readonly hash: SigningHash }
  | { readonly type: 'rsa-pss'; readonly hash: SigningHash; readonly saltLength: number }
  | { readonly type: 'ed25519' }
  | { readonly type: 'ml-dsa'; readonly set: MlDsaSet }

/** The encoded parts of a SignedData that are the same for every document. */
export interface SignedDataTemplate {
  readonly digestAlgorithm: SigningHash
  /** Length of the document digest in bytes. */
  readonly digestLength: number
  /** Signed attributes as SET OF, in which the digest is to be written at `digestOffset`. */
  readonly signedAttrs: Uint8Array
  readonly digestOffset: number
  /** The encoding of SignedData up to its signerInfos. */
  readonly head: Uint8Array
  /** The encoding of SignerInfo up to the signed attributes. */
  readonly signerHead: Uint8Array
  readonly signatureAlgorithm: Uint8Array
}

const HASH_FACTS = {
  sha256: { oid: OID.sha256, length: 32, rsa: OID.sha256WithRsa, ecdsa: OID.ecdsaWithSha256 },
  sha384: { oid: OID.sha384, length: 48, rsa: OID.sha384WithRsa, ecdsa: OID.ecdsaWithSha384 },
  sha512: { oid: OID.sha512, length: 64, rsa: OID.sha512WithRsa, ecdsa: OID.ecdsaWithSha512 },
} as const

/** Length of a SHA-2 digest in bytes. */
export function hashLength(hash: SigningHash): number {
  return HASH_FACTS[hash].length
}

/**
 * Encodes the parts that are constant for one signer.
 *
 * @param leaf the signer's certificate
 * @param chain further certificates to include, in any order
 */
export function createSignedDataTemplate(
  leaf: Certificate,
  chain: readonly Uint8Array[],
  scheme: SigningScheme,
): SignedDataTemplate {
  const digestAlgorithm = digestFor(scheme)
  const facts = HASH_FACTS[digestAlgorithm]
  // RFC 5754, 2: SHA-2 identifiers in CMS are written without parameters.
  const digestIdentifier = encodeAlgorithm(facts.oid)
  const signedAttrs = derSetOf([
    encodeAttribute(OID.contentType, derOid(OID.data)),
    encodeAttribute(OID.messageDigest, derOctetString(new Uint8Array(facts.length))),
    encodeAttribute(
      OID.signingCertificateV2,
      encodeSigningCertificateV2(leaf, { oid: facts.oid, name: digestAlgorithm }),
    ),
  ])
  return {
    digestAlgorithm,
    digestLength: facts.length,
    signedAttrs,
    digestOffset: findDigestOffset(signedAttrs, facts.length),
    head: concatBytes([
      derInteger(1),
      derSetOf([digestIdentifier]),
      derSequence(derOid(OID.data)),
      derSetOf([leaf.der, ...chain], 0xa0),
    ]),
    signerHead: concatBytes([
      derInteger(1),
      derSequence(leaf.issuer.der, encodeDer(TAG.integer, leaf.serialNumber)),
      digestIdentifier,
    ]),
    signatureAlgorithm: encodeSignatureAlgorithm(scheme),
  }
}

function digestFor(scheme: SigningScheme): SigningHash {
  if ('hash' in scheme) return scheme.hash
  return scheme.type === 'ml-dsa' && scheme.set.strength === 128 ? 'sha256' : 'sha512'
}

function encodeAttribute(oid: string, value: Uint8Array): Uint8Array {
  return derSequence(derOid(oid), derSetOf([value]))
}

/** Position of the digest in the messageDigest attribute, which DER's order may put anywhere. */
function findDigestOffset(signedAttrs: Uint8Array, digestLength: number): number {
  const attribute = encodeAttribute(OID.messageDigest, derOctetString(new Uint8Array(digestLength)))
  const at = Buffer.from(signedAttrs.buffer, signedAttrs.byteOffset, signedAttrs.byteLength).indexOf(attribute)
  return at + attribute.length - digestLength
}

/** The AlgorithmIdentifier of a signature, as CMS and X.509 write it. */
export function encodeSignatureAlgorithm(scheme: SigningScheme): Uint8Array {
  switch (scheme.type) {
    case 'rsa':
      return encodeAlgorithm(HASH_FACTS[scheme.hash].rsa, derNull())
    case 'rsa-pss': {
      const parameters = encodePssParameters(HASH_FACTS[scheme.hash].oid, scheme.saltLength)
      return encodeAlgorithm(OID.rsassaPss, parameters)
    }
    case 'ecdsa':
      return encodeAlgorithm(HASH_FACTS[scheme.hash].ecdsa)
    case 'ed25519':
      return encodeAlgorithm(OID.ed25519)
    case 'ml-dsa':
      return encodeAlgorithm(scheme.set.oid)
  }
}

/** Adds further encoded signed attributes to a template. */
export function withSignedAttributes(template: SignedDataTemplate, further: readonly Uint8Array[]): SignedDataTemplate {
  if (further.length === 0) return template
  const signedAttrs = derSetOf([...listOf(readDer(template.signedAttrs), MAX_ATTRIBUTES).map(encodingOf), ...further])
  return { ...template, signedAttrs, digestOffset: findDigestOffset(signedAttrs, template.digestLength) }
}

/** Most signed attributes. A dozen kinds are in use. */
const MAX_ATTRIBUTES = 64

/** The signed attribute with a time stamp over the content (ETSI EN 319 122-1, 5.2.8). */
export function encodeContentTimestamp(token: Uint8Array): Uint8Array {
  return encodeAttribute(OID.contentTimestamp, token)
}

/** The signed attributes for a document digest: the bytes to sign. `digest` must have the template's `digestLength`. */
export function encodeSignedAttrs(template: SignedDataTemplate, digest: Uint8Array): Uint8Array {
  const signedAttrs = template.signedAttrs.slice()
  signedAttrs.set(digest, template.digestOffset)
  return signedAttrs
}

/** Size of the ContentInfo with a signature of `signatureLength` bytes. */
export function signedDataLength(template: SignedDataTemplate, signatureLength: number): number {
  return withHeader(lengthsOf(template, template.signedAttrs.length, signatureLength).contentInfo)
}

/** Encodes the finished ContentInfo. */
export function encodeSignedData(
  template: SignedDataTemplate,
  signedAttrs: Uint8Array,
  signature: Uint8Array,
): Uint8Array {
  const lengths = lengthsOf(template, signedAttrs.length, signature.length)
  const out = new Uint8Array(withHeader(lengths.contentInfo))
  let at = writeHeader(out, 0, TAG.sequence, lengths.contentInfo)
  at = put(out, at, SIGNED_DATA_OID)
  at = writeHeader(out, at, 0xa0, withHeader(lengths.signedData))
  at = writeHeader(out, at, TAG.sequence, lengths.signedData)
  at = put(out, at, template.head)
  at = writeHeader(out, at, TAG.set, withHeader(lengths.signerInfo))
  at = writeHeader(out, at, TAG.sequence, lengths.signerInfo)
  at = put(out, at, template.signerHead)
  const attributesAt = at
  at = put(out, at, signedAttrs)
  out[attributesAt] = 0xa0
  at = put(out, at, template.signatureAlgorithm)
  at = writeHeader(out, at, TAG.octetString, signature.length)
  put(out, at, signature)
  return out
}

const SIGNED_DATA_OID = Uint8Array.of(0x06, 9, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x07, 0x02)

/** Lengths of the contents of the nested values. */
function lengthsOf(template: SignedDataTemplate, attributesLength: number, signatureLength: number) {
  const { signerHead, signatureAlgorithm, head } = template
  const signerInfo = signerHead.length + attributesLength + signatureAlgorithm.length + withHeader(signatureLength)
  const signedData = head.length + withHeader(withHeader(signerInfo))
  const contentInfo = SIGNED_DATA_OID.length + withHeader(withHeader(signedData))
  return { signerInfo, signedData, contentInfo }
}

function withHeader(length: number): number {
  return headerLength(length) + length
}

function put(out: Uint8Array, at: number, bytes: Uint8Array): number {
  out.set(bytes, at)
  return at + bytes.length
}
