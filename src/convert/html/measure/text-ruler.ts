/**
 * Measures text with the fonts, styles and line breaks with which it will be set. Most pages need no measuring, so the code is
 * loaded by the first page that does.
 *
 * @module
 */

import { withShaper } from '../../../typeset/load-shaper-for.js'
import type { RulerSources, TextRuler } from './measured-text.js'
import type { TextDefaults } from './run-samples.js'

/** Thrown when text must be measured before the ruler is loaded. */
class RulerMissing extends Error {
  override readonly name = 'RulerMissing'
}

let OpenRuler: typeof import('./open-ruler.js').OpenRuler | undefined

/**
 * Makes a ruler for a document. Fonts are opened when it is first used, which has to be in {@link withRuler}.
 *
 * @param look default format of the document's text
 */
export function createTextRuler(look: TextDefaults, sources: RulerSources = {}): TextRuler {
  let opened: TextRuler | undefined
  const open = () => {
    if (OpenRuler === undefined) throw new RulerMissing()
    opened ??= new OpenRuler(look, sources)
    return opened
  }
  return {
    measure: (text) => open().measure(text),
    measureMath: (letters) => open().measureMath(letters),
  }
}

/** Runs work that may measure text. If something has to be loaded for that, the work is run again from the start. */
export async function withRuler<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await withShaper(work)
  } catch (error) {
    if (!(error instanceof RulerMissing)) throw error
    ;({ OpenRuler } = await import('./open-ruler.js'))
    return await withShaper(work)
  }
}
