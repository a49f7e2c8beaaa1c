/**
 * Subsets of TrueType fonts, table by table.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { bundledFace } from '../../../src/typeset/fonts/bundled-faces.js'
import { subsetTrueType } from '../../../src/typeset/fonts/files/subset-true-type.js'

const { font } = bundledFace('carlito', false, false)

interface Sfnt {
  view: DataView
  tables: Map<string, { offset: number; length: number; checksum: number }>
}

function readSfnt(bytes: Uint8Array): Sfnt {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables: Sfnt['tables'] = new Map()
  for (let i = 0; i < view.getUint16(4); i++) {
    const at = 12 + 16 * i
    const tag = String.fromCharCode(...bytes.subarray(at, at + 4))
    tables.set(tag, {
      checksum: view.getUint32(at + 4),
      offset: view.getUint32(at + 8),
      length: view.getUint32(at + 12),
    })
  }
  return { view, tables }
}

function tableAt(sfnt: Sfnt, tag: string) {
  const table = sfnt.tables.get(tag)
  if (table === undefined) throw new Error(`no ${tag}`)
  return table
}

/** The outlines by glyph, through loca. */
function outlinesOf(sfnt: Sfnt): Uint8Array[] {
  const isLong = sfnt.view.getInt16(tableAt(sfnt, 'head').offset + 50) === 1
  const count = sfnt.view.getUint16(tableAt(sfnt, 'maxp').offset + 4)
  const loca = tableAt(sfnt, 'loca')
  const glyf = tableAt(sfnt, 'glyf')
  expect(loca.length).toBe((count + 1) * (isLong ? 4 : 2))
  const offsets = Array.from({ length: count + 1 }, (_, i) =>
    isLong ? sfnt.view.getUint32(loca.offset + 4 * i) : 2 * sfnt.view.getUint16(loca.offset + 2 * i),
  )
  expect(offsets.at(-1)).toBe(glyf.length)
  return offsets.slice(0, -1).map((offset, i) => {
    const end = offsets[i + 1] ?? 0
    expect(end).toBeGreaterThanOrEqual(offset)
    return new Uint8Array(sfnt.view.buffer, sfnt.view.byteOffset + glyf.offset + offset, end - offset)
  })
}

const glyphsOf = (text: string) => [0, ...[...text].map((character) => font.glyphOf(character.codePointAt(0) ?? 0))]

describe('subsetTrueType', () => {
  it('writes the tables of a CIDFontType2 program with right checksums', () => {
    const bytes = subsetTrueType(font, glyphsOf('Sealwright'))
    const sfnt = readSfnt(bytes)
    expect([...sfnt.tables.keys()]).toEqual(['glyf', 'head', 'hhea', 'hmtx', 'loca', 'maxp'])
    const sum = (offset: number, length: number) => {
      let total = 0
      for (let i = offset; i < offset + length; i += 4) total = (total + sfnt.view.getUint32(i)) >>> 0
      return total
    }
    for (const [tag, { offset, length, checksum }] of sfnt.tables) {
      expect(offset % 4).toBe(0)
      const adjustment = tag === 'head' ? sfnt.view.getUint32(offset + 8) : 0
      expect((sum(offset, (length + 3) & ~3) - adjustment) >>> 0).toBe(checksum)
    }
    expect(sum(0, bytes.length)).toBe(0xb1b0afba)
  })

  it('keeps the order asked for, also of a glyph that comes twice, and its widths', () => {
    const glyphs = glyphsOf('abba ')
    const sfnt = readSfnt(subsetTrueType(font, glyphs))
    const outlines = outlinesOf(sfnt)
    expect(outlines).toHaveLength(glyphs.length)
    expect(outlines[1]).toEqual(outlines[4])
    expect(outlines[1]).not.toEqual(outlines[2])
    expect(outlines[5]).toHaveLength(0)
    const hmtx = tableAt(sfnt, 'hmtx').offset
    glyphs.forEach((glyph, i) => {
      expect(sfnt.view.getUint16(hmtx + 4 * i)).toBe(font.advanceOf(glyph))
      expect(sfnt.view.getInt16(hmtx + 4 * i + 2)).toBe(font.leftBearingOf(glyph))
    })
  })

  it('leaves out instructions and nothing else of a simple glyph', () => {
    const [, outline = new Uint8Array()] = outlinesOf(readSfnt(subsetTrueType(font, glyphsOf('g'))))
    const original = font.outlineOf(font.glyphOf(0x67))
    const lengthAt = 10 + 2 * (original[1] ?? 0)
    const instructions = 256 * (original[lengthAt] ?? 0) + (original[lengthAt + 1] ?? 0)
    expect(instructions).toBeGreaterThan(0)
    expect(outline.subarray(0, lengthAt)).toEqual(original.subarray(0, lengthAt))
    expect([...outline.subarray(lengthAt, lengthAt + 2)]).toEqual([0, 0])
    const coordinates = original.subarray(lengthAt + 2 + instructions)
    expect(outline.subarray(lengthAt + 2, lengthAt + 2 + coordinates.length)).toEqual(coordinates)
  })

  it('brings the components of composite glyphs along and renumbers them', () => {
    const composite = Array.from({ length: font.glyphCount }, (_, glyph) => glyph).find(
      (glyph) => ((font.outlineOf(glyph)[0] ?? 0) & 0x80) !== 0,
    )
    expect(composite).toBeDefined()
    const outlines = outlinesOf(readSfnt(subsetTrueType(font, [0, composite ?? 0])))
    const parts: number[] = []
    const outline = outlines[1] ?? new Uint8Array()
    const view = new DataView(outline.buffer, outline.byteOffset, outline.byteLength)
    for (let at = 10; ; ) {
      const flags = view.getUint16(at)
      expect(flags & 0x100).toBe(0)
      parts.push(view.getUint16(at + 2))
      at += 4 + (flags & 1 ? 4 : 2) + (flags & 8 ? 2 : flags & 0x40 ? 4 : flags & 0x80 ? 8 : 0)
      if ((flags & 0x20) === 0) break
    }
    expect(outlines.length).toBeGreaterThan(2)
    for (const part of parts) expect(part).toBeGreaterThan(1)
    for (const part of parts) expect(part).toBeLessThan(outlines.length)
  })
})
