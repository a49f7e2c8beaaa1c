/**
 * Signing a DOCX.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../src/convert/docx-to-pdf.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfRef } from '../../src/pdf/objects.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { bundledFace } from '../../src/typeset/fonts/bundled-faces.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { plain } from '../pdf/make-pdf.js'
import { makeDocx, makeZip, paragraphXml } from '../support/make-docx.js'
import { pdftotext, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { codeOf, identityOf, judge, requestWith, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'pdftotext', 'openssl'].every(hasTool)

const CORE = `<?xml version="1.0"?><cp:coreProperties
 xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Lease of the barn</dc:title></cp:coreProperties>`
const RELATIONSHIPS = `<?xml version="1.0"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
<Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/>
<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>
</Relationships>`

const docx = makeDocx(paragraphXml('The barn is let for a year.'), {
  'docProps/core.xml': CORE,
  '_rels/.rels': RELATIONSHIPS,
})
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describe('signDocument with a DOCX', () => {
  let pdf: Uint8Array
  let signed: Awaited<ReturnType<typeof signDocument>>

  beforeAll(async () => {
    pdf = (await convertDocxToPdf(docx, {})).bytes
    signed = await signDocument(docx, WITH_PAGE, { identity: await identityOf() })
  })

  it('signs what the DOCX is converted to, every byte of it', () => {
    expect(signed.contentType).toBe('application/pdf')
    expect(Buffer.compare(signed.bytes.subarray(0, pdf.length), pdf)).toBe(0)
    expect(signed.warnings).toEqual([])
  })

  it('records the DOCX as the document, and the PDF that was made of it', async () => {
    const report = await verifyDocument(signed.bytes)
    expect(report.reason).toBeTypeOf('string')
    expect(report.valid).toBe(true)
    const audit = report.signers[0]?.audit
    expect(audit).toMatchObject({ status: 'valid', findings: [], page: 'matches' })
    expect(audit?.record?.document).toEqual({
      sha256: sha256(docx),
      bytes: docx.length,
      name: 'Lease of the barn',
      converted: { sha256: sha256(pdf), bytes: pdf.length },
    })
  })

  it.skipIf(!TOOLS)('is sound to other programs, with both digests on the certificate page', async () => {
    expect(await judge(signed.bytes)).toEqual(soundVerdict('Signature1'))
    const text = await withFiles({ 'file.pdf': signed.bytes }, (path) => pdftotext(path('file.pdf')))
    expect(text).toContain('The barn is let for a year.')
    expect(text).toContain('Lease of the barn')
    for (const digest of [sha256(docx), sha256(pdf)]) expect(text.replace(/\s/g, '')).toContain(digest)
  })

  it('says what the PDF does not show', async () => {
    const { warnings } = await signDocument(makeDocx(paragraphXml('\u{12000}')), requestWith(), {
      identity: await identityOf(),
    })
    expect(warnings).toEqual([expect.stringContaining('U+12000')])
  })

  it('sets it in the fonts that are given', async () => {
    const { bytes } = bundledFace('gelasio', false, false).font.reader
    const run = '<w:p><w:r><w:rPr><w:rFonts w:ascii="House" w:hAnsi="House"/></w:rPr><w:t>Text</w:t></w:r></w:p>'
    const file = await sign(makeDocx(run), { fonts: [{ family: 'House', bytes }] })
    const document = PdfDocument.open(file)
    const fonts = [...document.xref.numbers()].map((num) => plain(document.resolve(new PdfRef(num))))
    expect(fonts).toContainEqual(
      expect.objectContaining({ Type: '/FontDescriptor', FontName: expect.stringMatching(/^\/[A-Z]{6}\+Gelasio/) }),
    )
    expect(await codeOf(sign(docx, { fonts: [{}] as never }))).toBe('invalid_request')
  })

  it('stops when the signal is aborted', async () => {
    const controller = new AbortController()
    const promise = sign(docx, { signal: controller.signal })
    controller.abort(new Error('enough'))
    await expect(promise).rejects.toThrow('enough')
  })

  it.each([
    [
      'an archive of another kind',
      makeZip({ mimetype: 'application/vnd.oasis.opendocument.text' }),
      'unsupported_document',
    ],
    ['the beginning of one', docx.subarray(0, 40), 'invalid_document'],
    ['an encrypted DOCX', compound('EncryptedPackage'), 'document_encrypted'],
    ['a file of an older Word', compound('WordDocument'), 'unsupported_document'],
  ])('refuses %s', async (_, input, code) => {
    expect(await codeOf(sign(input))).toBe(code)
  })
})

function compound(stream: string): Uint8Array {
  return Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.from(stream, 'utf16le')])
}
