/**
 * What a JSON text may ask of its parser.
 *
 * @module
 */

/** Limits on a JSON text that is parsed. */
export const JSON_LIMITS = {
  /** Nesting of objects and arrays; free-form data may have half as much. */
  maxDepth: 64,
  /** Members and items of all objects and arrays: as many as fit in a request's free-form data. */
  maxValues: 600_000,
} as const
