/**
 * Kinds of pages: named ones, the first, left and right ones, and what their headers say.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowSection } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { convertFile } from '../../../src/index.js'
import { readWithPdfjs } from '../support/read-with-pdfjs.js'

/** What each paragraph says: `#` for the number of the page, `##` for that of all, `{n}` for the text of a style. */
function say(blocks: readonly FlowBlock[] | undefined): string[] {
  return (blocks ?? []).flatMap((block) => {
    if (block.kind === 'table') return block.rows.flatMap(({ cells }) => cells.flatMap((cell) => say(cell.blocks)))
    if (block.kind !== 'paragraph') return []
    const words = block.inlines.map((inline) => {
      if (inline.kind === 'pageNumber') return inline.counts === 'page' ? '#' : '##'
      if (inline.kind === 'styleText')
        return `{${inline.style}${inline.which === 'first' ? '' : ` ${inline.which}`}: ${inline.text}}`
      return inline.kind === 'text' ? inline.text : ''
    })
    return [words.join('')]
  })
}

/** The sections of a page, each with the text that is in it. */
async function readSections(css: string, html: string) {
  const { document, warnings } = await readHtml(`<style>body{margin:0}${css}</style>${html}`)
  const sections: (FlowSection & { startsAt?: string; blocks: FlowBlock[] })[] = [{ ...document, blocks: [] }]
  for (const block of document.blocks) {
    if (block.kind === 'sectionBreak') sections.push({ ...block.section, startsAt: block.startsAt, blocks: [] })
    else sections.at(-1)?.blocks.push(block)
  }
  return { sections, warnings, texts: sections.map(({ blocks }) => say(blocks).join(' ')) }
}

async function pagesOf(html: string) {
  const { bytes, warnings } = await convertFile(new TextEncoder().encode(html), { from: 'html', to: 'pdf' })
  const { pages } = await readWithPdfjs(bytes)
  return { pages: pages.map((page) => page.replace(/\s+/g, ' ').trim()), warnings }
}

describe('named pages', () => {
  const css = '@page{size:A4;margin:2cm}@page wide{size:A4 landscape;margin:1cm}.w{page:wide}'

  it('are sections with a size and margins of their own', async () => {
    const { sections, texts, warnings } = await readSections(css, '<p>a</p><div class=w><p>b</p><p>c</p></div><p>d</p>')
    expect(texts).toEqual(['a', 'b c', 'd'])
    expect(sections.map(({ page }) => [page.width, page.margins.left])).toEqual([
      [11_906, 1134],
      [16_838, 567],
      [11_906, 1134],
    ])
    expect(warnings).toEqual([])
  })

  it('go on from one element to the next of the same name, and end no page by that', async () => {
    const { texts } = await readSections(css, '<div class=w>a</div><div class=w>b</div><p>c</p>')
    expect(texts).toEqual(['a b', 'c'])
  })

  it('give their width to what is on them', async () => {
    const { sections } = await readSections(css, '<p>a</p><table class=w width="100%"><tr><td>b</td></tr></table>')
    const [table] = sections[1]?.blocks ?? []
    expect(table).toMatchObject({ kind: 'table', width: { value: 16_838 - 2 * 567 } })
  })

  it('may be the first ones, and are named by what is inside of a row', async () => {
    const html = '<div style="display:flex"><div><h1 style="page:wide">a</h1></div><div>b</div></div><p>c</p>'
    const { sections, texts } = await readSections(css, html)
    expect(sections[0]?.page.width).toBe(16_838)
    expect(texts).toEqual(['a b', 'c'])
  })

  it('have headers of their own, and none where they say so', async () => {
    const { sections } = await readSections(
      `@page{@top-left{content:'all'}}@page b{@top-left{content:none}}@page c{@top-left{color:red}}`,
      '<p>a</p><p style="page:b">b</p><p style="page:c">c</p>',
    )
    expect(sections.map(({ running }) => say(running?.header))).toEqual([['all'], [], ['all']])
  })

  it('count from a number that they say', async () => {
    const { sections } = await readSections('@page b{counter-reset:page 7}', '<p>a</p><p style="page:b">b</p>')
    expect(sections.map(({ firstNumber }) => firstNumber)).toEqual([undefined, 7])
  })
})

