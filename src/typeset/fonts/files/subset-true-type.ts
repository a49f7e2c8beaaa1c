/**
 * Subsets of fonts with TrueType outlines.
 *
 * @module
 */

import { FontReader, invalidFont } from './font-reader.js'
import type { TrueTypeFont } from './true-type-font.js'

const ARGS_ARE_WORDS = 0x0001
const HAS_SCALE = 0x0008
const MORE_COMPONENTS = 0x0020
const HAS_TWO_SCALES = 0x0040
const HAS_MATRIX = 0x0080
const HAS_INSTRUCTIONS = 0x0100

/**
 * Creates a font file with the requested glyphs, in that order, and then their components. Hinting is left out: outlines are
 * drawn as designed, and the file is about half as large.
 *
 * @param glyphs glyph numbers of `font`; the first should be 0 (.notdef). The index in this list is the number in the
 * new font. A glyph may occur twice, for two characters that look the same.
 * @returns an sfnt with the tables that ISO 32000-2, 9.9.1 asks of a CIDFontType2 program: glyf, head, hhea, hmtx,
 * loca, maxp
 * @throws SealwrightError `invalid_font`
 */
export function subsetTrueType(font: TrueTypeFont, glyphs: readonly number[]): Uint8Array {
  const { order, outlines } = collectOutlines(font, glyphs)
  const count = order.length
  if (count > 0xffff) throw invalidFont('the subset has too many glyphs')

  let glyfLength = 0
  for (const outline of outlines) glyfLength += outline.length + (outline.length & 1)
  const longOffsets = glyfLength > 0x1fffe
  const glyf = new Uint8Array(glyfLength)
  const loca = new DataView(new ArrayBuffer((count + 1) * (longOffsets ? 4 : 2)))
  const hmtx = new DataView(new ArrayBuffer(4 * count))
  let at = 0
  let maxAdvance = 0
  for (let i = 0; i <= count; i++) {
    if (longOffsets) loca.setUint32(4 * i, at)
    else loca.setUint16(2 * i, at / 2)
    const outline = outlines[i]
    const glyph = order[i]
    if (outline === undefined || glyph === undefined) break
    glyf.set(outline, at)
    at += outline.length + (outline.length & 1)
    const advance = font.advanceOf(glyph)
    maxAdvance = Math.max(maxAdvance, advance)
    hmtx.setUint16(4 * i, advance)
    hmtx.setInt16(4 * i + 2, font.leftBearingOf(glyph))
  }

  const head = copyTable(font, 'head', 54)
  head.setUint32(8, 0)
  // Bits 2 to 4 are for instructions that depend on the size or change widths, which are removed.
  head.setUint16(16, head.getUint16(16) & ~0b11100)
  head.setInt16(50, longOffsets ? 1 : 0)
  const hhea = copyTable(font, 'hhea', 36)
  hhea.setUint16(10, maxAdvance)
  hhea.setUint16(34, count)
  const maxp = copyTable(font, 'maxp', 32)
  maxp.setUint16(4, count)
  maxp.setUint16(14, 1)
  for (let field = 16; field <= 26; field += 2) maxp.setUint16(field, 0)

  return assemble([
    ['glyf', glyf],
    ['head', bytesOf(head)],
    ['hhea', bytesOf(hhea)],
    ['hmtx', bytesOf(hmtx)],
    ['loca', bytesOf(loca)],
    ['maxp', bytesOf(maxp)],
  ])
}

/** Collects the glyphs in their new order, with components appended, renumbered and without instructions. */
function collectOutlines(font: TrueTypeFont, glyphs: readonly number[]): { order: number[]; outlines: Uint8Array[] } {
  const order = [...glyphs]
  const indexes = new Map<number, number>()
  order.forEach((glyph, index) => {
    if (!indexes.has(glyph)) indexes.set(glyph, index)
  })
  // A damaged font can use the same bytes for every glyph. Subsets of valid fonts stay far below this limit.
  const limit = 4 * font.tableOf('glyf', 0).length
  const outlines: Uint8Array[] = []
  let total = 0
  const renumber = (glyph: number) => {
    let index = indexes.get(glyph)
    if (index === undefined) {
      index = order.push(glyph) - 1
      indexes.set(glyph, index)
    }
    return index
  }
  for (let i = 0; i < order.length; i++) {
    const outline = rewriteOutline(font, order[i] ?? 0, renumber)
    total += outline.length
    outlines.push(total > limit ? NOTHING : outline)
  }
  return { order, outlines }
}

