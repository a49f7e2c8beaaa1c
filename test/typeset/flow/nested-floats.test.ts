/**
 * What is anchored or noted inside of boxes, frames, floating tables, notes and turned cells reaches the page.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { makeDocx, NAMESPACES } from '../../support/make-docx.js'
import { pdftotext, withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const r = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const p = (content: string, pPr = '') => `<w:p><w:pPr>${pPr}</w:pPr>${content}</w:p>`
const cells = (content: string, tcPr = '', tblPr = '') =>
  `<w:tbl><w:tblPr>${tblPr}</w:tblPr><w:tblGrid><w:gridCol w:w="3000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/>${tcPr}</w:tcPr>${content}</w:tc></w:tr></w:tbl>`
const note = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`

/** A run with a box that follows its text: in the line, or floating with text above and below it. */
function box(content: string, isInline = false): string {
  const size = '<wp:extent cx="1800000" cy="400000"/>'
  const graphic = `<wp:docPr id="1" name="b"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="1800000" cy="400000"/></a:xfrm><a:prstGeom prst="rect"/></wps:spPr><wps:txbx><w:txbxContent>${content}</w:txbxContent></wps:txbx><wps:bodyPr><a:spAutoFit/></wps:bodyPr></wps:wsp></a:graphicData></a:graphic>`
  const place =
    '<wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV>'
  const drawing = isInline
    ? `<wp:inline>${size}${graphic}</wp:inline>`
    : `<wp:anchor behindDoc="0" relativeHeight="1" simplePos="0" locked="0" layoutInCell="1" allowOverlap="1" distT="0" distB="0" distL="0" distR="0">${place}${size}<wp:wrapTopAndBottom/>${graphic}</wp:anchor>`
  return `<w:r><w:drawing>${drawing}</w:drawing></w:r>`
}

const FRAME = '<w:framePr w:w="3000" w:hAnchor="margin" w:vAnchor="text" w:x="4000" w:y="200" w:wrap="around"/>'
const FLOATING =
  '<w:tblpPr w:leftFromText="100" w:rightFromText="100" w:vertAnchor="text" w:horzAnchor="margin" w:tblpX="3000" w:tblpY="100"/>'
const floating = p(r('outer') + box(p(r('inner'))))

const HOLDERS: readonly (readonly [name: string, body: string])[] = [
  ['a floating box', p(box(floating))],
  ['a box in the line', p(box(floating, true))],
  ['a table in a box', p(box(cells(floating) + p(''), true))],
  ['a frame', p(r('outer') + box(p(r('inner'))), FRAME)],
  ['a floating table', cells(floating, '', FLOATING)],
  ['a cell with turned text', cells(floating, '<w:textDirection w:val="btLr"/>')],
  ['a note', p(r('text') + note(1))],
]

async function textOf(body: string, footnote = floating): Promise<{ text: string; warnings: readonly string[] }> {
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const { bytes, warnings } = await convertDocxToPdf(
    makeDocx('', {
      'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}${p(r('end'))}</w:body></w:document>`,
      'word/footnotes.xml': `<w:footnotes ${NAMESPACES}><w:footnote w:id="1">${body.includes('footnoteReference') ? footnote : ''}</w:footnote></w:footnotes>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/footnotes" Target="footnotes.xml"/></Relationships>`,
    }),
    {},
  )
  return { text: await withFiles({ 'a.pdf': bytes }, (path) => pdftotext(path('a.pdf'))), warnings }
}

describe.runIf(hasTool('pdftotext'))('what stands out of the flow inside of something else', () => {
  it.each(HOLDERS)('a box anchored in %s is painted, once', async (_name, body) => {
    const { text, warnings } = await textOf(body)
    expect(text.match(/outer/g)).toHaveLength(1)
    expect(text.match(/inner/g)).toHaveLength(1)
    expect(warnings).toEqual([])
  })

  it('a note of a frame or a floating table stands at the foot of the page', async () => {
    for (const body of [p(r('held') + note(1), FRAME), cells(p(r('held') + note(1)), '', FLOATING)]) {
      const { text, warnings } = await textOf(body, p(r('the note')))
      expect(text.match(/held1/g)).toHaveLength(1)
      expect(text.match(/the note/g)).toHaveLength(1)
      expect(warnings).toEqual([])
    }
  })

  it('turned text that its cell is too narrow for makes longer lines', async () => {
    const words = Array.from({ length: 120 }, (_, i) => `w${i}.`)
    const turned = cells(p(r(words.join(' '))), '<w:textDirection w:val="btLr"/>')
    const { bytes } = await convertDocxToPdf(makeDocx(turned.replaceAll('"3000"', '"1000"') + p('')), {})
    const boxes = await withFiles({ 'a.pdf': bytes }, async (path) => {
      const { stdout } = spawnSync('pdftotext', ['-bbox', path('a.pdf'), '-'], { encoding: 'utf8' })
      return [...stdout.matchAll(/xMin="([\d.]+)" yMin="[\d.]+" xMax="([\d.]+)"/g)].map(([, ...x]) => x.map(Number))
    })
    const edges = boxes.flat()
    expect(boxes).toHaveLength(words.length)
    expect(Math.max(...edges) - Math.min(...edges)).toBeLessThan(1200 / 20)
  })
})
