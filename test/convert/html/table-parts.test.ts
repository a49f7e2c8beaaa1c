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
