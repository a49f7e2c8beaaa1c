/**
 * Subsets of fonts of both kinds.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { subsetFont } from '../../../src/typeset/fonts/files/subset-font.js'
import { openFace } from '../../../src/typeset/fonts/open-face.js'

const carlito = new Uint8Array(
  readFileSync(createRequire(import.meta.url).resolve('@expo-google-fonts/carlito/400Regular/Carlito_400Regular.ttf')),
)

const u16 = (value: number) => [value >> 8, value & 0xff]
const u32 = (value: number) => [...u16(value >>> 16), ...u16(value & 0xffff)]

/** An INDEX with offsets of two bytes. */
function index(items: readonly (readonly number[])[]): number[] {
  if (items.length === 0) return [0, 0]
  const offsets = [1]
  for (const item of items) offsets.push((offsets.at(-1) ?? 0) + item.length)
  return [...u16(items.length), 2, ...offsets.flatMap(u16), ...items.flat()]
}

/** Operand of five bytes, so that offsets do not change its length. */
const operand = (value: number) => [29, ...u32(value)]

/** A CFF table with .notdef and three glyphs; CID-keyed ones get the CIDs 10, 20 and 30. */
function makeCff(charStrings: readonly (readonly number[])[], isCidKeyed: boolean): number[] {
  const dictOf = (charset: number, at: number) => [
    ...(isCidKeyed ? [...operand(391), ...operand(392), ...operand(0), 12, 30] : []),
    ...[...operand(charset), 15],
    ...[...operand(at), 17],
  ]
  const start = [1, 0, 4, 2, ...index([[0x46]])]
  const dictLength = index([dictOf(0, 0)]).length
  const charset = start.length + dictLength + 4
  const charsetBytes = [0, ...[10, 20, 30].flatMap(u16)]
  const at = charset + charsetBytes.length
  return [...start, ...index([dictOf(charset, at)]), 0, 0, 0, 0, ...charsetBytes, ...index(charStrings)]
}

/** An OpenType file around a CFF table, with the letters A to C. */
function makeOpenType(cff: readonly number[]): Uint8Array {
  const head = new Array<number>(54).fill(0)
  head[18] = 1000 >> 8
  head[19] = 1000 & 0xff
  const hhea = new Array<number>(36).fill(0)
  hhea[35] = 1
  const map = [4, 32, 0, 4, 0, 0, 0, 0, 0x43, 0xffff, 0, 0x41, 0xffff, 0xffc0, 1, 0, 0].flatMap(u16)
  const tables: [string, readonly number[]][] = [
    ['CFF ', cff],
    ['cmap', [...u16(0), ...u16(1), ...u16(3), ...u16(1), ...u32(12), ...map]],
    ['head', head],
    ['hhea', hhea],
    ['hmtx', [...u16(600), 0, 0, 0, 0, 0, 0, 0, 0]],
    ['maxp', [...u32(0x5000), ...u16(4)]],
  ]
  let at = 12 + 16 * tables.length
  const directory = tables.flatMap(([tag, bytes]) => {
    const record = [...[...tag].map((c) => c.charCodeAt(0)), ...u32(0), ...u32(at), ...u32(bytes.length)]
    at += bytes.length
    return record
  })
  return Uint8Array.from([
    ...[0x4f, 0x54, 0x54, 0x4f, ...u16(tables.length), 0, 0, 0, 0, 0, 0],
    ...directory,
    ...tables.flatMap(([, bytes]) => bytes),
  ])
}

const charStrings = [[14], [139, 139, 21, 14], [140, 139, 21, 14], [141, 139, 21, 14]]

describe('subsetFont', () => {
  it('numbers the glyphs of a TrueType font in the order asked for', () => {
    const face = openFace(carlito)
    const glyphs = [...'Word'].map((character) => face.glyphOf(character.charCodeAt(0)))
    const { kind, bytes, cids } = subsetFont(face, glyphs)
    expect(kind).toBe('TrueType')
    expect(glyphs.map((glyph) => cids.get(glyph))).toEqual([1, 2, 3, 4])
    expect(bytes.length).toBeLessThan(4000)
  })

  it('blanks the other glyphs of a CFF font and leaves everything at its place', () => {
    const cff = makeCff(charStrings, false)
    const face = openFace(makeOpenType(cff))
    expect(face.font.outlines).toBe('CFF')
    const glyph = face.glyphOf(0x42)
    expect(glyph).toBe(2)
    const { kind, bytes, cids } = subsetFont(face, [glyph])
    expect(kind).toBe('CFF')
    expect(cids.get(glyph)).toBe(2)
    const whole = index(charStrings)
    const kept = index([[14], [14], [140, 139, 21, 14], [14]])
    const expected = [...cff.slice(0, -whole.length), ...kept, ...new Array<number>(whole.length - kept.length).fill(0)]
    expect([...bytes]).toEqual(expected)
  })

  it('reaches the glyphs of a CID-keyed font by the CIDs of its charset', () => {
    const face = openFace(makeOpenType(makeCff(charStrings, true)))
    const { cids } = subsetFont(face, [1, 3])
    expect([...cids]).toEqual([
      [1, 10],
      [3, 30],
    ])
  })

  it('draws nothing for a glyph that is damaged, and the others all the same', () => {
    const bytes = carlito.slice()
    const face = openFace(bytes)
    const [a, b] = [face.glyphOf(0x61), face.glyphOf(0x62)]
    const outline = face.font.outlineOf(a)
    // More instructions than there are bytes.
    const lengthAt = outline.byteOffset + 10 + 2 * ((outline[0] ?? 0) * 256 + (outline[1] ?? 0))
    bytes[lengthAt] = 0xff
    const whole = subsetFont(openFace(carlito), [a, b]).bytes
    const damaged = subsetFont(face, [a, b]).bytes
    expect(damaged.length).toBeLessThan(whole.length)
    expect(subsetFont(face, [b]).bytes).toEqual(subsetFont(openFace(carlito), [b]).bytes)
  })

  it('answers damage to a CFF font with invalid_font and nothing else', () => {
    const sound = makeOpenType(makeCff(charStrings, true))
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        (changes) => {
          const bytes = sound.slice()
          for (const [at, value] of changes) bytes[at] = value
          try {
            subsetFont(openFace(bytes), [1, 2])
          } catch (error) {
            expect(error).toHaveProperty('code', 'invalid_font')
          }
        },
      ),
      { numRuns: 1000 },
    )
  })
})
