/**
 * Public interface of the folder for texts and metadata.
 *
 * @module
 */

export { type ConformanceClaims, readConformanceClaims } from './catalog/conformance-claims.js'
export { readXmpPacket } from './catalog/xmp-packet.js'
export { readXmpTexts, type XmpText } from './catalog/xmp-properties.js'
export { readTextEntry } from './syntax/text-entry.js'
export { dateString, decodeTextString, textString } from './syntax/text-string.js'
export { visibleParts } from './syntax/visible-text.js'
