/**
 * What stands side by side: floats, flex and grid containers, columns.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import type { FlowBlock, FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { DEFAULT_PAGE } from '../../../src/convert/html/pages/page-setup.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { readWithPdfjs } from '../support/read-with-pdfjs.js'
import { inlineText, paragraphsOf, readLines, readParagraphs, readTable } from './flow-text.js'

/** Texts of the cells that have any, by rows. */
function textsOf({ rows }: FlowTable): string[][] {
  return rows.map(({ cells }) =>
    cells
      .map(({ blocks }) =>
        paragraphsOf(blocks)
          .map(({ inlines }) => inlineText(inlines))
          .join(' '),
      )
      .filter((text) => text !== ''),
  )
}

function widthOf({ columns }: FlowTable): number {
  return columns.reduce((sum, width) => sum + width, 0)
}

const ROOM = 11_906 - 2880

describe('tables that are aligned', () => {
  it('stand side by side, as in newsletters', async () => {
    const column = (align: string, text: string) =>
      `<table align="${align}" width="270"><tr><td>${text}</td></tr></table>`
    const table = await readTable(`<div style="width:600px">${column('left', 'a')} ${column('right', 'b')}</div>`)
    const inner = (table.rows[0]?.cells ?? []).flatMap(({ blocks }) => paragraphsOf(blocks))
    expect(inner.map(({ inlines }) => inlineText(inlines))).toEqual(['a', 'b'])
  })

  it('are as wide as the page where they ask for that', async () => {
    const { document } = await readHtml('<table align="left" width="100%"><tr><td>a</td></tr></table><p>b</p>')
    const [table, ...others] = document.blocks
    expect(table?.kind === 'table' ? widthOf(table) : 0).toBeGreaterThan(ROOM - 10)
    expect(others.some((block) => block.kind === 'paragraph' && inlineText(block.inlines) === 'b')).toBe(true)
  })
})

