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
import { formatOf, inlineText, paragraphsOf, readLines, readParagraphs, readTable } from './flow-text.js'

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

describe('tables of style sheets that many pages share', () => {
  it('stay whole where they are blocks that can be scrolled', async () => {
    const rows = '<thead><tr><th>Option</th><th>Default</th></tr></thead><tbody><tr><td>a</td><td>1</td></tr></tbody>'
    const table = await readTable(`<table style="display:block;width:max-content;overflow:auto">${rows}</table>`)
    expect(textsOf(table)).toEqual([
      ['Option', 'Default'],
      ['a', '1'],
    ])
    expect(await readLines(`<style>table,tbody,tr,td{display:block}</style><table>${rows}</table>`)).toContain('1')
  })

  it('keep their padding', async () => {
    const html = `<table width="100%" style="background:#eee;padding:20px 48px"><tr><td>a</td></tr></table>`
    const outer = await readTable(html)
    const [cell] = outer.rows[0]?.cells ?? []
    expect(cell?.padding).toEqual({ top: 300, right: 720, bottom: 300, left: 720 })
    expect(cell?.shading).toBe('EEEEEE')
    const inner = cell?.blocks.find((block) => block.kind === 'table')
    expect(inner?.kind === 'table' && inner.width).toEqual({ type: 'twips', value: 7586 })
    const collapsed = await readTable(html.replace('padding', 'border-collapse:collapse;padding'))
    expect(textsOf(collapsed)).toEqual([['a']])
    expect(collapsed.rows[0]?.cells[0]?.blocks.some((block) => block.kind === 'table')).toBe(false)
  })

  it('have headers where the text around stands, if they say so', async () => {
    const alignments = async (css: string) => {
      const table = await readTable(`<style>td{padding:4px}${css}</style><table><tr><th>a</th><td>b</td></tr></table>`)
      return paragraphsOf([table])[0]?.format.alignment
    }
    expect(await alignments('')).toBe('center')
    expect(await alignments('th{text-align:inherit;text-align:-webkit-match-parent}')).toBe('left')
    expect(await alignments('table{text-align:right}')).toBe('right')
    expect(await alignments('table{text-align:right} th{text-align:inherit}')).toBe('right')
    expect(await alignments('th{text-align:start}')).toBe('start')
  })
})

describe('raised and lowered text', () => {
  const sizeAndPlace = async (css: string) =>
    formatOf(await readParagraphs(`<style>${css}</style><p>x<sup>2</sup><sub>3</sub></p>`), '2')

  it('is as small as the page says, and no smaller', async () => {
    expect(await sizeAndPlace('sup{font-size:75%}')).toEqual({ verticalAlign: 'superscript' })
    expect(await sizeAndPlace('sup{font-size:20%}')).toMatchObject({ verticalAlign: 'superscript', size: 48 })
    expect(await sizeAndPlace('p{font-size:20pt} sup{font-size:75%}')).toMatchObject({ size: 400 })
  })

  it('is so where it is shifted from the line', async () => {
    const css =
      'sup,sub{font-size:75%;line-height:0;position:relative;vertical-align:baseline} sup{top:-.5em} sub{bottom:-.25em}'
    expect(await sizeAndPlace(css)).toMatchObject({ verticalAlign: 'superscript' })
    expect((await sizeAndPlace('sup{vertical-align:baseline}')) ?? {}).not.toHaveProperty('verticalAlign')
  })
})

describe('empty boxes as large as letters', () => {
  const box = (css: string) => `<p><span style="display:inline-block;width:10px;height:10px;${css}"></span> a</p>`

  it('are boxes to be ticked, or shapes of their size', async () => {
    expect(await readLines(box('border:1px solid #333;margin-right:4px'))).toEqual(['☐ a'])
    const [legend] = await readParagraphs(box('background:#0a0'))
    expect(legend?.inlines[0]).toMatchObject({ kind: 'shape', fill: '00AA00', inlines: [] })
  })

  it('are nothing where nothing is drawn, or what is drawn is no sign', async () => {
    for (const css of [
      '',
      'border-bottom:1px solid',
      'background:#fff',
      'background:red;width:90px',
      'background:red;height:2px',
    ])
      expect((await readLines(box(css))).join('')).not.toMatch(/[☐■]/)
  })

  it('keep words apart by their padding', async () => {
    const link = (text: string) =>
      `<a style="display:inline-block;font-size:13px;padding:15px 10px" href="#">${text}</a>`
    expect(await readLines(`<div style="font-size:0">${link('a')} ${link('b')}</div>`)).toEqual([
      expect.stringMatching(/^a\s{2,8}b\s*$/),
    ])
  })
})

describe('placed marks before text', () => {
  const lines = (mark: string) =>
    readLines(`<style>p{position:relative}p::before{content:"${mark}";position:absolute;left:-2em}</style><p>text</p>`)

  it('are Roman numbers, and no words made of their letters', async () => {
    expect(await lines('(xviii)')).toEqual([expect.stringContaining('(xviii)')])
    expect(await lines('(xviii)')).toHaveLength(1)
    expect((await lines('vivid')).length).toBeGreaterThan(1)
  })
})

