/**
 * Every default limit, in one place.
 *
 * @module
 */

const MB = 1024 * 1024

/** Largest document that signDocument takes unless the caller says otherwise, in bytes. */
export const MAX_DOCUMENT_BYTES = 25 * MB

/** Limits on what a PDF may ask of its reader. */
export const PDF_LIMITS = {
  /** Highest object number (ISO 32000-1, annex C, table C.1). */
  maxObjectNumber: 8_388_607,
  /** Nesting of arrays and dictionaries in one object. */
  maxNesting: 256,
  /** Cross-reference sections in the /Prev chain. */
  maxXrefSections: 4096,
  /** Decoded size of one cross-reference or object stream, in bytes. */
  maxDecodedStreamBytes: 64 * MB,
  /** Decoded size of one such stream as a multiple of its encoded size, above a floor of 1 MB. */
  maxInflateRatio: 1032,
  /** Decoded object streams kept in memory at once, in bytes. */
  maxObjectStreamCacheBytes: 32 * MB,
  /** Depth of the page tree. */
  maxPageTreeDepth: 64,
  /** Depth of the form field tree. */
  maxFieldTreeDepth: 64,
  /** Nodes visited while looking through the form field tree. */
  maxFormFields: 100_000,
} as const

/** Limits on what a signing identity's files may ask. */
export const IDENTITY_LIMITS = {
  /** Size of a PKCS#12 or PEM file, in bytes. */
  maxFileBytes: 4 * MB,
  /** Iterations of a password-based key derivation. */
  maxKdfIterations: 10_000_000,
  /** Nesting of DER or BER values. */
  maxDerNesting: 64,
} as const
