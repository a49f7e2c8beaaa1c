/**
 * How deep and wide a DOCX is that is written.
 *
 * @module
 */

/** Limits on a DOCX that is written. */
export const DOCX_WRITER_LIMITS = {
  /** Tables inside of tables; no more than are read back. */
  maxTableNesting: 40,
  /** Columns of one table, as Word has it. */
  maxTableColumns: 63,
  /** Links inside of links. */
  maxLinkNesting: 64,
} as const
