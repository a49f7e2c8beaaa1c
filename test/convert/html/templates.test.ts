/**
 * What templates of invoices, certificates, tickets and reports make use of, each in the least example of it.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { inlineText, readParagraphs, readTable } from './flow-text.js'

const ROOM = 11_906 - 2 * 720
/** 40 pixels. */
const PADDING = 600

async function read(html: string): Promise<{ blocks: readonly FlowBlock[]; warnings: readonly string[] }> {
  const { document, warnings } = await readHtml(html)
  return { blocks: document.blocks, warnings }
}

function tablesIn(blocks: readonly FlowBlock[]): FlowTable[] {
  return blocks.flatMap((block) =>
    block.kind === 'table'
      ? [block, ...block.rows.flatMap(({ cells }) => cells.flatMap((cell) => tablesIn(cell.blocks)))]
      : [],
  )
}

function right({ indent = 0, columns }: FlowTable): number {
  return indent + columns.reduce((sum, width) => sum + width, 0)
}

describe('a table pushed to the end of a block with padding', () => {
  const sums = (margin: string) => `<style>body{margin:0}div{padding:0 40px}table{width:40%;${margin}}</style>
<div><p>a</p><table><tr><td>Total<td>1</table></div>`

  it('ends where the block does, and not at the edge of the page', async () => {
    const [table] = tablesIn((await read(sums('margin-left:auto'))).blocks)
    expect(table?.alignment).toBeUndefined()
    expect(table === undefined ? 0 : right(table)).toBeCloseTo(ROOM - PADDING, -1)
  })

  it('is in the middle of the block where its sides differ', async () => {
    const html = sums('margin:0 auto').replace('padding:0 40px', 'padding-left:80px')
    const [table] = tablesIn((await read(html)).blocks)
    const width = table === undefined ? 0 : right(table) - (table.indent ?? 0)
    expect(table?.indent).toBeCloseTo(2 * PADDING + (ROOM - 2 * PADDING - width) / 2, -1)
  })

  it('is aligned as before where nothing is around it', async () => {
    const [table] = tablesIn((await read(sums('margin-left:auto').replace('padding:0 40px', ''))).blocks)
    expect(table).toMatchObject({ alignment: 'right' })
    expect(table?.indent).toBeUndefined()
  })
})

describe('items of a column in its middle', () => {
  const column = (item: string) =>
    `<style>.c{display:flex;flex-direction:column;align-items:center}</style><div class="c">${item}</div>`

  it('have as much room on both sides, with a width of their own', async () => {
    const [paragraph] = await readParagraphs(column('<p style="max-width:200px">a</p>'))
    const { indentStart = 0, indentEnd = 0 } = paragraph?.format ?? {}
    expect(indentStart).toBeGreaterThan(2000)
    expect(Math.abs(indentStart - indentEnd)).toBeLessThan(2)
  })

  it('are as wide as what is in them where they are drawn', async () => {
    const table = await readTable(column('<div style="background:#c00;padding:10px">a few words</div>'))
    const width = right(table) - (table.indent ?? 0)
    expect(width).toBeLessThan(ROOM / 3)
    expect(table.indent).toBeCloseTo((ROOM - width) / 2, -1)
  })

  it('are centred as text where they say nothing', async () => {
    const [paragraph] = await readParagraphs(column('<p>a</p>'))
    expect(paragraph?.format.alignment).toBe('center')
  })

  it('stay where one says that it stands at the start', async () => {
    const [paragraph] = await readParagraphs(column('<p style="align-self:flex-start">a</p>'))
    expect(paragraph?.format.alignment).toBeUndefined()
  })
})

describe('a row in a container of a known height', () => {
  it('draws its items as high as that', async () => {
    const { blocks } = await read(
      '<div style="display:flex;height:200px;border:1px solid"><div style="background:#111;color:#fff">a</div><div>b</div></div>',
    )
    const [outer, inner] = tablesIn(blocks)
    expect(outer?.rows[0]?.height).toBe(3000)
    expect(inner?.rows[0]?.height).toBeGreaterThan(2900)
    expect(inner?.rows[0]?.height).toBeLessThanOrEqual(3000)
  })

  it('draws the bars of a chart, each as high as its share of it, from the ground up', async () => {
    const bar = (share: number) => `<div style="flex:1;background:#00c;height:${share}%"></div>`
    const { blocks } = await read(
      `<div style="display:flex;align-items:flex-end;height:200px">${bar(25)}${bar(50)}${bar(100)}</div><p>below</p>`,
    )
    const [row, ...bars] = tablesIn(blocks)
    expect(row?.rows[0]?.cells.map(({ verticalAlign }) => verticalAlign)).toEqual(['bottom', 'bottom', undefined])
    expect(bars).toEqual([])
    expect(row?.rows[0]?.cells.slice(0, 2).map(({ blocks }) => blocks)).toMatchObject([
      [{ kind: 'space', height: 750, shading: '0000CC' }],
      [{ kind: 'space', height: 1500, shading: '0000CC' }],
    ])
    expect(row?.rows[0]?.cells.at(-1)?.shading).toBe('0000CC')
  })
})

