/**
 * Formats other than DOCX that may be embedded in a DOCX and are converted.
 *
 * @module
 */

/** Media types, in lower case. */
export const EMBEDDED_TYPES = [
  'text/html',
  'application/xhtml+xml',
  'text/plain',
  'message/rfc822',
  'multipart/related',
] as const

export type EmbeddedType = (typeof EMBEDDED_TYPES)[number]
