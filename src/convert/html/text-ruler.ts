/**
 * How wide text will be, measured with the fonts, styles and line breaks with which it is going to be set. Most pages need no
 * measuring: what does it is loaded by the first page that does.
 *
 * @module
 */

import type { FontSource } from '../../typeset/fonts/font-source.js'
import { withShaper } from '../../typeset/fonts/load-shaper-for.js'
import type { FlowInline, ParagraphStyleName } from '../docx-writer/flow-document.js'
import type { DocumentLook, StyleSources } from './run-samples.js'

/** Widths without breaking words, and without breaking lines, in twips. */
export interface TextWidths {
  readonly least: number
  readonly most: number
}

/** A paragraph to be measured. */
export interface MeasuredText {
  readonly style: ParagraphStyleName
  readonly inlines: readonly FlowInline[]
  /** How far the first line is indented; negative where its mark stands out. */
  readonly indent?: number
}

/** Fonts, and options that change styles. */
export interface RulerSources extends StyleSources {
  readonly fonts?: readonly FontSource[]
}

/** Measures text of one document. */
export interface TextRuler {
  measure(text: MeasuredText): TextWidths
  /** The width of letters of an equation in one line, in ems. */
  measureMath(letters: string): number
}

/** Thrown where text has to be measured before that is possible. */
class RulerMissing extends Error {
  override readonly name = 'RulerMissing'
}

let OpenRuler: typeof import('./open-ruler.js').OpenRuler | undefined

/**
 * Makes a ruler for a document. Fonts are opened when it is first used, which has to be in {@link withRuler}.
 *
 * @param look what its text looks like by default
 */
export function createTextRuler(look: DocumentLook, sources: RulerSources = {}): TextRuler {
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

/** Does work that may measure text, again from the start if that takes something that is not loaded yet. */
export async function withRuler<Result>(work: () => Result): Promise<Result> {
  try {
    return await withShaper(work)
  } catch (error) {
    if (!(error instanceof RulerMissing)) throw error
    ;({ OpenRuler } = await import('./open-ruler.js'))
    return await withShaper(work)
  }
}
