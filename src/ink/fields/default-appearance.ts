/**
 * How readers draw a field that they lay out themselves (ISO 32000-2, 12.7.4.3 and Table 192): by its default appearance string
 * (/DA), its colours and its frame. Its text must be visible, in known letters.
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { inherited, rectangleOf } from '../../pdf/forms.js'
import { resolveOrNull, sameValue } from '../../pdf/lookup.js'
import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfString } from '../../pdf/objects.js'
import { decodeTextString } from '../../pdf/text.js'
import { isColourComponent, lightnessOf } from '../colour/colour.js'
import { ContentLexer } from '../content/content-lexer.js'
import type { DrawnStates } from '../drawn-states.js'
import { charactersOfGlyph } from '../fonts/glyph-names.js'
import { shorterSideOf } from './field-marks.js'

/** Smallest font size of readable text, in points. A size of 0 lets the reader choose. */
const MIN_SIZE = 4
/** Largest font size of readable text, in points: two inches. */
const MAX_SIZE = 144
/** Highest lightness of text that can easily be seen on white paper. */
const MAX_LIGHTNESS = 0.6
/** Most operators of a default appearance, which sets a font, a colour and little more. */
const MAX_OPERATORS = 16

/** Smallest difference in lightness between text and its background, 0 to 1. */
const LEAST_CONTRAST = 0.25
/** Largest font size, as a multiple of the field's height. Larger letters are cut off: capitals take about 70 % of it. */
const MOST_HEIGHT = 1.35
/** Largest width of a border, in points. */
const MAX_BORDER = 4
/** Largest width of a border, as a share of the field's shorter side. Bevels and insets are two borders wide. */
const MAX_BORDER_SHARE = 0.25
/** Lightness of the paper. */
const PAPER = 1

/** An operator of a default appearance. Operands that are not numbers are NaN. */
interface AppearanceOperator {
  readonly name: string
  readonly operands: readonly PdfObject[]
  readonly numbers: readonly number[]
}

/** The operators of a string; `isSound` tells whether they are complete and well formed. */
function readOperators(string: PdfObject): { readonly operators: AppearanceOperator[]; readonly isSound: boolean } {
  const operators: AppearanceOperator[] = []
  if (!(string instanceof PdfString)) return { operators, isSound: false }
  const lexer = new ContentLexer(string.bytes)
  let isSound = true
  for (let name = lexer.next(); name !== undefined; name = lexer.next()) {
    if (operators.length === MAX_OPERATORS) return { operators, isSound: false }
    const { operands } = lexer
    isSound &&= lexer.fault === undefined
    operators.push({ name, operands, numbers: operands.map((operand) => numberOf(operand) ?? Number.NaN) })
  }
  return { operators, isSound: isSound && lexer.fault === undefined }
}

function fontsOf(operators: readonly AppearanceOperator[]): string[] {
  return operators.flatMap(({ name, operands: [font] }) => (name === 'Tf' ? (nameOf(font) ?? []) : []))
}

/**
 * True when text drawn by this string can be read, in letters that are known: with a font that the form had before, or a plain
 * one; black or nearly so; of a usual size; and with no other operators. Without a font readers show nothing.
 *
 * @param before The former string, whose fonts may stay whatever they are.
 */
export function isHarmlessDefaultAppearance(pair: DrawnStates, string: PdfString, before: PdfObject = null): boolean {
  const { operators, isSound } = readOperators(string)
  const usual = new Set(fontsOf(readOperators(before).operators))
  const isHarmless = ({ name, operands, numbers }: AppearanceOperator) => {
    if (name !== 'Tf') return lightnessOfOperator(name, numbers) <= MAX_LIGHTNESS
    const [font, size] = [nameOf(operands[0]) ?? '', numbers[1] ?? Number.NaN]
    const isUsual = size === 0 || (size >= MIN_SIZE && size <= MAX_SIZE)
    return isUsual && (usual.has(font) || isKnownFont(pair, font))
  }
  return isSound && fontsOf(operators).length === 1 && operators.every(isHarmless)
}

/** Lightness of a fill colour, 0 for black to 1 for white; NaN for any operator that sets no known one (8.6.8). */
function lightnessOfOperator(operator: string, components: readonly number[]): number {
  const [a = Number.NaN, b = 0, c = 0, d = 0] = components
  if (!components.every(isColourComponent)) return Number.NaN
  if (operator === 'g') return a
  if (operator === 'rg') return lightnessOf([a, b, c])
  return operator === 'k' ? Math.max(0, 1 - lightnessOf([a, b, c]) - d) : Number.NaN
}

