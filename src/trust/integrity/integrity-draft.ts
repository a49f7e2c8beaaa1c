/**
 * The findings on one signature while its integrity is being checked.
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

/** A signature as it stands in the file. */
export interface IntegrityInput {
  /** Decoded /Contents, with its zero padding; empty when there is none. */
  readonly contents: Uint8Array
  /** Tells whether what follows the signature in /Contents from an offset on is padding, though it is not zero. */
  readonly isPadding?: ((from: number) => boolean) | undefined
  readonly subFilter: string | undefined
  /** The bytes of the ByteRange. */
  readonly signedRanges: readonly Uint8Array[]
  /** Whether the dictionary is of /Type /DocTimeStamp. */
  readonly isTimestamp: boolean
  /** /Cert of an adbe.x509.rsa_sha1 signature: the signer's certificate first, where it is an array. */
  readonly cert?: Uint8Array | readonly Uint8Array[] | undefined
  /** Certificates of the document, DER, for a signature that does not bring that of its signer. */
  readonly otherCertificates?: (() => readonly Uint8Array[]) | undefined
  /** Shares the hashing among the signatures of a file; `pair` are the offsets of `signedRanges` in it. */
  readonly hashing?: { readonly hasher: RangeHasher; readonly pair: RangePair } | undefined
}

/** What was found. Fields stay undefined if the structure could not be read that far. */
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
  /** Encodings of all signature time-stamp tokens, unsigned attributes (RFC 3161, appendix A). */
  readonly timestampTokens: readonly Uint8Array[]
  /** What a document time stamp states. */
  readonly tstInfo: TstInfo | undefined
  readonly revocationArchival: RevocationArchival | undefined
  /** Content time stamps, signed attributes over the bytes of the ByteRange: whether each is intact. */
  readonly contentStamps: readonly IntegrityResult[]
  /** The policy that the signer names; null for one that cannot be read, undefined for none. */
  readonly signaturePolicy: SignaturePolicyId | null | undefined
  /** Whether an ESS signing-certificate attribute binds the certificate, as PAdES requires. */
  readonly bindsCertificate: boolean
}

/** Collects findings as they are made, so that a fault late in the structure does not lose what came before it. */
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

  /** Records a finding that keeps the signature from being judged. */
  doubt(code: string, message: string): void {
    this.#doubts.push({ code, message })
  }

  /** Records a finding that changes nothing. */
  warn(code: string, message: string): void {
    this.#warnings.push({ code, message })
  }

  /** Adds the certificates that came with the signature, as far as they can be read. */
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

  /** The digest of the signed bytes; undefined, with a doubt, when it would cost too much. */
  digestRanges(algorithm: DigestAlgorithm): Uint8Array | undefined {
    const { hashing, signedRanges } = this.input
    if (hashing === undefined) return digestOf(algorithm, ...signedRanges)
    const digest = hashing.hasher.digest(hashing.pair, algorithm)
    if (digest === undefined) this.#doubtTooComplex()
    return digest
  }

  /** Whether the budget allows reading the signed bytes once more; a doubt when not. */
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

/** Runs a check that may throw at malformed data; what was found before that is kept. */
export function runIntegrityCheck(draft: IntegrityDraft, check: (draft: IntegrityDraft) => void): IntegrityResult {
  try {
    check(draft)
  } catch (cause) {
    const detail = cause instanceof Error ? cause.message : 'It is malformed.'
    draft.fail('contents_malformed', `The signature cannot be read. ${detail}`)
  }
  return draft.result()
}
