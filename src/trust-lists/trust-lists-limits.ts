/**
 * Times and sizes in fetching, checking and reading trusted lists.
 *
 * @module
 */

const MB = 1024 * 1024
const HOUR_MS = 3_600_000

export const TRUST_LIST_LIMITS = {
  /** Size of one list, in bytes. The largest national list has about 5 MB. */
  maxListBytes: 24 * MB,
  /** Elements, attributes, texts and instructions of one list. */
  maxXmlNodes: 2_000_000,
  /** How deep elements may be nested. Real lists have about 20 levels. */
  maxXmlDepth: 64,
  /** Length of one name of an element or attribute. */
  maxXmlNameLength: 200,
  /** References of one signature; lists have two or three. */
  maxReferences: 8,
  /** Pivots between the pinned signers and the present list of lists. The EU made about one a year. */
  maxPivots: 40,
  /** Lists that one list of lists may point to. */
  maxPointers: 200,
  /** Service entries of one list, each period of the history counted. */
  maxServicePeriods: 50_000,
  /** Lists that are fetched at the same time. */
  maxParallelFetches: 6,
  /** Time for fetching one list, in milliseconds. */
  fetchTimeoutMs: 30_000,
  /** How long after its NextUpdate a list is still used, with a warning, in milliseconds. */
  defaultGraceMs: 24 * HOUR_MS,
  /** Age from which a list is fetched again although it has not ended, in milliseconds. */
  defaultRefreshMs: 6 * HOUR_MS,
  /** A list that ends within this time is fetched again, in milliseconds. */
  renewBeforeMs: 48 * HOUR_MS,
  /** How long a list is not fetched again after a failure, in milliseconds. */
  retryAfterMs: 10 * 60_000,
} as const
