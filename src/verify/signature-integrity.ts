/**
 * Whether a signature is intact: its structure, the digest of what it covers, and the signature value.
 * Who the signer is, and whether to trust them, is asked elsewhere.
 *
 * @module
 */

import { readAlgorithm } from '../cms/algorithm-identifier.js'
import { DerReader, equalBytes, readDer, readOctetString, TAG } from '../cms/der.js'
import { type DigestAlgorithm, digestOf, readDigestAlgorithm } from '../cms/digest-algorithm.js'
import { OID } from '../cms/oids.js'
import { importPublicKey } from '../cms/public-key.js'
import {
  checkSignature,
  readVerificationScheme,
  recoverDigestInfo,
  type VerificationScheme,
} from '../cms/signature-verification.js'
import {
  contentTypeOf,
  hasProtectedAlgorithms,
  type RevocationArchival,
  revocationArchivalOf,
  signingTimeOf,
  sortSignedAttrs,
} from '../cms/signed-attributes.js'
import {
  isSignerCertificate,
  messageDigestOf,
  parseSignedData,
  type SignedData,
  type SignerInfo,
} from '../cms/signed-data.js'
import { parseTstInfo, type TstInfo } from '../cms/timestamp.js'
import { type Certificate, parseCertificate } from '../cms/x509.js'
import { subjectKeyIdentifierOf } from '../cms/x509-extensions.js'
import { CRYPTO_LIMITS } from '../limits.js'
import { describeAlgorithm } from './algorithm-policy.js'
import { checkSigningCertificate, namesCertificate } from './ess-check.js'
import type { RangeHasher, RangePair } from './range-hasher.js'
import type { AlgorithmReport, CheckResult, Finding, SignatureStatus } from './report.js'

/** A signature as it stands in the file. */
export interface IntegrityInput {
  /** Decoded /Contents, with its zero padding; empty when there is none. */
  readonly contents: Uint8Array
  readonly subFilter: string | undefined
  /** The bytes of the ByteRange. */
  readonly signedRanges: readonly Uint8Array[]
  /** Whether the dictionary is of /Type /DocTimeStamp. */
  readonly isTimestamp: boolean
  /** /Cert of an adbe.x509.rsa_sha1 signature: the signer's certificate first, where it is an array. */
  readonly cert?: Uint8Array | readonly Uint8Array[] | undefined
  /** Shares the hashing among the signatures of a file; `pair` are the offsets of `signedRanges` in it. */
  readonly hashing?: { readonly hasher: RangeHasher; readonly pair: RangePair } | undefined
}

/** What was found. Fields stay undefined where the structure did not reach so far. */
export interface IntegrityResult extends CheckResult {
  /** Irregularities that do not put the signature in doubt. */
  readonly warnings: readonly Finding[]
  readonly signedData: SignedData | undefined
  readonly signerInfo: SignerInfo | undefined
  /** The signer's certificate. */
  readonly certificate: Certificate | undefined
  /** All certificates that came with the signature. */
  readonly certificates: readonly Certificate[]
  readonly algorithm: AlgorithmReport | null
  /** What the signer claims, from the signingTime attribute. */
  readonly signingTime: Date | undefined
  /** The signature value: what a signature time stamp is over. */
  readonly signatureValue: Uint8Array | undefined
  /** Encoding of the signature time-stamp token, an unsigned attribute (RFC 3161, appendix A). */
  readonly timestampToken: Uint8Array | undefined
  /** What a document time stamp states. */
  readonly tstInfo: TstInfo | undefined
  readonly revocationArchival: RevocationArchival | undefined
  /** Whether an ESS signing-certificate attribute binds the certificate, as PAdES requires. */
  readonly bindsCertificate: boolean
}

const CMS_SUB_FILTERS: ReadonlySet<string> = new Set([
  'adbe.pkcs7.detached',
  'adbe.pkcs7.sha1',
  'ETSI.CAdES.detached',
  'ETSI.RFC3161',
])

