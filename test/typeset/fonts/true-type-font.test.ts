/**
 * Font files, read.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../../src/errors.js'
import { LINING_FIGURES, readSubstitution } from '../../../src/typeset/fonts/files/feature-lookups.js'
import { FontReader } from '../../../src/typeset/fonts/files/font-reader.js'
import { subsetTrueType } from '../../../src/typeset/fonts/files/subset-true-type.js'
import { TrueTypeFont } from '../../../src/typeset/fonts/files/true-type-font.js'

const require = createRequire(import.meta.url)
const carlito = readFileSync(require.resolve('@expo-google-fonts/carlito/400Regular/Carlito_400Regular.ttf'))
const gelasio = readFileSync(require.resolve('@expo-google-fonts/gelasio/400Regular/Gelasio_400Regular.ttf'))
const cousine = readFileSync(require.resolve('@expo-google-fonts/cousine/400Regular/Cousine_400Regular.ttf'))

describe('TrueTypeFont', () => {
  it('reads names and measures', () => {
    const font = new TrueTypeFont(carlito)
    expect(font.postScriptName).toBe('Carlito-Regular')
    expect(font.glyphCount).toBe(2532)
    expect(font.metrics).toEqual({
      unitsPerEm: 2048,
      ascent: 1950,
      descent: -550,
      capHeight: 1314,
      xHeight: 978,
      italicAngle: 0,
      weight: 400,
      fixedPitch: false,
      boundingBox: [-1002, -529, 2351, 2078],
      line: { ascent: 1950, descent: 550, gap: 0 },
      underlinePosition: 103,
      underlineThickness: 194,
      strikePosition: 512,
      embeddingRestricted: false,
    })
    expect(new TrueTypeFont(cousine).metrics.fixedPitch).toBe(true)
  })

  it('maps characters to glyphs, and those it lacks to 0', () => {
    const font = new TrueTypeFont(carlito)
    for (const character of 'Aé€ΩЖựŁ') expect(font.glyphOf(character.codePointAt(0) ?? 0)).toBeGreaterThan(0)
    expect(font.glyphOf(0x5f20)).toBe(0)
    expect(font.glyphOf(0x1f600)).toBe(0)
    expect(font.glyphOf(0xffff)).toBe(0)
  })

  it('kerns pairs and leaves others alone', () => {
    const font = new TrueTypeFont(carlito)
    const kern = (pair: string) => font.kerningOf(font.glyphOf(pair.charCodeAt(0)), font.glyphOf(pair.charCodeAt(1)))
    expect(kern('AV')).toBeLessThan(-40)
    expect(kern('To')).toBeLessThan(-40)
    expect(kern('nn')).toBe(0)
    expect(new TrueTypeFont(cousine).kerningOf(36, 57)).toBe(0)
  })

  it('gives figures the form that is as tall as capitals, where the font has another', () => {
    const font = new TrueTypeFont(gelasio)
    const three = font.glyphOf(0x33)
    // Lower edge of the outline, in font units: an old-style three descends.
    const lowest = (glyph: number) => {
      const { buffer, byteOffset } = font.outlineOf(glyph)
      return new DataView(buffer, byteOffset).getInt16(4)
    }
    expect(lowest(three)).toBe(-394)
    expect(lowest(font.liningOf(three))).toBe(-28)
    expect(font.liningOf(font.glyphOf(0x41))).toBe(font.glyphOf(0x41))
    const twin = new TrueTypeFont(carlito)
    expect(twin.liningOf(twin.glyphOf(0x33))).toBe(twin.glyphOf(0x33))
    expect(new TrueTypeFont(cousine).liningOf(22)).toBe(22)
  })

  it('gives every cell of a fixed-pitch font the same width', () => {
    const font = new TrueTypeFont(cousine)
    const widths = new Set([...'iMW0.'].map((character) => font.advanceOf(font.glyphOf(character.charCodeAt(0)))))
    expect([...widths]).toEqual([1229])
  })

  it('answers damage with invalid_font and nothing else', () => {
    const tables = [0, 400, 12000, 20000, 90000]
    const damage = fc.record({
      cut: fc.option(fc.integer({ min: 0, max: carlito.length }), { nil: undefined }),
      changes: fc.array(
        fc.tuple(fc.constantFrom(...tables), fc.integer({ min: 0, max: 4000 }), fc.integer({ min: 0, max: 255 })),
        { maxLength: 12 },
      ),
    })
    let refused = 0
    fc.assert(
      fc.property(damage, ({ cut, changes }) => {
        const bytes = Uint8Array.from(carlito.subarray(0, cut ?? carlito.length))
        for (const [base, offset, value] of changes) bytes[base + offset] = value
        try {
          const font = new TrueTypeFont(bytes)
          const glyphs = [...'AVéŻ'].map((character) => font.glyphOf(character.codePointAt(0) ?? 0))
          font.kerningOf(glyphs[0] ?? 0, glyphs[1] ?? 0)
          font.liningOf(glyphs[0] ?? 0)
          subsetTrueType(font, [0, ...glyphs])
        } catch (error) {
          refused++
          expect(error).toBeInstanceOf(SealwrightError)
          expect((error as SealwrightError).code).toBe('invalid_font')
        }
      }),
      { numRuns: 150 },
    )
    expect(refused).toBeGreaterThan(0)
  })
})

describe('readSubstitution', () => {
  /** A GSUB table with one feature of one lookup, as 16-bit numbers. */
  const tableWith = (type: number, ...subtable: readonly number[]) => {
    const head = [1, 0, 0, 10, 24, 1, 0x6c6e, 0x756d, 8, 0, 1, 0, 1, 4, type, 0, 1, 8]
    return new Uint8Array([...head, ...subtable].flatMap((value) => [value >> 8, value & 255]))
  }
  const read = (bytes: Uint8Array, feature = LINING_FIGURES) =>
    readSubstitution(new FontReader(bytes), { offset: 0, length: bytes.length }, feature, 200)
  /** Format 1 adds 100 to the glyphs of its coverage, here glyph 5. */
  const added = [1, 6, 100, 1, 1, 5]

  it('adds the same number to all glyphs in the first format', () => {
    const substitute = read(tableWith(1, ...added))
    expect([4, 5, 6].map(substitute)).toEqual([4, 105, 6])
  })

  it('follows lookups that point to another subtable', () => {
    expect(read(tableWith(7, 1, 1, 0, 8, ...added))(5)).toBe(105)
  })

  it('changes nothing without the feature, for glyphs that the font lacks, and for lookups of other types', () => {
    expect(read(tableWith(1, ...added), 0x6f6e756d)(5)).toBe(5)
    expect(read(tableWith(1, 1, 6, 195, 1, 1, 5))(5)).toBe(5)
    expect(read(tableWith(4, ...added))(5)).toBe(5)
  })
})
