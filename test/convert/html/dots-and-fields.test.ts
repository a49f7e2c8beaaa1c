/**
 * Dots beside text, and fields of forms that have lines to themselves.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { inlineText, paragraphsOf, readParagraphs } from './flow-text.js'

const DOT = 'position:absolute;left:0;top:4px;width:12px;height:12px;background:#b45309'
const linesOf = async (html: string) => (await readParagraphs(html)).map(({ inlines }) => inlineText(inlines))

describe('dots with places of their own', () => {
  const css = `<style>.i{position:relative;padding-left:28px}.i::before{content:"";border-radius:50%;${DOT}}</style>`

  it('stand before the text that follows, in their colour', async () => {
    const [heading, text] = await readParagraphs(`${css}<div class="i"><h3>Lead</h3><p>text</p></div>`)
    expect(heading?.style).toBe('heading3')
    expect(heading?.inlines[0]).toMatchObject({ kind: 'text', text: '\u25cf', format: { color: 'B45309' } })
    expect(heading?.inlines[1]).toMatchObject({ kind: 'tab' })
    expect(heading?.format).toMatchObject({ indentStart: 420, indentFirstLine: -420 })
    expect(inlineText(text?.inlines ?? [])).toBe('text')
  })

  it('may be elements, and square', async () => {
    const html = `<div style="position:relative;padding-left:28px"><span style="${DOT}"></span><div>a</div></div>`
    expect(await linesOf(html)).toEqual([expect.stringMatching(/^\u25a0\s*a$/)])
  })

  it('stand in the line of a text that is in a cell', async () => {
    const row = '<div style="display:flex;justify-content:space-between"><b>a</b><span>b</span></div>'
    const { document } = await readHtml(`${css}<div class="i">${row}</div>`)
    const [table] = document.blocks
    const cells = table?.kind === 'table' ? (table.rows[0]?.cells ?? []) : []
    const [first] = paragraphsOf(cells[0]?.blocks ?? [])
    expect(inlineText(first?.inlines ?? [])).toMatch(/^\u25cf\s+a$/)
    expect(first?.format.indentFirstLine).toBeUndefined()
  })

  it('are left out where no text follows in their block', async () => {
    const html = `<div style="position:relative"><i style="${DOT}"></i><i style="${DOT}"></i></div><p>next</p>`
    expect(await linesOf(html)).toEqual(['next'])
  })
})

describe('fields on lines of their own', () => {
  it('are as wide as they ask to be, with lines around them', async () => {
    const html = '<label style="display:block">Name</label><input style="display:block;width:100%"><p>after</p>'
    const [label, field, after] = await readParagraphs(html)
    expect([label, after].map((line) => inlineText(line?.inlines ?? []))).toEqual(['Name', 'after'])
    expect(Object.keys(field?.format.borders ?? {}).sort()).toEqual(['bottom', 'left', 'right', 'top'])
    expect(label?.format.borders).toBeUndefined()
  })

  it('show what is in them', async () => {
    expect(await linesOf('<select style="display:block"><option>a<option selected>b</select>')).toEqual(['b'])
    expect(await linesOf('<textarea style="display:block">a\nb</textarea>')).toEqual(['a\nb'])
  })

  it('draw what the page says', async () => {
    const [field] = await readParagraphs(
      '<input style="display:block;border:0;border-bottom:1px solid #00f" value="a">',
    )
    expect(Object.keys(field?.format.borders ?? {})).toEqual(['bottom'])
  })
})

describe('fields in a line', () => {
  it('have the width that they ask for behind what is in them', async () => {
    const [short, long] = await readParagraphs('<p><input value="a" size="30"></p><p><input value="a" size="10"></p>')
    const lengths = [short, long].map((line) => inlineText(line?.inlines ?? []).length)
    expect(lengths[0]).toBeGreaterThan((lengths[1] ?? 0) + 10)
  })
})

describe('dots that stand side by side', () => {
  const css = `<style>.d{display:flex;gap:3px}.d i{width:9px;height:9px;border-radius:50%;background:#c60}</style>`
  const read = (html: string) => readParagraphs(`${css}${html}`)
  const row = (css = '', dot = '<i></i>') => `<div class="d" style="${css}">${dot.repeat(3)}</div>`

  it('are discs in one line, with the gap between them', async () => {
    const [line, ...others] = await read(row())
    expect(others).toEqual([])
    expect(line?.inlines).toMatchObject(
      [45, 45, 0].map((right) => ({ kind: 'shape', isEllipse: true, margin: { right } })),
    )
    expect((await read(row('justify-content:center')))[0]?.format.alignment).toBe('center')
    expect((await readHtml(css + row())).warnings).toEqual([])
  })

  it('end where their line ends', async () => {
    const line = `<div style="display:flex;justify-content:space-between"><b>English</b>${row()}</div>`
    expect((await read(line)).map(({ format }) => format.alignment)).toEqual([undefined, 'end'])
  })

  it('are cells where they are square, of several heights, hold text, or grow', async () => {
    const kinds = async (html: string) => (await readHtml(css + html)).document.blocks.map(({ kind }) => kind)
    expect(await kinds(row())).toEqual(['paragraph'])
    expect(await kinds(row('', '<i style="border-radius:0"></i>'))).toEqual(['table'])
    expect(await kinds(row('', '<i></i><i style="height:12px"></i>'))).toEqual(['table'])
    expect(await kinds(row('', '<i>1</i>'))).toEqual(['table'])
    expect(await kinds(row('', '<i style="width:auto;flex:1"></i>'))).toEqual(['table'])
  })
})

/** The width in pixels of the innermost table around a text. */
function roomOf(blocks: readonly FlowBlock[], text: string): number | undefined {
  for (const block of blocks) {
    if (block.kind !== 'table') continue
    for (const { cells } of block.rows) {
      for (const { blocks: inside } of cells) {
        const isHere = paragraphsOf(inside).some(({ inlines }) => inlineText(inlines).includes(text))
        const width = block.columns.reduce((sum, column) => sum + column, 0)
        if (isHere) return roomOf(inside, text) ?? Math.round(width / 15)
      }
    }
  }
  return undefined
}

describe('a field on a line of its own', () => {
  it('has its own line below it, and not one below its text as well', async () => {
    const [field] = await readParagraphs('<input value="Ada" style="width:100%;border:0;border-bottom:1px solid #111">')
    expect(field?.format.borders?.bottom).toMatchObject({ width: 15 })
    expect(field?.inlines).toMatchObject([{ kind: 'text', text: expect.stringMatching(/^Ada\s*$/) }])
    expect(field?.inlines[0]).not.toMatchObject({ format: { underline: expect.anything() } })
  })
})

describe('fields that are items', () => {
  const css = `<style>.g{display:flex;width:400px}
    .f{display:block;flex:1 1 auto;width:1%;min-width:0;padding:6px 12px;border:1px solid #ccc}</style>`
  const field = '<input class="f" placeholder="Type here">'
  const room = async (html: string) => roomOf((await readHtml(css + html)).document.blocks, 'Type')

  it('fill the share of the container that they grow from, and are no share of that share', async () => {
    expect(await room(`<div class="g"><span>Find</span>${field}</div>`)).toBeGreaterThan(300)
    const inner = `<div style="display:flex"><b>Find</b>${field}</div>`
    expect(await room(`<div class="g">${inner}<i>end</i></div>`)).toBeGreaterThan(50)
  })
})
