/**
 * Times and sizes in fetching a document from a URL.
 *
 * @module
 */

/** Limits on fetching a document from a URL. */
export const FETCH_LIMITS = {
  /** Length of a URL, in characters. */
  maxUrlLength: 2048,
  /** Redirects that are followed. */
  maxRedirects: 3,
  /** Time for everything together, in milliseconds. */
  timeoutMs: 20_000,
  /** Header fields of one response, in bytes. */
  maxHeaderBytes: 16 * 1024,
} as const
