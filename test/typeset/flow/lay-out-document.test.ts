/**
 * Documents on pages: sections, columns, notes, floats.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Block, Inline } from '../../../src/typeset/model/document-model.js'
import { cell, row, table } from '../table/support/table-models.js'
import { paragraph, RUN, text } from '../text/support/paragraphs.js'
import { document, pagesOf, placedTexts, SQUARE_ANCHOR, section, textsOf } from './support/documents.js'

const LINE = RUN.size

function lines(count: number, properties: Parameters<typeof paragraph>[1] = {}, name = 'line'): Block[] {
  return Array.from({ length: count }, (_, index) => paragraph([`${name}${index + 1}`], properties))
}

/** One paragraph of that many lines. */
function tall(count: number, properties: Parameters<typeof paragraph>[1] = {}, name = 'tall'): Block {
  const inlines = Array.from({ length: count }, (_, index): Inline[] => [
    ...(index === 0 ? [] : [{ kind: 'break', type: 'line', run: RUN } as const]),
    text(`${name}${index + 1}`),
  ])
  return paragraph(inlines.flat(), properties)
}

const PAGE_BREAK: Inline = { kind: 'break', type: 'page', run: RUN }
const PAGE_NUMBER: Inline = { kind: 'pageField', field: 'page', cached: '?', run: RUN }
const PAGE_COUNT: Inline = { kind: 'pageField', field: 'pageCount', cached: '?', run: RUN }

/** Pages of ten lines. */
function paginate(blocks: readonly Block[], properties: Parameters<typeof section>[1] = {}) {
  return pagesOf(document([section(blocks, { pageHeight: 400 + 10 * LINE, ...properties })]))
}

describe('layOutDocument: pages', () => {
  it('fills pages to the last line that fits', () => {
    const pages = paginate(lines(23))
    expect(pages.map((page) => textsOf(page).length)).toEqual([10, 10, 3])
    expect(textsOf(pages[1])[0]).toBe('line11')
  })

  it('moves nothing off the page by space alone', () => {
    const pages = paginate([paragraph(['far'], { spaceBefore: 40 * LINE }), ...lines(1)])
    const [far] = placedTexts(pages[0])
    expect(far?.text).toBe('far')
    expect(far?.y).toBeLessThan(200 + 10 * LINE)
    expect(pages).toHaveLength(2)
  })

  it('shows the number of the page that text came to, not of the one that it did not fit on', () => {
    const numbered = (count: number) => {
      const inlines = Array.from({ length: count }, (): Inline[] => [
        PAGE_NUMBER,
        { kind: 'break', type: 'line', run: RUN },
      ])
      return inlines.flat().slice(0, -1)
    }
    const moved = paginate([...lines(8), paragraph(numbered(3), { keepLines: true }), ...lines(1)])
    expect(textsOf(moved[1])).toEqual(['2', '2', '2', 'line1'])
    const parted = paginate([...lines(8), paragraph(numbered(4))])
    expect([textsOf(parted[0]).slice(8), textsOf(parted[1])]).toEqual([
      ['1', '1'],
      ['2', '2'],
    ])
    const kept = paginate([...lines(9), paragraph([PAGE_NUMBER], { keepWithNext: true }), ...lines(1, {}, 'next')])
    expect(textsOf(kept[1])).toEqual(['2', 'next1'])
  })

  it('makes one page of an empty document', () => {
    expect(pagesOf(document([section([])]))).toHaveLength(1)
  })

  it('keeps two lines of a paragraph together at its start and end', () => {
    const orphan = paginate([...lines(9), tall(4, { widowControl: true })])
    expect(textsOf(orphan[0])).toHaveLength(9)
    const widow = paginate([...lines(7), tall(4, { widowControl: true })])
    expect(textsOf(widow[0])).toHaveLength(9)
    expect(textsOf(widow[1])).toEqual(['tall3', 'tall4'])
    const free = paginate([...lines(9), tall(4, { widowControl: false })])
    expect(textsOf(free[0])).toHaveLength(10)
  })

  it('keeps lines of a paragraph together', () => {
    const pages = paginate([...lines(5), tall(8, { keepLines: true })])
    expect(pages.map((page) => textsOf(page).length)).toEqual([5, 8])
  })

  it('takes headings along that are kept with their text', () => {
    const pages = paginate([...lines(8), ...lines(2, { keepWithNext: true }, 'head'), ...lines(1, {}, 'body')])
    expect(textsOf(pages[1])).toEqual(['head1', 'head2', 'body1'])
  })

  it('breaks a chain of kept paragraphs that is longer than a page', () => {
    const pages = paginate(lines(25, { keepWithNext: true }))
    expect(pages.map((page) => textsOf(page).length)).toEqual([10, 10, 5])
  })

  it('breaks pages where it is told to, without empty lines or pages', () => {
    const pages = paginate([
      paragraph(['a', PAGE_BREAK, 'b']),
      paragraph(['c', PAGE_BREAK]),
      paragraph(['d'], { pageBreakBefore: true }),
    ])
    expect(pages.map(textsOf)).toEqual([['a'], ['b', 'c'], ['d']])
    expect(placedTexts(pages[2])[0]?.y).toBe(placedTexts(pages[0])[0]?.y)
  })

  it('sets a paragraph of one tall line that fits on no page', () => {
    const pages = paginate([
      ...lines(1),
      paragraph(['x'], { lineSpacing: { rule: 'exact', value: 30 * LINE } }),
      ...lines(1),
    ])
    expect(pages.map(textsOf)).toEqual([['line1'], ['x'], ['line1']])
  })

  it('drops the space above a paragraph that ran over or stands below a page break, and keeps it where a section starts', () => {
    const spaced = { spaceBefore: LINE }
    const ran = paginate([...lines(10), ...lines(1, spaced)])
    const broke = paginate([paragraph(['a', PAGE_BREAK]), ...lines(1, spaced)])
    const parted = pagesOf(document([section(lines(1)), section(lines(1, spaced), { start: 'nextPage' })]))
    const first = placedTexts(ran[0])[0]?.y ?? 0
    expect(placedTexts(ran[1])[0]?.y).toBe(first)
    expect(placedTexts(broke[1])[0]?.y).toBe(first)
    expect(placedTexts(parted[1])[0]?.y).toBe(first + LINE)
  })
})