describe('flex containers', () => {
  it('put their items beside each other, the last one at the end of the line', async () => {
    const table = await readTable(
      '<div style="display:flex;justify-content:space-between"><span>English</span><span>Native</span></div>',
    )
    expect(textsOf(table)).toEqual([['English', 'Native']])
    expect(widthOf(table)).toBeGreaterThan(ROOM - 10)
    expect(paragraphsOf(table.rows[0]?.cells.at(-1)?.blocks ?? [])[0]?.format.alignment).toBe('end')
  })

  it('have the free height of a column between their items', async () => {
    const space = async (justify: string) => {
      const table = await readTable(`<div style="display:flex;flex-direction:column;justify-content:${justify};
        height:400px;background:#eee"><p style="margin:0">a</p><p style="margin:0">b</p></div>`)
      return paragraphsOf(table.rows[0]?.cells[0]?.blocks ?? [])[1]?.format.spaceBefore ?? 0
    }
    expect(await space('flex-start')).toBe(0)
    expect(await space('space-between')).toBeGreaterThan(4000)
    expect(await space('space-between')).toBeLessThan(6000)
  })

  it('are as wide as they ask for where the last item holds what shows it', async () => {
    const card = '<div style="width:30%"><div style="border:1px solid">card</div></div>'
    const table = await readTable(`<div style="display:flex">${card}${card}</div>`)
    expect(widthOf(table)).toBeLessThan(ROOM * 0.61)
  })

  it('keep text at the start of items that say how wide they are, or have several lines', async () => {
    const sized = await readTable(
      '<div style="display:flex;justify-content:space-between"><div style="width:45%">Date</div><div style="width:45%">Signature</div></div>',
    )
    const lines = await readTable(
      '<div style="display:flex;justify-content:space-between"><div>To</div><div>Jane Roe<br>Berlin</div></div>',
    )
    for (const table of [sized, lines]) {
      expect(paragraphsOf(table.rows[0]?.cells.at(-1)?.blocks ?? [])[0]?.format.alignment).toBeUndefined()
    }
  })

  it('are as high as they ask for at the start of a document', async () => {
    const grid =
      '<div style="display:grid;grid-template-columns:5cm 1fr;min-height:200mm"><div>a</div><div>b</div></div>'
    expect((await readTable(grid)).rows[0]?.height).toBe(11_339)
    const { document } = await readHtml(`<p>before</p>${grid}`)
    const later = document.blocks.find((block) => block.kind === 'table')
    expect(later?.kind === 'table' ? later.rows[0]?.height : 0).toBeUndefined()
  })

  it('take what a style sheet adds for items: a rule beside a heading has the rest of the line', async () => {
    const css = 'h2{display:flex;gap:10px} h2::after{content:"";flex:1;height:1px;background:#c9d3dd}'
    const table = await readTable(`<style>${css}</style><h2>Experience</h2>`)
    expect(widthOf(table)).toBeGreaterThan(ROOM - 10)
    expect(table.columns[0]).toBeLessThan(ROOM / 3)
    const line = table.rows[0]?.cells.at(-1)?.blocks[0]
    expect(line?.kind === 'space' ? line.shading : undefined).toBe('C9D3DD')
  })

  it('have no column of no width, which would take from those beside it what it needs', async () => {
    const table = await readTable('<div style="display:flex"><b>word</b><i style="background:#eee"></i></div>')
    expect(Math.min(...table.columns)).toBeGreaterThan(0)
  })

  it('keep the margin that definitions have in browsers beside them, and take it away where it is said', async () => {
    const row = (css: string) =>
      readTable(`<style>dd{background:#eee;${css}}</style><dl><div style="display:flex;justify-content:space-between">
        <dt>Name</dt><dd>Jane Roe</dd></div></dl>`)
    const [natural, bare] = [await row(''), await row('margin:0')]
    expect(natural.columns.at(-1)).toBe(bare.columns.at(-1))
    const [text] = paragraphsOf(bare.rows[0]?.cells.at(-1)?.blocks ?? [])
    expect(text?.format.indentStart).toBe(0)
  })

  it('share their room by growth, basis and width', async () => {
    const table = await readTable(
      '<div style="display:flex"><div style="flex:0 0 25%">a</div><div style="flex:1">b</div><div style="flex:2">c</div></div>',
    )
    const [a = 0, b = 0, c = 0] = table.columns
    expect(a).toBe(Math.round(ROOM / 4))
    expect(c / b).toBeCloseTo(2, 1)
    expect(a + b + c).toBeCloseTo(ROOM, -1)
  })

  it('keep their gap, and make room of their own for it', async () => {
    const table = await readTable(
      '<div style="display:flex;gap:20px"><div style="background:#eee;width:100px">a</div><div style="background:#eee;width:100px">b</div></div>',
    )
    expect(table.columns).toEqual([1500, 300, 1500])
    expect(table.rows[0]?.cells[1]?.shading).toBeUndefined()
  })

  it('begin a new line where they may', async () => {
    const item = '<div style="width:40%">x</div>'
    const { document } = await readHtml(`<div style="display:flex;flex-wrap:wrap">${item.repeat(4)}</div>`)
    const tables = document.blocks.filter((block): block is FlowTable => block.kind === 'table')
    expect(tables.map(textsOf)).toEqual([[['x', 'x']], [['x', 'x']]])
  })

  it('stack their items where they are columns, and follow their order', async () => {
    expect(await readLines('<div style="display:flex;flex-direction:column"><b>a</b><b>b</b></div>')).toEqual([
      'a',
      'b',
    ])
    const table = await readTable('<div style="display:flex"><p style="order:2">a</p><p>b</p></div>')
    expect(textsOf(table)).toEqual([['b', 'a']])
  })

  it('never are wider than the page', async () => {
    const table = await readTable(`<div style="display:flex">${'<div style="width:300px">word</div>'.repeat(9)}</div>`)
    expect(widthOf(table)).toBeLessThanOrEqual(ROOM + 9)
  })
})

