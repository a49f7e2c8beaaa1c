/**
 * Limits on signatures that are made in two steps: times and sizes.
 *
 * @module
 */

/** Limits on signatures that are made in two steps. */
export const TWO_PHASE_LIMITS = {
  /** Time between the steps, in milliseconds. */
  lifetimeMs: 24 * 3_600_000,
  /** Size of a state, in bytes. */
  maxStateBytes: 256 * 1024,
  /** Length of the secret that authenticates states, in bytes. */
  minSecretBytes: 32,
  /** Extra space for a time stamp that is larger than the sample, in bytes. After signing, nothing can be planned again. */
  spareTimestampBytes: 2048,
} as const
