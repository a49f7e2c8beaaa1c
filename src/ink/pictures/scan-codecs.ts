/**
 * Decoders of pictures that scanners write, and the programs of colours: few documents have any. Builds for browsers and edge hosts use `scan-codecs-web.ts` instead.
 *
 * @module
 */

export { compileCalculator } from '../colour/calculator-function.js'
export { decodeFax } from './decode-fax.js'
export { decodeJbig2 } from './jbig2/decode-jbig2.js'
export { decodeJpeg2000 } from './jpeg2000/decode-jpeg2000.js'
