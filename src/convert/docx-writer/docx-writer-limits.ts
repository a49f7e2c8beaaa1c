/**
 * How deep and wide the structure of a written DOCX may be.
 *
 * @module
 */

/** Limits on a DOCX that is written. */
export const DOCX_WRITER_LIMITS = {
  /** Nesting of tables, which is also the limit of the reader. */
  maxTableNesting: 40,
  /** Columns of one table, which is Word's limit. */
  maxTableColumns: 63,
  /** Nesting of links. */
  maxLinkNesting: 64,
  /** Shapes in a document. The text of further shapes is written without a shape. */
  maxShapes: 500,
} as const
