/**
 * What a DOCX may ask of its reader.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on what a DOCX may ask of its reader. */
export const OOXML_LIMITS = {
  /** Entries of the archive. */
  maxZipEntries: 20_000,
  /** Length of the name of one entry, in bytes. */
  maxZipNameBytes: 1024,
  /** All parts that are read, expanded, in bytes. */
  maxExpandedBytes: 256 * MB,
  /**
   * Expanded size of one part as a multiple of its compressed size, above a floor in bytes: the text of 1500 pages that say
   * the same again and again is as large as the floor, and packed three hundred times as small.
   */
  maxInflateRatio: 200,
  minInflateAllowance: 32 * MB,
  /** Size of one XML part, in bytes. */
  maxXmlBytes: 96 * MB,
  /** Nesting of elements in one part. */
  maxXmlDepth: 512,
  /** Elements, attributes and texts of all XML parts that are read. */
  maxXmlNodes: 1_500_000,
  /** Characters of a document's text, its headers and notes included (about 1500 full pages). */
  maxTextCharacters: 5_000_000,
  /** Tab stops of one paragraph (as Word has it). */
  maxTabStops: 64,
  /** Fields inside of fields that are kept apart. */
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
  /** Documents inside of a document (w:altChunk): how many, inside of each other, and their bytes together. */
  maxEmbeddedDocuments: 256,
  maxEmbeddedNesting: 8,
  maxEmbeddedBytes: 32 * MB,
} as const
