/**
 * How much of a signed file is compared and reported.
 *
 * @module
 */

/** Limits on what is compared between the revisions of a signed file. */
export const VERIFY_LIMITS = {
  /** Signatures of one file; a file with more is refused as a whole. */
  maxSignatures: 500,
  /** Changes, and findings among them, that are listed for one revision. */
  maxReportedChanges: 200,
  /** Signatures that are named as not permitting a change. */
  maxDenyingSignatures: 10,
  /** Places on pages that are given for one change. */
  maxPlaces: 10,
  /** Length at which a name or value out of the file is cut in a sentence of the report. */
  maxQuotedCharacters: 60,
  /** Length at which a sentence of the report is cut. */
  maxSentenceLength: 1000,
  /** References, fields and annotations looked at while all revisions of one file are compared. */
  maxComparisonSteps: 3_000_000,
  /** Objects between a changed one and the part of the document that it belongs to. */
  maxUsageDepth: 8,
} as const
