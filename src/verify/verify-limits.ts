/**
 * Limits on how much of a signed file is compared and reported.
 *
 * @module
 */

/** Limits on comparing the revisions of a signed file. */
export const VERIFY_LIMITS = {
  /** Signatures of one file. A file with more is refused as a whole. */
  maxSignatures: 500,
  /** Changes that are listed for one revision, and findings as well. */
  maxReportedChanges: 200,
  /** Signatures that are named because they do not permit a change. */
  maxDenyingSignatures: 10,
  /** Places on pages that are listed for one change. */
  maxPlaces: 10,
  /** Length at which a name or value from the file is cut in a sentence of the report, in characters. */
  maxQuotedCharacters: 60,
  /** Length at which a sentence of the report is cut, in characters. */
  maxSentenceLength: 1000,
  /** References, fields and annotations that are examined while all revisions of one file are compared. */
  maxComparisonSteps: 3_000_000,
  /** Objects between a changed object and the part of the document that it belongs to. */
  maxUsageDepth: 8,
} as const
