/**
 * What the drawings of a DOCX may ask of their reader.
 *
 * @module
 */

/** Limits on the drawings of a DOCX. */
export const DRAWING_LIMITS = {
  /** Nesting of groups of shapes. */
  maxGroupDepth: 32,
  /** Pictures and shapes of one drawing. */
  maxElements: 10_000,
  /** Outlines of one shape. */
  maxPaths: 1000,
  /** Steps of one outline. */
  maxPathCommands: 50_000,
  /** Formulas of one shape. */
  maxFormulas: 2000,
  /** Data points of one chart. */
  maxChartPoints: 5000,
} as const
