import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { TYPESET_LIMITS } from '../../src/limits.js'
import { type Block, layOutBlocks } from '../../src/typeset/blocks.js'
import { loadBundledFace } from '../../src/typeset/bundled-fonts.js'
import type { DisplayList } from '../../src/typeset/display-list.js'
import { paginate } from '../../src/typeset/paginate.js'
import type { TextStyle } from '../../src/typeset/text-style.js'

// Lines are 200 twips apart and 20 cells of 120 twips wide; a page holds ten of them.
const LEADING = 200
const WIDTH = 2400
const PAGE = 2000
const style: TextStyle = { faces: [loadBundledFace('mono')], size: 200, color: [0, 0, 0] }
const rule = { thickness: 10, color: [0, 0, 0] } as const

const setText = (text: string) => ({ spans: [{ text, style }], leading: LEADING })
const paragraph = (text: string, options: Partial<Extract<Block, { kind: 'paragraph' }>> = {}): Block => ({
  kind: 'paragraph',
  paragraph: setText(text),
  ...options,
})
const lines = (count: number, text = 'word') =>
  Array.from({ length: count }, (_, i) => `${text}${i + 1}`.padEnd(19)).join(' ')

function textOf(list: DisplayList): string[] {
  return list.flatMap((item) =>
    item.kind === 'text'
      ? [
          item.text.glyphs
            .slice(item.from, item.to)
            .map((glyph) => String.fromCodePoint(glyph.codePoint))
            .join('')
            .trim(),
        ]
      : [],
  )
}

function setPages(blocks: Block[], height = PAGE): string[][] {
  return paginate(layOutBlocks(blocks, WIDTH), () => ({ x: 100, y: 100, height })).map(textOf)
}

describe('paginate', () => {
  it('makes one page of nothing', () => {
    expect(setPages([])).toEqual([[]])
  })

  it('drops the space above the first box of a page', () => {
    const pages = paginate(
      layOutBlocks([paragraph('a', { spaceBefore: 300 }), paragraph('b', { spaceBefore: 300 })], WIDTH),
      () => ({
        x: 100,
        y: 100,
        height: PAGE,
      }),
    )
    expect(pages[0]?.map((item) => item.y)).toEqual([100 + 144, 100 + 200 + 300 + 144])
  })

  it('splits a paragraph between lines and leaves no line alone', () => {
    const pages = setPages([paragraph(lines(8, 'a')), paragraph(lines(3, 'b'))])
    expect(pages.map((page) => page.length)).toEqual([8, 3])
    expect(setPages([paragraph(lines(11))]).map((page) => page.length)).toEqual([9, 2])
    expect(setPages([paragraph(lines(25))]).map((page) => page.length)).toEqual([10, 10, 5])
  })

  it('moves a heading to the page of the text that it stands above', () => {
    const pages = setPages([
      paragraph(lines(8)),
      paragraph('Heading', { keepWithNext: true }),
      paragraph(lines(4, 'b')),
    ])
    expect(pages[0]).toHaveLength(8)
    expect(pages[1]?.[0]).toBe('Heading')
  })

  it('keeps a paragraph together when asked, unless it is longer than a page', () => {
    const kept = setPages([paragraph(lines(7)), paragraph(lines(5, 'b'), { keepTogether: true })])
    expect(kept.map((page) => page.length)).toEqual([7, 5])
    expect(setPages([paragraph(lines(14), { keepTogether: true })]).map((page) => page.length)).toEqual([10, 4])
  })

  it('repeats the header row on each page of a table', () => {
    const rows = Array.from({ length: 20 }, (_, i) => [[setText(`r${i + 1}`)], [setText(`v${i + 1}`)]])
    const columns = [
      { width: 1100, gap: 200 },
      { width: 1100, gap: 0 },
    ]
    const header = [[setText('Name')], [setText('Value')]]
    const pages = setPages([{ kind: 'table', columns, header, rows, padding: 0, rule }])
    expect(pages.length).toBeGreaterThan(2)
    for (const page of pages) expect(page.slice(0, 2)).toEqual(['Name', 'Value'])
    const body = pages.flatMap((page) => page.slice(2))
    expect(body).toEqual(rows.flatMap((_, i) => [`r${i + 1}`, `v${i + 1}`]))
  })

  it('splits a row that is longer than a page, cell by cell, under repeated headers', () => {
    const columns = [
      { width: 400, gap: 0 },
      { width: 2000, gap: 0 },
    ]
    const long = Array.from({ length: 30 }, (_, i) => setText(`line ${i + 1}`))
    const pages = setPages([
      {
        kind: 'table',
        columns,
        header: [[setText('A')], [setText('B')]],
        rows: [[[setText('x')], long]],
        padding: 20,
        rule,
      },
    ])
    for (const page of pages) expect(page.slice(0, 2)).toEqual(['A', 'B'])
    const body = pages.flatMap((page) => page.slice(2))
    expect(body).toEqual(['x', ...long.map((_, i) => `line ${i + 1}`)])
  })

  it('goes on even where a page holds a single line', () => {
    expect(setPages([paragraph(lines(3))], 210).map((page) => page.length)).toEqual([1, 1, 1])
    expect(setPages([paragraph(lines(2))], 100).map((page) => page.length)).toEqual([1, 1])
  })

  it('refuses more text than the limit', () => {
    const refusal = expect.objectContaining({ code: 'document_too_complex' })
    expect(() => setPages([paragraph('x'.repeat(TYPESET_LIMITS.maxCharacters + 1))])).toThrow(refusal)
    const many = Array.from({ length: TYPESET_LIMITS.maxPages + 1 }, () => paragraph('x'))
    expect(() => setPages(many, LEADING)).toThrow(SealwrightError)
  })
})
