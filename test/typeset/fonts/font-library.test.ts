/**
 * Which font a request gets, and how it is fitted.
 *
 * @module
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Font, FontLibrary, ShapeOptions } from '../../../src/typeset/fonts/font-face.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { loadShaper } from '../../../src/typeset/fonts/shaper.js'

const fileOf = (specifier: string) => new Uint8Array(readFileSync(createRequire(import.meta.url).resolve(specifier)))
const gelasio = fileOf('@expo-google-fonts/gelasio/400Regular/Gelasio_400Regular.ttf')

const plain: ShapeOptions = { rightToLeft: false, kerning: false, ligatures: false, language: 'en' }
const lineOf = ({ ascent, descent, lineGap }: Font) => ascent + descent + lineGap
const nameOf = (font: Font) => font.face.font.postScriptName

describe('find', () => {
  const fonts = createFontLibrary()

  it.each([
    ['Calibri', 'Carlito-Regular'],
    ['Arial', 'Arimo-Regular'],
    ['Helvetica', 'Arimo-Regular'],
    ['Times New Roman', 'Tinos-Regular'],
    ['Courier New', 'Cousine-Regular'],
    ['Georgia', 'Gelasio-Regular'],
    ['  courier   NEW ', 'Cousine-Regular'],
  ])('takes the twin of %s', (family, name) => {
    const font = fonts.find(family, false, false)
    expect(nameOf(font)).toBe(name)
    expect(font.outlineScale).toBe(1)
    expect(font.family).toBe(family)
    expect(fonts.substitutions.has(family)).toBe(false)
  })

  it('takes bold and italic faces and gives one object per request', () => {
    expect(nameOf(fonts.find('Calibri', true, true))).toBe('Carlito-BoldItalic')
    expect(nameOf(fonts.find('Calibri', true, false))).toBe('Carlito-Bold')
    expect(fonts.find('Calibri', true, false).syntheticBold).toBe(false)
    expect(fonts.find('Calibri', true, true)).toBe(fonts.find('Calibri', true, true))
  })

  it.each([
    ['Calibri', 1.2207],
    ['Cambria', 1.1724],
    ['Arial', 1.1499],
    ['Times New Roman', 1.1499],
    ['Courier New', 1.1328],
    ['Georgia', 1.1362],
    ['Verdana', 1.2153],
    ['Tahoma', 1.207],
    ['Segoe UI', 1.3301],
    ['Consolas', 1.1709],
    ['Monaco', 1.3333],
    ['Aptos', 1.221],
    // Where lines are far from those of the faces that stand in.
    ['Lucida Sans Unicode', 1.5366],
    ['Palatino Linotype', 1.3491],
    ['Sylfaen', 1.312],
    ['Tw Cen MT', 1.087],
    ['Microsoft Sans Serif', 1.1319],
    ['Gill Sans MT', 1.1587],
    ['Yu Gothic', 1.6731],
    ['Yu Mincho', 1.6731],
  ])('gives %s the line height that Word gives it', (family, height) => {
    expect(lineOf(fonts.find(family, false, false))).toBeCloseTo(height, 3)
  })

  it('knows PostScript names and names of styles', () => {
    expect(nameOf(fonts.find('TimesNewRomanPS-BoldMT', false, false))).toBe('Tinos-Bold')
    expect(nameOf(fonts.find('Arial-BoldMT', false, false))).toBe('Arimo-Bold')
    expect(nameOf(fonts.find('ArialMT', false, false))).toBe('Arimo-Regular')
    fonts.find('Times New Roman Bold', false, false)
    expect(fonts.substitutions.has('Times New Roman Bold')).toBe(false)
    expect(nameOf(fonts.find('Calibri-Light', false, false))).toBe('Carlito-Regular')
  })

  it.each([
    ['TrebuchetMS', 'Trebuchet MS'],
    ['OpenSans-Light', 'Open Sans'],
    ['CenturyGothic,Bold', 'Century Gothic'],
    ['Calibri (Body)', 'Calibri'],
    ["'Segoe UI', Arial, sans-serif", 'Segoe UI'],
    ['inherit; Cambria', 'Cambria'],
    ['Lato Black', 'Lato'],
    ['HelveticaNeue-LightItalic', 'Helvetica'],
  ])('knows %s as %s', (name, family) => {
    expect(lineOf(fonts.find(name, false, false))).toBe(lineOf(fonts.find(family, false, false)))
    expect(nameOf(fonts.find(name, false, false)).replace(/-.*/, '')).toBe(
      nameOf(fonts.find(family, false, false)).replace(/-.*/, ''),
    )
  })

  it('sets heavy styles bold', () => {
    expect(nameOf(fonts.find('Lato Black', false, false))).toBe('Carlito-Bold')
    expect(nameOf(fonts.find('OpenSans-LightItalic', false, false))).toBe('Arimo-Italic')
  })

  it('gives Arial Unicode MS the lines of a font for East Asian scripts', () => {
    expect(lineOf(fonts.find('Arial Unicode MS', false, false))).toBeCloseTo(1.3 * 1.3398, 3)
  })

  it('knows East Asian families by both names, whatever the width of the letters', () => {
    const mincho = fonts.find('MS Mincho', false, false)
    expect(fonts.find('ＭＳ 明朝', false, false).face).toBe(mincho.face)
    expect(fonts.shape('ab', mincho, plain).width).toBeCloseTo(1, 3)
    expect(lineOf(fonts.find('宋体', false, false))).toBeCloseTo(1 + 76 / 256, 4)
    for (const [local, name] of LOCAL_NAMES) {
      const [own, other] = [local, name].map((family) => fonts.find(family, false, false))
      expect([own?.face, own && lineOf(own)], local).toEqual([other?.face, other && lineOf(other)])
      expect(fonts.shape('ab', own ?? mincho, plain).width).toBe(fonts.shape('ab', other ?? mincho, plain).width)
    }
  })

  it('reports families that were replaced by another of different widths', () => {
    fonts.find('Some Sans', false, false)
    expect(fonts.substitutions.get('Some Sans')).toBe('Arimo-Regular')
  })

  it('follows the hints of the document for families that it does not know', () => {
    const hinted = createFontLibrary({
      hints: new Map([
        ['Quux', { family: 'swiss' }],
        ['Fixed', { fixedPitch: true }],
        ['Local', { alternative: 'Georgia', family: 'swiss' }],
        ['Sansy', { panose: [2, 11, 6, 4, 2, 2, 2, 2, 2, 4] }],
        ['Typed', { panose: [2, 7, 3, 9, 2, 2, 5, 2, 4, 4] }],
        ['Display', { panose: [2, 2, 6, 3, 5, 4, 5, 2, 3, 4] }],
      ]),
    })
    expect(nameOf(hinted.find('QUUX', false, false))).toBe('Arimo-Regular')
    expect(nameOf(hinted.find('Fixed', false, false))).toBe('Cousine-Regular')
    expect(nameOf(hinted.find('Local', false, false))).toBe('Gelasio-Regular')
    expect(nameOf(hinted.find('Other', false, false))).toBe('Tinos-Regular')
    expect(nameOf(hinted.find('Sansy', false, false))).toBe('Arimo-Regular')
    expect(nameOf(hinted.find('Typed', false, false))).toBe('Cousine-Regular')
    expect(nameOf(hinted.find('Display', false, false))).toBe('Tinos-Regular')
  })

  it('knows the heights and widths of families of the web', () => {
    const text = 'the quick brown fox'
    const options = { rightToLeft: false, kerning: false, ligatures: false, language: 'en' }
    const fonts = createFontLibrary()
    const width = (family: string) => fonts.shape(text, fonts.find(family, false, false), options).width
    expect(fonts.find('Titillium Web', false, false)).toMatchObject({ ascent: 1.133, descent: 0.388, lineGap: 0 })
    expect(width('Roboto Condensed') / width('Roboto')).toBeCloseTo(0.39 / 0.445, 1)
    expect(width('Montserrat Semibold')).toBeGreaterThan(width('Roboto') * 1.1)
  })

  it('takes for families that Word did not have what Word took', () => {
    const fonts = createFontLibrary({
      hints: new Map([
        ['Open Sans', { alternative: 'Times New Roman', family: 'swiss' }],
        ['Lato', { alternative: 'Times New Roman', panose: [2, 15, 5, 2, 2, 2, 4, 3, 2, 3] }],
        ['Roboto', { alternative: 'Nobody', family: 'swiss' }],
        ['Calibri', { alternative: 'Arial' }],
        ['SimSun', { alternative: 'Arial' }],
        ['FangSong', { alternative: 'Arial Unicode MS', family: 'modern' }],
        ['Wingdings', { alternative: 'Arial' }],
      ]),
    })
    expect(nameOf(fonts.find('Open Sans', true, false))).toBe('Tinos-Bold')
    expect(fonts.substitutions.get('Open Sans')).toBe('Tinos-Bold')
    expect(nameOf(fonts.find('Lato', false, false))).toBe('Carlito-Regular')
    expect(nameOf(fonts.find('Roboto', false, false))).toBe('Arimo-Regular')
    expect(nameOf(fonts.find('Calibri', false, false))).toBe('Carlito-Regular')
    expect(nameOf(fonts.find('SimSun', false, false))).toBe('Cousine-Regular')
    // For East Asian text only a font that has it.
    expect(nameOf(fonts.find('FangSong', false, false))).toBe('Arimo-Regular')
    expect(fonts.find('FangSong', false, false).ascent).toBe(fonts.find('Arial Unicode MS', false, false).ascent)
    expect(fonts.find('Wingdings', false, false).isSymbol).toBe(true)
  })
})

