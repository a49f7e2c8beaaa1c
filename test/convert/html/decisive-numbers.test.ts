/**
 * Shares and limits of the layout of pages: each with a page on either side of it.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowInline, FlowShape, FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { shareHeight } from '../../../src/convert/html/layout/free-height.js'
import type { SizedItem, SizedLine } from '../../../src/convert/html/layout/row-widths.js'
import { widenItems } from '../../../src/convert/html/layout/widen-items.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { inlineText, paragraphsOf, readLines, readParagraphs } from './flow-text.js'

const shapesIn = (inlines: readonly FlowInline[]): FlowShape[] =>
  inlines.flatMap((inline) =>
    inline.kind === 'shape' ? [inline] : inline.kind === 'link' ? shapesIn(inline.inlines) : [],
  )

const shapesOf = async (html: string): Promise<FlowShape[]> =>
  (await readParagraphs(html)).flatMap(({ inlines }) => shapesIn(inlines))

async function tablesOf(html: string): Promise<FlowTable[]> {
  const { document } = await readHtml(html)
  return document.blocks.filter((block) => block.kind === 'table')
}

describe('text that nobody sees', () => {
  it.each([
    [0.019, []],
    [0.02, ['pale']],
  ])('an opacity of %s', async (opacity, lines) => {
    expect(await readLines(`<p style="opacity:${opacity}">pale</p>`)).toEqual(lines)
  })
})

describe('text beside a float', () => {
  const page = (width: number) =>
    `<div style="width:400px"><div style="float:left;width:${width}%;background:#eee">side</div><p>text</p></div>`

  it('needs more than 15 % of the line', async () => {
    const rowOf = async (width: number) => paragraphsOf((await tablesOf(page(width))).slice(0, 1))
    expect((await rowOf(84)).map(({ inlines }) => inlineText(inlines))).toEqual(['side', 'text'])
    expect((await rowOf(86)).map(({ inlines }) => inlineText(inlines))).toEqual(['side'])
  })
})

describe('free height', () => {
  it('is shared to nine tenths, since heights are guesses', () => {
    expect(shareHeight('end', 1000, 1)).toEqual({ before: 900, between: 0 })
    expect(shareHeight('space-between', 1000, 3)).toEqual({ before: 0, between: 450 })
  })

  it('is shared so in columns that are filled by what grows', async () => {
    const column = (css: string, items: string) =>
      `<div style="display:flex;flex-direction:column;height:200px;${css}">${items}</div>`
    const [grown] = await readParagraphs(column('', '<div style="flex:1">a</div><div>b</div>'))
    const [, ended] = await readParagraphs(column('justify-content:space-between', '<div>a</div><div>b</div>'))
    // What the end of the column is given is nine tenths of what is free in both.
    expect(grown?.format.spaceAfter).toBe(ended?.format.spaceBefore)
    expect(grown?.format.spaceAfter).toBeGreaterThan(2100)
    expect(grown?.format.spaceAfter).toBeLessThan(2300)
  })
})

describe('rows are stretched to a container of up to half a page', () => {
  // A4 is 1123 pixels high, and 931 of them are for text.
  const innerHeight = async (css: string, height: number) => {
    const items = '<div style="background:#eee;flex:1">a</div><div style="flex:1">b</div>'
    const [outer] = await tablesOf(`<div style="background:#ddd;height:${height}px;${css}">${items}</div>`)
    const inner = outer?.rows[0]?.cells[0]?.blocks.find((block) => block.kind === 'table')
    return inner?.rows[0]?.height
  }

  it.each([
    ['flexbox', 'display:flex'],
    ['grid', 'display:grid;grid-template-columns:1fr 1fr'],
  ])('%s', async (_name, css) => {
    expect(await innerHeight(css, 463)).toBe(463 * 15 - 40)
    expect(await innerHeight(css, 468)).toBeUndefined()
  })
})

describe('text in the free room of a row', () => {
  it('takes four fifths of it, and leaves one to keep words apart', () => {
    const [text, sized] = [
      { before: 0, width: 300 },
      { before: 1000, width: 500 },
    ].map((size) => ({
      block: {} as SizedItem['block'],
      ...size,
    }))
    if (text === undefined || sized === undefined) throw new Error('Both are there.')
    const line: SizedLine = { items: [text, sized], after: 0 }
    expect(widenItems(line, (_, index) => (index === 0 ? 'start' : undefined)).items).toMatchObject([
      { before: 0, width: 1100 },
      { before: 200, width: 500 },
    ])
    // Two texts that grow towards each other take the same.
    expect(widenItems(line, (_, index) => (index === 0 ? 'start' : 'end')).items).toMatchObject([
      { before: 0, width: 700 },
      { before: 200, width: 900 },
    ])
  })
})

describe('shapes in a line of text', () => {
  const chip = (width: number) =>
    `<span style="display:inline-block;background:#000;color:#fff;width:${width}px;height:20px;border-radius:4px">in</span>`

  it('stand up to 85 % of the line, where no other font would break it', async () => {
    const shapes = async (width: number) => shapesOf(`<div style="width:400px"><p>a ${chip(width)}</p></div>`)
    expect(await shapes(320)).toHaveLength(1)
    expect(await shapes(335)).toHaveLength(0)
  })
})

describe('a box with round corners', () => {
  const box = (css: string, text: string) =>
    `<div style="width:400px"><div style="border-radius:6px;background:#eee;${css}">${text}</div></div>`

  it('is a shape over the whole line while its text takes three quarters of it', async () => {
    const count = async (letters: number) => (await shapesOf(box('padding:4px 0', 'n'.repeat(letters)))).length
    // A letter n of 16 pixels in Times is 8 pixels wide.
    expect(await count(38)).toBe(1)
    expect(await count(39)).toBe(0)
  })

  it('has its text in the middle while it is up to 12 % wider than that', async () => {
    const chip = async (width: number) => {
      const css = `display:inline-block;background:#000;color:#fff;border-radius:4px;width:${width}px`
      const [shape] = await shapesOf(`<p><span style="${css}">${'n'.repeat(50)}</span> x</p>`)
      return shape?.alignment
    }
    expect(await chip(432)).toBe('center')
    expect(await chip(433)).toBe('start')
  })

  it('is a tenth wider than its text where it has a place of its own', async () => {
    const css = 'background:#eee;border-radius:4px;padding:4px 8px'
    const [inline] = await shapesOf(`<p><span style="display:inline-block;${css}">stamp</span> x</p>`)
    const { document } = await readHtml(
      `<div style="position:relative;background:#ddd;height:100px"><p>x</p><div style="position:absolute;top:5px;left:5px;${css}">stamp</div></div>`,
    )
    const [placed] = paragraphsOf(document.blocks).flatMap(({ inlines }) => shapesIn(inlines))
    expect((placed?.width ?? 0) / (inline?.width ?? 1)).toBeCloseTo(1.1, 2)
  })
})

describe('pages', () => {
  const rules = (count: number) => Array.from({ length: count }, (_, at) => `@page p${at} { margin: 1cm }`).join('\n')

  it.each([
    [200, []],
    [201, ['Only the first 200 names of pages mean anything.']],
  ])('may have %s names', async (count, warnings) => {
    expect((await readHtml(`<style>${rules(count)}</style><p>x`)).warnings).toEqual(warnings)
  })

  it('may change two thousand times, and begin a plain page after that', async () => {
    const page = (count: number) =>
      `<style>@page a { margin: 1cm } @page b { margin: 2cm }</style>${Array.from({ length: count }, (_, at) => `<p style="page:${at % 2 === 0 ? 'a' : 'b'}">${at}</p>`).join('')}`
    const changesOf = async (count: number) => {
      const { blocks } = (await readHtml(page(count))).document
      return [
        blocks.filter(({ kind }) => kind === 'sectionBreak'),
        blocks.filter(({ kind }) => kind === 'pageBreak'),
      ].map(({ length }) => length)
    }
    expect(await changesOf(2000)).toEqual([1999, 0])
    expect(await changesOf(2001)).toEqual([1999, 1])
  })
})
