/**
 * Where lines of Japanese, Chinese and Korean may break.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { LineStopSettings } from '../../../src/typeset/model/document-model.js'
import type { ParagraphProperties } from '../../../src/typeset/model/properties.js'
import { prepareParagraph } from '../../../src/typeset/text/prepare-paragraph.js'
import { contextWith, linesOf, paragraph, text, textOf } from './support/paragraphs.js'

const USUAL: LineStopSettings = { isStrict: false, before: new Map(), after: new Map() }

/** Lines of text whose characters are all 100 twips wide. */
function linesIn(
  width: number,
  content: string,
  language: string | undefined,
  lineStops: Partial<LineStopSettings> = {},
  properties: Partial<ParagraphProperties> = {},
): string[] {
  const own = paragraph([text(content, { eastAsiaLanguage: language })], { styleId: 'Normal', ...properties })
  const context = contextWith({ lineStops: { ...USUAL, ...lineStops } })
  return linesOf(prepareParagraph(own, context), width).map((line) => textOf(line))
}

describe('lines of Japanese', () => {
  it('begin with small kana and the prolonged sound mark, but not with other signs', () => {
    for (const kana of 'ーっょァｬ') expect(linesIn(300, `漢字漢${kana}字`, 'ja-JP')).toEqual(['漢字漢', `${kana}字`])
    for (const sign of '、。」々ゝ・！')
      expect(linesIn(300, `漢字漢${sign}字`, 'ja-JP')).toEqual(['漢字', `漢${sign}字`])
    expect(linesIn(300, '漢字「漢字', 'ja-JP')).toEqual(['漢字', '「漢字'])
    expect(linesIn(300, 'XYZャb', 'ja-JP')).toEqual(['XYZ', 'ャb'])
  })

  it('begin with none of them under strict rules, which take the place of the document\u2019s own characters', () => {
    const strict = { isStrict: true }
    for (const kana of 'ーっょァｬ')
      expect(linesIn(300, `漢字漢${kana}字`, 'ja-JP', strict)).toEqual(['漢字', `漢${kana}字`])
    expect(linesIn(300, '漢字漢ー字', 'zh-CN', strict)).toEqual(['漢字漢', 'ー字'])
    const own = { isStrict: true, before: new Map([['ja-jp', '字']]) }
    expect(linesIn(300, '漢漢漢字漢', 'ja-JP', own)).toEqual(['漢漢漢', '字漢'])
    expect(linesIn(300, '漢字漢。字', 'ja-JP', own)).toEqual(['漢字', '漢。字'])
  })

  it('follow the characters of the document in its language', () => {
    const before = new Map([['ja-jp', '字']])
    expect(linesIn(300, '漢漢漢字漢', 'ja-JP', { before })).toEqual(['漢漢', '漢字漢'])
    expect(linesIn(300, '漢漢漢。漢', 'ja-JP', { before })).toEqual(['漢漢漢', '。漢'])
    expect(linesIn(300, '漢漢漢字漢', 'zh-CN', { before })).toEqual(['漢漢漢', '字漢'])
    expect(linesIn(300, '漢漢字漢漢', 'ja-JP', { after: new Map([['ja-jp', '字']]) })).toEqual(['漢漢', '字漢漢'])
  })
})

describe('lines of Chinese', () => {
  it('have signs of their own', () => {
    expect(linesIn(300, '漢字漢～字', 'zh-CN')).toEqual(['漢字', '漢～字'])
    expect(linesIn(300, '漢字漢～字', 'ja-JP')).toEqual(['漢字漢', '～字'])
    expect(linesIn(300, '漢字漢﹂字', 'zh-TW')).toEqual(['漢字', '漢﹂字'])
  })
})

describe('lines of Korean', () => {
  it('end between words', () => {
    expect(linesIn(500, '문서를 만든다', 'ko-KR')).toEqual(['문서를 ', '만든다'])
    expect(linesIn(500, '한글 abc가나', 'ko-KR')).toEqual(['한글 ', 'abc가나'])
    expect(linesIn(500, '문서를 만든다', 'ja-JP')).toEqual(['문서를 ', '만든다'])
  })

  it('end between syllables where words may be broken, and in a paragraph that no style of the document holds for', () => {
    const cut = ['문서를 만', '든다']
    expect(linesIn(500, '문서를 만든다', 'ko-KR', {}, { breakAnywhere: true })).toEqual(cut)
    expect(linesIn(500, '문서를 만든다', undefined, {}, { styleId: '' })).toEqual(cut)
  })

  it('have no space between scripts there', () => {
    const widthIn = (styleId: string) => {
      const spaced = { spaceBesideLatin: true, spaceBesideDigits: true, styleId }
      return linesOf(prepareParagraph(paragraph(['가1나'], spaced), contextWith()), 9000)[0]?.width
    }
    expect(widthIn('Normal')).toBe(300 + 2 * 50)
    expect(widthIn('')).toBe(300)
  })
})
