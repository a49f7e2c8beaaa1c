/**
 * Pages that a style sheet lays out for the paper and the typefaces of a browser.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { formatOf, inlineText, paragraphsOf, readParagraphs, readTable } from './flow-text.js'

const marginsOf = async (html: string) => (await readHtml(html)).document.page.margins

describe('the margins of pages', () => {
  it('leave what has a look of its own the room that it was made for', async () => {
    expect(await marginsOf('<style>body { margin: 0 }</style><p>a</p>')).toMatchObject({ left: 720, top: 720 })
    expect(await marginsOf('<body style="margin:0;background:#eee"><p>a</p>')).toMatchObject({ right: 720 })
    // Ten pixels are 150 twips.
    const padded = '<style>body { margin: 0; padding: 0 10px 500px }</style><p>a</p>'
    expect(await marginsOf(padded)).toMatchObject({ left: 870, top: 720, bottom: 1440 })
  })

  it('are an inch where a page has no look, and what it says where it says it', async () => {
    expect(await marginsOf('<p>a</p>')).toMatchObject({ left: 1440, top: 1440 })
    expect(await marginsOf('<style>@page { margin: 3cm } p { color: red }</style><p>a</p>')).toMatchObject({
      left: 1701,
    })
  })
})

describe('families of typefaces', () => {
  const familyOf = async (families: string) => {
    const paragraphs = await readParagraphs(`<p><span style="font-family:${families}">a</span></p>`)
    return (formatOf(paragraphs, 'a') as { fontFamily?: string } | undefined)?.fontFamily
  }

  it('that nobody has give way to those that stand in for them', async () => {
    expect(await familyOf("'Corner Ticket 9', 'Courier New', monospace")).toBe('Courier New')
    expect(await familyOf("'Corner Ticket 9', monospace")).toBe('monospace')
    expect(await familyOf("'Corner Ticket 9', sans-serif")).toBe('Arial')
  })

  it('stay where they are known, or nothing stands in for them', async () => {
    expect(await familyOf('Garamond, serif')).toBe('Garamond')
    expect(await familyOf("'Corner Ticket 9'")).toBe('Corner Ticket 9')
  })
})

describe('columns of newsletters', () => {
  it('stand side by side where the tables that they are say how wide they become at most', async () => {
    const words = 'many words of text that would be wider than the column if they stood in one line of it'
    const column = `<table class="c"><tr><td style="padding:20px;font-size:14px">${words}</td></tr></table>`
    const { document } = await readHtml(`<style>.c { width: 100%; max-width: 300px; display: inline-block }</style>
      <table width="600" style="border-spacing:0"><tr><td style="padding:0;font-size:0">${column}${column}</td></tr></table>`)
    const rows = document.blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))
    const inner = rows[0]?.cells[0]?.blocks.find((block) => block.kind === 'table')
    const cells = inner?.kind === 'table' ? (inner.rows[0]?.cells ?? []) : []
    expect(cells.filter(({ blocks }) => paragraphsOf(blocks).length > 0)).toHaveLength(2)
  })
})

describe('marks in the padding of a box', () => {
  const style = 'li { list-style: none; position: relative; padding-left: 30px }'
  const mark = (more: string) => `<style>${style} li::before { content: "✓"; position: absolute; ${more} }</style>`

  it('stand out of all lines of its text', async () => {
    const [item] = await readParagraphs(`${mark('left: 0')}<ul style="padding:0"><li>many words</li></ul>`)
    expect(inlineText(item?.inlines ?? [])).toBe('✓\tmany words')
    expect(item?.format).toMatchObject({ indentStart: 450, indentFirstLine: -450 })
  })

  it('stand as far from the text as they are placed', async () => {
    const [item] = await readParagraphs(`${mark('left: 10px')}<ul style="padding:0"><li>many words</li></ul>`)
    expect(item?.format.indentFirstLine).toBe(-300)
    const numbered = mark('left: 0').replace('"✓"', '"10.12.3"')
    const [long] = await readParagraphs(`${numbered}<ul style="padding:0"><li>many words</li></ul>`)
    expect(long?.format.indentFirstLine).toBe(-450)
  })

  it('are text in the line where nothing makes room for them', async () => {
    const [item] = await readParagraphs(`<style>li { list-style: none } li::before { content: "✓"; position: absolute }
      </style><ul><li>many words</li></ul>`)
    expect(inlineText(item?.inlines ?? []).replace(/\s+/g, ' ')).toBe('✓ many words')
    expect(item?.format.indentFirstLine).toBeUndefined()
  })
})

describe('what is drawn around', () => {
  it('highlighted text is gone where a style sheet takes it away', async () => {
    const page = (css: string) => `<style>${css}</style><p>a <mark>b</mark> c</p>`
    expect(formatOf(await readParagraphs(page('p { margin: 0 }')), 'b')).toHaveProperty('background', 'FFFF00')
    const [plain] = await readParagraphs(page('mark { background: transparent }'))
    expect(inlineText(plain?.inlines ?? [])).toBe('a b c')
    expect(JSON.stringify(plain)).not.toContain('FFFF00')
  })

  it('lists is drawn once, beside all of their items', async () => {
    const table = await readTable('<ul style="border-left:2px solid #f00;padding-left:20px"><li>a</li><li>b</li></ul>')
    expect(table.rows[0]?.cells[0]?.borders?.left).toMatchObject({ color: 'FF0000', width: 30 })
    expect(paragraphsOf([table]).map(({ inlines }) => inlineText(inlines))).toEqual(['a', 'b'])
  })

  it('the only link of a coloured cell is the padding of that link', async () => {
    const link = '<a href="https://example.com/" style="display:inline-block;padding:14px 28px;color:#fff">Pay</a>'
    const table = await readTable(`<table><tr><td bgcolor="#ff6a00">${link}</td></tr></table>`)
    expect(paragraphsOf([table])[0]?.format).toMatchObject({
      indentStart: 420,
      indentEnd: 420,
      spaceBefore: 210,
      spaceAfter: 210,
    })
  })

  it('boxes that are tables is their padding', async () => {
    const css = '<style>.t { display: table; width: 100%; padding: 10px 16px } .t > div { display: table-cell }</style>'
    const table = await readTable(`${css}<div class="t" style="background:#eee"><div>a</div><div>b</div></div>`)
    expect(table.rows[0]?.cells[0]?.padding).toMatchObject({ top: 150, left: 240 })
  })

  it('floats is no higher than they are, and below them is what takes the whole line', async () => {
    const html = `<div dir="rtl"><div style="float:inline-end;border:2px solid #b00">x</div><p>beside</p>
      <table style="width:100%"><tr><td>below</td></tr></table></div>`
    const { document } = await readHtml(html)
    const [row, table] = document.blocks.filter((block) => block.kind === 'table')
    const texts = (block: typeof row) =>
      paragraphsOf(block === undefined ? [] : [block]).map(({ inlines }) => inlineText(inlines))
    // Rows of a table from right to left begin at the right.
    expect(texts(row)).toEqual(['beside', 'x'])
    expect(texts(table)).toEqual(['below'])
    expect(row?.kind === 'table' && row.rows[0]?.cells.some(({ borders }) => borders?.left !== undefined)).toBe(true)
  })
})

describe('headings that are rows of boxes', () => {
  const css =
    '<style>h2 { display: flex; text-transform: uppercase } h2::after { content: ""; flex: 1; height: 1px; background: #ccc }</style>'

  it('keep their words whole, and the distance of headings', async () => {
    const { document } = await readHtml(`${css}<p>before</p><h2>Profile</h2><p>after</p>`)
    const [before, row] = document.blocks
    const [first] = row?.kind === 'table' ? row.columns : []
    // PROFILE in bold letters of Calibri of 24 pixels is 82 pixels wide.
    expect(first).toBeGreaterThan(1220)
    expect(before?.kind === 'paragraph' && (before.format.spaceAfter ?? 0)).toBeGreaterThan(240)
  })
})

describe('parts of elements whose looks are not shown', () => {
  it('are named in a warning, with how many elements have them', async () => {
    const css =
      '<style>p.first::first-letter { font-size: 3em } li::marker { content: counter(list-item) } q::first-line { color: red }</style>'
    const { warnings } = await readHtml(`${css}<p class="first">a</p><p>b</p><ul><li>c</li><li>d</li></ul>`)
    expect(warnings).toEqual([
      'The CSS pseudo-element ::marker is not shown (2 elements).',
      'The CSS pseudo-element ::first-letter is not shown (1 element).',
    ])
  })
})

describe('boxes in boxes that no element has', () => {
  it('keep the styles of what is in them apart', async () => {
    // A link in a table in a line, in a flex container: each has a box around it that was made for it.
    const table = '<table style="display:inline-table;width:200px"><tr><td><b>deep</b></td></tr></table>'
    const html = `<style>b { color: #00f } .r b { color: #f00 }</style>
      <div style="display:flex">${table}<b>flat</b></div><div class="r" style="display:flex">${table}<b>red</b></div>`
    const paragraphs = await readParagraphs(html)
    const colors = paragraphs.flatMap(({ inlines }) =>
      inlines.flatMap((inline) => (inline.kind === 'text' ? [`${inline.text} ${inline.format.color}`] : [])),
    )
    expect(colors).toEqual(['deep 0000FF', 'flat 0000FF', 'deep FF0000', 'red FF0000'])
  })
})
