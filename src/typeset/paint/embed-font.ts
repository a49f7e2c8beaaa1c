/**
 * Fonts in a PDF: subset, descriptor, widths.
 *
 * @module
 */

import {
  type ObjectSink,
  PdfDict,
  PdfName,
  type PdfObject,
  type PdfRef,
  PdfStream,
  PdfString,
} from '../../pdf/objects.js'
import { latin1Bytes } from '../../pdf/reading.js'
import { deflateSync } from '../../platform/deflation.js'
import { createHash } from '../../platform/hashes.js'
import { TYPESET_LIMITS } from '../flow/typeset-limits.js'
import { subsetFont } from '../fonts/files/subset-font.js'
import type { TrueTypeFont } from '../fonts/files/true-type-font.js'
import type { FontFace } from '../fonts/font-face.js'
import { writeEncodingCMap, writeToUnicodeCMap } from './font-cmaps.js'
import type { FontCodes } from './font-codes.js'

/** The compressed streams of an embedded font. They are costly to compute and depend on the font and its characters only. */
interface EmbeddedProgram {
  /** Prefix of six letters that distinguishes subsets of one font (ISO 32000-2, 9.9.2). */
  readonly tag: string
  readonly program: Uint8Array
  readonly programLength: number
  readonly toUnicode: Uint8Array
  /** The CIDs of codes 1, 2, ..., if they differ from the codes. */
  readonly cids: readonly number[] | undefined
}

/** Additional objects for embedded fonts. */
export interface EmbedOptions {
  /** Whether a /CIDSet is added. */
  readonly cidSets?: boolean
}

const caches = new WeakMap<FontFace, Map<string, EmbeddedProgram>>()
const stemWidths = new WeakMap<TrueTypeFont, number>()

/**
 * Writes a composite font (Type0; ISO 32000-2, 9.7) with its subset as the object `ref`. TrueType outlines become a CIDFontType2
 * whose CIDs equal the codes. CFF outlines become a CIDFontType0 with its own encoding, since their CIDs are fixed.
 *
 * @throws SealwrightError `invalid_font`
 */
export function embedFont(
  sink: ObjectSink,
  ref: PdfRef,
  codes: FontCodes,
  { cidSets = false }: EmbedOptions = {},
): void {
  const { face } = codes
  const { font } = face
  const { tag, program, programLength, toUnicode, cids } = programOf(codes)
  const name = PdfName.of(`${tag}+${font.postScriptName}`)
  const isCff = cids !== undefined
  const file = sink.add(
    deflatedStream(program, isCff ? { Subtype: PdfName.of('CIDFontType0C') } : { Length1: programLength }),
  )
  const descriptor = sink.add(
    new PdfDict({
      ...describeFont(font, name),
      [isCff ? 'FontFile3' : 'FontFile2']: file,
      ...(cidSets ? { CIDSet: sink.add(cidSet(cids ?? codes.glyphs.map((_, index) => index + 1))) } : {}),
    }),
  )
  const notdef = codes.widthOf(0)
  const descendant = sink.add(
    new PdfDict({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of(isCff ? 'CIDFontType0' : 'CIDFontType2'),
      BaseFont: name,
      CIDSystemInfo: new PdfDict({ Registry: ascii('Adobe'), Ordering: ascii('Identity'), Supplement: 0 }),
      FontDescriptor: descriptor,
      DW: notdef,
      W: isCff ? widthsByCid(codes, cids) : [0, [notdef, ...codes.glyphs.map((glyph) => codes.widthOf(glyph))]],
      ...(isCff ? {} : { CIDToGIDMap: PdfName.of('Identity') }),
    }),
  )
  sink.put(
    ref,
    new PdfDict({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type0'),
      BaseFont: name,
      Encoding: isCff ? sink.add(encodingStream(cids)) : PdfName.of('Identity-H'),
      DescendantFonts: [descendant],
      ToUnicode: sink.add(deflatedStream(toUnicode, {})),
    }),
  )
}

/**
 * The program of a subset. Recently used programs are cached, since the documents of a service mostly use the same characters.
 */
function programOf(codes: FontCodes): EmbeddedProgram {
  const { face, glyphs, texts } = codes
  let cache = caches.get(face)
  if (cache === undefined) {
    cache = new Map()
    caches.set(face, cache)
  }
  const isCacheable = glyphs.length <= 4096
  const key = isCacheable ? `${glyphs.join()}\0${texts.join('\0')}` : ''
  let entry = isCacheable ? cache.get(key) : undefined
  if (entry === undefined) {
    const { kind, bytes: program, cids } = subsetFont(face, glyphs)
    entry = {
      tag: tagOf(program, key),
      program: deflateSync(program),
      programLength: program.length,
      toUnicode: deflateSync(latin1Bytes(writeToUnicodeCMap(texts))),
      cids: kind === 'CFF' ? glyphs.map((glyph) => cids.get(glyph) ?? 0) : undefined,
    }
  }
  if (isCacheable) {
    cache.delete(key)
    cache.set(key, entry)
    for (const oldest of cache.keys()) {
      if (cache.size <= TYPESET_LIMITS.maxCachedSubsets) break
      cache.delete(oldest)
    }
  }
  return entry
}

