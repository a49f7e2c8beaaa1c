/**
 * All text of a document is on its pages, hidden by itself, or named in a warning.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { finishSteps } from '../../../src/pace/turns.js'
import { paintedText } from '../../../src/typeset/account/painted-text.js'
import { countVisible } from '../../../src/typeset/account/visible-characters.js'
import type { GlyphItem, Page } from '../../../src/typeset/display/display-list.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { makeDocx } from '../../support/make-docx.js'
import { pdftotext, withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const r = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const p = (text: string, pPr = '') => `<w:p><w:pPr>${pPr}</w:pPr>${text === '' ? '' : r(text)}</w:p>`
const frame = (x: number, y: number, w = 3000) =>
  `<w:framePr w:w="${w}" w:hAnchor="page" w:vAnchor="page" w:x="${x}" w:y="${y}"/>`

const NAMESPACES = [
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"',
].join(' ')

/** A box at the margin, in twips, in front of the text. */
function box(width: number, height: number, fill: string, text = ''): string {
  const [cx, cy] = [width * 635, height * 635]
  const content = text === '' ? '' : `<wps:txbx><w:txbxContent>${p(text)}</w:txbxContent></wps:txbx>`
  return `<w:p><w:r><w:drawing ${NAMESPACES}><wp:anchor behindDoc="0" relativeHeight="1" simplePos="0" locked="0" layoutInCell="1" allowOverlap="1" distT="0" distB="0" distL="0" distR="0"><wp:simplePos x="0" y="0"/><wp:positionH relativeFrom="margin"><wp:posOffset>0</wp:posOffset></wp:positionH><wp:positionV relativeFrom="margin"><wp:posOffset>0</wp:posOffset></wp:positionV><wp:extent cx="${cx}" cy="${cy}"/><wp:wrapNone/><wp:docPr id="1" name="box"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"/>${fill}</wps:spPr>${content}<wps:bodyPr/></wps:wsp></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r></w:p>`
}

const SOLID = '<a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill>'
const CLEAR = '<a:solidFill><a:srgbClr val="FFFFFF"><a:alpha val="30000"/></a:srgbClr></a:solidFill>'

const HEIGHT = 15_840

/** A page with a line of text at 10 pt whose letters stand on `y`. */
function pageWith(text: string, y: number): Page {
  const glyphs = [...text].map((_, index) => index)
  const advances = glyphs.map(() => 100)
  const { face } = createFontLibrary().find('Arimo', false, false)
  const item: GlyphItem = {
    kind: 'glyphs',
    face,
    size: 200,
    color: '000000',
    x: 1440,
    y,
    glyphs,
    advances,
    texts: text,
  }
  return { width: 12_240, height: HEIGHT, items: [item] }
}

async function convert(body: string) {
  return convertDocxToPdf(makeDocx(body), {})
}

async function warningsOf(body: string): Promise<readonly string[]> {
  return (await convert(body)).warnings
}

describe('the account of all text', () => {
  it('is silent where all is in view', async () => {
    const table = `<w:tbl><w:tr><w:tc>${p('cell')}</w:tc><w:tc>${p('other')}</w:tc></w:tr></w:tbl>`
    expect(await warningsOf(p('plain') + table + p('in a frame', frame(2000, 2000)) + p('end'))).toEqual([])
    expect(await warningsOf(p('under glass') + box(9000, 3000, CLEAR))).toEqual([])
    expect(await warningsOf(p('below') + box(3000, 1000, SOLID, 'boxed').replaceAll('margin', 'page'))).toEqual([])
  })

  it('names what lies off the page', async () => {
    expect(await warningsOf(p('far out', frame(20_000, 1000)) + p('end'))).toEqual([
      '6 characters are off the edge of the page, first on page 1: "far out".',
    ])
    const [partly] = await warningsOf(p('0123456789', frame(11_500, 1000)) + p('end'))
    expect(partly).toMatch(/^\d characters are off the edge of the page, first on page 1: "\d+"\.$/)
  })

  it('names a line whose feet the edge of the page cuts away', () => {
    const cut = (y: number) => finishSteps(paintedText([pageWith('line', y)], new Map())).offPage.characters
    expect(cut(HEIGHT)).toBe(0)
    expect(cut(HEIGHT + 15)).toBe(0)
    expect(cut(HEIGHT + 40)).toBe(4)
  })

  it('names what a shape hides', async () => {
    expect(await warningsOf(p('hidden here') + box(9000, 3000, SOLID))).toEqual([
      '10 characters are hidden under a shape or picture, first on page 1: "hidden here".',
    ])
  })

  it('names the end of a line that a shape hides', async () => {
    const [warning] = await warningsOf(p('0123456789 '.repeat(3)) + box(800, 3000, SOLID))
    expect(warning).toMatch(/^[5-9] characters are hidden under a shape or picture, first on page 1: "0\d+"\.$/)
  })

  it('names what rows and boxes cut off', async () => {
    const row = '<w:trPr><w:trHeight w:val="240" w:hRule="exact"/></w:trPr>'
    const cut = `<w:tbl><w:tr>${row}<w:tc>${p('one')}${p('two')}${p('six')}</w:tc></w:tr></w:tbl>${p('')}`
    expect((await warningsOf(cut)).join()).toMatch(/^\d characters are cut off by a row, line or box/)
    const small = box(3000, 400, SOLID, 'one two three four five six seven eight nine ten eleven twelve thirteen')
    expect((await warningsOf(p('') + small)).join()).toMatch(/characters (are cut off|reached no page)/)
  })

  it('counts letters, not what only steers the layout', () => {
    expect(countVisible('a\u00ad b\u00a0\u200b\u{1f600}\u3000c\ufeff')).toBe(4)
  })
})

describe.runIf(hasTool('pdftotext'))('the account beside what poppler reads', () => {
  /** Numbers that look random and are the same every time. */
  function random(seed: number): () => number {
    let state = seed
    return () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 2 ** 32
    }
  }

  it('misses nothing of frames that stand anywhere', { timeout: 120_000 }, async () => {
    const wrong: string[] = []
    for (let seed = 1; seed <= 40; seed++) {
      const next = random(seed)
      const words = Array.from({ length: 4 }, (_, index) => `word${seed}x${index}`)
      const place = () => Math.round(next() * 24_000 - 4000)
      const body = words.map((word) => p(word, frame(place(), place(), 2400))).join('') + p('end')
      const { bytes, warnings } = await convert(body)
      const text = await withFiles({ 'a.pdf': bytes }, (path) => pdftotext(path('a.pdf')))
      const isMissing = words.some((word) => !text.includes(word))
      if (isMissing && warnings.length === 0) wrong.push(`${seed}: lost without a word`)
      if (!isMissing && warnings.some((warning) => warning.includes('reached no page'))) wrong.push(`${seed}: not lost`)
    }
    expect(wrong).toEqual([])
  })
})
