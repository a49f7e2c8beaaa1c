/**
 * Distances of lines and rows on pages that have a style sheet: those of browsers, whatever the fonts are.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { formatOf, paragraphsOf, readParagraphs, readTable } from './flow-text.js'

/** A rule about nothing that is there makes a page designed. */
const DESIGNED = '<style>.none{color:#000}</style>'

describe('lines', () => {
  it('are as high as a multiple of the size of their text', async () => {
    const { document } = await readHtml('<style>body{font-size:10pt;line-height:1.5}</style><p>a</p>')
    expect(document.defaults?.lineSpacing).toEqual({ atLeast: 300 })
    const [text, large, close, natural] = await readParagraphs(
      `<style>body{font-size:10pt;line-height:1.5}</style><p>a</p><p style="font-size:20pt">b</p>
       <p style="line-height:1">c</p><p style="line-height:normal">d</p>`,
    )
    expect(text?.format.lineSpacing).toBeUndefined()
    expect(large?.format.lineSpacing).toEqual({ atLeast: 600 })
    // Lower than the lines of fonts are: they are told to be closer.
    expect(close?.format.lineSpacing).toEqual({ factor: 0.83 })
    expect(natural?.format.lineSpacing).toEqual({ factor: 1 })
  })

  it('of headings are as far apart as the page says', async () => {
    const [heading] = await readParagraphs('<style>body{font-size:10pt;line-height:1.5}</style><h1>a</h1>')
    expect(heading?.format.lineSpacing).toEqual({ atLeast: 600 })
  })

  it('are left to the styles of the document where the page has no style sheet', async () => {
    const { document } = await readHtml('<p style="line-height:1.8">a</p>')
    expect(document.defaults).toBeUndefined()
    const [first] = paragraphsOf(document.blocks)
    expect(first?.format.lineSpacing).toEqual({ factor: 1.5 })
  })

  it('begin with text of 16 pixels', async () => {
    const { document } = await readHtml(`${DESIGNED}<p>a <span style="font-size:1.5rem">b</span></p>`)
    expect(document.defaults?.size).toBe(240)
    expect(formatOf(paragraphsOf(document.blocks), 'b')).toMatchObject({ size: 360 })
  })
})

describe('rows of tables', () => {
  const rows = '<tr><th>a</th><th>b</th></tr><tr><td>c</td><td></td></tr>'

  it('have the padding of the page and nothing else around their text', async () => {
    const { document } = await readHtml(`<style>td,th{padding:4px}</style><table>${rows}</table>`)
    const [header, text] = [paragraphsOf(document.blocks)[0], paragraphsOf(document.blocks)[2]]
    expect(header?.style).toBe('tableHeader')
    expect(document.styles?.tableHeader).toMatchObject({ spaceBefore: 0, spaceAfter: 0, size: 240 })
    expect(text).toMatchObject({ style: 'body', format: { spaceAfter: 0 } })
  })

  it('are as low as the page says where there is nothing in them', async () => {
    const table = await readTable(`<style>td,th{padding:4px}</style><table>${rows}</table>`)
    expect(table.rows[1]?.cells[1]?.blocks).toEqual([{ kind: 'space', height: 20 }])
  })

  it('have the space of their style where the page says nothing of the table', async () => {
    const { document } = await readHtml(`${DESIGNED}<table>${rows}</table>`)
    expect(paragraphsOf(document.blocks)[2]?.style).toBe('tableText')
  })
})

describe('paragraphs and lists', () => {
  it('are as far apart as browsers put them, and as the page says', async () => {
    const paragraphs = await readParagraphs(
      `${DESIGNED}<p>a</p><p style="font-size:10px">b</p><h1>c</h1><p style="margin-top:3px">d</p>`,
    )
    const [first, second, heading, last] = paragraphs.map(({ format }) => [format.spaceBefore ?? 0, format.spaceAfter])
    // Margins collapse: what the paragraph above keeps is not kept once more.
    expect(first).toEqual([240, 240])
    expect(second).toEqual([0, 150])
    expect(heading).toEqual([322 - 150, 322])
    expect(last).toEqual([0, 240])
  })

  it('of lists in lists have no space around them, and items none', async () => {
    const items = await readParagraphs(`${DESIGNED}<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><p>d</p>`)
    expect(items.map(({ format }) => format.spaceAfter ?? 0)).toEqual([0, 0, 240, 240])
  })

  it('keep the distances of the styles where the page has no style sheet', async () => {
    const [first] = await readParagraphs('<p>a</p><p>b</p>')
    expect(first?.format.spaceAfter).toBeUndefined()
  })

  it('have no bar beside quotations', async () => {
    const { document } = await readHtml(`${DESIGNED}<blockquote>a</blockquote>`)
    expect(document.styles?.quote?.borders).toEqual({})
    const [quote] = paragraphsOf(document.blocks)
    expect(quote?.format).toMatchObject({ indentStart: 600, indentEnd: 600 })
  })
})

describe('pages without a document type', () => {
  const table = '<table border=1><tr><td><p>a</p><p>b</p></td></tr></table>'
  const body = `<body style="font-size:10pt">${table}</body>`
  const spaces = async (html: string) => {
    const { document } = await readHtml(html)
    const paragraphs = paragraphsOf(document.blocks)
    return {
      format: formatOf(paragraphs, 'a'),
      spaces: paragraphs.map(({ format }) => [format.spaceBefore ?? 0, format.spaceAfter ?? 0]),
    }
  }

  it('have no margins at the ends of cells, and tables with text of 16 pixels', async () => {
    const { format, spaces: found } = await spaces(`<html>${body}</html>`)
    expect(found).toEqual([
      [0, 240],
      [0, 0],
    ])
    expect(format).toMatchObject({ size: 240 })
  })

  it('keep margins that they ask for', async () => {
    const { spaces: found } = await spaces(`<html><style>p{margin:5px 0}</style>${body}</html>`)
    expect(found).toEqual([
      [75, 75],
      [0, 75],
    ])
  })

  it('are others than those with one, and than parts of a page', async () => {
    for (const html of [
      `<!DOCTYPE html><html>${body}</html>`,
      `${DESIGNED}<div style="font-size:10pt">${table}</div>`,
    ]) {
      const { format, spaces: found } = await spaces(html)
      expect(found.map(([before]) => before)).toEqual([200, 0])
      expect({ size: 200, ...format }).toMatchObject({ size: 200 })
    }
  })
})
