/**
 * Text boxes that go on in others, in the words of a page.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import type { Block } from '../../../src/typeset/model/document-model.js'
import { TextLinks } from '../../../src/typeset/model/linked-text.js'
import { makeDocx } from '../../support/make-docx.js'
import { pdftotext, withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const lines = (...texts: string[]) => texts.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('')
const TWELVE = lines(...Array.from({ length: 12 }, (_, index) => `line${index + 1}`))

/** A box at some distance from the top of the page, 100 points wide. */
const anchored = (top: number, height: number, content: string) =>
  `<w:p><w:r><w:drawing><wp:anchor behindDoc="0" allowOverlap="1"><wp:positionH relativeFrom="page"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="page"><wp:posOffset>${top * 12_700}</wp:posOffset></wp:positionV><wp:extent cx="1270000" cy="${height * 12_700}"/><wp:wrapNone/><wp:docPr id="1" name="b"/><a:graphic><a:graphicData uri="u"><wps:wsp><wps:spPr/>${content}<wps:bodyPr tIns="0" bIns="0"/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>`
const first = (top: number, height: number) =>
  anchored(top, height, `<wps:txbx id="3"><w:txbxContent>${TWELVE}</w:txbxContent></wps:txbx>`)
const next = (place: number, top: number, height: number) =>
  anchored(top, height, `<wps:linkedTxbx id="3" seq="${place}"/>`)
const vml = (id: string, top: number, content: string, link: string) =>
  `<w:p><w:r><w:pict><v:shape id="${id}" style="position:absolute;margin-left:0;margin-top:${top}pt;width:100pt;height:50pt;mso-position-vertical-relative:page"><v:textbox style="mso-next-textbox:#${link}" inset="0,0,0,0"><w:txbxContent>${content}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`

/** The lines of a page from the top, in groups that a gap divides. */
async function groupsOf(body: string): Promise<{ readonly groups: string[]; readonly warnings: readonly string[] }> {
  const { bytes, warnings } = await convertDocxToPdf(makeDocx(body), {})
  const text = await withFiles({ 'a.pdf': bytes }, (path) => pdftotext(path('a.pdf')))
  const groups = text.trim().split(/\n\s*\n/)
  return { groups: groups.map((group) => group.trim().split(/\s+/).join(' ')), warnings }
}

describe.runIf(hasTool('pdftotext'))('linked text boxes', () => {
  it('go on in the order of their places, whichever comes first in the file', async () => {
    const { groups, warnings } = await groupsOf(next(2, 500, 200) + first(100, 50) + next(1, 300, 50))
    expect(groups).toEqual(['line1 line2 line3 line4', 'line5 line6 line7 line8', 'line9 line10 line11 line12'])
    expect(warnings).toEqual([])
  })

  it('go on in VML by the names of the boxes, the last of which may name itself', async () => {
    const empty = '<w:p/>'
    const { groups, warnings } = await groupsOf(
      vml('a', 100, TWELVE, 'b') + vml('c', 500, empty, 'c') + vml('b', 300, empty, 'c'),
    )
    expect(groups).toEqual(['line1 line2 line3 line4', 'line5 line6 line7 line8', 'line9 line10 line11 line12'])
    expect(warnings).toEqual([])
  })

  it('name what the last one has no room for', async () => {
    const { warnings } = await groupsOf(first(100, 30) + next(1, 300, 30))
    expect(warnings.join()).toMatch(/characters? .*(?:cut off|reached no page)/)
  })
})

describe('TextLinks', () => {
  const box = (height: number, blocks: readonly Block[] = []) => ({ blocks, width: 10, height })

  it('knows a text of one box only, and boxes that nothing names', () => {
    const links = new TextLinks()
    links.add('a', box(1), 'missing')
    expect(links.around('a')).toEqual({ boxes: [box(1)], index: 0 })
    expect(links.around('unknown')).toEqual({ boxes: [], index: 0 })
  })

  it('ends with boxes that lead in a circle, and after 32', () => {
    const links = new TextLinks()
    for (const [id, other] of ['ab', 'bc', 'ca']) links.add(id ?? '', box(1), other)
    expect(links.around('a').boxes).toEqual([box(1)])
    for (let index = 0; index < 40; index++) links.add(`n${index}`, box(index), `n${index + 1}`)
    expect(links.around('n0').boxes).toHaveLength(32)
    expect(links.around('n31').index).toBe(31)
  })
})
