/** Columns of text: sections of pages, and cells where there are no pages. */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import type { FlowBlock } from '../../../src/convert/docx-writer/flow-document.js'
import { DEFAULT_PAGE } from '../../../src/convert/html/pages/page-setup.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { readWithPdfjs } from '../support/read-with-pdfjs.js'
import { inlineText, paragraphsOf, readTable } from './flow-text.js'

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

  it('are filled page by page', async () => {
    const long = Array.from({ length: 60 }, (_, n) => `<p>Paragraph number ${n} ${'text '.repeat(40)}</p>`).join('')
    const html = `<div style="columns:2">${long}</div>`
    const { bytes } = await convertFile(Buffer.from(html), { from: 'html', to: 'pdf' })
    const [first = ''] = (await readWithPdfjs(bytes)).pages
    const numbers = [...first.matchAll(/number (\d+)/g)].map(([, n]) => Number(n))
    expect(numbers).toEqual(numbers.map((_, n) => n))
    expect(numbers.length).toBeGreaterThan(10)
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