describe('the first page', () => {
  it('is a section where it has other margins and ends with a break', async () => {
    const { sections, texts, warnings } = await readSections(
      '@page{margin:2cm}@page :first{margin:0}.cover{break-after:page}',
      '<div class=cover>cover</div><p>a</p><p style="break-before:page">b</p>',
    )
    expect(texts).toEqual(['cover', 'a b'])
    expect(sections.map(({ page }) => page.margins.left)).toEqual([0, 1134])
    expect(warnings).toEqual([])
  })

  it('is all of a document that has no more than it', async () => {
    const { sections } = await readSections('@page{margin:2cm}@page :first{margin:5cm}', '<p>a</p>')
    expect(sections[0]?.page.margins).toMatchObject({ left: 2835, top: 2835 })
  })

  it('has other margins above and below by its header where no break ends it', async () => {
    const { sections } = await readSections('@page{margin:2cm}@page :first{margin-top:6cm}', '<p>a</p>')
    const [{ page, running } = sections[0] as FlowSection] = sections
    expect(page.margins.top).toBe(1134)
    expect(running?.header).toBeUndefined()
    expect(running?.firstPage?.header).toEqual([{ kind: 'space', height: 3402 }])
    expect(running?.headerDistance).toBe(0)
  })

  it('is told of where it has other side margins and runs on', async () => {
    const { warnings } = await readSections('@page{size:A6}@page :first{margin-left:3cm}', '<p>word</p>'.repeat(80))
    expect(warnings.join()).toContain('The first page has the size and the side margins of the others')
  })
})

describe('left and right pages', () => {
  it('have mirrored margins and headers of their own', async () => {
    const { sections, warnings } = await readSections(
      `@page{margin:2cm}@page :left{margin-left:1cm;margin-right:3cm;@top-left{content:counter(page)}}
      @page :right{margin-left:3cm;margin-right:1cm;@top-right{content:'r'}}`,
      '<p>a</p>',
    )
    expect(sections[0]?.page).toMatchObject({ isMirrored: true, margins: { left: 1701, right: 567 } })
    expect(say(sections[0]?.running?.header)).toEqual(['r'])
    expect(say(sections[0]?.running?.evenPages?.header)).toEqual(['#'])
    expect(warnings).toEqual([])
  })

  it('are told of where their margins are not mirrored', async () => {
    const { warnings } = await readSections('@page :left{margin-left:1cm}', '<p>a</p>')
    expect(warnings.join()).toContain('mirrored')
  })

  it('are where breaks ask for them, with a blank page before where there is need', async () => {
    const html = `<style>@page{size:A6;@bottom-center{content:'page ' counter(page)}}</style><p>one</p>
      <p style="break-before:right">three</p><p style="break-before:left">four</p><p style="break-before:recto">five</p>`
    expect((await pagesOf(html)).pages).toEqual(['one page 1', '', 'three page 3', 'four page 4', 'five page 5'])
  })
})

describe('numbers of pages', () => {
  it('begin anew where an element says so at the start of a page', async () => {
    const html = `<style>@page{size:A6;@bottom-center{content:counter(page,lower-roman) ' of ' counter(pages)}}
      main{break-before:page;counter-reset:page 1}</style><p>front</p><p style="break-before:page">matter</p><main>text</main>`
    expect((await pagesOf(html)).pages).toEqual(['front i of 3', 'matter ii of 3', 'text i of 3'])
  })

  it('go on within a page, which is told of', async () => {
    const { sections, warnings } = await readSections('', '<p>a</p><p style="counter-reset:page 9">b</p>')
    expect(sections).toHaveLength(1)
    expect(warnings.join()).toContain('counter-reset: page')
  })

  it('of other places are those of the pages that these are on', async () => {
    const html = `<style>@page{size:A6}a::after{content:leader('.') target-counter(attr(href),page)}
      h2{break-before:page}</style><p><a href="#b">Beta</a></p><h2>Alpha</h2><h2 id=b>Beta</h2>`
    const { pages, warnings } = await pagesOf(html)
    expect(pages[0]).toMatch(/^Beta (?:3[ .]*|[ .]*3)$/)
    expect(warnings).toEqual([])
  })
})

