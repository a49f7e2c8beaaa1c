/**
 * Times and sizes of signatures that are made in two steps.
 *
 * @module
 */

/** Limits on signatures that are made in two steps. */
export const TWO_PHASE_LIMITS = {
  /** Time between the steps, in milliseconds. */
  lifetimeMs: 24 * 3_600_000,
  /** Size of a state, in bytes. */
  maxStateBytes: 256 * 1024,
  /** Length of the secret that states are authenticated with, in bytes. */
  minSecretBytes: 32,
  /** Extra space for a time stamp that is larger than the sample, in bytes: once signed, nothing can be planned anew. */
  spareTimestampBytes: 2048,
} as const
