/**
 * Paragraphs broken into lines: spaces, hyphens, tabs, alignment, direction.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Inline } from '../../../src/typeset/model/document-model.js'
import type { Drawing } from '../../../src/typeset/model/drawing-model.js'
import type { ParagraphProperties } from '../../../src/typeset/model/properties.js'
import type { Line } from '../../../src/typeset/text/line.js'
import { prepareParagraph } from '../../../src/typeset/text/prepare-paragraph.js'
import { fixedFonts } from './support/fixed-fonts.js'
import {
  contextWith,
  glyphsOf,
  linesOf,
  paint,
  paragraph,
  RUN,
  run,
  TAB,
  text,
  textOf,
  wordsOf,
} from './support/paragraphs.js'

const context = contextWith()

function linesIn(width: number, ...parameters: Parameters<typeof paragraph>): Line[] {
  return linesOf(prepareParagraph(paragraph(...parameters), context), width)
}

function textsIn(width: number, ...parameters: Parameters<typeof paragraph>): string[] {
  return linesIn(width, ...parameters).map(textOf)
}

function drawing(width: number, height: number): Drawing {
  return { width, height, elements: [] }
}

describe('breaking lines', () => {
  it('breaks at spaces, which hang over the end', () => {
    const lines = linesIn(800, ['one two three four'])
    expect(lines.map(textOf)).toEqual(['one two ', 'three ', 'four'])
    expect(lines.map((line) => line.width)).toEqual([700, 500, 400])
  })

  it('fills a line to its last twip', () => {
    expect(textsIn(700, ['one two'])).toEqual(['one two'])
    expect(textsIn(690, ['one two'])).toEqual(['one ', 'two'])
  })

  it('breaks after hyphens and dashes, not after slashes or before a number with a sign', () => {
    expect(textsIn(700, ['aaaa-bbbb'])).toEqual(['aaaa-', 'bbbb'])
    expect(textsIn(700, ['aaaa–bbbb'])).toEqual(['aaaa–', 'bbbb'])
    expect(textsIn(700, ['a aa/bbbb'])).toEqual(['a ', 'aa/bbbb'])
    expect(textsIn(700, ['aaaaaa -5'])).toEqual(['aaaaaa ', '-5'])
    expect(textsIn(700, ['aaa --bbbb'])).toEqual(['aaa --', 'bbbb'])
    expect(textsIn(700, ['aaaa---bb'])).toEqual(['aaaa---', 'bb'])
    expect(textsIn(700, ['aaaaaa --'])).toEqual(['aaaaaa ', '--'])
  })

  it('keeps no-break spaces and hyphens together', () => {
    expect(textsIn(700, ['aa bb\u00a0cc\u2011d'])).toEqual(['aa ', 'bb\u00a0cc\u2011d'])
  })

  it('shows a soft hyphen only where the line ends', () => {
    const lines = linesIn(600, ['aaa\u00adbbb\u00adccc'])
    expect(lines.map(textOf)).toEqual(['aaa-', 'bbbccc'])
    expect(lines.map((line) => line.hyphenated)).toEqual([true, false])
  })

  it('cuts words that are longer than a line', () => {
    expect(textsIn(300, ['abcdefgh'])).toEqual(['abc', 'def', 'gh'])
    expect(textsIn(10, ['abc'])).toEqual(['a', 'b', 'c'])
  })

  it('breaks a word of several runs as one', () => {
    expect(textsIn(600, ['aaa b', text('bb', { bold: true }), text('b')])).toEqual(['aaa ', 'bbbb'])
  })

  it('breaks between East Asian characters, not before closing signs', () => {
    expect(textsIn(300, ['日本語。日本'])).toEqual(['日本', '語。日', '本'])
  })

  it('breaks Thai at words', () => {
    const lines = textsIn(1000, ['สวัสดีชาวโลก'])
    expect(lines.length).toBe(2)
    expect(lines.join('')).toBe('สวัสดีชาวโลก')
  })

  it('gives an empty line after a break at the end, and one to an empty paragraph', () => {
    const lines = linesIn(900, ['a', { kind: 'break', type: 'line', run: RUN }])
    expect(lines.map((line) => line.height)).toEqual([200, 200])
    expect(linesIn(900, []).map((line) => [line.height, line.width])).toEqual([[200, 0]])
  })

  it('tells which break ended a line', () => {
    const lines = linesIn(900, ['a', { kind: 'break', type: 'page', run: RUN }, 'b'])
    expect(lines.map((line) => line.breakAfter)).toEqual(['page', undefined])
  })

  it('costs the same per character in long words', () => {
    const lines = linesIn(9000, ['x'.repeat(100_000)])
    expect(lines.length).toBe(Math.ceil(100_000 / 90))
  })
})

describe('hyphenation', () => {
  const hyphenating = contextWith({ autoHyphenation: true, hyphenationZone: 0, consecutiveHyphenLimit: 1 })

  it('cuts words by the patterns of their language', () => {
    const lines = linesOf(prepareParagraph(paragraph(['wonderful hyphenation']), hyphenating), 1700)
    expect(lines.map(textOf)).toEqual(['wonderful hyphen-', 'ation'])
    expect(lines.map((line) => line.hyphenated)).toEqual([true, false])
  })

  it('parts no -ed from an English word', () => {
    const lines = linesOf(prepareParagraph(paragraph(['an educated person']), hyphenating), 1050)
    expect(lines.map(textOf)[0]).toBe('an edu-')
    const firstOf = (content: string) =>
      linesOf(prepareParagraph(paragraph([content]), hyphenating), 750).map(textOf)[0]
    for (const sign of ['', '.', '”)']) expect(firstOf(`x needed${sign} y`), sign).toBe('x ')
    expect(firstOf('x older. y')).toBe('x old-')
  })

  it('puts no hyphen into addresses', () => {
    const lines = (inlines: Parameters<typeof paragraph>[0]) =>
      linesOf(prepareParagraph(paragraph(inlines), hyphenating), 1700).map((line) => textOf(line).trim())
    expect(lines(['wonderful www.hyphenation'])).toEqual(['wonderful', 'www.hyphenation'])
    expect(lines(['wonderful hyphenation@a'])).toEqual(['wonderful', 'hyphenation@a'])
    expect(lines(['wonderful a://hyphenation'])).toEqual(['wonderful', 'a://hyphenation'])
    expect(lines(['wonderful hyphenation.a'])[0]).toBe('wonderful hyphen-')
    const link = { url: 'https://example.org/' }
    expect(lines(['wonderful ', { kind: 'text', text: 'hyphenation', run: RUN, link }])).toEqual([
      'wonderful',
      'hyphenation',
    ])
    const place = { bookmark: 'there' }
    expect(lines(['wonderful ', { kind: 'text', text: 'hyphenation', run: RUN, link: place }])[0]).toBe(
      'wonderful hyphen-',
    )
  })

  it('leaves paragraphs alone that suppress it', () => {
    const prepared = prepareParagraph(paragraph(['wonderful hyphenation'], { suppressHyphenation: true }), hyphenating)
    expect(linesOf(prepared, 1700).map(textOf)).toEqual(['wonderful ', 'hyphenation'])
  })

  it('respects the limit of hyphens in a row', () => {
    const prepared = prepareParagraph(paragraph(['hyphenation hyphenation hyphenation']), hyphenating)
    const marks = linesOf(prepared, 900).map((line) => line.hyphenated)
    marks.forEach((mark, index) => {
      expect(mark && marks[index + 1]).not.toBe(true)
    })
    expect(marks).toContain(true)
  })
})

describe('indents and alignment', () => {
  it('applies first line, start and end indents', () => {
    const lines = linesIn(1000, ['aa bb cc dd'], { indentStart: 200, indentFirstLine: 300, indentEnd: 100 })
    expect(lines.map(wordsOf)).toEqual([
      [['aa', 500]],
      [
        ['bb', 200],
        ['cc', 500],
      ],
      [['dd', 200]],
    ])
  })

  it('moves text to the centre and the end', () => {
    expect(linesIn(1000, ['aa bb'], { alignment: 'center' }).map(wordsOf)).toEqual([
      [
        ['aa', 250],
        ['bb', 550],
      ],
    ])
    expect(linesIn(1000, ['aa bb '], { alignment: 'end' }).map(wordsOf)).toEqual([
      [
        ['aa', 500],
        ['bb', 800],
      ],
    ])
  })

  it('justifies all lines but the last, and those ended by a line break', () => {
    const content = ['a b c dddd e', { kind: 'break', type: 'line', run: RUN } as const, 'f']
    expect(linesIn(700, content, { alignment: 'both' }).map(wordsOf)).toEqual([
      [
        ['a', 0],
        ['b', 300],
        ['c', 600],
      ],
      [
        ['dddd', 0],
        ['e', 600],
      ],
      [['f', 0]],
    ])
    const still = contextWith({ compatibility: new Set(['doNotExpandShiftReturn']) })
    const [, second] = linesOf(prepareParagraph(paragraph(content, { alignment: 'both' }), still), 700)
    expect(second && wordsOf(second)).toEqual([
      ['dddd', 0],
      ['e', 500],
    ])
  })

  describe('of Word 2013 or later, which narrows blanks by up to a quarter', () => {
    const modern = contextWith({ compatibilityMode: 15 })
    const wordsIn = (width: number, content: string, context = modern) =>
      linesOf(prepareParagraph(paragraph([content], { alignment: 'both' }), context), width).map(wordsOf)

    it('takes a word that fits so, and leaves one that needs more', () => {
      const squeezed = [
        ['aaa', 0],
        ['bbb', 380],
        ['ccc', 760],
      ]
      expect(wordsIn(1060, 'aaa bbb ccc d')).toEqual([squeezed, [['d', 0]]])
      expect(wordsIn(1040, 'aaa bbb ccc d')[0]?.map(([word]) => word)).toEqual(['aaa', 'bbb'])
      const older = contextWith({ compatibilityMode: 14 })
      expect(wordsIn(1060, 'aaa bbb ccc d', older)[0]?.map(([word]) => word)).toEqual(['aaa', 'bbb'])
    })

    it('does so on the last line too', () => {
      expect(wordsIn(1060, 'aaa bbb ccc')).toEqual([
        [
          ['aaa', 0],
          ['bbb', 380],
          ['ccc', 760],
        ],
      ])
    })

    it('rather widens blanks that need little', () => {
      const content = 'a a a a a a a a a a bb c'
      expect(wordsIn(1980, content).map((line) => line.length)).toEqual([10, 2])
      expect(wordsIn(2120, content).map((line) => line.length)).toEqual([11, 1])
    })

    it('leaves the decision to no rounding of widths', () => {
      // Blanks narrower by 0.2504 and by 0.2507 of their width.
      expect(wordsIn(1049.92, 'aaa bbb ccc d')[0]?.length).toBe(3)
      expect(wordsIn(1049.86, 'aaa bbb ccc d')[0]?.length).toBe(2)
    })
  })

  describe('of Word 2010 or earlier that compresses signs, which narrows blanks by up to an eighth', () => {
    const older = contextWith({ compatibilityMode: 14, compressesPunctuation: true })
    const lengthsIn = (width: number, content: string, context = older, alignment: 'both' | 'start' = 'both') =>
      linesOf(prepareParagraph(paragraph([content], { alignment }), context), width).map((line) => wordsOf(line).length)

    it('takes a word that fits so, and leaves one that needs more', () => {
      // Two blanks of 100 lose 25 at most.
      expect(lengthsIn(1075, 'aaa bbb ccc d')).toEqual([3, 1])
      expect(lengthsIn(1074, 'aaa bbb ccc d')).toEqual([2, 2])
    })

    it('rather widens blanks that need no more', () => {
      const content = 'a a a a a a a a a a b c'
      // Ten blanks would lose 110, or nine of them gain 90.
      expect(lengthsIn(1990, content)).toEqual([10, 2])
      expect(lengthsIn(2000, content)).toEqual([11, 1])
    })

    it('does not where lines are not justified, or signs not compressed', () => {
      expect(lengthsIn(1075, 'aaa bbb ccc d', older, 'start')).toEqual([2, 2])
      expect(lengthsIn(1075, 'aaa bbb ccc d', contextWith({ compatibilityMode: 14 }))).toEqual([2, 2])
    })
  })

  it('mirrors right-to-left paragraphs', () => {
    const [line] = linesIn(1000, ['אב גד'], { rightToLeft: true, indentStart: 100 })
    expect(line && wordsOf(line)).toEqual([
      ['דג', 400],
      ['בא', 700],
    ])
  })

  it('sets numbers and Latin words in right-to-left text from left to right', () => {
    const [line] = linesIn(1000, ['אב 12 cd'], { rightToLeft: true })
    expect(line && wordsOf(line)).toEqual([
      ['cd', 200],
      ['12', 500],
      ['בא', 800],
    ])
  })
})

describe('tabs', () => {
  it('go to multiples of the default stop', () => {
    expect(linesIn(5000, ['a\tb\tc']).map(wordsOf)).toEqual([
      [
        ['a', 0],
        ['b', 720],
        ['c', 1440],
      ],
    ])
  })

  it('align at custom stops', () => {
    const tabs = [
      { position: 1000, alignment: 'center' },
      { position: 2000, alignment: 'right' },
      { position: 3000, alignment: 'decimal' },
    ] as const
    expect(linesIn(5000, ['a\tbb\tcc\t1.25'], { tabs }).map(wordsOf)).toEqual([
      [
        ['a', 0],
        ['bb', 900],
        ['cc', 1800],
        ['1.25', 2900],
      ],
    ])
  })

  it('align at decimal stops the end of the first number where it has no decimal places', () => {
    const tabs = [{ position: 2000, alignment: 'decimal' }] as const
    const firstOf = (content: string) => linesIn(5000, [`\t${content}`], { tabs }).flatMap(wordsOf)[0]
    expect(firstOf('1,250')).toEqual(['1,250', 1500])
    expect(firstOf('12 pieces')).toEqual(['12', 1800])
    expect(firstOf('up to 7 pieces')).toEqual(['up', 1300])
    expect(firstOf('1 of 2.50')).toEqual(['1', 1400])
    expect(firstOf('none')).toEqual(['none', 1600])
  })

  it('go to the next line with a word that they leave no room for', () => {
    const tabs = [
      { position: 500, alignment: 'left' },
      { position: 1500, alignment: 'left' },
    ] as const
    expect(linesIn(2000, ['aaaaaa\tbbbbbbbb'], { tabs }).map(wordsOf)).toEqual([[['aaaaaa', 0]], [['bbbbbbbb', 500]]])
    // A stop that has no room for the word on a line of its own either.
    const last = [{ position: 1500, alignment: 'left' }] as const
    expect(linesIn(2000, ['aaaaaa\tbbbbbbbb'], { tabs: last }).map(wordsOf)).toEqual([
      [['aaaaaa', 0]],
      [['bbbbbbbb', 0]],
    ])
  })

  it('treat a hanging indent as a stop', () => {
    const lines = linesIn(1500, ['a\tbbb ccc ddd eee'], { indentStart: 500, indentFirstLine: -500 })
    expect(lines.map(wordsOf)).toEqual([
      [
        ['a', 0],
        ['bbb', 500],
        ['ccc', 900],
      ],
      [
        ['ddd', 500],
        ['eee', 900],
      ],
    ])
  })

  it('let text reach a right stop past the margin', () => {
    const tabs = [{ position: 1200, alignment: 'right' }] as const
    expect(linesIn(1000, ['a\tbb'], { tabs }).map(wordsOf)).toEqual([
      [
        ['a', 0],
        ['bb', 1000],
      ],
    ])
  })

  it('go to the next line where the next default stop is past the margin', () => {
    expect(linesIn(1000, ['aaaaaaaa\tb']).map(wordsOf)).toEqual([[['aaaaaaaa', 0]], [['b', 720]]])
  })

  it('fill with leaders', () => {
    const tabs = [{ position: 1000, alignment: 'right', leader: 'dot' }] as const
    const [line] = linesIn(1000, ['aa\tb'], { tabs })
    expect(line && textOf(line)).toContain('.......')
    expect(line && wordsOf(line)).toContainEqual(['.......', 200])
  })

  it('go to absolute places', () => {
    const tab: Inline = { kind: 'positionTab', run: RUN, alignment: 'right', relativeTo: 'margin' }
    expect(linesIn(1000, ['a', tab, 'bb']).map(wordsOf)).toEqual([
      [
        ['a', 0],
        ['bb', 800],
      ],
    ])
  })

  it('draw bars', () => {
    const [line] = linesIn(1000, ['a'], { tabs: [{ position: 500, alignment: 'bar' }] })
    expect(line && paint(line).find((item) => item.kind === 'stroke')).toMatchObject({ x1: 500, x2: 500, y2: 200 })
  })
})

describe('list labels', () => {
  const label = { text: '1.', run: RUN, alignment: 'left', suffix: 'tab' } as const

  it('stand at the start of the first line, the text at the hanging indent', () => {
    const lines = linesIn(1300, ['aaa bbb ccc'], { indentStart: 720, indentFirstLine: -360 }, { label })
    expect(lines.map(wordsOf)[0]).toEqual([
      ['1.', 360],
      ['aaa', 720],
    ])
    expect(lines.map(wordsOf)[1]).toEqual([['bbb', 720]])
  })

  it('end at the start of the line when aligned right', () => {
    const properties = { indentStart: 720, indentFirstLine: -360 }
    const [line] = linesIn(3000, ['a'], properties, { label: { ...label, alignment: 'right' } })
    expect(line && wordsOf(line)).toEqual([
      ['1.', 160],
      ['a', 720],
    ])
  })

  it('go to the next stop where they reach into the text', () => {
    const wide = { ...label, text: '1.1.1.' }
    const [line] = linesIn(3000, ['a'], { indentStart: 300, indentFirstLine: -300 }, { label: wide })
    expect(line && wordsOf(line)).toEqual([
      ['1.1.1.', 0],
      ['a', 720],
    ])
  })

  it('go to the next stop of the ruler where the document ignores hanging indents (w:doNotUseIndentAsNumberingTabStop)', () => {
    const old = contextWith({ compatibility: new Set(['doNotUseIndentAsNumberingTabStop']) })
    const firstLine = (tabs: ParagraphProperties['tabs']) => {
      const item = paragraph(['a\tb'], { indentStart: 400, indentFirstLine: -400, tabs }, { label })
      const [line] = linesOf(prepareParagraph(item, old), 3000)
      return line && wordsOf(line)
    }
    expect(firstLine([])?.slice(0, 2)).toEqual([
      ['1.', 0],
      ['a', 720],
    ])
    expect(firstLine([{ position: 500, alignment: 'left' }])?.slice(0, 2)).toEqual([
      ['1.', 0],
      ['a', 500],
    ])
  })

  it('may be followed by a space or nothing', () => {
    const [spaced] = linesIn(3000, ['a'], {}, { label: { ...label, suffix: 'space' } })
    expect(spaced && wordsOf(spaced)).toEqual([
      ['1.', 0],
      ['a', 300],
    ])
    const [tight] = linesIn(3000, ['a'], {}, { label: { ...label, suffix: 'nothing' } })
    expect(tight && wordsOf(tight)).toEqual([['1.a', 0]])
  })
})

describe('line heights', () => {
  it('multiplies the natural height below the text', () => {
    const [line] = linesIn(900, ['a'], { lineSpacing: { rule: 'auto', value: 1.5 } })
    expect(line).toMatchObject({ height: 300, baseline: 160 })
  })

  it('takes exact and least heights', () => {
    expect(linesIn(900, ['a'], { lineSpacing: { rule: 'exact', value: 150 } })[0]).toMatchObject({
      height: 150,
      baseline: 120,
    })
    expect(linesIn(900, ['a'], { lineSpacing: { rule: 'atLeast', value: 250 } })[0]).toMatchObject({
      height: 250,
      baseline: 210,
    })
  })

  it('gives the line of a horizontal rule the height of text', () => {
    const rule: Inline = { kind: 'drawing', drawing: { ...drawing(900, 2), isRule: true }, run: RUN }
    const picture: Inline = { kind: 'drawing', drawing: drawing(900, 2), run: RUN }
    expect(linesIn(900, [rule])[0]?.height).toBe(200)
    expect(linesIn(900, [picture])[0]?.height).toBe(2)
  })

  it('does not multiply drawings on a document grid', () => {
    const picture: Inline = { kind: 'drawing', drawing: drawing(100, 900), run: RUN }
    const double = paragraph([picture], { lineSpacing: { rule: 'auto', value: 2 } })
    const [line] = linesOf(prepareParagraph(double, context, { gridLinePitch: 320 }), 900)
    expect(line?.height).toBe(960 + 320)
  })

  it('follows the document grid', () => {
    const prepared = prepareParagraph(paragraph(['a']), context, { gridLinePitch: 320 })
    expect(linesOf(prepared, 900)[0]).toMatchObject({ height: 320, baseline: 220 })
  })

  it('is that of the tallest text; the paragraph mark counts on lines without any', () => {
    const lines = linesIn(400, ['aa ', text('bb', { size: 400 }), ' cc'], { mark: run({ size: 300 }) })
    expect(lines.map((line) => line.height)).toEqual([200, 400, 200])
    expect(linesIn(400, [], { mark: run({ size: 300 }) })[0]?.height).toBe(300)
  })

  it('counts blanks and tabs on lines without anything else only', () => {
    const blank = text(' ', { size: 400 })
    const tab: Inline = { kind: 'tab', run: run({ size: 400 }) }
    expect(linesIn(2000, ['a', blank, 'b', tab, 'c'])[0]?.height).toBe(200)
    expect(linesIn(2000, [blank])[0]?.height).toBe(400)
    expect(linesIn(2000, [tab])[0]?.height).toBe(400)
  })

  it('counts breaks on lines without text only', () => {
    const big: Inline = { kind: 'break', type: 'line', run: run({ size: 400 }) }
    expect(linesIn(400, ['a', big, big]).map((line) => line.height)).toEqual([200, 400, 200])
  })

  it('says how much of it line spacing added below the text', () => {
    const [line] = linesIn(400, ['a'], { lineSpacing: { rule: 'auto', value: 1.5 } })
    expect(line).toMatchObject({ height: 300, baseline: 160, trailing: 100 })
  })

  it('is raised by a list label, but not lowered', () => {
    const label = { text: '1.', run: run({ size: 400 }), alignment: 'left', suffix: 'space' } as const
    const prepared = prepareParagraph(paragraph(['a'], {}, { label }), context)
    expect(linesOf(prepared, 2000)[0]).toMatchObject({ height: 320 + 40, baseline: 320 })
  })

  it('has the gap that a font asks for above its letters', () => {
    const prepared = prepareParagraph(paragraph(['a']), { ...context, fonts: fixedFonts({ lineGap: 0.1 }) })
    expect(linesOf(prepared, 2000)[0]).toMatchObject({ height: 200 + 20, baseline: 160 + 20 })
  })

  it('leaves labels out of line spacing', () => {
    const label = { text: '1.', run: run({ size: 400 }), alignment: 'left', suffix: 'space' } as const
    const lineSpacing = { rule: 'auto', value: 1.5 } as const
    const prepared = prepareParagraph(paragraph(['a'], { lineSpacing }, { label }), context)
    expect(linesOf(prepared, 2000)[0]).toMatchObject({ height: 320 + 40 + 0.5 * 200, baseline: 320 })
  })

  it('has no descent below drawings that stand alone', () => {
    const inline: Inline = { kind: 'drawing', drawing: drawing(300, 500), run: RUN }
    const [line] = linesIn(900, [inline], { lineSpacing: { rule: 'auto', value: 1.5 } })
    expect(line).toMatchObject({ height: 500 + 100, baseline: 500 })
  })

  it('grows by what superscripts and subscripts reach beyond the text', () => {
    const superscript = linesIn(900, ['a', text('2', { verticalAlign: 'superscript' })])[0]
    expect(superscript?.height).toBeCloseTo(130 * 0.8 + (200 * 5) / 16 + 0.2 * 200)
    expect(linesIn(900, ['a', text('2', { verticalAlign: 'subscript' })])[0]?.height).toBeCloseTo(
      130 * 0.2 + 200 / 12 + 160,
    )
  })

  it('has no descent below drawings that stand beside tabs only, and has it beside text', () => {
    const inline: Inline = { kind: 'drawing', drawing: drawing(300, 500), run: RUN }
    const tab: Inline = { kind: 'tab', run: RUN }
    expect(linesIn(2000, [tab, inline])[0]).toMatchObject({ height: 500, baseline: 500 })
    expect(linesIn(2000, [tab, 'a', inline])[0]?.height).toBeGreaterThan(500)
  })

  it('sets drawings above or below the baseline as their run asks, as programs do for equations', () => {
    const lineWith = (raise: number) =>
      linesIn(900, [{ kind: 'drawing', drawing: drawing(300, 500), run: run({ raise }) }, 'a'])[0]
    expect(lineWith(-100)).toMatchObject({ height: 500, baseline: 400 })
    expect(lineWith(100)).toMatchObject({ height: 640, baseline: 600 })
    const top = (raise: number) => {
      const line = lineWith(raise)
      const item = line && paint(line).find(({ kind }) => kind === 'rectangle')
      return item?.kind === 'rectangle' ? item.y : undefined
    }
    expect([top(-100), top(100)]).toEqual([top(0), top(0)])
  })

  it('has room for drawings on the baseline, and cuts them at exact heights', () => {
    const inline: Inline = { kind: 'drawing', drawing: drawing(300, 500), run: RUN }
    const [line] = linesIn(900, [inline, 'a'])
    expect(line).toMatchObject({ height: 540, baseline: 500, width: 400 })
    expect(line && paint(line)[0]?.kind === 'glyphs').toBe(true)
    const [exact] = linesIn(900, [inline], { lineSpacing: { rule: 'exact', value: 240 } })
    expect(exact?.height).toBe(240)
    expect(exact && paint(exact)[0]).toMatchObject({ kind: 'group' })
  })
})

describe('characters', () => {
  it('sets small capitals and scripts smaller', () => {
    const [line] = linesIn(2000, [text('Ab', { capitals: 'small' }), text('2', { verticalAlign: 'superscript' })])
    const items = line === undefined ? [] : glyphsOf(line)
    expect(items.map((item) => [[...item.texts].join(''), Math.round(item.size)])).toEqual([
      ['A', 200],
      ['B', 160],
      ['2', 130],
    ])
    expect(items[2]?.y).toBeCloseTo(130 * 0.8)
  })

  it('sets the blanks of small capitals small, whatever stands beside them, and signs and digits at full size', () => {
    const widthOf = (characters: string, capitals?: 'small') =>
      linesIn(4000, [text(characters, capitals === undefined ? {} : { capitals })])[0]?.width ?? 0
    const blank = widthOf('A B') - widthOf('AB')
    for (const characters of ['A B', 'a b', '2: 3']) {
      const unspaced = characters.replace(' ', '')
      expect(widthOf(characters, 'small') - widthOf(unspaced, 'small'), characters).toBeCloseTo(0.8 * blank, 6)
    }
    expect(widthOf('2:-', 'small')).toBe(widthOf('2:-'))
  })

  it('takes fonts by slot and falls back for characters that they lack', () => {
    const properties = { fonts: { ascii: 'A', highAnsi: 'H', eastAsia: 'E', complexScript: 'C' } }
    const [line] = linesIn(2000, [text('aéあא☃', properties)])
    const faces = line === undefined ? [] : glyphsOf(line).map((item) => item.face.id)
    expect(new Set(faces).size).toBe(5)
  })

  it('applies tracking and scaling', () => {
    const [line] = linesIn(2000, [text('ab', { tracking: 20, scale: 2 })])
    expect(line?.width).toBe(440)
  })

  it('shows page numbers and note references', () => {
    const page: Inline = { kind: 'pageField', field: 'page', cached: '1', run: RUN }
    const count: Inline = { kind: 'pageField', field: 'pageCount', cached: '99', run: RUN }
    const note: Inline = { kind: 'noteReference', note: 'footnote', id: '4', customMark: false, run: RUN }
    const [line] = linesIn(2000, [page, ' of ', count, note])
    expect(line && textOf(line)).toBe('7 of 994')
    expect(line?.notes).toEqual([note])
  })

  it('is white on dark shading where its colour is automatic', () => {
    const [line] = linesIn(900, ['a'], { shading: '000080' })
    expect(line && glyphsOf(line)[0]?.color).toBe('FFFFFF')
  })
})

describe('painting', () => {
  it('joins words and spaces of one run to one item', () => {
    const [line] = linesIn(2000, ['one two three'])
    expect(line && glyphsOf(line).length).toBe(1)
  })

  it('underlines runs, but not spaces for `words`, and not spaces at the end', () => {
    const strokes = (style: 'single' | 'words') => {
      const [line] = linesIn(2000, [text('aa bb ', { underline: { style } })])
      return line === undefined ? [] : paint(line).filter((item) => item.kind === 'stroke')
    }
    expect(strokes('single')).toMatchObject([{ x1: 0, x2: 500 }])
    expect(strokes('words')).toMatchObject([
      { x1: 0, x2: 200 },
      { x1: 300, x2: 500 },
    ])
  })

  it('paints highlights behind text', () => {
    const [line] = linesIn(2000, ['a', text('bb', { highlight: 'FFFF00' })])
    expect(line && paint(line)[0]).toMatchObject({ kind: 'rectangle', x: 100, y: 0, width: 200, height: 200 })
  })

  it('covers links and marks bookmarks', () => {
    const link = { url: 'https://example.com/' }
    const linked: Inline = { kind: 'text', text: 'bb cc', run: RUN, link }
    const [line] = linesIn(2000, ['a', { kind: 'bookmark', name: 'here' }, linked])
    const list = line === undefined ? [] : paint(line)
    expect(list).toContainEqual({ kind: 'link', x: 100, y: 0, width: 500, height: 200, target: link })
    expect(list).toContainEqual({ kind: 'bookmark', name: 'here', y: 0 })
  })

  it('reports anchors with their place', () => {
    const anchor = {} as Extract<Inline, { kind: 'anchor' }>['anchor']
    const [line] = linesIn(2000, ['abc ', { kind: 'anchor', drawing: drawing(1, 1), anchor }, 'd'])
    expect(line?.anchors).toMatchObject([{ x: 400, paragraphTop: 0 }])
  })

  it('sets fractions and scripts of equations', () => {
    const letter = (value: string) => ({ type: 'text', text: value, run: RUN }) as const
    const fraction = { type: 'fraction', numerator: letter('a'), denominator: letter('b'), bar: 'bar' } as const
    const [line] = linesIn(2000, [{ kind: 'math', math: fraction, display: false, run: RUN }])
    expect(line?.height).toBeGreaterThan(300)
    const [a, b] = line === undefined ? [] : glyphsOf(line)
    expect(a && b && a.y < b.y).toBe(true)
    expect(line && paint(line).some((item) => item.kind === 'stroke')).toBe(true)
  })
})

describe('floats and measures', () => {
  it('fills several bands on one baseline', () => {
    const prepared = prepareParagraph(paragraph(['aa bb cc dd']), context)
    const bands = [
      { left: 0, right: 400 },
      { left: 1000, right: 1600 },
    ]
    const line = prepared.composeLine(undefined, bands, 1600)
    expect(wordsOf(line)).toEqual([
      ['aa', 0],
      ['bb', 1000],
      ['cc', 1300],
    ])
    expect(line.next).toBeDefined()
  })

  it('says when a word is too long for the bands', () => {
    const prepared = prepareParagraph(paragraph(['abcdef']), context)
    expect(prepared.composeLine(undefined, [{ left: 700, right: 1000 }], 1000).doesNotFit).toBe(true)
    expect(prepared.composeLine(undefined, [{ left: 0, right: 300 }], 300).doesNotFit).toBe(false)
  })

  it('indents a first line beside an object from the object', () => {
    const prepared = prepareParagraph(paragraph(['aa bb cc'], { indentFirstLine: 200, indentStart: 100 }), context)
    const beside = [{ left: 500, right: 1100 }]
    const first = prepared.composeLine(undefined, beside, 1100)
    expect(wordsOf(first)[0]).toEqual(['aa', 700])
    expect(wordsOf(prepared.composeLine(first.next, beside, 1100))[0]).toEqual(['bb', 500])
    expect(wordsOf(prepared.composeLine(undefined, [{ left: 0, right: 1100 }], 1100))[0]).toEqual(['aa', 300])
    // Where that leaves no room, it begins at the object.
    const narrow = prepareParagraph(paragraph(['aa bb'], { indentFirstLine: 700 }), context)
    expect(wordsOf(narrow.composeLine(undefined, beside, 1100))[0]).toEqual(['aa', 500])
  })

  it('does not count the indent of a first line as least width: Word cuts the word instead', () => {
    const least = (properties: object) => prepareParagraph(paragraph(['aaaa bb'], properties), context).minWidth
    expect(least({ indentFirstLine: 300 })).toBe(400)
    expect(least({ indentFirstLine: -100, indentStart: 100 })).toBe(400)
    expect(least({ indentStart: 100 })).toBe(500)
  })

  it('cuts a word that is too long for an inch beside an object', () => {
    const prepared = prepareParagraph(paragraph(['abcdefghijklmnopqrst']), context)
    const lineIn = (right: number) => prepared.composeLine(undefined, [{ left: 0, right }], 3000)
    expect(textOf(lineIn(1440))).toBe('abcdefghijklmn')
    expect(lineIn(1440).doesNotFit).toBe(false)
    expect(lineIn(1439).doesNotFit).toBe(true)
  })

  it('measures the least and the greatest width', () => {
    const prepared = prepareParagraph(paragraph(['aa bbbb cc'], { indentStart: 50, indentEnd: 20 }), context)
    expect([prepared.minWidth, prepared.maxWidth]).toEqual([470, 1070])
    expect(prepared.leastTextHeight).toBe(200)
  })

  it('scales text', () => {
    const prepared = prepareParagraph(paragraph(['aa']), context, { fontScale: 0.5 })
    expect([prepared.maxWidth, prepared.leastTextHeight]).toEqual([100, 100])
  })

  it('ends on any text', () => {
    const nasty = '\u0301\u202e\ud800a\ufffe\u200b\u00ad\u00ad -\u2014\u05d0\u0e01\u0e33 \ud83d\ude00\u2028'
    for (const width of [-5, 0, 150, 5000]) {
      const lines = linesOf(prepareParagraph(paragraph([nasty.repeat(20), TAB, nasty]), context), width)
      expect(lines.length).toBeGreaterThan(0)
    }
  })
})
