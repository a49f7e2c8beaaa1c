/**
 * The bounds of ranges of codes and characters: each with the last code within it and the first one beyond.
 *
 * @module
 */
import { expect, it } from 'vitest'
import { readCharacterMaps } from '../../../src/ink/fonts/character-maps.js'
import { predefinedCMap } from '../../../src/ink/fonts/cmap.js'
import { dingbatsEncoding, encodingByName } from '../../../src/ink/fonts/encodings.js'
import { charactersOfGlyph, isCharacter } from '../../../src/ink/fonts/glyph-names.js'
import { coreOf } from '../../../src/ink/fonts/letter-shapes.js'
import { BigEndianBytes } from '../../../src/pdf/codecs.js'
import { draw } from '../content/draw.js'

it('surrogates, private signs and controls are no characters', () => {
  const characters = [0x20, 0xd7ff, 0xf900, 0xeffff]
  const others = [0x1f, 0xd800, 0xdfff, 0xe000, 0xf8ff, 0xf0000, 0x110000]
  expect(characters.filter(isCharacter)).toEqual(characters)
  expect(others.filter(isCharacter)).toEqual([])
})

// Names and characters are those of the list of glyphs that Adobe published for ZapfDingbats.
it.each([
  [0x21, 'a1', 0x2701],
  [0x7e, 'a100', 0x275e],
  [0x80, 'a89', 0x2768],
  [0x8d, 'a96', 0x2775],
  [0xa1, 'a101', 0x2761],
  [0xa7, 'a108', 0x2767],
  [0xac, 'a120', 0x2460],
  [0xb5, 'a129', 0x2469],
  [0xb6, 'a130', 0x2776],
  [0xfe, 'a191', 0x27be],
])('the sign of ZapfDingbats at %i is %s', (code, name, character) => {
  expect(dingbatsEncoding()[code]).toBe(name)
  expect(charactersOfGlyph(name, true)).toBe(String.fromCodePoint(character))
})

it('MacRomanEncoding goes on above ASCII, to its last code', () => {
  const encoding = encodingByName('MacRomanEncoding') ?? []
  expect([127, 128, 255].map((code) => encoding[code])).toEqual([undefined, 'Adieresis', 'caron'])
})

it.each([
  ['GBK-EUC-H', [0x81, 0xfe], [0x80, 0xff]],
  ['90ms-RKSJ-H', [0x81, 0x9f, 0xe0, 0xfc], [0x80, 0xa0, 0xdf, 0xfd]],
  ['EUC-H', [0x8e, 0xa1, 0xff], [0x8d, 0x8f, 0xa0]],
])('%s has codes of two bytes that begin with %j, and not with %j', (name, leads, others) => {
  const lengthAfter = (lead: number) => {
    const lengths: number[] = []
    predefinedCMap(name)?.readCodes(Uint8Array.of(lead, 0x41), (_, length) => lengths.push(length))
    return lengths
  }
  expect(leads.map(lengthAfter)).toEqual(leads.map(() => [2]))
  expect(others.map(lengthAfter)).toEqual(others.map(() => [1, 1]))
})

/** The codes of a font with one map, and some bytes behind it. */
function codesOf(platform: number, encoding: number, subtable: readonly number[]) {
  const head = [0, 0, 0, 1, 0, platform, 0, encoding, 0, 0, 0, 12]
  const bytes = Uint8Array.from([...head, ...subtable, ...new Array<number>(64).fill(1)])
  return [...(readCharacterMaps(new BigEndianBytes(bytes), 0)[0]?.codes.keys() ?? [])]
}

it('a map of bytes has 256 of them', () => {
  const codes = codesOf(1, 0, [0, 0, 1, 6, 0, 0, ...new Array<number>(256).fill(1)])
  expect([codes.length, codes.at(-1)]).toEqual([256, 255])
})

it('a map of segments ends before the last code, which stands for its end', () => {
  const codes = codesOf(3, 1, [0, 4, 0, 24, 0, 0, 0, 2, 0, 2, 0, 0, 0, 0, 0xff, 0xff, 0, 0, 0xff, 0xfd, 0, 0, 0, 0])
  expect(codes).toEqual([0xfffd, 0xfffe])
})

it('the core of a letter leaves out a fifth at its sides, and more at its foot than at its head', () => {
  expect(coreOf([0, 0, 10, 100])).toEqual([2, 35, 8, 70])
})

it('letters that the document draws are as high as usual ones where their font does not say it', () => {
  const { drawing } = draw({
    content: 'BT /F 10 Tf 20 20 Td (A) Tj ET',
    resources:
      '/Font <</F <</Type /Font /Subtype /Type3 /FontBBox [0 0 0 0] /FontMatrix [.001 0 0 .001 0 0] /FirstChar 65 /LastChar 65 /Widths [600] /Encoding <</Differences [65 /A]>> /CharProcs <</A 10 0 R>>>>>>',
    objects: { 10: '<</Length 32>> stream\n600 0 d0 100 0 400 700 re f      \nendstream' },
  })
  const { ascent, descent } = drawing.glyphs[0]?.font ?? {}
  expect([ascent, descent]).toEqual([0.75, -0.25])
})
