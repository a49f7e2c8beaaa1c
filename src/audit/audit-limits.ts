/**
 * How large an audit record may be.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on an audit record, whether it is made or read back. */
export const AUDIT_LIMITS = {
  /** Nesting of objects and arrays in a JSON value; a request's free-form data stands a few levels down in the record. */
  maxJsonDepth: 64,
  /** Length of one value in canonical form, in UTF-16 code units. */
  maxCanonicalChars: 16 * MB,
  /** Size of a serialized record, in bytes. */
  maxRecordBytes: 16 * MB,
  /** Parties that a certificate page has rows for. */
  maxParties: 100,
  /** Faults reported for one record. */
  maxReportedProblems: 100,
} as const
