/**
 * Text of strangers, shown in full.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import type { DisplayList, GlyphItem } from '../../../src/typeset/display/display-list.js'
import { layOutBlocks } from '../../../src/typeset/flow/lay-out-blocks.js'
import { bundledFace } from '../../../src/typeset/fonts/bundled-faces.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { loadShaper } from '../../../src/typeset/fonts/shaper.js'
import { plainParagraph, plainRun } from '../../../src/typeset/model/plain-model.js'
import { visibleInlines } from '../../../src/typeset/text/visible-inlines.js'

beforeAll(loadShaper)

const fonts = createFontLibrary()
// Every character of the fixed-pitch face is 600/1000 em wide: 120 twips at 10 points.
const run = plainRun({ family: 'Cousine', size: 200 })
const CELL = 120

function glyphsOf(text: string, columns: number, breakEvery?: number): GlyphItem[] {
  const width = columns * CELL + 1
  const inlines = visibleInlines(text, run, { fonts, width, ...(breakEvery !== undefined && { breakEvery }) })
  const list: DisplayList = []
  layOutBlocks([plainParagraph(inlines, run)], width, { fonts }).paint(list, 0, 0)
  return list.filter((item) => item.kind === 'glyphs')
}

/** What is copied, line by line, in the order of painting. */
function linesOf(text: string, columns: number, breakEvery?: number): string[] {
  const lines = new Map<number, string>()
  for (const { y, texts } of glyphsOf(text, columns, breakEvery))
    lines.set(y, (lines.get(y) ?? '') + [...texts].join(''))
  return [...lines.values()]
}

describe('visibleInlines', () => {
  it('breaks after hyphens and slashes inside words, not before numbers with a sign', () => {
    expect(linesOf('well-known', 7)).toEqual(['well-', 'known'])
    expect(linesOf('path/to/file', 9)).toEqual(['path/to/', 'file'])
    expect(linesOf('t is -15', 6).map((line) => line.trimEnd())).toEqual(['t is', '-15'])
  })

  it('keeps words apart that a no-break space joins', () => {
    expect(linesOf('a 10\u00a0km', 5).map((line) => line.trimEnd())).toEqual(['a', '10\u00a0km'])
  })

  it('breaks a long string at punctuation, else anywhere', () => {
    expect(linesOf('someone@example.org', 10)).toEqual(['someone@', 'example.', 'org'])
    expect(linesOf('abcdefghij', 4)).toEqual(['abcd', 'efgh', 'ij'])
    expect(linesOf('a@b.c', 5)).toEqual(['a@b.c'])
  })

  it('breaks digests in equal parts, which leave nothing in the text', () => {
    expect(linesOf('0123456789abcdef', 7, 4)).toEqual(['0123', '4567', '89ab', 'cdef'])
    expect(linesOf('0123456789abcdef', 20, 4)).toEqual(['0123456789abcdef'])
  })

  it('does not part an accent from its letter', () => {
    expect(linesOf('aaa\u0336b', 3)).toEqual(['aaa\u0336', 'b'])
  })

  it('sets a character shown by number smaller than the same text typed', () => {
    const [typed] = glyphsOf('‹U+202E›', 20)
    const [notation] = glyphsOf('\u202e', 20)
    expect([...(notation?.texts ?? [])].join('')).toBe('‹U+202E›')
    expect(notation?.size).toBeLessThan(typed?.size ?? 0)
  })

  it('shows text from right to left in its order, brackets turned', () => {
    const items = glyphsOf('שלום (a) 12', 30).sort((a, b) => a.x - b.x)
    expect(items.map(({ texts }) => [...texts].join('')).join('')).toContain('12')
    const hebrew = items.find(({ texts }) => [...texts].join('').includes('ש'))
    const digits = items.find(({ texts }) => [...texts].join('').includes('12'))
    expect(hebrew?.x).toBeGreaterThan(digits?.x ?? Number.POSITIVE_INFINITY)
    const opening = items.find(({ texts }) => texts.includes('('))
    const glyph = opening?.glyphs[[...opening.texts].indexOf('(')]
    expect(glyph).toBe(opening?.face.glyphOf(0x29))
  })

  it('joins emoji in one picture and gives back all of their characters', () => {
    for (const emoji of ['👨\u200d👩\u200d👧', '👍🏽', '🇨🇭']) {
      const items = glyphsOf(emoji, 30)
      expect(items.map(({ texts }) => [...texts].join('')).join('')).toBe(emoji)
      expect(items.flatMap(({ advances }) => advances).filter((advance) => advance > 0)).toHaveLength(1)
      expect(items.flatMap(({ glyphs }) => glyphs)).not.toContain(0)
    }
  })

  it('keeps a value from right to left apart from what stands around it', () => {
    const key = visibleInlines('מפתח', run, { fonts, width: 6000 })
    const value = visibleInlines('ערך', run, { fonts, width: 6000 })
    const colon = visibleInlines(': ', run, { fonts, width: 6000 })
    const list: DisplayList = []
    layOutBlocks([plainParagraph([...key, ...colon, ...value], run)], 6000, { fonts }).paint(list, 0, 0)
    const items = list.filter((item) => item.kind === 'glyphs').sort((a, b) => a.x - b.x)
    const visual = items.map(({ texts }) => [...texts].join('')).join('|')
    expect(visual.indexOf('מ')).toBeLessThan(visual.indexOf(':'))
    expect(visual.indexOf(':')).toBeLessThan(visual.indexOf('ע'))
  })

  it('shows by number what no font has, and asks the fonts of the host first', () => {
    expect(linesOf('\u{12000}', 20)).toEqual(['‹U+12000›'])
    const { bytes } = bundledFace('tinos', false, false).font.reader
    const own = createFontLibrary({ sources: [{ family: 'House', bytes }] })
    const carlito = own.find('Carlito', false, false)
    expect(own.findFor(carlito, 0x5d0, 'he').family).toBe('House')
    expect(own.findFor(carlito, 0x41, 'en')).toBe(carlito)
    expect(fonts.findFor(fonts.find('Carlito', false, false), 0x5d0, 'he').face.font.postScriptName).toMatch(/^Arimo/)
  })
})
