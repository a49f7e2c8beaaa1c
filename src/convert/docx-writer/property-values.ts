/**
 * Values of WordprocessingML attributes, within the limits of Word.
 *
 * @module
 */

/** Longest length that Word accepts: 22 inches (ST_TwipsMeasure as Word has it: MS-OI29500, 2.1.547). */
const MAX_TWIPS = 31_680

/** A length in twips, as an integer between two bounds; 0 for a value that is not a number. */
export function twips(value: number, least = -MAX_TWIPS, most = MAX_TWIPS): number {
  return Number.isFinite(value) ? Math.min(most, Math.max(least, Math.round(value))) : Math.max(0, least)
}

/** A font size for w:sz: half-points, 1 to 1638 points. */
export function halfPoints(size: number): number {
  return twips(size / 10, 2, 3276)
}

/** The width of a line for w:sz of a border: eighths of a point, 1/4 to 12 points (ECMA-376-1, 17.18.2). */
export function eighthPoints(width: number): number {
  return twips(width * 0.4, 2, 96)
}

/** Six hexadecimal digits, or `auto` for anything else. */
export function hexColor(color: string): string {
  return /^[\dA-Fa-f]{6}$/.test(color) ? color.toUpperCase() : 'auto'
}

/** A BCP 47 tag, or `undefined` for text that does not look like one. */
export function languageTag(tag: string | undefined): string | undefined {
  return tag !== undefined && /^[A-Za-z]{2,3}(?:-[A-Za-z\d]{1,8}){0,5}$/.test(tag) ? tag : undefined
}

/** The attribute of w:lang that a language belongs to (ECMA-376-1, 17.3.2.20). */
export function languageAttribute(tag: string): 'w:val' | 'w:eastAsia' | 'w:bidi' {
  const primary = tag.slice(0, 3).toLowerCase().replace(/-.*/, '')
  if (EAST_ASIAN.has(primary)) return 'w:eastAsia'
  return RIGHT_TO_LEFT.has(primary) ? 'w:bidi' : 'w:val'
}

/**
 * The languages of a document as attributes. Its own language stands in the attribute that it belongs to, Word's defaults in the
 * others.
 */
export function documentLanguages(language: string | undefined): string {
  const values = { 'w:val': 'en-US', 'w:eastAsia': 'zh-CN', 'w:bidi': 'ar-SA' }
  const tag = languageTag(language)
  if (tag !== undefined) values[languageAttribute(tag)] = tag
  return Object.entries(values)
    .map(([name, value]) => `${name}="${value}"`)
    .join(' ')
}

const EAST_ASIAN: ReadonlySet<string> = new Set(['zh', 'ja', 'ko'])
const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'he', 'iw', 'fa', 'ur', 'yi', 'ps', 'sd', 'ug', 'dv', 'ckb'])

/** Twips in English Metric Units, which DrawingML measures in: 914,400 to the inch. */
export function toEmu(length: number): number {
  return Math.round(length * 635)
}
