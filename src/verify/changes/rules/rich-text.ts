/**
 * Rich text values (/RV, ISO 32000-2, 12.7.4.4): some readers show them instead of the value, so both must say the same.
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
/** Text of a field is a few lines; what is larger is not looked into. */
const MAX_RICH_TEXT_BYTES = 256 * 1024
const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** A field in both states. */
export interface RichTextChange {
  readonly older: FieldState
  readonly newer: FieldState
  readonly valueChanged: boolean
  /** The text that the value says is the same as before. */
  readonly keepsText: boolean
  /** For people. */
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

/** True for a rich text of the newer state that can be read, and says what the value says. */
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

/** The text of an XHTML fragment all of which can be read, without its mark-up; `undefined` for anything else. */
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

/** What makes text bold or parts it into lines. Superscripts and lines through the text would change what it says. */
const TAG =
  /^<(?:\?xml[^<>]*\?|\/?(?:body|p|span|b|i|u|br|strong|em)((?:\s+[\w:.-]+\s*=\s*(?:"[^"<>]*"|'[^'<>]*'))*)\s*\/?)>$/i
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
/** Name spaces, what XFA says of its version, and directions. */
const PLAIN_ATTRIBUTES = /^(xmlns(:\w+)?|xfa:\w+|xml:\w+|dir|lang)$/

function isHarmlessTag(tag: string): boolean {
  const [found, attributes = ''] = TAG.exec(tag) ?? []
  if (found === undefined) return false
  return [...attributes.matchAll(ATTRIBUTE)].every(([, name = '', double, single]) =>
    name === 'style' ? isHarmlessStyle(double ?? single ?? '') : PLAIN_ATTRIBUTES.test(name),
  )
}

/** Sizes of letters that can be read, in points, and how light a colour may be, of 255. */
const MIN_SIZE = 4
/** Points, of letters and of the room around them. */
const MAX_SIZE = 144
/** Lightest colour of a text, of 255: lighter text is hard to see on white paper. */
const MAX_LIGHT = 160
/** What the default style of a field sets (12.7.4.4, Table 256). */
const STYLES =
  /^(font|font-family|font-size|font-stretch|font-style|font-weight|text-align|text-valign|margin-\w+|line-height|tab-interval|text-decoration|color)$/

/** True for a default style (/DS) in which text can be read: of a usual size, in a dark colour, and nothing else. */
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

/** Points between letters that cannot be seen and such as do not fit; a weight has no unit, nor need a height of lines. */
function isUsualSize(name: string, size: number, unit: string | undefined): boolean {
  if (name === 'font-weight' || (name === 'font' && unit === '' && size >= LEAST_WEIGHT)) return true
  if (!(size >= 0 && size <= MAX_SIZE)) return false
  const isOfLetters = name === 'font' || name === 'font-size'
  if (isOfLetters || name === 'line-height') return unit === 'pt' && (size >= MIN_SIZE || (size === 0 && !isOfLetters))
  return unit === 'pt' || size === 0
}

const LEAST_WEIGHT = 100

/** Styles of rich text name a font, a size and a colour. */
const MAX_STYLE_LENGTH = 1024

function isDark(colour: string): boolean {
  const [, ...parts] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/.exec(colour) ?? []
  const [red = 255, green = 255, blue = 255] = parts.map((part) => Number.parseInt(part, 16))
  return 0.3 * red + 0.59 * green + 0.11 * blue <= MAX_LIGHT
}
