/**
 * Composite fonts (ISO 32000-2, 9.7): codes of several bytes, CIDs, and glyphs by their numbers.
 *
 * @module
 */

import { nameOf, numberOf, PdfDict, type PdfObject, PdfStream } from '../../pdf/objects.js'
import { CONTENT_LIMITS } from '../content/content-limits.js'
import { type ContentSource, readNumbers } from '../content/content-source.js'
import { once, remember } from '../remember.js'
import { type CodeMap, type CodeSpace, parseCMap, predefinedCMap, readToUnicode } from './cmap.js'
import {
  type ContentFont,
  type FontFacts,
  type FontProgram,
  heightOf,
  inkBesideCell,
  inkOfViewers,
  isBlankText,
} from './content-font.js'
import { type Evidence, weighEvidence } from './glyph-meaning.js'
import { readLetterMeasures } from './simple-font.js'
import { type CodedGlyphs, drawnBy, outlineOfAny, outlinesOfAll, readFontProgram } from './simple-glyphs.js'

const TWO_BYTES: readonly CodeSpace[] = [{ bytes: 2, low: 0, high: 0xffff }]

export function loadCompositeFont(source: ContentSource, dict: PdfDict, facts: FontFacts): ContentFont {
  const descendant = readDescendant(source, dict)
  const faults: string[] = []
  const codes = readCodeMap(source, source.lookup(dict, 'Encoding'))
  if (codes === undefined) faults.push('the CMap of a font is not known')
  if (descendant === undefined) faults.push('a composite font has no descendant')
  const map = codes ?? IDENTITY_MAP
  const font = descendant ?? new PdfDict()
  const { widthOf: widthOfCid, isSure } = readWidths(source, font)
  const widthOf = (code: number) => widthOfCid(map.cidOf(code))
  const measures = readLetterMeasures(source, source.lookupDict(font, 'FontDescriptor'))
  // The font program and /ToUnicode are read when the first glyph is asked for.
  const read = once(() => readGlyphs(source, dict, font, map))
  const meaningOf = remember((code) => weighEvidence(read().evidenceOf(code)))
  return {
    facts,
    vertical: map.isVertical ? readVertical(source, font, map, { widthOf, faults }) : undefined,
    ...measures,
    faults,
    readCodes: map.readCodes,
    widthOf,
    ...(facts.isEmbedded
      ? { outlinesOf: (code) => read().outlinesOf?.(code) }
      : { isOddlySpaced: (code) => isOdd(widthOf(code), meaningOf(code).text) }),
    meaningOf,
    inkOf: remember((code) => {
      const { outlinesOf } = read()
      const cell = { width: widthOf(code), isBlank: isBlankText(meaningOf(code).text), ...measures }
      const ink = outlinesOf === undefined ? inkOfViewers(cell, undefined) : inkBesideCell(outlinesOf(code), cell)
      return isSure ? ink : { ...ink, isAdrift: true }
    }),
    procedures: undefined,
  }
}

/** True for a Latin letter or digit in a cell of unusual width: numbers would look as if they had blanks. */
function isOdd(width: number, text: string | undefined): boolean {
  return (
    text !== undefined &&
    /^[A-Za-z\d]$/.test(text) &&
    !(width >= NARROWEST && width <= (BROAD.test(text) ? 1 : BROADEST))
  )
}

const NARROWEST = 0.2
const BROADEST = 0.8
const BROAD = /[MWmw]/

/** The CIDFont of a composite font. */
export function readDescendant(source: ContentSource, dict: PdfDict): PdfDict | undefined {
  const list = source.lookup(dict, 'DescendantFonts')
  const descendant = Array.isArray(list) ? source.resolve(list[0]) : null
  return descendant instanceof PdfDict ? descendant : undefined
}

const IDENTITY_MAP: CodeMap = {
  readCodes: (bytes, each) => readBySpaces(bytes, TWO_BYTES, each),
  cidOf: (code) => code,
  characterOf: () => undefined,
  isVertical: false,
}

/** Deepest nesting of CMaps that extend others. */
const MAX_CMAP_NESTING = 4

function readCodeMap(source: ContentSource, encoding: PdfObject, depth = 0): CodeMap | undefined {
  const name = nameOf(encoding)
  if (name === 'Identity-H') return IDENTITY_MAP
  if (name === 'Identity-V') return { ...IDENTITY_MAP, isVertical: true }
  if (name !== undefined) return predefinedCMap(name)
  if (!(encoding instanceof PdfStream) || depth > MAX_CMAP_NESTING) return undefined
  const bytes = source.decode(encoding, CONTENT_LIMITS.maxCMapBytes)
  if (bytes === undefined) return undefined
  const cmap = parseCMap(bytes)
  if (cmap.isCut) return undefined
  const base =
    cmap.base === undefined ? undefined : readCodeMap(source, source.lookup(encoding.dict, 'UseCMap'), depth + 1)
  const spaces = cmap.codeSpaces.length > 0 ? cmap.codeSpaces : TWO_BYTES
  return {
    readCodes: (string, each) => readBySpaces(string, spaces, each),
    cidOf: (code) => cmap.cids.get(code) ?? base?.cidOf(code) ?? 0,
    characterOf: () => undefined,
    isVertical: cmap.isVertical || numberOf(source.lookup(encoding.dict, 'WMode')) === 1,
  }
}

