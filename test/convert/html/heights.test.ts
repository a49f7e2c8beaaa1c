/**
 * Heights that containers share among what is in them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { inlineText, paragraphsOf, readParagraphs, readTable } from './flow-text.js'

const above = async (html: string): Promise<Record<string, number>> =>
  Object.fromEntries(
    (await readParagraphs(html)).map(({ inlines, format }) => [inlineText(inlines), format.spaceBefore ?? 0]),
  )

const column = (css: string, items: string) => `<div style="display:flex;flex-direction:column;${css}">${items}</div>`

describe('items of a column', () => {
  it('have the gap of their container between them', async () => {
    expect(await above(column('gap:16px', '<div>a</div><div>b</div><div>c</div>'))).toEqual({ a: 0, b: 240, c: 240 })
  })

  it('share the free height as the container says', async () => {
    const css = 'height:200px;justify-content'
    const between = await above(column(`${css}:space-between`, '<div>a</div><div>b</div><div>c</div>'))
    expect([between['a'], between['b'] === between['c']]).toEqual([0, true])
    expect(between['b']).toBeGreaterThan(800)
    const evenly = await above(column(`${css}:space-evenly`, '<div>a</div><div>b</div>'))
    expect(evenly['a']).toBe(evenly['b'])
    const around = await above(column(`${css}:space-around`, '<div>a</div><div>b</div>'))
    expect(around['b']).toBe(2 * (around['a'] ?? 0))
  })

  it('are pushed by margins and by those that grow', async () => {
    const auto = await above(column('height:200px', '<div>a</div><div style="margin-top:auto">b</div>'))
    expect(auto['b']).toBeGreaterThan(1800)
    const [first] = await readParagraphs(column('height:200px', '<div style="flex:1">a</div><div>b</div>'))
    expect(first?.format.spaceAfter).toBeGreaterThan(1800)
  })

  it('have the height of their rows where they are grids', async () => {
    const spaceAbove = async (cells: string) => {
      const grid = `<div style="display:grid;grid-template-columns:1fr 1fr">${cells}</div>`
      const css = 'height:200px;width:220px;justify-content:space-between'
      const [text, ...others] = (await readHtml(column(css, `<div>a</div>${grid}`))).document.blocks
      // The height that is shared is not added again below.
      const below = others.reduce((sum, block) => sum + (block.kind === 'space' ? block.height : 0), 0)
      expect(below).toBeLessThan(700)
      return text?.kind === 'paragraph' ? (text.format.spaceAfter ?? 0) : 0
    }
    const [four, two] = [await spaceAbove('<i>x</i>'.repeat(8)), await spaceAbove('<i>12 December</i>'.repeat(4))]
    // Nine tenths of what five and three lines leave of 3000 twips.
    expect(four).toBeGreaterThan(1200)
    expect(four).toBeLessThan(1600)
    expect(two).toBeGreaterThan(1750)
    expect(two).toBeLessThan(2050)
  })

  it('reach the end of a column beside a higher one', async () => {
    const low = column('justify-content:space-between', '<div>a</div><div>z</div>')
    const high = '<p style="margin:0">1<br>2<br>3<br>4<br>5<br>6<br>7<br>8</p>'
    const spaces = await above(`<div style="display:flex">${low}<div>${high}</div></div>`)
    expect(spaces['z']).toBeGreaterThan(1000)
    const top = `<div style="display:flex;align-items:flex-start">${low}<div>${high}</div></div>`
    expect((await above(top))['z']).toBe(0)
  })
})

describe('rows of a grid', () => {
  const heights = ({ rows }: FlowTable) => rows.map(({ height }) => height)
  const grid = (css: string, count = 4) =>
    readTable(`<div style="display:grid;grid-template-columns:1fr 1fr;${css}">${'<div>x</div>'.repeat(count)}</div>`)

  it('are as high as their tracks', async () => {
    expect(heights(await grid('grid-template-rows:60px 30px'))).toEqual([900, 450])
    expect(heights(await grid('grid-auto-rows:40px'))).toEqual([600, 600])
    expect(heights(await grid('grid-template-rows:auto 30px'))).toEqual([undefined, 450])
  })

  it('share the height of their grid', async () => {
    const [first = 0, second = 0] = heights(await grid('height:200px;grid-template-rows:1fr 3fr'))
    expect([first + second, second]).toEqual([3000, 3 * first])
    const inside = '<div style="display:grid;grid-template-columns:1fr 1fr;height:200px"><p>x</p><p>x</p></div>'
    expect(heights(await readTable(`<p>before</p>${inside}`))).toEqual([3000 - 40])
    const [one, two] = heights(await grid('height:200px'))
    expect(one).toBe(two)
  })

  it('are as high as the ratio of what is in them', async () => {
    const table = await readTable(
      '<div style="display:grid;grid-template-columns:100px 100px"><div style="aspect-ratio:2/1;background:#eee">a</div><div>b</div></div>',
    )
    expect(heights(table)).toEqual([750])
  })
})

describe('a row that asks for a height', () => {
  it('has the padding of its box inside: programs differ in whether margins of cells count', async () => {
    const table = await readTable(
      '<div style="box-sizing:border-box;height:200px;padding:20px;background:#eee"><p>a</p><p>b</p></div>',
    )
    const [row] = table.rows
    expect([row?.height, row?.cells[0]?.padding]).toEqual([3000, { top: 0, right: 300, bottom: 0, left: 300 }])
    const [first] = paragraphsOf(row?.cells[0]?.blocks ?? [])
    expect(first?.format.spaceBefore).toBeGreaterThanOrEqual(300)
  })
})

describe('text of a row that is not drawn', () => {
  it('takes of the free room beside it, and stays where it is', async () => {
    const row = (css: string) =>
      readTable(
        `<div style="display:flex;justify-content:space-between"><span style="${css}">Subtotal</span><span>9.00</span></div>`,
      )
    const [plain, drawn] = [await row(''), await row('background:#eee')]
    expect(plain.columns[0]).toBeGreaterThan(2 * (drawn.columns[0] ?? 0))
    const sum = ({ columns }: FlowTable) => columns.reduce((total, width) => total + width, 0)
    expect(Math.abs(sum(plain) - sum(drawn))).toBeLessThan(3)
    expect(paragraphsOf(plain.rows[0]?.cells.at(-1)?.blocks ?? [])[0]?.format.alignment).toBe('end')
  })
})

describe('items of lists on pages with a style sheet', () => {
  const page = (html: string) => readParagraphs(`<style>p{color:#333}</style>${html}`)

  it('stand as close as in browsers, with a line around the list', async () => {
    const [one, two] = await page('<ul><li>a</li><li>b<ul><li>c</li></ul></li></ul>')
    expect([one?.format.spaceAfter, two?.format.spaceAfter]).toEqual([0, 0])
    const last = (await page('<ul><li>a</li><li>b</li></ul><p>x</p>'))[1]
    expect(last?.format.spaceAfter).toBeGreaterThan(150)
  })

  it('have labels as large as their text', async () => {
    const [item] = await page('<ol style="font-size:10px"><li>a</li></ol>')
    expect(item?.mark).toEqual({ size: 150 })
  })
})

describe('families that look written', () => {
  it('give way to the next one, and are told', async () => {
    const [text] = await readParagraphs('<p style="font-family:cursive,Georgia">x')
    expect(text?.inlines[0]).toMatchObject({ format: { fontFamily: 'Georgia' } })
  })
})
