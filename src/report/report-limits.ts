/**
 * How long reports for people may be.
 *
 * @module
 */

/** Limits on reports for people. The report itself, in JSON, has everything. */
export const REPORT_LIMITS = {
  /** Entries of one list, such as the changes after a signature; the rest are counted. */
  maxListed: 200,
  /** Signers on the first screen; all of them stand among the details. */
  maxPeople: 12,
  /** Events of one audit trail. */
  maxEvents: 1000,
  /** Entries of the lists of all signatures, and events of all audit trails: at least `minListed` of each. */
  maxListedInAll: 2000,
  minListed: 10,
  /** Characters of one value; the rest is counted. */
  maxValueLength: 2000,
} as const
