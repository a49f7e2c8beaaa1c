/**
 * Pages as designers make them: letters, invoices, forms.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowCell, FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { writeDocx } from '../../../src/convert/docx-writer/write-docx.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { partOf } from '../docx-writer/part-of.js'
import { inlineText, paragraphsOf, readParagraphs, readTable } from './flow-text.js'

const textOf = ({ blocks }: FlowCell) =>
  paragraphsOf(blocks)
    .map(({ inlines }) => inlineText(inlines))
    .join(' ')

const textsOf = ({ rows }: FlowTable) => rows.map(({ cells }) => cells.map(textOf))

describe('boxes that style sheets make tables', () => {
  it('have rows and cells', async () => {
    const html = `<style>.t{display:table;width:100%}.t>div{display:table-row}.t>div>div{display:table-cell;padding:4px}</style>
      <div class="t"><div><div>Landlord</div><div>Cedar LLC</div></div><div><div>Tenant</div><div>Noah</div></div></div>`
    expect(textsOf(await readTable(html))).toEqual([
      ['Landlord', 'Cedar LLC'],
      ['Tenant', 'Noah'],
    ])
  })

  it('may be made of cells alone', async () => {
    const html = `<div style="display:table;width:100%"><div style="display:table-cell;width:30%">a</div>
      <div style="display:table-cell">b</div></div>`
    const table = await readTable(html)
    expect(textsOf(table)).toEqual([['a', 'b']])
    expect(table.columns[0]).toBeLessThan(table.columns[1] ?? 0)
  })

  it('lose nothing of what is no row and no cell', async () => {
    const html = `<div style="display:table">loose <div style="display:table-row"><div style="display:table-cell">a</div></div></div>
      <div style="display:table"><div style="display:table-row">text <b>bold</b></div></div>`
    const { document } = await readHtml(html)
    const all = JSON.stringify(document.blocks)
    for (const word of ['loose', '"a', 'text', 'bold']) expect(all).toContain(word)
  })

  it('stand in the middle of a line where they are inline', async () => {
    const icon = '<td style="background:#00f;color:#fff">f</td>'
    const html = `<div style="text-align:center"><table style="display:inline-table"><tr>${icon}${icon}</tr></table></div>`
    const table = await readTable(html)
    expect(textsOf(table)).toEqual([['f', 'f']])
    expect(table.alignment).toBe('center')
  })
})

describe('lines to be filled in', () => {
  it('are underlined, and as wide as they ask for', async () => {
    const html = 'Name: <span style="display:inline-block;min-width:2in;border-bottom:1px solid #000"></span>.'
    const [paragraph] = await readParagraphs(html)
    const blank = paragraph?.inlines.find((inline) => inline.kind === 'text' && /^\u00a0+$/.test(inline.text))
    if (blank?.kind !== 'text') throw new Error('There is no blank.')
    expect(blank.format).toMatchObject({ underline: 'single', underlineColor: '000000' })
    expect(blank.text.length * 0.28 * 220).toBeCloseTo(2880, -2)
  })
})

describe('menus and price lists', () => {
  it('lose the dots that run behind their words', async () => {
    const html = `<style>li::before{content:"${'. '.repeat(40)}";float:left;width:0;white-space:nowrap}</style>
      <ul style="list-style:none"><li><span>Bruschetta</span></li></ul>`
    const [paragraph] = await readParagraphs(html)
    expect(inlineText(paragraph?.inlines ?? [])).toBe('Bruschetta')
  })

  it('have rules in the colour that cells take over from their table', async () => {
    const html = `<style>table{border-color:#dee2e6}td{border-bottom:1px solid;border-color:inherit}</style>
      <table><tr><td>a</td><td>b</td></tr></table>`
    expect((await readTable(html)).rows[0]?.cells[0]?.borders?.bottom?.color).toBe('DEE2E6')
  })
})

describe('heights', () => {
  it('in percent are those of the box around', async () => {
    const html = `<div style="height:100mm;padding:10mm;box-sizing:border-box">
      <div style="height:50%;border:1px solid #000;box-sizing:border-box"><p>a</p><p>b</p></div></div>`
    expect((await readTable(html)).rows[0]?.height).toBeCloseTo((40 * 144) / 2.54, -1)
  })

  it('of windows are those of the text on a page', async () => {
    const html = `<style>@page{size:A4;margin:0}*{border:0 solid #eee}</style>
      <div style="display:grid;grid-template-columns:1fr 2fr;min-height:100vh"><div>a</div><div>b</div></div>`
    expect((await readTable(html)).rows[0]?.height).toBe(16_838 - 240)
  })

  it('of grids in columns make columns no wider than their items', async () => {
    const html = `<div style="display:grid;grid-template-columns:1fr 2fr"><div><div style="display:grid;grid-template-columns:1fr 1fr">
      ${'<span>Romanian</span><span>Fluent</span>'.repeat(6)}</div></div><div>b</div></div>`
    const [first = 0, second = 0] = (await readTable(html)).columns
    expect(second / first).toBeCloseTo(2, 1)
  })
})

describe('style sheets for screens', () => {
  it('count where a page says nothing else', async () => {
    const [only] = await readParagraphs('<style>@media screen{p{color:#f00}}</style><p>a</p>')
    const [both] = await readParagraphs('<style>p{font-size:10pt}@media screen{p{color:#f00}}</style><p>a</p>')
    const [narrow] = await readParagraphs(
      '<style>p{font-size:10pt}@media only screen and (min-width:480px){p{color:#f00}}</style><p>a</p>',
    )
    const colorOf = (paragraph: typeof only) => {
      const [inline] = paragraph?.inlines ?? []
      return inline?.kind === 'text' ? inline.format.color : undefined
    }
    expect([colorOf(only), colorOf(both), colorOf(narrow)]).toEqual(['FF0000', undefined, 'FF0000'])
  })
})

describe('pages with a look of their own', () => {
  const headings = async (html: string) => partOf(writeDocx((await readHtml(html)).document), '/word/styles.xml')

  it('have headings in the colour of their text', async () => {
    const style = (xml: string) => /w:styleId="Heading5">.*?<\/w:style>/.exec(xml)?.[0] ?? ''
    expect(style(await headings('<style>body{color:#333}</style><h5>a</h5>'))).toContain('w:val="333333"')
    expect(style(await headings('<style>body{color:#333}</style><h5>a</h5>'))).not.toMatch(/<w:i\/>/)
    expect(style(await headings('<h5>a</h5>'))).toMatch(/<w:i\/>/)
  })

  it('have headers of designed tables in the middle, unless they say where', async () => {
    const table = (style: string) =>
      `<table style="${style}"><tr><th style="border:1px solid">a</th><th>b</th></tr><tr><td>1</td><td>2</td></tr></table>`
    const alignment = async (html: string) => {
      const cell = (await readTable(html)).rows[0]?.cells[0]
      return paragraphsOf(cell?.blocks ?? [])[0]?.format.alignment
    }
    expect(await alignment(table(''))).toBe('center')
    expect(await alignment(table('text-align:left'))).not.toBe('center')
  })
})
