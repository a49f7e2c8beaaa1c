/**
 * What happens at the end of a page.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Block, DocumentModel, Inline } from '../../../src/typeset/model/document-model.js'
import { visibleItems } from '../../support/visible-items.js'
import { cell, row, table } from '../table/support/table-models.js'
import { paragraph, RUN } from '../text/support/paragraphs.js'
import { document, pagesOf, placedTexts, SQUARE_ANCHOR, section, textsOf } from './support/documents.js'

const LINE = RUN.size
const PAGE_BREAK: Inline = { kind: 'break', type: 'page', run: RUN }
const COLUMN_BREAK: Inline = { kind: 'break', type: 'column', run: RUN }
/** Baseline of the first line of a page. */
const FIRST = 200 + 0.8 * LINE

/** Pages of ten lines. */
function paginate(
  blocks: readonly Block[],
  settings: Partial<DocumentModel['settings']> = {},
  properties: Parameters<typeof section>[1] = {},
) {
  const model = document([section(blocks, { pageHeight: 400 + 10 * LINE, ...properties })])
  return pagesOf({ ...model, settings: { ...model.settings, ...settings } })
}

function firstBaseline(page: Parameters<typeof placedTexts>[0]): number | undefined {
  return placedTexts(page)[0]?.y
}

describe('the end of a page', () => {
  const oneAndAHalf = { lineSpacing: { rule: 'auto', value: 1.5 } } as const

  it('lets the space below the last line hang over it', () => {
    const lines = Array.from({ length: 8 }, (_, index) => paragraph([`line${index}`], oneAndAHalf))
    const [page] = paginate(lines, {}, { pageHeight: 400 + 6 * 300 + LINE })
    expect(textsOf(page)).toHaveLength(7)
    const [shorter] = paginate(lines, {}, { pageHeight: 400 + 6 * 300 + LINE - 1 })
    expect(textsOf(shorter)).toHaveLength(6)
  })

  it('lets no border hang over it', () => {
    const bottom = { style: 'single', width: 10, space: 20, color: '000000' }
    const blocks = [...Array(4).fill(paragraph(['a'])), paragraph(['b'], { ...oneAndAHalf, borders: { bottom } })]
    const texts = (height: number) => paginate(blocks, {}, { pageHeight: 400 + height }).map(textsOf)
    expect(texts(4 * LINE + 330)).toHaveLength(1)
    expect(texts(4 * LINE + 329)).toHaveLength(2)
  })
})

describe('a frame that neighbours share', () => {
  const RULE = { style: 'single', width: 20, space: 80, color: '000000' } as const
  const framed = { borders: { top: RULE, bottom: RULE }, spaceAfter: 60 }
  const box = (height: number) => {
    const above = Array(5).fill(paragraph(['x']))
    return paginate(
      [...above, ...['a', 'b', 'c'].map((each) => paragraph([each], framed))],
      {},
      { pageHeight: 400 + height },
    )
  }
  /** Height of five lines, and of two with the frame around them. */
  const ALL = 5 * LINE + 100 + LINE + 60 + LINE + 100

  it('is closed where the page ends, and opened again on the next one', () => {
    const [first, second] = box(ALL)
    expect(textsOf(first).slice(5)).toEqual(['a', 'b'])
    expect(rulesOf(first)).toEqual([210 + 5 * LINE, 200 + ALL - 10])
    expect(textsOf(second)).toEqual(['c'])
    expect(rulesOf(second)).toEqual([210, 200 + 100 + LINE + 90])
    expect(firstBaseline(second)).toBe(FIRST + 100)
  })

  it('needs room for the rule that closes it', () => {
    expect(textsOf(box(ALL - 1)[0]).slice(5)).toEqual(['a'])
  })

  function rulesOf(page: Parameters<typeof placedTexts>[0]): number[] {
    return visibleItems(page?.items ?? []).flatMap((item) => (item.kind === 'stroke' ? [item.y1] : []))
  }
})

