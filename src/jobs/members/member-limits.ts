/**
 * How long members of requests may be.
 *
 * @module
 */

/** Limits of members: lengths in characters, sizes in bytes. */
export const MEMBER_LIMITS = {
  /** A query parameter. */
  maxQueryValueLength: 320,
  /** The name of a file, as most file systems have it. */
  maxFileNameLength: 255,
  /** The title of a converted document. */
  maxTitleLength: 500,
  /** The picture in a signature; it counts with the request, not the document. */
  maxSignatureImageBytes: 1024 * 1024,
} as const
