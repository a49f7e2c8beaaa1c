/**
 * CMaps (ISO 32000-2, 9.7.5 and 9.10.3): maps from codes to CIDs or to characters. Predefined CMaps are known when the platform
 * can decode their character set. CIDs of Adobe's character collections are unknown, since their tables are not included.
 *
 * @module
 */

import { decodeStrictly } from '../../input/encodings.js'
import { numberOf, type PdfDict, PdfName, type PdfObject, PdfStream, PdfString } from '../../pdf/objects.js'
import { ContentLexer } from '../content/content-lexer.js'
import { CONTENT_LIMITS } from '../content/content-limits.js'
import type { ContentSource } from '../content/content-source.js'

/** Cuts strings into codes, and tells what each code stands for. */
export interface CodeMap {
  readCodes(bytes: Uint8Array, each: (code: number, length: number) => void): void
  /** The CID of a code; `undefined` where only the tables of Adobe's character collections could tell. */
  cidOf(code: number): number | undefined
  /** The character of a code, for a CMap of a known character set. */
  characterOf(code: number): string | undefined
  readonly isVertical: boolean
}

/** A range of codes of one length. */
export interface CodeSpace {
  readonly bytes: number
  readonly low: number
  readonly high: number
}

/** The content of a CMap. */
interface CMap {
  readonly codeSpaces: readonly CodeSpace[]
  /** Characters by code, from bfchar and bfrange. */
  readonly characters: ReadonlyMap<number, string>
  /** CIDs by code, from cidchar and cidrange. */
  readonly cids: ReadonlyMap<number, number>
  /** The name of the CMap that this one extends. */
  readonly base: string | undefined
  readonly isVertical: boolean
  /** True when it sets more codes than are read, so that none of them is known. */
  readonly isCut: boolean
}

/** Most operands of one `endbfrange`: a hundred ranges of three (Adobe Technical Note 5014), and more for other writers. */
const MAX_CMAP_OPERANDS = 100_000

/** Most codes of one CMap that are kept: all codes of two bytes. */
const MAX_CODES = 0x10000

/** Most codes that the ranges of one CMap may set, counting repetitions: a short file can repeat the longest range. */
const MAX_SET_CODES = 4 * MAX_CODES

/** Most code spaces. No CMap has as many, and reading each code takes longer with more of them. */
const MAX_CODE_SPACES = 256

/** The longest code of a CMap (ISO 32000-2, 9.7.6.2). */
const MAX_CODE_BYTES = 4

interface Draft {
  codeSpaces: CodeSpace[]
  characters: Map<number, string>
  cids: Map<number, number>
  base: string | undefined
  isVertical: boolean
  /** Codes that ranges may still set. */
  left: number
}

/** Reads a CMap file; malformed parts are skipped. A CMap that sets too much says nothing about any code. */
export function parseCMap(bytes: Uint8Array): CMap {
  const lexer = new ContentLexer(bytes, MAX_CMAP_OPERANDS)
  const draft: Draft = {
    codeSpaces: [],
    characters: new Map(),
    cids: new Map(),
    base: undefined,
    isVertical: false,
    left: MAX_SET_CODES,
  }
  for (let operator = lexer.next(); operator !== undefined; operator = lexer.next()) {
    SECTIONS.get(operator)?.(draft, lexer.operands)
    // The operands after these were dropped.
    if (lexer.operands.length >= MAX_CMAP_OPERANDS) draft.left = -1
  }
  // Later entries override earlier ones, and some were not read.
  if (draft.left < 0 || lexer.isCutShort) return { ...draft, characters: new Map(), cids: new Map(), isCut: true }
  return { ...draft, isCut: false }
}

const SECTIONS: ReadonlyMap<string, (draft: Draft, operands: readonly PdfObject[]) => void> = new Map([
  ['endcodespacerange', addCodeSpaces],
  ['endbfchar', addCharacters],
  ['endbfrange', addCharacterRanges],
  ['endcidchar', addCids],
  ['endcidrange', addCidRanges],
  ['usecmap', takeBase],
  ['def', takeDefinition],
])