describe('strings', () => {
  const page = '@page{@top-left{content:string(t)}}'

  it('of headings are fields that name their style', async () => {
    const { sections, warnings } = await readSections(
      `${page}h2{string-set:t content()}`,
      '<h2>A</h2><p>x</p><h2>B</h2>',
    )
    expect(say(sections[0]?.running?.header)).toEqual(['{2: A}'])
    expect(warnings).toEqual([])
  })

  it('of some of the paragraphs of a style give these a style of their own', async () => {
    const { sections } = await readSections(`${page}.t{string-set:t content()}`, '<p class=t>A</p><p>x</p>')
    expect(say(sections[0]?.running?.header)).toEqual(['{String t: A}'])
    expect(sections[0]?.blocks.map((block) => block.kind === 'paragraph' && block.namedStyle)).toEqual([
      'String t',
      undefined,
    ])
  })

  it('are of the first or the last place on a page', async () => {
    const { sections } = await readSections(
      '@page{@top-left{content:string(t,last)}}h2{string-set:t content()}',
      '<h2>A</h2><h2>B</h2>',
    )
    expect(say(sections[0]?.running?.header)).toEqual(['{2 last: B}'])
  })

  it('that are no text of the page are those of their section', async () => {
    const { sections, texts, warnings } = await readSections(
      `${page}section{break-before:page;string-set:t attr(title) '!'}`,
      '<p>front</p><section title=A>a</section><section title=B>b</section>',
    )
    expect(texts).toEqual(['front', 'a', 'b'])
    expect(sections.map(({ running }) => say(running?.header))).toEqual([[], ['A!'], ['B!']])
    expect(warnings).toEqual([])
  })

  it('that change within a page and are none of its text are told of', async () => {
    const { warnings } = await readSections(`${page}p{string-set:t attr(title)}`, '<p title=A>a</p><p title=B>b</p>')
    expect(warnings).toEqual(['The string t changes within pages of one kind, whose headers show one value of it.'])
  })

  const chapters = '<p>cover</p><h2>One</h2><p>x</p><div style="break-before:page">y</div><h2>Two</h2><h2>Three</h2>'
  const last = '<h2 style="break-before:page">Four</h2><p>z</p>'

  it.each([
    ['first', ['In: One', 'In: Two', 'In: Four']],
    ['last', ['In: One', 'In: Three', 'In: Four']],
    ['start', ['In:', 'In: One', 'In: Four']],
    ['first-except', ['In:', 'In:', 'In:']],
  ])('show what a page has of them %s', async (place, expected) => {
    const html = `<style>@page{size:A6;@top-right{content:'In: ' string(t, ${place})}}h2{string-set:t content()}</style>`
    const { pages, warnings } = await pagesOf(html + chapters + last)
    expect(pages.map((text) => /In:(?: One| Two| Three| Four)?/.exec(text)?.[0])).toEqual(expected)
    const isWords = place === 'first' || place === 'last'
    expect(warnings).toEqual(
      isWords ? [] : [`In Word, the string t is shown as it is first on each page, not as ${place}.`],
    )
  })

  it('leave out the pages that chapters begin on, in Word too', async () => {
    const css = '@page{@top-left{content:string(t, first-except)}}h2{string-set:t content();break-before:page}'
    const html = '<p>front</p><h2>A</h2><p>a</p><h2>B</h2><p>b</p><p style="break-before:page">c</p>'
    const { sections, warnings } = await readSections(css, html)
    const shown = sections.map(({ running }) => [say(running?.firstPage?.header), say(running?.header)])
    expect(shown).toEqual([
      [[], []],
      [[], ['{2 first-except: A}']],
      [[], ['{2 first-except: B}']],
    ])
    expect(sections.map(({ running }) => running?.firstPage !== undefined)).toEqual([false, true, true])
    expect(warnings).toEqual([])
    const { pages } = await pagesOf(`<style>${css}</style>${html}`)
    expect(pages).toEqual(['front', 'A a', 'B b', 'c B'])
  })

  it('are on the pages of the PDF', async () => {
    const html = `<style>@page{size:A6;@top-right{content:'In: ' string(t)}}h2{string-set:t content();break-before:page}</style>
      <p>cover</p><h2>Alpha</h2><p>x</p><p style="break-before:page">y</p><h2>Beta</h2>`
    const { pages } = await pagesOf(html)
    expect(pages.map((text) => /In:(?: Alpha| Beta)?/.exec(text)?.[0])).toEqual([
      'In:',
      'In: Alpha',
      'In: Alpha',
      'In: Beta',
    ])
  })
})

