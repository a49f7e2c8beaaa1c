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
    expect(widthOf('ひら한글a')).toBe(500 + 50)
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
  const widthOf = (content: string, compressesPunctuation = true) => {
    const own = paragraph([text(content, { fonts: { ...run().fonts, eastAsia: 'SimSun' }, ...chinese })])
    const prepared = prepareParagraph(own, contextWith({ compressesPunctuation }, { fonts }))
    return Math.round(linesOf(prepared, 9000)[0]?.width ?? 0)
  }

  it('takes half an em where two signs meet', () => {
    expect(widthOf('曲，《梦》，听')).toBe(7 * 200 - 2 * 100)
    expect(widthOf('（《曲》）')).toBe(5 * 200 - 2 * 100)
    expect(widthOf('曲，《梦》，听', false)).toBe(7 * 200)
  })

  it('leaves single signs and those that open after a character', () => {
    expect(widthOf('曲，梦（听）。')).toBe(7 * 200 - 100)
    expect(widthOf('曲，梦')).toBe(3 * 200)
  })
})

describe('tight lines', () => {
  const fonts = createFontLibrary()
  const simSun = { fonts: { ...run().fonts, ascii: 'SimSun', highAnsi: 'SimSun', eastAsia: 'SimSun' }, ...chinese }
  const linesOfSimSun = (content: string, width: number, compressesPunctuation = true, properties = {}) => {
    const prepared = prepareParagraph(
      paragraph([text(content, { ...simSun, ...properties })]),
      contextWith({ compressesPunctuation }, { fonts }),
    )
    return linesOf(prepared, width)
  }

  it('take one more character where a sign can give its blank half', () => {
    // Eleven characters and a half fit, each of 200 twips.
    const content = '载，几乎比其它任何先知都少见人'
    expect(linesOfSimSun(content, 2300).map(textOf)).toEqual(['载，几乎比其它任何先知都', '少见人'])
    expect(linesOfSimSun(content, 2300, false).map(textOf)).toEqual(['载，几乎比其它任何先知', '都少见人'])
    expect(linesOfSimSun(content.replace('，', '与'), 2300).map(textOf)).toEqual(['载与几乎比其它任何先知', '都少见人'])
  })

  it('take no second one, however many signs they have', () => {
    const content = '甲、乙、丙、丁、戊、己、庚辛壬癸'
    expect(linesOfSimSun(content, 2300).map(textOf)).toEqual(['甲、乙、丙、丁、戊、己、', '庚辛壬癸'])
  })

  it('end at the edge, with all of their signs a little narrower', () => {
    const [line] = linesOfSimSun('甲、乙「丙」丁戊己庚辛壬癸子', 2300)
    const advances = line === undefined ? [] : glyphsOf(line).flatMap((item) => item.advances.map(Math.round))
    expect(line?.width).toBeCloseTo(2300, 0)
    // A third of the hundred twips that are lacking comes from each of three signs.
    expect(advances).toEqual([200, 167, 200, 167, 200, 167, 200, 200, 200, 200, 200, 200])
  })

  it('begin with blanks as wide as their characters, with and without kerning', () => {
    for (const kernFrom of [undefined, 1]) {
      const [line] = linesOfSimSun('\u3000\u3000哈巴谷', 4000, true, kernFrom === undefined ? {} : { kernFrom })
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
    expect(heightOf('漢字', 'MS Mincho')).toBe(260)
    expect(heightOf('汉字', 'SimSun')).toBe(260)
    expect(heightOf('ab', 'SimSun')).toBe(244.1)
  })

  it('gives signs that the font lacks the height of Segoe UI Symbol', () => {
    // 1.0791 em above the baseline, where Calibri has 0.952, which has more below it.
    const [letters, signs] = ['a', 'a\u2713'].map((content) => heightOf(content, 'Calibri')) as [number, number]
    expect(signs - letters).toBeGreaterThan(20)
    expect(signs - letters).toBeLessThan(30)
  })

  it('takes the system font of Word where the document names one without such characters', () => {
    // 12.2 pt for the Latin text; a character that Japanese fonts lack comes from Microsoft JhengHei.
    expect(heightOf('漢字', 'Calibri', { eastAsiaLanguage: 'en-US' })).toBe(260)
    expect(heightOf('汉们', 'Calibri', { eastAsiaLanguage: 'en-US' })).toBeCloseTo(345.8, 0)
    expect(heightOf('汉们', 'Calibri', chinese)).toBe(260)
  })
})
