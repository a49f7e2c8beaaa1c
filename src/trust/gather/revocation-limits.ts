/**
 * Limits on fetching validation data: times and sizes.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on fetching validation data. */
export const REVOCATION_LIMITS = {
  /** Time for one request, in milliseconds. */
  timeoutMs: 5000,
  /** Size of a CRL, in bytes. */
  maxCrlBytes: 10 * MB,
  /** Size of an OCSP answer, in bytes. */
  maxOcspBytes: 256 * 1024,
  /** Size of a certificate or a bag of them, in bytes. */
  maxIssuersBytes: 256 * 1024,
  /** Certificates that are used from one address. */
  maxIssuers: 32,
  /** How long issuers' certificates are kept, in milliseconds. */
  issuersTtlMs: 24 * 3_600_000,
  /** Addresses of one kind that are tried for one certificate. */
  maxUrls: 3,
  /** Longest address with which an OCSP request goes by GET, in bytes (RFC 5019, 5). */
  maxGetBytes: 255,
  /** Size of all answers kept in memory, in bytes. */
  maxStoredBytes: 64 * MB,
  /** How long before its nextUpdate an answer is no longer used, in milliseconds. */
  storeMarginMs: 60_000,
  /** Rounds of questions about responders, and about the responders that answered these. */
  maxRounds: 4,
} as const
