/**
 * What pages of many authors have in common: tables as items, rings, bars, marks, seals, boxes in the middle of a page.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type {
  FlowBlock,
  FlowCell,
  FlowInline,
  FlowShape,
  FlowTable,
} from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { formatOf, inlineText, paragraphsOf, readParagraphs, readTable } from './flow-text.js'

const tablesIn = (blocks: readonly FlowBlock[]): FlowTable[] =>
  blocks.flatMap((block) =>
    block.kind === 'table'
      ? [block, ...block.rows.flatMap(({ cells }) => cells.flatMap((cell) => tablesIn(cell.blocks)))]
      : [],
  )

const tablesOf = async (html: string) => tablesIn((await readHtml(html)).document.blocks)

const widthOf = ({ columns, grid }: FlowTable) => (grid ?? columns).reduce((sum, width) => sum + width, 0)

const shapesIn = (inlines: readonly FlowInline[]): FlowShape[] =>
  inlines.filter((inline): inline is FlowShape => inline.kind === 'shape')

const shapesOf = async (html: string) => (await readParagraphs(html)).flatMap(({ inlines }) => shapesIn(inlines))

const ROOM = 11_906 - 2880

describe('a table with a share of the width', () => {
  const table = (css: string) => `<table style="${css}"><tr><td>Total</td><td>1,200.00</td></tr></table>`

  it('has that share of the box around where it floats beside a text', async () => {
    const html = `<div style="float:left;font-weight:bold">Some Company</div>${table('float:right;width:40%')}`
    const [, inner] = await tablesOf(html)
    expect(inner === undefined ? 0 : widthOf(inner) / ROOM).toBeCloseTo(0.4, 2)
  })

  it.each(['', ';margin-left:auto'])('has that share of its flex container%s', async (margin) => {
    const [row, inner] = await tablesOf(`<div style="display:flex">${table(`width:40%${margin}`)}<p>beside</p></div>`)
    expect((row?.columns ?? []).some((width) => Math.abs(width / ROOM - 0.4) < 0.01)).toBe(true)
    expect(inner === undefined ? 0 : widthOf(inner) / ROOM).toBeCloseTo(0.4, 2)
  })

  it('has that share of its track of a grid', async () => {
    const html = `<div style="display:grid;grid-template-columns:1fr 1fr">${table('width:60%')}<p>beside</p></div>`
    const [, inner] = await tablesOf(html)
    expect(inner === undefined ? 0 : widthOf(inner) / ROOM).toBeCloseTo(0.3, 2)
  })

  it('does not align the text in its cells where a container aligns the table', async () => {
    const html = `<div style="display:flex;justify-content:flex-end">${table('width:50%')}</div>`
    const paragraphs = await readParagraphs(html)
    expect(paragraphs.filter(({ format }) => format.alignment === 'end')).toEqual([])
  })
})

describe('a shadow that is a line', () => {
  it('has its colour on the ground around', async () => {
    const lineOn = async (ground: string) => {
      const box = '<div style="box-shadow:0 0 0 1px rgba(0,0,0,.1);padding:9px">a</div>'
      const [paragraph] = await readParagraphs(`<div style="background:${ground}">${box}</div>`)
      return paragraph?.format.borders?.top?.color
    }
    expect(await lineOn('#fff')).toBe('E5E5E5')
    expect(await lineOn('#00f')).toBe('0000E5')
  })
})

describe('a bar', () => {
  it.each([2, 10, 60])('is as wide as its share of %i %', async (share) => {
    const html = `<div style="height:12px;background:#eee"><div style="height:12px;width:${share}%;background:#00f"></div></div>`
    const [track] = await tablesOf(html)
    const [bar] = track?.rows[0]?.cells[0]?.blocks ?? []
    const { indentEnd = 0 } = bar?.kind === 'space' ? bar : {}
    expect((ROOM - indentEnd) / ROOM).toBeCloseTo(share / 100, 2)
  })

  it('may be one border of an empty box in a line', async () => {
    const bar = (css: string) => shapesOf(`<h2><span style="display:inline-block;${css}"></span>Title</h2>`)
    expect(await bar('height:20px;border-left:6px solid #d33')).toMatchObject([
      { width: 90, height: 300, fill: 'DD3333' },
    ])
    expect(await bar('width:40px;border-top:2px solid red')).toMatchObject([{ width: 600, height: 30, fill: 'FF0000' }])
    expect(await bar('height:20px;border-left:6px solid #d33;border-right:6px solid #33d')).toEqual([])
  })
})

describe('text moved off its line', () => {
  const position = async (css: string) => {
    const paragraphs = await readParagraphs(`<p>Area m<span style="position:relative;${css}">2</span> x</p>`)
    return (formatOf(paragraphs, '2') as { verticalAlign?: string } | undefined)?.verticalAlign
  }

  it('is a superscript or subscript where it is smaller', async () => {
    expect(await position('font-size:.7em;top:-.4em')).toBe('superscript')
    expect(await position('font-size:.7em;bottom:.4em')).toBe('superscript')
    expect(await position('font-size:.7em;top:.3em')).toBe('subscript')
  })

  it('is one from 15 % of the size of the text around on', async () => {
    const moved = (px: number) => position(`font-size:.7em;top:-${px}px`)
    expect([await moved(2.1), await moved(2.3)]).toEqual([undefined, 'superscript'])
  })

  it('stays on its line where it is as large, hardly moved, or far away', async () => {
    for (const css of ['top:-.4em', 'font-size:.7em;top:-.1em', 'font-size:.7em;top:-2em', 'font-size:.3em;top:-.4em'])
      expect(await position(css), css).toBeUndefined()
  })
})

describe('a line to sign on', () => {
  it('is as long as its padding says, too', async () => {
    const text = async (padding: string) => {
      const html = `<p><span style="display:inline-block;border-bottom:1px solid;padding:0 ${padding}">Ada</span></p>`
      return inlineText((await readParagraphs(html))[0]?.inlines ?? [])
    }
    expect(await text('0')).toBe('Ada')
    expect(await text('40px')).toMatch(/^\u00a0{8,11}Ada\u00a0{8,11}$/)
  })
})

describe('an empty box with one line', () => {
  const spaces = async (css: string) =>
    (await readHtml(`<p>a</p><div style="${css}"></div><p>b</p>`)).document.blocks.flatMap((block) =>
      block.kind === 'space' ? [[block.height, block.line?.side]] : [],
    )

  it('has its height above the line to sign on, or below an upper line', async () => {
    expect(await spaces('height:40px;border-bottom:1px solid')).toEqual([
      [585, undefined],
      [20, 'bottom'],
    ])
    expect(await spaces('height:40px;border-top:1px solid')).toEqual([
      [20, 'top'],
      [585, undefined],
    ])
    expect(await spaces('border-bottom:1px solid')).toEqual([[20, 'bottom']])
  })
})

describe('a border below text in a line', () => {
  const line = async (css: string, tag = 'span') => {
    const paragraphs = await readParagraphs(`<p>A <${tag} href="https://a.example" style="${css}">term</${tag}> x</p>`)
    const { underline, underlineColor } = (formatOf(paragraphs, 'term') ?? {}) as Record<string, unknown>
    return [underline, underlineColor]
  }

  it('is a line below it', async () => {
    expect(await line('border-bottom:3px double #f00')).toEqual(['double', 'FF0000'])
    expect(await line('border-bottom:1px dotted #00f;text-decoration:none', 'a')).toEqual(['dotted', '0000FF'])
    expect((await line('border:1px solid #f00'))[0]).toBeUndefined()
    expect((await line('border-bottom:0 solid #f00'))[0]).toBeUndefined()
  })
})

describe('the padding of narrow cells', () => {
  it('is kept where the text is short', async () => {
    const table = await readTable(
      `<table width="100%"><tr><td style="padding:0 8px">1</td><td width="99%">${'long text '.repeat(40)}</td></tr></table>`,
    )
    expect(table.rows[0]?.cells[0]?.padding).toMatchObject({ left: 120, right: 120 })
  })
})

describe('boxes that are fixed', () => {
  const pages = async (css: string) =>
    (
      await readHtml(
        `<style>@page{margin:0}</style><div style="position:fixed;${css};background:#fa0"><p>Open</p><p>daily</p></div><p>text</p>`,
      )
    ).document

  it('are a side of every page where they are too high for a header', async () => {
    const tables = async (css: string) => tablesIn((await pages(css)).running?.header ?? [])
    const [side] = await tables('top:0;left:0;height:297mm;width:60mm')
    expect(side?.position).toEqual({ x: 0, y: 0 })
    const [low] = await tables('top:0;left:0;height:60px;width:60mm')
    expect(low?.position).toBeUndefined()
  })

  it.each([
    ['333px', false],
    ['334px', true],
    ['49%', false],
    ['50%', true],
  ])('are no header from a certain height on: %s', async (height, isSide) => {
    const [box] = tablesIn((await pages(`top:0;left:0;height:${height};width:60mm`)).running?.header ?? [])
    expect(box?.position !== undefined).toBe(isSide)
  })

  it('are as wide as the page where they are fixed to both sides', async () => {
    const [bar] = tablesIn((await pages('top:0;left:0;right:0')).running?.header ?? [])
    expect(bar === undefined ? 0 : widthOf(bar)).toBeGreaterThan(11_800)
  })
})

describe('the padding of code', () => {
  it('is all that is around it in a box, where it has no margin', async () => {
    const html =
      '<style>p{color:red}</style><div style="border:1px solid"><div><pre style="margin:0;padding:10px">a</pre></div></div>'
    const [code] = await readParagraphs(html)
    expect(code?.format).toMatchObject({ spaceBefore: 150, spaceAfter: 150 })
  })
})

describe('a box with round corners around a paragraph', () => {
  it('is as high as the paragraph with its margins', async () => {
    const height = async (margin: string) => {
      const html = `<div style="border:1px solid;border-radius:5px;padding:10px"><div><p style="margin:${margin}">text</p></div></div>`
      return (await shapesOf(html))[0]?.height ?? 0
    }
    expect((await height('16px 0')) - (await height('0'))).toBe(480)
  })
})

describe('a seal', () => {
  it('may have two lines where its size is known', async () => {
    const seal = (css: string) =>
      shapesOf(
        `<p>x <span style="display:inline-block;border-radius:50%;background:#a60;${css}">XII<br>ed.</span> y</p>`,
      )
    expect(await seal('width:90px;height:90px')).toMatchObject([{ width: 1350, height: 1350, isEllipse: true }])
    expect(await seal('padding:9px')).toEqual([])
  })
})

describe('a box in the middle of a page', () => {
  const page = (css: string, box = 'width:300px;height:200px;border:1px solid') =>
    tablesOf(
      `<style>@page{margin:0}html,body{height:100%;margin:0}body{${css};background:#fee}</style><div style="${box}">a</div>`,
    )

  it.each([
    'display:grid;place-items:center',
    'display:grid;place-content:center',
    'display:flex;align-items:center;justify-content:center',
  ])('stands there by %s, with its own height', async (css) => {
    const [row, box] = await page(css)
    const [cell] = row?.rows[0]?.cells ?? []
    expect(row?.rows[0]?.height).toBeGreaterThan(16_000)
    expect(cell?.verticalAlign).toBe('center')
    expect(row?.indent).toBeCloseTo((11_906 - 4530) / 2, -2)
    expect(box?.rows[0]?.height).toBeLessThan(3100)
  })

  it.each([
    [58, [870]],
    [59, [885, 450]],
  ])('keeps its own height where the container is higher by 400 twips: %s px', async (height, heights) => {
    const box = '<div style="width:200px;height:30px;border:1px solid">a</div>'
    const tables = await tablesOf(
      `<style>body{margin:0}</style><div style="display:flex;align-items:center;height:${height}px">${box}</div>`,
    )
    expect(tables.map(({ rows }) => rows[0]?.height)).toEqual(heights)
  })

  it('is stretched where nothing aligns it', async () => {
    expect((await page('display:grid'))[0]?.rows[0]?.height).toBeLessThan(3100)
  })

  it('takes no more than its page where it has a shape in it', async () => {
    const disc = '<span style="display:inline-block;border-radius:50%;width:30px;height:30px;background:#00f">1</span>'
    const cells = (
      await tablesOf(`<div style="display:flex;align-items:center;height:400px"><div>${disc}</div><p>b</p></div>`)
    ).flatMap(({ rows }) => rows.flatMap((row) => row.cells))
    const raised = cells.find((cell: FlowCell) =>
      paragraphsOf(cell.blocks).some(({ inlines }) => shapesIn(inlines).length > 0),
    )
    expect(raised?.padding?.top ?? 0).toBe(0)
    expect(paragraphsOf(raised?.blocks ?? [])[0]?.format.spaceBefore).toBeGreaterThan(2000)
  })
})

describe('a menu that is wider than its page', () => {
  const menu = (count: number, css = '') =>
    tablesOf(`<div style="display:flex">${`<a style="padding:9px 40px;${css}">Documentation</a>`.repeat(count)}</div>`)

  it('goes on in a further line, so that its words stay whole', async () => {
    const tables = await menu(7)
    expect(tables.length).toBeGreaterThan(1)
    const [least] = (await menu(1, 'background:#eee'))[0]?.columns ?? []
    for (const { columns, rows } of tables)
      for (const [index, { blocks }] of (rows[0]?.cells ?? []).entries())
        if (blocks.some((block) => block.kind === 'paragraph' && block.inlines.length > 0))
          expect(columns[index]).toBeGreaterThanOrEqual((least ?? 0) - 31)
  })

  it('has four items at least, each of which takes two fifths of the line at most', async () => {
    const items = async (count: number, width: number) =>
      (
        await tablesOf(
          `<div style="display:flex">${`<p style="width:${width}px;flex-shrink:0">a</p>`.repeat(count)}</div>`,
        )
      ).length
    expect([await items(3, 240), await items(4, 240), await items(4, 241)]).toEqual([1, 2, 1])
  })

  it('stays in its line where it fits, where its items grow, and where it is columns', async () => {
    expect(await menu(4)).toHaveLength(1)
    expect(await menu(7, 'flex-grow:1')).toHaveLength(1)
    const long = 'x'.repeat(90)
    expect(await tablesOf(`<div style="display:flex"><p>${long}</p><p>${long}</p><p>c</p></div>`)).toHaveLength(1)
  })
})

describe('rows of grids', () => {
  it('are as high as minmax() says at least', async () => {
    const heights = async (rows: string) => {
      const items = '<div>a</div><div>b</div><div>c</div>'
      const [table] = await tablesOf(
        `<div style="display:grid;grid-template-columns:1fr 1fr;grid-auto-rows:${rows}">${items}</div>`,
      )
      return table?.rows.map(({ height }) => height)
    }
    expect(await heights('minmax(50px,auto)')).toEqual([750, 750])
    expect(await heights('minmax(10%,auto)')).toEqual([undefined, undefined])
  })
})

describe('inherit', () => {
  it('takes the columns of the grid around, and other properties of its box', async () => {
    const html = `<div style="display:grid;grid-template-columns:[full-start] 1fr [main-start] 3fr [main-end full-end]">
      <header style="grid-column:full;display:inherit;grid-template-columns:inherit"><p style="grid-column:main">Name</p></header></div>`
    const inner = (await tablesOf(html)).at(-1)
    const [before, own] = inner?.columns ?? []
    expect(inner?.columns).toHaveLength(2)
    expect((own ?? 0) / (before ?? 1)).toBeCloseTo(3, 1)
  })

  it('takes nothing for `unset`', async () => {
    const [outer, inner] = await tablesOf(
      '<div style="width:200px;border:1px solid"><div style="width:unset;border:1px solid"><p>a</p><p>b</p></div></div>',
    )
    expect(inner === undefined || outer === undefined ? 0 : widthOf(outer) - widthOf(inner)).toBeLessThan(100)
  })
})

describe('the alignment of the last line', () => {
  const align = async (text: string, css: string) => {
    const { document, warnings } = await readHtml(`<p style="${css}">${text}</p>`)
    return [paragraphsOf(document.blocks)[0]?.format.alignment, warnings.length]
  }

  it('is that of a text of one line', async () => {
    expect(await align('a', 'text-align-last:right')).toEqual(['right', 0])
    expect(await align('a', 'text-align:justify;text-align-last:center')).toEqual(['center', 0])
    expect(await align('a', 'text-align:center;text-align-last:auto')).toEqual(['center', 0])
  })

  it('is named where there are more lines', async () => {
    expect(await align('word '.repeat(60), 'text-align:justify;text-align-last:center')).toEqual(['justify', 1])
    expect(await align('a<br>b', 'text-align-last:right')).toEqual([undefined, 1])
    expect(await align('a', 'text-align-last:justify')).toEqual([undefined, 1])
  })
})

describe('a frame with a page of its own', () => {
  it('is named by its text', async () => {
    const { warnings } = await readHtml('<iframe srcdoc="<p>Annex <b>A</b></p>"></iframe>')
    expect(warnings).toEqual(['A frame with a page of its own (srcdoc) was left out: Annex A'])
  })
})
