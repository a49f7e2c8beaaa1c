/**
 * The theme part (ECMA-376-1, 20.1.6): fonts, colours, and the lines and fills that shapes refer to.
 *
 * @module
 */

import type { HexColor } from '../typeset/model/properties.js'
import type { XmlElement } from './xml-element.js'

/** A font collection: typefaces for Latin, East Asian and complex scripts, and one by script code (`Jpan`). */
export interface ThemeFonts {
  readonly latin: string
  readonly eastAsian: string
  readonly complexScript: string
  readonly scripts: ReadonlyMap<string, string>
}

/** What the rest of a document takes from its theme. */
export interface Theme {
  readonly majorFonts?: ThemeFonts
  readonly minorFonts?: ThemeFonts
  /** By the names that w:themeColor and a:schemeClr use, the mapping of settings (w:clrSchemeMapping) applied: `accent1`, `tx1`, `text1`, `dk1`, `hyperlink` ... */
  readonly colors: ReadonlyMap<string, HexColor>
  /** a:fmtScheme with its lists of fills and lines. */
  readonly formatScheme?: XmlElement
}
