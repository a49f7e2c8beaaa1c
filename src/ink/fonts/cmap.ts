/**
 * CMaps (ISO 32000-2, 9.7.5 and 9.10.3): from codes to CIDs, or to characters.
 *
 * @module
 */
import { numberOf, PdfName, type PdfObject, PdfString } from '../../pdf/objects.js'
import { ContentLexer } from '../content/content-lexer.js'

/** Codes of one length that belong together. */
export interface CodeSpace {
  readonly bytes: number
  readonly low: number
  readonly high: number
}

/** What a CMap says. */
export interface CMap {
  readonly codeSpaces: readonly CodeSpace[]
  /** Characters by code, of bfchar and bfrange. */
  readonly characters: ReadonlyMap<number, string>
  /** CIDs by code, of cidchar and cidrange. */
  readonly cids: ReadonlyMap<number, number>
  /** The name of the CMap that it builds on. */
  readonly base: string | undefined
  readonly isVertical: boolean
  /** True when it sets more than is read: then nothing is known of any code. */
  readonly isCut: boolean
}

/** Operands of one `endbfrange`: a hundred ranges of three (Adobe Technical Note 5014), with a margin for other writers. */
const MAX_CMAP_OPERANDS = 100_000

/** Codes of one CMap that are kept: all of two bytes. */
const MAX_CODES = 0x10000

/** Codes that ranges may set in one CMap, repetitions included: a short file can repeat the longest range. */
const MAX_SET_CODES = 4 * MAX_CODES

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
  }
  // The last entries would win, and they were not read.
  if (draft.left < 0) return { ...draft, characters: new Map(), cids: new Map(), isCut: true }
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
    if (bytes < 1 || bytes > MAX_CODE_BYTES || draft.codeSpaces.length >= 256) continue
    draft.codeSpaces.push({ bytes, low: codeOf(low), high: codeOf(high) })
  }
}

function addCharacters(draft: Draft, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 1 < operands.length; i += 2) {
    const [code, text] = [operands[i], operands[i + 1]]
    if (code instanceof PdfString && text instanceof PdfString) setCharacter(draft, codeOf(code), utf16(text.bytes))
  }
}

function addCharacterRanges(draft: Draft, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 2 < operands.length; i += 3) {
    const [low, high, target] = [operands[i], operands[i + 1], operands[i + 2]]
    if (!(low instanceof PdfString) || !(high instanceof PdfString)) continue
    const first = codeOf(low)
    const last = Math.min(codeOf(high), first + MAX_CODES)
    for (let code = first; code <= last && draft.characters.size < MAX_CODES && draft.left-- > 0; code++) {
      const item = Array.isArray(target) ? target[code - first] : undefined
      if (item instanceof PdfString) setCharacter(draft, code, utf16(item.bytes))
      else if (target instanceof PdfString) setCharacter(draft, code, utf16(target.bytes, code - first))
      else if (item === undefined) break
    }
  }
}

function setCharacter(draft: Draft, code: number, text: string): void {
  if (draft.characters.size < MAX_CODES || draft.characters.has(code)) draft.characters.set(code, text)
}

function addCids(draft: Draft, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 1 < operands.length; i += 2) {
    const [code, cid] = [operands[i], numberOf(operands[i + 1])]
    if (code instanceof PdfString && cid !== undefined && draft.cids.size < MAX_CODES) draft.cids.set(codeOf(code), cid)
  }
}

function addCidRanges(draft: Draft, operands: readonly PdfObject[]): void {
  for (let i = 0; i + 2 < operands.length; i += 3) {
    const [low, high, cid] = [operands[i], operands[i + 1], numberOf(operands[i + 2])]
    if (!(low instanceof PdfString) || !(high instanceof PdfString) || cid === undefined) continue
    const first = codeOf(low)
    const last = Math.min(codeOf(high), first + MAX_CODES)
    for (let code = first; code <= last && draft.cids.size < MAX_CODES && draft.left-- > 0; code++) {
      draft.cids.set(code, cid + code - first)
    }
  }
}

function codeOf({ bytes }: PdfString): number {
  let code = 0
  for (const byte of bytes.subarray(0, MAX_CODE_BYTES)) code = code * 256 + byte
  return code
}

/** Longest text of one code, in bytes. */
const MAX_TEXT_BYTES = 512

/** Text in UTF-16BE, its last unit raised by `offset`; a single byte counts as one unit. */
function utf16(bytes: Uint8Array, offset = 0): string {
  if (bytes.length === 1) return String.fromCharCode((bytes[0] as number) + offset)
  let text = ''
  const end = Math.min(bytes.length & ~1, MAX_TEXT_BYTES)
  for (let i = 0; i < end; i += 2) {
    const unit = (bytes[i] as number) * 256 + (bytes[i + 1] as number)
    text += String.fromCharCode(i + 2 === end ? (unit + offset) & 0xffff : unit)
  }
  return text
}