describe('layOutDocument: sections', () => {
  it('goes on below a continuous section and balances its columns', () => {
    const columns = [
      { width: 900, gap: 200 },
      { width: 900, gap: 0 },
    ]
    const [page] = pagesOf(
      document([section(lines(4), { columns }), section(lines(1, {}, 'after'), { start: 'continuous' })]),
    )
    const placed = placedTexts(page)
    expect(placed.map(({ x }) => x)).toEqual([200, 200, 1300, 1300, 200])
    expect((placed[4]?.y ?? 0) - (placed[0]?.y ?? 0)).toBe(2 * LINE)
  })

  it('balances columns of different widths, too', () => {
    const columns = [
      { width: 600, gap: 200 },
      { width: 1200, gap: 0 },
    ]
    const text = paragraph(['aaaa '.repeat(8).trim()], { widowControl: false })
    const [page] = pagesOf(
      document([section([text], { columns }), section(lines(1, {}, 'after'), { start: 'continuous' })]),
    )
    const left = placedTexts(page).filter(({ x, text: each }) => x < 800 && each !== 'after1')
    const right = placedTexts(page).filter(({ x }) => x >= 1000)
    const height = (placed: readonly { readonly y: number }[]) => new Set(placed.map(({ y }) => y)).size
    expect(height(left)).toBeGreaterThan(0)
    expect(Math.abs(height(left) - height(right))).toBeLessThanOrEqual(1)
  })

  it('keeps all columns off the text above by the space below it', () => {
    const columns = [
      { width: 900, gap: 200 },
      { width: 900, gap: 0 },
    ]
    const above = lines(1, { spaceAfter: 150 }, 'above')
    const [page] = pagesOf(
      document([
        section(above),
        section(lines(2), { columns, start: 'continuous' }),
        section(lines(1, {}, 'after'), { start: 'continuous' }),
      ]),
    )
    const [title, left, right] = placedTexts(page)
    expect((left?.y ?? 0) - (title?.y ?? 0)).toBe(LINE + 150)
    expect(right?.y).toBe(left?.y)
  })

  it('puts a blank page before a section that starts on an odd page', () => {
    const pages = pagesOf(document([section(lines(1)), section(lines(1), { start: 'oddPage' })]))
    expect(pages.map((page) => textsOf(page).length)).toEqual([1, 0, 1])
  })

  it('numbers pages in headers and counts them', () => {
    const headers = { default: [paragraph([PAGE_NUMBER, '/', PAGE_COUNT])] }
    const pages = paginate(lines(15), { headers, pageNumberStart: 5, fixedMarginTop: true })
    expect(pages.map((page) => textsOf(page).slice(-3).join(''))).toEqual(['5/2', '6/2'])
  })

  it('shows the number of pages in the text', () => {
    const pages = paginate([paragraph([PAGE_COUNT]), ...lines(10)])
    expect(textsOf(pages[0])[0]).toBe('2')
  })

  it('lets a tall header push the text down, and the first page have its own', () => {
    const headers = { default: lines(3, {}, 'head'), first: lines(1, {}, 'title') }
    const pages = paginate(lines(12), { headers, titlePage: true })
    expect(textsOf(pages[0]).at(-1)).toBe('title1')
    expect(placedTexts(pages[1]).find(({ text }) => text.startsWith('line'))?.y).toBe(100 + 3 * LINE + 0.8 * LINE)
  })

  it('moves the text of a page to its vertical alignment', () => {
    const [top] = paginate(lines(2))
    const [bottom] = paginate(lines(2), { verticalAlign: 'bottom' })
    expect((placedTexts(bottom)[0]?.y ?? 0) - (placedTexts(top)[0]?.y ?? 0)).toBe(8 * LINE)
  })

  it('numbers lines', () => {
    const lineNumbers = { countBy: 2, start: 1, distance: 100, restart: 'newPage' } as const
    const [page] = paginate(lines(4), { lineNumbers, marginLeft: 2000, pageWidth: 6000 })
    expect(textsOf(page).filter((each) => /^\d+$/.test(each))).toEqual(['2', '4'])
  })
})

