/**
 * Limits on the drawings of a DOCX.
 *
 * @module
 */

/** Limits on the drawings of a DOCX. */
export const DRAWING_LIMITS = {
  /** Nesting of groups of shapes. */
  maxGroupDepth: 32,
  /** Pictures and shapes of one drawing. */
  maxElements: 10_000,
  /** Paths of one shape. */
  maxPaths: 1000,
  /** Formulas of one shape. */
  maxFormulas: 2000,
  /** Data points of one chart. */
  maxChartPoints: 5000,
} as const
