/**
 * The colours that Word highlights text in.
 *
 * @module
 */

import type { HexColor } from '../../typeset/model/properties.js'

/** The colours of w:highlight (ECMA-376-1, 17.18.40). */
export const HIGHLIGHT_COLORS: Readonly<Record<string, HexColor>> = {
  black: '000000',
  blue: '0000FF',
  cyan: '00FFFF',
  darkBlue: '000080',
  darkCyan: '008080',
  darkGray: '808080',
  darkGreen: '008000',
  darkMagenta: '800080',
  darkRed: '800000',
  darkYellow: '808000',
  green: '00FF00',
  lightGray: 'C0C0C0',
  magenta: 'FF00FF',
  red: 'FF0000',
  white: 'FFFFFF',
  yellow: 'FFFF00',
}
