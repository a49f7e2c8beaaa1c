/**
 * Where drawings stand whose place counts from the paragraph that they are anchored in: from above the space before it.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { makeDocx, NAMESPACES, OFFICE } from '../../support/make-docx.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const p = (text: string, before: number, after: number, rest = '') =>
  `<w:p><w:pPr><w:spacing w:before="${before}" w:after="${after}"/>${rest}</w:pPr><w:r><w:t>${text}</w:t></w:r>`

const BOX = `<w:r><w:drawing><wp:anchor behindDoc="1" relativeHeight="1" simplePos="0" locked="0" layoutInCell="1" allowOverlap="1" distT="0" distB="0" distL="0" distR="0"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>2540000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent cx="1800000" cy="400000"/><wp:wrapNone/><wp:docPr id="1" name="b"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="400000"/></a:xfrm><a:prstGeom prst="rect"/></wps:spPr><wps:txbx><w:txbxContent>${p('boxed', 0, 0)}</w:p></w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`

/** Tops of words in points from the top of the page, as poppler finds them. */
async function topsOf(body: string, header = ''): Promise<ReadonlyMap<string, number>> {
  const page = '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:bottom="1440" w:left="1440" w:right="1440"/>'
  const section = `<w:sectPr>${header && '<w:headerReference w:type="default" r:id="h"/>'}${page}</w:sectPr>`
  const docx = makeDocx('', {
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}${section}</w:body></w:document>`,
    'word/header1.xml': `<w:hdr ${NAMESPACES}>${header}</w:hdr>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="h" Type="${OFFICE}/header" Target="header1.xml"/></Relationships>`,
  })
  const { bytes } = await convertDocxToPdf(docx, {})
  const html = await withFiles({ 'a.pdf': bytes }, async (path) => {
    return spawnSync('pdftotext', ['-bbox', path('a.pdf'), '-'], { encoding: 'utf8' }).stdout
  })
  return new Map([...html.matchAll(/yMin="([\d.]+)"[^>]*>([^<]+)</g)].map(([, top, word]) => [word ?? '', Number(top)]))
}

/** How far the box stands above the line that it is anchored in, against a box whose line has no space before. */
async function risen(body: (before: number) => string, before: number): Promise<number> {
  const [plain, spaced] = [await topsOf(body(0)), await topsOf(body(before))]
  const drop = (tops: ReadonlyMap<string, number>) => (tops.get('anchor') ?? NaN) - (tops.get('boxed') ?? NaN)
  return drop(spaced) - drop(plain)
}

describe.runIf(hasTool('pdftotext'))('drawings placed from their paragraph', () => {
  it('stand above the space before it in a header', async () => {
    const header = (before: number) => `${p('anchor', before, 0)}${BOX}</w:p>`
    const [plain, spaced] = [await topsOf('<w:p/>', header(0)), await topsOf('<w:p/>', header(1200))]
    expect(spaced.get('boxed')).toBeCloseTo(plain.get('boxed') ?? NaN, 1)
    expect((spaced.get('anchor') ?? NaN) - (plain.get('anchor') ?? NaN)).toBeCloseTo(60, 1)
  })

  it('stand above the space before it between paragraphs', async () => {
    expect(await risen((before) => `${p('above', 0, 0)}</w:p>${p('anchor', before, 0)}${BOX}</w:p>`, 1200)).toBeCloseTo(
      60,
      1,
    )
  })

  it('stand below the space after the paragraph above, which the space before only adds to', async () => {
    const body = (before: number) => `${p('above', 0, 400)}</w:p>${p('anchor', before, 0)}${BOX}</w:p>`
    expect(await risen(body, 1200)).toBeCloseTo(40, 1)
    expect(await risen(body, 300)).toBeCloseTo(0, 1)
  })

  it('stand where the line is where contextual spacing drops both spaces', async () => {
    const contextual = '<w:contextualSpacing/>'
    const body = (before: number) =>
      `${p('above', 0, 400, contextual)}</w:p>${p('anchor', before, 0, contextual)}${BOX}</w:p>`
    expect(await risen(body, 1200)).toBeCloseTo(0, 1)
  })

  it('stand below the space before it where text is wrapped around them in a cell, and above it elsewhere', async () => {
    const wrapped = BOX.replace('<wp:wrapNone/>', '<wp:wrapSquare wrapText="bothSides"/>')
    const body = (before: number) => `${p('above', 0, 0)}</w:p>${p('anchor', before, 0)}${wrapped}</w:p>`
    expect(await risen(body, 1200)).toBeCloseTo(60, 1)
    const cell = (before: number) =>
      `<w:tbl><w:tblGrid><w:gridCol w:w="9000"/></w:tblGrid><w:tr><w:tc>${body(before)}</w:tc></w:tr></w:tbl>${p('x', 0, 0)}</w:p>`
    expect(await risen(cell, 1200)).toBeCloseTo(0, 1)
  })

  it('stand at the top of a page that their paragraph begins', async () => {
    const filler = Array.from({ length: 120 }, () => `${p('filler', 0, 0)}</w:p>`).join('')
    const body = (before: number) =>
      `${filler}${p('x', 0, 0, '<w:keepNext/>')}</w:p>${p('anchor', before, 0, '<w:pageBreakBefore/>')}${BOX}</w:p>`
    const [plain, spaced] = [await topsOf(body(0)), await topsOf(body(600))]
    expect(spaced.get('boxed')).toBeCloseTo(plain.get('boxed') ?? NaN, 1)
  })
})
