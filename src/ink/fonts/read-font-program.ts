/**
 * Embedded font programs (ISO 32000-2, 9.9): what they say about which character a glyph is for.
 *
 * @module
 */

import { type PdfDict, PdfStream } from '../../pdf/objects.js'
import type { ContentBudget } from '../content/content-budget.js'
import { CONTENT_LIMITS } from '../content/content-limits.js'
import type { ContentSource } from '../content/content-source.js'
import { readCffProgram } from './cff-program.js'
import type { FontProgram } from './font-program.js'
import { readTrueTypeProgram } from './true-type-program.js'
import { readType1Program } from './type1-program.js'

/** The program that a font descriptor embeds; `undefined` when there is none, `null` when it cannot be read. */
export function readFontProgram(source: ContentSource, descriptor: PdfDict): FontProgram | undefined | null {
  for (const key of ['FontFile', 'FontFile2', 'FontFile3']) {
    const stream = source.lookup(descriptor, key)
    if (!(stream instanceof PdfStream)) continue
    const bytes = source.decode(stream, CONTENT_LIMITS.maxFontBytes)
    if (bytes === undefined) return null
    try {
      return readProgram(bytes, source.budget)
    } catch {
      return null
    }
  }
  return undefined
}

/** True when a descriptor embeds a font program, whether or not it can be read. */
export function isEmbedded(source: ContentSource, descriptor: PdfDict | undefined): boolean {
  if (descriptor === undefined) return false
  return ['FontFile', 'FontFile2', 'FontFile3'].some((key) => source.lookup(descriptor, key) instanceof PdfStream)
}

/** By what the bytes are: viewers look at them, not at the key under which they stand. */
function readProgram(bytes: Uint8Array, budget: ContentBudget): FontProgram | null {
  const [a = 0, b = 0] = bytes
  // `%!` and the header of the binary form.
  if ((a === 0x25 && b === 0x21) || (a === 0x80 && b === 0x01)) return readType1Program(bytes, budget)
  if (a === 0x01 && b === 0x00 && (bytes[2] ?? 0) <= 32) return readCffProgram(bytes, budget)
  return readTrueTypeProgram(bytes, budget)
}