/** Lightness of a colour of one, three or four components (Table 192); NaN for one that readers show differently. */
export function lightnessOfComponents(components: readonly number[]): number {
  return lightnessOfOperator(components.length === 4 ? 'k' : components.length === 3 ? 'rg' : 'g', components)
}

function isKnownFont(pair: DrawnStates, name: string): boolean {
  const after = formFont(pair.newer, name)
  // When the name is a standard one and its object is missing, readers use a font of their own.
  if (resolveOrNull(pair.newer, after) === null) return STANDARD_NAMES.test(name)
  if (isSymbolFont(pair.newer, after)) return false
  const before = formFont(pair.older, name)
  return (before !== undefined && sameValue(pair.older, before, pair.newer, after)) || isPlainFont(pair, after)
}

/** Standard names under which writers list the fonts of forms that are not embedded. */
const STANDARD_NAMES =
  /^(Helv|HeBo|HeOb|HeBO|TiRo|TiBo|TiIt|TiBI|Cour|CoBo|CoOb|CoBO|(Helvetica|Times|Courier|Arial)([-_,].*)?)$/

function formFont(document: PdfDocument, name: string | undefined): PdfObject | undefined {
  const resources = resolveOrNull(document, formOf(document)?.get('DR'))
  const fonts = resources instanceof PdfDict ? resolveOrNull(document, resources.get('Font')) : null
  return fonts instanceof PdfDict && name !== undefined ? fonts.get(name) : undefined
}

/** The font that the default appearance of a widget names, from the resources of the form; `undefined` when it is missing. */
export function fontOfWidget(document: PdfDocument, widget: PdfDict): PdfObject | undefined {
  return formFont(document, fontsOf(appearanceOf(document, widget)).at(-1))
}

/** The default appearance of a widget: its own, inherited, or that of the form. */
function appearanceOf(document: PdfDocument, widget: PdfDict): readonly AppearanceOperator[] {
  return readOperators(styleOf(document, widget)).operators
}

function styleOf(document: PdfDocument, widget: PdfDict): PdfObject {
  const own = resolveOrNull(document, inherited(document, widget, 'DA'))
  return own instanceof PdfString ? own : resolveOrNull(document, formOf(document)?.get('DA'))
}

/** What readers that draw a text by the style of a widget make of it; `undefined` when all show it, and nothing else. */
export function findDrawingFault(pair: DrawnStates, widget: PdfDict): string | undefined {
  const { newer } = pair
  const { operators, isSound } = readOperators(styleOf(newer, widget))
  const others = operators.filter(
    ({ name, numbers }) => name !== 'Tf' && Number.isNaN(lightnessOfOperator(name, numbers)),
  )
  const { size } = readStyle(newer, widget)
  const font = formFont(newer, fontsOf(operators).at(-1))
  if (operators.length > 0 && (!isSound || others.length > 0 || fontsOf(operators).length > 1)) return 'another one'
  if (size !== 0 && !(size >= MIN_SIZE)) return 'too small to be read'
  if (isSymbolFont(newer, font) || !keepsCodes(pair, font)) return 'other letters'
  const look = resolveOrNull(newer, widget.get('MK'))
  const border = resolveOrNull(newer, widget.get('BS') ?? widget.get('Border'))
  const isFramed = look instanceof PdfDict && look.has('BC') && border !== null
  return isFramed && !isThinBorder(newer, border, widget) ? 'a part of its border' : findStyleFault(newer, widget)
}

/** False for a font that readers have, whose codes stand for other letters here. What the file draws is not known. */
function keepsCodes(pair: DrawnStates, object: PdfObject | undefined): boolean {
  const font = resolveOrNull(pair.newer, object)
  if (!(font instanceof PdfDict) || FOREIGN_KEYS.some((key) => key !== 'ToUnicode' && font.has(key))) return true
  const descriptor = resolveOrNull(pair.newer, font.get('FontDescriptor'))
  if (descriptor instanceof PdfDict && EMBEDDED_KEYS.some((key) => descriptor.has(key))) return true
  const isUsual = FAMILIES.test(nameOf(resolveOrNull(pair.newer, font.get('BaseFont'))) ?? '')
  return (
    isPlainEncoding(pair.newer, resolveOrNull(pair.newer, font.get('Encoding'))) &&
    (!isUsual || isEvenlySpaced(pair, object))
  )
}

function formOf(document: PdfDocument): PdfDict | undefined {
  const form = resolveOrNull(document, document.catalog.get('AcroForm'))
  return form instanceof PdfDict ? form : undefined
}