/**
 * Checks one signature. Never throws for anything that stands in the file.
 *
 * @example
 * ```ts
 * const { status, certificate } = checkSignatureIntegrity({ contents, subFilter, signedRanges, isTimestamp: false })
 * ```
 */
export function checkSignatureIntegrity(input: IntegrityInput): IntegrityResult {
  const check = new IntegrityCheck(input)
  try {
    check.run()
  } catch (cause) {
    check.fail('contents_malformed', `The signature cannot be read: ${messageOf(cause)}`)
  }
  return check.result()
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : 'it is malformed.'
}

/** Collects what is learnt on the way, so that a fault late in the structure does not lose what came before it. */
class IntegrityCheck {
  readonly #input: IntegrityInput
  readonly #faults: Finding[] = []
  readonly #doubts: Finding[] = []
  readonly #warnings: Finding[] = []
  #signedData: SignedData | undefined
  #signer: SignerInfo | undefined
  #certificate: Certificate | undefined
  #certificates: Certificate[] = []
  #algorithm: AlgorithmReport | null = null
  #signingTime: Date | undefined
  #signatureValue: Uint8Array | undefined
  #tstInfo: TstInfo | undefined
  #revocationArchival: RevocationArchival | undefined
  #bindsCertificate = false

  constructor(input: IntegrityInput) {
    this.#input = input
  }

  fail(code: string, message: string): void {
    this.#faults.push({ code, message })
  }

