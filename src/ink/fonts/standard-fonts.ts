/**
 * The standard 14 fonts (ISO 32000-2, 9.6.2.2) by their names, and their widths.
 *
 * @module
 */
import { dingbatsEncoding, symbolEncoding } from './encodings.js'
import { cffStandardStrings } from './standard-strings.js'
import { dingbatsWidths, STANDARD_TEXT_WIDTHS, symbolWidths } from './standard-widths.js'

/** A standard font: family and style. */
export interface StandardFont {
  readonly family: 'Helvetica' | 'Times' | 'Courier' | 'Symbol' | 'ZapfDingbats'
  /** Width of a glyph by its name, in ems; `undefined` when the font has none of this name. */
  widthOf(glyph: string): number | undefined
}

/** Names under which writers meant the standard fonts, without style. */
const FAMILIES: readonly (readonly [RegExp, StandardFont['family']])[] = [
  [/^(Helvetica|Arial|ArialMT)$/, 'Helvetica'],
  [/^(Times|Times-Roman|TimesNewRoman|TimesNewRomanPS|TimesNewRomanPSMT)$/, 'Times'],
  [/^(Courier|CourierNew|CourierNewPS|CourierNewPSMT)$/, 'Courier'],
  [/^Symbol$/, 'Symbol'],
  [/^ZapfDingbats$/, 'ZapfDingbats'],
]

const STYLE = /(?:[,-](Bold|Italic|Oblique|BoldItalic|BoldOblique|Roman))?(MT)?$/

const COURIER_WIDTH = 0.6

/** The standard font of a name; `undefined` for other fonts. */
export function standardFont(baseFont: string): StandardFont | undefined {
  const style = STYLE.exec(baseFont)?.[1] ?? ''
  const bare = baseFont.replace(STYLE, '')
  const family = FAMILIES.find(([pattern]) => pattern.test(bare))?.[1]
  if (family === undefined) return undefined
  const [bold, italic] = [/Bold/.test(style), /Italic|Oblique/.test(style)]
  return { family, widthOf: (glyph) => widthIn(family, bold, italic, glyph) }
}

function widthIn(family: StandardFont['family'], bold: boolean, italic: boolean, glyph: string): number | undefined {
  if (family === 'Courier') return COURIER_WIDTH
  if (family === 'Symbol') return widthByCode(symbolEncoding(), symbolWidths(), glyph)
  if (family === 'ZapfDingbats') return widthByCode(dingbatsEncoding(), dingbatsWidths(), glyph)
  return textWidths(tableOf(family, bold, italic)).get(glyph)
}

function tableOf(family: 'Helvetica' | 'Times', bold: boolean, italic: boolean): string {
  if (family === 'Helvetica') return bold ? 'Helvetica-Bold' : 'Helvetica'
  if (bold) return italic ? 'Times-BoldItalic' : 'Times-Bold'
  return italic ? 'Times-Italic' : 'Times-Roman'
}

function widthByCode(
  encoding: readonly (string | undefined)[],
  widths: readonly number[],
  glyph: string,
): number | undefined {
  const width = widths[encoding.indexOf(glyph) - FIRST_CODE]
  return width === undefined ? undefined : width / 1000
}

const FIRST_CODE = 32
const tables = new Map<string, ReadonlyMap<string, number>>()

function textWidths(name: string): ReadonlyMap<string, number> {
  let table = tables.get(name)
  if (table === undefined) {
    const widths = (STANDARD_TEXT_WIDTHS[name] ?? '').trim().split(/\s+/).map(Number)
    const strings = cffStandardStrings()
    const last = widths.length - 1
    table = new Map(widths.map((width, i) => [i === last ? 'Euro' : (strings[i + 1] as string), width / 1000]))
    tables.set(name, table)
  }
  return table
}
