/**
 * Fits a substitute to the widths of the family that it replaces.
 *
 * @module
 */

import type { Fitting } from './character-table.js'
import type { FamilySubstitute } from './family-substitute.js'
import { familyWidths, type WidthTable } from './family-widths.js'
import type { FontFace } from './font-face.js'
import { type SymbolSet, symbolCharacter, symbolWidth } from './symbol-characters.js'

/** Letters in the order of how often English text has them, with shares in thousandths; the scale of outlines follows them. */
const LETTER_SHARES =
  'e102 t75 a65 o62 i57 n57 s53 r50 h49 l33 d33 u23 c22 m20 f18 w17 g16 p15 y14 b12 v8 k6 T3 S3 A3 C3 I3 M2 P2 D2 B2 R2 E2 02 12'

/** How the substitute's face is set so that lines break as with the family. */
export function fittingOf(substitute: FamilySubstitute, face: FontFace, bold: boolean, italic: boolean): Fitting {
  const { widths, symbols, scale = 1 } = substitute
  if (symbols !== undefined) {
    const nameOf = symbolCharacter(symbols)
    // The last face in the chain shows unknown characters as a bullet, which is what such characters mostly are.
    const isLast = substitute.use === 'dejavuSans'
    const hasBullets = substitute.use === BULLET_FACE
    const characterOf = (codePoint: number) => {
      const character = nameOf(codePoint)
      if (BULLETS.has(character) !== hasBullets) return undefined
      return isLast && character !== 0 && face.glyphOf(character) === 0 ? BULLET : character
    }
    return { scale, characterOf, widthOf: symbolWidth(symbols) }
  }
  if (widths === undefined) return { scale }
  const widthOf = familyWidths(widths, bold && substitute.isHeavy !== true, italic)
  // Gelasio has the old-style figures of Georgia. Those of Palatino, Bookman and Century are as tall as capitals.
  return { scale: meanRatio(widthOf, face), widthOf, liningFigures: true }
}

/**
 * How Hangul is set for a family of Windows. In PDFs that Word made with Malgun Gothic and Gulim, a syllable is one em wide.
 * The syllables of the face are narrower, so they are widened. Returns `undefined` for other characters, and for a face that
 * needs no fitting.
 *
 * @param width of a syllable, in ems
 */
export function hangulFitting(codePoint: number, face: FontFace, width = 1): Fitting | undefined {
  if (!isHangulOfOneEm(codePoint)) return undefined
  const advance = face.advanceOf(face.glyphOf(codePoint)) / face.unitsPerEm
  if (advance < LEAST_HANGUL || advance >= 1) return undefined
  return { scale: width / advance, widthOf: (asked) => (isHangulOfOneEm(asked) ? width : undefined) }
}

/** Narrower faces, in ems, are for other uses: their Hangul is left as it is. */
const LEAST_HANGUL = 0.8

/** Syllables and single letters; letters that join to syllables have widths of their own. */
function isHangulOfOneEm(codePoint: number): boolean {
  return (codePoint >= 0xac00 && codePoint <= 0xd7a3) || (codePoint >= 0x3131 && codePoint <= 0x318e)
}

const BULLET = 0x2022

/** The round and the square bullet: in other faces they are much smaller or larger than those of Symbol and Wingdings. */
const BULLETS: ReadonlySet<number> = new Set([BULLET, 0x25aa])
/** The face that has them in the size of Symbol and Wingdings. */
export const BULLET_FACE = 'carlito'

/** Whether a code of a symbol font stands for one of the {@link BULLETS}. */
export function isBulletCode(symbols: SymbolSet, codePoint: number): boolean {
  return BULLETS.has(symbolCharacter(symbols)(codePoint))
}

/** How much wider than the face's the letters of a text in the family are. */
function meanRatio(widthOf: WidthTable, face: FontFace): number {
  let asked = 0
  let given = 0
  for (const entry of LETTER_SHARES.split(' ')) {
    const codePoint = entry.charCodeAt(0)
    const share = Number(entry.slice(1))
    const width = widthOf(codePoint)
    if (width === undefined) continue
    asked += share * width
    given += (share * face.advanceOf(face.glyphOf(codePoint))) / face.unitsPerEm
  }
  const ratio = given > 0 ? asked / given : 1
  return Math.min(2, Math.max(0.5, ratio))
}
