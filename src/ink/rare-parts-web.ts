/**
 * Replaces `rare-parts.ts` in builds for browsers: each part is loaded by the first document that needs it.
 *
 * @module
 */

import { LatePart } from '../platform/web/late-parts.js'
import type { compileCalculator as CompileCalculator } from './colour/calculator-function.js'
import type { readType1Program as ReadType1Program } from './fonts/type1-program.js'
import type { decodeFax as DecodeFax } from './pictures/decode-fax.js'
import type { decodeJbig2 as DecodeJbig2 } from './pictures/jbig2/decode-jbig2.js'
import type { decodeJpeg as DecodeJpeg } from './pictures/jpeg/decode-jpeg.js'
import type { decodeJpeg2000 as DecodeJpeg2000 } from './pictures/jpeg2000/decode-jpeg2000.js'

const calculator = new LatePart(() => import('./colour/calculator-function.js'))
const fax = new LatePart(() => import('./pictures/decode-fax.js'))
const jbig2 = new LatePart(() => import('./pictures/jbig2/decode-jbig2.js'))
const jpeg = new LatePart(() => import('./pictures/jpeg/decode-jpeg.js'))
const jpeg2000 = new LatePart(() => import('./pictures/jpeg2000/decode-jpeg2000.js'))
const type1 = new LatePart(() => import('./fonts/type1-program.js'))

export const compileCalculator: typeof CompileCalculator = (...call) => calculator.get().compileCalculator(...call)
export const decodeFax: typeof DecodeFax = (...call) => fax.get().decodeFax(...call)
export const decodeJbig2: typeof DecodeJbig2 = (...call) => jbig2.get().decodeJbig2(...call)
export const decodeJpeg: typeof DecodeJpeg = (...call) => jpeg.get().decodeJpeg(...call)
export const decodeJpeg2000: typeof DecodeJpeg2000 = (...call) => jpeg2000.get().decodeJpeg2000(...call)
export const readType1Program: typeof ReadType1Program = (...call) => type1.get().readType1Program(...call)
