/**
 * The foot of a table on each page that the table is on.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { convertFile } from '../../../src/index.js'
import { readWithPdfjs } from '../support/read-with-pdfjs.js'

const PAGE = '@page{size:A6;margin:10mm} body{margin:0} td,th{border:1px solid #000;padding:2px}'

function tableOf(rows: number, css = '', foot = '<tr><td>Carried over<td>sum</tr>') {
  const body = Array.from({ length: rows }, (_, row) => `<tr><td>row ${row + 1}<td>${row * 7}</tr>`).join('')
  return `<style>${PAGE}${css}</style><table><thead><tr><th>Item<th>Price</tr></thead>
    <tbody>${body}</tbody><tfoot>${foot}</tfoot></table><p>Thanks</p>`
}

async function pagesOf(html: string) {
  const { bytes, warnings } = await convertFile(new TextEncoder().encode(html), { from: 'html', to: 'pdf' })
  const { pages } = await readWithPdfjs(bytes)
  return { pages: pages.map((page) => page.replace(/\s+/g, ' ').trim()), warnings }
}

describe('the foot of a table', () => {
  it('stands below the rows of each page, and once at the end', async () => {
    const { pages, warnings } = await pagesOf(tableOf(60))
    expect(pages.length).toBeGreaterThan(2)
    for (const text of pages.slice(0, -1)) expect(text).toMatch(/^Item Price .* Carried over sum$/)
    expect(pages.at(-1)).toMatch(/^Item Price .* Carried over sum Thanks$/)
    const rows = pages.join(' ').match(/row \d+/g)
    expect(rows).toEqual(Array.from({ length: 60 }, (_, row) => `row ${row + 1}`))
    expect(warnings).toEqual([])
  })

  it('stands at the end alone where a style sheet makes it a group of rows like any other', async () => {
    const { pages } = await pagesOf(tableOf(60, 'tfoot{display:table-row-group}'))
    expect(pages.filter((text) => text.includes('Carried over'))).toHaveLength(1)
  })

  it('is what a style sheet makes one', async () => {
    const rows = Array.from({ length: 40 }, (_, row) => `<div class=r><span>line ${row}</span></div>`).join('')
    const css = '.t{display:table}.f{display:table-footer-group}.r{display:table-row}.r>*{display:table-cell}'
    const html = `<style>${PAGE}${css}</style><div class=t><div class=f><div class=r><b>The foot</b></div></div>${rows}</div>`
    const { pages } = await pagesOf(html)
    expect(pages.length).toBeGreaterThan(1)
    for (const text of pages) expect(text).toMatch(/ The foot$/)
  })

  it('is not repeated where it takes more than a quarter of a page', async () => {
    const { pages } = await pagesOf(tableOf(40, '', `<tr><td>Terms${'<br>and so on'.repeat(14)}<td></tr>`))
    expect(pages.filter((text) => text.includes('Terms'))).toHaveLength(1)
  })

  it('stands below rows that a page divides', async () => {
    const long = `<tr><td>${'many words '.repeat(300)}<td>1</tr>`
    const html = `<style>${PAGE}</style><table><tbody>${long}</tbody><tfoot><tr><td>Foot<td></tr></tfoot></table>`
    const { pages } = await pagesOf(html)
    expect(pages.length).toBeGreaterThan(1)
    for (const text of pages) expect(text).toMatch(/ Foot$/)
  })

  it('goes along where a row begins a page', async () => {
    const html = `<style>${PAGE}</style><table><thead><tr><th>Head</tr></thead><tbody><tr><td>a</tr>
      <tr style="break-before:page"><td>b</tr></tbody><tfoot><tr><td>Foot</tr></tfoot></table>`
    const { pages } = await pagesOf(html)
    expect(pages).toEqual(['Head a Foot', 'Head b Foot'])
  })

  it('is at the end in a DOCX, as the last row', async () => {
    const { document } = await readHtml(tableOf(3))
    const [table] = document.blocks.filter((block): block is FlowTable => block.kind === 'table')
    expect(table?.rows.map(({ isHeader, isFooter }) => [isHeader, isFooter === true])).toEqual([
      [true, false],
      [false, false],
      [false, false],
      [false, false],
      [false, true],
    ])
  })
})
