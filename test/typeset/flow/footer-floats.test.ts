/**
 * Footers grow upwards with what their text keeps off.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { makeDocx, NAMESPACES, OFFICE } from '../../support/make-docx.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const r = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const p = (content: string) => `<w:p>${content}</w:p>`
/** A box of 100 by 120 pt that text goes above and below of, 20 pt below the paragraph's top. */
const BOX = `<w:r><w:drawing><wp:anchor behindDoc="0" relativeHeight="1" simplePos="0" locked="0" layoutInCell="1" allowOverlap="1" distT="0" distB="0" distL="0" distR="0"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>254000</wp:posOffset></wp:positionV><wp:extent cx="1270000" cy="1524000"/><wp:wrapTopAndBottom/><wp:docPr id="1" name="b"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1270000" cy="1524000"/></a:xfrm><a:prstGeom prst="rect"/></wps:spPr><wps:txbx><w:txbxContent>${p(r('boxed'))}</w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`

describe.runIf(hasTool('pdftotext'))('a footer with a box that its text keeps off', () => {
  it('stands on its distance from the edge, with its last line', async () => {
    const section =
      '<w:sectPr><w:footerReference w:type="default" r:id="f"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:bottom="1440" w:left="1440" w:right="1440" w:header="720" w:footer="720"/></w:sectPr>'
    const docx = makeDocx('', {
      'word/document.xml': `<w:document ${NAMESPACES}><w:body>${p(r('body'))}${section}</w:body></w:document>`,
      'word/footer1.xml': `<w:ftr ${NAMESPACES}>${p(r('first') + BOX)}${p(r('last'))}</w:ftr>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="f" Type="${OFFICE}/footer" Target="footer1.xml"/></Relationships>`,
    })
    const { bytes, warnings } = await convertDocxToPdf(docx, {})
    expect(warnings).toEqual([])
    const html = await withFiles({ 'a.pdf': bytes }, async (path) => {
      return spawnSync('pdftotext', ['-bbox', path('a.pdf'), '-'], { encoding: 'utf8' }).stdout
    })
    const bottoms = new Map(
      [...html.matchAll(/yMax="([\d.]+)"[^>]*>([^<]+)</g)].map(([, y, word]) => [word ?? '', Number(y)]),
    )
    // 36 pt above the lower edge of A4, as far as the letters reach down.
    expect(bottoms.get('last')).toBeGreaterThan(841.9 - 36 - 8)
    expect(bottoms.get('last')).toBeLessThan(841.9 - 36 + 1)
    expect(bottoms.get('boxed') ?? Number.NaN).toBeLessThan(bottoms.get('last') ?? 0)
    expect(bottoms.get('first') ?? Number.NaN).toBeLessThan(bottoms.get('boxed') ?? 0)
  })
})
