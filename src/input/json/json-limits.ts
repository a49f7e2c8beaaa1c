/**
 * What a JSON text may ask of its parser.
 *
 * @module
 */

/** Limits on a JSON text that is parsed. */
export const JSON_LIMITS = {
  /** Objects and arrays inside of each other: free-form data may have half as many. */
  maxDepth: 64,
  /** Members and items of all objects and arrays: as many as fit into a request's free-form data. */
  maxValues: 600_000,
} as const
