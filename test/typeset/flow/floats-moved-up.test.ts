/**
 * Drawings that would hang over the lower edge of the page are moved up, and text above their anchor makes room for them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { makeDocx } from '../../support/make-docx.js'

const NAMESPACES = [
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
].join(' ')

/** An opaque box at the right of its paragraph, in points, that text keeps off. */
function box(height: number, offset: number, wrap: string, from = 'paragraph'): string {
  const [cx, cy, y] = [150 * 12_700, height * 12_700, offset * 12_700]
  return `<w:r><w:drawing ${NAMESPACES}><wp:anchor behindDoc="0" relativeHeight="1" simplePos="0" locked="0" layoutInCell="1" allowOverlap="1" distT="0" distB="0" distL="0" distR="0"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="margin"><wp:align>right</wp:align></wp:positionH><wp:positionV relativeFrom="${from}"><wp:posOffset>${y}</wp:posOffset></wp:positionV><wp:extent cx="${cx}" cy="${cy}"/>${wrap}<wp:docPr id="1" name="box"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"/><a:solidFill><a:srgbClr val="DDEEFF"/></a:solidFill></wps:spPr><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`
}

const SQUARE = '<wp:wrapSquare wrapText="bothSides"/>'
const text = (drawing = '') =>
  `<w:p>${drawing}<w:r><w:t>${'Words that run over the whole of a line. '.repeat(12)}</w:t></w:r></w:p>`

const A4 =
  '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:bottom="1440" w:left="1440" w:right="1440"/></w:sectPr>'

async function warningsOf(drawing: string): Promise<readonly string[]> {
  const body = text().repeat(8) + text(drawing) + text().repeat(4) + A4
  return (await convertDocxToPdf(makeDocx(body), {})).warnings
}

describe('a drawing that is moved up to stay on the page', () => {
  it.each([10, -40])('hides none of the text above its anchor, %i pt from it', async (offset) => {
    expect(await warningsOf(box(500, offset, SQUARE))).toEqual([])
  })

  it('is in the way where text does not keep off it', async () => {
    expect((await warningsOf(box(500, 10, '<wp:wrapNone/>'))).join()).toContain('hidden under a shape')
  })
})

describe('boxes in the text above their anchors', () => {
  /** A box of 30 by 9 pt at a distance from the top and left margins. */
  const smallBox = (x: number, y: number) =>
    box(9, y, SQUARE, 'margin')
      .replace('<wp:align>right</wp:align>', `<wp:posOffset>${x * 12_700}</wp:posOffset>`)
      .replaceAll(`${150 * 12_700}`, `${30 * 12_700}`)

  /** Boxes in rows of three, each beside other words, anchored in paragraphs of one point below the text. */
  const boxes = (count: number) => {
    const format = '<w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr>'
    const anchors = Array.from({ length: count }, (_, i) => smallBox(150 * (i % 3), 10 * Math.floor(i / 3)))
    const below = anchors.map((anchor) => `<w:p>${format}${anchor}</w:p>`)
    return convertDocxToPdf(makeDocx(text().repeat(9) + below.join('') + A4), {})
  }

  it('hide none of it, a hundred on a page', async () => {
    expect((await boxes(100)).warnings).toEqual([])
    expect((await boxes(130)).warnings.join()).toContain('hidden under a shape')
  })
})