/** Letters from the hash of the subset. Equal subsets have equal tags, and different subsets different tags. */
function tagOf(program: Uint8Array, key: string): string {
  const hash = createHash('sha256').update(program).update(key).digest()
  let tag = ''
  for (let i = 0; i < 6; i++) tag += String.fromCharCode(65 + ((hash[i] ?? 0) % 26))
  return tag
}

const FIXED_PITCH = 1
const SYMBOLIC = 4
const ITALIC = 64

/** The font descriptor without the font file (ISO 32000-2, table 120). */
function describeFont(font: TrueTypeFont, name: PdfName): Record<string, PdfObject> {
  const { metrics } = font
  const scale = (units: number) => Math.round((units * 1000) / metrics.unitsPerEm)
  const [ascent, descent] = PUBLISHED_HEIGHTS[font.postScriptName.split('-')[0] ?? ''] ?? [
    scale(metrics.ascent),
    scale(metrics.descent),
  ]
  return {
    Type: PdfName.of('FontDescriptor'),
    FontName: name,
    // Table 121. The font is symbolic, since the subset contains characters outside the standard Latin set.
    Flags: SYMBOLIC | (metrics.fixedPitch ? FIXED_PITCH : 0) | (metrics.italicAngle !== 0 ? ITALIC : 0),
    FontBBox: metrics.boundingBox.map(scale),
    ItalicAngle: Math.round(metrics.italicAngle),
    Ascent: ascent,
    Descent: descent,
    CapHeight: scale(metrics.capHeight),
    XHeight: scale(metrics.xHeight),
    StemV: knownStemWidth(font),
  }
}

/**
 * Ascent and descent of families whose font files differ from the design that they follow. Readers use these values for the
 * boxes of words. They are those that Microsoft Word writes for the original family.
 */
const PUBLISHED_HEIGHTS: Readonly<Record<string, readonly [ascent: number, descent: number]>> = {
  Carlito: [750, -250],
  Caladea: [950, -222],
}

function knownStemWidth(font: TrueTypeFont): number {
  let width = stemWidths.get(font)
  if (width === undefined) {
    width = stemWidthOf(font)
    stemWidths.set(font, width)
  }
  return width
}

/**
 * Stem width of a font. TrueType does not contain it. In a sans-serif face, the width of the letter l is used; where it is too
 * wide, the usual estimate from the weight.
 */
function stemWidthOf(font: TrueTypeFont): number {
  const { metrics } = font
  if (font.outlines === 'glyf') {
    const outline = font.outlineOf(font.glyphOf(0x6c))
    if (outline.length >= 10) {
      const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength)
      const width = Math.round(((view.getInt16(6) - view.getInt16(2)) * 1000) / metrics.unitsPerEm)
      if (width > 0 && width < 220) return width
    }
  }
  return Math.round(50 + (metrics.weight / 65) ** 2)
}

/** The characters of a subset including .notdef, with one bit for each CID (ISO 32000-1, 9.8.3.2). */
function cidSet(cids: readonly number[]): PdfStream {
  const bits = new Uint8Array((cids.reduce((most, cid) => Math.max(most, cid), 0) >> 3) + 1)
  for (const cid of [0, ...cids]) bits[cid >> 3] = (bits[cid >> 3] ?? 0) | (0x80 >> (cid & 7))
  return deflatedStream(deflateSync(bits), {})
}

/** A /W array by CID (ISO 32000-2, 9.7.4.3), with one entry for each CID in order. */
function widthsByCid(codes: FontCodes, cids: readonly number[]): PdfObject[] {
  const byCid = new Map<number, number>()
  codes.glyphs.forEach((glyph, index) => {
    byCid.set(cids[index] ?? 0, codes.widthOf(glyph))
  })
  return [...byCid].sort(([a], [b]) => a - b).flatMap(([cid, width]): PdfObject[] => [cid, [width]])
}

function encodingStream(cids: readonly number[]): PdfStream {
  const data = deflateSync(latin1Bytes(writeEncodingCMap(cids)))
  const system = new PdfDict({ Registry: ascii('Adobe'), Ordering: ascii('Identity'), Supplement: 0 })
  return deflatedStream(data, { Type: PdfName.of('CMap'), CMapName: PdfName.of('Codes'), CIDSystemInfo: system })
}

/** A stream of data that is already compressed. */
function deflatedStream(data: Uint8Array, entries: Record<string, PdfObject>): PdfStream {
  return new PdfStream(new PdfDict({ ...entries, Filter: PdfName.of('FlateDecode'), Length: data.length }), data)
}

function ascii(text: string): PdfString {
  return new PdfString(latin1Bytes(text))
}
