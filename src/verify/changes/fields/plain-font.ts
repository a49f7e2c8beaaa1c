/**
 * Fonts whose letters are known without looking at glyphs (ISO 32000-2, 9.6.2.2): one of the standard fonts or a
 * common system font, not embedded, in a common Latin encoding.
 *
 * @module
 */

import { charactersOfGlyph } from '../../../pdf/content/fonts/glyph-names.js'
import type { PdfDocument } from '../../../pdf/document.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject } from '../../../pdf/objects.js'
import { decodeTextString } from '../../../pdf/text-string.js'
import { resolveOrNull } from '../equality.js'

/** Names as writers spell them: the standard 14 and what readers take for them. */
const FAMILIES =
  /^(Helvetica|Times|Courier|Arial|ArialMT|TimesNewRoman(PS)?(MT)?|CourierNew(PS)?(MT)?)([-,](Roman|Bold|Italic|Oblique|BoldItalic|BoldOblique)(MT)?)?$/
const SYMBOLS = new Set(['Symbol', 'ZapfDingbats'])
const ENCODINGS = new Set(['WinAnsiEncoding', 'MacRomanEncoding', 'StandardEncoding', 'PDFDocEncoding'])
/** Entries that bring glyphs, or another meaning of codes. */
const FOREIGN_KEYS = ['ToUnicode', 'CharProcs', 'DescendantFonts', 'FontMatrix']
const EMBEDDED_KEYS = ['FontFile', 'FontFile2', 'FontFile3']

export function isPlainFont(document: PdfDocument, object: PdfObject | undefined): boolean {
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
    const character = charactersOfGlyph(value.value)
    if (value.value !== '.notdef' && character !== decodeTextString(Uint8Array.of(code))) return false
    code++
  }
  return true
}
