/**
 * Limits on the times and sizes of fetching, checking and reading trusted lists.
 *
 * @module
 */

const MB = 1024 * 1024
const HOUR_MS = 3_600_000

export const TRUST_LIST_LIMITS = {
  /** Largest list, in bytes. The largest national list has about 5 MB. */
  maxListBytes: 24 * MB,
  /** Most elements, attributes, texts and instructions of one list. */
  maxXmlNodes: 500_000,
  /** Deepest nesting of elements. Real lists have about 20 levels. */
  maxXmlDepth: 64,
  /** Most attributes of one element, with declarations of namespaces. Real lists have about ten. */
  maxXmlAttributes: 64,
  /** Most namespaces in force at one element. Real lists have about ten. */
  maxXmlNamespaces: 64,
  /** Longest name of an element or attribute, in characters. */
  maxXmlNameLength: 200,
  /** Most references of one signature. Real lists have two or three. */
  maxReferences: 8,
  /** Most pivots between the pinned signers and the present list of lists. The EU makes about one a year. */
  maxPivots: 40,
  /** Most lists to which one list of lists may point. */
  maxPointers: 200,
  /** Most service entries of one list. Each period of the history counts as one. */
  maxServicePeriods: 50_000,
  /** Most lists that are fetched at the same time. */
  maxParallelFetches: 6,
  /** Longest time for fetching one list, in milliseconds. */
  fetchTimeoutMs: 30_000,
  /** How long a list is used after its NextUpdate, with a warning, in milliseconds. */
  defaultGraceMs: 24 * HOUR_MS,
  /** Age from which a list is fetched again although it has not ended, in milliseconds. */
  defaultRefreshMs: 6 * HOUR_MS,
  /** Time before its NextUpdate from which a list is fetched again, in milliseconds. */
  renewBeforeMs: 48 * HOUR_MS,
  /** How long no new attempt is made after a failure, in milliseconds. */
  retryAfterMs: 10 * 60_000,
} as const
