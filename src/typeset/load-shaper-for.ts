/**
 * Loads HarfBuzz where text needs it. Loading takes longer than typesetting a page, and plain text does not need it.
 *
 * @module
 */

import { withLateParts } from '../platform/late-parts.js'
import { loadShaper, ShaperMissing } from './fonts/shaper.js'
import { isSimpleText } from './fonts/simple-text.js'

/** Loads HarfBuzz if the text needs it: scripts whose letters join or reorder, and composed emoji. */
export async function loadShaperFor(text: string): Promise<void> {
  if (!isSimpleText(text.normalize('NFC'))) await loadShaper()
}

/**
 * Runs work with a font library that has `needsShaper`, and runs it again from the start if it needs HarfBuzz or a font that is
 * not loaded yet.
 */
export function withShaper<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  return withLateParts(async () => {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof ShaperMissing)) throw error
      await loadShaper()
      return await work()
    }
  })
}
