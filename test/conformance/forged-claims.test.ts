/**
 * The checkers find each clause that a file breaks: sound files with one thing changed.
 *
 * @module
 */

import { readFile, writeFile } from 'node:fs/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import { makeDocx, NAMESPACES, OFFICE } from '../support/make-docx.js'
import { withFiles } from '../support/oracles.js'
import { hasTool, runTool } from '../support/tools.js'
import { pictureFile } from '../typeset/images/picture-file.js'
import { checkAccessible } from './check-accessible.js'
import { checkAccessible2 } from './check-accessible-2.js'
import { checkArchive } from './check-archive.js'
import { QpdfFile } from './qpdf-file.js'

const p = (content: string, pPr = '') => `<w:p><w:pPr>${pPr}</w:pPr>${content}</w:p>`
const r = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const cell = (text: string) => `<w:tc><w:tcPr/>${p(r(text))}</w:tc>`
const row = (cells: string, trPr = '') => `<w:tr><w:trPr>${trPr}</w:trPr>${cells}</w:tr>`
const SIZE = 'cx="635000" cy="635000"'
const picture = `<w:r><w:drawing><wp:inline><wp:extent ${SIZE}/><wp:docPr id="1" name="P" descr="Four colours"/><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="P"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="pic"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext ${SIZE}/></a:xfrm><a:prstGeom prst="rect"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`
const list = (text: string) => p(r(text), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')

/** Headings, a list, a table with a header, a link, a note, an equation, a picture, a private character. */
function document(): Uint8Array {
  const body = [
    p(r('First'), '<w:outlineLvl w:val="0"/>'),
    p(r('Second'), '<w:outlineLvl w:val="1"/>'),
    list('one') + list('two'),
    '<w:tbl><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2000"/></w:tblGrid>',
    `${row(cell('a') + cell('b'), '<w:tblHeader/>')}${row(cell('c') + cell('d'))}</w:tbl>`,
    p(`${r('see ')}<w:hyperlink w:anchor="there">${r('there')}</w:hyperlink>`),
    p(`${r('noted')}<w:r><w:footnoteReference w:id="2"/></w:r><w:bookmarkStart w:id="0" w:name="there"/>`),
    p('<m:oMath><m:r><m:t>x+y</m:t></m:r></m:oMath>'),
    p(picture),
    p(r('\uf8f0 private')),
    '<w:sectPr/>',
  ].join('')
  const part = (root: string, content: string) => `<w:${root} ${NAMESPACES}>${content}</w:${root}>`
  const relation = (id: string, type: string, target: string) =>
    `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`
  return makeDocx('', {
    'word/document.xml': part('document', `<w:body>${body}</w:body>`),
    'word/footnotes.xml': part('footnotes', `<w:footnote w:id="2">${p(r('A note.'))}</w:footnote>`),
    'word/numbering.xml': part(
      'numbering',
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
    ),
    'word/media/p.png': pictureFile('four-colours.jp2'),
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${[
      relation('n', 'numbering', 'numbering.xml'),
      relation('f', 'footnotes', 'footnotes.xml'),
      relation('pic', 'image', 'media/p.png'),
    ].join('')}</Relationships>`,
  })
}

/** A file as text, with one object on each few lines, that qpdf puts in order again after a change. */
let plain2 = ''
let plain1 = ''

beforeAll(async () => {
  const pair2 = await convertFile(document(), {}, { conformance: ['PDF/A-4', 'PDF/UA-2'] })
  const pair1 = await convertFile(document(), {}, { conformance: ['PDF/A-2u', 'PDF/UA-1'] })
  plain2 = await toText(pair2.bytes)
  plain1 = await toText(pair1.bytes)
}, 60_000)

async function toText(bytes: Uint8Array): Promise<string> {
  return withFiles({ 'a.pdf': bytes }, async (path) => {
    await runTool('qpdf', ['--qdf', '--object-streams=disable', path('a.pdf'), path('b.pdf')])
    return readFile(path('b.pdf'), 'latin1')
  })
}

/** What a check says of the text with something replaced; it must have been there. */
async function judge(
  text: string,
  [from, to]: readonly [from: string | RegExp, to: string],
  check: (file: QpdfFile) => string[],
): Promise<string[]> {
  const changed = text.replace(from, to)
  if (from !== '' && changed === text) throw new Error(`There is no ${String(from)}.`)
  return withFiles({ 'a.pdf': new Uint8Array(0) }, async (path) => {
    await writeFile(path('a.pdf'), changed, 'latin1')
    return check(new QpdfFile(path('a.pdf')))
  })
}

const NOTHING = ['', ''] as const
const UA_2: readonly (readonly [clause: string, from: string | RegExp, to: string])[] = [
  ['14289-2 5: the part', '<pdfuaid:part>2<', '<pdfuaid:part>1<'],
  ['14289-2 5: no revision', '<pdfuaid:rev>2024<', '<pdfuaid:rev>24<'],
  ['14289-2 6.1', '%PDF-2.0', '%PDF-1.7'],
  ['14289-2 8.11.1: no title', /<dc:title>.*?<\/dc:title>/, ''],
  ['14289-2 8.11.1: no metadata', '/Subtype /XML', '/Subtype /Xml'],
  ['14289-2 8.11.2', '/DisplayDocTitle true', '/DisplayDocTitle false'],
  ['14289-2 8.4.4', '/Lang (en)', '/Lang ()'],
  ['14289-2 8.2.1: suspects', '/Marked true', '/Marked true /Suspects false'],
  ['14289-2 8.2.1', /(\/NS \d+ 0 R\n {2})\/P \d+ 0 R/, '$1'],
  ['14289-2 8.2.5.2: the document', 'iso.org/pdf2/ssn', 'iso.org/pdf/ssn'],
  ['14289-2 8.2.5.2: 1 elements', '/S /Document', '/S /Part'],
  ['14289-2 8.2.4: a namespace', '/Namespaces [', '/Namespaces_ ['],
  ['14289-2 8.2.4', '/S /LBody', '/S /BibEntry'],
  ['14289-2 8.2.5.12', '/S /H2', '/S /H'],
  ['14289-2 8.2.5.14', '/S /FENote', '/S /Note'],
  ['14289-2 8.2.5.14', '/NoteType /Footnote', '/NoteType /Remark'],
  ['14289-2 8.2.5.14', '/Ref [', '/Ref_ ['],
  ['14289-2 8.2.5.20', '/S /Link', '/S /Span'],
  ['14289-2 8.2.5.25', '/ListNumbering /Decimal', '/ListNumbering /None'],
  ['14289-2 8.2.5.26', '/Scope /Column', '/Scope /Row'],
  ['14289-2 8.2.5.28.2', /\/Alt \((?=Four)/, '/Alt_ ('],
  ['14289-2 8.2.5.29', /\/Alt \((?=x)/, '/Alt_ ('],
  ['14289-2 8.4.3', /\/Alt \(Four colours\)/, '/Alt <FEFFE000>'],
  ['14289-2 8.4.5', /\/ActualText (<feff[^>]*>|\([^)]*\))/i, '/Actual $1'],
  ['14289-2 8.4.5', /\/ToUnicode \d+ 0 R/, ''],
  ['14289-2 8.4.5', /\/FontFile2 \d+ 0 R/, ''],
  ['14289-2 8.6', /\/Title \(First\)/, '/Title <FEFFE000>'],
  ['14289-2 8.8', /\/SD \[/, '/SD_ ['],
  ['14289-2 8.8', '/Type /Catalog', '/Type /Catalog /OpenAction [1 0 R /Fit]'],
  ['14289-2 8.9.3.3', /\/Tabs \/S/, '/Tabs /R'],
  ['14289-2 8.9.4.2', '/S /Link', '/S /Link /Alt (elsewhere)'],
  ['14289-2 8.9.2.2', '/F 4', '/F 5'],
  ['14289-2 8.9.2.4', '/Subtype /Link', '/Subtype /Movie'],
  ['14289-2 8.10.1: XFA', '/Type /Catalog', '/Type /Catalog /AcroForm << /XFA () >>'],
  ['14289-2 8.14.1', '/Type /Outlines', '/Type /Outlines /EF << >>'],
  ['Matterhorn 01-005', '/Artifact BMC', '/Span BMC'],
  ['Matterhorn 14-003', '/S /H2', '/S /H4'],
]

const A_4: typeof UA_2 = [
  ['19005-4 6.1.2: the header', '%PDF-2.0', '%PDF-2.0 '],
  ['19005-4 6.1.2: version', '%PDF-2.0', '%PDF-1.7'],
  ['19005-4 6.1.3: data', /$/, 'more'],
  ['19005-4 6.1.3: the information', /trailer <</, 'trailer <<\n  /Info << /Title (T) >>'],
  ['19005-4 6.1.3: no file', /\/ID \[[^\]]*\]/, ''],
  ['19005-4 6.1.12', '/Type /Catalog', '/Type /Catalog /Version /1.7'],
  ['19005-4 6.6.4: no revision', '<pdfaid:rev>2020<', '<pdfaid:rev>1<'],
  ['19005-4 6.6.4: the part', '<pdfaid:part>4<', '<pdfaid:part>3<'],
  ['19005-4 6.2.3', /\/OutputIntents \[/, '/OutputIntents_ ['],
  ['19005-4 6.2.2: page', /\n {2}\/Resources \d+ 0 R\n/, '\n'],
  ['19005-4 6.2.7.3', /ftypjp2 ([\s\S]*?)colr./, 'ftypjp2 $1colr\u0007'],
  ['19005-4 6.2.8', '/Subtype /Image', '/Subtype /Image /Interpolate true'],
  ['19005-4 6.3.2', '/F 4', '/F 2'],
  ['19005-4 6.1.6.1', '/Subtype /XML', '/Subtype /XML /FFilter /FlateDecode'],
  ['19005-4 6.5.1', '/S /GoTo', '/S /Launch'],
  ['19005-4 6.9', '/Type /Catalog', '/Type /Catalog /Names << /EmbeddedFiles << >> >>'],
]

const PAIR_1: typeof UA_2 = [
  ['Matterhorn 06-003', /<dc:title>.*?<\/dc:title>/, ''],
  ['Matterhorn 07-001', '/DisplayDocTitle true', '/DisplayDocTitle false'],
  ['Matterhorn 28-009', /\/Tabs \/S/, '/Tabs /R'],
  ['Matterhorn 11-006', '/Lang (en)', ''],
  ['Matterhorn 06-001', '/Marked true', '/Marked false'],
  ['19005-2 6.6.2.3', /<pdfaSchema:prefix>pdfuaid</, '<pdfaSchema:prefix>other<'],
  ['19005-2 6.2.8.3', /ftypjp2 ([\s\S]*?)colr./, 'ftypjp2 $1colr\u0007'],
  ['19005-2 6.2.11.7.2', /\/ToUnicode \d+ 0 R/, ''],
  ['19005-2 6.2.11.4', /\/FontFile2 \d+ 0 R/, ''],
]

describe.runIf(hasTool('qpdf'))('a file that breaks one clause', () => {
  it('was sound before', async () => {
    expect(await judge(plain2, NOTHING, checkAccessible2)).toEqual([])
    expect(await judge(plain2, NOTHING, (file) => checkArchive(file, { part: '4' }))).toEqual([])
    expect(await judge(plain1, NOTHING, checkAccessible)).toEqual([])
    expect(await judge(plain1, NOTHING, (file) => checkArchive(file, { part: '2' }))).toEqual([])
  })

  it.each(UA_2)('of PDF/UA-2 is found: %s', async (clause, from, to) => {
    const faults = await judge(plain2, [from, to], checkAccessible2)
    expect(faults.some((fault) => fault.startsWith(clause))).toBe(true)
  })

  it.each(A_4)('of PDF/A-4 is found: %s', async (clause, from, to) => {
    const faults = await judge(plain2, [from, to], (file) => checkArchive(file, { part: '4' }))
    expect(faults.some((fault) => fault.startsWith(clause))).toBe(true)
  })

  it.each(PAIR_1)('of PDF/A-2u and PDF/UA-1 is found: %s', async (clause, from, to) => {
    const check = (file: QpdfFile) => [...checkArchive(file, { part: '2' }), ...checkAccessible(file)]
    const faults = await judge(plain1, [from, to], check)
    expect(faults.some((fault) => fault.startsWith(clause))).toBe(true)
  })
})