const LOCAL_NAMES = [
  ['맑은 고딕', 'Malgun Gothic'],
  ['바탕', 'Batang'],
  ['바탕체', 'BatangChe'],
  ['굴림', 'Gulim'],
  ['굴림체', 'GulimChe'],
  ['돋움', 'Dotum'],
  ['궁서', 'Gungsuh'],
  ['ＭＳ Ｐ明朝', 'MS PMincho'],
  ['ＭＳ ゴシック', 'MS Gothic'],
  ['游明朝', 'Yu Mincho'],
  ['游ゴシック', 'Yu Gothic'],
  ['メイリオ', 'Meiryo'],
  ['新宋体', 'NSimSun'],
  ['黑体', 'SimHei'],
  ['楷体', 'KaiTi'],
  ['仿宋', 'FangSong'],
  ['等线', 'DengXian'],
  ['微软雅黑', 'Microsoft YaHei'],
  ['新細明體', 'PMingLiU'],
  ['細明體', 'MingLiU'],
  ['微軟正黑體', 'Microsoft JhengHei'],
] as const

describe('fitted widths', () => {
  const fonts = createFontLibrary()
  const widthOf = (text: string, family: string, bold = false) =>
    fonts.shape(text, fonts.find(family, bold, false), plain).width

  it('sets families without a twin as wide as they are', () => {
    expect(widthOf('Hag', 'Tahoma')).toBeCloseTo(0.675 + 0.525 + 0.553, 6)
    expect(widthOf('Hag', 'Tahoma', true)).toBeCloseTo(0.764 + 0.599 + 0.629, 6)
    expect(widthOf('0aE', 'Cambria')).toBeCloseTo(0.554 + 0.488 + 0.575, 6)
    expect(widthOf('0AE', 'Cambria', true)).toBeCloseTo(0.592 + 0.652 + 0.578, 6)
    expect(widthOf('Ha', 'Arial Black')).toBeCloseTo(0.833 + 0.667, 3)
    expect(widthOf('é', 'Tahoma')).toBe(widthOf('e', 'Tahoma'))
    expect(widthOf('mmm', 'Consolas')).toBeCloseTo(3 * 0.5498, 3)
    expect(widthOf('mmm', 'Monaco')).toBeCloseTo(3 * 0.6001, 3)
    expect(widthOf('a b', 'Arial Narrow')).toBeCloseTo(0.82 * widthOf('a b', 'Arial'), 6)
  })

  it('sets each letter of the free families that documents use most, bold and italic ones apart', () => {
    const italic = (family: string) => fonts.shape('Hag', fonts.find(family, false, true), plain).width
    expect(widthOf('Hag', 'PT Sans')).toBeCloseTo(0.672 + 0.496 + 0.537, 6)
    // Bold letters of PT Sans are hardly wider, those of Open Sans are by a twelfth.
    expect(widthOf('Hamburgefonts', 'PT Sans', true) / widthOf('Hamburgefonts', 'PT Sans')).toBeLessThan(1.02)
    expect(widthOf('Hamburgefonts', 'Open Sans', true) / widthOf('Hamburgefonts', 'Open Sans')).toBeGreaterThan(1.06)
    expect(italic('PT Sans') / widthOf('Hag', 'PT Sans')).toBeLessThan(0.97)
    expect(italic('Poppins')).toBeCloseTo(widthOf('Hag', 'Poppins'), 6)
  })

  it('sets families whose letters are known together within a hundredth of what Word measured', () => {
    // Widths of autofit columns in Word's files, less the margins of their cells, in ems.
    const isMet = (text: string, bold: boolean, width: number) =>
      Math.abs(widthOf(text, 'Candara', bold) / width - 1) < 0.01
    expect(isMet('File compression/decompression library', false, 16.7)).toBe(true)
    expect(isMet('Gravitational geocentric constant', true, 14.305)).toBe(true)
  })

  it('sets Hangul one em wide for families of Windows, and as its face has it for those of that face', () => {
    const hangul = (family: string, text = '한글') => {
      const font = fonts.findFor(fonts.find(family, false, false), text.codePointAt(0) ?? 0, 'ko')
      return fonts.shape(text, font, plain)
    }
    for (const family of ['Malgun Gothic', '바탕', 'Gulim', '돋움', 'Calibri', 'Quux'])
      expect(hangul(family).width, family).toBeCloseTo(2, 6)
    expect(hangul('Malgun Gothic', 'ㄱㅎ').width).toBeCloseTo(2, 6)
    for (const family of ['Noto Sans KR', 'Carlito']) expect(hangul(family).width, family).toBeLessThan(1.9)
    // Word makes the bold face of Gulim itself, and its syllables are narrower: 10.81 pt in text of 11 pt.
    const bold = (family: string) =>
      fonts.shape('한글', fonts.findFor(fonts.find(family, true, false), 0xd55c, 'ko'), plain)
    expect([bold('Gulim').width, bold('굴림').width, bold('돋움').width].map((width) => width.toFixed(3))).toEqual([
      '1.966',
      '1.966',
      '2.000',
    ])
    // The glyphs are as much wider.
    expect(hangul('Gulim').font.outlineScale).toBeCloseTo(2 / hangul('Noto Sans KR').width, 6)
  })

  it('sets Latin letters of East Asian families as wide as Word has them', () => {
    expect(widthOf('1 ,.()-AMTVdr', 'Malgun Gothic')).toBeCloseTo(
      0.551 + 0.352 + 2 * 0.219 + 2 * 0.305 + 0.41 + 0.658 + 0.917 + 0.534 + 0.634 + 0.602 + 0.354,
      6,
    )
    expect(widthOf('1 aM', '굴림')).toBeCloseTo(0.574 + 0.333 + 0.562 + 0.812, 6)
    expect(widthOf('1 aM', 'Gulim', true)).toBe(widthOf('1 aM', 'Gulim'))
    expect(widthOf('Mdr', '微軟正黑體')).toBeCloseTo(0.965 + 0.634 + 0.372, 6)
    expect(widthOf('Mdr', 'PMingLiU')).toBeCloseTo(0.835 + 0.47 + 0.313, 2)
    for (const family of ['MS Mincho', 'MS Gothic', 'NSimSun', 'MingLiU', 'BatangChe', '돋움체'])
      expect(widthOf('Wi', family), family).toBeCloseTo(1, 3)
  })

  it("gives blanks that do not break the width of the family's blank", () => {
    for (const family of ['Verdana', 'Tahoma', 'Calibri Light', 'Arial'])
      expect(widthOf('a\u00a0b', family), family).toBeCloseTo(widthOf('a b', family), 6)
    // Other signs that the table lacks keep what the substitute has.
    expect(widthOf('\u00b1', 'Verdana')).not.toBeCloseTo(widthOf(' ', 'Verdana'), 2)
  })

  it('sets Calibri Light narrower than Calibri, and no wider where it is bold', () => {
    // Words of headings in a PDF that Word made, whose letters stand on a grid of 600 dots per inch: size and width in points.
    const isMet = (word: string, bold: boolean, size: number, width: number) =>
      Math.abs((size * widthOf(word, 'Calibri Light', bold)) / width - 1) < 0.006
    expect(isMet('connection', false, 12, 53.87)).toBe(true)
    expect(isMet('machine', false, 12, 41.08)).toBe(true)
    expect(isMet('Troubleshooting', true, 12.96, 85.72)).toBe(true)
    expect(widthOf('machine', 'Calibri Light') / widthOf('machine', 'Calibri')).toBeCloseTo(0.9895, 3)
    expect(fonts.substitutions.has('Calibri Light')).toBe(false)
  })

  it('sets Segoe UI Light narrower than Segoe UI', () => {
    expect(widthOf('Hag1', 'Segoe UI Light')).toBeCloseTo(0.677 + 0.494 + 0.56 + 0.356, 6)
    // A sign that no PDF showed has its share of the width in Segoe UI.
    expect(widthOf('?', 'Segoe UI Light') / widthOf('?', 'Segoe UI')).toBeCloseTo(0.943, 2)
  })

  it('scales the outlines to the letters that text is made of', () => {
    const { outlineScale } = fonts.find('Verdana', false, false)
    expect(outlineScale).toBeGreaterThan(0.95)
    expect(outlineScale).toBeLessThan(1.05)
  })

  it('does not kern what has the widths of another family', () => {
    const font = fonts.find('Tahoma', false, false)
    const kerned = fonts.shape('AVATAR', font, { ...plain, kerning: true })
    expect(kerned.width).toBe(fonts.shape('AVATAR', font, plain).width)
  })
})