describe('breaks before the text of a list item', () => {
  const label = { text: '5.', run: RUN, alignment: 'left', suffix: 'tab' } as const
  const indents = { indentStart: 720, indentFirstLine: -720 }

  it('leave the number with the text', () => {
    for (const first of [PAGE_BREAK, COLUMN_BREAK]) {
      const item = paragraph(
        [{ kind: 'bookmark', name: 'x' }, first, 'See also'],
        { ...indents, spaceBefore: LINE },
        { label },
      )
      const [page, next] = paginate([paragraph(['a']), item], { compatibilityMode: 14 })
      expect(textsOf(page)).toEqual(['a'])
      expect(textsOf(next)).toEqual(['5.', 'See also'])
      expect(placedTexts(next)[0]).toMatchObject({ x: 200, y: FIRST + LINE })
      expect(placedTexts(next)[1]).toMatchObject({ x: 200 + 720 })
    }
  })

  it('stand below the end of a full page', () => {
    const item = paragraph([COLUMN_BREAK, 'b'], {}, { label })
    const pages = paginate([...Array(10).fill(paragraph(['a'])), item])
    expect(pages.map((page) => textsOf(page).length)).toEqual([10, 2])
  })

  it('leave the number before them where no text follows', () => {
    const [page] = paginate([paragraph(['a']), paragraph([PAGE_BREAK], indents, { label }), paragraph(['b'])])
    expect(textsOf(page)).toEqual(['a', '5.'])
  })
})

describe('space above the text after a page break', () => {
  const spaced = { spaceBefore: LINE }

  it('is dropped after a break, and from Word 2013 on where the paragraph asks for a page', () => {
    const broken = [paragraph(['a', PAGE_BREAK]), paragraph(['b'], spaced)]
    const asked = [paragraph(['a']), paragraph(['b'], { ...spaced, pageBreakBefore: true })]
    for (const blocks of [broken, asked]) {
      const firstIn = (compatibilityMode: number) => firstBaseline(paginate(blocks, { compatibilityMode })[1])
      const kept = blocks === asked ? FIRST + LINE : FIRST
      expect([12, 14, 15].map(firstIn)).toEqual([kept, kept, FIRST])
    }
  })

  it('stays where the paragraph below a break asks for a page too, less what the text before the page asks for', () => {
    const blocks = [
      paragraph(['a']),
      paragraph([PAGE_BREAK], { spaceAfter: LINE / 4 }),
      paragraph(['b'], { ...spaced, pageBreakBefore: true }),
    ]
    const firstIn = (compatibilityMode: number) => {
      const pages = paginate(blocks, { compatibilityMode })
      return [pages.length, firstBaseline(pages[1])]
    }
    expect([12, 14, 15].map(firstIn)).toEqual([
      [2, FIRST + 0.75 * LINE],
      [2, FIRST + 0.75 * LINE],
      [2, FIRST],
    ])
  })

  it('is what the text before the page has not asked for already, where up to Word 2010 a paragraph asks for a page', () => {
    const below = (spaceAfter: number) => {
      const blocks = [paragraph(['a'], { spaceAfter }), paragraph(['b'], { ...spaced, pageBreakBefore: true })]
      return firstBaseline(paginate(blocks, { compatibilityMode: 14 })[1])
    }
    expect([0, LINE / 4, 2 * LINE].map(below)).toEqual([FIRST + LINE, FIRST + 0.75 * LINE, FIRST])
  })

  it('goes with the text of a paragraph that the break opens, up to Word 2010', () => {
    const blocks = [paragraph(['a']), paragraph([PAGE_BREAK, 'b'], spaced)]
    const firstIn = (compatibilityMode: number) => firstBaseline(paginate(blocks, { compatibilityMode })[1])
    expect([12, 14, 15].map(firstIn)).toEqual([FIRST + LINE, FIRST + LINE, FIRST])
    const settled = [paragraph(['a'], { spaceAfter: LINE / 4 }), paragraph([PAGE_BREAK, 'b'], spaced)]
    expect(firstBaseline(paginate(settled, { compatibilityMode: 14 })[1])).toBe(FIRST + 0.75 * LINE)
    const compatibility = new Set(['suppressSpBfAfterPgBrk'])
    expect(firstBaseline(paginate(blocks, { compatibility, compatibilityMode: 14 })[1])).toBe(FIRST)
  })
})

