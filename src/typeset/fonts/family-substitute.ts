/**
 * What is known about a family and its substitute.
 *
 * @module
 */

import type { BundledFamily } from './bundled-faces.js'
import type { WidthFamily } from './family-widths.js'
import type { FontKind, FontLine } from './loaded-font.js'
import type { SymbolSet } from './symbol-characters.js'

/** The substitute of a family that is not available. */
export interface FamilySubstitute {
  readonly use: BundledFamily
  readonly kind: FontKind
  /** Whether its characters are as wide as those of the family. */
  readonly isTwin?: boolean
  /** Factor on its widths. */
  readonly scale?: number
  /** The widths that the family's characters have. */
  readonly widths?: WidthFamily
  /** Line metrics of the family, as Word uses them; left out: those of the substitute. */
  readonly line?: FontLine
  /** Underline of the family, in ems below the baseline; left out: that of the substitute. */
  readonly underline?: readonly [position: number, thickness: number]
  /** The family has East Asian characters, and its line metrics hold for them whatever face they are taken from. */
  readonly isEastAsian?: boolean
  /** Units per em of the family, where the heights of its lines depend on them. */
  readonly unitsPerEm?: number
  /**
   * Its Hangul syllables are narrower than an em, as drawn in the faces that stand in for it; those of other families
   * fill one.
   */
  readonly narrowHangul?: boolean
  /** Width of a Hangul syllable in bold text, in ems; left out: one. */
  readonly boldHangul?: number
  /** The family's regular face is heavy. */
  readonly isHeavy?: boolean
  /** Size of superscripts and subscripts in ems, where it differs from most families. */
  readonly scriptSize?: number
  readonly symbols?: SymbolSet
}
