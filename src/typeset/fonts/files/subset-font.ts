/**
 * Subsets of fonts, as a PDF embeds them.
 *
 * @module
 */

import type { FontFace } from '../font-face.js'
import { subsetCff } from './subset-cff.js'
import { subsetTrueType } from './subset-true-type.js'

/** A font program for a PDF, and the CIDs of its glyphs under Identity-H. */
interface FontSubset {
  /**
   * Kind of the program. `TrueType` is for FontFile2 of a CIDFontType2 with an identity CIDToGIDMap. `CFF` is for FontFile3 of a
   * CIDFontType0, with the subtype CIDFontType0C (ISO 32000-2, table 124).
   */
  readonly kind: 'TrueType' | 'CFF'
  readonly bytes: Uint8Array
  /** CIDs by the glyph numbers of the face. */
  readonly cids: ReadonlyMap<number, number>
}

/**
 * Creates a font that contains some glyphs of a face only. Damaged glyphs become empty.
 *
 * @param glyphs glyph numbers of the face, without those that come twice; .notdef need not be among them. For TrueType the
 * first one gets CID 1, the next one 2, and so on
 * @throws SealwrightError `invalid_font` when the face as a whole is damaged, which {@link openFace} finds out for faces of
 * documents and hosts
 *
 * @example
 * ```ts
 * const { kind, bytes, cids } = subsetFont(face, [face.glyphOf(0x41), face.glyphOf(0x42)])
 * ```
 */
export function subsetFont(face: FontFace, glyphs: readonly number[]): FontSubset {
  if (face.font.outlines === 'CFF') {
    const { bytes, cidOf } = subsetCff(face.font, glyphs)
    return { kind: 'CFF', bytes, cids: new Map(glyphs.map((glyph) => [glyph, cidOf(glyph)])) }
  }
  const bytes = subsetTrueType(face.font, [0, ...glyphs])
  const cids = new Map<number, number>([[0, 0]])
  glyphs.forEach((glyph, index) => {
    if (!cids.has(glyph)) cids.set(glyph, index + 1)
  })
  return { kind: 'TrueType', bytes, cids }
}
