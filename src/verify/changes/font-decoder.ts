/**
 * From the codes that a content stream shows to characters (ISO 32000-2, 9.10), as far as that is plain to see.
 *
 * @module
 */
import type { PdfDocument } from '../../pdf/document.js'
import { nameOf, numberOf, PdfDict, PdfName, PdfStream } from '../../pdf/objects.js'
import { latin1Text } from '../../pdf/syntax.js'
import { decodeTextString } from '../../pdf/text-string.js'
import { resolveOrNull } from './equality.js'

/** What is known about a font. */
export interface FontDecoder {
  /** Bytes of one code. */
  readonly codeBytes: 1 | 2
  /** The text; `undefined` when the codes have no plain meaning. */
  decode(bytes: Uint8Array): string | undefined
}

const MAX_CMAP_BYTES = 256 * 1024

/** Glyph names of common characters that are not named by themselves. */
const GLYPH_NAMES: Record<string, string> = {
  space: ' ',
  nbspace: ' ',
  zero: '0',
  one: '1',
  two: '2',
  three: '3',
  four: '4',
  five: '5',
  six: '6',
  seven: '7',
  eight: '8',
  nine: '9',
  period: '.',
  comma: ',',
  hyphen: '-',
  minus: '-',
  plus: '+',
  slash: '/',
  colon: ':',
  semicolon: ';',
  parenleft: '(',
  parenright: ')',
  dollar: '$',
  Euro: '€',
  percent: '%',
  at: '@',
  ampersand: '&',
  quotesingle: "'",
  quotedbl: '"',
  underscore: '_',
  equal: '=',
  exclam: '!',
  question: '?',
  asterisk: '*',
  numbersign: '#',
  bullet: '•',
}

/** A decoder for a font dictionary. */
export function createFontDecoder(document: PdfDocument, font: PdfDict): FontDecoder {
  const composite = nameOf(resolveOrNull(document, font.get('Subtype'))) === 'Type0'
  const codeBytes = composite ? 2 : 1
  const unicode = readToUnicode(document, font)
  if (unicode !== undefined) return { codeBytes, decode: (bytes) => decodeByMap(bytes, codeBytes, unicode) }
  if (composite) return { codeBytes, decode: () => undefined }
  const symbolic = /Symbol|Dingbats/i.test(nameOf(resolveOrNull(document, font.get('BaseFont'))) ?? '')
  if (symbolic) return { codeBytes, decode: () => undefined }
  const differences = readDifferences(document, font)
  return { codeBytes, decode: (bytes) => decodeSimple(bytes, differences) }
}

function decodeByMap(bytes: Uint8Array, codeBytes: 1 | 2, map: ReadonlyMap<number, string>): string | undefined {
  let text = ''
  for (let i = 0; i + codeBytes <= bytes.length; i += codeBytes) {
    const code = codeBytes === 1 ? (bytes[i] as number) : ((bytes[i] as number) << 8) | (bytes[i + 1] as number)
    const char = map.get(code)
    if (char === undefined) return undefined
    text += char
  }
  return text
}

function decodeSimple(bytes: Uint8Array, differences: ReadonlyMap<number, string | undefined>): string | undefined {
  let text = ''
  for (const code of bytes) {
    if (!differences.has(code)) {
      text += decodeTextString(Uint8Array.of(code))
      continue
    }
    const char = differences.get(code)
    if (char === undefined) return undefined
    text += char
  }
  return text
}

function readDifferences(document: PdfDocument, font: PdfDict): Map<number, string | undefined> {
  const differences = new Map<number, string | undefined>()
  const encoding = resolveOrNull(document, font.get('Encoding'))
  const list = encoding instanceof PdfDict ? resolveOrNull(document, encoding.get('Differences')) : null
  let code = 0
  for (const item of Array.isArray(list) ? list.slice(0, 1024) : []) {
    const value = resolveOrNull(document, item)
    if (value instanceof PdfName) differences.set(code++, characterOf(value.value))
    else code = numberOf(value) ?? code
  }
  return differences
}

function characterOf(glyph: string): string | undefined {
  if (glyph.length === 1) return glyph
  const named = Object.hasOwn(GLYPH_NAMES, glyph) ? GLYPH_NAMES[glyph] : undefined
  if (named !== undefined) return named
  const hex = /^uni([0-9A-F]{4})$/.exec(glyph)?.[1] ?? /^u([0-9A-F]{4,6})$/.exec(glyph)?.[1]
  const point = hex === undefined ? undefined : Number.parseInt(hex, 16)
  if (point !== undefined && point <= 0x10ffff) return String.fromCodePoint(point)
  // Accented letters: the base letter is enough to compare.
  return /^([A-Za-z])(?:acute|grave|circumflex|dieresis|tilde|ring|cedilla|caron|macron|ogonek|breve)$/.exec(glyph)?.[1]
}

function readToUnicode(document: PdfDocument, font: PdfDict): Map<number, string> | undefined {
  const stream = resolveOrNull(document, font.get('ToUnicode'))
  if (!(stream instanceof PdfStream)) return undefined
  let text: string
  try {
    text = latin1Text(document.decode(stream, { maxBytes: MAX_CMAP_BYTES }))
  } catch {
    return undefined
  }
  const map = new Map<number, string>()
  for (const [, body = ''] of text.matchAll(/beginbfchar([^a-z]*)endbfchar/g)) {
    for (const [, code = '', target = ''] of body.matchAll(/<([0-9A-Fa-f]{1,8})>\s*<([0-9A-Fa-f]{1,64})>/g)) {
      map.set(Number.parseInt(code, 16), fromUtf16(target))
    }
  }
  for (const [, body = ''] of text.matchAll(/beginbfrange([^a-z]*)endbfrange/g)) {
    const ranges = body.matchAll(
      /<([0-9A-Fa-f]{1,8})>\s*<([0-9A-Fa-f]{1,8})>\s*(?:<([0-9A-Fa-f]{1,64})>|\[([^\]]*)\])/g,
    )
    for (const [, first = '', last = '', target, list] of ranges) {
      const from = Number.parseInt(first, 16)
      const to = Math.min(Number.parseInt(last, 16), from + 0xffff)
      const items = list?.match(/[0-9A-Fa-f]+/g)
      for (let code = from; code <= to && map.size < 65_536; code++) {
        const item = items?.[code - from]
        if (item !== undefined) map.set(code, fromUtf16(item))
        else if (target !== undefined) map.set(code, addToLast(fromUtf16(target), code - from))
      }
    }
  }
  return map
}

function fromUtf16(hex: string): string {
  let text = ''
  for (let i = 0; i < hex.length; i += 4) text += String.fromCharCode(Number.parseInt(hex.slice(i, i + 4), 16))
  return text
}

function addToLast(text: string, offset: number): string {
  if (text === '') return ''
  return text.slice(0, -1) + String.fromCharCode(text.charCodeAt(text.length - 1) + offset)
}