describe('containers inside of each other', () => {
  it.each(['flex', 'grid', 'inline-flex', 'contents'])(
    'keep their text however deep they are: %s',
    async (display) => {
      const open = `<div style="display:${display}">a`.repeat(4000)
      const { document, warnings } = await readHtml(`<div style="display:flex">${open}<b>end</b>`)
      const text = paragraphsOf(document.blocks).map(({ inlines }) => inlineText(inlines))
      expect(text.join('').replace(/\s/g, '')).toBe(`${'a'.repeat(4000)}end`)
      expect(warnings).toContainEqual(expect.stringMatching(/nested too deeply/))
    },
    60_000,
  )
})

describe('grids', () => {
  it('have the columns of their template', async () => {
    const table = await readTable(
      '<div style="display:grid;grid-template-columns:100px 1fr 2fr;gap:10px"><p>a<p>b<p>c<p>d</div>',
    )
    expect(textsOf(table).filter((row) => row.length > 0)).toEqual([['a', 'b', 'c'], ['d']])
    const [a = 0, , b = 0, , c = 0] = table.columns
    expect(a).toBe(1500)
    expect(c / b).toBeCloseTo(2, 1)
  })

  it('repeat tracks as often as there is room', async () => {
    const table = await readTable(
      `<div style="display:grid;grid-template-columns:repeat(auto-fill,minmax(180px,1fr))">${'<p>x'.repeat(4)}</div>`,
    )
    expect(textsOf(table)).toEqual([['x', 'x', 'x'], ['x']])
  })

  it('place items by lines, spans and areas', async () => {
    const lines = await readTable(
      '<div style="display:grid;grid-template-columns:repeat(3,1fr)"><p style="grid-column:1 / -1">a<p style="grid-column:span 2">b<p>c</div>',
    )
    expect(lines.rows.map(({ cells }) => cells.map(({ columnSpan }) => columnSpan))).toEqual([[3], [2, 1]])
    const areas = await readTable(
      `<div style="display:grid;grid-template-columns:1fr 2fr;grid-template-areas:'s h' 's m'"><p style="grid-area:m">main<p style="grid-area:s">side<p style="grid-area:h">head</div>`,
    )
    expect(textsOf(areas)).toEqual([['side', 'head'], ['main']])
    expect(areas.rows[0]?.cells[0]?.verticalMerge).toBe('restart')
  })
})

describe('floats', () => {
  it('that make room by a negative margin are as wide as the rest, and their content with them', async () => {
    const main = '<div style="float:left;width:100%;margin-right:-200px"><p style="margin-right:200px">main</p></div>'
    const html = `${main}<div style="float:right;width:180px">side</div>`
    const table = await readTable(html)
    expect(widthOf(table)).toBeLessThanOrEqual(ROOM + 1)
    expect(textsOf(table)).toEqual([['main', 'side']])
    expect(paragraphsOf(table.rows[0]?.cells[0]?.blocks ?? [])[0]?.format.indentEnd ?? 0).toBe(0)
  })

  it('have long text below them, unless its margin leaves their room empty anyway', async () => {
    const page = (margin: string) =>
      `<div style="float:left;width:200px">links</div><div style="${margin}">${'<p>text</p>'.repeat(80)}</div>`
    const cells = async (margin: string) => (await readTable(page(margin))).rows[0]?.cells.length
    expect(await cells('margin-left:160px')).toBe(2)
    expect(await cells('margin-left:159px')).toBe(1)
    expect(await cells('margin-right:200px')).toBe(1)
  })

  it('keep a text beside them that its margin puts there, however long its words are', async () => {
    const cells = async (margin: string) => {
      const html = `<div style="float:left;width:200px">a<br>b</div><div style="${margin}">${'x'.repeat(80)}</div>`
      return (await readTable(html)).rows[0]?.cells.length
    }
    expect([await cells('margin-left:200px'), await cells('')]).toEqual([2, 1])
  })

  it('stand beside each other and beside what follows them', async () => {
    const two = await readTable(
      '<div style="float:left">left</div><div style="float:right">right</div><p style="clear:both">below</p>',
    )
    expect(textsOf(two)).toEqual([['left', 'right']])
    const beside = await readTable('<div style="float:right;width:150px">a<br>b<br>c</div><p>text beside</p>')
    expect(textsOf(beside)).toEqual([['text beside', 'a\nb\nc']])
  })

  it('begin a new line where there is no room', async () => {
    const { document } = await readHtml('<div style="float:left;width:50%">x</div>'.repeat(4))
    expect(document.blocks.filter(({ kind }) => kind === 'table')).toHaveLength(2)
  })

  it('of pictures have text around them', async () => {
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
    const [paragraph] = await readParagraphs(`<p><img style="float:right" src="data:image/png;base64,${png}">text`)
    expect(paragraph?.inlines).toMatchObject([
      { kind: 'image', float: 'right' },
      { kind: 'text', text: 'text' },
    ])
  })
})

