/**
 * Limits on what a PDF may demand of its reader.
 *
 * @module
 */

const MB = 1024 * 1024

/** Limits on what a PDF may demand of its reader. */
export const PDF_LIMITS = {
  /** Highest object number (ISO 32000-1, annex C, table C.1). */
  maxObjectNumber: 8_388_607,
  /** Nesting of arrays and dictionaries in one object. */
  maxNesting: 256,
  /** Size of the document's XMP metadata, in bytes. */
  maxMetadataBytes: 4 * MB,
  /** Cross-reference sections in the /Prev chain. */
  maxXrefSections: 4096,
  /** Entries of all cross-reference sections together. */
  maxXrefEntries: 4_194_304,
  /** Runs of consecutive entries in one cross-reference section. */
  maxXrefSubsections: 262_144,
  /** Dictionaries, arrays and strings in one object. */
  maxNodesPerObject: 1_000_000,
  /**
   * Entries of one dictionary, each of which takes fifty times its bytes in memory. The largest honest dictionaries list
   * destinations by name.
   */
  maxDictionaryEntries: 200_000,
  /** Objects that are needed in turn to read one object, such as the /Length of each stream in another. */
  maxReadingDepth: 16,
  /** Budget for reading one file, in bytes scanned or of memory, in addition to `maxReadingFileSizes`. */
  minReadingBudget: 512 * MB,
  /** Budget for reading one file, as a multiple of its size. */
  maxReadingFileSizes: 16,
  /** Decoded size of one cross-reference or object stream, in bytes. */
  maxDecodedStreamBytes: 64 * MB,
  /** Decoded size of such a stream as a multiple of its encoded size, above a floor of 1 MB. */
  maxInflateRatio: 1032,
  /** Filters of one stream. */
  maxStreamFilters: 16,
  /** Decoded object streams kept in memory at once, in bytes. */
  maxObjectStreamCacheBytes: 32 * MB,
  /** Depth of the page tree. */
  maxPageTreeDepth: 64,
  /** Depth of the form field tree. */
  maxFieldTreeDepth: 64,
  /** Nodes visited in one name tree. */
  maxNameTreeNodes: 100_000,
  /** Nodes visited while looking through the form field tree. */
  maxFormFields: 100_000,
  /** Length of a password, of which at most 127 bytes count. */
  maxPasswordLength: 1024,
} as const
