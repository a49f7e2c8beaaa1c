/**
 * Default limits of the stores of answers.
 *
 * @module
 */

/** Size of the answers of all owners, in bytes. */
export const DEFAULT_ANSWER_BYTES = 1024 ** 3

/** Share of the limit that one owner may use. */
export const OWNER_SHARE = 1 / 4

/** Share of the limit that one process may add before it sums up all answers again. */
export const CHECK_SHARE = 1 / 64