describe('glyphs of fitted widths', () => {
  it('puts glyphs in the middle of the advances that the family has', () => {
    const fonts = createFontLibrary()
    const font = fonts.find('Aptos', false, false)
    const { glyphs, advances, xOffsets } = fonts.shape('C', font, plain)
    const own = (font.face.advanceOf(glyphs[0] ?? 0) / font.face.unitsPerEm) * font.outlineScale
    expect(xOffsets?.[0]).toBeCloseTo(((advances[0] ?? 0) - own) / 2, 6)
    expect(xOffsets?.[0]).toBeGreaterThan(0)
    expect(fonts.shape('C', fonts.find('Calibri', false, false), plain).xOffsets).toBeUndefined()
  })
})

describe('figures', () => {
  it('are as tall as capitals in families whose substitute has them in old style', () => {
    const fonts = createFontLibrary()
    const glyphsOf = (family: string) => fonts.shape('A3', fonts.find(family, false, false), plain).glyphs
    const georgia = glyphsOf('Georgia')
    const { face } = fonts.find('Georgia', false, false)
    const lining = [georgia[0], face.liningOf(georgia[1] ?? 0)]
    expect(lining).not.toEqual(georgia)
    for (const family of ['Palatino Linotype', 'Book Antiqua', 'Bookman Old Style', 'Century']) {
      expect(glyphsOf(family)).toEqual(lining)
    }
  })
})