describe('boxes in lines', () => {
  it('are words of their line where text stands with them', async () => {
    const [paragraph] = await readParagraphs(
      '<p>Status: <span style="display:inline-block;background:green;color:#fff;padding:4px 8px">paid</span> today',
    )
    expect(inlineText(paragraph?.inlines ?? []).replaceAll('\u00a0', '')).toBe('Status: paid today')
  })

  it('are a row where they stand alone', async () => {
    const column = (text: string) => `<div style="display:inline-block;width:45%"><p>${text}</p><p>more</p></div>`
    expect(textsOf(await readTable(`<div>${column('a')} ${column('b')}</div>`))).toEqual([['a more', 'b more']])
  })

  it('never glue words together', async () => {
    expect((await readLines('<p><span>a</span><span style="margin-left:16px">b</span>'))[0]).toMatch(/^a[\s\u00a0]+b$/)
  })
})

describe('columns of text', () => {
  it('are filled page by page', async () => {
    const long = Array.from({ length: 24 }, (_, n) => `<p>Paragraph number ${n} ${'text '.repeat(40)}</p>`).join('')
    const html = `<div style="columns:2">${long}</div>`
    const { bytes } = await convertFile(Buffer.from(html), { from: 'html', to: 'pdf' })
    const [first = ''] = (await readWithPdfjs(bytes)).pages
    const numbers = [...first.matchAll(/number (\d+)/g)].map(([, n]) => Number(n))
    expect(numbers).toEqual(numbers.map((_, n) => n))
    expect(numbers.length).toBeGreaterThan(10)
  })
})

describe('tables', () => {
  it('that arrange a page have no rules, those of data do', async () => {
    expect((await readTable('<table><tr><td>a</td><td>b</td></tr></table>')).look).toBe('plain')
    expect((await readTable('<table><tr><th>a</th><th>b</th></tr><tr><td>c<td>d</table>')).look).toBeUndefined()
    expect((await readTable('<table><tr><th style="border-bottom:1px solid">a</th></tr><tr><td>c</table>')).look).toBe(
      'plain',
    )
  })

  it('fit the page however many columns they have', async () => {
    const cells = Array.from({ length: 14 }, (_, n) => `<td>Column number ${n}</td>`).join('')
    expect(widthOf(await readTable(`<table><tr>${cells}</tr></table>`))).toBeLessThanOrEqual(ROOM)
    const pre = await readTable(`<table><tr><td>text</td><td><pre>${'x'.repeat(300)}</pre></td></tr></table>`)
    expect(widthOf(pre)).toBeLessThanOrEqual(ROOM)
  })

  it('are in the middle of cells that say so, and their text is not', async () => {
    const outer = await readTable(
      '<table width="100%"><tr><td align="center">x<table width="200"><tr><td>inner</td></tr></table></td></tr></table>',
    )
    const blocks = outer.rows[0]?.cells[0]?.blocks ?? []
    const [text, inner] = blocks
    expect(text).toMatchObject({ format: { alignment: 'center' } })
    expect(inner).toMatchObject({ kind: 'table', alignment: 'center' })
    expect(inner?.kind === 'table' ? paragraphsOf([inner])[0]?.format.alignment : '').toBeUndefined()
  })

  it('have the content of their cells in the middle unless they say otherwise', async () => {
    const table = await readTable('<table><tr><td>a<td valign="top">b</table>')
    expect(table.rows[0]?.cells.map(({ verticalAlign }) => verticalAlign)).toEqual(['center', 'top'])
  })
})

