/**
 * Public interface of the folder for the encodings of streams and fonts.
 *
 * @module
 */

export { decodeRunLength } from './filter/ascii-filters.js'
export { decodeStreamData } from './filter/decode-stream.js'
export { decodeLzw } from './filter/lzw.js'
export { fitsFilter, isPackedPlainly, SHORT_KEYS } from './filter/plain-packing.js'
export { undoPredictor } from './filter/predictor.js'
export { BigEndianBytes } from './syntax/big-endian.js'
export { ByteWriter } from './syntax/byte-writer.js'
export { type CffDict, type CffIndex, readDict, readIndex } from './syntax/compact-font.js'