const NOTHING = new Uint8Array(0)

/** Rewrites the outline of a glyph. A damaged glyph becomes empty, so that the others can still be used. */
function rewriteOutline(font: TrueTypeFont, glyph: number, renumber: (glyph: number) => number): Uint8Array {
  try {
    const outline = font.outlineOf(glyph)
    if (outline.length < 10) return NOTHING
    const isComposite = ((outline[0] ?? 0) & 0x80) !== 0
    return isComposite ? rewriteComposite(outline, renumber) : dropInstructions(outline)
  } catch {
    return NOTHING
  }
}

/** Removes the instructions of a simple glyph: header, end points of the contours, instructions, then flags and coordinates. */
function dropInstructions(outline: Uint8Array): Uint8Array {
  const reader = new FontReader(outline)
  const lengthAt = 10 + 2 * reader.i16(0)
  const rest = lengthAt + 2 + reader.u16(lengthAt)
  if (rest > outline.length) throw invalidFont('a glyph is cut short')
  const result = new Uint8Array(lengthAt + 2 + outline.length - rest)
  result.set(outline.subarray(0, lengthAt))
  result.set(outline.subarray(rest), lengthAt + 2)
  return result
}

function rewriteComposite(outline: Uint8Array, renumber: (glyph: number) => number): Uint8Array {
  const result = outline.slice()
  const view = new DataView(result.buffer)
  const reader = new FontReader(outline)
  let at = 10
  for (;;) {
    const flags = reader.u16(at)
    view.setUint16(at, flags & ~HAS_INSTRUCTIONS)
    view.setUint16(at + 2, renumber(reader.u16(at + 2)))
    at += 4 + ((flags & ARGS_ARE_WORDS) === 0 ? 2 : 4)
    if ((flags & HAS_SCALE) !== 0) at += 2
    else if ((flags & HAS_TWO_SCALES) !== 0) at += 4
    else if ((flags & HAS_MATRIX) !== 0) at += 8
    if ((flags & MORE_COMPONENTS) === 0) break
  }
  reader.slice(0, at)
  return result.subarray(0, at)
}

function copyTable(font: TrueTypeFont, tag: string, length: number): DataView {
  const table = font.tableOf(tag, length)
  return new DataView(font.reader.slice(table.offset, length).slice().buffer)
}

function bytesOf(view: DataView): Uint8Array {
  return new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
}

/**
 * Builds the font file: table directory, tables on 4-byte boundaries, checksums (ISO/IEC 14496-22, 4.3). Tables are sorted by
 * tag.
 */
function assemble(tables: readonly (readonly [tag: string, bytes: Uint8Array])[]): Uint8Array {
  const count = tables.length
  let length = 12 + 16 * count
  for (const [, bytes] of tables) length += (bytes.length + 3) & ~3
  const file = new Uint8Array(length)
  const view = new DataView(file.buffer)
  const power = 31 - Math.clz32(count)
  view.setUint32(0, 0x00010000)
  view.setUint16(4, count)
  view.setUint16(6, 16 << power)
  view.setUint16(8, power)
  view.setUint16(10, 16 * count - (16 << power))
  let at = 12 + 16 * count
  let headAt = 0
  tables.forEach(([tag, bytes], index) => {
    const record = 12 + 16 * index
    for (let i = 0; i < 4; i++) file[record + i] = tag.charCodeAt(i)
    file.set(bytes, at)
    const padded = (bytes.length + 3) & ~3
    view.setUint32(record + 4, checksum(view, at, padded))
    view.setUint32(record + 8, at)
    view.setUint32(record + 12, bytes.length)
    if (tag === 'head') headAt = at
    at += padded
  })
  view.setUint32(headAt + 8, (0xb1b0afba - checksum(view, 0, length)) >>> 0)
  return file
}

function checksum(view: DataView, offset: number, length: number): number {
  let sum = 0
  for (let i = offset; i < offset + length; i += 4) sum = (sum + view.getUint32(i)) | 0
  return sum >>> 0
}