function takeBase(draft: Draft, operands: readonly PdfObject[]): void {
  const name = operands.at(-1)
  if (name instanceof PdfName) draft.base = name.value
}

function takeDefinition(draft: Draft, operands: readonly PdfObject[]): void {
  const [key, value] = operands.slice(-2)
  if (key instanceof PdfName && key.value === 'WMode') draft.isVertical = numberOf(value) === 1
}

function addCodeSpaces(draft: Draft, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 1 < operands.length; i += 2) {
    const [low, high] = [operands[i], operands[i + 1]]
    if (!(low instanceof PdfString) || !(high instanceof PdfString)) continue
    const bytes = low.bytes.length
    if (bytes < 1 || bytes > MAX_CODE_BYTES) continue
    if (draft.codeSpaces.length < MAX_CODE_SPACES)
      draft.codeSpaces.push({ bytes, low: codeOf(low), high: codeOf(high) })
    else draft.left = -1
  }
}

function addCharacters(draft: Draft, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 1 < operands.length; i += 2) {
    const [code, text] = [operands[i], operands[i + 1]]
    if (code instanceof PdfString && text instanceof PdfString)
      keep(draft, draft.characters, codeOf(code), utf16(text.bytes))
  }
}

function addCharacterRanges(draft: Draft, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 2 < operands.length; i += 3) {
    const [low, high, target] = [operands[i], operands[i + 1], operands[i + 2]]
    if (!(low instanceof PdfString) || !(high instanceof PdfString)) continue
    const first = codeOf(low)
    const last = Math.min(codeOf(high), first + MAX_CODES)
    for (let code = first; code <= last && draft.left-- > 0; code++) {
      const item = Array.isArray(target) ? target[code - first] : undefined
      if (item instanceof PdfString) keep(draft, draft.characters, code, utf16(item.bytes))
      else if (target instanceof PdfString) keep(draft, draft.characters, code, utf16(target.bytes, code - first))
      else if (item === undefined) break
    }
  }
}

/** Keeps the meaning of a code. Later entries override earlier ones, so a code without room makes the whole map unknown. */
function keep<T>(draft: Draft, map: Map<number, T>, code: number, value: T): void {
  if (map.size < MAX_CODES || map.has(code)) map.set(code, value)
  else draft.left = -1
}

function addCids(draft: Draft, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 1 < operands.length; i += 2) {
    const [code, cid] = [operands[i], numberOf(operands[i + 1])]
    if (code instanceof PdfString && cid !== undefined) keep(draft, draft.cids, codeOf(code), cid)
  }
}

function addCidRanges(draft: Draft, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 2 < operands.length; i += 3) {
    const [low, high, cid] = [operands[i], operands[i + 1], numberOf(operands[i + 2])]
    if (!(low instanceof PdfString) || !(high instanceof PdfString) || cid === undefined) continue
    const first = codeOf(low)
    const last = Math.min(codeOf(high), first + MAX_CODES)
    for (let code = first; code <= last && draft.left-- > 0; code++) keep(draft, draft.cids, code, cid + code - first)
  }
}

function codeOf({ bytes }: PdfString): number {
  let code = 0
  for (const byte of bytes.subarray(0, MAX_CODE_BYTES)) code = code * 256 + byte
  return code
}

/** Longest text of one code, in bytes. */
const MAX_TEXT_BYTES = 512

/** Text in UTF-16BE whose last unit is increased by `offset`. A single byte counts as one unit. */
function utf16(bytes: Uint8Array, offset = 0): string {
  if (bytes.length === 1) return String.fromCharCode((bytes[0] ?? 0) + offset)
  let text = ''
  const end = Math.min(bytes.length & ~1, MAX_TEXT_BYTES)
  for (let i = 0; i < end; i += 2) {
    const unit = (bytes[i] ?? 0) * 256 + (bytes[i + 1] ?? 0)
    text += String.fromCharCode(i + 2 === end ? (unit + offset) & 0xffff : unit)
  }
  return text
}