describe('contextual spacing in cells', () => {
  const spaced = { styleId: 'Entry', contextualSpacing: true, spaceBefore: LINE / 4, spaceAfter: LINE / 2 }

  /** How much higher than a line the first of two rows is. */
  function extra(cells: readonly (readonly Block[])[], rowMarkStyle = 'Normal'): number {
    const rows = [row(cells.map((blocks) => cell(blocks))), row(cells.map(() => cell([paragraph(['below'])])))]
    const texts = placedTexts(paginate([table(rows, { rowMarkStyle })])[0])
    const y = (wanted: string) => texts.find(({ text }) => text === wanted)?.y ?? 0
    return y('below') - FIRST - LINE
  }

  const entry = (styleId = 'Entry') => [paragraph(['entry'], { ...spaced, styleId })]

  it('takes the space away between cells of a row with paragraphs of one style', () => {
    expect(extra([entry()])).toBe(0.75 * LINE)
    expect(extra([entry(), entry()])).toBe(LINE / 2)
    // In the middle there is none; above the first and below the last the ends of the row keep theirs.
    expect(extra([[paragraph(['low'])], entry('Other'), [paragraph(['low'])]])).toBe(0.75 * LINE)
    expect(
      extra([[paragraph(['low'], { styleId: 'Other' })], entry('Other'), [paragraph(['low'], { styleId: 'Other' })]]),
    ).toBe(0)
  })

  it('takes it away at the ends of rows for paragraphs of the style of their marks', () => {
    expect(extra([entry()], 'Entry')).toBe(LINE / 4)
    expect(extra([[paragraph(['low'], { styleId: 'Entry' })], entry()], 'Entry')).toBe(0)
  })
})

describe('the break between sections', () => {
  const sections = (...parts: readonly (readonly Block[])[]) =>
    pagesOf(document(parts.map((blocks) => section(blocks, { pageHeight: 400 + 10 * LINE, start: 'nextPage' }))))

  it('takes the space below the last paragraph off the space above the next', () => {
    const below = (spaceAfter: number) =>
      firstBaseline(sections([paragraph(['a'], { spaceAfter })], [paragraph(['b'], { spaceBefore: LINE })])[1])
    expect(below(0)).toBe(FIRST + LINE)
    expect(below(LINE / 2)).toBe(FIRST + LINE / 2)
    expect(below(2 * LINE)).toBe(FIRST)
  })

  it('has no page for the empty paragraph that it stands in', () => {
    const full = Array.from({ length: 10 }, (_, index) => paragraph([`line${index}`]))
    expect(sections([...full, paragraph([])], [paragraph(['b'])])).toHaveLength(2)
    expect(sections([...full, paragraph(['c'])], [paragraph(['b'])])).toHaveLength(3)
    expect(sections([...full, paragraph([])])).toHaveLength(2)
  })

  it('has no page for that paragraph after a page break either, nor one where its style asks for a page', () => {
    const broken = [paragraph(['a']), paragraph([PAGE_BREAK])]
    expect(sections([...broken, paragraph([])], [paragraph(['b'])])).toHaveLength(2)
    expect(sections([...broken, paragraph(['c'])], [paragraph(['b'])])).toHaveLength(3)
    expect(sections([...broken, paragraph([]), paragraph([])], [paragraph(['b'])])).toHaveLength(3)
    expect(sections([paragraph(['a']), paragraph([], { pageBreakBefore: true })], [paragraph(['b'])])).toHaveLength(2)
  })

  it('keeps a page break at the end of a section where the next one would go on below it', () => {
    const pages = (last: readonly Inline[]) => {
      const first = section([paragraph(['a']), paragraph(last, { spaceAfter: LINE })])
      const second = section([paragraph(['b'], { spaceBefore: LINE })], { start: 'continuous' })
      return pagesOf(document([first, second]))
    }
    expect(pages([])).toHaveLength(1)
    expect(pages([PAGE_BREAK]).map(textsOf)).toEqual([['a'], ['b']])
    expect(firstBaseline(pages([PAGE_BREAK])[1])).toBe(FIRST + LINE)
  })
})

