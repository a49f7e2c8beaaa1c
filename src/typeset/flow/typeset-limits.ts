/**
 * Limits on how much is typeset at once.
 *
 * @module
 */

/** Limits on what is typeset. */
export const TYPESET_LIMITS = {
  /** Characters of one flow of text (about 150 full A4 pages). */
  maxCharacters: 500_000,
  /** Nesting of event data and metadata that the certificate page shows. */
  maxDataNesting: 64,
  /** Subsets of one font that are cached for embedding. */
  maxCachedSubsets: 24,
  /** Shaped words of one font that are cached. */
  maxCachedWords: 8192,
  /** Pages of one document. They take about ten seconds. */
  maxDocumentPages: 3000,
  /**
   * Characters of headers and footers with page numbers, on all pages together: 3,000 pages with 1,300 characters each. They
   * take about four seconds.
   */
  maxHeaderCharacters: 4_000_000,
  /** Characters of one paragraph. */
  maxParagraphCharacters: 500_000,
  /** Runs, tabs, breaks and objects of one paragraph. */
  maxParagraphInlines: 150_000,
  /** Nesting of tables and text boxes. */
  maxBlockNesting: 64,
  /** Objects of one page that text flows around. */
  maxFloatsBesideText: 256,
  /** Objects of one page, above the text that they are anchored in, for which the text above is laid out again. */
  maxFloatsAboveAnchors: 100,
  /** Cells of one table. */
  maxTableCells: 50_000,
  /** Columns of one table; Word itself stops at 63. */
  maxTableColumns: 512,
  /** Nesting of groups in a display list. */
  maxGroupNesting: 40,
  /** Tiles of a picture that fill one shape. */
  maxPictureTiles: 2000,
} as const