describe('symbol fonts', () => {
  const fonts = createFontLibrary()
  const shown = (family: string, code: number) => {
    const font = fonts.findFor(fonts.find(family, false, false), code, 'en')
    const { glyphs, width } = fonts.shape(String.fromCodePoint(code), font, plain)
    return { face: font.face, glyph: glyphs[0], width, isSymbol: font.isSymbol }
  }

  it.each([
    ['Symbol', 0xf0b7, '•'],
    ['Symbol', 0xf061, 'α'],
    ['Symbol', 0x61, 'α'],
    ['Symbol', 0xf0ae, '→'],
    ['Wingdings', 0xf0a7, '▪'],
    ['Wingdings', 0xf0d8, '➢'],
    ['Wingdings', 0xf0fc, '✓'],
    ['Wingdings', 0xf06f, '□'],
    ['Wingdings', 0x76, '❖'],
    // Tinos lacks these, and has a letter at the code.
    ['Symbol', 0xce, '∈'],
    ['Symbol', 0xcc, '⊂'],
    ['MT Extra', 0xf026, '˙'],
    ['MT Extra', 0xf040, '≜'],
    ['MT Extra', 0x55, '⋃'],
  ])('shows %s %i as %s', (family, code, character) => {
    const { face, glyph, isSymbol } = shown(family, code)
    expect(glyph).toBeGreaterThan(0)
    expect(glyph).toBe(face.glyphOf(character.codePointAt(0) ?? 0))
    expect(isSymbol).toBe(true)
  })

  it('takes bullets from the face that has them in the size of Symbol and Wingdings', () => {
    for (const [family, code] of [
      ['Symbol', 0xf0b7],
      ['Symbol', 0xb7],
      ['Wingdings', 0xf0a7],
    ] as const) {
      expect(shown(family, code).face.font.postScriptName).toBe('Carlito-Regular')
    }
    expect(shown('Symbol', 0xf061).face.font.postScriptName).toBe('Tinos-Regular')
  })

  it('tells what codes show', () => {
    expect(fonts.find('Symbol', false, false).characterOf?.(0xf061)).toBe(0x3b1)
    expect(fonts.find('Calibri', false, false).characterOf).toBeUndefined()
  })

  it('has the width of the bullet of Symbol', () => {
    expect(shown('Symbol', 0xf0b7).width).toBeCloseTo(0.46, 6)
  })

  it('takes codes of symbol fonts in text of another font from Symbol', () => {
    expect(shown('Calibri', 0xf0b7)).toEqual(shown('Symbol', 0xf0b7))
    expect(fonts.missing.size).toBe(0)
  })
})

