/**
 * Limits on asking time-stamping authorities: times and sizes.
 *
 * @module
 */

/** Limits on asking time-stamping authorities. */
export const TIMESTAMP_LIMITS = {
  /** Size of one answer, in bytes. */
  maxReplyBytes: 64 * 1024,
  /** Time for one try, in milliseconds. */
  timeoutMs: 5000,
  /** Tries for an authority that does not answer. */
  tries: 2,
  /** Largest difference between an authority's time and ours, in milliseconds. */
  clockToleranceMs: 5 * 60_000,
  /** Spare space beyond the size of an authority's last token, in bytes. */
  spareBytes: 256,
  /** Time for one call of an authority that the host wrote, in milliseconds. */
  hostTimeoutMs: 30_000,
} as const