describe('breaks at the end of a paragraph', () => {
  it('keep the paragraph mark on the page', () => {
    const pages = paginate([paragraph(['a']), paragraph([PAGE_BREAK]), paragraph(['b'])])
    expect(firstBaseline(pages[1])).toBe(FIRST)
  })

  it('send the paragraph mark to the next column', () => {
    const columns = [
      { width: 900, gap: 200 },
      { width: 900, gap: 0 },
    ]
    const [page] = paginate([paragraph(['a']), paragraph([COLUMN_BREAK]), paragraph(['b'])], {}, { columns })
    expect(placedTexts(page)).toMatchObject([
      { text: 'a', x: 200, y: FIRST },
      { text: 'b', x: 1300, y: FIRST + LINE },
    ])
  })
})

describe('more than a page that is to be kept together', () => {
  const words = (name: string) => Array.from({ length: 3 }, (_, line) => `${name}${line}`.padEnd(19, 'x')).join(' ')

  it('breaks between paragraphs, not within one whose lines are kept together', () => {
    const kept = { keepWithNext: true, keepLines: true }
    const blocks = [...'abcde'].map((name) => paragraph([words(name)], kept))
    const lines = paginate(blocks).map((page) => textsOf(page).map((each) => each.slice(0, 2)))
    expect(lines.map((each) => [...new Set(each)])).toEqual([
      ['a0', 'a1', 'a2', 'b0', 'b1', 'b2', 'c0', 'c1', 'c2'],
      ['d0', 'd1', 'd2', 'e0', 'e1', 'e2'],
    ])
  })

  it('breaks within a paragraph that is longer than a page', () => {
    const lines = Array.from({ length: 12 }, (_, line) => `${line}`.padEnd(19, 'x')).join(' ')
    const pages = paginate([paragraph([lines], { keepLines: true })])
    expect(pages.map((page) => new Set(placedTexts(page).map(({ y }) => y)).size)).toEqual([10, 2])
  })
})

describe('tables near floats', () => {
  const narrow = table([row([cell('cell', { width: { type: 'twips', value: 2000 } })])], { grid: [2000] })

  function baselines(offset: number) {
    const beside = { ...SQUARE_ANCHOR, horizontal: { relativeTo: 'column', offset } } as const
    const float: Inline = { kind: 'anchor', drawing: { width: 1800, height: 4 * LINE, elements: [] }, anchor: beside }
    const wide = { pageWidth: 4400, columns: [{ width: 4000, gap: 0 }] }
    const [page] = paginate([paragraph([float, 'text']), narrow], {}, wide)
    return placedTexts(page).map(({ y }) => y)
  }

  it('go below what they do not fit beside', () => {
    expect(baselines(0)).toEqual([FIRST, FIRST + 4 * LINE])
  })

  it('stay beside what they do not reach', () => {
    expect(baselines(2200)).toEqual([FIRST, FIRST + LINE])
  })
})

describe('footnotes that start anew on each page', () => {
  it('are numbered by their pages', () => {
    const reference = (id: string): Inline => ({
      kind: 'noteReference',
      note: 'footnote',
      id,
      customMark: false,
      run: RUN,
    })
    const model = document([
      section([
        paragraph(['a', reference('1'), 'b', reference('2')]),
        paragraph(['c', reference('3')], { pageBreakBefore: true }),
      ]),
    ])
    const footnotes = { ...model.settings.footnotes, restart: 'eachPage' } as const
    const note = { blocks: [paragraph(['note'])] }
    const pages = pagesOf({
      ...model,
      settings: { ...model.settings, footnotes },
      footnotes: new Map(['1', '2', '3'].map((id) => [id, note])),
    })
    const texts = pages.map((page) => textsOf(page).join('').replaceAll('note', ''))
    expect(texts).toEqual(['a1b2', 'c1'])
  })
})

