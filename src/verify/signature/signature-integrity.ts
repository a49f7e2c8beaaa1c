/**
 * Checks that a signature is intact: its structure, the digest of what it covers, and the signature value. Who the signer is,
 * and whether to trust them, is checked elsewhere.
 *
 * @module
 */

import { isAllZero } from '../../bytes.js'
import {
  checkSignature,
  importPublicKey,
  readDigestAlgorithm,
  recoverDigestInfo,
  type SignatureScheme,
} from '../../cms/algorithms.js'
import { DerReader, OID, readAlgorithm, readDer, readOctetString, TAG } from '../../cms/asn1.js'
import {
  checkCmsIntegrity,
  describeAlgorithm,
  INTEGRITY_TEXTS,
  IntegrityDraft,
  type IntegrityInput,
  type IntegrityResult,
  isCms,
  runIntegrityCheck,
} from '../../trust/integrity.js'
import { quoteText } from '../foreign-text.js'

export type { IntegrityInput, IntegrityResult } from '../../trust/integrity.js'

/**
 * Checks one signature. Never throws for anything that stands in the file.
 *
 * @example
 * ```ts
 * const { status, certificate } = checkSignatureIntegrity({ contents, subFilter, signedRanges, isTimestamp: false })
 * ```
 */
export function checkSignatureIntegrity(input: IntegrityInput): IntegrityResult {
  return runIntegrityCheck(new IntegrityDraft(input), checkContents)
}

function checkContents(draft: IntegrityDraft) {
  const { contents, subFilter, isTimestamp } = draft.input
  if (isAllZero(contents)) return draft.fail('contents_empty', 'The signature is empty: /Contents holds no bytes.')
  if (isTimestamp && subFilter !== 'ETSI.RFC3161') {
    return draft.fail('sub_filter_mismatch', 'A document time stamp must have the SubFilter ETSI.RFC3161.')
  }
  if (subFilter === 'adbe.x509.rsa_sha1') return checkBareSignature(draft)
  if (!isCms(subFilter)) {
    const name = subFilter === undefined ? 'missing' : quoteText(subFilter)
    draft.doubt('sub_filter_unknown', `The kind of signature (SubFilter ${name}) is not known.`)
  }
  checkCmsIntegrity(draft)
}

/**
 * Checks adbe.x509.rsa_sha1: /Contents is a PKCS#1 signature in an OCTET STRING, and /Cert has the certificates (12.8.3.2).
 */
function checkBareSignature(draft: IntegrityDraft) {
  const { contents, cert, signedRanges } = draft.input
  const value = readDer(contents)
  const signature = readOctetString(value)
  draft.signatureValue = signature
  if (!isAllZero(contents.subarray(value.end))) {
    draft.fail('contents_trailing_data', INTEGRITY_TEXTS.contents_trailing_data)
  }
  draft.readCertificates(cert === undefined ? [] : cert instanceof Uint8Array ? [cert] : cert)
  const [certificate] = draft.certificates
  if (certificate === undefined) {
    return draft.doubt('signer_certificate_missing', INTEGRITY_TEXTS.signer_certificate_missing)
  }
  draft.certificate = certificate
  // /Cert is in the signature dictionary, which is signed.
  draft.bindsCertificate = true
  const { publicKey } = certificate
  // The name mentions SHA-1 only, but other digests are permitted since PDF 1.6 (table 260).
  const info = publicKey.kind.type === 'rsa' ? recoverDigestInfo(importPublicKey(publicKey), signature) : undefined
  if (info === undefined) return draft.fail('signature_mismatch', INTEGRITY_TEXTS.signature_mismatch)
  const reader = new DerReader(readDer(info), TAG.sequence)
  const identifier = readAlgorithm(reader.read(TAG.sequence, 'a digest algorithm'))
  const digest = readDigestAlgorithm(identifier)
  const scheme: SignatureScheme | undefined = digest && { type: 'rsa', digest }
  draft.algorithm = describeAlgorithm(digest, identifier.oid, scheme, OID.rsaEncryption, publicKey)
  if (scheme === undefined) {
    return draft.doubt('digest_unsupported', INTEGRITY_TEXTS.digest_unsupported(identifier.oid))
  }
  if (!draft.canReadRanges() || checkSignature(scheme, publicKey, signedRanges, signature) === 'match') return
  draft.fail('digest_mismatch', INTEGRITY_TEXTS.digest_mismatch)
}