describe('running elements', () => {
  it('leave the text and stand in the margins', async () => {
    const { sections, texts, warnings } = await readSections(
      '@page{@top-center{content:element(head)}}#h{position:running(head)}#h i::after{content:counter(page)}',
      '<div id=h>Acme <i></i></div><p>a</p>',
    )
    expect(texts).toEqual(['a'])
    expect(say(sections[0]?.running?.header)).toEqual(['Acme #'])
    expect(warnings).toEqual([])
  })

  it('are the first of their name, and further ones are told of', async () => {
    const css = '@page{@top-center{content:element(head)}}div{position:running(head)}'
    const { sections, warnings } = await readSections(css, '<div>A</div><p>a</p><div>B</div>')
    expect(say(sections[0]?.running?.header)).toEqual(['A'])
    expect(warnings).toEqual(['Headers show only the first of the elements that run as head.'])
  })

  it("may be those that Word's HTML hides", async () => {
    const { sections, texts } = await readSections(
      '@page S{margin:1in;mso-header-margin:.4in;mso-header:h1;mso-footer:f1}div.S{page:S}',
      `<div class=S><p>text</p></div><table style="display:none"><tr><td><div style="mso-element:header" id=h1>Head</div>
      <div style="mso-element:footer" id=f1><span style='mso-field-code:" PAGE "'></span></div></td></tr></table>`,
    )
    expect(texts).toEqual(['text'])
    expect(say(sections[0]?.running?.header)).toEqual(['Head'])
    expect(say(sections[0]?.running?.footer)).toEqual(['#'])
    expect(sections[0]?.running?.headerDistance).toBe(576)
  })
})

describe('boxes beside the text', () => {
  it('stand at their places on the paper', async () => {
    const { sections } = await readSections(
      `@page{size:A5;margin:2cm;@top-left-corner{content:'c'}@right-top{content:'t'}@right-middle{content:'m'}}`,
      '<p>a</p>',
    )
    const tables = sections[0]?.running?.header?.filter((block) => block.kind === 'table') ?? []
    expect(tables.map(({ position }) => position)).toEqual([
      { x: 0, y: 0 },
      { x: 8391 - 1134, y: 1134 },
    ])
    expect(say(tables)).toEqual(['c', 't', 'm', ''])
    expect(tables[0]?.rows[0]?.height).toBe(1134)
    expect(tables[1]?.rows.map(({ cells }) => cells[0]?.verticalAlign)).toEqual(['top', 'center', undefined])
  })

  it('fill their margins where they draw something', async () => {
    const { sections } = await readSections(
      `@page{margin:2cm;@top-left{content:'l';background:#eee}@top-right{content:'r';width:4cm}}`,
      '<p>a</p>',
    )
    const [table] = sections[0]?.running?.header ?? []
    expect(table).toMatchObject({ rows: [{ height: 1134 - 20, cells: [{ shading: 'EEEEEE' }, {}] }] })
    expect(table?.kind === 'table' && table.columns[1]).toBe(2268)
    expect(sections[0]?.running?.headerDistance).toBe(0)
  })

  it('are as high as they say, beside the text, and bars along it where they are nothing else', async () => {
    const { sections } = await readSections(
      `@page{margin:2cm;@top-left{content:'1';height:1cm;background:red}@top-center{content:'';height:1mm;width:100%;background:blue}}`,
      '<p>a</p>',
    )
    const [table, bar] = sections[0]?.running?.header ?? []
    expect(table).toMatchObject({ rows: [{ height: 567 }] })
    expect(bar).toMatchObject({ kind: 'space', height: 57, shading: '0000FF' })
    expect(sections[0]?.running?.headerDistance).toBe(1134 - 567 - 57 - 20)
  })
})

