/**
 * Converted documents are tagged, and keep the standards that they claim.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { PDFDocument } from 'pdf-lib'
import { beforeAll, describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import { readDocx } from '../../src/ooxml/read-docx.js'
import type { Conformance } from '../../src/typeset/paint/conformance.js'
import { buildStructure } from '../../src/typeset/structure/build-structure.js'
import type { StructureNode } from '../../src/typeset/structure/structure-node.js'
import { makeRichDocx } from '../convert/support/rich-docx.js'
import { makeDocx } from '../support/make-docx.js'
import { withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { checkAccessible } from './check-accessible.js'
import { checkArchive } from './check-archive.js'
import { QpdfFile } from './qpdf-file.js'

const W14 = 'xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"'
const p = (content: string, pPr = '') => `<w:p><w:pPr>${pPr}</w:pPr>${content}</w:p>`
const r = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const heading = (level: number, text: string) => p(r(text), `<w:outlineLvl w:val="${level}"/>`)
const cell = (text: string, tcPr = '') => `<w:tc><w:tcPr>${tcPr}</w:tcPr>${p(r(text))}</w:tc>`
const row = (cells: string, trPr = '') => `<w:tr ${W14}><w:trPr>${trPr}</w:trPr>${cells}</w:tr>`
const link = `<w:hyperlink w:anchor="there">${r('go there')}</w:hyperlink>`

const structured = makeDocx(
  [
    heading(0, 'First'),
    heading(2, 'Too deep'),
    p(`${r('see ')}${link}<w:bookmarkStart w:id="0" w:name="there"/>`),
    '<w:tbl><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>',
    row(cell('a') + cell('b') + cell('c'), '<w:tblHeader/>'),
    row(cell('d', '<w:vMerge w:val="restart"/>') + cell('e', '<w:gridSpan w:val="2"/>')),
    row(cell('', '<w:vMerge/>') + cell('f')),
    '</w:tbl>',
    p(r('end')),
  ].join(''),
)

async function open(docx: Uint8Array, conformance?: Conformance): Promise<QpdfFile> {
  const { bytes } = await convertFile(
    docx,
    { fileName: 'Lease.docx' },
    conformance === undefined ? {} : { conformance },
  )
  return withFiles({ 'a.pdf': bytes }, async (path) => new QpdfFile(path('a.pdf')))
}

describe.runIf(hasTool('qpdf'))('PDFs made of DOCX', () => {
  const rich = makeRichDocx()

  it('are tagged archives', async () => {
    for (const docx of [rich, structured]) {
      const file = await open(docx)
      expect(checkArchive(file, { part: '3' })).toEqual([])
      expect(checkAccessible(file, { claims: false })).toEqual([])
    }
  })

  it.each([
    ['PDF/A-2u', '2'],
    ['PDF/A-3u', '3'],
    ['PDF/A-4', '4'],
  ] as const)('follow %s', async (conformance, part) => {
    expect(checkArchive(await open(rich, conformance), { part })).toEqual([])
  })

  it('follow PDF/UA-1, with a title whatever the document has', async () => {
    expect(checkAccessible(await open(rich, 'PDF/UA-1'))).toEqual([])
    expect(checkAccessible(await open(makeDocx(p(r('a'))), 'PDF/UA-1'))).toEqual([])
  })

  it('would be found out: a plain file fails on both counts', async () => {
    const plain = await PDFDocument.create()
    plain.addPage().drawText('untagged')
    const file = await withFiles({ 'a.pdf': await plain.save() }, async (path) => new QpdfFile(path('a.pdf')))
    const archive = checkArchive(file, { part: '3' }).map((fault) => fault.split(':')[0])
    expect(archive).toEqual(
      expect.arrayContaining(['19005-3 6.1.3', '19005-3 6.6.2', '19005-3 6.2.3', '19005-3 6.2.11.4']),
    )
    const accessible = checkAccessible(file).map((fault) => fault.split(':')[0])
    expect(accessible).toEqual(
      expect.arrayContaining(['Matterhorn 06-001', 'Matterhorn 11-006', 'Matterhorn 01-005', 'Matterhorn 07-001']),
    )
  })

  it('are refused where no claim would be true, and for standards that do not exist', async () => {
    const wrong = convertFile(structured, {}, { conformance: 'PDF/X-4' as 'PDF/A-4' })
    await expect(wrong).rejects.toMatchObject({ code: 'invalid_request' })
  })
})

describe('lists in the structure of a document', () => {
  const item = (text: string, indent: number) =>
    p(r(text), `<w:ind w:left="${indent}"/><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>`)
  const numbering = `<?xml version="1.0"?><w:numbering xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`
  const relationships = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="n" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/numbering" Target="numbering.xml"/></Relationships>`

  it('nest by their indents, negative ones too', () => {
    const body = item('a', -900) + item('b', 0) + item('c', 700) + item('d', -900) + p(r('end'))
    const parts = { 'word/numbering.xml': numbering, 'word/_rels/document.xml.rels': relationships }
    const { root } = buildStructure(readDocx(makeDocx(body, parts)), 'en')
    const show = (node: StructureNode): string =>
      `${node.type}(${node.kids.map((kid) => ('mcid' in kid ? '' : show(kid))).join(' ')})`
    const leaf = 'LI(Lbl() LBody(P()))'
    const nested = `LI(Lbl() LBody(P() L(LI(Lbl() LBody(P() L(${leaf}))))))`
    expect(show(root)).toBe(`Document(L(${nested} ${leaf}) P())`)
  })
})

describe.runIf(hasTool('pdfinfo'))('the structure of a PDF', () => {
  let tree: string

  beforeAll(async () => {
    const { bytes } = await convertFile(structured)
    tree = await withFiles({ 'a.pdf': bytes }, async (path) =>
      spawnSync('pdfinfo', ['-struct-text', path('a.pdf')], { encoding: 'utf8' }).stdout.replace(/^ *Object.*\n/gm, ''),
    )
  })

  it('has the headings without gaps, links, tables with headers, spans and full rows', () => {
    const lines = tree.split('\n').map((line) => line.trimEnd())
    const types = lines.filter((line) => /^ *[A-Z]\w*/.test(line)).map((line) => line.trim().split(/[ :]/)[0])
    expect(types).toEqual('Document H1 H2 P Link Table TR TH P TH P TH P TR TD P TD P TR TD P TD P'.split(' '))
    expect(tree).toMatch(/\/RowSpan 2/)
    expect(tree).toMatch(/\/ColSpan 2/)
    expect(tree.match(/\/Scope \/Column/g)).toHaveLength(3)
    expect(tree).toContain('"go there"')
  })
})
