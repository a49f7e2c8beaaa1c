/**
 * Tables that go over several pages.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { layOutDocument } from '../../../src/typeset/flow/lay-out-document.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import type { Block, SectionProperties } from '../../../src/typeset/model/document-model.js'
import {
  plainCell,
  plainDocument,
  plainParagraph,
  plainRow,
  plainRun,
  plainSection,
  plainTable,
  plainText,
} from '../../../src/typeset/model/plain-model.js'

// Lines are 200 twips apart; a page holds ten of them.
const LINE = 200
const run = plainRun({ family: 'Cousine', size: 160 })
const fonts = createFontLibrary()

const lineBreak = { kind: 'break', type: 'line', run } as const
const line = (text: string, keepWithNext = false) =>
  plainParagraph([plainText(text, run)], run, { lineSpacing: { rule: 'exact', value: LINE }, keepWithNext })
const row = (cells: readonly (readonly string[])[], isHeader = false, cantSplit = false) =>
  plainRow(
    cells.map((texts) =>
      plainCell(
        texts.map((text) => line(text)),
        2000,
      ),
    ),
    { isHeader, cantSplit },
  )
const lines = (count: number) => Array.from({ length: count }, (_, i) => `line ${i + 1}`)

/** The texts of each page, from left to right and from top to bottom as they are painted. */
function pagesOf(
  blocks: readonly Block[],
  properties: Partial<SectionProperties> = {},
  compatibility: readonly string[] = [],
  compatibilityMode = 15,
): string[][] {
  const section = plainSection(blocks, {
    ...properties,
    pageWidth: 5000,
    pageHeight: 10 * LINE + 2 * 500 + 0.4,
    marginTop: 500,
    marginRight: 500,
    marginBottom: 500,
    marginLeft: 500,
    headerDistance: 100,
    footerDistance: 100,
  })
  const document = plainDocument([section])
  const settings = { ...document.settings, compatibility: new Set(compatibility), compatibilityMode }
  const { pages } = layOutDocument({ ...document, settings }, { fonts })
  return pages.map(({ items }) =>
    items.flatMap((item) => (item.kind === 'glyphs' ? [[...item.texts].join('').trim()] : [])),
  )
}

describe('floating tables', () => {
  /** Where lines, and a cell of a table that hangs from the second of them, stand on the page, in lines. */
  function places(offset: number, spaceBefore = 0, relativeTo: 'text' | 'page' = 'text') {
    const position = {
      horizontal: { relativeTo: 'text', offset: 0 },
      vertical: { relativeTo, offset },
      distances: { top: LINE, right: 0, bottom: 0, left: 0 },
      allowOverlap: true,
    } as const
    const anchor = line('anchor')
    const blocks = [
      line('above'),
      plainTable([4000], [row([['cell']])], { position }),
      { ...anchor, properties: { ...anchor.properties, spaceBefore } },
    ]
    const section = plainSection(blocks, { pageWidth: 5000, marginLeft: 500, marginRight: 500 })
    const [page] = layOutDocument(plainDocument([section]), { fonts }).pages
    const shown = page?.items.flatMap((item) =>
      item.kind === 'glyphs' ? [[[...item.texts].join(''), item.y] as const] : [],
    )
    const first = Math.min(...(shown ?? []).map(([, y]) => y))
    return Object.fromEntries((shown ?? []).map(([text, y]) => [text, Math.round(((y - first) * 10) / LINE) / 10]))
  }

  it('hang from above the space that their anchor has above itself', () => {
    expect(places(0)).toEqual({ above: 0, cell: 1, anchor: 2 })
    expect(places(0, 2 * LINE)).toEqual({ above: 0, cell: 1, anchor: 3 })
  })

  it('push text below themselves that the page places them over', () => {
    const { marginTop } = plainSection([]).properties
    expect(places(marginTop, 0, 'page')).toEqual({ cell: 0, above: 1, anchor: 2 })
  })

  it('push text below themselves that they reach above, and stay where they are', () => {
    expect(places(-LINE / 2)).toEqual({ cell: 0, above: 1, anchor: 2 })
    // The distance that they keep off text does not count there.
    expect(places(LINE / 4)).toEqual({ above: 0, cell: 1.3, anchor: 2.3 })
  })

  it('stand with their text where they ask to stand up to Word 2010, and with their edge from 2013 on', () => {
    const margins = { top: 0, right: 100, bottom: 0, left: 100 }
    const left = (compatibilityMode: number, align?: 'left') => {
      const position = {
        horizontal: { relativeTo: 'text', offset: 0, ...(align && { align }) },
        vertical: { relativeTo: 'text', offset: 0 },
        distances: { top: 0, right: 0, bottom: 0, left: 0 },
        allowOverlap: true,
      } as const
      const blocks = [plainTable([1000], [row([['cell']])], { position, cellMargins: margins }), line('text')]
      const document = plainDocument([plainSection(blocks, { marginLeft: 500 })])
      const settings = { ...document.settings, compatibilityMode }
      const [page] = layOutDocument({ ...document, settings }, { fonts }).pages
      const found = page?.items.find((item) => item.kind === 'glyphs' && [...item.texts].join('') === 'cell')
      return found?.kind === 'glyphs' ? found.x : undefined
    }
    expect([left(14), left(15), left(14, 'left')]).toEqual([500, 600, 600])
  })
})

