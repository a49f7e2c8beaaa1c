/**
 * The format of characters as WordprocessingML.
 *
 * @module
 */

import { escapeAttribute } from '../../escape.js'
import { edgeXml } from './border-xml.js'
import type { RunFormat } from './flow-format.js'
import { halfPoints, hexColor, languageAttribute, languageTag, twips } from './property-values.js'

/** What character formats need of the document: ids of styles, and the font for `monospace`. */
export interface CharacterStyles {
  characterStyleId(name: NonNullable<RunFormat['style']>): string
  readonly codeFont: string
}

const UNDERLINES: Readonly<Record<NonNullable<RunFormat['underline']>, string>> = {
  single: 'single',
  double: 'double',
  dotted: 'dotted',
  dashed: 'dash',
  wavy: 'wave',
  none: 'none',
}

/**
 * w:rPr of a run or style, with its children in the order of the schema (ECMA-376-1, 17.3.2.28). Empty without any properties.
 */
export function runProperties(format: RunFormat, styles: CharacterStyles): string {
  const xml = runPropertyElements(format, styles)
  return xml === '' ? '' : `<w:rPr>${xml}</w:rPr>`
}

function runPropertyElements(format: RunFormat, styles: CharacterStyles): string {
  let xml = format.style === undefined ? '' : `<w:rStyle w:val="${styles.characterStyleId(format.style)}"/>`
  if (format.fontFamily !== undefined) xml += fontsXml(format.fontFamily, styles.codeFont)
  // Complex scripts have switches and sizes of their own.
  if (format.bold !== undefined) xml += toggle('w:b', format.bold) + toggle('w:bCs', format.bold)
  if (format.italic !== undefined) xml += toggle('w:i', format.italic) + toggle('w:iCs', format.italic)
  if (format.capitals !== undefined) xml += format.capitals === 'all' ? '<w:caps/>' : '<w:smallCaps/>'
  if (format.strike !== undefined) xml += toggle('w:strike', format.strike)
  const color = format.ink?.slice(0, 6) ?? format.color
  if (color !== undefined) xml += `<w:color w:val="${hexColor(color)}"/>`
  if (format.letterSpacing !== undefined) xml += `<w:spacing w:val="${twips(format.letterSpacing)}"/>`
  if (format.size !== undefined) {
    const size = halfPoints(format.size)
    xml += `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>`
  }
  if (format.underline !== undefined) xml += underlineXml(format.underline, format.underlineColor)
  if (format.border !== undefined) xml += edgeXml('w:bdr', { ...format.border, space: 0 })
  if (format.background !== undefined) xml += shadingXml(format.background)
  if (format.verticalAlign !== undefined) xml += `<w:vertAlign w:val="${format.verticalAlign}"/>`
  if (format.rightToLeft === true) xml += '<w:rtl/>'
  if (format.emphasis !== undefined) xml += `<w:em w:val="${format.emphasis}"/>`
  const language = languageTag(format.language)
  if (language !== undefined) xml += `<w:lang ${languageAttribute(language)}="${language}"/>`
  if (format.ink !== undefined) xml += inkXml(format.ink)
  return xml
}

/** A translucent colour ([MS-DOCX], 2.6.1.9). What Word calls alpha here is transparency. */
function inkXml(ink: string): string {
  const transparency = Math.round((1 - Number.parseInt(ink.slice(6), 16) / 255) * 100_000)
  return `<w14:textFill><w14:solidFill><w14:srgbClr w14:val="${hexColor(ink.slice(0, 6))}"><w14:alpha w14:val="${transparency}"/>\
</w14:srgbClr></w14:solidFill></w14:textFill>`
}

/** w:shd with a plain background. */
export function shadingXml(color: string): string {
  return `<w:shd w:val="clear" w:color="auto" w:fill="${hexColor(color)}"/>`
}

/** An element of type CT_OnOff. */
export function toggle(name: string, on: boolean): string {
  return on ? `<${name}/>` : `<${name} w:val="0"/>`
}

/** A font family as it is written. Word accepts at most 31 characters. */
export function familyInFile(family: string, codeFont: string): string {
  return family === 'monospace' ? codeFont : family.slice(0, 31)
}

function fontsXml(family: string, codeFont: string): string {
  const name = escapeAttribute(familyInFile(family, codeFont))
  return `<w:rFonts w:ascii="${name}" w:hAnsi="${name}" w:eastAsia="${name}" w:cs="${name}"/>`
}

function underlineXml(underline: NonNullable<RunFormat['underline']>, color: string | undefined): string {
  return `<w:u w:val="${UNDERLINES[underline]}"${color === undefined ? '' : ` w:color="${hexColor(color)}"`}/>`
}