describe('layOutDocument: notes', () => {
  const reference: Inline = { kind: 'noteReference', note: 'footnote', id: 'n', customMark: false, run: RUN }

  it('keeps a footnote on the page of its reference', () => {
    const footnotes = new Map([['n', { blocks: lines(3, {}, 'note') }]])
    const blocks = [...lines(8), paragraph(['with', reference]), ...lines(1, {}, 'end')]
    const pages = pagesOf(
      document([section(blocks, { pageHeight: 400 + 10 * LINE })], { footnotes, footnoteSeparator: [] }),
    )
    expect(textsOf(pages[0]).some((each) => each.startsWith('note'))).toBe(true)
    const all = pages.flatMap(textsOf)
    expect(all.filter((each) => each.startsWith('note'))).toEqual(['note1', 'note2', 'note3'])
    expect(all).toContain('end1')
  })

  it.each(['footnote', 'endnote'] as const)('numbers a %s that stands in a table', (note) => {
    const content = paragraph([{ kind: 'noteNumber', run: RUN }])
    const notes = new Map([['n', { blocks: [table([row([cell([table([row([cell([content])])])])])])] }]])
    const model = document([section([paragraph(['with', { ...reference, note }])])], {
      [`${note}s`]: notes,
      footnoteSeparator: [],
    })
    expect(textsOf(pagesOf(model)[0]).filter((each) => each === '1')).toHaveLength(2)
  })

  it('keeps the space below a paragraph free above a footnote, not above the end of a page', () => {
    const footnotes = new Map([['n', { blocks: lines(1, {}, 'note') }]])
    const textOfPages = (spaceAfter: number, first: Inline) => {
      const blocks = [paragraph(['with', first]), ...lines(1, { spaceAfter }, 'below'), ...lines(1, {}, 'next')]
      const model = document([section(blocks, { pageHeight: 400 + 3 * LINE })], { footnotes, footnoteSeparator: [] })
      return pagesOf(model).map((page) => textsOf(page).filter((each) => /^(below|next)/.test(each)))
    }
    const plain: Inline = { kind: 'text', text: 'out', run: RUN }
    expect(textOfPages(0, reference)).toEqual([['below1'], ['next1']])
    expect(textOfPages(LINE, reference)).toEqual([[], ['below1', 'next1']])
    expect(textOfPages(2 * LINE, plain)).toEqual([['below1'], ['next1']])
  })

  it('keeps room for an empty notice below notes, and shows nothing there', () => {
    const footnotes = new Map([['n', { blocks: lines(1, {}, 'note') }]])
    const above = { footnotes, footnoteSeparator: [] }
    const pagesWith = (room: number, notice?: readonly Block[]) => {
      const section1 = section([paragraph(['with', reference]), ...lines(3)], { pageHeight: 400 + (5 + room) * LINE })
      return pagesOf(document([section1], notice === undefined ? above : { ...above, footnoteNotice: notice }))
    }
    expect(pagesWith(0)).toHaveLength(1)
    expect(pagesWith(1, [paragraph([])])).toHaveLength(1)
    expect(pagesWith(0, [paragraph([])])).toHaveLength(2)
    const noteOf = (pages: ReturnType<typeof pagesOf>) =>
      placedTexts(pages[0]).find(({ text }) => text.startsWith('note'))?.y ?? Number.NaN
    expect(noteOf(pagesWith(1, [paragraph([])]))).toBe(noteOf(pagesWith(0)))
  })

  it('makes what stands above notes as high as its own lines', () => {
    const footnotes = new Map([['n', { blocks: lines(1, {}, 'note') }]])
    const pageCount = (separator: number, above: readonly Block[]) => {
      const blocks = [paragraph(['with', reference]), ...lines(7)]
      const notes = { footnotes, footnoteSeparator: above }
      return pagesOf(document([section(blocks, { pageHeight: 400 + (8 + separator + 1) * LINE })], notes)).length
    }
    expect(pageCount(2, lines(2, {}, 'rule'))).toBe(1)
    expect(pageCount(1, lines(2, {}, 'rule'))).toBe(2)
    expect(pageCount(1, lines(1, {}, 'rule'))).toBe(1)
  })

  it('has between notes what their paragraphs ask for, and above the first what it asks for below the separator', () => {
    const spaced = { spaceAfter: LINE, spaceBefore: LINE / 2 }
    const note = (name: string) => ({ blocks: [paragraph([name], spaced)] })
    const footnotes = new Map([
      ['n', note('first')],
      ['m', note('second')],
    ])
    const notes = { footnotes, footnoteSeparator: lines(1, { spaceAfter: LINE / 4 }, 'rule') }
    const [page] = pagesOf(document([section([paragraph(['a', reference, { ...reference, id: 'm' }])])], notes))
    const [rule = 0, first = 0, second = 0] = ['rule1', 'first', 'second'].map(
      (name) => placedTexts(page).find((each) => each.text === name)?.y,
    )
    expect(first - rule).toBe(1.5 * LINE)
    expect(second - first).toBe(2 * LINE)
  })

  it('keeps the space below the last note at the foot of the page', () => {
    const baseline = (spaceAfter: number) => {
      const footnotes = new Map([['n', { blocks: [paragraph(['note'], { spaceAfter })] }]])
      const [page] = pagesOf(document([section([paragraph(['a', reference])])], { footnotes, footnoteSeparator: [] }))
      return placedTexts(page).find((each) => each.text === 'note')?.y ?? 0
    }
    expect(baseline(0) - baseline(LINE)).toBe(LINE)
  })

  it('keeps the space below the last paragraph above the separator of endnotes', () => {
    const endnote: Inline = { kind: 'noteReference', note: 'endnote', id: 'e', customMark: false, run: RUN }
    const endnotes = new Map([['e', { blocks: [paragraph(['end'])] }]])
    const endnoteSeparator = lines(1, { spaceAfter: LINE / 2 }, 'rule')
    const last = paragraph(['last', endnote], { spaceAfter: 2 * LINE })
    const [page] = pagesOf(document([section([last])], { endnotes, endnoteSeparator }))
    const at = (name: string) => placedTexts(page).find((each) => each.text.startsWith(name))?.y ?? Number.NaN
    expect(at('rule') - at('last')).toBe(3 * LINE)
    expect(at('end') - at('rule')).toBe(1.5 * LINE)
  })

  it('has something of its own above notes that go on from the page before', () => {
    const footnotes = new Map([['n', { blocks: lines(12, {}, 'note') }]])
    const notes = { footnotes, footnoteSeparator: lines(1, {}, 'first'), footnoteContinuation: lines(2, {}, 'more') }
    const pages = pagesOf(document([section([paragraph(['with', reference])], { pageHeight: 400 + 10 * LINE })], notes))
    expect(pages.map((page) => textsOf(page).filter((each) => /^(first|more|note)/.test(each)))).toEqual([
      ['first1', ...lines(8).map((_, index) => `note${index + 1}`)],
      ['more1', 'more2', 'note9', 'note10', 'note11', 'note12'],
    ])
  })

  it('splits no note of two lines', () => {
    const footnotes = new Map([['n', { blocks: [paragraph(['note note note note note'])] }]])
    const blocks = [...lines(8), paragraph(['with', reference])]
    const model = document([section(blocks, { pageHeight: 400 + 10 * LINE })], { footnotes, footnoteSeparator: [] })
    const pages = pagesOf(model).map(textsOf)
    expect(pages[0]).toHaveLength(8)
    expect(pages[1]?.join(' ')).toMatch(/^with.*note note note note note$/)
  })

  it('splits a note that is longer than a page over the pages after it', () => {
    const footnotes = new Map([['n', { blocks: lines(25, {}, 'note') }]])
    const pages = pagesOf(
      document([section([paragraph(['with', reference])], { pageHeight: 400 + 10 * LINE })], {
        footnotes,
        footnoteSeparator: [],
      }),
    )
    expect(pages.length).toBe(3)
    expect(pages.flatMap(textsOf).filter((each) => each.startsWith('note'))).toHaveLength(25)
  })

  it('keeps the rest of a note where a line that was placed after it is taken back', () => {
    const kept = paragraph(
      Array(9)
        .fill('a note of nine lines ')
        .flatMap((each) => [each]),
      { keepLines: true },
    )
    const footnotes = new Map([['n', { blocks: [paragraph(['first']), kept] }]])
    // The note's second paragraph goes to the next page, and so do both lines of the last paragraph: one would be alone.
    const blocks = [
      paragraph(['with', reference]),
      ...lines(7),
      paragraph(['two lines of text, the'], { widowControl: true }),
    ]
    const model = document([section(blocks, { pageHeight: 400 + 10 * LINE })], { footnotes, footnoteSeparator: [] })
    const all = pagesOf(model).flatMap(textsOf).join(' ')
    expect(all.match(/nine/g)).toHaveLength(9)
    expect(textsOf(pagesOf(model)[0])).toHaveLength(9 + 1)
  })

  it('sets endnotes after the text, with their numbers', () => {
    const endnote: Inline = { kind: 'noteReference', note: 'endnote', id: 'e', customMark: false, run: RUN }
    const endnotes = new Map([['e', { blocks: [paragraph([{ kind: 'noteNumber', run: RUN }, ' last'])] }]])
    const [page] = pagesOf(document([section([paragraph(['a', endnote])])], { endnotes }))
    expect(textsOf(page).join(' ')).toMatch(/a 1 .*1.*last/)
  })
})

