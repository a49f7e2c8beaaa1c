/**
 * Whether the letters of a field can be seen and are the letters that they claim to be.
 *
 * @module
 */

import type { DrawnStates } from '../drawn-states.js'
import type { FontFacts } from '../fonts/content-font.js'
import type { VisibleGlyph } from '../text/visible-text.js'
import type { ShownFault } from './field-look.js'
import { isOfSystemFont, isShownByAll } from './reader-letters.js'

/** What is wrong with one letter; `undefined` when it is seen for what it is. */
export function findGlyphFault(
  pair: DrawnStates,
  { glyph, text, meaning, hidden, doubts }: VisibleGlyph,
): ShownFault | undefined {
  if (text !== undefined && text.trim() === '') return undefined
  const [reason] = hidden
  if (reason === 'no_glyph') return { kind: 'unknown', detail: 'its font lacks a letter' }
  if (reason !== undefined) return { kind: 'hidden', detail: `a letter is ${reason.replaceAll('_', ' ')}` }
  const [doubt] = doubts.filter((item) => item !== 'partly_clipped')
  if (doubt !== undefined) return { kind: 'unknown', detail: `a letter is ${doubt.replaceAll('_', ' ')}` }
  if (meaning.trust === 'contradicted') return { kind: 'unknown', detail: 'the font says two things of a letter' }
  if (text === undefined) return { kind: 'unknown', detail: 'the font does not tell its letters' }
  if (!isShownByAll(glyph.font.facts, text) && !isOfSystemFont(glyph.font.facts, text)) {
    return { kind: 'unknown', detail: 'a letter is none that every reader has for a font that the file does not bring' }
  }
  if (wasSigned(pair, glyph.font.facts)) return undefined
  if (glyph.font.isOddlySpaced?.(glyph.code) === true)
    return { kind: 'unknown', detail: 'its letters are oddly spaced' }
  if (meaning.trust === 'agreed' && isKnownByName(glyph.font.facts)) return undefined
  return { kind: 'unknown', detail: 'its letters come from a font that was not part of what was signed' }
}

/**
 * Standard fonts, of which every reader has letters of its own, and fonts whose codes are those of a character collection.
 * No table of the font can tell what glyphs look like that the file itself draws; and of simple fonts with other names each
 * reader has another one, or pictures for letters.
 */
function isKnownByName({ isStandard, isEmbedded, subtype }: FontFacts): boolean {
  return isStandard || (subtype === 'Type0' && !isEmbedded)
}

/** True for a font that the first signed revision used, and that is what it was, with its program and its encoding. */
function wasSigned(pair: DrawnStates, { objectNumber }: FontFacts): boolean {
  return objectNumber !== undefined && pair.isSignedThroughout(objectNumber)
}
