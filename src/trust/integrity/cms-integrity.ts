/**
 * The integrity of a signature in CMS SignedData (RFC 5652, 5; ISO 32000-2, 12.8.3.3; ETSI EN 319 142-1, 6.3).
 *
 * @module
 */

import {
  type DigestAlgorithm,
  digestOf,
  isStrongEnough,
  readDigestAlgorithm,
  readSignerAlgorithms,
  type SignatureScheme,
} from '../../cms/algorithms.js'
import { equalBytes, OID, TAG } from '../../cms/asn1.js'
import { type Certificate, parseCertificate, subjectKeyIdentifierOf } from '../../cms/certificates.js'
import {
  contentTimestampsOf,
  contentTypeOf,
  hasProtectedAlgorithms,
  isSignerCertificate,
  messageDigestOf,
  parseSignedData,
  revocationArchivalOf,
  type SignedData,
  type SignerInfo,
  signaturePolicyOf,
  signingTimeOf,
} from '../../cms/messages.js'
import { equalNames } from '../../cms/names.js'
import { parseTstInfo } from '../../cms/timestamps.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import { describeAlgorithm, withDigest } from './algorithm-policy.js'
import { checkSigningCertificate, hasSigningCertificate, namesCertificate } from './ess-check.js'
import { IntegrityDraft, runIntegrityCheck } from './integrity-draft.js'
import { INTEGRITY_TEXTS } from './integrity-texts.js'
import { compareValue, explainMismatch } from './signature-value.js'
import { isPades } from './sub-filters.js'

/** Checks the SignedData in /Contents. Throws `invalid_asn1` when it cannot be parsed further. */
export function checkCmsIntegrity(draft: IntegrityDraft) {
  const { subFilter } = draft.input
  const signedData = readContents(draft)
  const [signer, ...others] = signedData.signerInfos
  // There must be a single signer (ISO 32000-2, 12.8.3.3.1).
  if (signer === undefined || others.length > 0) {
    const count = signedData.signerInfos.length
    return draft.fail('signer_count', `The signature must have one signer, but it has ${count}.`)
  }
  draft.signer = signer
  draft.signatureValue = signer.signature
  draft.certificate = findCertificate(draft, signer)
  const { digest, scheme, isDigestImplied } = readSignerAlgorithms(signer)
  if (isDigestImplied) {
    const message =
      'A signature algorithm stands where the digest algorithm belongs; the digest that it implies is used.'
    draft.warn('digest_algorithm_implied', message)
  }
  draft.algorithm = describeAlgorithm(
    digest,
    signer.digestAlgorithm.oid,
    scheme,
    signer.signatureAlgorithm.oid,
    draft.certificate?.publicKey,
  )
  checkContent(draft, signedData)
  checkListedAlgorithm(draft, signedData, signer)
  // In these kinds the signature is over a digest of the document instead of the document.
  const content = subFilter === 'adbe.pkcs7.sha1' || subFilter === 'ETSI.RFC3161' ? signedData.content : undefined
  if (signer.signedAttrsDer !== undefined) checkAttributes(draft, signedData, signer, digest, scheme, content)
  else if (subFilter === 'ETSI.RFC3161') {
    // Content other than id-data needs signed attributes (RFC 5652, 5.3).
    draft.fail('attributes_missing', 'A time stamp must have signed attributes.')
  }
  checkOtherHolders(draft, signer)
  checkValue(draft, signer, { digest, scheme, content })
}

function readContents(draft: IntegrityDraft): SignedData {
  const { contents, isPadding } = draft.input
  const signedData = parseSignedData(contents)
  draft.signedData = signedData
  if (!signedData.isTrailingZero && isPadding?.(contents.length - signedData.trailingBytes) !== true) {
    draft.fail('contents_trailing_data', INTEGRITY_TEXTS.contents_trailing_data)
  }
  draft.readCertificates(signedData.certificates)
  return signedData
}

/** The certificate that the signer's identifier names. Of several, the one that the signed attributes mean. */
function findCertificate(draft: IntegrityDraft, signer: SignerInfo): Certificate | undefined {
  const found = chooseCertificate(draft.certificates, signer) ?? chooseCertificate(readOthers(draft), signer)
  if (found === undefined) {
    draft.doubt('signer_certificate_missing', INTEGRITY_TEXTS.signer_certificate_missing)
  }
  return found
}

