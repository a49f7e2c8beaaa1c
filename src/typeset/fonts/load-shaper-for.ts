/**
 * Loads HarfBuzz for text that needs it.
 *
 * @module
 */

import { loadShaper } from './shaper.js'
import { isSimpleText } from './simple-text.js'

/** Loads HarfBuzz if the text needs it: scripts whose letters join or reorder, and composed emoji. */
export async function loadShaperFor(text: string): Promise<void> {
  if (!isSimpleText(text.normalize('NFC'))) await loadShaper()
}
