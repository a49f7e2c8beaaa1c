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

/** A time stamp from a time-stamping authority (RFC 3161). */
export interface TimestampReport extends CheckResult {
  readonly kind: 'signature' | 'document'
  /** The authority's time, ISO 8601; null when the token cannot be read. */
  readonly time: string | null
  readonly authority: string | null
  readonly trust: TrustReport
}

/** Whether the certificate's chain ends in an anchor of the host. */
export interface TrustReport {
  /** `not_evaluated` when the host gave no anchors. */
  readonly status: 'trusted' | 'untrusted' | 'indeterminate' | 'not_evaluated'
  readonly findings: readonly Finding[]
  /** Subjects from the signer up to the anchor. */
  readonly chain: readonly string[]
  readonly revocation: RevocationReport
}

/** What embedded (or fetched) revocation data says. */
export interface RevocationReport {
  readonly status: 'good' | 'revoked' | 'unknown' | 'not_evaluated'
  readonly findings: readonly Finding[]
}

/** PAdES baseline level (ETSI EN 319 142-1), by what is present. */
export type PadesLevel = 'B-B' | 'B-T' | 'B-LT' | 'B-LTA'
