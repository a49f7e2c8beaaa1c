/**
 * The numbers by which fonts are believed: each has a font just within it and one just beyond.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { weighEvidence } from '../../../src/ink/fonts/glyph-meaning.js'
import { standardFont } from '../../../src/ink/fonts/standard-fonts.js'
import { draw } from '../content/draw.js'

/** The first letter of a text in a font that is not embedded. */
function firstOf(font: string, objects: Record<number, string>, text = '(A)') {
  const { drawing } = draw({
    content: `BT /F 10 Tf 20 20 Td ${text} Tj ET`,
    resources: `/Font <</F ${font}>>`,
    objects,
  })
  const [glyph] = drawing.glyphs
  if (glyph === undefined) throw new Error('no letter is shown')
  return glyph
}

/** Ascent and descent, in ems, of a font whose descriptor states these. */
function measuresOf(ascent: number, descent: number) {
  const font = '<</Type /Font /Subtype /TrueType /BaseFont /Own /FirstChar 65 /Widths [600] /FontDescriptor 20 0 R>>'
  const entries = `/FontName /Own /Flags 32 /Ascent ${1000 * ascent} /Descent ${1000 * descent}`
  const { ascent: up, descent: down } = firstOf(font, { 20: `<</Type /FontDescriptor ${entries}>>` }).font
  return [up, down]
}

/** Is a letter in a composite font as broad as letters are? */
function isEvenlySpaced(letter: string, width: number) {
  const font =
    '<</Type /Font /Subtype /Type0 /BaseFont /Own /Encoding /Identity-H /DescendantFonts [20 0 R] /ToUnicode 21 0 R>>'
  const code = letter.charCodeAt(0).toString(16).padStart(4, '0')
  const map = `1 begincodespacerange <0000> <ffff> endcodespacerange 1 beginbfchar <0001> <${code}> endbfchar`
  const glyph = firstOf(
    font,
    {
      20: `<</Type /Font /Subtype /CIDFontType2 /BaseFont /Own /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity)
        /Supplement 0>> /FontDescriptor 22 0 R /W [1 [${1000 * width}]]>>`,
      21: `<</Length ${map.length}>> stream\n${map}\nendstream`,
      22: '<</Type /FontDescriptor /FontName /Own /Flags 32 /Ascent 750 /Descent -250>>',
    },
    '<0001>',
  )
  return glyph.font.isOddlySpaced?.(glyph.code) === false
}

describe('height and depth', () => {
  it.each([
    [0.31, -0.2, [0.31, -0.2]],
    [0.29, -0.2, [0.75, -0.2]],
    [1.49, -0.2, [1.49, -0.2]],
    [1.51, -0.2, [0.75, -0.2]],
    [0.9, -0.99, [0.9, -0.99]],
    [0.9, -1.01, [0.9, -0.25]],
    [0.9, 0.3, [0.9, -0.3]],
    [0, 0, [0.75, -0.25]],
  ])('of %f and %f ems are %j', (ascent, descent, expected) => {
    expect(measuresOf(ascent, descent)).toEqual(expected)
  })
})

describe('the width of a letter', () => {
  it.each([
    ['a', 0.21, 0.19],
    ['a', 0.79, 0.81],
    ['W', 0.99, 1.01],
  ])('of a composite font that is not embedded: %s of %f ems and of %f', (letter, within, beyond) => {
    expect([within, beyond].map((width) => isEvenlySpaced(letter, width))).toEqual([true, false])
  })

  it('of Courier is six tenths', () => {
    expect(['i', 'W'].map((name) => standardFont('Courier-Bold')?.widthOf(name))).toEqual([0.6, 0.6])
  })
})

it.each([
  ['.', 0.24, 0.26],
  [' ', 0, 0.01],
])('a glyph that stands for %j is no higher than it', (encoded, within, beyond) => {
  const texts = [within, beyond].map((height) => weighEvidence({ claimed: undefined, encoded, drawn: [], height }).text)
  expect(texts).toEqual([encoded, undefined])
})
