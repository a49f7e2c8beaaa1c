/**
 * Stamps and watermarks: boxes that lie over or under the page.
 *
 * @module
 */

import { PDFDocument } from 'pdf-lib'
import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowShape } from '../../../src/convert/docx-writer/flow-document.js'
import { writeDocx } from '../../../src/convert/docx-writer/write-docx.js'
import { readHtml } from '../../../src/convert/html/read-html.js'
import { convertFile } from '../../../src/index.js'
import { partOf } from '../docx-writer/part-of.js'
import { paragraphsOf } from './flow-text.js'

const PAGE = '<style>@page{size:A4;margin:0}</style>'
const MM = 144 / 2.54

const shapesIn = (blocks: readonly FlowBlock[]): FlowShape[] =>
  paragraphsOf(blocks).flatMap(({ inlines }) => inlines.filter((inline) => inline.kind === 'shape'))

async function shapeOf(style: string, text = 'PAID'): Promise<FlowShape> {
  const { document, warnings } = await readHtml(`${PAGE}<div style="${style}">${text}</div><p>Text</p>`)
  expect(warnings).toEqual([])
  const [shape] = shapesIn(document.blocks)
  if (shape === undefined) throw new Error('There is no shape.')
  return shape
}

/** The middle of a shape, in millimetres from the left and upper edge of the paper. */
const middleOf = ({ offset, width, height }: FlowShape) => [
  ((offset?.x ?? 0) + width / 2) / MM,
  ((offset?.y ?? 0) + height / 2) / MM,
]

/** The whole page is 210 mm wide, and 297 mm high. */
const SEEN = 'position:absolute;font-size:20mm;line-height:20mm'

describe('a box that is turned by less than a quarter', () => {
  it('is a shape on the page, turned about its middle', async () => {
    const turned = await shapeOf(`${SEEN};top:40mm;left:0;width:210mm;text-align:center;transform:rotate(-30deg)`)
    expect(turned.degrees).toBe(330)
    expect(turned.offset?.from).toBe('page')
    const [x, y] = middleOf(turned)
    expect(x).toBeCloseTo(105, 0)
    expect(y).toBeCloseTo(50, 0)
  })

  it('is turned about the point that it names', async () => {
    const about = (origin: string) =>
      shapeOf(`${SEEN};top:40mm;left:50mm;width:100mm;height:20mm;text-align:center;
      transform:rotate(180deg);transform-origin:${origin}`)
    expect(middleOf(await about('center')).map(Math.round)).toEqual([100, 50])
    expect(middleOf(await about('left top')).map(Math.round)).toEqual([0, 30])
    expect(middleOf(await about('right bottom')).map(Math.round)).toEqual([200, 70])
  })

  it('is moved by shares of its own size before', async () => {
    const shape = await shapeOf(`${SEEN};top:50%;left:50%;transform:translate(-50%,-50%) rotate(-45deg)`)
    const [x, y] = middleOf(shape)
    expect(x).toBeCloseTo(105, 0)
    expect(y).toBeCloseTo(148.5, 0)
    expect(shape.degrees).toBe(315)
  })

  it('may be moved and turned by a quarter, which no cell can be', async () => {
    const shape = await shapeOf(`${SEEN};top:50%;left:50%;transform:translate(-50%,-50%) rotate(90deg)`)
    expect(shape.degrees).toBe(90)
  })

  it('stands at the edges that it names', async () => {
    const right = await shapeOf(
      'position:absolute;right:10mm;top:20mm;width:40mm;height:20mm;border:1mm solid #c00;rotate:8deg',
    )
    expect(middleOf(right).map(Math.round)).toEqual([179, 31])
    const bottom = await shapeOf(`${SEEN};right:10mm;bottom:17mm;width:60mm;text-align:right;transform:rotate(1deg)`)
    expect(middleOf(bottom)[1]).toBeCloseTo(270, 0)
  })

  it('is in the middle of a box that centres what is in it', async () => {
    const shape = await shapeOf(`${SEEN};inset:0;display:flex;align-items:center;justify-content:center;rotate:-20deg`)
    const [x, y] = middleOf(shape)
    expect(x).toBeCloseTo(105, 0)
    expect(y).toBeCloseTo(148.5, 0)
  })

  it('is told of where it is more than a line', async () => {
    const { document, warnings } = await readHtml(
      `${PAGE}<div style="position:absolute;top:9mm;left:9mm;transform:translateX(-50%) rotate(9deg)"><p>a<p>b</div>`,
    )
    expect(shapesIn(document.blocks)).toEqual([])
    expect(warnings.join()).toContain('transform')
  })
})