describe('columns as many as fit', () => {
  const grid = (count: string) =>
    `<div style="display:grid;grid-template-columns:repeat(${count},minmax(100px,1fr))"><p>a</p><p>b</p></div>`

  it('are no more than there are items', async () => {
    expect((await readTable(grid('auto-fit'))).columns).toHaveLength(2)
    expect((await readTable(grid('auto-fill'))).columns.length).toBeGreaterThan(4)
  })
})

describe('floats', () => {
  it('with nothing in them take no room', async () => {
    const [heading] = await readParagraphs(
      '<h1><a style="float:left;margin-left:-20px;padding-right:4px" href="#x"></a>Title</h1>',
    )
    expect(inlineText(heading?.inlines ?? [])).toBe('Title')
    expect(heading?.format.indentStart ?? 0).toBe(0)
  })
})

describe('alerts of GitHub', () => {
  const alert = '<div class="markdown-alert"><p>a</p></div>'

  it('look as the page says, or else as the document has them', async () => {
    expect((await readParagraphs(alert))[0]?.style).toBe('alert')
    const [own] = await readParagraphs(`<style>.markdown-alert{border-left:4px solid #00f}</style>${alert}`)
    expect(own?.style).toBe('body')
  })
})

describe("Notion's boxes to be ticked", () => {
  it('are boxes before their text', async () => {
    const task = (state: string) =>
      `<ul class="to-do-list"><li><div class="checkbox checkbox-${state}"></div> <span>${state}</span></li></ul>`
    const style =
      '<style>.to-do-list{padding-inline-start:0}.to-do-list>li{list-style:none}.checkbox{display:inline-flex}'
    const paragraphs = await readParagraphs(`${style}</style>${task('on')}${task('off')}`)
    const boxes = paragraphs.flatMap(({ inlines }) => inlines.filter(({ kind }) => kind === 'checkbox'))
    expect(boxes).toMatchObject([{ checked: true }, { checked: false }])
    expect(paragraphs[0]?.inlines.map(({ kind }) => kind)).toEqual(['checkbox', 'tab', 'text'])
    expect(paragraphs[0]?.format.indentFirstLine).toBeLessThan(0)
  })
})

describe("Word's sections", () => {
  const word = (rule: string) =>
    `<style>${rule}div.WordSection1{page:WordSection1}</style><div class=WordSection1><p>a</p></div>`

  it('say what the page is', async () => {
    const { document, warnings } = await readHtml(word('@page WordSection1{size:612pt 792pt;margin:54pt 72pt}'))
    expect(document.page).toMatchObject({ width: 12_240, height: 15_840, margins: { top: 1080, left: 1440 } })
    expect(warnings).toEqual([])
  })

  it('weigh more than rules for all pages, as all names do', async () => {
    const { document } = await readHtml(word('@page WordSection1{margin:54pt}@page{size:A5;margin:3cm}'))
    expect(document.page).toMatchObject({ width: 8391, margins: { top: 1080 } })
  })

  it('number lists as their labels do', async () => {
    const item = (mark: string) => `<p style='mso-list:l0 level1'><span style='mso-list:Ignore'>${mark}</span>text</p>`
    const [paren, both, dot] = await Promise.all(
      ['1)', '(a)', '1.'].map(async (mark) => (await readParagraphs(item(mark)))[0]?.list?.list.levels[0]?.pattern),
    )
    expect([paren, both, dot]).toEqual(['%)', '(%)', '%.'])
  })
})

describe('what is not given', () => {
  const warningsOf = async (css: string) => (await read(`<style>${css}</style><div>one paragraph</div>`)).warnings

  it('is named', async () => {
    expect((await warningsOf('@page :nth(2){margin:5cm}')).join()).toContain('@page :nth(2)')
    expect(
      (await warningsOf('div{columns:2;background:#eee;border:1px solid;padding:9px;height:80px}')).join(),
    ).toContain('column-count')
    expect(
      (await warningsOf('div{background:repeating-linear-gradient(90deg,#000 0 2px,#fff 2px 5px)}')).join(),
    ).toContain('background-image')
    expect(
      await warningsOf('@page :first{@bottom-center{content:none}}div{background:linear-gradient(#eee,#fff)}'),
    ).toEqual([])
  })
})