describe('findFor', () => {
  it('gives the font itself for what it has, and for what is never drawn', () => {
    const fonts = createFontLibrary()
    const font = fonts.find('Calibri', false, false)
    for (const codePoint of [0x41, 0xe9, 0xa0, 0xad, 0x200b, 0x2011, 0x3000]) {
      expect(fonts.findFor(font, codePoint, 'en')).toBe(font)
    }
  })

  it('finds fallbacks of the same weight and slope', () => {
    const fonts = createFontLibrary()
    expect(nameOf(fonts.findFor(fonts.find('Arial', true, false), 0x2713, 'en'))).toBe('DejaVuSans-Bold')
    expect(nameOf(fonts.findFor(fonts.find('Cambria', false, false), 0x5d0, 'he'))).toBe('Tinos-Regular')
  })

  it('draws deprecated angle brackets as those that Unicode gives in their place', () => {
    const fonts = createFontLibrary()
    const font = fonts.find('Calibri', false, false)
    for (const [bracket, twin] of [
      ['\u2329', '\u27e8'],
      ['\u232a', '\u27e9'],
    ] as const) {
      const other = fonts.findFor(font, bracket.codePointAt(0) ?? 0, 'en')
      const drawn = fonts.shape(bracket, other, plain)
      const meant = fonts.findFor(font, twin.codePointAt(0) ?? 0, 'en')
      expect(nameOf(other)).toBe(nameOf(meant))
      expect(drawn.glyphs).toEqual(fonts.shape(twin, meant, plain).glyphs)
      expect(drawn.glyphs).not.toEqual([0])
    }
    expect(fonts.missing.size).toBe(0)
  })

  it('reports what no font has', () => {
    const fonts = createFontLibrary()
    const font = fonts.find('Calibri', false, false)
    expect(fonts.findFor(font, 0xe123, 'en')).toBe(font)
    expect([...fonts.missing]).toEqual([['\ue123', 'Calibri']])
    expect(fonts.shape('\ue123', font, plain).glyphs).toEqual([0])
  })
})

