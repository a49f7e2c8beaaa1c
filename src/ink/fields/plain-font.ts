/**
 * Fonts whose letters are known without looking at glyphs (ISO 32000-2, 9.6.2.2): one of the standard fonts or a
 * common system font, not embedded, in a common Latin encoding.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { resolveOrNull } from '../../pdf/lenient-lookup.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject } from '../../pdf/objects.js'
import { decodeTextString } from '../../pdf/text-string.js'
import type { DrawnStates } from '../drawn-states.js'
import { charactersOfGlyph } from '../fonts/glyph-names.js'

/** Names as writers spell them: the standard 14 and what readers take for them. */
const FAMILIES =
  /^(Helvetica|Times|Courier|Arial|ArialMT|TimesNewRoman(PS)?(MT)?|CourierNew(PS)?(MT)?)([-,](Roman|Bold|Italic|Oblique|BoldItalic|BoldOblique)(MT)?)?$/
const SYMBOLS = new Set(['Symbol', 'ZapfDingbats'])
const ENCODINGS = new Set(['WinAnsiEncoding', 'MacRomanEncoding', 'StandardEncoding', 'PDFDocEncoding'])
/** Entries that bring glyphs, or another meaning of codes. */
const FOREIGN_KEYS = ['ToUnicode', 'CharProcs', 'DescendantFonts', 'FontMatrix']
const EMBEDDED_KEYS = ['FontFile', 'FontFile2', 'FontFile3']

/** Codes whose widths are compared: all of ASCII, which a font with widths of its own must have. */
const FIRST_CODE = 0x20
const LAST_CODE = 0x7e

/**
 * True for a font of the newer state whose letters are known, and stand as far apart as they do elsewhere: Poppler draws
 * fields anew with the widths that the file gives, so that digits without width lie on each other.
 */
export function isPlainFont(pair: DrawnStates, object: PdfObject | undefined): boolean {
  return hasPlainLetters(pair.newer, object) && isEvenlySpaced(pair, object)
}

function isEvenlySpaced(pair: DrawnStates, object: PdfObject | undefined): boolean {
  const dict = resolveOrNull(pair.newer, object)
  if (!(dict instanceof PdfDict) || !dict.has('Widths')) return true
  const font = pair.drawings.reader(pair.newer).font(object)
  for (let code = FIRST_CODE; code <= LAST_CODE; code++) if (font?.isOddlySpaced?.(code) !== false) return false
  return true
}

function hasPlainLetters(document: PdfDocument, object: PdfObject | undefined): boolean {
  const font = resolveOrNull(document, object)
  if (!(font instanceof PdfDict) || FOREIGN_KEYS.some((key) => font.has(key))) return false
  const type = nameOf(resolveOrNull(document, font.get('Subtype')))
  if (type !== 'Type1' && type !== 'TrueType') return false
  const descriptor = resolveOrNull(document, font.get('FontDescriptor'))
  if (descriptor instanceof PdfDict && EMBEDDED_KEYS.some((key) => descriptor.has(key))) return false
  const name = nameOf(resolveOrNull(document, font.get('BaseFont'))) ?? ''
  const encoding = resolveOrNull(document, font.get('Encoding'))
  if (SYMBOLS.has(name)) return encoding === null
  return FAMILIES.test(name) && isPlainEncoding(document, encoding)
}

/** True for a font of pictures, in which no text can be read. */
export function isSymbolFont(document: PdfDocument, object: PdfObject | undefined): boolean {
  const font = resolveOrNull(document, object)
  return font instanceof PdfDict && SYMBOLS.has(nameOf(resolveOrNull(document, font.get('BaseFont'))) ?? '')
}

function isPlainEncoding(document: PdfDocument, encoding: PdfObject): boolean {
  if (encoding === null) return true
  if (encoding instanceof PdfName) return ENCODINGS.has(encoding.value)
  if (!(encoding instanceof PdfDict)) return false
  const base = nameOf(resolveOrNull(document, encoding.get('BaseEncoding')))
  if (base !== undefined && !ENCODINGS.has(base)) return false
  const differences = resolveOrNull(document, encoding.get('Differences'))
  return differences === null || (Array.isArray(differences) && arePlainDifferences(document, differences))
}

/** The two ligatures of PDFDocEncoding (D.3); the names of their glyphs, /fi and /fl, stand for two letters each. */
const LIGATURES = /[\ufb01\ufb02]/

/** True when each code keeps the character that it has in PDFDocEncoding, as Acrobat spells that out. */
function arePlainDifferences(document: PdfDocument, differences: readonly PdfObject[]): boolean {
  let code = 0
  for (const item of differences) {
    const value = resolveOrNull(document, item)
    if (!(value instanceof PdfName)) {
      code = numberOf(value) ?? Number.NaN
      continue
    }
    if (!(code >= 0 && code < 256)) return false
    const character = decodeTextString(Uint8Array.of(code)).replace(LIGATURES, (one) => one.normalize('NFKC'))
    if (value.value !== '.notdef' && charactersOfGlyph(value.value) !== character) return false
    code++
  }
  return true
}
