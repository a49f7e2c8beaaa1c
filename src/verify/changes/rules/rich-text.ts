/**
 * Rich text values (/RV, ISO 32000-2, 12.7.4.4). Some readers show them instead of the value, so both must have the same
 * text.
 *
 * @module
 */

import { type FieldState, normalizeShown, valueText } from '../../../pdf/forms.js'
import { sameValue } from '../../../pdf/lookup.js'
import { type PdfObject, PdfStream, PdfString } from '../../../pdf/objects.js'
import { latin1Text } from '../../../pdf/reading.js'
import { decodeTextString } from '../../../pdf/text.js'
import type { DrawnPair } from '../drawn-pair.js'
import { reject, type Verdict } from '../verdict.js'

/** RichText, bit position 26 (Table 231). */
const FLAG_RICH_TEXT = 1 << 25
/** Largest rich text that is read, in bytes. The text of a field has a few lines. */
const MAX_RICH_TEXT_BYTES = 256 * 1024
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A field in both states. */
interface RichTextChange {
  readonly older: FieldState
  readonly newer: FieldState
  readonly valueChanged: boolean
  /** True when the text of the value is unchanged. */
  readonly keepsText: boolean
  /** Name of the field, for people. */
  readonly name: string
}

/** Judges the rich text of a field that was touched. */
export function* judgeRichText(pair: DrawnPair, change: RichTextChange): Generator<Verdict> {
  const { older, newer, valueChanged, keepsText, name } = change
  const [before, rich] = [pair.oldValue(older.dict, 'RV'), pair.newValue(newer.dict, 'RV')]
  const richChanged = !sameValue(pair.older, older.dict.get('RV'), pair.newer, newer.dict.get('RV'))
  const isShown = (newer.flags & FLAG_RICH_TEXT) !== 0
  if (richChanged && keepsText && isShown && before !== null && !saysValue(pair.olderAlone, older, before)) {
    const message = `The rich text of field ${name}, which was something other than its value, was exchanged, although nobody changed its value`
    yield reject('shown_text_changed', message)
  }
  if (rich === null || !(richChanged || (valueChanged && isShown)) || saysValue(pair, newer, rich)) return
  yield reject('rich_text_mismatch', `The rich text of field ${name} says something other than its value`)
}

/** False for a field of which readers show the rich text where that is another text than its value. */
export function saysItsValue(pair: DrawnPair, field: FieldState): boolean {
  const rich = pair.newValue(field.dict, 'RV')
  return rich === null || (field.flags & FLAG_RICH_TEXT) === 0 || saysValue(pair, field, rich)
}

/** True for rich text of the newer state that can be read and equals the value. */
function saysValue(pair: DrawnPair, field: FieldState, rich: PdfObject): boolean {
  const xml = readMarkup(pair, rich)
  const text = xml === undefined ? undefined : plainText(xml)
  return text !== undefined && normalizeShown(text) === normalizeShown(valueText(pair.newer, field) ?? '')
}

function readMarkup(pair: DrawnPair, object: PdfObject): string | undefined {
  if (object instanceof PdfString) return decodeTextString(object.bytes)
  if (!(object instanceof PdfStream)) return undefined
  try {
    return latin1Text(pair.newer.decode(object, { maxBytes: MAX_RICH_TEXT_BYTES }))
  } catch {
    return undefined
  }
}

/** The text of an XHTML fragment without its tags; `undefined` unless all of it can be read. */
function plainText(xml: string): string | undefined {
  if (xml.length > MAX_RICH_TEXT_BYTES || /<!|<\?(?!xml)/.test(xml)) return undefined
  if ([...xml.matchAll(/<[^<>]*>/g)].some(([tag]) => !isHarmlessTag(tag))) return undefined
  return xml
    .replace(/<[^<>]*>/g, ' ')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w+));/gi, (_, decimal?: string, hex?: string, entity?: string) => {
      if (entity !== undefined) return ENTITIES[entity] ?? '\ufffd'
      const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal)
      return point <= 0x10ffff ? String.fromCodePoint(point) : '\ufffd'
    })
}

/** Tags for bold text and line breaks. Superscripts and lines through the text would change its meaning. */
const TAG =
  /^<(?:\?xml[^<>]*\?|\/?(?:body|p|span|b|i|u|br|strong|em)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*\/?)>$/i
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Attributes for namespaces, versions of XFA, and text direction. */
const PLAIN_ATTRIBUTES = /^(xmlns(:\w+)?|xfa:\w+|xml:\w+|dir|lang)$/

function isHarmlessTag(tag: string): boolean {
  const [found, attributes = ''] = TAG.exec(tag) ?? []
  if (found === undefined) return false
  return [...attributes.matchAll(ATTRIBUTE)].every(([, name = '', double, single]) =>
    name === 'style' ? isHarmlessStyle(double ?? single ?? '') : PLAIN_ATTRIBUTES.test(name),
  )
}

/** Smallest readable font size, in points. */
const MIN_SIZE = 4
/** Largest font size and largest spacing, in points. */
const MAX_SIZE = 144
/** Highest lightness of readable text on white paper, 0 to 255. */
const MAX_LIGHT = 160
/** Properties of a field's default style (12.7.4.4, Table 256). */
const STYLES =
  /^(font|font-family|font-size|font-stretch|font-style|font-weight|text-align|text-valign|margin-\w+|line-height|tab-interval|text-decoration|color)$/

/** True for a default style (/DS) that only sets a readable size and a dark colour. */
export function isHarmlessStyle(style: string): boolean {
  if (style.length > MAX_STYLE_LENGTH || !/^[\w\s:;,.#'"%-]*$/.test(style)) return false
  return style.split(';').every((declaration) => {
    const [name = '', value = ''] = declaration.split(':').map((part) => part.trim().toLowerCase())
    if (name === '') return true
    if (!STYLES.test(name)) return false
    if (name === 'color') return isDark(value)
    if (name === 'text-decoration') return value === 'none' || value === 'underline'
    return [...value.matchAll(/(-?[\d.]+)\s*(\w*|%)/g)].every(([, size, unit]) => isUsualSize(name, Number(size), unit))
  })
}

/** True for a length between the smallest and the largest size. A weight has no unit, and a line height need not have one. */
function isUsualSize(name: string, size: number, unit: string | undefined): boolean {
  if (name === 'font-weight' || (name === 'font' && unit === '' && size >= LEAST_WEIGHT)) return true
  if (!(size >= 0 && size <= MAX_SIZE)) return false
  const isOfLetters = name === 'font' || name === 'font-size'
  if (isOfLetters || name === 'line-height') return unit === 'pt' && (size >= MIN_SIZE || (size === 0 && !isOfLetters))
  return unit === 'pt' || size === 0
}

const LEAST_WEIGHT = 100

/** Longest style, in characters. Styles of rich text name a font, a size and a colour. */
const MAX_STYLE_LENGTH = 1024

function isDark(colour: string): boolean {
  const [, ...parts] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(colour) ?? []
  const [red = 255, green = 255, blue = 255] = parts.map((part) => Number.parseInt(part, 16))
  return 0.3 * red + 0.59 * green + 0.11 * blue <= MAX_LIGHT
}
