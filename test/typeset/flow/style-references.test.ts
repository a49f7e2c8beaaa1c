/**
 * Headers that repeat headings: STYLEREF shows what is on each page, not what the file kept of the last one.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { makeDocx } from '../../support/make-docx.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const NAMESPACES = `xmlns:w="${MAIN}" xmlns:r="${OFFICE}"`
const STYLES = `<w:styles ${NAMESPACES}><w:style w:type="paragraph" w:default="1" w:styleId="N"><w:name w:val="Normal"/></w:style><w:style w:type="paragraph" w:styleId="Ch"><w:name w:val="heading 1,Chapter"/><w:aliases w:val="h1,Level 1 Topic"/></w:style></w:styles>`
const BREAK = '<w:p><w:r><w:br w:type="page"/></w:r></w:p>'

const chapter = (text: string) => `<w:p><w:pPr><w:pStyle w:val="Ch"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`
const words = '<w:p><w:r><w:t>words</w:t></w:r></w:p>'

function field(code: string): string {
  const run = (content: string) => `<w:r>${content}</w:r>`
  const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`)
  const instruction = run(`<w:instrText xml:space="preserve"> ${code} </w:instrText>`)
  return mark('begin') + instruction + mark('separate') + run('<w:t>stored</w:t>') + mark('end')
}

/** The header of each page of a document, as poppler reads it. */
async function headersOf(body: string, codes: readonly string[], wrap = (runs: string) => runs): Promise<string[]> {
  const section = '<w:sectPr><w:headerReference w:type="default" r:id="h"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>'
  const header = codes.map((code) => `${field(code)}<w:r><w:t xml:space="preserve"> - </w:t></w:r>`).join('')
  const docx = makeDocx('', {
    'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}${section}</w:body></w:document>`,
    'word/styles.xml': STYLES,
    'word/header1.xml': `<w:hdr ${NAMESPACES}><w:p>${wrap(header)}</w:p></w:hdr>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="h" Type="${OFFICE}/header" Target="header1.xml"/><Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  })
  const { bytes } = await convertDocxToPdf(docx, {})
  return withFiles({ 'a.pdf': bytes }, async (path) => {
    const { stdout } = spawnSync('pdftotext', ['-layout', path('a.pdf'), '-'], { encoding: 'utf8' })
    const pages = stdout.split('\f').slice(0, -1)
    return pages.map((page) =>
      (page.split('\n').find((line) => line.includes(' -')) ?? '').replace(/[\s-]+/g, ' ').trim(),
    )
  })
}

describe.runIf(hasTool('pdftotext'))('STYLEREF in a header', () => {
  const body = [words, BREAK, chapter('One'), words, chapter('Two'), BREAK, words, BREAK, chapter('Three')].join('')

  it('shows the first on the page, or the nearest before it, or the nearest after it', async () => {
    expect(await headersOf(body, ['STYLEREF "Heading 1"'])).toEqual(['One', 'One', 'Two', 'Three'])
    expect(await headersOf(body, ['STYLEREF 1 \\* MERGEFORMAT'])).toEqual(['One', 'One', 'Two', 'Three'])
    for (const names of ['h1', 'Heading 1,h1,Level 1 Topic'])
      expect(await headersOf(body, [`STYLEREF "${names}"`])).toEqual(['One', 'One', 'Two', 'Three'])
  })

  it('shows them in a text box of the header too', async () => {
    const inBox = (runs: string) =>
      '<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:200pt;height:30pt"><v:textbox>' +
      `<w:txbxContent><w:p>${runs}</w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>`
    expect(await headersOf(body, ['STYLEREF 1'], inBox)).toEqual(['One', 'One', 'Two', 'Three'])
  })

  it('shows the last on the page where it is asked to', async () => {
    expect(await headersOf(body, ['STYLEREF Chapter', 'STYLEREF Chapter \\l'])).toEqual([
      'One One',
      'One Two',
      'Two Two',
      'Three Three',
    ])
  })

  it('takes no number of a line for a heading', async () => {
    const numbered = `<w:p><w:pPr><w:sectPr><w:lnNumType w:countBy="1"/></w:sectPr></w:pPr></w:p>`
    const body = chapter('One') + chapter('Two') + BREAK + words + numbered + words
    expect((await headersOf(body, ['STYLEREF 1 \\l'])).at(-1)).toBe('Two')
  })

  it('shows what the file keeps where no style or no paragraph is found', async () => {
    expect(await headersOf(body, ['STYLEREF "No such style"', 'STYLEREF 1 \\w'])).toEqual(
      Array(4).fill('stored stored'),
    )
    expect(await headersOf(words, ['STYLEREF "heading 1"'])).toEqual(['stored'])
  })
})

describe.runIf(hasTool('pdftotext'))('page numbers with those of chapters', () => {
  const NUMBERING = `<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="upperRoman"/><w:lvlText w:val="Article %1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
  const article = `<w:p><w:pPr><w:pStyle w:val="Ch"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr><w:r><w:t>Terms</w:t></w:r></w:p>`

  async function pagesOf(body: string, numbers: string): Promise<string[]> {
    const section = `<w:sectPr><w:footerReference w:type="default" r:id="f"/><w:pgNumType ${numbers}/></w:sectPr>`
    const docx = makeDocx('', {
      'word/document.xml': `<w:document ${NAMESPACES}><w:body>${body}${section}</w:body></w:document>`,
      'word/styles.xml': STYLES,
      'word/numbering.xml': NUMBERING,
      'word/footer1.xml': `<w:ftr ${NAMESPACES}><w:p><w:r><w:t>at</w:t></w:r>${field('PAGE')}<w:r><w:t>of</w:t></w:r>${field('NUMPAGES')}</w:p></w:ftr>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="f" Type="${OFFICE}/footer" Target="footer1.xml"/><Relationship Id="s" Type="${OFFICE}/styles" Target="styles.xml"/><Relationship Id="n" Type="${OFFICE}/numbering" Target="numbering.xml"/></Relationships>`,
    })
    const { bytes } = await convertDocxToPdf(docx, {})
    return withFiles({ 'a.pdf': bytes }, async (path) => {
      const { stdout } = spawnSync('pdftotext', [path('a.pdf'), '-'], { encoding: 'utf8' })
      return stdout.match(/at\S*of/g) ?? []
    })
  }

  it('begin with the number of the heading on the page or before it', async () => {
    const body = article + BREAK + words + BREAK + article
    expect(await pagesOf(body, 'w:chapStyle="1"')).toEqual(['atI-1of', 'atI-2of', 'atII-3of'])
    expect(await pagesOf(body, 'w:chapStyle="1" w:chapSep="emDash" w:fmt="lowerRoman"')).toEqual([
      'atI\u2014iof',
      'atI\u2014iiof',
      'atII\u2014iiiof',
    ])
  })

  it('but not where chapters have no numbers, or no style begins them', async () => {
    expect(await pagesOf(chapter('One'), 'w:chapStyle="1"')).toEqual(['at1of'])
    expect(await pagesOf(article, 'w:chapStyle="2"')).toEqual(['at1of'])
    expect(await pagesOf(article, '')).toEqual(['at1of'])
  })
})
