/**
 * Charts that pages make of boxes, labels that they style, and siblings that they count.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowShape } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { paragraphsOf, readLines, readParagraphs } from './flow-text.js'

const CHART = `<style>.c { display: flex; align-items: flex-end; height: 120px; border-bottom: 2px solid #000 }
  .c > div { flex: 1; height: calc(var(--v) * 1%); background: #08c; position: relative }
  .c > div::before { content: attr(data-v); position: absolute; top: -16px; left: 0; right: 0; text-align: center }</style>`
const bars = (values: readonly number[]) =>
  `<div class="c">${values.map((value) => `<div style="--v:${value}" data-v="${value}"></div>`).join('')}</div>`

const blocksOf = async (html: string) => (await readHtml(html)).document.blocks
const shapesOf = (blocks: readonly FlowBlock[]) =>
  paragraphsOf(blocks).flatMap(({ inlines }) =>
    inlines.filter((inline): inline is FlowShape => inline.kind === 'shape'),
  )
const rowsOf = (blocks: readonly FlowBlock[]) => blocks.flatMap((block) => (block.kind === 'table' ? block.rows : []))

describe('bars of a chart', () => {
  it('stand on the line below them', async () => {
    const [table, line] = await blocksOf(`${CHART}${bars([50, 90])}`)
    const [row] = table?.kind === 'table' ? table.rows : []
    expect(row?.height).toBe(1800 - 40)
    expect(line).toMatchObject({ kind: 'space', height: 20 })
  })

  it('are at the foot of their cells, as high as their share, and their values over them', async () => {
    const blocks = await blocksOf(`${CHART}${bars([50, 90])}`)
    const [half, high] = rowsOf(blocks)[0]?.cells ?? []
    // Cells with shapes are aligned by the space above, which is what the bar leaves free.
    expect(half?.blocks[0]).toEqual({ kind: 'space', height: 1760 / 2 })
    expect(high?.blocks[0]).toEqual({ kind: 'space', height: 1760 / 10 })
    expect(rowsOf(half?.blocks ?? []).map(({ height }) => height)).toEqual([900])
    const width = half?.width?.type === 'twips' ? half.width.value : 0
    expect(shapesOf(blocks)).toMatchObject([
      { width, alignment: 'center', offset: { x: 0, y: -240 } },
      { width, alignment: 'center', offset: { y: -240 } },
    ])
  })

  it('in columns of their own leave the rest of the height above them', async () => {
    const own = 'display:flex;flex-direction:column;justify-content:flex-end;height:100%;flex:1'
    const column = `<div style="${own}"><div style="background:#08c;height:75%"></div></div>`
    const chart = `<div style="display:flex;height:120px;border-bottom:1px solid #000">${column}${column}</div>`
    const [table, line] = await blocksOf(`<!doctype html><style>p { margin: 0 }</style>${chart}`)
    expect(line).toMatchObject({ kind: 'space', height: 20 })
    const [space] = table?.kind === 'table' ? (table.rows[0]?.cells[0]?.blocks ?? []) : []
    expect(space).toEqual({ kind: 'space', height: Math.round(1800 * 0.25 * 0.9) })
  })

  it('have what stands over their middle there, and not in their text', async () => {
    const css = '<style>b { display: block; position: relative; background: #ccc; height: 60px }'
    const read = async (style: string) => {
      const rule = `b::before { content: "7"; position: absolute; ${style} }`
      return (await readLines(`${css} ${rule}</style><b>x</b>`)).map((line) => line.replace(/\s+/g, ' '))
    }
    expect(await read('left:0')).toEqual(['7 x'])
    expect(await read('left:0; top:-2em')).not.toContain('7 x')
    expect(await read('left:50%')).not.toContain('7 x')
    expect(await read('left:0; right:0')).not.toContain('7 x')
  })
})

describe('labels of items', () => {
  const read = (css: string, html = '<ul><li>x</li></ul>') => readParagraphs(`<style>${css}</style>${html}`)
  const labelOf = async (css: string, html?: string) => {
    const [first] = await read(css, html)
    return { mark: first?.mark, level: first?.list?.list.levels[0] }
  }

  it('have the colour and weight that the page gives them, or else the colour of their item', async () => {
    expect((await labelOf('li::marker { color: #e00; font-weight: bold }')).mark).toMatchObject({
      color: 'EE0000',
      bold: true,
    })
    expect((await labelOf('li { color: #fff }')).mark).toEqual({ color: 'FFFFFF' })
    expect((await labelOf('p { color: #fff }')).mark).toBeUndefined()
  })

  it('are the text that the page gives them', async () => {
    expect((await labelOf('li::marker { content: "▸ " }')).level).toMatchObject({ format: 'bullet', bullet: '▸' })
    expect((await labelOf('li::marker { content: "→" }', '<ol><li>x</li></ol>')).level).toMatchObject({ bullet: '→' })
    expect((await labelOf('li::marker { content: none }')).level).toMatchObject({ format: 'none' })
    expect((await labelOf('li::marker { content: normal }')).level).toMatchObject({ bullet: '•' })
    expect(
      (await labelOf('li::marker { content: counter(list-item) ")" }', '<ol><li>x</li></ol>')).level,
    ).toMatchObject({
      format: 'decimal',
    })
  })
})

describe('siblings that a page counts', () => {
  const list = '<p>a</p><p class="s">b</p><p>c</p><p>d</p><p class="s">e</p>'
  const chosen = async (selector: string) =>
    (await readParagraphs(`<style>${selector} { text-align: right }</style>${list}`))
      .filter(({ format }) => format.alignment === 'right')
      .map(({ inlines }) => (inlines[0]?.kind === 'text' ? inlines[0].text : ''))
      .join('')

  it('are those that match, from either end', async () => {
    expect(await chosen('p:nth-child(2 of :not(.s))')).toBe('c')
    expect(await chosen('p:nth-child(odd of p:not(.s), h1)')).toBe('ad')
    expect(await chosen('p:nth-last-child(1 of .s)')).toBe('e')
    expect(await chosen('p:nth-last-child(-n+2 of .s)')).toBe('be')
    expect(await chosen('p:nth-child(2n of .none)')).toBe('')
  })

  it('are none where the selector is not known, or only types are counted', async () => {
    expect(await chosen('p:nth-child(1 of :unheard-of)')).toBe('')
    expect(await chosen('p:nth-of-type(1 of .s)')).toBe('')
  })

  it('weigh as much as the heaviest selector of the list', async () => {
    expect(await chosen('p.s { text-align: left } p:nth-child(1 of .s)')).toBe('b')
    expect(await chosen('p:nth-child(2 of .s, p), p:nth-child(2) { text-align: left } p:nth-child(1)')).toBe('a')
  })
})
