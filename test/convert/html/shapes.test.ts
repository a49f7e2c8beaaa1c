/**
 * Boxes that are drawn as shapes: badges, buttons, numbered discs, ribbons.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import type { FlowBlock, FlowInline, FlowShape } from '../../../src/convert/docx-writer/flow-document.js'
import { writeDocx } from '../../../src/convert/docx-writer/write-docx.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { partOf } from '../docx-writer/part-of.js'
import { inlineText, paragraphsOf, readParagraphs, readTable } from './flow-text.js'

const shapesIn = (inlines: readonly FlowInline[]): FlowShape[] =>
  inlines.flatMap((inline) => {
    if (inline.kind === 'link') return shapesIn(inline.inlines)
    return inline.kind === 'shape' ? [inline] : []
  })

const shapesOf = (blocks: readonly FlowBlock[]) => paragraphsOf(blocks).flatMap(({ inlines }) => shapesIn(inlines))

async function read(html: string): Promise<{ shapes: FlowShape[]; warnings: readonly string[]; lines: string[] }> {
  const { document, warnings } = await readHtml(html)
  const lines = paragraphsOf(document.blocks).map(({ inlines }) => inlineText(inlines))
  return { shapes: shapesOf(document.blocks), warnings, lines }
}

const chip = (css: string, text = '1') =>
  `<span style="display:inline-block;background:#000;color:#fff;${css}">${text}</span>`
const DISC = 'width:24px;height:24px;line-height:24px;border-radius:50%;text-align:center'

describe('a drawn mark beside an item', () => {
  const page = (mark: string) => `<!doctype html><style>ol{list-style:none;padding:0;counter-reset:c}
    li{counter-increment:c;position:relative;padding-left:40px}
    li::before{content:counter(c);position:absolute;left:0;${mark}}</style><ol><li>First<li>Second</ol>`

  it('is a disc with its number, out of which the text stands', async () => {
    const html = page(`${DISC};background:#1a73e8;color:#fff`)
    const { shapes, lines, warnings } = await read(html)
    expect(shapes).toMatchObject([
      { width: 360, height: 360, isEllipse: true, fill: '1A73E8' },
      { width: 360, height: 360, isEllipse: true, fill: '1A73E8' },
    ])
    expect(lines).toEqual(['1\tFirst', '2\tSecond'])
    expect((await readParagraphs(html))[0]?.format).toMatchObject({ indentStart: 600, indentFirstLine: -600 })
    expect(warnings).toEqual([])
  })

  it('is a ring where it has a border and no background', async () => {
    expect((await read(page(`${DISC};border:2px solid red`))).shapes[0]).toMatchObject({
      isEllipse: true,
      line: { color: 'FF0000' },
    })
  })

  it('stays text where it is wider than the room for it, or has neither size nor corners', async () => {
    expect((await read(page(`${DISC};width:40px;background:red`))).shapes).toEqual([])
    expect((await read(page(`${DISC};width:39px;background:red`))).shapes).toHaveLength(2)
    const { shapes, lines } = await read(page('background:red'))
    expect([shapes, lines]).toEqual([[], ['1\tFirst', '2\tSecond']])
  })
})

describe('an inline-block with a size or corners of its own', () => {
  it('is a disc where it is nothing but corners', async () => {
    const { shapes, warnings } = await read(`<p>${chip(DISC)} Connect</p>`)
    expect(shapes).toMatchObject([{ width: 360, height: 360, isEllipse: true, fill: '000000', alignment: 'center' }])
    expect(inlineText(shapes[0]?.inlines ?? [])).toBe('1')
    expect(warnings).toEqual([])
  })

  it('is as wide as its text with the padding, and as high as its line', async () => {
    const [shape] = (await read(`<p>${chip('padding:2px 10px;border-radius:4px;line-height:20px', 'Paid')} yes`)).shapes
    expect(shape).toMatchObject({ height: 20 * 15 + 60, radius: 60, alignment: 'center' })
    expect(shape?.width).toBeGreaterThan(300 + 250)
  })

  it('counts its width as its box-sizing says', async () => {
    const css = 'width:40px;height:40px;padding:5px;border:1px solid red;'
    const size = async (more: string) => (await read(`<p>${chip(css + more)} x`)).shapes[0]?.width
    expect(await size('')).toBe(52 * 15)
    expect(await size('box-sizing:border-box')).toBe(40 * 15)
  })

  it('is text where it has neither, cells where it holds more than a line, and a line where one edge is drawn', async () => {
    expect((await read(`<p>a ${chip('padding:0 4px', 'text')} b`)).shapes).toEqual([])
    expect((await read(`<p>a ${chip('border-radius:4px', 'one<br>two')} b`)).shapes).toEqual([])
    expect((await read(`<p>a ${chip('width:60px;border-radius:4px', 'many words '.repeat(9))} b`)).shapes).toEqual([])
    const blank = '<span style="display:inline-block;width:90px;border-bottom:1px solid"></span>'
    expect((await read(`<p>Name ${blank}`)).shapes).toEqual([])
  })

  it('makes a paragraph of each line, and text of what may stand further down', async () => {
    const { shapes, lines } = await read(`<p>${chip(DISC)} a<br>${chip(DISC, '2')} b</p>`)
    expect([shapes.length, lines]).toEqual([2, ['1 a', '2 b']])
    const far = await read(`<p style="width:200px">${'words before it '.repeat(4)}${chip(DISC)} after</p>`)
    expect(far.shapes).toEqual([])
    expect(far.warnings).toEqual(['The CSS property border-radius is not shown (1 element).'])
  })

  it('wraps with others where their widths fill the line', async () => {
    const chips = Array.from({ length: 5 }, (_, index) => chip('width:90px;border-radius:4px', `n${index}`)).join(' ')
    expect((await read(`<div style="width:300px">${chips}</div>`)).lines).toEqual(['n0 n1 n2 ', 'n3 n4'])
  })

  it('stands in the middle of its line, with the room above it that it asks for', async () => {
    const [paragraph] = await readParagraphs(`<p style="margin:0">${chip(`${DISC};margin-top:10px`)} x`)
    expect(paragraph?.format).toMatchObject({ centersLine: true, spaceBefore: 150 })
  })

  it('is text where lines run from right to left', async () => {
    expect((await read(`<p dir="rtl">${chip(DISC)} x</p>`)).shapes).toEqual([])
  })

  it('gives its link and its text to those who read the document', async () => {
    const html =
      '<p><a href="https://x.example" style="display:inline-block;background:#06c;padding:9px 20px">Pay</a></p>'
    const { document } = await readHtml(html)
    const xml = partOf(writeDocx(document), '/word/document.xml')
    expect(xml).toMatch(/<wps:txbx>.*<w:hyperlink .*Pay.*<\/wps:txbx>.*<mc:Fallback><w:t[^>]*> Pay <\/w:t>/s)
    const { bytes } = await convertFile(writeDocx(document), { from: 'docx', to: 'md' })
    expect(new TextDecoder().decode(bytes).trim()).toBe('Pay')
  })

  it('has no more shapes in a document than Word is quick with, and none in notes', async () => {
    const many = `${chip(DISC)}<br>`.repeat(510)
    const { document } = await readHtml(`<p>${many}</p>`)
    expect(partOf(writeDocx(document), '/word/document.xml').match(/<wps:wsp>/g)).toHaveLength(500)
  })
})

describe('boxes on lines of their own with round corners', () => {
  it('are shapes where they hold a word, and cells where the text would grow', async () => {
    const box = (text: string) =>
      `<div style="background:#eee;border-radius:6px;padding:8px;text-align:center">${text}</div>`
    expect((await read(box('Start'))).shapes).toMatchObject([{ radius: 90, alignment: 'center' }])
    expect((await read(box('many words '.repeat(12)))).shapes).toEqual([])
  })

  it('stand where their margins have them', async () => {
    const [paragraph] = await readParagraphs(
      '<div style="width:90px;height:90px;border-radius:50%;background:#999;margin:0 auto"></div>',
    )
    expect(paragraph?.format.alignment).toBe('center')
  })

  it('are one button, whichever of cell and link draws it', async () => {
    const link = '<a style="display:inline-block;background:#3ac;border-radius:9px;padding:9px 20px">Go</a>'
    const table = await readTable(`<table><tr><td style="background:#3ac;border-radius:9px">${link}</td></tr></table>`)
    const [cell] = table.rows[0]?.cells ?? []
    expect(cell?.shading).toBeUndefined()
    expect(shapesOf(cell?.blocks ?? [])).toHaveLength(1)
  })

  it('keep their place above the middle of a cell', async () => {
    const disc = `<div style="${DISC};background:#000">1</div>`
    const row = `<div style="display:flex;align-items:center">${disc}<div style="height:100px;background:#eee">x</div></div>`
    const [cell] = (await readTable(row)).rows[0]?.cells ?? []
    expect(cell?.verticalAlign).toBeUndefined()
    const [first] = cell?.blocks ?? []
    expect(first?.kind === 'paragraph' ? first.format.spaceBefore : 0).toBe((1500 - 360) / 2)
  })
})

describe('boxes with a place of their own in a cell', () => {
  const card = (css: string, box = '') =>
    read(`<div style="position:relative;width:300px;background:#eee;padding:20px;${box}"><p>text</p><p>more</p>
      <span style="position:absolute;background:#c00;width:40px;height:20px;${css}">x</span></div>`)

  it('are shapes over it, from its corners', async () => {
    expect((await card('top:10px;left:5px')).shapes[0]?.offset).toEqual({ x: (5 - 20) * 15, y: (10 - 20) * 15 })
    expect((await card('top:0;right:0')).shapes[0]?.offset).toEqual({ x: (340 - 40 - 20) * 15, y: -300 })
    const shifted = await card('top:-10px;left:50%;transform:translateX(-50%)')
    expect(shifted.shapes[0]?.offset).toEqual({ x: (170 - 20 - 20) * 15, y: -450 })
    expect((await card('bottom:0;left:0', 'height:200px')).shapes[0]?.offset).toMatchObject({ y: (240 - 20) * 15 })
  })

  it('have some room for a wider font where they are as wide as their text', async () => {
    const css = 'padding:2px 10px;border-radius:4px'
    const inLine = (await read(`<p>${chip(css, 'Popular')} x`)).shapes[0]?.width ?? 0
    const placed = (await card(`top:0;left:0;width:auto;height:auto;${css}`)).shapes[0]?.width ?? 0
    const letter = (await read(`<p>${chip(css, 'x')} x`)).shapes[0]?.width ?? 0
    expect(inLine).toBeGreaterThan(letter)
    expect(placed).toBe(Math.round(letter * 1.1))
  })

  it('are told where their place is not known', async () => {
    const { shapes, warnings } = await card('bottom:0;left:0')
    expect([shapes.length, warnings]).toEqual([0, ['The CSS property position is not shown (1 element).']])
  })

  it('are no items of their container', async () => {
    const table =
      await readTable(`<div style="display:grid;grid-template-columns:1fr 1fr;position:relative;background:#eee">
      <b style="position:absolute;top:0;right:0;background:#c00">VIP</b><div>a</div><div>b</div></div>`)
    const texts = table.rows[0]?.cells.flatMap(({ blocks }) => blocks.filter(({ kind }) => kind === 'table'))
    expect(texts?.flatMap((inner) => (inner.kind === 'table' ? inner.rows[0]?.cells.length : []))).toEqual([2])
  })
})

describe('the first line of an inline-block', () => {
  it('starts where its indent takes its padding back', async () => {
    const style = 'display:inline-block;text-indent:-5em;padding-left:5em'
    const lines = ['first', 'second'].map((text) => `<span style="${style}">${text}</span>`).join('\n')
    expect((await read(`<pre><code>${lines}</code></pre>`)).lines).toEqual(['first\nsecond'])
  })

  it('fills the width of its box before text that stands at its end', async () => {
    const label = (align: string) =>
      read(`<p style="text-align:${align}"><b style="display:inline-block;width:120px">No.</b> 7`)
    expect((await label('left')).lines[0]).toMatch(/^No\.\u00a0+ 7$/)
    expect((await label('right')).lines[0]).toMatch(/^\u00a0+No\. 7$/)
  })
})

describe('a heading that is an inline-block', () => {
  it('is a heading, as wide as its text where it is drawn', async () => {
    const [heading] = await readParagraphs(
      '<style>p{color:#333}</style><h2 style="display:inline-block;border-bottom:2px solid red">Skills</h2><p>x</p>',
    )
    expect(heading?.style).toBe('heading2')
    expect(heading?.format.indentEnd).toBeGreaterThan(5000)
  })
})
