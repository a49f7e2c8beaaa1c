/**
 * How long members of requests may be.
 *
 * @module
 */

/** Limits of members: lengths in characters, sizes in bytes. */
export const MEMBER_LIMITS = {
  /** Length of a query parameter. */
  maxQueryValueLength: 320,
  /** Length of a file name, which is the limit of most file systems. */
  maxFileNameLength: 255,
  /** Length of the title of a converted document. */
  maxTitleLength: 500,
  /** Size of the picture in a signature. It counts as part of the request, not of the document. */
  maxSignatureImageBytes: 1024 * 1024,
} as const
