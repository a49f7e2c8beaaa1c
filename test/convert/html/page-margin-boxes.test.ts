/**
 * Page margin boxes as headers and footers.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { convertFile } from '../../../src/index.js'
import { readWithPdfjs } from '../support/read-with-pdfjs.js'

async function readRunning(css: string) {
  const { document, warnings } = await readHtml(`<style>${css}</style><p>text</p>`)
  return { running: document.running, page: document.page, warnings }
}

/** What each cell or paragraph says, with `#` for the number of the page and `##` for that of all pages. */
function say(blocks: readonly FlowBlock[] | undefined): string[] {
  return (blocks ?? []).flatMap((block) => {
    if (block.kind === 'table') return block.rows.flatMap(({ cells }) => cells.map((cell) => say(cell.blocks).join('')))
    if (block.kind !== 'paragraph') return []
    const words = block.inlines.map((inline) => {
      if (inline.kind === 'pageNumber') return inline.counts === 'page' ? '#' : '##'
      return inline.kind === 'text' ? inline.text : ''
    })
    return [words.join('')]
  })
}

describe('boxes in the margins of pages', () => {
  it('become headers and footers in their places', async () => {
    const { running, warnings } = await readRunning(`@page {
      @top-right { content: 'Contract' ; font-size: 9pt; color: #888 }
      @bottom-left { content: 'A' } @bottom-center { content: 'Page ' counter(page) ' of ' counter(pages) } }`)
    expect(say(running?.header)).toEqual(['Contract'])
    expect(running?.header?.[0]).toMatchObject({
      format: { alignment: 'right' },
      inlines: [{ format: { size: 180, color: '888888' } }],
    })
    expect(say(running?.footer)).toEqual(['A', 'Page # of ##', ''])
    expect(running?.firstPage).toBeUndefined()
    expect(warnings).toEqual([])
  })

  it('stand in the middle of the margin, and of the line', async () => {
    const { running, page } = await readRunning(
      '@page { size: A4; margin: 3cm 2cm; @top-center { content: "x"; font-size: 10pt } @top-right { content: "a long text on one side" } }',
    )
    expect(running?.headerDistance).toBeGreaterThan(page.margins.top / 2 - 200)
    expect(running?.headerDistance).toBeLessThan(page.margins.top / 2)
    const [table] = running?.header ?? []
    const [left, , right] = table?.kind === 'table' ? table.columns : []
    expect(left).toBe(right)
  })

  it('may be others on the first page, or none there', async () => {
    const { running } =
      await readRunning(`@page { @top-left { content: 'all'; color: red } @bottom-left { content: 'f' } }
      @page :first { @top-left { content: 'first' } @bottom-left { content: none } }`)
    expect(say(running?.header)).toEqual(['all'])
    expect(say(running?.firstPage?.header)).toEqual(['first'])
    expect(running?.firstPage?.header?.[0]).toMatchObject({ inlines: [{ format: { color: 'FF0000' } }] })
    expect(running?.firstPage?.footer).toBeUndefined()
  })

  it('inherit from the page and the root, with their variables', async () => {
    const { running } = await readRunning(
      ':root { --ink: #123456 } html { font-family: Georgia } @page { font-size: 8pt; @top-left { content: "x"; color: var(--ink) } }',
    )
    expect(running?.header?.[0]).toMatchObject({
      inlines: [{ format: { color: '123456', fontFamily: 'Georgia', size: 160 } }],
    })
  })

  it('are named in warnings where they cannot be shown', async () => {
    const { running, warnings } = await readRunning(`@page { @top-middle { content: 'x' }
      @top-left { content: counter(chapter) } @top-center { content: url(x.png) } @top-right { content: none } }
      @page :nth(2) { margin: 1cm } @page :blank { @top-left { content: 'blank' } } @page { marks: crop }`)
    expect(running).toBeUndefined()
    expect(warnings).toEqual([
      'The rules for @page :nth(2) are not shown.',
      'The rules for @page :blank are not shown.',
      'The property marks of @page is not shown.',
      'The page margin box @top-middle is not shown.',
      'The content of the page margin box @top-left is not shown: counter(chapter)',
      'The content of the page margin box @top-center is not shown: url(x.png)',
    ])
  })

  it('are read past strings and comments that look like their ends', async () => {
    const { running, page } = await readRunning(
      '@page { margin: 1cm; @bottom-left { content: "} @top-left {" /* } */ } margin-top: 2cm } p { color: red }',
    )
    expect(say(running?.footer)).toEqual(['} @top-left {'])
    expect(page.margins).toMatchObject({ top: 1134, left: 567 })
  })

  it('may be told of in very many rules', async () => {
    const css = `@page { ${'@top-left{color:red}'.repeat(40_000)} @top-left { content: 'x' } }`
    expect(say((await readRunning(css)).running?.header)).toEqual(['x'])
  })

  it('are on the pages of the PDF, with their numbers', async () => {
    const css = '@page { @bottom-center { content: "Page " counter(page, upper-roman) " of " counter(pages) } }'
    const html = `<style>${css} h2 { break-before: page }</style><p>one</p><h2>two</h2><p>x</p>`
    const { bytes } = await convertFile(new TextEncoder().encode(html), { from: 'html', to: 'pdf' })
    const { pages } = await readWithPdfjs(bytes)
    expect(pages.map((page) => /Page \w+ of \d/.exec(page)?.[0])).toEqual(['Page I of 2', 'Page II of 2'])
  })
})