describe('text at the two ends of a row', () => {
  const columns = async (dir: string, text = dir) =>
    (
      await readTable(
        `<div dir="${dir}" style="display:flex;justify-content:space-between"><span dir="${text}">Sum</span><span>5</span></div>`,
      )
    ).columns

  it('has the room between them, whichever way it runs', async () => {
    const [first = 0, gap = 0, last = 0] = await columns('ltr')
    expect(first).toBeGreaterThan(3 * gap * 0.5)
    expect(last).toBeGreaterThan(3 * gap * 0.5)
    expect(await columns('rtl')).toEqual([first, gap, last])
  })

  it('keeps its width where it runs against the row', async () => {
    expect((await columns('rtl', 'ltr'))[0]).toBeLessThan(1000)
  })
})

const paragraphs = (...texts: readonly string[]) => texts.map((text) => `<p>${text}</p>`).join('')

/** What follows what: texts of paragraphs, and sections as `startsAt:columns`. */
async function outline(html: string): Promise<string[]> {
  const { document } = await readHtml(html)
  const say = (block: FlowBlock): string => {
    if (block.kind === 'sectionBreak') return `${block.startsAt}:${block.section.columns?.count ?? 1}`
    if (block.kind !== 'paragraph') return block.kind
    return inlineText(block.inlines)
  }
  return [`first:${document.columns?.count ?? 1}`, ...document.blocks.map(say)]
}

/** The text of the first table. */
async function textIn(html: string): Promise<string> {
  return paragraphsOf([await readTable(html)])
    .map(({ inlines }) => inlineText(inlines))
    .join(' ')
    .trim()
}

/** A page with a text area 9000 twips wide. */
const PAGE = { ...DEFAULT_PAGE, width: 11_000, margins: { top: 1000, right: 1000, bottom: 1000, left: 1000 } }