function chooseCertificate(certificates: readonly Certificate[], signer: SignerInfo): Certificate | undefined {
  const named = certificates.filter((certificate) => {
    try {
      return isSignerCertificate(signer.sid, certificate, keyIdentifierOf(certificate))
    } catch {
      return false
    }
  })
  if (named.length < 2) return named[0]
  return named.find((certificate) => namesCertificate(signer.signedAttrs, certificate)) ?? named[0]
}

/** Certificates from elsewhere in the document; unreadable ones are ignored. */
function readOthers({ input }: IntegrityDraft): Certificate[] {
  return (input.otherCertificates?.() ?? []).slice(0, CRYPTO_LIMITS.maxSignatureCertificates).flatMap((der) => {
    try {
      return [parseCertificate(der)]
    } catch {
      return []
    }
  })
}

function keyIdentifierOf(certificate: Certificate): Uint8Array | undefined {
  try {
    return subjectKeyIdentifierOf(certificate)
  } catch {
    return undefined
  }
}

/** Checks that the encapsulated content is what the SubFilter says (ISO 32000-2, table 260 and 12.8.3.3). */
function checkContent(draft: IntegrityDraft, { content, contentType }: SignedData) {
  const { subFilter } = draft.input
  if (subFilter === 'ETSI.RFC3161') {
    if (contentType !== OID.tstInfo || content === undefined) {
      return draft.fail('timestamp_malformed', 'The document time stamp holds no time-stamp token.')
    }
    draft.tstInfo = parseTstInfo(content)
    const { imprintAlgorithm, imprint } = draft.tstInfo
    const digest = readDigestAlgorithm(imprintAlgorithm)
    if (digest !== undefined) return checkDigest(draft, digest, imprint)
    draft.doubt('digest_unsupported', INTEGRITY_TEXTS.digest_unsupported(imprintAlgorithm.oid))
    return
  }
  // Other content, such as a time-stamp token, is not a signature of a document (RFC 5652, 5.1).
  if (contentType !== OID.data) {
    draft.fail(
      'content_type_wrong',
      `The signature is over content of the type ${contentType}, and not over plain data.`,
    )
  }
  if (subFilter === 'adbe.pkcs7.sha1') {
    if (content === undefined) return draft.fail('content_missing', 'The signature lacks the digest of the document.')
    checkDigest(draft, SHA1, content)
  } else if (content !== undefined) {
    draft.fail('content_encapsulated', 'A detached signature must not hold content of its own.')
  }
}

const SHA1: DigestAlgorithm = { name: 'sha1', label: 'SHA-1', bytes: 20 }

/** Compares a digest of the signed bytes. Whatever it is made with, the signature is no stronger. */
function checkDigest(draft: IntegrityDraft, algorithm: DigestAlgorithm, expected: Uint8Array) {
  draft.algorithm = withDigest(draft.algorithm, algorithm)
  const actual = draft.digestRanges(algorithm)
  if (actual === undefined || equalBytes(actual, expected)) return
  draft.fail('digest_mismatch', INTEGRITY_TEXTS.digest_mismatch)
}

function checkAttributes(
  draft: IntegrityDraft,
  signedData: SignedData,
  signer: SignerInfo,
  digest: DigestAlgorithm | undefined,
  scheme: SignatureScheme | undefined,
  content: Uint8Array | undefined,
) {
  if (contentTypeOf(signer) !== signedData.contentType) {
    draft.fail('content_type_mismatch', 'The signed attributes name another type of content, or none.')
  }
  const messageDigest = messageDigestOf(signer)
  if (messageDigest === undefined) {
    draft.fail('message_digest_missing', 'The signed attributes hold no digest of the document, or several.')
  } else if (digest === undefined) {
    draft.doubt('digest_unsupported', INTEGRITY_TEXTS.digest_unsupported(signer.digestAlgorithm.oid))
  } else if (content === undefined) checkDigest(draft, digest, messageDigest)
  else if (!equalBytes(digestOf(digest, content), messageDigest)) {
    draft.fail('digest_mismatch', 'The digest under the signature is not that of its content.')
  }
  checkAlgorithms(draft, signer, digest, scheme)
  checkCertificateBinding(draft, signer)
  readOptionalAttributes(draft, signer)
}

