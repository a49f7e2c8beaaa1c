/**
 * Text of SmartArt and charts: lines, bullets, numbers, spacing and marks.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { readDrawingText } from '../../../src/ooxml/drawing/drawing-text.js'
import type { Paragraph } from '../../../src/typeset/model/document-model.js'
import { makeDocx, NAMESPACES } from '../../support/make-docx.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'
import { makeEnvironment, xml } from './drawing-fixtures.js'

const LOOK = { font: 'Calibri', size: 240, color: '000000', alignment: 'start' } as const
const run = (text: string, properties: Record<string, string> = {}) =>
  xml('a:r', {}, xml('a:rPr', properties), xml('a:t', {}, text))
const read = (...children: Parameters<typeof xml>[2][]) =>
  readDrawingText(xml('dsp:txBody', {}, ...children), LOOK, makeEnvironment())
const shown = ({ label, inlines }: Paragraph) =>
  [label?.text, ...inlines.map((inline) => (inline.kind === 'text' ? inline.text : inline.kind))].join('|')

describe('text of DrawingML', () => {
  it('has lines and tabs', () => {
    expect(read(xml('a:p', {}, run('a\tb'), xml('a:br'), run('c'))).map(shown)).toEqual(['|a|tab|b|break|c'])
  })

  it('has bullets, numbers that count on, and those of the list of the text', () => {
    const item = (text: string, level: string, ...sign: ReturnType<typeof xml>[]) =>
      xml('a:p', {}, xml('a:pPr', { lvl: level }, ...sign), run(text))
    const numbers = xml('a:buAutoNum', { type: 'romanLcParenR', startAt: '3' })
    const list = xml('a:lstStyle', {}, xml('a:lvl2pPr', { marL: '127000' }, xml('a:buChar', { char: '-' })))
    const symbol = [xml('a:buFont', { typeface: 'Wingdings' }), xml('a:buChar', { char: '\u00a7' })]
    const paragraphs = read(
      list,
      item('a', '0', numbers),
      item('b', '0', numbers),
      item('c', '1'),
      item('d', '1', xml('a:buNone')),
      item('e', '0', ...symbol),
      xml('a:p', {}, xml('a:pPr', {}, numbers)),
      item('f', '0', numbers),
    )
    expect(paragraphs.map(shown)).toEqual(['iii)|a', 'iv)|b', '-|c', '|d', '\uf0a7|e', '', 'iii)|f'])
    expect(paragraphs[2]?.properties.indentStart).toBe(200)
    expect(paragraphs[4]?.label?.run.fonts.ascii).toBe('Wingdings')
  })

  it('has indents and spacing', () => {
    const properties = xml(
      'a:pPr',
      { marL: '254000', indent: '-127000', rtl: '1' },
      xml('a:lnSpc', {}, xml('a:spcPct', { val: '90000' })),
      xml('a:spcBef', {}, xml('a:spcPts', { val: '600' })),
      xml('a:spcAft', {}, xml('a:spcPct', { val: '50000' })),
    )
    expect(read(xml('a:p', {}, properties, run('a')))[0]?.properties).toMatchObject({
      indentStart: 400,
      indentFirstLine: -200,
      rightToLeft: true,
      lineSpacing: { rule: 'auto', value: 0.9 },
      spaceBefore: 120,
      spaceAfter: 120,
    })
  })

  it('has marks', () => {
    const marked = run('a', { u: 'dbl', strike: 'sngStrike', baseline: '30000', cap: 'all', spc: '100' })
    expect(read(xml('a:p', {}, marked))[0]?.inlines[0]).toMatchObject({
      run: {
        underline: { style: 'double' },
        strike: 'single',
        verticalAlign: 'superscript',
        capitals: 'all',
        tracking: 20,
      },
    })
  })
})

describe.runIf(hasTool('pdftotext'))('text of DrawingML on pages', () => {
  it('stands in columns, or as a whole in the middle', async () => {
    const box = (body: string, words: readonly string[]) =>
      `<w:p><w:r><w:drawing><wp:inline><wp:extent cx="2540000" cy="635000"/><wp:docPr id="1" name="c"/><a:graphic><a:graphicData uri="u"><wps:wsp><wps:spPr/><wps:txBody><a:bodyPr ${body}/>${words.map((word) => `<a:p><a:r><a:rPr sz="1400"/><a:t>${word}</a:t></a:r></a:p>`).join('')}</wps:txBody></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    const body = box('numCol="2" spcCol="254000"', ['one', 'two', 'three']) + box('anchorCtr="1"', ['middle'])
    const docx = makeDocx('', {
      'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}<w:sectPr><w:pgMar w:left="0" w:top="0" w:right="0" w:bottom="0"/></w:sectPr></w:body></w:document>`,
    })
    const { bytes, warnings } = await convertDocxToPdf(docx, {})
    const html = await withFiles({ 'a.pdf': bytes }, async (path) => {
      return spawnSync('pdftotext', ['-bbox', path('a.pdf'), '-'], { encoding: 'utf8' }).stdout
    })
    const left = new Map(
      [...html.matchAll(/xMin="([-\d.]+)" yMin="([-\d.]+)"[^>]*>([^<]+)</g)].map(([, x, y, word]) => [
        word,
        [Math.round(Number(x)), Math.round(Number(y))],
      ]),
    )
    const [oneX = 0, oneY] = left.get('one') ?? []
    const [threeX = 0, threeY] = left.get('three') ?? []
    expect(oneX).toBe(7)
    expect(left.get('two')?.[0]).toBe(7)
    // Half of 200 pt less the insets and the gap of 20, and the gap.
    expect(threeX - oneX).toBeCloseTo((200 - 14.4 - 20) / 2 + 20, 0)
    expect(threeY).toBe(oneY)
    expect(left.get('middle')?.[0]).toBeGreaterThan(70)
    expect(warnings).toEqual([])
  })
})