describe('fixed elements', () => {
  it('stand in the header or footer, at the edge of the text that they are fixed to', async () => {
    const { document, warnings } = await readHtml(`<style>@page { margin: 2cm } .f { position: fixed; bottom: 0 }
      .h { position: fixed; top: 5mm; text-align: right }</style>
      <p class="f">Acme GmbH</p><p>text</p><p class="h">Draft</p>`)
    expect(say(document.running?.footer)).toEqual(['Acme GmbH'])
    expect(say(document.running?.header)).toEqual(['Draft'])
    expect(document.running).toMatchObject({ footerDistance: 1134, headerDistance: 1134 + 283 })
    expect(say(document.blocks)).toEqual(['text'])
    expect(warnings).toEqual([])
  })

  it('stand beside what @page says', async () => {
    const { document } = await readHtml(`<style>@page { @bottom-left { content: counter(page) } }
      footer { position: fixed; bottom: 0 }</style><footer>Acme</footer><p>text</p>`)
    expect(say(document.running?.footer)).toEqual(['Acme', '#'])
  })

  it('stand on the first page too, and in their place beside an edge that @page uses', async () => {
    const { document } = await readHtml(`<style>@page { margin: 2cm; @bottom-left { content: 'all' } }
      @page :first { @bottom-left { content: none } } header { position: fixed; top: 0 }</style>
      <header>Acme</header><p>text</p>`)
    expect(say(document.running?.firstPage?.header)).toEqual(['Acme'])
    expect(document.running?.firstPage?.footer).toBeUndefined()
    expect(document.running?.headerDistance).toBe(1134)
  })

  it('stand there too where they are written as items of a flex or grid container', async () => {
    const fixed =
      '<table style="position:fixed;top:0"><tr><td>Table</table><ul style="position:fixed;bottom:0"><li>List</ul>'
    for (const display of ['flex', 'grid']) {
      const { document } = await readHtml(`<div style="display:${display}"><b>text</b>${fixed}</div>`)
      expect(say(document.blocks)).toEqual(['text'])
      expect(JSON.stringify(document.running?.header)).toContain('Table')
      expect(say(document.running?.footer)).toEqual(['List'])
    }
  })

  it('stay in the text where they cover the page, and are told of', async () => {
    const html = '<div style="position:fixed;top:0;bottom:0">over all</div><p>text</p>'
    const { document, warnings } = await readHtml(html)
    expect(document.running).toBeUndefined()
    expect(say(document.blocks)).toEqual(['over all', 'text'])
    expect(warnings).toEqual(['The CSS property position is not shown (1 element).'])
  })
})

describe('links', () => {
  it('keep the colour of the text around them where the page says so', async () => {
    const css = 'body { color: #123456 } a { color: #123456; text-decoration: none }'
    const { document } = await readHtml(`<style>${css}</style><p><a href="https://example.com">x</a></p>`)
    expect(document.blocks[0]).toMatchObject({
      inlines: [{ inlines: [{ format: { color: '123456', underline: 'none', style: 'link' } }] }],
    })
  })
})
