/**
 * What tables are made of: row groups in their order, and tables that arrange a page.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { inlineText, paragraphsOf, readTable } from './flow-text.js'

const firstCells = ({ rows }: FlowTable): string[] =>
  rows.map(({ cells }) =>
    paragraphsOf(cells[0]?.blocks ?? [])
      .map(({ inlines }) => inlineText(inlines))
      .join(' '),
  )

describe('row groups', () => {
  const row = (text: string) => `<tr><td>${text}</td><td>1</td></tr>`

  it('stand where they are written, but for the first header and the first footer', async () => {
    const html = `<table><tfoot>${row('foot')}</tfoot><tbody>${row('a')}</tbody><thead>${row('head')}</thead>
      <thead>${row('sum')}</thead><tfoot>${row('note')}</tfoot><tbody>${row('b')}</tbody></table>`
    const table = await readTable(html)
    expect(firstCells(table)).toEqual(['head', 'a', 'sum', 'note', 'b', 'foot'])
    expect(table.rows.map(({ isHeader }) => isHeader)).toEqual([true, false, false, false, false, false])
    expect(table.rows.map(({ isFooter }) => isFooter === true)).toEqual([false, false, false, false, false, true])
  })
})

describe('rows that keep a distance', () => {
  const rows = '<tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr>'
  const heights = async (css: string, content = rows) =>
    (await readTable(`<style>td { background: #eef }</style><table style="${css}">${content}</table>`)).rows.map(
      ({ height }) => height,
    )

  it('have a row of nothing between them, as high as the page says', async () => {
    expect(await heights('border-spacing:0 8px')).toEqual([undefined, 120, undefined])
    expect(await heights('border-spacing:0 3px')).toEqual([undefined, 45, undefined])
    expect(await heights('border-spacing:0 2px')).toEqual([undefined, undefined])
  })

  it('have none where cells beside each other keep it too, borders are shared, or cells span rows', async () => {
    expect(await heights('border-spacing:8px')).toEqual([undefined, undefined])
    expect(await heights('border-spacing:0 8px;border-collapse:collapse')).toEqual([undefined, undefined])
    expect(await heights('border-collapse:collapse;border-spacing:0 8px')).toEqual([undefined, undefined])
    const spanning = '<tr><td rowspan="2">a</td><td>1</td></tr><tr><td>2</td></tr>'
    expect(await heights('border-spacing:0 8px', spanning)).toEqual([undefined, undefined])
  })
})

describe('an empty head', () => {
  const body = '<tbody><tr><td>Place</td><td>Date</td></tr></tbody>'
  const read = async (head: string, before = '') =>
    firstCells(await readTable(`${before}<table><thead><tr>${head}</tr></thead>${body}</table>`))

  it('is left out, and the table keeps the look of one', async () => {
    expect(await read('<th></th><th> </th>')).toEqual(['Place'])
    expect((await readTable(`<table><thead><tr><th></th><th></th></tr></thead>${body}</table>`)).look).not.toBe('plain')
  })

  it('stays where something is in it, nothing follows, or the page has a look of its own', async () => {
    expect(await read('<th></th><th>Sum</th>')).toEqual(['', 'Place'])
    expect(await read('<th></th><th><br></th>')).toEqual(['', 'Place'])
    expect(await read('<th id="here"></th><th></th>')).toEqual(['', 'Place'])
    expect(firstCells(await readTable('<table><thead><tr><th></th><th></th></tr></thead></table>'))).toEqual([''])
    expect(await read('<th></th><th></th>', '<style>p { color: red }</style>')).toEqual(['', 'Place'])
  })
})

describe('a table that arranges a page', () => {
  const nested = '<tr><td>&nbsp;</td><td><table><tr><td>a</td></tr></table></td></tr>'
  const text = '<tr><td>&nbsp;</td><td>text</td></tr>'
  const title = '<tr><th colspan="2"><h4>Invoice</h4></th></tr>'
  const isLayout = async (rows: string) => (await readTable(`<table>${rows}</table>`)).look === 'plain'

  it('draws no lines of data, whatever its title is, where half of its rows hold tables', async () => {
    expect(await isLayout(title + nested)).toBe(true)
    expect(await isLayout(title + nested + nested + text)).toBe(true)
    expect(await isLayout(`${title}${nested}<tr></tr><tr><td></td><td></td></tr>`)).toBe(true)
    expect(await isLayout(title + nested + text)).toBe(false)
    expect(await isLayout(title + text)).toBe(false)
  })

  it('may have empty header cells', async () => {
    expect(await isLayout('<tr><td>From</td><th><!-- logo --></th><td>To</td></tr>')).toBe(true)
    expect(await isLayout('<tr><td>From</td><th>Logo</th><td>To</td></tr>')).toBe(false)
  })

  it('has its title in the middle', async () => {
    const table = await readTable(`<table>${title}${nested}</table>`)
    expect(paragraphsOf([table])[0]?.format.alignment).toBe('center')
  })
})

describe('a table within an aligned box', () => {
  const alignment = async (css: string, around = '<div align="center">') =>
    (await readTable(`${around}<table style="${css}"><tr><td>a</td></tr></table>`)).alignment

  it('stands where the box says, whatever its margins are, unless one is auto', async () => {
    expect(await alignment('')).toBe('center')
    expect(await alignment('margin:0 0 16px 0')).toBe('center')
    expect(await alignment('margin:0', '<center>')).toBe('center')
    expect(await alignment('margin:0', '<div align="right">')).toBe('right')
    expect(await alignment('margin:0 0 0 auto')).toBe('right')
    expect(await alignment('margin:0 0 0 20px')).toBeUndefined()
    expect(await alignment('margin:0', '<div style="text-align:center">')).toBeUndefined()
  })

  it('is joined there by blocks with a width', async () => {
    const card = (css: string) =>
      readTable(`<center><div style="background:#eee;padding:5px;${css}"><p>a</p><ul><li>b</li></ul></div></center>`)
    const middle = (11_906 - 2880 - 3150) / 2
    expect((await card('width:200px')).indent).toBe(middle)
    expect((await card('width:200px;margin:10px 0')).indent).toBe(middle)
    expect((await card('width:200px;margin:0 0 0 20px')).indent).toBe(300)
  })
})