describe('a box that lets what is behind it show through', () => {
  it('has the colour of the page with its alpha, and room for wider fonts', async () => {
    const shape = await shapeOf(`${SEEN};top:9mm;left:9mm;color:rgba(200,0,0,.2)`)
    const [text] = shape.inlines
    expect(text?.kind === 'text' ? text.format.ink : undefined).toBe('C8000033')
    const opaque = await shapeOf(`${SEEN};top:9mm;left:9mm;color:#c80000;z-index:-1`)
    expect(opaque.inlines[0]?.kind === 'text' ? opaque.inlines[0].format.ink : '').toBeUndefined()
    expect(shape.width).toBe(opaque.width)
    const drawn = await shapeOf(`${SEEN};top:9mm;left:9mm;opacity:.5;border:1mm solid red`)
    expect(shape.width / drawn.width).toBeGreaterThan(1.3)
    expect(shape.width / drawn.width).toBeLessThan(1.5)
  })

  it('multiplies the opacity of boxes with the alpha of the colour', async () => {
    const shape = await shapeOf(`${SEEN};top:9mm;left:9mm;color:rgba(0,0,0,.5);opacity:.4`)
    expect(shape.inlines[0]?.kind === 'text' ? shape.inlines[0].format.ink : '').toBe('00000033')
  })

  it('is behind the text where the page puts it there', async () => {
    expect((await shapeOf(`${SEEN};top:9mm;left:9mm;z-index:-1`)).isBehind).toBe(true)
    expect((await shapeOf(`${SEEN};top:9mm;left:9mm;z-index:1;opacity:.3`)).isBehind).toBeUndefined()
  })
})

const INVOICE = `<style>.mark{position:absolute;top:100mm;left:40mm;font-size:30mm;color:rgba(200,0,0,.12);transform:rotate(-30deg)}</style>
<div class="mark">UNPAID</div><div style="border:1px solid #eee;padding:20px"><p style="height:150mm">Invoice</p></div>`

describe('a watermark', () => {
  it('takes no room: what it lies over stays on its page', async () => {
    const { bytes } = await convertFile(INVOICE, { from: 'html', to: 'pdf' })
    expect((await PDFDocument.load(bytes)).getPageCount()).toBe(1)
  })

  it('is turned, and translucent, for Word', async () => {
    const xml = partOf(writeDocx((await readHtml(INVOICE)).document), '/word/document.xml')
    expect(xml).toContain('<a:xfrm rot="19800000">')
    expect(xml).toContain('<wp:positionH relativeFrom="page">')
    expect(xml).toContain('<w14:srgbClr w14:val="C80000"><w14:alpha w14:val="87843"/>')
  })

  it('that is fixed is behind the text of every page, and leaves the header where it is', async () => {
    const html = `<style>.mark{position:fixed;top:50%;left:50%;transform:translate(-50%,-50%) rotate(-45deg);font-size:30mm;
      color:rgba(0,0,0,.1);z-index:-1}</style><div class="mark">CONFIDENTIAL</div><p>Text</p>`
    const { document, warnings } = await readHtml(html)
    expect(warnings).toEqual([])
    expect(document.running?.headerDistance).toBeUndefined()
    const [shape] = shapesIn(document.running?.header ?? [])
    expect(shape).toMatchObject({ isBehind: true, degrees: 315 })
    expect(shapesIn(document.blocks)).toEqual([])
  })
})