function checkAlgorithms(
  draft: IntegrityDraft,
  signer: SignerInfo,
  digest: DigestAlgorithm | undefined,
  scheme: SignatureScheme | undefined,
) {
  if (!hasProtectedAlgorithms(signer)) {
    draft.fail('algorithm_protection_mismatch', 'The algorithms are not those that the signer named (RFC 6211).')
  }
  if (digest !== undefined && scheme !== undefined && !isAllowedDigest(scheme, digest)) {
    draft.fail(
      'digest_not_allowed',
      `${digest.label} must not be used with this signature algorithm (${scheme.type === 'ml-dsa' ? 'RFC 9882' : 'RFC 8419'}).`,
    )
  }
}

/**
 * Warns about an algorithm that is missing in the list, which a verifier may refuse (RFC 5652, 5.1). Nothing signed depends
 * on the list.
 */
function checkListedAlgorithm(draft: IntegrityDraft, { digestAlgorithms }: SignedData, signer: SignerInfo) {
  if (digestAlgorithms.some(({ oid }) => oid === signer.digestAlgorithm.oid)) return
  const message = 'The digest algorithm of the signer is not listed at the front of the CMS (RFC 5652, 5.1).'
  draft.warn('digest_algorithm_unlisted', message)
}

/**
 * True for a permitted digest. With signed attributes, Ed25519 needs SHA-512 and Ed448 512 bits of SHAKE256 (RFC 8419, 3).
 * ML-DSA needs a digest as strong as itself (RFC 9882, 3.3).
 */
function isAllowedDigest(scheme: SignatureScheme, digest: DigestAlgorithm): boolean {
  if (scheme.type === 'ed25519') return digest.name === 'sha512'
  if (scheme.type === 'ml-dsa') return isStrongEnough(scheme.set, digest)
  return scheme.type !== 'ed448' || (digest.name === 'shake256' && digest.bytes === 64)
}

function checkCertificateBinding(draft: IntegrityDraft, signer: SignerInfo) {
  if (draft.certificate === undefined) return
  const { isBound, faults, warnings } = checkSigningCertificate(signer.signedAttrs, draft.certificate)
  draft.bindsCertificate = isBound
  for (const { code, message } of faults) draft.fail(code, message)
  for (const { code, message } of warnings) draft.warn(code, message)
}

/**
 * If no signed attribute says which certificate is meant, another one with the same key and another name can be put in its
 * place. When the file holds both, it is unknown whose signature it is.
 */
function checkOtherHolders(draft: IntegrityDraft, { signedAttrs }: SignerInfo) {
  const { certificate } = draft
  if (certificate === undefined || hasSigningCertificate(signedAttrs)) return
  const required = isPades(draft.input.subFilter) ? ', as PAdES requires' : ''
  draft.warn('signing_certificate_missing', INTEGRITY_TEXTS.signing_certificate_missing(required))
  const isOtherHolder = (other: Certificate) =>
    equalBytes(other.publicKey.der, certificate.publicKey.der) && !equalNames(other.subject, certificate.subject)
  if (draft.certificates.some(isOtherHolder) || readOthers(draft).some(isOtherHolder)) {
    const message =
      "Certificates in different names have the signer's key, and the signature does not say which is meant."
    draft.doubt('signing_certificate_ambiguous', message)
  }
}

function readOptionalAttributes(draft: IntegrityDraft, signer: SignerInfo) {
  const times = signer.signedAttrs.filter(({ oid }) => oid === OID.signingTime).flatMap(({ values }) => values)
  // There must not be several (RFC 5652, 11.3): readers would take different ones.
  if (times.length > 1) draft.fail('signing_time_repeated', 'The signature claims several times.')
  try {
    draft.signingTime = signingTimeOf(signer)
  } catch {
    draft.warn('signing_time_malformed', 'The signing time that the signature claims cannot be read.')
  }
  try {
    draft.revocationArchival = revocationArchivalOf(signer)
  } catch {
    draft.warn('revocation_archival_malformed', 'The revocation data inside the signature cannot be read.')
  }
  if (draft.input.isTimestamp || !isDetached(draft.input.subFilter)) return
  draft.contentStamps = checkContentStamps(draft, signer)
  try {
    draft.signaturePolicy = signaturePolicyOf(signer)
  } catch {
    draft.signaturePolicy = null
  }
}

