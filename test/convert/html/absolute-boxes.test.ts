/**
 * Boxes that a page puts at places of their own.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowTable } from '../../../src/convert/docx-writer/flow-document.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { inlineText, paragraphsOf } from './flow-text.js'

const PAGE = '<style>@page{size:A4;margin:0}</style>'
const MM = 144 / 2.54

async function tablesOf(html: string): Promise<FlowTable[]> {
  const { document } = await readHtml(html)
  return document.blocks.filter((block) => block.kind === 'table')
}

const textOf = (table: FlowTable | undefined) =>
  paragraphsOf(table?.rows[0]?.cells[0]?.blocks ?? [])
    .map(({ inlines }) => inlineText(inlines))
    .join(' ')

describe('boxes at places of their own', () => {
  it('float at the place of the paper that they ask for, as wide as they ask for', async () => {
    const html = `${PAGE}<div style="position:absolute;top:45mm;left:25mm;width:85mm">Jane Roe</div><p>Dear Jane</p>`
    const [table] = await tablesOf(html)
    expect(table?.position).toEqual({ x: Math.round(25 * MM), y: Math.round(45 * MM) })
    expect(table?.columns).toEqual([Math.round(85 * MM)])
    expect(textOf(table)).toBe('Jane Roe')
    expect((await readHtml(html)).warnings).toEqual([])
  })

  it('refer to the first page where its margins differ from those of the others', async () => {
    const css = '<style>@page{size:A4;margin:25mm}@page:first{margin-top:15mm}</style>'
    const long = '<p>text</p>'.repeat(80)
    const [table] = await tablesOf(`${css}<div style="position:absolute;top:32mm;left:0">Jane Roe</div>${long}`)
    expect(table?.position?.y).toBeCloseTo((15 + 32) * MM, -1)
  })

  it('are no higher than what is in them where nothing shows their height, so that text need not give way', async () => {
    const box = (css: string) =>
      `${PAGE}<div style="position:absolute;top:45mm;left:25mm;height:40mm;${css}">Jane Roe</div><p>a</p>`
    expect((await tablesOf(box('')))[0]?.rows[0]?.height).toBeUndefined()
    expect((await tablesOf(box('background:#eee')))[0]?.rows[0]?.height).toBeCloseTo(40 * MM, -1)
    expect((await tablesOf(box('display:flex;align-items:flex-end')))[0]?.rows[0]?.height).toBeCloseTo(40 * MM, -1)
  })

  it('may be tables, which stand there as wide as they ask for', async () => {
    const rows = '<tr><td>Number</td><td>10023</td></tr>'
    const [table] = await tablesOf(
      `${PAGE}<table style="position:absolute;top:50mm;left:125mm;width:65mm">${rows}</table><p>Dear Jane</p>`,
    )
    expect(table?.position).toEqual({ x: Math.round(125 * MM), y: Math.round(50 * MM) })
    expect(table?.columns).toEqual([Math.round(65 * MM)])
    const inner = table?.rows[0]?.cells[0]?.blocks.find((block) => block.kind === 'table')
    expect(inner?.kind === 'table' ? inner.columns.reduce((sum, width) => sum + width, 0) : 0).toBeCloseTo(65 * MM, -1)
  })

  it('refer to the margins of the page, and to a wrapper that begins it', async () => {
    const inPage = '<style>@page{size:A4;margin:20mm}</style><div style="position:absolute;top:0;left:0">a</div>'
    const inWrapper = `${PAGE}<div style="position:relative;margin:10mm;width:150mm;height:200mm">
      <div style="position:absolute;right:0;bottom:0;width:50mm;height:20mm">a</div></div>`
    expect((await tablesOf(inPage))[0]?.position).toEqual({ x: Math.round(20 * MM), y: Math.round(20 * MM) })
    const corner = (await tablesOf(inWrapper))[0]?.position
    expect(corner?.x).toBeCloseTo(110 * MM, -1)
    expect(Math.abs((corner?.y ?? 0) - 190 * MM)).toBeLessThan(100)
  })

  it('stand in a wrapper as large as the page, whose ground and frame become those of the page', async () => {
    const html = `${PAGE}<div style="position:relative;width:210mm;height:296mm;background:#fffdf5">
      <div style="position:absolute;inset:8mm;border:1mm solid #b8860b"></div>
      <div style="position:absolute;top:60mm;width:100%;text-align:center">is awarded to</div>
      <div style="position:absolute;top:80mm;left:50%;transform:translateX(-50%);width:80mm">Jane Roe</div>
      <div style="position:absolute;bottom:20mm;left:50%;margin-left:-15mm;width:30mm;height:30mm">seal</div></div>`
    const { document, warnings } = await readHtml(html)
    expect(warnings).toEqual([])
    expect(document.background).toBe('FFFDF5')
    expect(document.page.borders?.top).toMatchObject({ color: 'B8860B', space: Math.round(8 * MM) })
    const [awarded, name, seal] = await tablesOf(html)
    expect(awarded?.position?.y).toBe(Math.round(60 * MM))
    expect(name?.position?.x).toBeCloseTo(65 * MM, -1)
    expect(seal?.columns[0]).toBe(Math.round(30 * MM))
    expect(seal?.position?.x).toBeCloseTo(90 * MM, -1)
  })

  it('stand on the page that their wrapper begins, however many there are', async () => {
    const one = (name: string) => `<div style="position:relative;height:296mm;page-break-after:always">
      <div style="position:absolute;top:60mm;left:20mm">${name}</div></div>`
    const { blocks } = (await readHtml(`${PAGE}${one('Jane Roe')}${one('John Doe')}`)).document
    const order = blocks.map((block) => (block.kind === 'table' ? textOf(block) : block.kind))
    expect(order.filter((name) => name !== 'space')).toEqual(['Jane Roe', 'pageBreak', 'John Doe'])
    expect(order[order.indexOf('pageBreak') + 1]).toBe('space')
  })

  it('are warned about where the ground of their wrapper is not that of a page', async () => {
    const html = `${PAGE}<div style="position:relative;height:50mm;background:#eee">
      <div style="position:absolute;top:5mm;left:5mm">a</div></div><p>text</p>`
    const { document, warnings } = await readHtml(html)
    expect(document.background).toBeUndefined()
    expect(warnings).toEqual(['The CSS property background-color is not shown (1 element).'])
  })

  it('stay in the flow where nothing is known of the page, with a warning', async () => {
    const html = '<p>before</p><div style="position:relative"><div style="position:absolute;top:0;left:0">a</div></div>'
    expect(await tablesOf(html)).toEqual([])
    expect((await readHtml(html)).warnings).toEqual(['The CSS property position is not shown (1 element).'])
  })

  it('are no wider than their text, at the side that they are fixed to', async () => {
    const html = `<p>before</p><div style="position:relative">
      <span style="position:absolute;top:0;right:0;background:#e00;color:#fff">NEW</span><p>text</p></div>`
    const [badge] = await tablesOf(html)
    expect(badge?.position).toBeUndefined()
    expect(badge?.columns[0]).toBeLessThan(1000)
    expect((badge?.indent ?? 0) + (badge?.columns[0] ?? 0)).toBeCloseTo(11_906 - 2880, -1)
  })
})
