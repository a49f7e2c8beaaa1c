/**
 * What else than DOCX may stand in a DOCX and is read here.
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