describe('lists in lists without marks', () => {
  it('have marks', async () => {
    const { document } = await readHtml('<ul style="list-style:none"><li>a<ul><li>b</li></ul></li></ul>')
    const [a, b] = paragraphsOf(document.blocks)
    expect([a?.list === undefined, b?.list === undefined]).toEqual([true, false])
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
    expect((await readTable(html)).rows[0]?.height).toBe(16_838 - 60)
  })

  it('of boxes in a box of page height leave room for its padding and lines', async () => {
    const html = `<style>@page{size:A4;margin:0}.p{height:297mm;padding:10mm;box-sizing:border-box;background:#fed}
      .f{height:100%;box-sizing:border-box;border:1mm solid #000}</style><div class="p"><div class="f">x</div></div>`
    const [outer] = (await readTable(html)).rows
    const inner = outer?.cells[0]?.blocks.find((block) => block.kind === 'table')
    const padding = Math.round((10 * 1440) / 25.4)
    expect(outer?.height).toBe(16_838 - 60)
    // 40 twips for the paragraph that ends the cell, 60 for the one after the inner box.
    expect(inner?.rows[0]?.height).toBe(16_838 - 60 - 2 * padding - 40 - 60 - 2 * 57)
  })

  it('by a ratio count where free height is shared, and make a disc of two lines round', async () => {
    const disc = '<div style="width:80px;aspect-ratio:1;border-radius:50%;background:#fd0">a<br>b</div>'
    const [shape] = (await readParagraphs(`<style>p{margin:0}</style>${disc}`)).flatMap(({ inlines }) => inlines)
    expect(shape).toMatchObject({ kind: 'shape', isEllipse: true, width: 1200, height: 1200 })
    const square = '<div style="width:100px;aspect-ratio:1;border:1px solid #000">x</div>'
    const css = 'display:flex;flex-direction:column;justify-content:space-between;height:200px'
    const last = (await readParagraphs(`<style>p{margin:0}</style><div style="${css}">${square}<p>z</p></div>`)).at(-1)
    // What is left of 3000 twips below a square of 1500 and a line.
    expect(last?.format.spaceBefore).toBeLessThan(1300)
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

describe('numbers that style sheets place beside items', () => {
  it('stand in the line of their item, however long they are', async () => {
    const items = Array.from({ length: 8 }, (_, index) => `<li>item ${index + 1}</li>`).join('')
    const lines = await readLines(`<style>ol{list-style:none;counter-reset:e}li{counter-increment:e;position:relative}
      li::before{content:"(" counter(e,lower-roman) ")";position:absolute;left:-2.5em}</style><ol>${items}</ol>`)
    expect(lines).toHaveLength(8)
    expect(lines[7]).toMatch(/^\(viii\)\s+item 8$/)
  })
})

describe('boxes one below another with the free height between them', () => {
  const column = (items: string) =>
    `<div style="height:10cm;display:flex;flex-direction:column;justify-content:space-between;align-items:center">${items}</div>`

  it('stand where the container has them across', async () => {
    const html = column('<div>a</div><div style="width:3cm;height:3cm;background:#b08d57">b</div><div>c</div>')
    const { document } = await readHtml(html)
    const [first, seal] = document.blocks.filter(({ kind }) => kind !== 'space')
    expect(first).toMatchObject({ kind: 'paragraph', format: { alignment: 'center' } })
    expect(seal?.kind === 'table' && (seal.indent ?? 0)).toBeGreaterThan(2000)
  })

  it('hold lines of text as one item', async () => {
    const html = '<div style="display:flex"><i>x</i>Grade<br>1.0 <b>y</b></div>'
    expect(textsOf(await readTable(html))[0]?.filter((text) => text !== '')).toEqual(['x', 'Grade\n1.0', 'y'])
  })
})

describe('what a box draws around a list', () => {
  it('leaves the list where its padding says', async () => {
    const list = (style: string) =>
      `<ul style="list-style:none;border-top:1px solid;background:#eee;${style}"><li>a</li></ul>`
    const indentOf = async (html: string) => (await readParagraphs(html))[0]?.format.indentStart ?? 0
    expect(await indentOf(list('padding:0;margin:0'))).toBe(0)
    expect(await indentOf(list(''))).toBeGreaterThan(300)
  })
})

describe('cells that say their padding', () => {
  it('are as wide as their words and that padding', async () => {
    const row = (tag: string, cells: readonly string[]) =>
      `<tr>${cells.map((cell) => `<${tag} style="padding:6px 13px;border:1px solid">${cell}</${tag}>`).join('')}</tr>`
    const long = 'Milliseconds before a job fails, where nothing waits for ever and a day and a half of them'
    const table = await readTable(
      `<table style="font-family:Arial">${row('th', ['Option', 'Default', 'Description'])}${row('td', ['concurrency', '1', long])}</table>`,
    )
    const [, width = 0] = table.grid ?? table.columns
    // Seven bold letters of 10 points, and 26 pixels beside them.
    expect(width).toBeGreaterThan(677 + 390)
  })
})

describe('a line above a row of boxes', () => {
  it('stays on the page of the row', async () => {
    const html = '<div style="display:flex;border-top:1px solid #00529b;padding-top:2mm"><p>a</p><p>b</p></div>'
    const { document } = await readHtml(html)
    const xml = partOf(writeDocx(document), '/word/document.xml')
    expect(xml).toMatch(/<w:keepNext\/><w:pBdr><w:top /)
  })
})
