/**
 * Times and sizes in fetching validation data.
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
  /** Certificates taken from one address. */
  maxIssuers: 32,
  /** How long they are kept, in milliseconds. */
  issuersTtlMs: 24 * 3_600_000,
  /** Addresses of one kind that are tried for one certificate. */
  maxUrls: 3,
  /** Length of an address up to which an OCSP request goes by GET (RFC 5019, 5). */
  maxGetBytes: 255,
  /** Size of the answers that are kept in memory, in bytes. */
  maxStoredBytes: 64 * MB,
  /** How long before its nextUpdate an answer is no longer used, in milliseconds. */
  storeMarginMs: 60_000,
  /** Rounds of asking about responders that answered, and about those who answered for these. */
  maxRounds: 4,
} as const
