/**
 * What pages of frameworks and exports of editors ask for, by the way they write it.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { formatOf, inlineText, paragraphsOf, readParagraphs, readTable } from './flow-text.js'

const NONE = '<style>body{margin:0}</style>'

describe('utility classes', () => {
  it('make tables as wide as their box by the least width', async () => {
    const table = await readTable(`${NONE}<table style="min-width:100%"><tr><th>a</th></tr><tr><td>b</td></tr></table>`)
    expect(table.width).toEqual({ type: 'percent', value: 100 })
    const narrow = await readTable(
      `${NONE}<table style="min-width:20px"><tr><th>a</th></tr><tr><td>b</td></tr></table>`,
    )
    expect(narrow.width).toEqual({ type: 'auto' })
  })

  it('draw lines as shadows, beside those that are none', async () => {
    const shadow = '0 0 0 0px #fff,0 0 0 calc(1px + 0px) rgb(229 231 235 / 1),0 0 #0000'
    const { document, warnings } = await readHtml(
      `${NONE}<style>:root{--ring:${shadow}}</style><div style="box-shadow:var(--ring)">a</div>
       <div style="box-shadow:0 1px 3px #000">b</div><div style="box-shadow:0 0 0 2px red;border:1px solid blue">c</div>`,
    )
    const paragraphs = paragraphsOf(document.blocks)
    expect(formatOf(paragraphs, 'a')).toBeDefined()
    expect(paragraphs[0]?.format.borders?.top).toMatchObject({ width: 15, color: 'E5E7EB' })
    expect(paragraphs[1]?.format.borders).toBeUndefined()
    expect(paragraphs[2]?.format.borders?.top).toMatchObject({ color: '0000FF' })
    expect(warnings).toEqual(['The CSS property box-shadow is not shown (2 elements).'])
  })

  it('make cards in a row as high as each other', async () => {
    const card = (text: string) =>
      `<div style="flex:1"><div style="height:100%;border:1px solid #000;padding:8px">${text}</div></div>`
    const table = await readTable(`${NONE}<div style="display:flex">${card('a<br>b<br>c')}${card('d')}</div>`)
    const heights = table.rows[0]?.cells.map(({ blocks: [inner] }) =>
      inner?.kind === 'table' ? inner.rows[0]?.height : undefined,
    )
    expect(heights?.[0]).toBeGreaterThan(800)
    expect(heights?.[1]).toBe(heights?.[0])
  })
})

describe('grids', () => {
  const css = '.g{display:grid;grid-template-columns:[full-start] 60pt [main-start] 1fr [main-end] 60pt [full-end]}'

  it('place items by the names of lines', async () => {
    const html = `${NONE}<style>${css}</style><div class=g style="width:480pt"><p style="grid-column:full">wide</p>
      <p style="grid-column:main">text</p><p style="grid-column:main-end / full-end">note</p></div>`
    const table = await readTable(html)
    expect(table.columns.map((width) => width / 20)).toEqual([60, 360, 60])
    expect(
      table.rows.map(({ cells }) => cells.map(({ columnSpan, blocks }) => [columnSpan, blocks.length > 0])),
    ).toEqual([
      [[3, true]],
      [
        [1, true],
        [1, true],
        [1, true],
      ],
    ])
  })
})

describe('boxes with a line below', () => {
  it('are as high as they say above that line', async () => {
    const { document } = await readHtml(
      `${NONE}<div style="height:80pt;border-bottom:2px solid navy;line-height:12pt;font-size:10pt">Acme</div><p>a</p>`,
    )
    const [text, room, line] = document.blocks
    expect(text?.kind).toBe('paragraph')
    expect(room).toMatchObject({ kind: 'space' })
    expect(room?.kind === 'space' && room.height).toBeGreaterThan(1200)
    expect(line).toMatchObject({ kind: 'space', line: { side: 'bottom' } })
  })

  it('have theirs at once where their text is as high', async () => {
    const { document } = await readHtml(`${NONE}<div style="height:12pt;border-bottom:2px solid navy">Acme</div>`)
    expect(document.blocks).toHaveLength(1)
  })
})

describe('Google Docs', () => {
  it('draws the marks of its lists out of their text', async () => {
    const css = `li{margin-left:36pt;list-style:none}li:before{content:"\\25cf   ";margin-left:-18pt;display:inline-block;min-width:18pt}`
    const [item] = await readParagraphs(
      `${NONE}<style>${css}</style><ul><li><span>Replace the billing system</span></li></ul>`,
    )
    expect(item?.format.indentFirstLine).toBe(-360)
  })
})

describe('forms', () => {
  it('have fields as wide as their line on a line of their own, and lines to fill in where they say so', async () => {
    const css = 'input{border:0;border-bottom:1px solid #333}.w{width:100%}'
    const paragraphs = await readParagraphs(
      `${NONE}<style>${css}</style><label>Name <input class=w value=Jane></label><p>Date <input value=today></p>`,
    )
    const wide = paragraphs.find(({ inlines }) => inlineText(inlines).startsWith('Jane'))
    expect(wide?.format.borders).toMatchObject({ bottom: { color: '333333' } })
    expect(formatOf(paragraphs, 'today')).toMatchObject({ underline: 'single', underlineColor: '333333' })
  })

  it('have a line around fields that say nothing', async () => {
    const paragraphs = await readParagraphs(`${NONE}<p>Date <input value=today></p>`)
    expect(formatOf(paragraphs, 'today')).toMatchObject({ border: { color: '999999' } })
  })
})

describe('code', () => {
  it('stands on what is behind it where a page with a style sheet draws nothing', async () => {
    const { document } = await readHtml(`${NONE}<pre>a</pre>`)
    expect(document.styles?.code).toMatchObject({ shading: 'none', borders: {} })
    expect((await readHtml('<pre>a</pre>')).document.styles).toBeUndefined()
  })
})

describe('cells', () => {
  it('that begin with a heading are not kept with what follows', async () => {
    const card = '<div style="border:1px solid #000;padding:8px"><h2>Card</h2><h2>More</h2><p>text</p></div>'
    const table = await readTable(`${NONE}${card}`)
    const [first, second] = paragraphsOf(table.rows[0]?.cells[0]?.blocks ?? [])
    expect(first?.format.keepWithNext).toBe(false)
    expect(second?.format.keepWithNext).toBeUndefined()
  })
})