describe('fonts of documents and hosts', () => {
  it('come first, by name in any case', () => {
    const fonts = createFontLibrary({ sources: [{ family: 'House Serif', bytes: gelasio }] })
    const font = fonts.find('HOUSE serif', false, false)
    expect(nameOf(font)).toBe('Gelasio-Regular')
    expect(font.syntheticBold).toBe(false)
    const bold = fonts.find('House Serif', true, true)
    expect(bold.face).toBe(font.face)
    expect([bold.syntheticBold, bold.syntheticItalic]).toEqual([true, true])
  })

  it('leave styles that they lack to a family of the same widths', () => {
    const fonts = createFontLibrary({
      embedded: [{ family: 'Calibri', bold: false, italic: false, bytes: gelasio }],
    })
    expect(nameOf(fonts.find('Calibri', false, false))).toBe('Gelasio-Regular')
    expect(nameOf(fonts.find('Calibri', true, false))).toBe('Carlito-Bold')
  })

  it('are named where they stand for a family that programs have themselves', () => {
    const of = (family: string, from: 'embedded' | 'sources') => {
      const fonts = createFontLibrary({ [from]: [{ family, bold: false, italic: false, bytes: gelasio }] })
      fonts.find(family, false, false)
      return [...fonts.replacedByDocument]
    }
    expect(of('Arial', 'embedded')).toEqual(['Arial'])
    expect(of('House Serif', 'embedded')).toEqual([])
    expect(of('Arial', 'sources')).toEqual([])
  })

  it('have the line height of the installed font, which programs use, and their own where there is none', () => {
    const lineOf = (family: string, from: 'embedded' | 'sources') => {
      const fonts = createFontLibrary({ [from]: [{ family, bold: false, italic: false, bytes: gelasio }] })
      const { ascent, descent, lineGap } = fonts.find(family, false, false)
      return [ascent, descent, lineGap]
    }
    const own = lineOf('House Serif', 'embedded')
    const { ascent, descent, lineGap } = createFontLibrary().find('Times New Roman', false, false)
    expect(lineOf('Times New Roman', 'embedded')).toEqual([ascent, descent, lineGap])
    expect([ascent, descent, lineGap]).not.toEqual(own)
    expect(lineOf('Times New Roman', 'sources')).toEqual(own)
  })

  it('are passed over when they are damaged', () => {
    for (const bytes of [new Uint8Array(0), new Uint8Array(64), gelasio.slice(0, 5000)]) {
      const fonts = createFontLibrary({ embedded: [{ family: 'Calibri', bold: false, italic: false, bytes }] })
      expect(nameOf(fonts.find('Calibri', false, false))).toBe('Carlito-Regular')
    }
  })

  it('are passed over when they forbid to be embedded', () => {
    const restricted = gelasio.slice()
    const view = new DataView(restricted.buffer)
    for (let at = 12; at < 12 + 16 * view.getUint16(4); at += 16) {
      if (view.getUint32(at) === 0x4f532f32) view.setUint16(view.getUint32(at + 8) + 8, 2)
    }
    const fonts = createFontLibrary({ sources: [{ family: 'Calibri', bytes: restricted }] })
    expect(nameOf(fonts.find('Calibri', false, false))).toBe('Carlito-Regular')
  })
})

