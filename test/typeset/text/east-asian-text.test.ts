/**
 * Spacing and line ends of East Asian text.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { loadShaper } from '../../../src/typeset/fonts/shaper.js'
import type { Line } from '../../../src/typeset/text/line.js'
import { prepareParagraph } from '../../../src/typeset/text/prepare-paragraph.js'
import { contextWith, glyphsOf, linesOf, paragraph, run, text, textOf, wordsOf } from './support/paragraphs.js'

const chinese = { eastAsiaLanguage: 'zh-CN' }
const context = contextWith()

// With it, text whose pairs are kerned goes through HarfBuzz.
beforeAll(loadShaper)

function linesIn(width: number, ...parameters: Parameters<typeof paragraph>): Line[] {
  return linesOf(prepareParagraph(paragraph(...parameters), context), width)
}

describe('space between scripts', () => {
  const spaced = { spaceBesideLatin: true, spaceBesideDigits: true }
  // Characters are 100 twips wide at 10 pt; a quarter of an em is 50.
  const widthOf = (content: string, properties = {}) => linesIn(9000, [content], { ...spaced, ...properties })[0]?.width

  it('stands beside letters and digits, on both sides', () => {
    expect(widthOf('漢字ab漢字')).toBe(600 + 2 * 50)
    expect(widthOf('漢字12')).toBe(400 + 50)
    expect(widthOf('ひらがなa', { styleId: 'Normal' })).toBe(500 + 50)
    expect(widthOf('한글a', { styleId: 'Normal' })).toBe(300 + 50)
  })

  it('does not stand beside blanks, signs and full-width letters', () => {
    for (const content of ['漢 a', '漢（a）', '漢-1', 'Ａa', 'ab12'])
      expect(widthOf(content)).toBe(content.length * 100)
  })

  it('is of two kinds, which paragraphs can do without', () => {
    expect(widthOf('漢a字1', { spaceBesideLatin: false })).toBe(400 + 50)
    expect(widthOf('漢a字1', { spaceBesideDigits: false })).toBe(400 + 2 * 50)
    expect(widthOf('漢a字1', { spaceBesideLatin: false, spaceBesideDigits: false })).toBe(400)
  })

  it('stands between runs and hangs over the end of a line', () => {
    const [line, next] = linesIn(400, ['漢字', '漢字', text('ab', { bold: true })], spaced)
    expect(line?.width).toBe(400)
    expect(next && wordsOf(next)).toEqual([['ab', 0]])
  })

  it('is painted', () => {
    const [line] = linesIn(9000, ['漢ab'], spaced)
    expect(line && wordsOf(line)).toEqual([
      ['漢', 0],
      ['ab', 150],
    ])
  })
})

describe('signs at the ends of lines', () => {
  it('lets a full stop hang over the end where the paragraph allows it', () => {
    const content = text('漢字漢字。漢字', chinese)
    const hanging = { hangsPunctuation: true }
    expect(linesIn(400, [content], hanging).map(textOf)).toEqual(['漢字漢字。', '漢字'])
    const [line] = linesIn(400, [content], { ...hanging, alignment: 'end' })
    expect(line && wordsOf(line)[0]?.[1]).toBe(0)
    expect(linesIn(400, [content]).map(textOf)).toEqual(['漢字漢', '字。漢字'])
  })

  it('lets full stops and commas of Latin text hang up to Word 2010, where its East Asian language is Japanese or Chinese', () => {
    const lines = (language: string | undefined, sign = '.', settings = {}, properties = {}) => {
      const content = text(`aaa bbb${sign} c`, language === undefined ? {} : { eastAsiaLanguage: language })
      const own = paragraph([content], { hangsPunctuation: true, ...properties })
      return linesOf(prepareParagraph(own, contextWith({ compatibilityMode: 14, ...settings })), 700).map(textOf)
    }
    for (const language of ['ja-JP', 'zh-CN'])
      for (const sign of ['.', ',']) expect(lines(language, sign), language).toEqual([`aaa bbb${sign} `, 'c'])
    const broken = ['aaa ', 'bbb. c']
    for (const language of ['ko-KR', 'en-US', undefined]) expect(lines(language), language).toEqual(broken)
    expect(lines('ja-JP', ';')).toEqual(['aaa ', 'bbb; c'])
    expect(lines('ja-JP', '.', { compatibilityMode: 15 })).toEqual(broken)
    expect(lines('ja-JP', '.', {}, { hangsPunctuation: false })).toEqual(broken)
    // One sign hangs, and nothing else.
    expect(lines('ja-JP', '..')).toEqual(['aaa ', 'bbb.. c'])
  })

  it('knows no rules for text of other languages, or where they are turned off', () => {
    const lines = (language: string, properties = {}) =>
      linesIn(400, [text('漢字漢字。漢字', { eastAsiaLanguage: language })], {
        hangsPunctuation: true,
        ...properties,
      }).map(textOf)
    expect(lines('en-US')).toEqual(['漢字漢字', '。漢字'])
    expect(lines('zh-TW', { keepsLineRules: false, hangsPunctuation: false })).toEqual(['漢字漢字', '。漢字'])
  })
})

describe('compressed punctuation', () => {
  const fonts = createFontLibrary()
  const widthOf = (content: string, settings = {}, kernFrom: number | undefined = 20) => {
    const simSun = { fonts: { ...run().fonts, eastAsia: 'SimSun' }, ...chinese, kernFrom }
    const own = paragraph([text(content, simSun)])
    const prepared = prepareParagraph(own, contextWith({ compressesPunctuation: true, ...settings }, { fonts }))
    return Math.round(linesOf(prepared, 9000)[0]?.width ?? 0)
  }

  it('takes half an em where two signs meet', () => {
    expect(widthOf('曲，《梦》，听')).toBe(7 * 200 - 2 * 100)
    expect(widthOf('（《曲》）')).toBe(5 * 200 - 2 * 100)
    expect(widthOf('曲：「梦」')).toBe(5 * 200 - 100)
  })

  it('does so in kerned text alone, where the document does not turn it off', () => {
    expect(widthOf('曲，《梦》，听', { compressesPunctuation: false })).toBe(7 * 200)
    expect(widthOf('曲，《梦》，听', { kernsPunctuation: false })).toBe(7 * 200)
    const own = paragraph([text('曲，《梦》，听', { fonts: { ...run().fonts, eastAsia: 'SimSun' }, ...chinese })])
    const unkerned = prepareParagraph(own, contextWith({ compressesPunctuation: true }, { fonts }))
    expect(Math.round(linesOf(unkerned, 9000)[0]?.width ?? 0)).toBe(7 * 200)
  })

  it('leaves single signs and those that open after a character', () => {
    expect(widthOf('曲，梦（听）。')).toBe(7 * 200 - 100)
    expect(widthOf('曲，梦')).toBe(3 * 200)
  })
})

describe('tight lines', () => {
  const fonts = createFontLibrary()
  const simSun = { fonts: { ...run().fonts, ascii: 'SimSun', highAnsi: 'SimSun', eastAsia: 'SimSun' }, ...chinese }
  const linesOfSimSun = (content: string, width: number, settings = {}, properties = {}, ofParagraph = {}) => {
    const prepared = prepareParagraph(
      paragraph([text(content, { ...simSun, ...properties })], ofParagraph),
      contextWith({ compressesPunctuation: true, compatibilityMode: 14, ...settings }, { fonts }),
    )
    return linesOf(prepared, width)
  }
  const advancesOn = (line: Line | undefined) =>
    line === undefined ? [] : glyphsOf(line).flatMap((item) => item.advances.map(Math.round))

  it('take one more character where a sign can give its blank half', () => {
    // Eleven characters and a half fit, each of 200 twips.
    const content = '载，几乎比其它任何先知都少见人'
    expect(linesOfSimSun(content, 2300).map(textOf)).toEqual(['载，几乎比其它任何先知都', '少见人'])
    const loose = ['载，几乎比其它任何先知', '都少见人']
    expect(linesOfSimSun(content, 2300, { compressesPunctuation: false }).map(textOf)).toEqual(loose)
    expect(linesOfSimSun(content, 2300, { compatibilityMode: 15 }).map(textOf)).toEqual(loose)
    expect(linesOfSimSun(content.replace('，', '与'), 2300).map(textOf)).toEqual(['载与几乎比其它任何先知', '都少见人'])
  })

  it('take no second one, however many signs they have', () => {
    const content = '甲、乙、丙、丁、戊、己、庚辛壬癸'
    expect(linesOfSimSun(content, 2300).map(textOf)).toEqual(['甲、乙、丙、丁、戊、己、', '庚辛壬癸'])
  })

  it('end at the edge, with all of their signs a little narrower', () => {
    const [line] = linesOfSimSun('甲、乙「丙」丁戊己庚辛壬癸子', 2300)
    expect(line?.width).toBeCloseTo(2300, 0)
    // A third of the hundred twips that are lacking comes from each of three signs.
    expect(advancesOn(line)).toEqual([200, 167, 200, 167, 200, 167, 200, 200, 200, 200, 200, 200])
  })

  it('take a longer piece where that is too long by less than half of it, from all signs together', () => {
    // 「abcdef」 is 1000 twips, of which 450 do not fit; half of it are 500, and the signs can give 600.
    const content = '甲、乙、丙、丁、戊、「abcdef」'
    expect(linesOfSimSun(content, 2550).map(textOf)).toEqual([content])
    expect(linesOfSimSun(content, 2450).map(textOf)).toEqual(['甲、乙、丙、丁、戊、', '「abcdef」'])
    expect(linesOfSimSun('甲、乙丙丁戊己庚辛壬「abcdef」', 2550).map(textOf)).toEqual([
      '甲、乙丙丁戊己庚辛壬',
      '「abcdef」',
    ])
  })

  it('narrow a full stop at their end only where the other signs have not enough', () => {
    const [line] = linesOfSimSun('甲、乙、丙。丁', 1120)
    expect(line && textOf(line)).toBe('甲、乙、丙。')
    expect(advancesOn(line)).toEqual([200, 160, 200, 160, 200, 200])
    const [tight] = linesOfSimSun('甲、乙丙丁。戊', 1060)
    expect(advancesOn(tight)).toEqual([200, 160, 200, 200, 200, 100])
  })

  it('let a full stop hang that does not fit otherwise', () => {
    const hanging = { hangsPunctuation: true }
    expect(linesOfSimSun('甲、乙丙丁戊。己', 1150, {}, {}, hanging).map(textOf)).toEqual(['甲、乙丙丁戊。', '己'])
    expect(linesOfSimSun('甲丁乙丙丁戊。己', 1150, {}, {}, hanging).map(textOf)).toEqual(['甲丁乙丙丁', '戊。己'])
  })

  it('take from spaces between scripts, and from blanks between Latin letters before that', () => {
    const spaced = { spaceBesideLatin: true }
    // Two spaces of 50 twips can give 25 each.
    expect(linesOfSimSun('甲ab乙丙', 850, {}, {}, spaced).map(textOf)).toEqual(['甲ab乙丙'])
    expect(linesOfSimSun('甲ab乙丙', 840, {}, {}, spaced).map(textOf)).toEqual(['甲ab乙', '丙'])
    // 978 twips with a blank of 55.6 in Arial, which can give 13.9; the spaces give the other 14.1.
    const arial = { fonts: { ...run().fonts, ascii: 'Arial', highAnsi: 'Arial', eastAsia: 'SimSun' } }
    const [line] = linesOfSimSun('甲a b乙丙', 950, {}, arial, spaced)
    expect(line && wordsOf(line)).toEqual([
      ['甲', 0],
      ['a', 243],
      ['b', 396],
      ['乙丙', 550],
    ])
    expect(line?.width).toBeCloseTo(950, 0)
  })

  it('begin with blanks as wide as their characters, with and without kerning', () => {
    for (const kernFrom of [undefined, 1]) {
      const [line] = linesOfSimSun('\u3000\u3000哈巴谷', 4000, {}, kernFrom === undefined ? {} : { kernFrom })
      expect(Math.round(line?.width ?? 0)).toBe(5 * 200)
    }
  })
})

describe('heights of lines', () => {
  const fonts = createFontLibrary()
  const heightOf = (content: string, eastAsia: string, properties = {}) => {
    const own = paragraph([text(content, { fonts: { ...run().fonts, ascii: 'Calibri', eastAsia }, ...properties })])
    const prepared = prepareParagraph(own, contextWith({}, { fonts }))
    return Math.round((linesOf(prepared, 9000)[0]?.height ?? 0) * 10) / 10
  }

  it('gives East Asian fonts three tenths more than they say', () => {
    expect(heightOf('漢字', 'Batang')).toBe(260)
    expect(heightOf('漢字', 'Malgun Gothic')).toBe(345.8)
    expect(heightOf('ab', 'SimSun')).toBe(244.1)
  })

  it('rounds that down to units of the font', () => {
    // MS Gothic has 256: 76 more, and not 76.8.
    const [own, size] = [256, 200]
    const expected = Math.round(((own + 76) / own) * size * 10) / 10
    expect(heightOf('漢字', 'MS Gothic')).toBe(expected)
    expect(heightOf('汉字', 'SimSun')).toBe(expected)
  })

  it('gives signs that the font lacks the height of Segoe UI Symbol', () => {
    // 1.0791 em above the baseline, where Calibri has 0.952, which has more below it.
    const [letters, signs] = ['a', 'a\u2713'].map((content) => heightOf(content, 'Calibri')) as [number, number]
    expect(signs - letters).toBeGreaterThan(20)
    expect(signs - letters).toBeLessThan(30)
  })

  it('takes the system font of Word where the document names one without such characters', () => {
    // 12.2 pt for the Latin text; a character that Japanese fonts lack comes from Microsoft JhengHei.
    expect(heightOf('漢字', 'Calibri', { eastAsiaLanguage: 'en-US' })).toBe(259.4)
    expect(heightOf('汉们', 'Calibri', { eastAsiaLanguage: 'en-US' })).toBeCloseTo(345.8, 0)
    expect(heightOf('汉们', 'Calibri', chinese)).toBe(259.4)
  })
})