/** True for the first byte of a two-byte code in a character set of East Asia. */
type IsLead = (byte: number) => boolean

interface CharacterSet {
  readonly pattern: RegExp
  /** The character set by its label in the Encoding Standard. */
  readonly label: string
  readonly isLead: IsLead
}

const fromHex81: IsLead = (byte) => byte >= 0x81 && byte <= 0xfe

const CHARACTER_SETS: readonly CharacterSet[] = [
  { pattern: /^Uni[A-Za-z]+-UCS2-/, label: 'utf-16be', isLead: () => true },
  { pattern: /^Uni[A-Za-z0-9]+-UTF16-/, label: 'utf-16be', isLead: () => true },
  { pattern: /^(?:GBK|GBKp|GBpc|GB)-EUC-/, label: 'gbk', isLead: fromHex81 },
  { pattern: /^GBK2K-/, label: 'gbk', isLead: fromHex81 },
  { pattern: /^(?:B5pc|ETen-B5|ETenms-B5|HKscs-B5)-/, label: 'big5', isLead: fromHex81 },
  { pattern: /^(?:KSC-EUC|KSCms-UHC|KSCms-UHC-HW|KSCpc-EUC)-/, label: 'euc-kr', isLead: fromHex81 },
  {
    pattern: /^(?:90ms|90msp|83pv|90pv|Add|Ext)-RKSJ-/,
    label: 'shift_jis',
    isLead: (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
  },
  { pattern: /^EUC-/, label: 'euc-jp', isLead: (byte) => byte === 0x8e || byte >= 0xa1 },
]

const HIGH_SURROGATES = 0xd800
const LOW_SURROGATES = 0xdc00

/** The map of a predefined CMap; `undefined` for an unknown character set. */
export function predefinedCMap(name: string): CodeMap | undefined {
  const set = CHARACTER_SETS.find(({ pattern }) => pattern.test(name))
  if (set === undefined) return undefined
  return {
    readCodes: (bytes, each) => readByLead(bytes, set, each),
    cidOf: () => undefined,
    characterOf: (code) => decodeCode(set.label, code),
    isVertical: name.endsWith('-V'),
  }
}

function readByLead(bytes: Uint8Array, set: CharacterSet, each: (code: number, length: number) => void): void {
  for (let pos = 0; pos < bytes.length; ) {
    const lead = bytes[pos] ?? 0
    const isPair = set.label === 'utf-16be' && lead * 256 >= HIGH_SURROGATES && lead * 256 < LOW_SURROGATES
    const length = Math.min(set.isLead(lead) ? (isPair ? 4 : 2) : 1, bytes.length - pos)
    let code = 0
    for (let i = 0; i < length; i++) code = code * 256 + (bytes[pos + i] ?? 0)
    each(code, length)
    pos += length
  }
}

function decodeCode(label: string, code: number): string | undefined {
  const bytes: number[] = []
  for (let rest = code; rest > 0 || bytes.length === 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256)
  if (label === 'utf-16be' && bytes.length % 2 === 1) bytes.unshift(0)
  return decodeStrictly(Uint8Array.from(bytes), label)
}

/** Characters by code; `undefined` when /ToUnicode is missing or cannot be read. */
export function readToUnicode(source: ContentSource, font: PdfDict): ReadonlyMap<number, string> | undefined {
  const stream = source.lookup(font, 'ToUnicode')
  if (!(stream instanceof PdfStream)) return undefined
  const bytes = source.decode(stream, CONTENT_LIMITS.maxCMapBytes)
  return bytes === undefined ? undefined : parseCMap(bytes).characters
}
