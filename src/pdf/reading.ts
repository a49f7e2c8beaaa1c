/**
 * Public interface of the folder for the syntax of files: objects, cross-reference sections, and revisions.
 *
 * @module
 */

export { PASSWORD } from './encryption/password.js'
export { spellingsOf } from './syntax/name-spellings.js'
export { type AnomalyListener, ObjectParser, type SyntaxAnomaly } from './syntax/object-parser.js'
export { scanReferences } from './syntax/object-scan.js'
export type { ObjectStream } from './syntax/object-stream.js'
export { PDF_LIMITS } from './syntax/pdf-limits.js'
export {
  CHAR_CLASS,
  endsToken,
  HEX_VALUE,
  isDigit,
  latin1Bytes,
  latin1Text,
  REGULAR,
  startsWithAt,
  viewOf,
  WHITE_SPACE,
} from './syntax/syntax.js'
export type { PdfRevision } from './xref/revisions.js'
export { findHeader, findStartXref } from './xref/xref-chain.js'
export {
  damaged,
  ENTRY_COMPRESSED,
  ENTRY_FREE,
  ENTRY_IN_USE,
  readXrefSection,
  type XrefSection,
  type XrefSubsection,
} from './xref/xref-section.js'
