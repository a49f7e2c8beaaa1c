/**
 * Where text and drawings stand that ask for a place by the page, or for one of their own.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { makeDocx, NAMESPACES } from '../../support/make-docx.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

interface Place {
  readonly page: number
  readonly left: number
  readonly right: number
  readonly top: number
}

/** The words of a document with margins of 50 pt, and where they stand. */
async function placesOf(body: string): Promise<ReadonlyMap<string, Place>> {
  const section =
    '<w:sectPr><w:pgSz w:w="10000" w:h="10000"/><w:pgMar w:left="1000" w:right="1000" w:top="1000" w:bottom="1000"/></w:sectPr>'
  const { bytes } = await convertDocxToPdf(
    makeDocx('', { 'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}${section}</w:body></w:document>` }),
    {},
  )
  const html = await withFiles({ 'a.pdf': bytes }, async (path) => {
    return spawnSync('pdftotext', ['-bbox', path('a.pdf'), '-'], { encoding: 'utf8' }).stdout
  })
  const places = new Map<string, Place>()
  let page = 0
  for (const [, isPage, x0, y0, x1, word] of html.matchAll(
    /<(page)|xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)"[^>]*>([^<]+)</g,
  )) {
    if (isPage !== undefined) page++
    else
      places.set(word ?? '', {
        page,
        left: Math.round(Number(x0)),
        right: Math.round(Number(x1)),
        top: Math.round(Number(y0)),
      })
  }
  return places
}

const run = (text: string, properties = '') =>
  `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`
const BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'

describe.runIf(hasTool('pdftotext'))('text and drawings at places of their own', () => {
  it('indents are the other way round on left-hand pages where paragraphs mirror them', async () => {
    const indented = (word: string, mirrors: string) =>
      `<w:p><w:pPr>${mirrors}<w:ind w:left="2000" w:right="400"/></w:pPr>${run(word)}</w:p>`
    const mirrored = '<w:mirrorIndents/>'
    const places = await placesOf(
      [
        indented('odd', mirrored),
        BREAK,
        indented('even', mirrored),
        indented('plain', ''),
        BREAK,
        indented('third', mirrored),
      ].join(''),
    )
    const [odd, even, plain, third] = ['odd', 'even', 'plain', 'third'].map((word) => places.get(word))
    expect([odd, even, plain, third]).toMatchObject([
      { page: 1, left: 150 },
      { page: 2, left: 70 },
      { page: 2, left: 150 },
      { page: 3, left: 150 },
    ])
  })

  it('a drawing that may not lie on others stands below them', async () => {
    const box = (word: string, overlap: number, wrap = '<wp:wrapSquare wrapText="bothSides"/>') =>
      `<w:r><w:drawing><wp:anchor allowOverlap="${overlap}"><wp:positionH relativeFrom="column"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="paragraph"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent cx="1270000" cy="1270000"/>${wrap}<wp:docPr id="1" name="c"/><a:graphic><a:graphicData uri="u"><wps:wsp><wps:spPr/><wps:txbx><w:txbxContent><w:p>${run(word)}</w:p></w:txbxContent></wps:txbx><wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`
    const topsOf = async (...boxes: string[]) => {
      const places = await placesOf(`<w:p>${boxes.join('')}</w:p>`)
      return (places.get('second')?.top ?? 0) - (places.get('first')?.top ?? 0)
    }
    expect(await topsOf(box('first', 1), box('second', 0))).toBe(100)
    expect(await topsOf(box('first', 1), box('second', 1))).toBe(0)
    expect(await topsOf(box('first', 1), box('second', 0, '<wp:wrapNone/>'))).toBe(0)
  })

  it('text is as wide as it is told to be', async () => {
    const wide = (width: number, id: number) => `<w:fitText w:val="${width}" w:id="${id}"/>`
    const line = (fitted: string) => `<w:p>${run('a')}${fitted}${run('|')}</w:p>`
    const endOf = async (fitted: string) => {
      const html = await placesOf(line(fitted))
      return Math.max(...[...html.values()].map(({ right }) => right))
    }
    const bar = await endOf('')
    // 100 pt for the text, whether it is too short or too long for them; two runs of one id are one text.
    expect(await endOf(run('wide', wide(2000, 1)))).toBeCloseTo(bar + 100, -0.5)
    expect(await endOf(run('wi', wide(2000, 1)) + run('de', `<w:b/>${wide(2000, 1)}`))).toBeCloseTo(bar + 100, -0.5)
    expect(await endOf(run('wi', wide(2000, 1)) + run('de', wide(1000, 2)))).toBeCloseTo(bar + 150, -0.5)
    expect(await endOf(run('a text far too long for that little room', wide(2000, 1)))).toBeCloseTo(bar + 100, -0.5)
  })
})
