/**
 * Limits on the size of audit records.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on an audit record, both when it is made and when it is read. */
export const AUDIT_LIMITS = {
  /**
   * Deepest nesting of objects and arrays in a JSON value. Free-form data of a request lies a few levels deep in the record.
   */
  maxJsonDepth: 64,
  /** Longest canonical form of one value, in UTF-16 code units. */
  maxCanonicalChars: 16 * MB,
  /** Largest serialized record, in bytes. */
  maxRecordBytes: 16 * MB,
  /** Most parties, each with a row on the certificate page. */
  maxParties: 100,
  /** Most faults that are reported for one record. */
  maxReportedProblems: 100,
} as const