describe('tables over pages', () => {
  it('begin on a page of their own where all rows are kept together and no page holds them', () => {
    const kept = (count: number) => lines(count).map((text) => plainRow([plainCell([line(text, true)], 2000)]))
    const pages = pagesOf([line('before'), line('heading', true), plainTable([2000], kept(12))])
    expect(pages).toEqual([['before'], ['heading'], lines(10), ['line 11', 'line 12']])
    // With room for all rows, they are kept with the heading.
    expect(pagesOf([line('before'), line('heading', true), plainTable([2000], kept(9))])).toEqual([
      ['before'],
      ['heading', ...lines(9)],
    ])
  })

  it('go on on the next page where no page holds them, wherever they float', () => {
    const position = {
      horizontal: { relativeTo: 'page', offset: 3000 },
      vertical: { relativeTo: 'page', offset: 500 + 3 * LINE },
      distances: { top: 0, right: 0, bottom: 0, left: 0 },
      allowOverlap: true,
    } as const
    const rows = lines(12).map((text) => row([[text]]))
    const pages = pagesOf([plainTable([1000], rows, { position }), line('anchor')])
    expect(pages.flat().sort()).toEqual([...lines(12), 'anchor'].sort())
    expect(pages).toHaveLength(2)
    expect(pages[0]?.[0]).toBe('line 1')
  })

  it('go on below a letterhead that text keeps off, and do not begin anew', () => {
    const position = {
      horizontal: { relativeTo: 'margin', offset: 0 },
      vertical: { relativeTo: 'text', offset: 0 },
      distances: { top: 0, right: 0, bottom: 0, left: 0 },
      allowOverlap: true,
    } as const
    const anchor = {
      horizontal: { relativeTo: 'page', offset: 4500 },
      vertical: { relativeTo: 'page', offset: 100 },
      wrap: 'square',
      wrapSide: 'both',
      distances: { top: 0, right: 0, bottom: 0, left: 0 },
      behindText: false,
      allowOverlap: true,
      layoutInCell: true,
      zOrder: 1,
    } as const
    const drawing = { width: 400, height: 800, elements: [] }
    const letterhead = plainParagraph([{ kind: 'anchor', drawing, anchor }], run)
    const rows = lines(25).map((text) => row([[text]]))
    const pages = pagesOf([plainTable([4000], rows, { position }), line('anchor')], {
      headers: { default: [letterhead] },
    })
    expect(pages.flat()).toEqual([...lines(25), 'anchor'])
  })

  it('go on on the next page where they float and do not fit', () => {
    const position = {
      horizontal: { relativeTo: 'margin', offset: 0 },
      vertical: { relativeTo: 'text', offset: 2 * LINE },
      distances: { top: 0, right: 0, bottom: 0, left: 0 },
      allowOverlap: true,
    } as const
    const rows = Array.from({ length: 12 }, (_, i) => row([[`r${i + 1}`]]))
    const anchor = plainParagraph([], run, { lineSpacing: { rule: 'exact', value: LINE } })
    const pages = pagesOf([line('above'), { ...plainTable([4000], rows), position }, anchor, line('below')])
    expect(pages).toEqual([
      ['above', ...rows.slice(0, 7).map((_, i) => `r${i + 1}`)],
      [...rows.slice(7).map((_, i) => `r${i + 8}`), 'below'],
    ])
  })

  it('go to the next page as a whole where the document wants it (w:doNotBreakWrappedTables)', () => {
    const position = {
      horizontal: { relativeTo: 'margin', offset: 0 },
      vertical: { relativeTo: 'text', offset: 0 },
      distances: { top: 0, right: 0, bottom: 0, left: 0 },
      allowOverlap: true,
    } as const
    const rows = Array.from({ length: 5 }, (_, i) => row([[`r${i + 1}`]]))
    const floating = { ...plainTable([4000], rows), position }
    const blocks = [...lines(7).map((each) => line(each)), floating, line('below')]
    const kept = pagesOf(blocks, {}, ['doNotBreakWrappedTables'])
    expect(kept.map((page) => page.filter((each) => each.startsWith('r')).length)).toEqual([0, 5])
    expect(pagesOf(blocks).map((page) => page.filter((each) => each.startsWith('r')).length)).toEqual([3, 2])
  })

  it('do not leave their header row alone at the end of a page', () => {
    const table = plainTable([2000], [row([['Name']], true), row([['a', 'b', 'c']], false, true)])
    const above = (count: number) => lines(count).map((text) => line(text))
    expect(pagesOf([...above(7), table]).at(-1)).toEqual(['Name', 'a', 'b', 'c'])
    expect(pagesOf([...above(6), table])).toHaveLength(1)
  })

  it('move a row whole that begins with a kept paragraph, unless no page holds it', () => {
    const kept = (count: number) =>
      plainTable(
        [2000],
        [plainRow([plainCell([line('title', true), ...lines(count).map((text) => line(text))], 2000)])],
      )
    const above = lines(7).map((text) => line(text.replace('line', 'above')))
    expect(pagesOf([...above, kept(4)])).toEqual([
      lines(7).map((text) => text.replace('line', 'above')),
      ['title', ...lines(4)],
    ])
    const [first, second] = pagesOf([...above, kept(12)])
    expect(first?.slice(7)).toEqual(['title', 'line 1', 'line 2'])
    expect(second).toEqual(lines(12).slice(2))
  })

  it('repeat their header row on each page', () => {
    const rows = Array.from({ length: 20 }, (_, i) => row([[`r${i + 1}`], [`v${i + 1}`]]))
    const pages = pagesOf([plainTable([2000, 2000], [row([['Name'], ['Value']], true), ...rows])])
    expect(pages.map((page) => page.length)).toEqual([20, 20, 6])
    for (const page of pages) expect(page.slice(0, 2)).toEqual(['Name', 'Value'])
    expect(pages.flatMap((page) => page.slice(2))).toEqual(rows.flatMap((_, i) => [`r${i + 1}`, `v${i + 1}`]))
  })

  it('split a row that is longer than a page, under repeated headers', () => {
    const pages = pagesOf([plainTable([2000, 2000], [row([['A'], ['B']], true), row([['x'], lines(30)])])])
    for (const page of pages) expect(page.slice(0, 2)).toEqual(['A', 'B'])
    expect(pages.flatMap((page) => page.slice(2))).toEqual(['x', ...lines(30)])
  })

  it.each([false, true])('split a row that is longer than the pages it has to itself (cantSplit: %s)', (cantSplit) => {
    const pages = pagesOf([line('above'), plainTable([2000, 2000], [row([['x'], lines(31)], false, cantSplit)])])
    for (const page of pages) expect(page.length).toBeLessThanOrEqual(11)
    expect(pages.flat()).toEqual(['above', 'x', ...lines(31)])
  })

  it('stay with the heading above', () => {
    const blocks = [...lines(8).map((text) => line(text)), line('Heading', true)]
    const pages = pagesOf([...blocks, plainTable([2000], [row([lines(3)], false, true)])])
    expect(pages.map((page) => page.length)).toEqual([8, 4])
    expect(pages[1]?.[0]).toBe('Heading')
  })

  it.each([
    ['below', 95, 9],
    ['not even', 105, 8],
  ])('end a page where the border %s its last row fits', (_, height, count) => {
    // Rows of 210 twips, the border above each of them with it: nine and the border that closes the page take 1900.
    const border = { style: 'single', width: 10, space: 0, color: 'auto' } as const
    const borders = { top: border, bottom: border, insideHorizontal: border }
    const above = plainParagraph([plainText('above', run)], run, { lineSpacing: { rule: 'exact', value: height } })
    const rows = lines(12).map((text) => row([[text]]))
    const pages = pagesOf([above, plainTable([1000], rows, { borders })])
    expect(pages[0]).toEqual(['above', ...lines(count)])
  })
})

describe('a paragraph in a cell that a page cuts', () => {
  const text = ['aaa bbb', 'ccc ddd', 'eee']
  const broken = plainParagraph(
    text.flatMap((words, index) => (index === 0 ? [plainText(words, run)] : [lineBreak, plainText(words, run)])),
    run,
    { lineSpacing: { rule: 'exact', value: LINE } },
  )
  const around = (count: number) => [
    ...lines(count).map((words) => line(words)),
    plainTable([2000], [plainRow([plainCell([broken], 2000)])]),
  ]

  it('leaves single lines up to Word 2010', () => {
    expect(pagesOf(around(9), {}, [], 14)[1]).toEqual(text.slice(1))
    expect(pagesOf(around(8), {}, [], 14)[1]).toEqual(text.slice(2))
  })

  it('keeps two lines together from Word 2013 on, as paragraphs of the text do', () => {
    expect(pagesOf(around(9))[1]).toEqual(text)
    expect(pagesOf(around(8))[1]).toEqual(text)
    expect(pagesOf([...lines(9).map((words) => line(words)), broken], {}, [], 14)[1]).toEqual(text)
  })
})
