/**
 * What the report says of integrity, trust and time. Plain data.
 *
 * @module
 */

/** `valid`: nothing speaks against it; `invalid`: it is broken or was tampered with; `indeterminate`: cannot be told. */
export type SignatureStatus = 'valid' | 'invalid' | 'indeterminate'

/** Something found: a stable snake_case code, and a sentence for people. */
export interface Finding {
  readonly code: string
  readonly message: string
}

/** The verdict of one check that can fail in several ways. */
export interface CheckResult {
  readonly status: SignatureStatus
  readonly findings: readonly Finding[]
}

/** A weakness, and the day from which the algorithm was no longer acceptable. */
export interface DatedAlgorithm extends Finding {
  /** ISO 8601 date. */
  readonly since: string
}

/** Algorithms of a signature; `dated` lists what is weak by today's standards, apart from integrity. */
export interface AlgorithmReport {
  readonly digest: string
  readonly signature: string
  /** Bits of the key, or of the curve. */
  readonly keyBits: number | null
  readonly dated: readonly DatedAlgorithm[]
}

/** Why something is known to have existed at a time. */
export interface ProofReport {
  /** ISO 8601. */
  readonly time: string
  readonly kind: 'document-timestamp' | 'signature-timestamp' | 'host'
  /** The field of a document time stamp, or what the host calls its proof. */
  readonly name: string | null
  /** In words: "existed on 2026-03-01: document time stamp Timestamp1". */
  readonly message: string
}

/** EN 319 102-1, 5.1.3. */
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
  /** What it is over: the value of a signature, the document, or, before it was signed, what was to be signed. */
  readonly kind: 'signature' | 'document' | 'content'
  /** The authority's time, ISO 8601; null when the token cannot be read. */
  readonly time: string | null
  readonly authority: string | null
  /** How far the time may be off by the authority's own word, in seconds. */
  readonly accuracySeconds: number | null
  /** Policy of the authority, an object identifier. */
  readonly policy: string | null
  /** Hexadecimal. */
  readonly serialNumber: string | null
  readonly trust: TrustReport
  /** Whether it proves its time (EN 319 102-1, 5.4 and 5.6): only `TOTAL-PASSED` does. */
  readonly indication: Indication
  readonly subIndication: string | null
  /** Why the time stamp itself is known to be old, where that matters: newer time stamps, and the host's word. */
  readonly proofs: readonly ProofReport[]
  /** Whether it is a qualified one; absent unless the host gave trusted lists. */
  readonly qualification?: TimestampQualification
}

/** The policy that a signer says the signature follows (ETSI EN 319 122-1, 5.2.9.1). */
export interface SignaturePolicyReport {
  /** Object identifier; null for a policy that is implied by the content, and for one that cannot be read. */
  readonly id: string | null
  /** What it is, where a standard or a state has published it: "ICP-Brasil PAdES AD-RB: basic references". */
  readonly name: string | null
  /** Which state's, ISO 3166; null for one of a standard, and for one that is not known. */
  readonly country: string | null
  /** Where the signer says that it can be had. Nothing is fetched from there. */
  readonly uri: string | null
  /**
   * `accepted`: the host has it, and it is the one that was signed for; `not-available`: the host does not have it;
   * `error`: it is not the one that was signed for, or cannot be read. `ignored`: the host judges by its own rules.
   */
  readonly status: 'accepted' | 'not-available' | 'error' | 'ignored'
}

/** A policy that a certificate was issued under (RFC 5280, 4.2.1.4). */
export interface CertificatePolicyReport {
  /** Object identifier. */
  readonly id: string
  /** What it is, where a standard or a state has published it: "QCP-n-qscd: qualified, natural person, key in a QSCD". */
  readonly name: string | null
  /** Which state's, ISO 3166; null for one of a standard, and for one that is not known. */
  readonly country: string | null
}

/** Whether the certificate's chain ends in an anchor of the host. */
export interface TrustReport {
  /** `not_evaluated` when the host gave no anchors. */
  readonly status: 'trusted' | 'untrusted' | 'indeterminate' | 'not_evaluated'
  readonly findings: readonly Finding[]
  /** Subjects from the signer up to the anchor. */
  readonly chain: readonly string[]
  /** By what each step of the way back in time is proved, from the anchor to the signer; empty where none was needed. */
  readonly evidence: readonly string[]
  readonly revocation: RevocationReport
}

/** What embedded (or fetched) revocation data says. */
export interface RevocationReport {
  readonly status: 'good' | 'revoked' | 'unknown' | 'not_evaluated'
  readonly findings: readonly Finding[]
}

/** PAdES baseline level (ETSI EN 319 142-1), by what is present. */
export type PadesLevel = (typeof PADES_LEVELS)[number]

/** PAdES baseline levels, the lowest first. */
export const PADES_LEVELS = ['B-B', 'B-T', 'B-LT', 'B-LTA'] as const
