/**
 * Signing documents that are damaged.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { pdftotext, withFiles } from '../support/oracles.js'
import { makeSamplePdfs, type SamplePdf } from '../support/sample-pdfs.js'
import { hasTool } from '../support/tools.js'
import { codeOf, judge, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'pdftotext', 'openssl'].every(hasTool)

const DAMAGES: [string, (text: string) => string][] = [
  ['a wrong startxref', (text) => text.replace(/startxref\s+\d+(\s+%%EOF\s*)$/, 'startxref\n5$1')],
  ['no end', (text) => text.slice(0, text.lastIndexOf('startxref'))],
  ['a line too many', (text) => text.replace('%PDF-1.7\n', '%PDF-1.7\n%added\n')],
]

describe.skipIf(!TOOLS)('signDocument on damaged documents', () => {
  let samples: readonly SamplePdf[] = []
  beforeAll(async () => {
    samples = await makeSamplePdfs()
  })

  describe.each(['table', 'stream', 'encrypted table', 'encrypted stream', 'linearized'])('%s', (name) => {
    it.each(DAMAGES)('with %s gives a sound document', async (_, damage) => {
      const sample = samples.find((candidate) => candidate.name === name)
      const input = latin1Bytes(damage(latin1Text(sample?.bytes ?? new Uint8Array(0))))
      const bytes = await sign(input, {}, WITH_PAGE)
      expect(bytes.subarray(0, input.length)).toEqual(input)
      expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
      const text = await withFiles({ 'file.pdf': bytes }, (path) => pdftotext(path('file.pdf')))
      expect(text).toMatch(/Page 1[\s\S]*Page 3[\s\S]*Ada Lovelace/)
      // The next one finds nothing to repair.
      expect(PdfDocument.open(bytes).hasSoundEntries()).toBe(true)
      expect(await judge(await sign(bytes))).toEqual(soundVerdict('Signature1', 'Signature2'))
    })
  })

  it('signs behind bytes in front of the header, which MuPDF alone does not count as part of the ByteRange', async () => {
    for (const { name, bytes } of samples) {
      if (name.startsWith('signed')) continue
      const { signatures, qpdf } = await judge(
        await sign(new Uint8Array(Buffer.concat([Buffer.from('junk\n'), bytes]))),
      )
      expect([name, signatures, qpdf]).toEqual([name, [{ field: 'Signature1', valid: true, total: true }], []])
    }
  })

  it('takes offsets that are off by a line end as they are, as all readers do', async () => {
    const input = latin1Bytes(latin1Text(makePdf(ONE_PAGE)).replace('%PDF-1.7\n', '%PDF-1.7\r\n'))
    const { signatures, qpdf } = await judge(await sign(input))
    expect(signatures).toMatchObject([{ valid: true, total: true }])
    expect(qpdf).toEqual((await judge(input)).qpdf)
  })

  it('repairs a table in which one entry of many is wrong', async () => {
    const text = latin1Text(makePdf({ ...ONE_PAGE, 4: '(unused)' }))
    const wrong = latin1Bytes(text.replace(/\d{10}( 00000 n \n)trailer/, '0000000003$1trailer'))
    expect(await judge(await sign(wrong))).toEqual(soundVerdict('Signature1'))
  })

  it('writes a lone page that took the place of the page tree under a new root', async () => {
    const lone = makePdf({ 1: '<</Type /Catalog /Pages 2 0 R>>', 2: '<</Type /Page /MediaBox [0 0 300 300]>>' })
    const bytes = await sign(lone, {}, WITH_PAGE)
    expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
    expect(latin1Text(bytes, lone.length)).toMatch(/\/Parent \d+ 0 R\n\/Annots \[/)
  })
})

describe('signDocument refuses', () => {
  it.each([
    ['a catalog that can only be guessed', { 1: '<</Type /Catalog 5 /Pages 2 0 R>>' }],
    ['a page that can only be guessed', { 3: '<</Type /Page /Parent 2 0 R 7 /MediaBox [0 0 9 9]>>' }],
    ['a page tree that contains itself', { 2: '<</Type /Pages /Kids [2 0 R] /Count 1>>' }],
    [
      'a form field that contains itself',
      { 1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R]>>>>', 4: '<</T (a) /Kids [4 0 R]>>' },
    ],
    [
      'attachments in a tree that contains itself',
      { 1: '<</Type /Catalog /Pages 2 0 R /Names <</EmbeddedFiles 4 0 R>>>>', 4: '<</Kids [4 0 R]>>' },
    ],
  ])('%s', async (_, objects) => {
    expect(await codeOf(sign(makePdf({ ...ONE_PAGE, ...objects }), {}, WITH_PAGE))).toBe('invalid_document')
  })

  it.each([
    [
      'an object nested too deeply',
      { 1: `<</Type /Catalog /Pages 2 0 R /Deep ${'['.repeat(5000)}${']'.repeat(5000)}>>` },
    ],
    ['object numbers up to the highest', { 8388607: '(last)' }],
  ])('%s', async (_, objects) => {
    const promise = sign(makeSparse(objects))
    expect(await codeOf(promise)).toBe('document_too_complex')
  })
})

/** As makePdf, but with a subsection for each object. */
function makeSparse(objects: Record<number, string>): Uint8Array {
  let text = '%PDF-1.7\n'
  let rows = '0 1\n0000000000 65535 f \n'
  const all = { ...ONE_PAGE, ...objects }
  for (const [num, object] of Object.entries(all)) {
    rows += `${num} 1\n${String(text.length).padStart(10, '0')} 00000 n \n`
    text += `${num} 0 obj\n${object}\nendobj\n`
  }
  return latin1Bytes(`${text}xref\n${rows}trailer\n<</Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`)
}