/** Reads codes by the code spaces (9.7.6.3): the shortest one that fits, or as many bytes as the shortest has. */
function readBySpaces(
  bytes: Uint8Array,
  spaces: readonly CodeSpace[],
  each: (code: number, length: number) => void,
): void {
  const shortest = spaces.reduce((least, space) => Math.min(least, space.bytes), 4)
  for (let pos = 0; pos < bytes.length; ) {
    let code = 0
    let length = 0
    let found = 0
    while (length < 4 && pos + length < bytes.length && found === 0) {
      code = code * 256 + (bytes[pos + length] ?? 0)
      length++
      if (spaces.some((space) => space.bytes === length && fits(code, space))) found = length
    }
    if (found === 0) {
      length = Math.min(shortest, bytes.length - pos)
      code = 0
      for (let i = 0; i < length; i++) code = code * 256 + (bytes[pos + i] ?? 0)
    }
    each(code, length)
    pos += length
  }
}

/** True when each byte of a code lies between the bytes of the space's two ends. */
function fits(code: number, { bytes, low, high }: CodeSpace): boolean {
  for (let i = 0; i < bytes; i++) {
    const byte = Math.floor(code / 256 ** i) % 256
    if (byte < Math.floor(low / 256 ** i) % 256 || byte > Math.floor(high / 256 ** i) % 256) return false
  }
  return true
}

/** Width of glyphs that /W does not list, when /DW is missing (9.7.4.3), in ems. */
const DEFAULT_WIDTH = 1
/** The highest CID (Annex C). */
const MAX_CID = 0xffff
/** Most widths that a font may set, counting repetitions: a short list can repeat the longest range. */
const MAX_SET_WIDTHS = 4 * (MAX_CID + 1)

interface CidWidths {
  readonly widthOf: (cid: number | undefined) => number
  /** False for a table that readers read in different ways. */
  readonly isSure: boolean
}

function readWidths(source: ContentSource, font: PdfDict): CidWidths {
  const usual = source.lookup(font, 'DW')
  const otherwise = (numberOf(usual) ?? 1000 * DEFAULT_WIDTH) / 1000
  const table = new WidthTable()
  const list = source.lookup(font, 'W')
  const items = Array.isArray(list) ? list : []
  for (let i = 0; i < items.length && !table.isFull; ) {
    const first = source.resolve(items[i])
    const second = source.resolve(items[i + 1])
    if (Array.isArray(second)) {
      for (const [j, item] of second.entries()) table.set(first, j, source.resolve(item))
      i += 2
    } else {
      table.setRange(first, second, source.resolve(items[i + 2]))
      i += 3
    }
  }
  const { widths, isOdd } = table
  return {
    widthOf: (cid) => (cid === undefined ? otherwise : (widths.get(cid) ?? otherwise)),
    // Poppler only accepts an integer as the default width.
    isSure: !isOdd && !table.isFull && (usual === null || isCid(usual)) && (list === null || Array.isArray(list)),
  }
}

/** Widths by CID. An entry in another form than the standard's, or one that repeats a CID, is read by some readers only. */
class WidthTable {
  readonly widths = new Map<number, number>()
  isOdd = false

  #left = MAX_SET_WIDTHS

  /** True when nothing more is read, although viewers do read on. */
  get isFull(): boolean {
    return this.#left <= 0
  }

  set(first: PdfObject, offset: number, value: PdfObject): void {
    const width = numberOf(value)
    if (!isCid(first) || width === undefined) this.isOdd = true
    if (width === undefined || this.isFull) return
    this.#left--
    const cid = (numberOf(first) ?? 0) + offset
    if (cid < 0 || cid > MAX_CID) {
      this.isOdd = true
      return
    }
    const known = this.widths.get(cid)
    if (known !== undefined && known !== width / 1000) this.isOdd = true
    this.widths.set(cid, width / 1000)
  }

  setRange(first: PdfObject, last: PdfObject, value: PdfObject): void {
    if (!isCid(first) || !isCid(last) || numberOf(value) === undefined) this.isOdd = true
    const start = numberOf(first) ?? 0
    const end = Math.min(numberOf(last) ?? start, start + MAX_CID + 1)
    for (let offset = 0; start + offset <= end && !this.isFull; offset++) this.set(first, offset, value)
  }
}

function isCid(value: PdfObject): boolean {
  return typeof value === 'number' && Number.isInteger(value)
}

/** Default position and advance of vertical writing (9.7.4.3), in thousandths of an em. /W2 is rarely used. */
const DEFAULT_VERTICAL = [880, -1000]

