/**
 * Headers and footers with more text than a page, which every page repeats.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { requirePage } from '../../../src/pdf/catalog.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfStream } from '../../../src/pdf/objects.js'
import { makeDocx, NAMESPACES, OFFICE } from '../../support/make-docx.js'

const LINE_PT = 12
const A4_HEIGHT_PT = 841.9
const r = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`
const line = (content: string) =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="${LINE_PT * 20}" w:lineRule="exact"/></w:pPr>${content}</w:p>`
const PAGE_NUMBER = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>1</w:t></w:r></w:fldSimple>'

function withStrip(kind: 'header' | 'footer', content: string, pages = 1): Uint8Array {
  const section = `<w:sectPr><w:${kind}Reference w:type="default" r:id="f"/><w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1440" w:bottom="1440" w:left="1440" w:right="1440" w:header="0" w:footer="0"/></w:sectPr>`
  const body = `<w:p><w:pPr><w:pageBreakBefore/></w:pPr>${r('body')}</w:p>`.repeat(pages)
  const [root, part] = kind === 'header' ? ['w:hdr', 'header1'] : ['w:ftr', 'footer1']
  return makeDocx('', {
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}${section}</w:body></w:document>`,
    [`word/${part}.xml`]: `<${root} ${NAMESPACES}>${content}</${root}>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="f" Type="${OFFICE}/${kind}" Target="${part}.xml"/></Relationships>`,
  })
}

/** Lines with one letter each that are painted off the page. */
async function linesOffPage(docx: Uint8Array): Promise<number> {
  const { warnings } = await convertDocxToPdf(docx, {})
  return Number(/(\d+) characters are off the edge of the page/.exec(warnings.join())?.[1])
}

describe('a footer that is higher than its page', () => {
  it('is painted by the height of a page above the edge, and no further', async () => {
    const perPage = Math.ceil(A4_HEIGHT_PT / LINE_PT)
    expect(await linesOffPage(withStrip('footer', line(r('x')).repeat(perPage + 10)))).toBeGreaterThanOrEqual(9)
    const painted = await linesOffPage(withStrip('footer', line(r('x')).repeat(1000)))
    expect(Math.abs(painted - perPage)).toBeLessThanOrEqual(2)
  })
})

describe('headers with page numbers', () => {
  const docx = (pages: number) => withStrip('header', line(r('xxxxxxxxx '.repeat(44_990)) + PAGE_NUMBER), pages)

  it('have up to four million characters on all pages', async () => {
    expect((await convertDocxToPdf(docx(8), {})).bytes.length).toBeGreaterThan(1000)
    await expect(convertDocxToPdf(docx(9), {})).rejects.toMatchObject({ code: 'document_too_complex' })
  })

  it('count a drawing as 15 characters', async () => {
    const drawings = '<w:r><w:drawing><wp:inline><wp:extent cx="1" cy="1"/></wp:inline></w:drawing></w:r>'.repeat(
      20_000,
    )
    const docx = (pages: number) => withStrip('header', line(PAGE_NUMBER + drawings), pages)
    expect((await convertDocxToPdf(docx(13), {})).bytes.length).toBeGreaterThan(1000)
    await expect(convertDocxToPdf(docx(14), {})).rejects.toMatchObject({ code: 'document_too_complex' })
  })
})

it('a drawing on every page is marked as an artifact, and no marked content is empty', async () => {
  const star =
    '<wps:wsp><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/></a:xfrm><a:prstGeom prst="star32"/><a:solidFill><a:srgbClr val="FF0000"/></a:solidFill></wps:spPr><wps:bodyPr/></wps:wsp>'
  const group = `<wpg:wgp><wpg:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="900000"/><a:chOff x="0" y="0"/><a:chExt cx="900000" cy="900000"/></a:xfrm></wpg:grpSpPr>${star.repeat(4)}</wpg:wgp>`
  const drawing = `<w:r><w:drawing><wp:inline><wp:extent cx="900000" cy="900000"/><wp:docPr id="1" name="b"/><a:graphic><a:graphicData uri="http://schemas.microsoft.com/office/word/2010/wordprocessingGroup">${group}</a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
  const { bytes } = await convertDocxToPdf(withStrip('header', `<w:p>${drawing}</w:p>`, 3), {})
  const document = PdfDocument.open(bytes)
  const contents = [0, 1, 2].map((index) => {
    const content = document.lookup(requirePage(document, index).dict, 'Contents')
    return content instanceof PdfStream ? Buffer.from(document.decode(content)).toString('latin1') : ''
  })
  expect(contents.map((text) => text.match(/ Do$/gm)?.length ?? 0)).toEqual([0, 1, 1])
  for (const text of contents) {
    expect(text).toContain('/Artifact <</Type /Pagination /Subtype /Header>> BDC')
    expect(text).not.toMatch(/(?:BDC|BMC)\s+EMC/)
  }
})
