/**
 * Limits on the structure and size of a DOCX that is read.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on what a DOCX may ask of its reader. */
export const OOXML_LIMITS = {
  /** Entries of the archive. */
  maxZipEntries: 20_000,
  /** Length of the name of an entry, in bytes. */
  maxZipNameBytes: 1024,
  /** Expanded size of all parts that are read, in bytes. */
  maxExpandedBytes: 256 * MB,
  /**
   * Most bytes of one part, expanded, for each byte of its compressed size. Smaller parts than `minInflateAllowance` are exempt.
   */
  maxInflateRatio: 200,
  /**
   * Expanded size in bytes up to which any ratio is permitted. 1500 pages of repeated text are as large as that, and are
   * compressed to a three-hundredth.
   */
  minInflateAllowance: 32 * MB,
  /** Size of one XML part, in bytes. */
  maxXmlBytes: 96 * MB,
  /** Nesting of elements in one part. */
  maxXmlDepth: 512,
  /** Elements, attributes and texts of all XML parts that are read. */
  maxXmlNodes: 1_500_000,
  /** Characters of a document's text, its headers and notes included (about 1500 full pages). */
  maxTextCharacters: 5_000_000,
  /** Tab stops of one paragraph, which is Word's limit. */
  maxTabStops: 64,
  /** Nesting of fields that are told apart. */
  maxFieldNesting: 64,
  /** Length of a field's code, in characters. */
  maxFieldCodeLength: 32_768,
  /** Tables inside of tables. */
  maxTableNesting: 40,
  /** Text boxes inside of text boxes. */
  maxTextBoxNesting: 16,
  /** Cells of all tables of one document. */
  maxTableCells: 60_000,
  /** Grid columns of a table (Word itself stops at 63). */
  maxTableColumns: 512,
  /** Nesting of an equation. */
  maxMathNesting: 64,
  /** Documents that are embedded in a document (w:altChunk). */
  maxEmbeddedDocuments: 256,
  /** Nesting of embedded documents. */
  maxEmbeddedNesting: 8,
  /** Size of all embedded documents together, in bytes. */
  maxEmbeddedBytes: 32 * MB,
} as const
