/**
 * Grids that fill columns, and columns that no template has.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'

async function gridOf(css: string, count: number, own: Readonly<Record<number, string>> = {}) {
  const items = Array.from(
    { length: count },
    (_, index) => `<p style="margin:0;${own[index + 1] ?? ''}">${index + 1}</p>`,
  )
  const html = `<style>body{margin:0}.g{display:grid;width:480pt;${css}}</style><div class=g>${items.join('')}</div>`
  const { document, warnings } = await readHtml(html)
  const table = document.blocks.find((block): block is FlowTable => block.kind === 'table')
  return {
    rows: table?.rows.map(({ cells }) => cells.map(({ blocks }) => textOf(blocks))),
    columns: table?.columns.map((width) => Math.round(width / 20)),
    warnings,
  }
}

function textOf(blocks: readonly FlowBlock[]): string {
  return blocks
    .flatMap((block) => (block.kind === 'paragraph' ? block.inlines : []))
    .map((inline) => (inline.kind === 'text' ? inline.text : ''))
    .join('')
}

describe('grid-auto-flow: column', () => {
  it('makes a column of each item where there is one row', async () => {
    const { rows, columns, warnings } = await gridOf('grid-auto-flow:column', 4)
    expect(rows).toEqual([['1', '2', '3', '4']])
    expect(columns).toEqual([120, 120, 120, 120])
    expect(warnings).toEqual([])
  })

  it('fills the rows that a template has, and then the next column', async () => {
    const { rows } = await gridOf('grid-auto-flow:column;grid-template-rows:auto auto auto', 7)
    expect(rows).toEqual([
      ['1', '4', '7'],
      ['2', '5', ''],
      ['3', '6', ''],
    ])
  })

  it('leaves items with a place where they are, and goes around them', async () => {
    const own = { 2: 'grid-row:1;grid-column:1', 4: 'grid-row:span 2' }
    const { rows } = await gridOf('grid-auto-flow:column;grid-template-rows:auto auto', 5, own)
    expect(rows).toEqual([
      ['2', '3', '4', '5'],
      ['1', '', '', ''],
    ])
  })

  it('takes the sizes of columns in turn', async () => {
    const { columns } = await gridOf('grid-auto-flow:column;grid-auto-columns:60pt 100pt', 4)
    expect(columns).toEqual([60, 100, 60, 100])
    const { columns: shares } = await gridOf('grid:auto / auto-flow 1fr', 3)
    expect(shares).toEqual([160, 160, 160])
  })

  it('keeps every item, however many', async () => {
    const { rows } = await gridOf('grid-auto-flow:column', 100, { 3: 'grid-column:span 9', 40: 'grid-column:span 31' })
    const shown = (rows ?? []).flat().filter((text) => text !== '')
    expect(shown.map(Number).sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1))
  })
})

describe('grids', () => {
  it('give columns beyond the template the size of those that are made', async () => {
    const { columns } = await gridOf('grid-template-columns:200pt;grid-auto-columns:50pt', 2, { 2: 'grid-column:3' })
    expect(columns).toEqual([200, 50, 50])
  })

  it('fill gaps where they are dense', async () => {
    const own = { 1: 'grid-column:span 2', 2: 'grid-column:span 2' }
    const css = 'grid-template-columns:repeat(3,1fr);grid-auto-flow:row'
    const { rows } = await gridOf(css, 4, own)
    expect(rows).toEqual([
      ['1', ''],
      ['2', '3'],
      ['4', ''],
    ])
    const { rows: dense } = await gridOf(`${css} dense`, 4, own)
    expect(dense).toEqual([
      ['1', '3'],
      ['2', '4'],
    ])
  })

  it('have the rows that a template with names of areas gives them', async () => {
    const css = 'grid-template: "a b" 40pt "c d" 60pt / 1fr 1fr'
    const own = { 1: 'grid-area:d', 2: 'grid-area:a' }
    const { rows } = await gridOf(css, 2, own)
    expect(rows).toEqual([
      ['2', ''],
      ['', '1'],
    ])
  })
})

describe('grids in lines', () => {
  it('have their items one below another, and text beside the grid stays text', async () => {
    const html = (display: string) =>
      `<style>p{margin:0}</style><p>a</p><div style="display:${display};border:1px solid"><b>one</b><i>two</i></div>`
    const lines = async (display: string) => {
      const { document } = await readHtml(html(display))
      const tables = document.blocks.filter((block): block is FlowTable => block.kind === 'table')
      return tables.flatMap(({ rows }) =>
        rows.flatMap(({ cells }) => cells.map(({ blocks }) => blocks.map((b) => textOf([b])))),
      )
    }
    expect(await lines('inline-grid')).toEqual([['one', 'two']])
    expect(await lines('inline-grid')).toEqual(await lines('grid'))
  })
})