describe('columns of text on a page', () => {
  it('are a section that begins and ends where they do', async () => {
    expect(await outline(`<p>a</p><div style="column-count:2">${paragraphs('b', 'c')}</div><p>d</p>`)).toEqual([
      ...['first:1', 'a', 'here:2', 'b', 'c', 'here:1', 'd'],
    ])
  })

  it('begin with the document or the page where they stand first there', async () => {
    expect(await outline('<div style="columns:2"><p>a</div><p>b')).toEqual(['first:2', 'a', 'here:1', 'b'])
    const css = '<style>@page wide{size:A4 landscape}.w{page:wide}</style>'
    expect(await outline(`${css}<p>a</p><div class="w"><div style="columns:3"><p>b</div></div>`)).toEqual([
      ...['first:1', 'a', 'next:3', 'b', 'here:1'],
    ])
  })

  it('go on where pages change inside of them', async () => {
    const css = '<style>@page wide{size:A4 landscape}.w{page:wide}</style>'
    const html = `${css}<p>a</p><div style="columns:2"><p>b<div class="w"><p>c</div></div><p>d`
    expect((await outline(html)).filter((entry) => entry.startsWith('next'))).toEqual(['next:2', 'next:1'])
  })

  it('hold one long text and lists', async () => {
    expect(await outline(`<p>a</p><div style="columns:2">long text</div>`)).toEqual([
      'first:1',
      'a',
      'here:2',
      'long text',
      'here:1',
    ])
    expect(await outline('<p>a</p><ul style="columns:2"><li>b<li>c</ul>')).toEqual([
      'first:1',
      'a',
      'here:2',
      'b',
      'c',
      'here:1',
    ])
  })

  it('are as many as their width has room for, and no narrower than half an inch', async () => {
    const first = async (css: string) => (await outline(`<div style="${css}"><p>a</div>`))[0]
    expect(await first('width:300pt;column-width:100pt;column-gap:0')).toBe('first:3')
    expect(await first('width:300pt;column-width:101pt;column-gap:0')).toBe('first:2')
    expect(await first('width:300pt;columns:100pt 2;column-gap:0')).toBe('first:2')
    expect(await first('width:144pt;columns:5;column-gap:0')).toBe('first:4')
    expect(await first('width:143pt;columns:5;column-gap:0')).toBe('first:3')
    expect(await first('columns:1')).toBe('first:1')
    expect(await first('display:flex;columns:2')).toBe('first:1')
  })

  it('have the width of the box around them, and a line between them', async () => {
    const html = '<p>a</p><div style="width:200pt;columns:2;column-gap:10pt;column-rule:1px solid red"><p>b</div>'
    const { document, warnings } = await readHtml(html, { page: PAGE })
    const section = document.blocks.find((block) => block.kind === 'sectionBreak')?.section
    expect(section?.columns).toEqual({ count: 2, gap: 200, hasRule: true })
    expect(section?.page.margins).toMatchObject({ left: 1000, right: 11_000 - 1000 - 4000 })
    expect(warnings).toEqual([])
  })

  it('are interrupted by what goes across them', async () => {
    const html = `<div style="columns:2"><h2 style="column-span:all">A</h2>${paragraphs('b')}<h2 style="column-span:all">C</h2><p>d</div>`
    expect(await outline(html)).toEqual(['first:1', 'A', 'here:2', 'b', 'here:1', 'C', 'here:2', 'd', 'here:1'])
  })

  it('have their space above and below, and none inside', async () => {
    const { document } = await readHtml(
      `<!doctype html><style>p{margin:10pt 0}</style><p>a<div style="columns:2">${paragraphs('b', 'c')}</div><div style="columns:3">${paragraphs('d')}</div><p>e`,
    )
    const told = document.blocks.flatMap((block) =>
      block.kind === 'paragraph'
        ? [`${block.format.spaceBefore ?? 0} ${block.format.spaceAfter ?? 0}`]
        : block.kind === 'space'
          ? [`space ${block.height}`]
          : [],
    )
    expect(told).toEqual(['200 200', '0 200', '0 0', 'space 200', '0 0', '200 200'])
  })
})

describe('columns of text elsewhere', () => {
  it('are cells in reading order', async () => {
    const four = paragraphs('1', '2', '3', '4')
    const card = `<div style="columns:2;background:#eee;border:1px solid">${four}</div>`
    expect(await textIn(card)).toBe('1 2 3 4')
    expect(await textIn(`<table><tr><td><div style="columns:2">${four}</div></td></tr></table>`)).toBe('1 2 3 4')
  })

  it('are named where there is too little for them', async () => {
    const { warnings } = await readHtml('<table><tr><td><div style="columns:2">text</div></td></tr></table>')
    expect(warnings.join()).toContain('column-count')
  })

  it('begin no sections in headers, notes and columns', async () => {
    expect(await outline('<div style="columns:2"><p>a<div style="columns:2"><p>b<p>c</div></div>')).toEqual([
      ...['first:2', 'a', 'table', 'here:1'],
    ])
    const running = '<style>@page{@top-left{content:element(h)}}.h{position:running(h);columns:2}</style>'
    expect(await outline(`${running}<div class="h"><p>x<p>y</div><p>a`)).toEqual(['first:1', 'a'])
  })
})
