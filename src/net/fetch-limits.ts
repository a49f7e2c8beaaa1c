/**
 * Limits on times and sizes when a document is fetched from a URL.
 *
 * @module
 */

/** Limits on fetching a document from a URL. */
export const FETCH_LIMITS = {
  /** Longest URL, in characters. */
  maxUrlLength: 2048,
  /** Most redirects that are followed. */
  maxRedirects: 3,
  /** Longest time for the whole call, in milliseconds. */
  timeoutMs: 20_000,
  /** Largest header of one response, in bytes. */
  maxHeaderBytes: 16 * 1024,
} as const
