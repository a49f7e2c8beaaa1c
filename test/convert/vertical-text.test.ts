/**
 * Vertical text in cells and text boxes: MuPDF tells which characters stand upright, poppler whose they are.
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

  it('stands upright in text boxes', async () => {
    const box = (vert: string) =>
      `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="914400" cy="1828800"/><wp:docPr id="1" name="b"/><a:graphic xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:wsp xmlns:wps="http://schemas.microsoft.com/office/word/2010/wordprocessingShape"><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="914400" cy="1828800"/></a:xfrm><a:prstGeom prst="rect"/></wps:spPr><wps:txbx><w:txbxContent><w:p><w:r><w:t>縦書きAB</w:t></w:r></w:p></w:txbxContent></wps:txbx><wps:bodyPr vert="${vert}"/></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
    expect(upright(await convert(box('eaVert')))).toBe('縦書き')
    expect(upright(await convert(box('vert')))).toBe('')
  })
})