  #doubt(code: string, message: string): void {
    this.#doubts.push({ code, message })
  }

  #warn(code: string, message: string): void {
    this.#warnings.push({ code, message })
  }

  run() {
    const { contents, subFilter, isTimestamp } = this.#input
    if (contents.every(isZero)) return this.fail('contents_empty', 'The signature is empty: /Contents holds no bytes.')
    if (isTimestamp && subFilter !== 'ETSI.RFC3161') {
      return this.fail('sub_filter_mismatch', 'A document time stamp must have the SubFilter ETSI.RFC3161.')
    }
    if (subFilter === 'adbe.x509.rsa_sha1') return this.#checkBareSignature()
    if (subFilter === undefined || !CMS_SUB_FILTERS.has(subFilter)) {
      this.#doubt('sub_filter_unknown', `The kind of signature (SubFilter ${subFilter ?? 'missing'}) is not known.`)
    }
    this.#checkCms()
  }

  result(): IntegrityResult {
    const timestamps = this.#signer?.unsignedAttrs.find((attribute) => attribute.oid === OID.signatureTimeStampToken)
    const findings = [...this.#faults, ...this.#doubts]
    const status: SignatureStatus =
      this.#faults.length > 0 ? 'invalid' : this.#doubts.length > 0 ? 'indeterminate' : 'valid'
    return {
      status,
      findings,
      warnings: this.#warnings,
      signedData: this.#signedData,
      signerInfo: this.#signer,
      certificate: this.#certificate,
      certificates: this.#certificates,
      algorithm: this.#algorithm,
      signingTime: this.#signingTime,
      signatureValue: this.#signatureValue,
      timestampToken: timestamps?.values[0],
      tstInfo: this.#tstInfo,
      revocationArchival: this.#revocationArchival,
      bindsCertificate: this.#bindsCertificate,
    }
  }

  #checkCms() {
    const { contents, subFilter } = this.#input
    const signedData = parseSignedData(contents)
    this.#signedData = signedData
    if (!signedData.isTrailingZero) {
      this.fail('contents_trailing_data', '/Contents holds more than the signature and its zero padding.')
    }
    this.#certificates = this.#readCertificates(signedData.certificates)
    const [signer, ...others] = signedData.signerInfos
    // ISO 32000-2, 12.8.3.3.1: only a single signer.
    if (signer === undefined || others.length > 0) {
      const count = signedData.signerInfos.length
      return this.fail('signer_count', `The signature must have one signer, but it has ${count}.`)
    }
    this.#signer = signer
    this.#signatureValue = signer.signature
    this.#certificate = this.#findCertificate(signer)
    const digest = readDigestAlgorithm(signer.digestAlgorithm)
    const scheme = readVerificationScheme(signer.signatureAlgorithm, signer.digestAlgorithm)
    this.#algorithm = describeAlgorithm(
      digest,
      signer.digestAlgorithm.oid,
      scheme,
      signer.signatureAlgorithm.oid,
      this.#certificate?.publicKey,
    )
    const content = subFilter === 'adbe.pkcs7.sha1' || subFilter === 'ETSI.RFC3161' ? signedData.content : undefined
    this.#checkContent(signedData)
    if (digest === undefined) {
      this.#doubt('digest_unsupported', `The digest algorithm ${signer.digestAlgorithm.oid} is not supported.`)
    } else if (signer.signedAttrsDer === undefined) {
      // RFC 5652, 5.3: content that is not id-data needs signed attributes.
      if (signedData.contentType !== OID.data && subFilter === 'ETSI.RFC3161') {
        this.fail('attributes_missing', 'A time stamp must have signed attributes.')
      }
    } else this.#checkAttributes(signedData, signer, digest, scheme, content)
    this.#checkValue(signer, scheme, content)
  }

  #readCertificates(encodings: readonly Uint8Array[]): Certificate[] {
    const certificates: Certificate[] = []
    let malformed = encodings.length > CRYPTO_LIMITS.maxPoolCertificates
    for (const der of encodings.slice(0, CRYPTO_LIMITS.maxPoolCertificates)) {
      try {
        certificates.push(parseCertificate(der))
      } catch {
        malformed = true
      }
    }
    if (malformed) this.#warn('certificate_unreadable', 'A certificate that came with the signature cannot be read.')
    return certificates
  }

  /** The certificate that the signer's identifier names; of several, the one that the signed attributes mean. */
  #findCertificate(signer: SignerInfo): Certificate | undefined {
    const named = this.#certificates.filter((certificate) => {
      try {
        return isSignerCertificate(signer.sid, certificate, keyIdentifierOf(certificate))
      } catch {
        return false
      }
    })
    const found = named.find((certificate) => namesCertificate(signer.signedAttrs, certificate)) ?? named[0]
    if (found === undefined) {
      this.#doubt('signer_certificate_missing', "The signer's certificate is not in the signature.")
    }
    return found
  }

  /** What is encapsulated must be what the SubFilter says (ISO 32000-2, table 260 and 12.8.3.3). */
  #checkContent(signedData: SignedData) {
    const { subFilter } = this.#input
    const { content, contentType } = signedData
    if (subFilter === 'ETSI.RFC3161') {
      if (contentType !== OID.tstInfo || content === undefined) {
        return this.fail('timestamp_malformed', 'The document time stamp holds no time-stamp token.')
      }
      this.#tstInfo = parseTstInfo(content)
      const digest = readDigestAlgorithm(this.#tstInfo.imprintAlgorithm)
      if (digest === undefined) {
        const { oid } = this.#tstInfo.imprintAlgorithm
        return this.#doubt('digest_unsupported', `The digest algorithm ${oid} of the time stamp is not supported.`)
      }
      this.#checkDigest(digest, this.#tstInfo.imprint)
    } else if (subFilter === 'adbe.pkcs7.sha1') {
      if (content === undefined) return this.fail('content_missing', 'The signature lacks the digest of the document.')
      this.#checkDigest({ name: 'sha1', label: 'SHA-1', bytes: 20 }, content)
    } else if (content !== undefined) {
      this.fail('content_encapsulated', 'A detached signature must not hold content of its own.')
    }
  }

  #checkAttributes(
    signedData: SignedData,
    signer: SignerInfo,
    digest: DigestAlgorithm,
    scheme: VerificationScheme | undefined,
    content: Uint8Array | undefined,
  ) {
    if (contentTypeOf(signer) !== signedData.contentType) {
      this.fail('content_type_mismatch', 'The signed attributes name another type of content, or none.')
    }
    if (!isAllowedDigest(scheme, digest)) {
      this.fail('digest_not_allowed', `${digest.label} must not be used with this signature algorithm (RFC 8419).`)
    }
    const messageDigest = messageDigestOf(signer)
    if (messageDigest === undefined) {
      this.fail('message_digest_missing', 'The signed attributes hold no digest of the document, or several.')
    } else if (content === undefined) this.#checkDigest(digest, messageDigest)
    else if (!equalBytes(digestOf(digest, content), messageDigest)) {
      this.fail('digest_mismatch', 'The digest under the signature is not that of its content.')
    }
    if (!hasProtectedAlgorithms(signer)) {
      this.fail('algorithm_protection_mismatch', 'The algorithms are not those that the signer named (RFC 6211).')
    }
    if (scheme?.digest !== undefined && scheme.digest.name !== digest.name) {
      this.#warn(
        'digest_algorithms_differ',
        `The document was digested with ${digest.label}, the attributes with ${scheme.digest.label}.`,
      )
    }
    this.#checkSigningCertificate(signer)
    this.#readOptionalAttributes(signer)
  }

  #checkSigningCertificate(signer: SignerInfo) {
    const { subFilter } = this.#input
    if (this.#certificate === undefined) return
    const result = checkSigningCertificate(signer.signedAttrs, this.#certificate)
    this.#bindsCertificate = result.isBound
    for (const fault of result.faults) this.fail(fault.code, fault.message)
    for (const warning of result.warnings) this.#warn(warning.code, warning.message)
    if (!result.isPresent && subFilter === 'ETSI.CAdES.detached') {
      this.#warn('signing_certificate_missing', 'The signature does not name its certificate, as PAdES requires.')
    }
  }

  #readOptionalAttributes(signer: SignerInfo): void {
    try {
      this.#signingTime = signingTimeOf(signer)
    } catch {
      this.#warn('signing_time_malformed', 'The signing time that the signature claims cannot be read.')
    }
    try {
      this.#revocationArchival = revocationArchivalOf(signer)
    } catch {
      this.#warn('revocation_archival_malformed', 'The revocation data inside the signature cannot be read.')
    }
  }

  #checkDigest(algorithm: DigestAlgorithm, expected: Uint8Array) {
    const { hashing, signedRanges } = this.#input
    const actual =
      hashing === undefined ? digestOf(algorithm, ...signedRanges) : hashing.hasher.digest(hashing.pair, algorithm)
    if (actual === undefined) this.#doubtTooComplex()
    else if (!equalBytes(actual, expected)) {
      this.fail('digest_mismatch', 'The signed bytes of the document were changed: their digest is another.')
    }
  }

  #doubtTooComplex(): void {
    this.#doubt('too_complex', 'The signatures of the document cover too many bytes to check them all.')
  }

  #checkValue(signer: SignerInfo, scheme: VerificationScheme | undefined, content: Uint8Array | undefined) {
    const { signatureAlgorithm, signedAttrsDer, signature } = signer
    const { hashing, signedRanges } = this.#input
    if (scheme === undefined) {
      return this.#doubt('algorithm_unsupported', `The signature algorithm ${signatureAlgorithm.oid} is not supported.`)
    }
    if (this.#certificate === undefined) return
    const isOverRanges = signedAttrsDer === undefined && content === undefined
    if (isOverRanges) {
      // What looks like signed attributes may have been signed as such, in another CMS, and not as a document.
      if (signedRanges.find((range) => range.length > 0)?.[0] === TAG.set) {
        return this.fail('attributes_as_content', 'The signed bytes look like the attributes of another signature.')
      }
      const length = signedRanges.reduce((sum, range) => sum + range.length, 0)
      if (hashing !== undefined && !hashing.hasher.spend(length)) return this.#doubtTooComplex()
    }
    const parts = signedAttrsDer !== undefined ? [signedAttrsDer] : content !== undefined ? [content] : signedRanges
    const { publicKey } = this.#certificate
    let outcome = checkSignature(scheme, publicKey, parts, signature)
    if (outcome === 'mismatch' && signedAttrsDer !== undefined) {
      const sorted = sortSignedAttrs(signedAttrsDer)
      if (sorted !== undefined && checkSignature(scheme, publicKey, [sorted], signature) === 'match') {
        outcome = 'match'
        this.#warn('attributes_unsorted', 'The signed attributes are not in the order of DER.')
      }
    }
    if (outcome === 'mismatch') this.fail('signature_mismatch', 'The signature value is wrong for its certificate.')
    else if (outcome === 'unsupported') {
      this.#doubt('key_unsupported', "The signer's kind of public key is not supported.")
    }
  }

  /** adbe.x509.rsa_sha1: /Contents is a PKCS#1 signature in an OCTET STRING, /Cert the certificates (12.8.3.2). */
  #checkBareSignature() {
    const { contents, cert, signedRanges } = this.#input
    const value = readDer(contents)
    const signature = readOctetString(value)
    this.#signatureValue = signature
    if (!contents.subarray(value.end).every(isZero)) {
      this.fail('contents_trailing_data', '/Contents holds more than the signature and its zero padding.')
    }
    const encodings = cert === undefined ? [] : cert instanceof Uint8Array ? [cert] : cert
    this.#certificates = this.#readCertificates(encodings)
    const [certificate] = this.#certificates
    if (certificate === undefined) {
      return this.#doubt('signer_certificate_missing', 'The signature dictionary holds no certificate.')
    }
    this.#certificate = certificate
    if (certificate.publicKey.kind.type !== 'rsa') {
      return this.fail(
        'signature_mismatch',
        'The signature must be one by an RSA key, but its certificate has another.',
      )
    }
    const info = recoverDigestInfo(importPublicKey(certificate.publicKey), signature)
    if (info === undefined) return this.fail('signature_mismatch', 'The signature value is wrong for its certificate.')
    const reader = new DerReader(readDer(info), TAG.sequence)
    const digestIdentifier = readAlgorithm(reader.read(TAG.sequence, 'a digest algorithm'))
    const digest = readDigestAlgorithm(digestIdentifier)
    const scheme: VerificationScheme | undefined = digest && { type: 'rsa', digest }
    this.#algorithm = describeAlgorithm(digest, digestIdentifier.oid, scheme, OID.rsaEncryption, certificate.publicKey)
    if (scheme === undefined) {
      return this.#doubt('digest_unsupported', `The digest algorithm ${digestIdentifier.oid} is not supported.`)
    }
    const { hashing } = this.#input
    const length = signedRanges.reduce((sum, range) => sum + range.length, 0)
    if (hashing !== undefined && !hashing.hasher.spend(length)) return this.#doubtTooComplex()
    if (checkSignature(scheme, certificate.publicKey, signedRanges, signature) === 'match') return
    this.fail('digest_mismatch', 'The signed bytes of the document were changed: their digest is another.')
  }
}

function isZero(byte: number): boolean {
  return byte === 0
}

function keyIdentifierOf(certificate: Certificate): Uint8Array | undefined {
  try {
    return subjectKeyIdentifierOf(certificate)
  } catch {
    return undefined
  }
}

/** RFC 8419, 3: with signed attributes, Ed25519 goes with SHA-512 and Ed448 with 512 bits of SHAKE256. */
function isAllowedDigest(scheme: VerificationScheme | undefined, digest: DigestAlgorithm): boolean {
  if (scheme?.type === 'ed25519') return digest.name === 'sha512'
  return scheme?.type !== 'ed448' || (digest.name === 'shake256' && digest.bytes === 64)
}
