import { describe, expect, it } from 'vitest'
import { loadBundledFace } from '../../src/typeset/bundled-fonts.js'
import { type ShapedText, shapeText } from '../../src/typeset/shape-text.js'
import type { TextStyle } from '../../src/typeset/text-style.js'

const style: TextStyle = { faces: [loadBundledFace('sans'), loadBundledFace('mono')], size: 200, color: [0, 0, 0] }

const shape = (text: string) => shapeText([{ text, style }])
const shown = ({ glyphs }: ShapedText) => glyphs.map((glyph) => String.fromCodePoint(glyph.codePoint)).join('')

describe('shapeText', () => {
  it('sets Latin, Greek, Cyrillic and Vietnamese as they are', () => {
    for (const text of ['Zażółć gęślą jaźń', 'Ξεσκεπάζω', 'Съешь ещё', 'Nguyễn Thị Ánh', 'café – “quoted” €']) {
      expect(shown(shape(text))).toBe(text)
    }
  })

  it('composes accents (NFC)', () => {
    expect(shown(shape('Nguye\u0302\u0303n'))).toBe('Nguyễn')
  })

  it.each([
    ['bidi controls', 'a\u202eb', 'a‹U+202E›b'],
    ['zero-width characters', 'pay\u200bpal\u200d', 'pay‹U+200B›pal‹U+200D›'],
    ['soft hyphens', 'a\u00adb', 'a‹U+00AD›b'],
    ['line and paragraph separators', 'a\nb\r\u2028\u2029', 'a‹U+000A›b‹U+000D›‹U+2028›‹U+2029›'],
    ['tabs and NUL', '\t\0', '‹U+0009›‹U+0000›'],
    ['lone surrogates', 'a\ud800b\udc00', 'a‹U+D800›b‹U+DC00›'],
    ['scripts without a font', '張 😀', '‹U+5F35› ‹U+1F600›'],
    ['scripts from right to left', 'שלום', '‹U+05E9›‹U+05DC›‹U+05D5›‹U+05DD›'],
    ['private use', '\ue000', '‹U+E000›'],
    ['variation selectors', 'a\ufe0f', 'a‹U+FE0F›'],
    ['blank letters', '\u3164\u115f\u2800', '‹U+3164›‹U+115F›‹U+2800›'],
  ])('shows %s by number', (_name, text, expected) => {
    expect(shown(shape(text))).toBe(expected)
  })

  it('sets a character shown by number smaller than the same text typed', () => {
    const typed = shape('‹U+202E›')
    const notation = shape('\u202e')
    expect(shown(notation)).toBe(shown(typed))
    expect(notation.styles[0]?.size).toBeLessThan(typed.styles[0]?.size ?? 0)
  })

  it('stacks a few accents on a letter and shows the rest, and those without a letter, by number', () => {
    expect(shown(shape(`x${'\u0336'.repeat(6)}`))).toBe(`x${'\u0336'.repeat(4)}‹U+0336›‹U+0336›`)
    expect(shown(shape('\u0336a'))).toBe('‹U+0336›a')
    expect(shown(shape('a \u0336'))).toBe('a ‹U+0336›')
  })

  it('measures what the PDF font will say, with kerning', () => {
    const { advances, kerns, glyphs } = shape('AV')
    expect(kerns[0]).toBeLessThan(0)
    expect(advances[0]).toBeCloseTo((((glyphs[0]?.advance ?? 0) + (kerns[0] ?? 0)) * 200) / 1000, 6)
    expect(advances[1]).toBeCloseTo(((glyphs[1]?.advance ?? 0) * 200) / 1000, 6)
  })

  it('spaces tracked text evenly, without kerning', () => {
    const tracked = shapeText([{ text: 'AV', style: { ...style, tracking: 30 } }])
    expect(tracked.kerns).toEqual([0, 0])
    expect(tracked.advances[0]).toBeCloseTo(((tracked.glyphs[0]?.advance ?? 0) * 200) / 1000 + 30, 6)
  })
})