describe('grounds and lines of pages', () => {
  it('are the colour of all, or pictures behind single ones', async () => {
    const all = await readHtml('<style>@page{background:#fed}</style><p>a</p>')
    expect(all.document.background).toBe('FFEEDD')
    const { sections } = await readSections('@page c{background:#fed}', '<p style="page:c">a</p><p>b</p>')
    const [ground] = sections[0]?.running?.header ?? []
    expect(ground).toMatchObject({ inlines: [{ kind: 'image', isBehindPage: true, width: 11_906, height: 16_838 }] })
    expect(sections[1]?.running).toBeUndefined()
  })

  it('stand around the text, within the margins', async () => {
    const { sections } = await readSections('@page{margin:2cm;border:1pt solid red;padding:5mm}', '<p>a</p>')
    expect(sections[0]?.page).toMatchObject({
      margins: { left: 1134 + 283 + 20 },
      bordersFrom: 'text',
      borders: { top: { color: 'FF0000', space: 283 } },
    })
  })
})

describe('breaks', () => {
  const first = async (html: string) => (await pagesOf(`<style>@page{size:A6;margin:1cm}</style>${html}`)).pages

  it('hold inside of boxes that are written as tables', async () => {
    const css = 'style="background:#eef;padding:3mm"'
    expect(await first(`<div ${css}><p>a</p><p style="break-before:page">b</p></div>`)).toEqual(['a', 'b'])
    expect(await first(`<table border=1><tr><td>a<td>b<p style="break-before:page">c</p></tr></table>`)).toEqual([
      'a b',
      'c',
    ])
  })

  it('hold between rows of tables, whose header is repeated', async () => {
    const row = (text: string, css = '') => `<tr style="${css}"><td>${text}</td></tr>`
    expect(
      await first(
        `<table border=1><thead><tr><th>H</th></tr></thead>${row('a')}${row('b', 'page-break-before:always')}${row('c')}</table>`,
      ),
    ).toEqual(['H a', 'H b c'])
  })

  it('hold in lists, lines of flex items and rows of grids', async () => {
    expect(await first('<ol><li>a</li><li style="break-before:page">b</li></ol>')).toEqual(['1. a', '2. b'])
    const item = (text: string, css = '') => `<div style="width:100%;${css}">${text}</div>`
    expect(
      await first(`<div style="display:flex;flex-wrap:wrap">${item('a')}${item('b', 'break-before:page')}</div>`),
    ).toEqual(['a', 'b'])
    expect(
      await first(
        `<div style="display:grid;grid-template-columns:1fr 1fr"><p>a<p>b<p style="break-before:page">c<p>d</div>`,
      ),
    ).toEqual(['a b', 'c d'])
  })

  it('are avoided before an element by what stands above it', async () => {
    const { document } = await readHtml('<p>a</p><p style="break-before:avoid">b</p>')
    expect(document.blocks.map((block) => block.kind === 'paragraph' && block.format.keepWithNext)).toEqual([
      true,
      undefined,
    ])
  })

  it('leave lone lines alone where both sides allow them', async () => {
    const { document } = await readHtml('<p style="orphans:1;widows:1">a</p>')
    expect(document.blocks[0]).toMatchObject({ format: { keepLoneLines: false } })
    const { warnings } = await readHtml('<p style="widows:3">a</p>')
    expect(warnings).toEqual(['The CSS property widows is not shown (1 element).'])
  })
})

describe('covers as high as their page', () => {
  it('have their lines where they say, on one page', async () => {
    const html = `<style>@page{size:A6;margin:0}.c{display:flex;flex-wrap:wrap;align-content:space-between;height:148mm}
      .c div{width:100%}</style><div class=c><div>top</div><div>bottom</div></div><p style="break-before:page">b</p>`
    expect((await pagesOf(html)).pages).toEqual(['top bottom', 'b'])
    const { document } = await readHtml(html)
    const [, space] = document.blocks
    expect(space?.kind === 'space' && space.height).toBeGreaterThan(6000)
  })
})
