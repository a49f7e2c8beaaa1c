/**
 * HTML as editors in the browser write it.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { inlineText, readLines, readParagraphs, readTable } from './flow-text.js'

const label = (text: string) =>
  `<![if !supportLists]><span style='font-family:Symbol;mso-list:Ignore'>${text}<span>&nbsp;&nbsp; </span></span><![endif]>`
const item = (list: string, text: string, mark: string) =>
  `<p class=MsoListParagraph style='margin-left:36pt;text-indent:-18.0pt;mso-list:${list} lfo1'>${label(mark)}${text}<o:p></o:p></p>`

describe("Word's clipboard", () => {
  it('gives lists of its levels and kinds', async () => {
    const html =
      item('l0 level1', 'a', '·') +
      item('l0 level2', 'b', 'o') +
      item('l0 level1', 'c', '·') +
      item('l1 level1', 'd', '1.') +
      item('l1 level1', 'e', '2.')
    const paragraphs = await readParagraphs(`<p>before</p>${html}<p>after</p>`)
    expect(
      paragraphs.map(({ inlines, list }) => [inlineText(inlines), list?.level, list?.list.levels[list.level]?.format]),
    ).toEqual([
      ['before', undefined, undefined],
      ['a', 0, 'bullet'],
      ['b', 1, 'bullet'],
      ['c', 0, 'bullet'],
      ['d', 0, 'decimal'],
      ['e', 0, 'decimal'],
      ['after', undefined, undefined],
    ])
  })

  it('counts in letters and Roman numbers', async () => {
    const html = item('l0 level1', 'a', 'a)') + item('l2 level1', 'b', 'IV.')
    const formats = (await readParagraphs(html)).map(({ list }) => list?.list.levels[0]?.format)
    expect(formats).toEqual(['lowerLetter', 'upperRoman'])
  })

  it('leaves out what is meant for Office', async () => {
    const html =
      '<!--[if gte mso 9]><xml><w:WordDocument><w:View>Normal</w:View></w:WordDocument></xml><![endif]--><!--StartFragment--><p class=MsoNormal>text<o:p></o:p></p><!--EndFragment-->'
    expect(await readLines(html)).toEqual(['text'])
  })

  it('gives tables with their lines', async () => {
    const table = await readTable(
      "<table class=MsoTableGrid border=1 style='border-collapse:collapse;border:none'><tr><td style='border:solid windowtext 1.0pt;padding:0cm 5.4pt'><p class=MsoNormal>a</p></td></tr></table>",
    )
    expect(table.rows[0]?.cells[0]?.borders).toMatchObject({ top: { style: 'single' } })
  })
})

describe("other editors' HTML", () => {
  it('of Google Docs is not bold, and its lists nest', async () => {
    const html =
      '<b style="font-weight:normal" id="docs-internal-guid-1"><p dir="ltr"><span>text</span></p><ul><li><p role="presentation"><span>a</span></p></li><ul><li><p><span>b</span></p></li></ul></ul></b>'
    const [text, a, b] = await readParagraphs(html)
    expect(text?.inlines).toMatchObject([{ text: 'text', format: {} }])
    expect(text?.inlines[0]).not.toMatchObject({ format: { bold: true } })
    expect([a?.list?.level, b?.list?.level]).toEqual([0, 1])
  })

  it('of TinyMCE keeps its blank lines', async () => {
    expect(await readLines('<p>a</p><p>&nbsp;</p><p>b</p>')).toEqual(['a', '\u00a0', 'b'])
  })
})