describe('shape', () => {
  let fonts: FontLibrary
  let font: Font
  beforeAll(async () => {
    await loadShaper()
    fonts = createFontLibrary()
    font = fonts.find('Calibri', false, false)
  })

  it('sets a glyph for each character where nothing else is asked', () => {
    const { glyphs, advances, clusters, width } = fonts.shape('Office', font, plain)
    expect(glyphs).toEqual([...'Office'].map((character) => font.face.glyphOf(character.codePointAt(0) ?? 0)))
    expect(clusters).toEqual([0, 1, 2, 3, 4, 5])
    expect(width).toBeCloseTo(
      advances.reduce((sum, advance) => sum + advance),
      9,
    )
  })

  it('joins ligatures and kerns when asked, with clusters of the first character', () => {
    const joined = fonts.shape('Office', font, { ...plain, ligatures: true })
    expect(joined.clusters).toEqual([0, 1, 4, 5])
    const kerned = fonts.shape('AVATAR', font, { ...plain, kerning: true })
    expect(kerned.glyphs).toEqual(fonts.shape('AVATAR', font, plain).glyphs)
    expect(kerned.width).toBeLessThan(fonts.shape('AVATAR', font, plain).width)
  })

  it('gives invisible characters no width and no mark of a missing glyph', () => {
    const { glyphs, advances } = fonts.shape('a\u00adb\u200bc', font, plain)
    expect(glyphs).toHaveLength(5)
    expect([advances[1], advances[3]]).toEqual([0, 0])
    expect(glyphs).not.toContain(0)
  })

  it('composes combining marks', () => {
    const { glyphs, clusters } = fonts.shape('e\u0301a', font, plain)
    expect(glyphs).toEqual([font.face.glyphOf(0xe9), font.face.glyphOf(0x61)])
    expect(clusters).toEqual([0, 2])
  })

  it('counts clusters in UTF-16 units', () => {
    const symbols = fonts.findFor(font, 0x1d400, 'en')
    expect(fonts.shape('\u{1d400}\u{1d401}', symbols, plain).clusters).toEqual([0, 2])
  })

  it('joins Arabic letters and sets them from the right', () => {
    const arabic = fonts.findFor(font, 0x628, 'ar')
    const { glyphs, clusters } = fonts.shape('بسم', arabic, { ...plain, rightToLeft: true, language: 'ar' })
    // Some fonts set dots as glyphs of their own.
    expect([...new Set(clusters)]).toEqual([2, 1, 0])
    const isolated = ['م', 'س', 'ب'].map((character) => arabic.face.glyphOf(character.codePointAt(0) ?? 0))
    for (const glyph of glyphs) {
      expect(isolated).not.toContain(glyph)
      expect(glyph).toBeGreaterThan(0)
    }
  })

  it('turns Hebrew around', () => {
    const hebrew = fonts.findFor(font, 0x5d0, 'he')
    const { clusters } = fonts.shape('אב', hebrew, { ...plain, rightToLeft: true, language: 'he' })
    expect(clusters).toEqual([1, 0])
  })

  it('remembers words, each with its features', () => {
    const word = fonts.shape('AVATAR', font, plain)
    expect(fonts.shape('AVATAR', font, plain)).toBe(word)
    expect(fonts.shape('AVATAR', font, { ...plain, kerning: true })).not.toBe(word)
  })

  it('takes lone surrogates and controls as they come', () => {
    const { glyphs } = fonts.shape('a\ud800\u0007b\udc00', font, plain)
    expect(glyphs).toHaveLength(5)
  })
})
