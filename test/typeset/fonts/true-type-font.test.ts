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
import { subsetTrueType } from '../../../src/typeset/fonts/files/subset-true-type.js'
import { TrueTypeFont } from '../../../src/typeset/fonts/files/true-type-font.js'

const require = createRequire(import.meta.url)
const carlito = readFileSync(require.resolve('@expo-google-fonts/carlito/400Regular/Carlito_400Regular.ttf'))
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
