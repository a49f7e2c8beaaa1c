/**
 * Reads numbers from a font file, within its bounds.
 *
 * @module
 */

import { SealwrightError } from '../../../errors.js'
import { BigEndianBytes } from '../../../pdf/codecs.js'

/** A table of the font file: where it starts and how long it is, in bytes. */
export interface FontTable {
  readonly offset: number
  readonly length: number
}

/** Big-endian reads from a font file. Every read is bounds-checked; a read past the end throws `invalid_font`. */
export class FontReader extends BigEndianBytes {
  override fail(fault: string): SealwrightError {
    return invalidFont(fault)
  }
}

/** The error for a font that cannot be used; `fault` completes the sentence "The font cannot be read: ...". */
export function invalidFont(fault: string): SealwrightError {
  return new SealwrightError('invalid_font', `The font cannot be read: ${fault}.`)
}
