/**
 * Collects the findings on one signature during the check of its integrity.
 *
 * @module
 */

import { type DigestAlgorithm, digestOf } from '../../cms/algorithms.js'
import { OID } from '../../cms/asn1.js'
import { type Certificate, parseCertificate } from '../../cms/certificates.js'
import type { RevocationArchival, SignaturePolicyId, SignedData, SignerInfo } from '../../cms/messages.js'
import type { TstInfo } from '../../cms/timestamps.js'
import { CRYPTO_LIMITS } from '../../limits.js'
import type { AlgorithmReport, CheckResult, Finding, SignatureStatus } from '../trust-report.js'
import type { RangeHasher, RangePair } from './range-hasher.js'

/** A signature in the form in which the file holds it. */
export interface IntegrityInput {
  /** Decoded /Contents with its zero padding; empty when missing. */
  readonly contents: Uint8Array
  /** Tells whether bytes after the signature in /Contents, from an offset on, are padding although they are not zero. */
  readonly isPadding?: ((from: number) => boolean) | undefined
  readonly subFilter: string | undefined
  /** The bytes of the ByteRange. */
  readonly signedRanges: readonly Uint8Array[]
  /** True for a dictionary of /Type /DocTimeStamp. */
  readonly isTimestamp: boolean
  /** /Cert of an adbe.x509.rsa_sha1 signature. In an array the signer's certificate comes first. */
  readonly cert?: Uint8Array | readonly Uint8Array[] | undefined
  /** Certificates of the document in DER, for a signature without that of its signer. */
  readonly otherCertificates?: (() => readonly Uint8Array[]) | undefined
  /** Shares hashing among the signatures of a file; `pair` has the offsets of `signedRanges` in it. */
  readonly hashing?: { readonly hasher: RangeHasher; readonly pair: RangePair } | undefined
}

/** Results. Fields are undefined if the structure could not be read that far. */
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
  /** Time claimed in the signingTime attribute. */
  readonly signingTime: Date | undefined
  /** The signature value, over which signature time stamps are made. */
  readonly signatureValue: Uint8Array | undefined
  /** Encodings of all signature time-stamp tokens, which are unsigned attributes (RFC 3161, appendix A). */
  readonly timestampTokens: readonly Uint8Array[]
  /** The contents of a document time stamp. */
  readonly tstInfo: TstInfo | undefined
  readonly revocationArchival: RevocationArchival | undefined
  /** Integrity of content time stamps, which are signed attributes over the bytes of the ByteRange. */
  readonly contentStamps: readonly IntegrityResult[]
  /** The policy that the signer names; null when it cannot be read, undefined when there is none. */
  readonly signaturePolicy: SignaturePolicyId | null | undefined
  /** True when an ESS signing-certificate attribute binds the certificate, as PAdES requires. */
  readonly bindsCertificate: boolean
}

/** Collects findings one by one, so that a fault late in the structure does not lose the earlier ones. */
export class IntegrityDraft {
  readonly input: IntegrityInput
  readonly #faults: Finding[] = []
  readonly #doubts: Finding[] = []
  readonly #warnings: Finding[] = []
  signedData: SignedData | undefined
  signer: SignerInfo | undefined
  certificate: Certificate | undefined
  certificates: readonly Certificate[] = []
  algorithm: AlgorithmReport | null = null
  signingTime: Date | undefined
  signatureValue: Uint8Array | undefined
  tstInfo: TstInfo | undefined
  revocationArchival: RevocationArchival | undefined
  contentStamps: readonly IntegrityResult[] = []
  signaturePolicy: SignaturePolicyId | null | undefined
  bindsCertificate = false

  constructor(input: IntegrityInput) {
    this.input = input
  }

  /** Records a finding that makes the signature invalid. */
  fail(code: string, message: string): void {
    this.#faults.push({ code, message })
  }

  /** Records a finding that prevents a judgement of the signature. */
  doubt(code: string, message: string): void {
    this.#doubts.push({ code, message })
  }

  /** Records a finding that does not affect the result. */
  warn(code: string, message: string): void {
    this.#warnings.push({ code, message })
  }

  /** Adds the readable certificates that came with the signature. */
  readCertificates(encodings: readonly Uint8Array[]): void {
    const certificates: Certificate[] = []
    let isComplete = encodings.length <= CRYPTO_LIMITS.maxSignatureCertificates
    for (const der of encodings.slice(0, CRYPTO_LIMITS.maxSignatureCertificates)) {
      try {
        certificates.push(parseCertificate(der))
      } catch {
        isComplete = false
      }
    }
    this.certificates = certificates
    if (!isComplete) this.warn('certificate_unreadable', 'A certificate that came with the signature cannot be read.')
  }

  /** The digest of the signed bytes; `undefined`, with a doubt, when it would cost too much. */
  digestRanges(algorithm: DigestAlgorithm): Uint8Array | undefined {
    const { hashing, signedRanges } = this.input
    if (hashing === undefined) return digestOf(algorithm, ...signedRanges)
    const digest = hashing.hasher.digest(hashing.pair, algorithm)
    if (digest === undefined) this.#doubtTooComplex()
    return digest
  }

  /** True when the budget allows reading the signed bytes once more; otherwise adds a doubt. */
  canReadRanges(): boolean {
    const { hashing, signedRanges } = this.input
    const length = signedRanges.reduce((sum, range) => sum + range.length, 0)
    if (hashing === undefined || hashing.hasher.spend(length)) return true
    this.#doubtTooComplex()
    return false
  }

  #doubtTooComplex(): void {
    this.doubt('too_complex', 'The signatures of the document cover too many bytes to check them all.')
  }

  result(): IntegrityResult {
    const stamps = this.signer?.unsignedAttrs.filter((attribute) => attribute.oid === OID.signatureTimeStampToken)
    const status: SignatureStatus =
      this.#faults.length > 0 ? 'invalid' : this.#doubts.length > 0 ? 'indeterminate' : 'valid'
    return {
      status,
      findings: [...this.#faults, ...this.#doubts],
      warnings: this.#warnings,
      signedData: this.signedData,
      signerInfo: this.signer,
      certificate: this.certificate,
      certificates: this.certificates,
      algorithm: this.algorithm,
      signingTime: this.signingTime,
      signatureValue: this.signatureValue,
      timestampTokens: (stamps ?? []).flatMap(({ values }) => values),
      tstInfo: this.tstInfo,
      revocationArchival: this.revocationArchival,
      contentStamps: this.contentStamps,
      signaturePolicy: this.signaturePolicy,
      bindsCertificate: this.bindsCertificate,
    }
  }
}

/** Runs a check that may throw for malformed data, and keeps the findings made before that. */
export function runIntegrityCheck(draft: IntegrityDraft, check: (draft: IntegrityDraft) => void): IntegrityResult {
  try {
    check(draft)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : 'It is malformed.'
    draft.fail('contents_malformed', `The signature cannot be read. ${detail}`)
  }
  return draft.result()
}
