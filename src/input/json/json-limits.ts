/**
 * Limits on the memory that a JSON text can demand from its parser.
 *
 * @module
 */

/** Limits on a JSON text that is parsed. */
export const JSON_LIMITS = {
  /** Deepest nesting of objects and arrays. Free-form data may have half as much. */
  maxDepth: 64,
  /** Most members and items of all objects and arrays. Free-form data of a request can have that many. */
  maxValues: 600_000,
} as const
