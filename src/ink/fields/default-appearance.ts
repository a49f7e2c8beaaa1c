/**
 * Default appearance strings (/DA): how readers draw the text of a field that they lay out themselves (ISO 32000-2,
 * 12.7.4.3).
 *
 * @module
 */

import type { PdfDocument } from '../../pdf/document.js'
import { sameValue } from '../../pdf/equality.js'
import { inherited } from '../../pdf/form/field-text.js'
import { resolveOrNull } from '../../pdf/lenient-lookup.js'
import { nameOf, numberOf, PdfDict, type PdfObject, PdfString } from '../../pdf/objects.js'
import { ContentLexer } from '../content/content-lexer.js'
import type { DrawnStates } from '../drawn-states.js'
import { isPlainFont, isSymbolFont } from './plain-font.js'

/** Sizes in points within which text can be read. 0 lets the reader choose. */
const MIN_SIZE = 4
/** Two inches: larger letters are no text of a field. */
const MAX_SIZE = 144
/** Lightness from which text on white paper is hard to see. */
const MAX_LIGHTNESS = 0.6
/** A font, a colour and a little more is all that a default appearance sets. */
const MAX_OPERATORS = 16

/**
 * True when text drawn by this string can be read, in letters that are known: a font of the form that was there before,
 * or a plain one; black or nearly so; of a usual size; and nothing else. Where readers find no font they show nothing.
 *
 * @param before What the string was; its fonts may stay, whatever they are.
 */
export function isHarmlessDefaultAppearance(pair: DrawnStates, string: PdfString, before: PdfObject = null): boolean {
  const lexer = new ContentLexer(string.bytes)
  const usual = new Set<string>()
  addFonts(before, usual)
  let count = 0
  let fonts = 0
  for (let name = lexer.next(); name !== undefined; name = lexer.next()) {
    const { operands } = lexer
    if (++count > MAX_OPERATORS || lexer.fault !== undefined) return false
    const numbers = operands.map((operand) => numberOf(operand) ?? Number.NaN)
    if (name === 'Tf') {
      const size = numbers[1] ?? Number.NaN
      const font = nameOf(operands[0]) ?? ''
      if (!(size === 0 || (size >= MIN_SIZE && size <= MAX_SIZE)) || ++fonts > 1) return false
      if (!usual.has(font) && !isKnownFont(pair, font)) return false
    } else if (!(lightnessOfOperator(name, numbers) <= MAX_LIGHTNESS)) {
      return false
    }
  }
  return fonts === 1 && lexer.fault === undefined
}

/** Lightness of a fill colour, 0 for black to 1 for white; NaN for any other operator (8.6.8). */
export function lightnessOfOperator(
  operator: string,
  [a = Number.NaN, b = 0, c = 0, d = 0]: readonly number[],
): number {
  if (operator === 'g') return a
  if (operator === 'rg') return luma(a, b, c)
  return operator === 'k' ? Math.max(0, 1 - luma(a, b, c) - d) : Number.NaN
}

/** The same of one, three or four components (Table 192). */
export function lightnessOfComponents(components: readonly number[]): number {
  return lightnessOfOperator(components.length === 4 ? 'k' : components.length === 3 ? 'rg' : 'g', components)
}

/** The weights of the colours in what the eye takes for light (10.4.3.2). */
function luma(red: number, green: number, blue: number): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue
}

function isKnownFont(pair: DrawnStates, name: string): boolean {
  const after = formFont(pair.newer, name)
  // For a standard name that leads nowhere readers have a font of their own.
  if (resolveOrNull(pair.newer, after) === null) return STANDARD_NAMES.test(name)
  if (isSymbolFont(pair.newer, after)) return false
  const before = formFont(pair.older, name)
  return (before !== undefined && sameValue(pair.older, before, pair.newer, after)) || isPlainFont(pair, after)
}

/** How writers name the fonts of forms without embedding them: /Helv, /HeBo, /TiRo, or as the font itself is called. */
const STANDARD_NAMES =
  /^(Helv|HeBo|HeOb|HeBO|TiRo|TiBo|TiIt|TiBI|Cour|CoBo|CoOb|CoBO|(Helvetica|Times|Courier|Arial)([-_,].*)?)$/

function formFont(document: PdfDocument, name: string | undefined): PdfObject | undefined {
  const resources = resolveOrNull(document, formOf(document)?.get('DR'))
  const fonts = resources instanceof PdfDict ? resolveOrNull(document, resources.get('Font')) : null
  return fonts instanceof PdfDict && name !== undefined ? fonts.get(name) : undefined
}

/** The font that the default appearance of a widget names, in the resources of the form; `undefined` where there is none. */
export function fontOfWidget(document: PdfDocument, widget: PdfDict): PdfObject | undefined {
  const own = resolveOrNull(document, inherited(document, widget, 'DA'))
  const names = new Set<string>()
  addFonts(own === null ? resolveOrNull(document, formOf(document)?.get('DA')) : own, names)
  return formFont(document, [...names].at(-1))
}

function formOf(document: PdfDocument): PdfDict | undefined {
  const form = resolveOrNull(document, document.catalog.get('AcroForm'))
  return form instanceof PdfDict ? form : undefined
}

function addFonts(string: PdfObject, names: Set<string>): void {
  if (!(string instanceof PdfString)) return
  const lexer = new ContentLexer(string.bytes)
  let count = 0
  for (let name = lexer.next(); name !== undefined && ++count <= MAX_OPERATORS; name = lexer.next()) {
    const font = name === 'Tf' ? nameOf(lexer.operands[0]) : undefined
    if (font !== undefined) names.add(font)
  }
}
