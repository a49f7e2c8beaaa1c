/**
 * Loads HarfBuzz for text that cannot do without it.
 *
 * @module
 */

import { loadShaper } from './shaper.js'
import { isSimpleText } from './simple-text.js'

/** Loads HarfBuzz when the text cannot be set without: scripts whose letters join or move, and composed emoji. */
export async function loadShaperFor(text: string): Promise<void> {
  if (!isSimpleText(text.normalize('NFC'))) await loadShaper()
}
