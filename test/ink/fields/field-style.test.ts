/**
 * How readers draw fields that they lay out themselves: fonts, colours, sizes, borders.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import {
  findStyleFault,
  fontOfWidget,
  isHarmlessDefaultAppearance,
  isPlainFont,
  isThinBorder,
  lightnessOfComponents,
} from '../../../src/ink/fields/default-appearance.js'
import { PdfDict, PdfName, type PdfObject, PdfRef, PdfString } from '../../../src/pdf/objects.js'
import { latin1Bytes } from '../../../src/pdf/syntax/syntax.js'
import { fill } from './field-page.js'

const string = (text: string) => new PdfString(latin1Bytes(text))

describe('a default appearance', () => {
  const isHarmless = (text: string, before?: string) => {
    const { pair } = fill({ look: '' })
    return isHarmlessDefaultAppearance(pair, string(text), before === undefined ? null : string(before))
  }

  it.each<[string, boolean]>([
    ['/Helv 10 Tf 0 g', true],
    ['/Helv 0 Tf 0 0 0 rg', true],
    ['0 0 0 1 k /Helv 144 Tf', true],
    ['/Helv 4 Tf', true],
    ['/HeBo 10 Tf', true],
    ['/Helv 3 Tf', false],
    ['/Helv 145 Tf', false],
    ['/Helv Tf', false],
    ['/Unknown 10 Tf', false],
    ['/Helv 10 Tf 0.6 g', true],
    ['/Helv 10 Tf 0.62 g', false],
    ['/Helv 10 Tf 1 1 1 rg', false],
    ['/Helv 10 Tf 0 0 0 0 k', false],
    ['/Helv 10 Tf 3 Tr', false],
    ['/Helv 10 Tf /Helv 10 Tf', false],
    ['0 g', false],
    ['', false],
    ['/Helv 10 Tf (', false],
    [`/Helv 10 Tf ${'0 g '.repeat(16)}`, false],
  ])('%s may be taken: %s', (text, expected) => {
    expect(isHarmless(text)).toBe(expected)
  })

  it('may keep a font that it had', () => {
    expect(isHarmless('/Unknown 10 Tf 0 g', '/Unknown 12 Tf 0 g')).toBe(true)
  })

  it('names a font of the form', () => {
    const { pair, widget } = fill({ look: '', entries: '/FT /Tx /DA (/Helv 10 Tf)' })
    expect(fontOfWidget(pair.newer, widget)).toEqual(new PdfRef(13))
    const inherits = fill({ look: '' })
    expect(fontOfWidget(inherits.pair.newer, inherits.widget)).toEqual(new PdfRef(13))
    const other = fill({ look: '', entries: '/FT /Tx /DA (/None 10 Tf)' })
    expect(fontOfWidget(other.pair.newer, other.widget)).toBeUndefined()
  })

  it('has a lightness by its components', () => {
    expect(lightnessOfComponents([0.4])).toBe(0.4)
    expect(lightnessOfComponents([1, 0, 0])).toBeCloseTo(0.3, 6)
    expect(lightnessOfComponents([0, 0, 0, 0.75])).toBeCloseTo(0.25, 6)
    expect(lightnessOfComponents([0, 0, 0, 1])).toBe(0)
    expect(lightnessOfComponents([0, 0, 0, 1.002])).toBe(0)
    expect(lightnessOfComponents([0, 0, 0, 1.003])).toBeNaN()
    expect(lightnessOfComponents([-0.003, 0, 0])).toBeNaN()
  })
})

describe('the style of a field', () => {
  it.each<[string, string | undefined]>([
    ['', undefined],
    ['/DA (/Helv 10 Tf 0 g)', undefined],
    ['/DA (/Helv 10 Tf 1 g)', 'as light as its background'],
    ['/DA (/Helv 10 Tf 0.74 g)', undefined],
    ['/DA (/Helv 10 Tf 0.76 g)', 'as light as its background'],
    ['/DA (/Helv 10 Tf 0.9 0.9 0.9 rg)', 'as light as its background'],
    ['/DA (/Helv 10 Tf 1 g) /MK <</BG [0 0 0]>>', undefined],
    ['/DA (/Helv 10 Tf 0 g) /MK <</BG [0.1]>>', 'as light as its background'],
    ['/DA (/Helv 10 Tf 0 g) /MK <</BG []>>', undefined],
    ['/DA (/Helv 26 Tf 0 g)', undefined],
    ['/DA (/Helv 28 Tf 0 g)', 'higher than the field'],
  ])('%s: %s', (entries, expected) => {
    const { pair, widget } = fill({ look: '', entries: `/FT /Tx ${entries}` })
    expect(findStyleFault(pair.newer, widget)).toBe(expected)
  })

  it.each<[string, PdfObject, boolean]>([
    ['none', null, true],
    ['four points', [0, 0, 4], true],
    ['five points', [0, 0, 5], false],
    ['less than nothing', [0, 0, -1], false],
    ['what is no number', [0, 0, PdfName.of('W')], false],
    ['with dashes', [0, 0, 1, [3, 2]], true],
    ['with dashes less than nothing', [0, 0, 1, [-3]], false],
    ['with dashes that are none', [0, 0, 1, 5], false],
    ['a style', new PdfDict({ W: 2 }), true],
    ['a style with dashes', new PdfDict({ W: 2, D: [3] }), true],
    ['a broad style', new PdfDict({ W: 9 }), false],
  ])('has a border: %s', (_, border, expected) => {
    const { pair, widget } = fill({ look: '' })
    expect(isThinBorder(pair.newer, border, widget)).toBe(expected)
  })

  it('has a border of a quarter of its height at most', () => {
    const { pair, widget } = fill({ look: '', box: '20 100 120 112' })
    expect([2.9, 3.1].map((width) => isThinBorder(pair.newer, [0, 0, width], widget))).toEqual([true, false])
  })
})

describe('a font', () => {
  const font = (entries: string) => {
    const { pair } = fill({ look: '', objects: { 60: `<</Type /Font ${entries}>>` } })
    return isPlainFont(pair, new PdfRef(60))
  }
  const widths = (width: number) => `/FirstChar 32 /LastChar 126 /Widths [${`${width} `.repeat(95)}]`

  it.each<[string, boolean]>([
    ['/Subtype /Type1 /BaseFont /Helvetica', true],
    ['/Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding', true],
    ['/Subtype /TrueType /BaseFont /ArialMT /Encoding /MacRomanEncoding', true],
    ['/Subtype /Type1 /BaseFont /ZapfDingbats', true],
    ['/Subtype /Type1 /BaseFont /ZapfDingbats /Encoding /WinAnsiEncoding', false],
    ['/Subtype /Type1 /BaseFont /Fancy', false],
    ['/Subtype /Type3 /BaseFont /Helvetica', false],
    ['/Subtype /Type1 /BaseFont /Helvetica /ToUnicode 4 0 R', false],
    ['/Subtype /Type1 /BaseFont /Helvetica /FontDescriptor <</FontFile 4 0 R>>', false],
    ['/Subtype /Type1 /BaseFont /Helvetica /Encoding /Odd', false],
    ['/Subtype /Type1 /BaseFont /Helvetica /Encoding 5', false],
    ['/Subtype /Type1 /BaseFont /Helvetica /Encoding <</BaseEncoding /Odd>>', false],
    ['/Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [65 /A /B]>>', true],
    ['/Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [65 /B]>>', false],
    ['/Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences [(a) /B]>>', false],
    ['/Subtype /Type1 /BaseFont /Helvetica /Encoding <</Differences 5>>', false],
    [`/Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding ${widths(600)}`, true],
    [`/Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding ${widths(100)}`, false],
  ])('%s is plain: %s', (entries, expected) => {
    expect(font(entries)).toBe(expected)
  })
})
