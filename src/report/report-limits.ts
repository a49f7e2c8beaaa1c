/**
 * Limits on reports for people.
 *
 * @module
 */

/** Limits on reports for people. The report in JSON is always complete. */
export const REPORT_LIMITS = {
  /** Most entries of one list, for example of the changes after a signature. The number of further entries is shown. */
  maxListed: 200,
  /** Most signers on the first screen. The details have all of them. */
  maxPeople: 12,
  /** Most events of one audit trail. */
  maxEvents: 1000,
  /**
   * Most entries in the lists of all signatures, and most events in all audit trails. Each list may have `minListed` in any
   * case.
   */
  maxListedInAll: 2000,
  minListed: 10,
  /** Most characters of one value. The number of further characters is shown. */
  maxValueLength: 2000,
} as const