/** Why the text of a field is invisible when a reader draws it; `undefined` when it is visible. */
export function findStyleFault(document: PdfDocument, widget: PdfDict): string | undefined {
  const { lightness, size } = readStyle(document, widget)
  if (!(Math.abs(lightness - groundOf(document, widget)) >= LEAST_CONTRAST)) return 'as light as its background'
  const rectangle = rectangleOf(document, widget)
  const height = rectangle === undefined ? 0 : shorterSideOf(rectangle)
  return rectangle !== undefined && size > MOST_HEIGHT * height ? 'higher than the field' : undefined
}

/** The lightness and size that a default appearance sets last. */
function readStyle(document: PdfDocument, widget: PdfDict): { readonly lightness: number; readonly size: number } {
  let [lightness, size] = [0, 0]
  for (const { name, numbers } of appearanceOf(document, widget)) {
    if (name === 'Tf') size = numbers[1] ?? 0
    else if (name === 'g' || name === 'rg' || name === 'k') lightness = lightnessOfOperator(name, numbers)
  }
  return { lightness, size }
}

function groundOf(document: PdfDocument, widget: PdfDict): number {
  const look = resolveOrNull(document, widget.get('MK'))
  const colour = look instanceof PdfDict ? resolveOrNull(document, look.get('BG')) : null
  if (!Array.isArray(colour) || colour.length === 0) return PAPER
  return lightnessOfComponents(colour.map((item) => numberOf(resolveOrNull(document, item)) ?? Number.NaN))
}

/** True for a border that leaves most of a field free: an array (/Border), or a dictionary (/BS). */
export function isThinBorder(document: PdfDocument, border: PdfObject, widget: PdfDict): boolean {
  const isArray = Array.isArray(border)
  const width = isArray ? border[2] : border instanceof PdfDict ? border.get('W') : undefined
  const dashes = isArray ? border[3] : border instanceof PdfDict ? border.get('D') : undefined
  const points = width === undefined ? 1 : (numberOf(resolveOrNull(document, width)) ?? Number.NaN)
  const side = shorterSideOf(rectangleOf(document, widget) ?? [0, 0, 0, 0])
  const most = side > 0 ? Math.min(MAX_BORDER, Math.max(1, MAX_BORDER_SHARE * side)) : MAX_BORDER
  return points >= 0 && points <= most && areDashes(document, dashes)
}

function areDashes(document: PdfDocument, object: PdfObject | undefined): boolean {
  const dashes = resolveOrNull(document, object)
  if (dashes === null) return true
  return Array.isArray(dashes) && dashes.every((item) => (numberOf(resolveOrNull(document, item)) ?? -1) >= 0)
}

/** Names of the standard 14 fonts, and of fonts for which readers use these, in the spellings of writers. */
const FAMILIES =
  /^(Helvetica|Times|Courier|Arial|ArialMT|TimesNewRoman(PS)?(MT)?|CourierNew(PS)?(MT)?)([-,](Roman|Bold|Italic|Oblique|BoldItalic|BoldOblique)(MT)?)?$/
const SYMBOLS = new Set(['Symbol', 'ZapfDingbats'])
const ENCODINGS = new Set(['WinAnsiEncoding', 'MacRomanEncoding', 'StandardEncoding', 'PDFDocEncoding'])
/** Entries that add glyphs, or change the meaning of codes. */
const FOREIGN_KEYS = ['ToUnicode', 'CharProcs', 'DescendantFonts', 'FontMatrix']
const EMBEDDED_KEYS = ['FontFile', 'FontFile2', 'FontFile3']

/** Codes whose widths are compared: all of ASCII. A font with its own widths must have all of them. */
const FIRST_CODE = 0x20
const LAST_CODE = 0x7e

/**
 * True for a font of the newer state whose letters are known and have usual widths. Poppler draws fields again with the widths in
 * the file: digits without width would lie on each other.
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

/** True for a font of symbols, in which text cannot be read. */
function isSymbolFont(document: PdfDocument, object: PdfObject | undefined): boolean {
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

/** The two ligatures of PDFDocEncoding (D.3). Their glyph names, /fi and /fl, stand for two letters each. */
const LIGATURES = /[\ufb01\ufb02]/

/** True when each code keeps its character of PDFDocEncoding, which is what Acrobat writes. */
function arePlainDifferences(document: PdfDocument, differences: readonly PdfObject[]): boolean {
  let code = 0
  for (const item of differences) {
    const value = resolveOrNull(document, item)
    if (!(value instanceof PdfName)) {
      code = numberOf(value) ?? Number.NaN
      continue
    }
    if (!(code >= 0 && code <= 0xff)) return false
    const character = decodeTextString(Uint8Array.of(code)).replace(LIGATURES, (one) => one.normalize('NFKC'))
    if (value.value !== '.notdef' && charactersOfGlyph(value.value) !== character) return false
    code++
  }
  return true
}
