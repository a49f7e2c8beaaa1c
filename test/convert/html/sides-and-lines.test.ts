/**
 * The sides of boxes, and the lines of what stands beside them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { computeStyle } from '../../../src/convert/html/css/compute-style.js'
import { INITIAL_STYLE } from '../../../src/convert/html/css/computed-style.js'
import { parseDeclarations } from '../../../src/convert/html/css/declarations.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { inlineText, paragraphsOf, readParagraphs, readTable } from './flow-text.js'

describe('sides by where lines start', () => {
  const quote = (dir: string) =>
    `<p dir="${dir}" style="border-inline-start:4px solid #006600;margin-inline-start:20px;padding-inline-start:8px">a</p>`

  it('are drawn at the right of text that runs from right to left', async () => {
    const [left] = await readParagraphs(quote('ltr'))
    const [right] = await readParagraphs(quote('rtl'))
    expect(left?.format.borders?.left).toMatchObject({ color: '006600', space: 120 })
    expect(left?.format.borders?.right).toBeUndefined()
    expect(right?.format.borders?.right).toMatchObject({ color: '006600', space: 120 })
    expect(right?.format.borders?.left).toBeUndefined()
    expect(right?.format.indentStart).toBe(left?.format.indentStart)
  })

  it('are the other ones where a page names them left and right', async () => {
    const [paragraph] = await readParagraphs('<p dir="rtl" style="margin-left:20px">a</p>')
    expect(paragraph?.format).toMatchObject({ indentStart: 0, indentEnd: 300 })
  })

  it('have sizes along the lines and across them', async () => {
    const written = (along: string, across: string) =>
      readTable(`<div style="${along}:200px;max-${along}:150px;${across}:80px;background:#eee">a</div>`)
    expect(await written('inline-size', 'block-size')).toEqual(await written('width', 'height'))
  })

  it('are those of the paragraph where it runs against its document', async () => {
    const [turned, around] = await readParagraphs('<html dir="rtl"><p dir="ltr">Signed: ___</p><p>b</p>')
    expect(turned?.format.rightToLeft).toBe(false)
    expect(around?.format.rightToLeft).toBe(true)
    const [plain] = await readParagraphs('<html dir="ltr"><p dir="ltr">a</p>')
    expect(plain?.format).not.toHaveProperty('rightToLeft')
  })

  it('say at which end of the page a table stands', async () => {
    const table = (dir: string) =>
      readTable(`<table dir="${dir}" style="width:40%;margin-inline-start:auto"><tr><td>a<td>b</table>`)
    expect((await table('ltr')).alignment).toBe('right')
    // Programs differ in which side of a table from right to left `left` is: where it begins, they agree on.
    const turned = await table('rtl')
    expect(turned.alignment).toBeUndefined()
    expect(turned.indent).toBeGreaterThan(0.55 * (11_906 - 2880))
  })

  it('are not turned for floats: what floats to the right comes first in text from right to left', async () => {
    const page = (dir: string) =>
      `<div dir="${dir}"><div style="float:right">right</div><div style="float:left">left</div></div><p>x`
    const order = async (dir: string) => {
      const { rows } = await readTable(page(dir))
      const texts = rows[0]?.cells.map(({ blocks }) =>
        paragraphsOf(blocks)
          .map((p) => inlineText(p.inlines))
          .join(''),
      )
      return texts?.filter((text) => text !== '')
    }
    expect(await order('ltr')).toEqual(['left', 'right'])
    expect(await order('rtl')).toEqual(['right', 'left'])
  })

  it('are those of cells as they are drawn', async () => {
    const { rows } = await readTable('<table dir="rtl" width="100%"><tr><td style="padding-left:30px">a<td>b</table>')
    expect(rows[0]?.cells[0]?.padding).toEqual({ left: 450 })
  })
})

describe('tables', () => {
  it('give columns that only cells over several reach the room that those need', async () => {
    const { columns } = await readTable(`<table border=1><tr><td style="width:24px">a<td colspan=2>Name of the company
      <tr><td colspan=2>Description of the goods<td>1</table>`)
    expect(columns[0]).toBeLessThan(700)
    expect(columns[1]).toBeGreaterThan(1200)
  })

  it('have their captions below where a style sheet says so', async () => {
    const page = (side: string) =>
      `<table style="caption-side:${side}"><caption>Table 1</caption><tr><td>cell<td>cell</table>`
    const texts = async (side: string) =>
      (await readParagraphs(page(side))).map(({ inlines }) => inlineText(inlines)).filter((text) => text !== '')
    expect(await texts('top')).toEqual(['Table 1', 'cell', 'cell'])
    expect(await texts('bottom')).toEqual(['cell', 'cell', 'Table 1'])
  })

  it('have their captions with them where they float', async () => {
    const text = async (side: string) => {
      const page = `<table style="float:right;width:120px;caption-side:${side}"><caption>Table 1</caption><tr><td>cell</table><p>Text`
      return (await readParagraphs(page)).map(({ inlines }) => inlineText(inlines)).filter((text) => text !== '')
    }
    expect(await text('top')).toEqual(['Text', 'Table 1', 'cell'])
    expect(await text('bottom')).toEqual(['Text', 'cell', 'Table 1'])
  })

  it('have their captions with them where they are items, as close as browsers have them', async () => {
    const { document } = await readHtml(`<style>caption{color:red}</style><div style="display:flex">
      <table><caption>Table 1</caption><tr><td>cell</table><p>Text</p></div>`)
    expect(document.blocks.filter(({ kind }) => kind === 'paragraph')).toEqual([])
    const row = document.blocks.find(({ kind }) => kind === 'table')
    const [item] = row?.kind === 'table' ? (row.rows[0]?.cells ?? []) : []
    expect(paragraphsOf(item?.blocks ?? []).map(({ inlines }) => inlineText(inlines))).toEqual(['Table 1', 'cell'])
    expect(document.styles?.caption).toMatchObject({ spaceBefore: 0, spaceAfter: 0 })
  })

  it('have rows as high as a cell asks for, unless that is the height of a screen', async () => {
    const row = async (height: number) =>
      (await readTable(`<table><tr><td height="${height}">a<td>b</table>`)).rows[0]?.height
    expect(await row(120)).toBe(1800)
    expect(await row(900)).toBeUndefined()
  })

  it('have the shares that they ask for, whatever is in them', async () => {
    const words = 'Laurent Balland-Poirier and others of the same house '
    const page = (text: string) =>
      readTable(`<table width="100%"><tr><td width="50%">short<td width="50%">${text}</table>`)
    for (const text of [words, words.repeat(10)]) {
      const [left = 0, right = 0] = (await page(text)).columns
      expect(left).toBe(right)
    }
  })

  it('have less padding where that keeps lines whole', async () => {
    const table = (text: string) => readTable(`<table><tr>${`<th>${text}`.repeat(4)}</table>`)
    expect((await table('nine letters')).cellPadding).toBeUndefined()
    expect((await table('some twenty letters more')).cellPadding).toMatchObject({ left: 40, right: 40 })
    expect((await table('many more letters than that '.repeat(5))).cellPadding).toBeUndefined()
  })

  it('only arrange tables that stand side by side below a title', async () => {
    const inner = '<table><tr><th>name<th>count<tr><td>a<td>1</table>'
    const page = `<table><tr><th colspan="2">Title<tr><td>${inner}</td><td>${inner}</td></table>`
    expect((await readTable(page)).look).toBe('plain')
  })
})

describe('one line whose height is that of its box', () => {
  const button = (style: string) =>
    readParagraphs(`<div><a style="display:block;width:200px;background:#c00;${style}">Pay</a></div>`)

  it('stands in the middle of it', async () => {
    const [paragraph] = await button('line-height:40px;border:1px solid #900;padding:0 8px')
    const { spaceBefore = 0, spaceAfter = 0, lineSpacing } = paragraph?.format ?? {}
    expect(lineSpacing).toEqual({ factor: 1 })
    expect(spaceBefore).toBe(spaceAfter)
    expect(spaceBefore + spaceAfter).toBeGreaterThan(250)
  })

  it('keeps the distance of its lines where it has several', async () => {
    const { document } = await readHtml(
      `<div style="width:200px;background:#c00;border:1px solid #900;padding:8px;line-height:40px">${'many words '.repeat(9)}</div>`,
    )
    expect(paragraphsOf(document.blocks)[0]?.format.lineSpacing).toEqual({ atLeast: 600 })
  })
})

describe('drawings and grids', () => {
  it('keep the ground that a style sheet gives a drawing', async () => {
    const [paragraph] = await readParagraphs(
      '<p><svg style="background:#fff" viewBox="-2 -1 21 22" width="140" height="140"><path d="M0 0h1"/></svg></p>',
    )
    const image = paragraph?.inlines.find((inline) => inline.kind === 'image')
    const xml = image?.kind === 'image' ? new TextDecoder().decode(image.bytes) : ''
    expect(xml).toMatch(/^<svg [^>]*><rect x="-2" y="-1" width="21" height="22" fill="#FFFFFF" stroke="none"\/><path/)
  })

  it('put text into the middle of a cell of a grid', async () => {
    const [single] = await readParagraphs('<div style="display:grid;place-items:center">a</div>')
    expect(single?.format.alignment).toBe('center')
    const { rows } = await readTable(
      '<div style="display:grid;grid-template-columns:1fr 1fr;justify-items:end"><div>a</div><div>b</div></div>',
    )
    expect(paragraphsOf(rows[0]?.cells[0]?.blocks ?? [])[0]?.format.alignment).toBe('end')
  })
})

describe('Sides where text runs from right to left', () => {
  const boxOf = (css: string, direction: 'rtl' | 'ltr') =>
    computeStyle({ ...INITIAL_STYLE.text, direction }, { text: {}, box: { display: 'block' } }, parseDeclarations(css))
      .box

  it.each([
    ['justify-content:left', 'end', 'start'],
    ['justify-content:right', 'start', 'end'],
    ['justify-content:start', 'start', 'start'],
  ])('%s is where it is drawn', (css, rtl, ltr) => {
    expect([boxOf(css, 'rtl').flex?.justify, boxOf(css, 'ltr').flex?.justify]).toEqual([rtl, ltr])
  })

  it('the side at the end of lines gives way where a place and a width contradict each other', () => {
    const css = 'position:absolute;inset-inline:100px 50px;width:300px'
    expect(boxOf(css, 'rtl').inset).toEqual({ right: { twips: 1500 } })
    expect(boxOf(css, 'ltr').inset).toEqual({ left: { twips: 1500 }, right: { twips: 750 } })
    expect(boxOf('position:absolute;inset-inline:100px 50px', 'rtl').inset).toEqual({
      right: { twips: 1500 },
      left: { twips: 750 },
    })
  })
})

describe('short lines', () => {
  it('are as short as the page asks, since no text is in them', async () => {
    const css = '<style>body{margin:0}@page{margin:0;size:600px 800px}</style><p>a</p>'
    const { document: block } = await readHtml(`${css}<div style="width:45px;border-top:1px solid red"></div>`)
    const space = block.blocks.find(({ kind }) => kind === 'space')
    expect(space).toMatchObject({ indentEnd: (600 - 45) * 15, line: { side: 'top' } })
    const { document: rule } = await readHtml(`${css}<hr style="width:60px;margin:0;border:0;border-top:1px solid">`)
    expect(paragraphsOf(rule.blocks).at(-1)?.format.indentEnd).toBe((600 - 60) * 15)
  })
})
