/**
 * The parts of the report about integrity, trust and time, as plain data.
 *
 * @module
 */

/** `valid`: nothing speaks against it; `invalid`: it is broken or was tampered with; `indeterminate`: it is unknown which. */
export type SignatureStatus = 'valid' | 'invalid' | 'indeterminate'

/** A finding: a stable snake_case code, and a sentence for people. */
export interface Finding {
  readonly code: string
  readonly message: string
}

/** The verdict of one check that can fail in several ways. */
export interface CheckResult {
  readonly status: SignatureStatus
  readonly findings: readonly Finding[]
}

/** A weak algorithm, with the day from which it was no longer acceptable. */
export interface DatedAlgorithm extends Finding {
  /** The day from which it was no longer acceptable, ISO 8601 date. */
  readonly since: string
}

/**
 * Algorithms of a signature; `dated` lists those that are weak by today's standards, independently of integrity, with those
 * by which the document was digested.
 */
export interface AlgorithmReport {
  /** Digest algorithm that the signer names. */
  readonly digest: string
  readonly signature: string
  /** Bits of the key, or of the curve. */
  readonly keyBits: number | null
  readonly dated: readonly DatedAlgorithm[]
}

/** Proof that something existed at a time. */
export interface ProofReport {
  /** The proved time, ISO 8601. */
  readonly time: string
  readonly kind: 'document-timestamp' | 'signature-timestamp' | 'host'
  /** The field of a document time stamp, or the host's name for its proof. */
  readonly name: string | null
  /** A clause for people: "existed on 2026-03-01: document time stamp Timestamp1". */
  readonly message: string
}

/** Indication by EN 319 102-1, 5.1.3. */
export type Indication = 'TOTAL-PASSED' | 'TOTAL-FAILED' | 'INDETERMINATE'

/** Whether a time stamp is a qualified one (Regulation (EU) No 910/2014, art. 42). */
export interface TimestampQualification {
  readonly result: 'QTST' | 'TST' | 'indeterminate'
  readonly provider: string | null
  readonly service: string | null
  readonly country: string | null
  readonly reasons: readonly Finding[]
}

/** A time stamp from a time-stamping authority (RFC 3161). */
export interface TimestampReport extends CheckResult {
  /** What it is over: the value of a signature, the document, or the content before it was signed. */
  readonly kind: 'signature' | 'document' | 'content'
  /** The authority's time, ISO 8601; null when the token cannot be read. */
  readonly time: string | null
  readonly authority: string | null
  /** Largest error of the time according to the authority, in seconds. */
  readonly accuracySeconds: number | null
  /** Policy of the authority, an object identifier. */
  readonly policy: string | null
  /** Serial number in hexadecimal. */
  readonly serialNumber: string | null
  readonly trust: TrustReport
  /** Whether it proves its time (EN 319 102-1, 5.4 and 5.6), which only `TOTAL-PASSED` does. */
  readonly indication: Indication
  readonly subIndication: string | null
  /** Proofs that the time stamp itself is old, if that matters: newer time stamps, and the host's knowledge. */
  readonly proofs: readonly ProofReport[]
  /** Whether it is qualified; absent unless the host gave trusted lists. */
  readonly qualification?: TimestampQualification
}

/** The policy that a signer declares the signature to follow (ETSI EN 319 122-1, 5.2.9.1). */
export interface SignaturePolicyReport {
  /** Object identifier; null for a policy implied by the content, and for one that cannot be read. */
  readonly id: string | null
  /** Name of a policy published by a standard or a state: "ICP-Brasil PAdES AD-RB: basic references". */
  readonly name: string | null
  /** Country code (ISO 3166) of a state's policy; null for a standard's policy, and for an unknown one. */
  readonly country: string | null
  /** Address of the policy according to the signer. Nothing is fetched from there. */
  readonly uri: string | null
  /**
   * `accepted`: the host has the policy, and it is the one that was signed for. `not-available`: the host does not have it.
   * `error`: it is not the one that was signed for, or cannot be read. `ignored`: the host judges by its own rules.
   */
  readonly status: 'accepted' | 'not-available' | 'error' | 'ignored'
}

/** A policy under which a certificate was issued (RFC 5280, 4.2.1.4). */
export interface CertificatePolicyReport {
  /** Object identifier. */
  readonly id: string
  /** Name of a policy published by a standard or a state: "QCP-n-qscd: qualified, natural person, key in a QSCD". */
  readonly name: string | null
  /** Country code (ISO 3166) of a state's policy; null for a standard's policy, and for an unknown one. */
  readonly country: string | null
}

/** Whether the certificate's chain ends in an anchor of the host. */
export interface TrustReport {
  /** `not_evaluated` when the host gave no anchors. */
  readonly status: 'trusted' | 'untrusted' | 'indeterminate' | 'not_evaluated'
  readonly findings: readonly Finding[]
  /** Subjects from the signer up to the anchor. */
  readonly chain: readonly string[]
  /** Proof of each step of sliding back in time, from the anchor to the signer; empty when none was needed. */
  readonly evidence: readonly string[]
  readonly revocation: RevocationReport
}

/** Contents of embedded or fetched revocation data. */
export interface RevocationReport {
  readonly status: 'good' | 'revoked' | 'unknown' | 'not_evaluated'
  readonly findings: readonly Finding[]
}

/** PAdES baseline level (ETSI EN 319 142-1), by what is present. */
export type PadesLevel = (typeof PADES_LEVELS)[number]

/** PAdES baseline levels, the lowest first. */
export const PADES_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
