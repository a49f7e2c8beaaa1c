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

  it('refer to the margins of the page, and to a wrapper that begins it', async () => {
    const inPage = '<style>@page{size:A4;margin:20mm}</style><div style="position:absolute;top:0;left:0">a</div>'
    const inWrapper = `${PAGE}<div style="position:relative;margin:10mm;width:150mm;height:200mm">
      <div style="position:absolute;right:0;bottom:0;width:50mm;height:20mm">a</div></div>`
    expect((await tablesOf(inPage))[0]?.position).toEqual({ x: Math.round(20 * MM), y: Math.round(20 * MM) })
    const corner = (await tablesOf(inWrapper))[0]?.position
    expect(corner?.x).toBeCloseTo(110 * MM, -1)
    expect(Math.abs((corner?.y ?? 0) - 190 * MM)).toBeLessThan(100)
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
