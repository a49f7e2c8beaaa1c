/**
 * How deep and wide the structure of a written DOCX may be.
 *
 * @module
 */

/** Limits on a DOCX that is written. */
export const DOCX_WRITER_LIMITS = {
  /** Nesting of tables; no deeper than can be read back. */
  maxTableNesting: 40,
  /** Columns of one table, as Word has it. */
  maxTableColumns: 63,
  /** Nesting of links. */
  maxLinkNesting: 64,
  /** Shapes in a document; beyond that their text stands alone. */
  maxShapes: 500,
} as const
