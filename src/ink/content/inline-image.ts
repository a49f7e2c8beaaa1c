/**
 * Inline images (ISO 32000-2, 8.9.7): their dictionary with the full names, and the end of their data.
 *
 * @module
 */

import { nameOf, numberOf, PdfDict, PdfName, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { CHAR_CLASS, endsToken, REGULAR, viewOf, WHITE_SPACE } from '../../pdf/reading.js'
import { inflateSync } from '../../platform/compression.js'
import { type ContentBudget, spend } from './content-budget.js'
import type { ContentLexer } from './content-lexer.js'

/** An inline image in the form of an image XObject. */
interface InlineImage {
  readonly stream: PdfStream
  /** Why other readers may see another image, or another end of the data. */
  readonly fault: string | undefined
}

/** Abbreviations of keys (8.9.7, table 91). */
const KEYS = abbreviations(
  'BPC=BitsPerComponent CS=ColorSpace D=Decode DP=DecodeParms F=Filter H=Height IM=ImageMask I=Interpolate L=Length W=Width',
)
/** Abbreviations of colour spaces and filters (8.9.7, table 92). */
const VALUES = abbreviations(
  'G=DeviceGray RGB=DeviceRGB CMYK=DeviceCMYK I=Indexed AHx=ASCIIHexDecode A85=ASCII85Decode LZW=LZWDecode Fl=FlateDecode RL=RunLengthDecode CCF=CCITTFaxDecode DCT=DCTDecode',
)

function abbreviations(text: string): ReadonlyMap<string, string> {
  return new Map(text.split(' ').map((entry) => entry.split('=') as [string, string]))
}

/** Bytes that decoding damaged data is charged to the budget. */
const COST_OF_FAILURE = 64 * 1024

/** Most decoded bytes of an image whose end is found by decoding it. */
const MAX_INLINE_BYTES = 16 * 1024 * 1024

/**
 * Reads an inline image. The cursor stands after BI at first, and after EI at the end.
 *
 * @returns `undefined` when there is no ID or no EI.
 */
export function takeInlineImage(lexer: ContentLexer, budget: ContentBudget): InlineImage | undefined {
  const taken = takeDictionary(lexer)
  if (taken === undefined) return undefined
  const { dict, isDoubled } = taken
  const { bytes } = lexer
  // One white-space character ends ID; a line may end with two.
  let start = lexer.pos + 1
  if (bytes[lexer.pos] === 0x0d && bytes[start] === 0x0a) start++
  const known = dataEnd(bytes, start, dict, budget)
  const exact = known === undefined ? undefined : skipToEnd(bytes, known)
  const end = exact ?? searchEnd(bytes, start, bytes.length, isApart)
  if (end === undefined) return undefined
  lexer.pos = end
  const last = exact === undefined ? end - 3 : (known as number)
  const agree =
    (known === undefined || exact !== undefined) && searchEnd(bytes, start, end, mayEnd(dict, known)) === end
  const ending = agree ? undefined : 'an inline image ends elsewhere than its data'
  // Poppler and MuPDF take the long key, PDF.js the short one.
  const fault = isDoubled ? 'an inline image has two values for one key' : ending
  return { stream: new PdfStream(dict, bytes.subarray(start, Math.max(start, last))), fault }
}

function takeDictionary(lexer: ContentLexer): { readonly dict: PdfDict; readonly isDoubled: boolean } | undefined {
  const entries = new Map<string, PdfObject>()
  let isDoubled = false
  for (;;) {
    const key = lexer.takeValue()
    if (key === undefined) break
    const value = lexer.takeValue()
    if (!(key instanceof PdfName) || value === undefined) return undefined
    const name = KEYS.get(key.value) ?? key.value
    isDoubled ||= entries.has(name)
    entries.set(name, name === 'ColorSpace' || name === 'Filter' ? spellOut(value) : value)
  }
  const { bytes, pos } = lexer
  const isData = bytes[pos] === 0x49 && bytes[pos + 1] === 0x44 && endsToken(bytes[pos + 2])
  if (!isData) return undefined
  lexer.pos = pos + 2
  return { dict: new PdfDict(entries), isDoubled }
}

function spellOut(value: PdfObject): PdfObject {
  if (Array.isArray(value)) return value.map(spellOut)
  const full = value instanceof PdfName ? VALUES.get(value.value) : undefined
  return full === undefined ? value : PdfName.of(full)
}

/** Where the data end according to the dictionary; `undefined` when that takes decoding. */
function dataEnd(bytes: Uint8Array, start: number, dict: PdfDict, budget: ContentBudget): number | undefined {
  const length = numberOf(dict.get('Length'))
  if (length !== undefined && length >= 0 && start + length <= bytes.length) return start + length
  const filter = dict.get('Filter')
  const first = nameOf(Array.isArray(filter) ? filter[0] : filter)
  if (first === undefined) return plainEnd(bytes, start, dict)
  if (first === 'FlateDecode') return flateEnd(bytes, start, budget)
  if (first === 'ASCIIHexDecode') return endBehind(bytes, start, '>')
  if (first === 'ASCII85Decode') return endBehind(bytes, start, '~>')
  return first === 'RunLengthDecode' ? runLengthEnd(bytes, start) : undefined
}

const COMPONENTS: ReadonlyMap<string, number> = new Map([
  ['DeviceGray', 1],
  ['DeviceRGB', 3],
  ['DeviceCMYK', 4],
])

function plainEnd(bytes: Uint8Array, start: number, dict: PdfDict): number | undefined {
  const width = numberOf(dict.get('Width')) ?? 0
  const height = numberOf(dict.get('Height')) ?? 0
  const isMask = dict.get('ImageMask') === true
  const space = dict.get('ColorSpace')
  const isIndexed = Array.isArray(space) && nameOf(space[0]) === 'Indexed'
  const components = isMask || isIndexed ? 1 : COMPONENTS.get(nameOf(space) ?? '')
  const bits = isMask ? 1 : (numberOf(dict.get('BitsPerComponent')) ?? 8)
  if (components === undefined) return undefined
  const end = start + Math.ceil((width * components * bits) / 8) * height
  return end <= bytes.length ? end : undefined
}

function flateEnd(bytes: Uint8Array, start: number, budget: ContentBudget): number | undefined {
  try {
    // With `info`, zlib also returns the engine, which tells how many bytes it consumed.
    const maxOutputLength = Math.max(1, Math.min(MAX_INLINE_BYTES, budget.bytes))
    const result: unknown = inflateSync(bytes.subarray(start), { info: true, maxOutputLength })
    const { buffer, engine } = result as { buffer: Uint8Array; engine: { bytesWritten: number } }
    spend(budget, 'bytes', buffer.length)
    return start + engine.bytesWritten
  } catch {
    // It is unknown how much was inflated before the fault.
    spend(budget, 'bytes', Math.min(budget.bytes, COST_OF_FAILURE))
    return undefined
  }
}

function endBehind(bytes: Uint8Array, start: number, mark: string): number | undefined {
  const at = viewOf(bytes).indexOf(mark, start, 'latin1')
  return at < 0 ? undefined : at + mark.length
}

/** The end of run-length encoded data (ISO 32000-2, 7.4.5). */
function runLengthEnd(bytes: Uint8Array, start: number): number | undefined {
  let pos = start
  for (let length = bytes[pos]; length !== undefined; length = bytes[pos]) {
    if (length === 128) return pos + 1
    pos += length < 128 ? length + 2 : 2
  }
  return undefined
}

/** The position after the EI that follows the data, which end at `at`; white space may come before it. */
function skipToEnd(bytes: Uint8Array, at: number): number | undefined {
  let pos = at
  while (CHAR_CLASS[bytes[pos] ?? -1] === WHITE_SPACE) pos++
  return bytes[pos] === 0x45 && bytes[pos + 1] === 0x49 && endsToken(bytes[pos + 2]) ? pos + 2 : undefined
}

type IsEnd = (bytes: Uint8Array, at: number) => boolean

/** True for an EI with white space around it. */
const isApart: IsEnd = (bytes, at) => CHAR_CLASS[bytes[at - 1] ?? -1] !== REGULAR && endsToken(bytes[at + 2])

/**
 * The test by which some reader finds the end of the data. In encoded text it is an EI with white space around it, in other data
 * an EI with white space after it (PDF.js). When only decoding would tell, it is any EI: PDF.js skips to one after a JPEG.
 */
function mayEnd(dict: PdfDict, known: number | undefined): IsEnd {
  if (known === undefined) return () => true
  const filter = dict.get('Filter')
  const first = nameOf(Array.isArray(filter) ? filter[0] : filter)
  return first?.startsWith('ASCII') === true ? isApart : (bytes, at) => endsToken(bytes[at + 2])
}

/** The position after the first EI before `limit` that ends the data. */
function searchEnd(bytes: Uint8Array, from: number, limit: number, isEnd: IsEnd): number | undefined {
  const view = viewOf(bytes.subarray(0, limit))
  for (let at = view.indexOf('EI', from, 'latin1'); at >= 0; at = view.indexOf('EI', at + 2, 'latin1')) {
    if (isEnd(bytes, at)) return at + 2
  }
  return undefined
}