/** True when the signature is over the bytes of the ByteRange themselves. */
function isDetached(subFilter: string | undefined): boolean {
  return subFilter !== 'adbe.pkcs7.sha1' && subFilter !== 'ETSI.RFC3161'
}

/** Checks content time stamps, whose imprint is the digest of the content that the signature covers (EN 319 122-1, 5.2.8). */
function checkContentStamps({ input }: IntegrityDraft, signer: SignerInfo) {
  const { signedRanges, hashing, otherCertificates } = input
  return contentTimestampsOf(signer)
    .slice(0, CRYPTO_LIMITS.maxSignatureTimestamps)
    .map((contents) => {
      const token = { contents, subFilter: 'ETSI.RFC3161', signedRanges, hashing, otherCertificates, isTimestamp: true }
      return runIntegrityCheck(new IntegrityDraft(token), checkCmsIntegrity)
    })
}

/** Input for checking a signature value. */
interface SignedValue {
  readonly digest: DigestAlgorithm | undefined
  readonly scheme: SignatureScheme | undefined
  /** The encapsulated content, if the signature is over it. */
  readonly content: Uint8Array | undefined
}

function checkValue(draft: IntegrityDraft, signer: SignerInfo, { digest, scheme, content }: SignedValue) {
  const { signatureAlgorithm, signedAttrsDer, signature } = signer
  const { signedRanges } = draft.input
  if (scheme === undefined) {
    return draft.doubt('algorithm_unsupported', `The signature algorithm ${signatureAlgorithm.oid} is not supported.`)
  }
  if (draft.certificate === undefined) return
  const { publicKey } = draft.certificate
  if (signedAttrsDer === undefined && content === undefined) {
    // Content that looks like signed attributes may have been signed as such in another CMS, and not as a document.
    if (signedRanges.find((range) => range.length > 0)?.[0] === TAG.set) {
      return draft.fail('attributes_as_content', 'The signed bytes look like the attributes of another signature.')
    }
    if (!draft.canReadRanges()) return
  }
  const parts = signedAttrsDer !== undefined ? [signedAttrsDer] : content !== undefined ? [content] : signedRanges
  const { outcome, hashed, order } = compareValue({ scheme, digest, publicKey, parts, signature }, signedAttrsDer)
  if (outcome === 'mismatch') draft.fail('signature_mismatch', explainMismatch(scheme, publicKey, signature))
  else if (outcome === 'unsupported') {
    draft.doubt('key_unsupported', "The signer's kind of public key is not supported.")
  } else {
    reportDigests(draft, digest, scheme, hashed)
    // The signature is over their DER encoding, however they are written (RFC 5652, 5.4).
    if (signer.isSignedAttrsBer) draft.warn('attributes_not_der', INTEGRITY_TEXTS.attributes_not_der)
    if (order !== undefined) draft.warn('attributes_unsorted', INTEGRITY_TEXTS.attributes_unsorted[order])
  }
}

/**
 * Reports a digest algorithm that differs from that of the signature: the digest algorithm should be used for both (RFC 8933,
 * 3), and RSASSA-PSS requires it (RFC 4056, 3).
 */
function reportDigests(
  draft: IntegrityDraft,
  digest: DigestAlgorithm | undefined,
  scheme: SignatureScheme,
  hashed: DigestAlgorithm | undefined,
) {
  if (digest === undefined || scheme.digest === undefined || scheme.digest.name === digest.name) return
  if (hashed?.name === digest.name) {
    const message = `The signature algorithm names ${scheme.digest.label}, but ${digest.label}, the digest algorithm, was used.`
    return draft.warn('digest_algorithms_differ', message)
  }
  const message = `The digest algorithm is ${digest.label}, but what is signed was hashed with ${scheme.digest.label} (RFC 8933, 3).`
  draft.fail('digest_algorithms_differ', message)
}
