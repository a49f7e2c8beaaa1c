/**
 * Blanks and gaps of lines that mix East Asian and Latin text.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { prepareParagraph } from '../../../src/typeset/text/prepare-paragraph.js'
import { spreadGaps } from '../../../src/typeset/text/spread-gaps.js'
import { contextWith, linesOf, paragraph, run, TAB, text, wordsOf } from './support/paragraphs.js'

describe('w:balanceSingleByteDoubleByteWidth', () => {
  const fonts = createFontLibrary()
  const look = { fonts: { ...run().fonts, ascii: 'Arial', highAnsi: 'Arial', eastAsia: 'Malgun Gothic' } }
  const widthOf = (content: string, isBalanced: boolean) => {
    const compatibility = new Set(isBalanced ? ['balanceSingleByteDoubleByteWidth'] : [])
    const own = paragraph([text(content, look)], { styleId: 'Normal' })
    return linesOf(prepareParagraph(own, contextWith({ compatibility }, { fonts })), 9000)[0]?.width ?? 0
  }
  // A blank of Arial is 0.278 em, half an em at 10 pt are 100 twips.
  const change = (content: string) => Math.round(widthOf(content, true) - widthOf(content, false))

  it('makes blanks beside East Asian characters half an em wide', () => {
    expect(change('가 나')).toBe(44)
    expect(change('가 a')).toBe(44)
    expect(change('a 가')).toBe(44)
    expect(change('a  가')).toBe(89)
  })

  it('leaves those between other characters', () => {
    expect(change('a b')).toBe(0)
    expect(change('가(a) b')).toBe(0)
  })
})

describe('justified lines with spaces between scripts', () => {
  const blank = { width: 70, em: 200, isBetweenScripts: false }
  const space = { width: 50, em: 200, isBetweenScripts: true }

  it('widen blanks first, up to half an em', () => {
    expect(spreadGaps([blank, space, blank], 40)).toEqual([90, 50, 90])
  })

  it('then spaces between scripts as far', () => {
    expect(spreadGaps([blank, space, blank], 60 + 30)).toEqual([100, 80, 100])
  })

  it('and then all of them to one width', () => {
    expect(spreadGaps([blank, space, blank], 60 + 50 + 90)).toEqual([130, 130, 130])
  })

  it('keep syllables of Hangul together', () => {
    const own = paragraph(['가나 다라', ' 마바사'], { alignment: 'both', styleId: '' })
    const [line] = linesOf(prepareParagraph(own, contextWith()), 560)
    expect(line && wordsOf(line)).toEqual([
      ['가나', 0],
      ['다라', 360],
    ])
  })
})

describe('tab stops of a document that gives no distance', () => {
  const startAfterTab = (content: string, language?: string) => {
    const parts = [TAB, text(content, { eastAsiaLanguage: language })]
    const { defaultTabStop: _, ...settings } = contextWith().document.settings
    const context = contextWith()
    const own = { ...context, document: { ...context.document, settings } }
    const [line] = linesOf(prepareParagraph(paragraph(parts), own), 9000)
    return line && wordsOf(line)[0]?.[1]
  }

  it('are farther apart in Korean text', () => {
    expect(startAfterTab('가나')).toBe(800)
    expect(startAfterTab('가나', 'ko-KR')).toBe(800)
    expect(startAfterTab('漢字')).toBe(720)
    expect(startAfterTab('abc')).toBe(720)
  })
})
