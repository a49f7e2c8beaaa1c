/**
 * How much the stores of answers keep where the host does not say.
 *
 * @module
 */

/** Answers of everybody together, in bytes. */
export const DEFAULT_ANSWER_BYTES = 1024 ** 3

/** What part of all one owner may have. */
export const OWNER_SHARE = 1 / 4

/** After what part of all was added by one process, it sums everything up again. */
export const CHECK_SHARE = 1 / 64