describe('a page break alone in its paragraph, below a full page', () => {
  const note: Inline = { kind: 'noteReference', note: 'footnote', id: '1', customMark: false, run: RUN }
  const pagesWith = (first: Inline | string, count: number, end: readonly Block[] = []) => {
    const model = document([section([paragraph([first]), ...Array(count - 1).fill(paragraph(['a'])), ...end])])
    return pagesOf({ ...model, footnotes: new Map([['1', { blocks: [paragraph(['note'])] }]]) }).length
  }
  /** Pages of as many lines as one page holds, a break and a line. */
  const pagesAfter = (first: Inline | string) => {
    let full = 1
    while (pagesWith(first, full + 1) === 1) full++
    return pagesWith(first, full, [paragraph([PAGE_BREAK]), paragraph(['b'])])
  }

  it('hangs into the margin, but not over notes', () => {
    expect([pagesAfter('a'), pagesAfter(note)]).toEqual([2, 3])
  })
})

describe('page borders', () => {
  it('leave out rows of pictures', () => {
    const marksOf = (style: string) => {
      const top = { style, width: 240, space: 0, color: '000000' }
      const pageBorders = { top, offsetFrom: 'page', display: 'allPages', inFront: false } as const
      const [page] = paginate([paragraph(['a'])], {}, { pageBorders })
      return visibleItems(page?.items ?? []).filter(({ kind }) => kind !== 'glyphs').length
    }
    expect(marksOf('mapleMuffins')).toBe(0)
    expect(marksOf('single')).toBe(1)
  })
})

describe('line numbers', () => {
  it('do not look like the headings that they stand beside', () => {
    const lineNumbers = { countBy: 1, start: 1, distance: 100, restart: 'newPage' } as const
    const blocks = [paragraph(['a']), paragraph(['b'], { outlineLevel: 0, mark: { ...RUN, size: 2 * LINE } })]
    const [page] = paginate(blocks, {}, { lineNumbers, marginLeft: 2000, pageWidth: 6000 })
    const sizes = (page?.items ?? []).flatMap((item) => (item.kind === 'glyphs' && item.x < 2000 ? [item.size] : []))
    expect(sizes).toEqual([LINE, LINE])
  })
})

describe('lines without text beside a float', () => {
  /** The baseline of a text under some paragraphs beside an object that leaves a gap of 500. */
  function baselineBelow(blanks: readonly Block[]): number | undefined {
    const drawing = { width: 3500, height: 4 * LINE, elements: [] }
    const float: Inline = { kind: 'anchor', drawing, anchor: SQUARE_ANCHOR }
    const wide = { pageWidth: 4400, columns: [{ width: 4000, gap: 0 }] }
    const [page] = paginate([paragraph([float]), ...blanks, paragraph(['text'])], {}, wide)
    return placedTexts(page).find(({ text }) => text === 'text')?.y
  }

  it('stand beside it in a gap of any width', () => {
    expect(baselineBelow([paragraph([]), paragraph(['\t', ' '])])).toBe(FIRST + 4 * LINE)
  })

  it('go below it where their blanks are drawn', () => {
    const underline = { style: 'single' } as const
    expect(baselineBelow([paragraph([{ kind: 'tab', run: { ...RUN, underline } }])])).toBe(FIRST + 5 * LINE)
    const tabs = [{ position: 3000, alignment: 'left', leader: 'underscore' }] as const
    expect(baselineBelow([paragraph(['\t'], { tabs })])).toBe(FIRST + 5 * LINE)
  })
})
