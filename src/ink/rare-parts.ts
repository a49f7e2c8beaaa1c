/**
 * What few documents need: decoders of photographs and scans, fonts of Type 1, programs of colours. Builds for browsers and
 * edge hosts use `rare-parts-web.ts` instead.
 *
 * @module
 */

export { compileCalculator } from './colour/calculator-function.js'
export { readType1Program } from './fonts/type1-program.js'
export { decodeFax } from './pictures/decode-fax.js'
export { decodeJbig2 } from './pictures/jbig2/decode-jbig2.js'
export { decodeJpeg } from './pictures/jpeg/decode-jpeg.js'
export { decodeJpeg2000 } from './pictures/jpeg2000/decode-jpeg2000.js'
