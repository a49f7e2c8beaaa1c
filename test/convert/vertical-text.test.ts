/**
 * Vertical text on pages, in cells and text boxes: MuPDF tells which characters stand upright, poppler whose they are.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../src/convert/docx-to-pdf.js'
import { makeDocx } from '../support/make-docx.js'
import { withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'

interface Letter {
  readonly text: string
  /** Of the letter's middle, in points from the left upper corner of the page. */
  readonly x: number
  readonly y: number
  readonly isUpright: boolean
}

const LINE = /<line bbox="[^"]*"[^>]*dir="([-\d.]+ [-\d.]+)"[^>]*>(.*?)<\/line>/gs
const LETTER = /<char quad="([^"]*)"[^>]* c="([^"]*)"/g

async function convert(body: string) {
  const { bytes, warnings } = await convertDocxToPdf(makeDocx(body), {})
  return withFiles({ 'a.pdf': bytes }, async (path) => {
    const run = (program: string, ...args: string[]) => spawnSync(program, args, { encoding: 'utf8' }).stdout
    const letters: Letter[] = []
    for (const [, direction, content = ''] of run('mutool', 'draw', '-q', '-F', 'stext', path('a.pdf')).matchAll(
      LINE,
    )) {
      for (const [, quad = '', text = ''] of content.matchAll(LETTER)) {
        const at = quad.split(' ').map(Number)
        const middle = (first: number) => [0, 2, 4, 6].reduce((sum, i) => sum + (at[first + i] ?? 0) / 4, 0)
        if (text.trim() !== '')
          letters.push({ text: decode(text), x: middle(0), y: middle(1), isUpright: direction === '1 0' })
      }
    }
    return { letters, warnings, structure: run('pdfinfo', '-struct-text', path('a.pdf')) }
  })
}

/** MuPDF writes characters beyond ASCII as hexadecimal references. */
function decode(text: string): string {
  return text.replace(/&#x([0-9a-f]+);/g, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
}

function cell(direction: string, text: string): string {
  return `<w:tbl><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:trPr><w:trHeight w:val="3600"/></w:trPr><w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/><w:textDirection w:val="${direction}"/></w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>`
}

const upright = ({ letters }: { readonly letters: readonly Letter[] }) =>
  letters
    .filter(({ isUpright }) => isUpright)
    .map(({ text }) => text)
    .join('')

describe.runIf(hasTool('mutool') && hasTool('pdfinfo'))('vertical text', () => {
  it('stands upright in cells whose direction says so, below each other, and Latin lies on its side', async () => {
    const page = await convert(cell('tbRlV', '申请人（AB）'))
    expect(page.warnings).toEqual([])
    expect(upright(page)).toBe('申请人')
    const [first, second, third] = page.letters
    expect(second?.x).toBeCloseTo(first?.x ?? Number.NaN, 0)
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeGreaterThan(8)
    expect((third?.y ?? 0) - (second?.y ?? 0)).toBeCloseTo((second?.y ?? 0) - (first?.y ?? 0), 0)
    expect(page.letters.map(({ text }) => text).join('')).toBe('申请人（AB）')
    expect(page.structure.replace(/["\s]+/g, '')).toContain('申请人（AB）')
  })

  it('is turned as a whole where the direction says only that lines run down or up', async () => {
    for (const direction of ['tbRl', 'btLr']) {
      const page = await convert(cell(direction, '申请人'))
      expect(page.letters).toHaveLength(3)
      expect(upright(page)).toBe('')
    }
  })

  it('has commas and stops in the upper right corner', async () => {
    const page = await convert(cell('tbRlV', '人、人'))
    const [first, comma, last] = page.letters
    expect(upright(page)).toBe('人、人')
    expect(comma?.x).toBeGreaterThan((first?.x ?? Number.NaN) + 4)
    expect(comma?.y).toBeLessThan(((first?.y ?? 0) + (last?.y ?? 0)) / 2 - 4)
  })

  /** A page of 400 by 300 points with margins of 40 (top), 30 (right), 20 and 10 (left). */
  const page = (direction: string) =>
    `<w:sectPr><w:pgSz w:w="8000" w:h="6000"/><w:pgMar w:top="800" w:right="600" w:bottom="400" w:left="200" w:header="0" w:footer="0" w:gutter="0"/><w:textDirection w:val="${direction}"/></w:sectPr>`

  it('runs down pages whose section says so, from the right margin on', async () => {
    const text = (content: string) => `<w:p><w:r><w:t>${content}</w:t></w:r></w:p>`
    const set = await convert(`${text('縦書き')}${text('次')}${page('tbRl')}`)
    expect(set.warnings).toEqual([])
    expect(upright(set)).toBe('縦書き次')
    const [first, second, , next] = set.letters
    expect(first?.x).toBeGreaterThan(370 - 20)
    expect(first?.x).toBeLessThan(370)
    expect(first?.y).toBeCloseTo(40 + 5, -1)
    expect(second?.x).toBeCloseTo(first?.x ?? Number.NaN, 0)
    expect((second?.y ?? 0) - (first?.y ?? 0)).toBeCloseTo(10, 0)
    expect(next?.x).toBeLessThan((first?.x ?? 0) - 10)
    expect(next?.y).toBeCloseTo(first?.y ?? Number.NaN, 0)
    expect(set.structure.replace(/["\s]+/g, '')).toContain('縦書き')
  })

  it('turns no drawings on such pages, in lines or beside them', async () => {
    const box = await convert(`${inlineBox('horz', 'AB')}${page('tbRl')}`)
    expect(upright(box)).toBe('AB')
    const [a, b] = box.letters
    expect(b?.x).toBeGreaterThan((a?.x ?? Number.NaN) + 4)
    expect(b?.y).toBeCloseTo(a?.y ?? Number.NaN, 0)
  })

  it('warns of directions that are not followed', async () => {
    const { warnings } = await convert(`<w:p><w:r><w:t>縦</w:t></w:r></w:p>${page('btLr')}`)
    expect(warnings).toHaveLength(1)
  })

  it('stands upright in text boxes', async () => {
    expect(upright(await convert(inlineBox('eaVert', '縦書きAB')))).toBe('縦書き')
    expect(upright(await convert(inlineBox('vert', '縦書きAB')))).toBe('')
  })
})

/** A text box in a line, of 72 by 144 points. */
function inlineBox(vert: string, text: string): string {
  return `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="914400" cy="1828800"/><wp:docPr id="1" name="b"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="1828800"/></a:xfrm><a:prstGeom prst="rect"/></wps:spPr><wps:txbx><w:txbxContent><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr vert="${vert}"/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
}
