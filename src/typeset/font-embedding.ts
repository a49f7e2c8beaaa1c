import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'
import { TYPESET_LIMITS } from '../limits.js'
import { type ObjectSink, PdfDict, PdfName, type PdfObject, type PdfRef, PdfStream, PdfString } from '../pdf/objects.js'
import type { FaceGlyph, FontFace } from './font-face.js'
import { subsetTrueType } from './fonts/subset-true-type.js'

/** The streams of an embedded font, compressed: everything that is costly and depends on the characters alone. */
interface EmbeddedProgram {
  /** Six letters that tell subsets of one font apart (ISO 32000-2, 9.9.2). */
  readonly tag: string
  readonly program: Uint8Array
  readonly programLength: number
  readonly toUnicode: Uint8Array
}

const caches = new WeakMap<FontFace, Map<string, EmbeddedProgram>>()

/**
 * Adds a composite font (Type0 over CIDFontType2, Identity-H; ISO 32000-2, 9.7) with its subset to the sink.
 *
 * @param glyphs CID 1, 2, ... in this order; CID 0 is .notdef
 * @returns the reference of the Type0 font, for a page's font resources
 * @throws SealwrightError `invalid_font`
 */
export function embedFont(sink: ObjectSink, face: FontFace, glyphs: readonly FaceGlyph[]): PdfRef {
  const { metrics, postScriptName } = face.font
  const { tag, program, programLength, toUnicode } = programOf(face, glyphs)
  const name = PdfName.of(`${tag}+${postScriptName}`)
  const scale = (units: number) => Math.round((units * 1000) / metrics.unitsPerEm)

  const file = sink.add(deflatedStream(program, { Length1: programLength }))
  const descriptor = sink.add(
    new PdfDict({
      Type: PdfName.of('FontDescriptor'),
      FontName: name,
      Flags: flagsOf(face),
      FontBBox: metrics.boundingBox.map(scale),
      ItalicAngle: Math.round(metrics.italicAngle),
      Ascent: scale(metrics.ascent),
      Descent: scale(metrics.descent),
      CapHeight: scale(metrics.capHeight),
      XHeight: scale(metrics.xHeight),
      StemV: stemWidthOf(face),
      FontFile2: file,
    }),
  )
  const notdef = scale(face.font.advanceOf(0))
  const widths: PdfObject[] = [notdef, ...glyphs.map((glyph) => glyph.advance)]
  const descendant = sink.add(
    new PdfDict({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('CIDFontType2'),
      BaseFont: name,
      CIDSystemInfo: new PdfDict({ Registry: ascii('Adobe'), Ordering: ascii('Identity'), Supplement: 0 }),
      FontDescriptor: descriptor,
      DW: notdef,
      W: [0, widths],
      CIDToGIDMap: PdfName.of('Identity'),
    }),
  )
  return sink.add(
    new PdfDict({
      Type: PdfName.of('Font'),
      Subtype: PdfName.of('Type0'),
      BaseFont: name,
      Encoding: PdfName.of('Identity-H'),
      DescendantFonts: [descendant],
      ToUnicode: sink.add(deflatedStream(toUnicode, {})),
    }),
  )
}

/** Documents of one service mostly use the same characters, so subsets are kept, the last used ones. */
function programOf(face: FontFace, glyphs: readonly FaceGlyph[]): EmbeddedProgram {
  let cache = caches.get(face)
  if (cache === undefined) {
    cache = new Map()
    caches.set(face, cache)
  }
  const key = String.fromCodePoint(...glyphs.slice(0, 4096).map((glyph) => glyph.codePoint))
  const isCacheable = glyphs.length <= 4096
  let entry = isCacheable ? cache.get(key) : undefined
  if (entry === undefined) {
    const program = subsetTrueType(face.font, [0, ...glyphs.map((glyph) => glyph.glyph)])
    entry = {
      tag: tagOf(program),
      program: deflateSync(program),
      programLength: program.length,
      toUnicode: deflateSync(latin1(writeToUnicode(glyphs))),
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

/** Letters from the hash of the subset: the same subset always has the same tag, another one another. */
function tagOf(program: Uint8Array): string {
  const hash = createHash('sha256').update(program).digest()
  let tag = ''
  for (let i = 0; i < 6; i++) tag += String.fromCharCode(65 + ((hash[i] ?? 0) % 26))
  return tag
}

const FIXED_PITCH = 1
const SYMBOLIC = 4
const ITALIC = 64

/** ISO 32000-2, table 121. Symbolic: the subset holds characters outside the standard Latin set. */
function flagsOf(face: FontFace): number {
  const { fixedPitch, italicAngle } = face.font.metrics
  return SYMBOLIC | (fixedPitch ? FIXED_PITCH : 0) | (italicAngle !== 0 ? ITALIC : 0)
}

/**
 * TrueType does not record the width of stems. In a sans-serif face the letter l is one; where it is too wide for
 * that, the usual estimate from the weight has to do.
 */
function stemWidthOf(face: FontFace): number {
  const { metrics } = face.font
  const outline = face.font.outlineOf(face.font.glyphOf(0x6c))
  if (outline.length >= 10) {
    const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength)
    const width = Math.round(((view.getInt16(6) - view.getInt16(2)) * 1000) / metrics.unitsPerEm)
    if (width > 0 && width < 220) return width
  }
  return Math.round(50 + (metrics.weight / 65) ** 2)
}

/** The CMap from codes to text (ISO 32000-2, 9.10.3), in blocks of at most 100 entries. */
function writeToUnicode(glyphs: readonly FaceGlyph[]): string {
  const lines = [
    '/CIDInit /ProcSet findresource begin',
    '12 dict begin',
    'begincmap',
    '/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def',
    '/CMapName /Adobe-Identity-UCS def',
    '/CMapType 2 def',
    '1 begincodespacerange',
    '<0000> <FFFF>',
    'endcodespacerange',
  ]
  for (let start = 0; start < glyphs.length; start += 100) {
    const block = glyphs.slice(start, start + 100)
    lines.push(`${block.length} beginbfchar`)
    block.forEach((glyph, index) => {
      lines.push(`<${hex16(start + index + 1)}> <${utf16Hex(glyph.codePoint)}>`)
    })
    lines.push('endbfchar')
  }
  lines.push('endcmap', 'CMapName currentdict /CMap defineresource pop', 'end', 'end')
  return lines.join('\n')
}

function utf16Hex(codePoint: number): string {
  const text = String.fromCodePoint(codePoint)
  let hex = ''
  for (let i = 0; i < text.length; i++) hex += hex16(text.charCodeAt(i))
  return hex
}

function hex16(value: number): string {
  return value.toString(16).toUpperCase().padStart(4, '0')
}

/** A stream whose data is already deflated. */
function deflatedStream(data: Uint8Array, entries: Record<string, PdfObject>): PdfStream {
  return new PdfStream(new PdfDict({ ...entries, Filter: PdfName.of('FlateDecode'), Length: data.length }), data)
}

function ascii(text: string): PdfString {
  return new PdfString(latin1(text))
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0))
}