function readVertical(
  source: ContentSource,
  font: PdfDict,
  map: CodeMap,
  { widthOf, faults }: { readonly widthOf: (code: number) => number; readonly faults: string[] },
): ContentFont['vertical'] {
  const [height = 880, advance = -1000] = readNumbers(source, font.get('DW2'), 2) ?? DEFAULT_VERTICAL
  const own = readVerticalWidths(source, source.lookup(font, 'W2'), faults)
  const find = (code: number) => own.get(map.cidOf(code) ?? -1)
  return {
    advanceOf: (code) => -(find(code)?.[0] ?? advance) / 1000,
    originOf: (code) => {
      const metrics = find(code)
      return metrics === undefined ? [widthOf(code) / 2, height / 1000] : [metrics[1] / 1000, metrics[2] / 1000]
    },
  }
}

type VerticalMetrics = readonly [advance: number, x: number, y: number]

function readVerticalWidths(source: ContentSource, list: PdfObject, faults: string[]): Map<number, VerticalMetrics> {
  const metrics = new Map<number, VerticalMetrics>()
  const items = Array.isArray(list) ? list : []
  let left = MAX_SET_WIDTHS
  for (let i = 0; i < items.length && left > 0; ) {
    const first = numberOf(source.resolve(items[i])) ?? 0
    const second = source.resolve(items[i + 1])
    if (Array.isArray(second)) {
      for (let j = 0; j + 2 < second.length; j += 3) {
        const triple = readNumbers(source, second.slice(j, j + 3), 3) as VerticalMetrics | undefined
        left--
        if (triple !== undefined) metrics.set(first + j / 3, triple)
      }
      i += 2
    } else {
      const triple = readNumbers(source, items.slice(i + 2, i + 5), 3) as VerticalMetrics | undefined
      const last = Math.min(numberOf(second) ?? first, first + MAX_CID)
      for (let cid = first; cid <= last && triple !== undefined && left-- > 0; cid++) metrics.set(cid, triple)
      i += 5
    }
  }
  if (left <= 0) faults.push('a font sets more places of letters than it has letters')
  return metrics
}

function readGlyphs(source: ContentSource, dict: PdfDict, font: PdfDict, map: CodeMap): CodedGlyphs {
  const claims = readToUnicode(source, dict)
  const descriptor = source.lookupDict(font, 'FontDescriptor')
  const program = descriptor === undefined ? undefined : readFontProgram(source, descriptor)
  const said = (code: number) => ({ claimed: claims?.get(code), encoded: map.characterOf(code) })
  if (!program) {
    const evidenceOf = (code: number) => ({ ...said(code), drawn: [], isUnreadable: program === null })
    return program === null ? { evidenceOf, outlinesOf: () => undefined } : { evidenceOf }
  }
  const glyphsOf = readGlyphMap(source, font, program)
  const glyphsOfCode = (code: number) => {
    const cid = map.cidOf(code)
    return cid === undefined ? undefined : glyphsOf(cid)
  }
  // In a collection whose tables are not included, a code may mean any glyph.
  const anyOutline = outlineOfAny(program)
  const outlinesOf = (code: number) => {
    const glyphs = glyphsOfCode(code)
    return glyphs === undefined ? anyOutline() : outlinesOfAll(program, glyphs)
  }
  const evidenceOf = (code: number): Evidence => {
    const { claimed, encoded } = said(code)
    const glyphs = glyphsOfCode(code)
    if (glyphs === undefined) return { claimed, encoded, drawn: [], encodingIsClaim: true }
    const [glyph] = glyphs
    const isBlank = (encoded ?? claimed ?? 'x').trim() === ''
    const height = heightOf(outlinesOf(code))
    if (glyph === undefined || glyph >= program.glyphCount || glyph === 0) {
      return { claimed, encoded, drawn: [], isMissing: !isBlank, height }
    }
    return { claimed, encoded, drawn: drawnBy(program, glyph), encodingIsClaim: true, height }
  }
  return { evidenceOf, outlinesOf }
}

/** The glyphs of a CID (9.7.4.2). Where readers differ there are several, beginning with the standard's choice. */
function readGlyphMap(source: ContentSource, font: PdfDict, program: FontProgram): (cid: number) => readonly number[] {
  const stream = source.lookup(font, 'CIDToGIDMap')
  const byProgram = (cid: number) => {
    const glyphs = program.glyphsByCid === undefined ? [cid] : program.glyphsByCid(cid)
    return glyphs.length === 0 ? [0] : glyphs
  }
  if (!(stream instanceof PdfStream)) return byProgram
  const bytes = source.decode(stream, CONTENT_LIMITS.maxCMapBytes)
  const isByMap = source.lookupName(font, 'Subtype') !== 'CIDFontType0'
  return (cid) => {
    const [high, low] = [bytes?.[2 * cid], bytes?.[2 * cid + 1]]
    const mapped = high === undefined || low === undefined ? 0 : high * 256 + low
    if (program.format === 'TrueType') return isByMap ? [mapped] : byProgram(cid)
    return isByMap ? [mapped, ...byProgram(cid)] : [...byProgram(cid), mapped]
  }
}
