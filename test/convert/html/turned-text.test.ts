/**
 * Text that runs up or down: writing modes, and boxes turned by a quarter.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowCell, FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { convertFile } from '../../../src/index.js'
import { readWithPdfjs } from '../support/read-with-pdfjs.js'

async function read(html: string) {
  const { document, warnings } = await readHtml(`<style>body{margin:0}table{border-collapse:collapse}</style>${html}`)
  return { blocks: document.blocks, cells: [...cellsOf(document.blocks)], warnings }
}

function* cellsOf(
  blocks: readonly FlowBlock[],
): Generator<FlowCell & { readonly rowHeight: number; table: FlowTable }> {
  for (const table of blocks) {
    if (table.kind !== 'table') continue
    for (const { cells, height = 0 } of table.rows) {
      for (const cell of cells) {
        yield { ...cell, rowHeight: height, table }
        yield* cellsOf(cell.blocks)
      }
    }
  }
}

function textOf(blocks: readonly FlowBlock[]): string {
  return blocks
    .flatMap((block) => (block.kind === 'paragraph' ? block.inlines : []))
    .map((inline) => (inline.kind === 'text' ? inline.text : ''))
    .join('')
}

const directions = (cells: readonly FlowCell[]) =>
  cells.filter(({ blocks }) => textOf(blocks) !== '').map((cell) => [textOf(cell.blocks), cell.textDirection])

describe('text in cells', () => {
  it.each([
    ['writing-mode:vertical-rl', 'down'],
    ['writing-mode:vertical-lr', 'down'],
    ['writing-mode:sideways-rl', 'down'],
    ['writing-mode:sideways-lr', 'up'],
    ['writing-mode:vertical-rl;transform:rotate(180deg)', 'up'],
    ['transform:rotate(-90deg)', 'up'],
    ['transform:rotate(90deg)', 'down'],
    ['transform:rotate(270deg)', 'up'],
    ['rotate:-0.25turn', 'up'],
    ['layout-flow:vertical;mso-layout-flow-alt:bottom-to-top', 'up'],
    ['transform:rotate(45deg)', undefined],
    ['transform:rotate(180deg)', undefined],
  ])('runs as %s says', async (css, direction) => {
    const { cells } = await read(`<table><tr><td style="${css}">Quantity<td>b</table>`)
    expect(directions(cells)).toEqual([
      ['Quantity', direction],
      ['b', undefined],
    ])
  })

  it('is turned where the only box in it is, and as high as its line is long', async () => {
    const html = `<style>th div{transform:rotate(-90deg);width:20px;white-space:nowrap}</style>
      <table><tr><th><div>A rather long heading</div><th><div><span>Short</span></div></tr><tr><td>1<td>2</tr></table>`
    const { cells, warnings } = await read(html)
    expect(directions(cells).map(([, direction]) => direction)).toEqual(['up', 'up', undefined, undefined])
    expect(cells[0]?.rowHeight).toBeGreaterThan(1600)
    const [first = 0] = cells[0]?.table.grid ?? cells[0]?.table.columns ?? []
    expect(first).toBeLessThan(900)
    expect(warnings).toEqual([])
  })

  it('stands upright in East Asian scripts', async () => {
    const { cells } = await read('<table><tr><td style="writing-mode:vertical-rl">第一条<td>b</table>')
    expect(cells[0]?.textDirection).toBe('upright')
  })
})

describe('boxes', () => {
  it('that run down are cells with a height of their own', async () => {
    const { cells, warnings } = await read('<p>before</p><div style="writing-mode:vertical-rl">Turned words</div>')
    expect(directions(cells)).toEqual([['Turned words', 'down']])
    expect(cells[0]?.rowHeight).toBeGreaterThan(800)
    expect(warnings).toEqual([])
  })

  it('turn nothing in them once more', async () => {
    const html = '<div style="writing-mode:vertical-rl"><p>a</p><div style="writing-mode:vertical-rl">b</div></div>'
    const { cells } = await read(html)
    expect(cells.map(({ textDirection }) => textDirection)).toEqual(['down'])
  })

  it('stand beside others in flexbox', async () => {
    const html = `<div style="display:flex"><div style="writing-mode:sideways-lr">ORIGINAL</div><div>Text</div></div>`
    const { cells } = await read(html)
    expect(directions(cells)).toEqual([
      ['ORIGINAL', 'up'],
      ['Text', undefined],
    ])
  })

  it('in lines of text are boxes, too', async () => {
    const { cells } = await read('<p>a <span style="writing-mode:vertical-rl">down</span></p>')
    expect(directions(cells).at(-1)).toEqual(['down', 'down'])
  })

  it('at places of their own are turned about a point', async () => {
    const box = (css: string) =>
      `<div style="position:absolute;top:100pt;left:40pt;width:200pt;height:20pt;${css}">Invoice 17</div><p>text</p>`
    const placeOf = async (css: string) => {
      const { blocks } = await read(box(css))
      const table = blocks.find((block): block is FlowTable => block.kind === 'table')
      return table?.position
    }
    const flat = await placeOf('')
    const [about, corner] = [
      await placeOf('transform:rotate(-90deg)'),
      await placeOf('transform:rotate(-90deg);transform-origin:left top'),
    ]
    // A box of 200 by 20 becomes one of 20 by 200 around the same middle.
    expect(Math.round((about?.x ?? 0) - (flat?.x ?? 0)) / 20).toBeCloseTo(90, 0)
    expect(Math.round((about?.y ?? 0) - (flat?.y ?? 0)) / 20).toBeCloseTo(-90, 0)
    expect(corner?.x).toBe(flat?.x)
    expect((corner?.y ?? 0) - (flat?.y ?? 0)).toBeLessThanOrEqual(-1900)
  })

  it('of a whole page are told of', async () => {
    const { cells, warnings } = await read('<style>body{writing-mode:vertical-rl}</style><p>a</p>')
    expect(cells).toEqual([])
    expect(warnings).toEqual(['The CSS property writing-mode is not shown (1 element).'])
  })
})

it('turned text can be read in the PDF', async () => {
  const html = '<table><tr><th style="writing-mode:sideways-lr">Total amount<td>12</table>'
  const { bytes } = await convertFile(new TextEncoder().encode(html), { from: 'html', to: 'pdf' })
  const { pages } = await readWithPdfjs(bytes)
  expect(pages.join(' ').replace(/\s+/g, ' ')).toContain('Total amount')
})