describe('layOutDocument: floats', () => {
  const anchor = { ...SQUARE_ANCHOR, distances: { top: 0, right: 100, bottom: 0, left: 0 } }
  const drawing = (width: number, height: number) => ({ width, height, elements: [] })

  it('sets lines beside a float and below it', () => {
    const float: Inline = { kind: 'anchor', drawing: drawing(300, 2 * LINE - 10), anchor }
    const [page] = paginate([paragraph([float, 'one']), ...lines(2)], { pageWidth: 4400 })
    expect(placedTexts(page).map(({ x }) => x)).toEqual([600, 600, 200])
  })

  it('sets text around a float that the page places above its anchor', () => {
    const vertical = { relativeTo: 'margin', offset: LINE } as const
    const float: Inline = {
      kind: 'anchor',
      drawing: drawing(1000, 2 * LINE),
      anchor: { ...anchor, wrap: 'topAndBottom', vertical },
    }
    const [page, ...rest] = paginate([...lines(4), paragraph([float, 'anchor'])])
    expect(placedTexts(page).map(({ y }) => (y - 200 - 0.8 * LINE) / LINE)).toEqual([0, 3, 4, 5, 6])
    expect(rest).toEqual([])
    // Its anchor may have to go on the next page then: that is all, and nothing is lost.
    const [first, second] = paginate([...lines(9), paragraph([float, 'anchor']), ...lines(1)])
    expect([...textsOf(first), ...textsOf(second)]).toHaveLength(11)
  })

  it('leaves gaps of less than an inch empty', () => {
    const float: Inline = { kind: 'anchor', drawing: drawing(1000, 2 * LINE), anchor }
    const [page] = paginate([paragraph([float, 'one'])])
    const [first] = placedTexts(page)
    expect(first?.x).toBe(200)
    expect(first?.y).toBe(200 + 2 * LINE + 0.8 * LINE)
  })

  it('leaves a line that holds the whole of an object with text above and below only where it is', () => {
    const box: Inline = {
      kind: 'anchor',
      drawing: drawing(1000, LINE),
      anchor: { ...anchor, wrap: 'topAndBottom', vertical: { relativeTo: 'paragraph', offset: LINE / 2 } },
    }
    const logo: Inline = { kind: 'drawing', drawing: drawing(300, 2 * LINE), run: RUN }
    const [tallLine] = paginate([paragraph([box, logo, 'x'])])
    const [plainLine] = paginate([paragraph([box, 'x'])])
    expect(placedTexts(tallLine)[0]?.y).toBe(200 + 2 * LINE)
    expect(placedTexts(plainLine)[0]?.y).toBe(200 + 1.5 * LINE + 0.8 * LINE)
  })

  it('leaves a line above an object that only the space which line spacing adds would meet', () => {
    const spread = { lineSpacing: { rule: 'auto', value: 2 } } as const
    const top = (offset: number) => {
      const vertical = { relativeTo: 'paragraph', offset } as const
      const picture: Inline = {
        kind: 'anchor',
        drawing: drawing(1000, 3 * LINE),
        anchor: { ...anchor, wrap: 'topAndBottom', vertical },
      }
      const [page] = paginate([paragraph([picture, 'heading'], spread), ...lines(1)])
      return placedTexts(page).map(({ y }) => y - 200 - 0.8 * LINE)
    }
    expect(top(LINE)).toEqual([0, 4 * LINE])
    expect(top(LINE - 1)).toEqual([4 * LINE - 1, 6 * LINE - 1])
  })

  it('counts the space above a paragraph as part of it beside such an object, and spends it again below', () => {
    const baseline = (offset: number, spaceBefore: number) => {
      const picture: Inline = {
        kind: 'anchor',
        drawing: drawing(1000, 2 * LINE),
        anchor: {
          ...anchor,
          wrap: 'topAndBottom',
          distances: { top: 0, right: 0, bottom: 0, left: 0 },
          vertical: { relativeTo: 'paragraph', offset },
        },
      }
      const [page] = paginate([paragraph([picture, 'anchor']), paragraph(['below'], { spaceBefore })])
      return ((placedTexts(page)[1]?.y ?? 0) - 200 - 0.8 * LINE) / LINE
    }
    expect(baseline(1.5 * LINE, LINE)).toBe(4.5)
    expect(baseline(1.5 * LINE, 0)).toBe(3.5)
    expect(baseline(3 * LINE, LINE)).toBe(2)
  })

  it('puts a rule into the space above its own paragraph, and has that space below it again', () => {
    const baseline = (offset: number, height = 0) => {
      const vertical = { relativeTo: 'paragraph', offset } as const
      const distances = { top: 0, right: 0, bottom: 0, left: 0 }
      const rule: Inline = {
        kind: 'anchor',
        drawing: drawing(1000, height),
        anchor: { ...anchor, wrap: 'topAndBottom', distances, vertical },
      }
      const [page] = paginate([...lines(1), paragraph([rule, 'title'], { spaceBefore: 2 * LINE })])
      return ((placedTexts(page)[1]?.y ?? 0) - 200 - 0.8 * LINE) / LINE
    }
    expect(baseline(LINE / 2)).toBe(3.5)
    expect(baseline(LINE / 2, 1.5 * LINE)).toBe(5)
    // One that does not fit in the space counts from the first line.
    expect(baseline(LINE / 2, 1.6 * LINE)).toBeCloseTo(5.1)
  })

  it('takes a line that is kept with the next to another page for the sake of the picture between them', () => {
    const vertical = { relativeTo: 'paragraph', offset: LINE } as const
    const picture: Inline = {
      kind: 'anchor',
      drawing: drawing(1000, 4 * LINE),
      anchor: { ...anchor, wrap: 'topAndBottom', vertical },
    }
    const pageOfHeading = (above: number, keepWithNext: boolean) => {
      const pages = paginate([...lines(above), paragraph([picture, 'heading'], { keepWithNext }), paragraph(['end'])])
      return pages.findIndex((page) => textsOf(page).includes('heading'))
    }
    expect(pageOfHeading(4, true)).toBe(0)
    expect(pageOfHeading(6, true)).toBe(1)
    expect(pageOfHeading(6, false)).toBe(0)
  })

  describe('frames of paragraphs in tables', () => {
    const frame = {
      horizontal: { relativeTo: 'page', offset: 3000 },
      vertical: { relativeTo: 'page', offset: 2000 },
      width: 2000,
      horizontalSpace: 0,
      verticalSpace: 0,
      wrap: 'around',
    } as const
    const framed = (name: string) => paragraph([name], { frame: { ...frame } })
    const inTable = (...content: Block[]) => table([row([cell([table(content.map((each) => row([cell([each])])))])])])
    const placed = (...blocks: Block[]) => {
      const pages = paginate([...blocks, paragraph(['text'])])
      const texts = pages.flatMap((page, index) => placedTexts(page).map((each) => ({ ...each, page: index })))
      return Object.fromEntries(
        texts.map(({ text, x, y, page }) => [text, { x: Math.round(x), y: Math.round(y), page }]),
      )
    }

    it('take the table into the frame of the paragraphs around it', () => {
      const { above, in: inside, below } = placed(framed('above'), inTable(framed('in')), framed('below'))
      expect([above?.x, below?.x]).toEqual([3000, 3000])
      expect((inside?.y ?? 0) - (above?.y ?? 0)).toBe(LINE)
      expect((below?.y ?? 0) - (above?.y ?? 0)).toBe(2 * LINE)
    })

    it('put a table at the place of the frame, on more than one page if need be', () => {
      const rows = Array.from({ length: 14 }, (_, index) => framed(`${index}`))
      const { 0: first, 13: last, text: after } = placed(inTable(...rows))
      expect([first?.page, last?.page]).toEqual([0, 1])
      expect(first?.x).toBeGreaterThan(after?.x ?? Number.NaN)
    })

    it('count by themselves where one paragraph is in none', () => {
      const { o } = placed(inTable(framed('i'), paragraph(['o'])))
      expect(o?.x).toBeLessThan(3000)
    })

    it('say nothing in a floating table, whose place they repeat', () => {
      const distances = { top: 0, right: 0, bottom: 0, left: 0 }
      const position = {
        horizontal: { relativeTo: 'page', offset: 1000 },
        vertical: { relativeTo: 'page', offset: 1000 },
        distances,
        allowOverlap: true,
      } as const
      const at = (content: Block) => {
        const floating = { ...table([row([cell([inTable(content), paragraph(['o'])])])]), position }
        return placed(floating)['i']
      }
      expect(at(framed('i'))).toEqual(at(paragraph(['i'])))
    })
  })

  it('sets text over a frame that it runs through, and beside others', () => {
    const frame = {
      horizontal: { relativeTo: 'text', align: 'right', offset: 0 },
      vertical: { relativeTo: 'text', offset: 1 },
      horizontalSpace: 0,
      verticalSpace: 0,
    } as const
    const topOf = (wrap: 'none' | 'notBeside') => {
      const [page] = paginate([paragraph(['7'], { frame: { ...frame, wrap } }), paragraph(['text'])])
      return placedTexts(page).map(({ y }) => y)
    }
    expect(new Set(topOf('none')).size).toBeLessThanOrEqual(2)
    expect(Math.max(...topOf('none')) - Math.min(...topOf('none'))).toBeLessThan(2)
    expect(Math.max(...topOf('notBeside')) - Math.min(...topOf('notBeside'))).toBeGreaterThanOrEqual(LINE)
  })

  it('puts a drop cap beside the paragraph after it', () => {
    const frame = {
      horizontal: { relativeTo: 'text', offset: 0 },
      vertical: { relativeTo: 'text', offset: 0 },
      wrap: 'around',
      horizontalSpace: 0,
      verticalSpace: 0,
      dropCap: { lines: 2, inMargin: false },
    } as const
    const lineSpacing = { rule: 'exact', value: 2 * LINE } as const
    const beside = (indentFirstLine: number) => {
      const blocks = [paragraph(['D'], { frame, lineSpacing, indentFirstLine }), tall(3)]
      const [page] = paginate(blocks, { pageWidth: 4400 })
      return placedTexts(page).filter(({ text: each }) => each.startsWith('tall'))
    }
    expect(beside(0).map(({ x }) => x > 200)).toEqual([true, true, false])
    // The indent that the letter has as a first line makes its frame wider.
    expect((beside(150)[0]?.x ?? 0) - (beside(0)[0]?.x ?? 0)).toBe(150)
  })
})

it('loses nothing on the way through a hundred pages', () => {
  const pages = paginate(lines(1000))
  expect(pages).toHaveLength(100)
  expect(pages.flatMap(textsOf).at(-1)).toBe('line1000')
})
