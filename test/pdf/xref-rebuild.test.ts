/**
 * Files whose cross-reference section is lost.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { getPage } from '../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfRef } from '../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { codeOf } from '../support/code-of.js'
import { hasTool } from '../support/tools.js'
import { encryptWithQpdf, rewriteWithQpdf } from '../verify/support/structures.js'
import { appendRevision, makePdf, ONE_PAGE, plain, streamText } from './make-pdf.js'

const source = makePdf(
  { ...ONE_PAGE, 4: '<</Title (Found) /Author (A)>>', 5: streamText('', 'x'.repeat(20)) },
  { trailer: '/Info 4 0 R' },
)

function rebuild(text: string | Uint8Array): PdfDocument {
  return PdfDocument.openRebuilt(typeof text === 'string' ? latin1Bytes(text) : text)
}

function titleOf(document: PdfDocument): unknown {
  const info = document.lookupDict(document.trailer, 'Info')
  return info && plain(document.lookup(info, 'Title'))
}

describe('PdfDocument.openRebuilt', () => {
  const text = latin1Text(source)

  it.each([
    ['a wrong startxref', text.replace(/startxref\n\d+/, 'startxref\n3')],
    ['no cross-reference table', `${text.slice(0, text.indexOf('xref\n0 '))}trailer\n<</Root 1 0 R /Info 4 0 R>>\n`],
    ['wrong entries', text.replaceAll(/0000000\d\d\d 00000 n/g, '0000000001 00000 n')],
    ['bytes before the header', `junk and 9 0 obj more\n${text}`],
    ['bytes inserted between objects', text.replace('2 0 obj', '%%%%%%%%%%%%%%\n2 0 obj')],
    ['objects on one line', text.replaceAll('\nendobj\n', ' endobj ').replaceAll(' obj\n', ' obj ')],
    ['objects glued to their keyword', text.replaceAll(' obj\n<<', ' obj<<')],
    ['CR as line ends', text.replaceAll('\n', '\r')],
  ])('finds all objects behind %s', (_, damaged) => {
    const document = rebuild(damaged)
    expect([document.rebuilt, titleOf(document)]).toEqual([true, 'Found'])
    expect([...document.xref.numbers()]).toEqual([1, 2, 3, 4, 5])
    expect(getPage(document, 0)?.ref).toEqual(new PdfRef(3))
  })

  it('finds the catalog without any trailer', () => {
    const document = rebuild(text.slice(0, text.indexOf('xref\n0 ')))
    expect(plain(document.catalog)).toMatchObject({ Type: '/Catalog' })
    expect(titleOf(document)).toBeUndefined()
  })

  it('finds what a truncated file still has', () => {
    const cut = text.slice(0, text.indexOf('5 0 obj') + 20)
    expect(getPage(rebuild(cut), 0)?.ref).toEqual(new PdfRef(3))
  })

  it('prefers the later form of an object, and the later trailer', () => {
    const revised = appendRevision(source, { 4: '<</Title (Later)>>' }, '/Info 4 0 R')
    expect(titleOf(rebuild(latin1Text(revised).replaceAll('startxref', 'startxxxx')))).toBe('Later')
  })

  it('does not take the content of streams for objects', () => {
    const inner = 'xx 3 0 obj (inner) endobj trailer <</Root 9 0 R>> xx'
    const document = rebuild(makePdf({ ...ONE_PAGE, 4: streamText('/Type /EmbeddedFile', inner) }))
    expect(plain(document.get(new PdfRef(3)))).toMatchObject({ Type: '/Page' })
  })

  it('passes over numbers that no object can have', () => {
    const odd = `${text}\n99999999999 0 obj (x) endobj 0 0 obj (x) endobj 7 70000 obj (x) endobj obj 5 obj`
    expect([...rebuild(odd).xref.numbers()]).toEqual([1, 2, 3, 4, 5])
  })

  it.each([
    ['a header alone', '%PDF-1.7\n'],
    ['text', '%PDF-1.7\nDear reader, an obj is not an object'],
    ['no catalog', '%PDF-1.7\n1 0 obj <</Type /Page>> endobj'],
    ['a catalog that is never closed', '%PDF-1.7\n1 0 obj <</Type /Catalog /Pages (2 0 R>> endobj'],
  ])('refuses %s', (_, damaged) => {
    expect(codeOf(() => rebuild(damaged))).toBe('invalid_document')
  })

  it.each([
    ['object headers', '1 0 obj<<>>stream\n', 400_000],
    ['streams that no keyword closes', '7 0 obj<</Length 9>>\nstream\n', 300_000],
    ['trailers that no delimiter closes', 'trailer(', 800_000],
    ['half a hexadecimal string in what looks like a section', '1 0 obj</XRef <', 400_000],
    ['numbers', '1 0 ', 1_500_000],
    ['keywords', 'obj', 2_000_000],
  ])('gives up on millions of %s in time', (_, piece, count) => {
    expect(['invalid_document', 'document_too_complex']).toContain(
      codeOf(() => rebuild(`%PDF-1.7\n${piece.repeat(count)}`)),
    )
  })
})

describe.skipIf(!hasTool('qpdf'))('PdfDocument.openRebuilt on files of qpdf', () => {
  const breakXref = (bytes: Uint8Array) => latin1Text(bytes).replace(/startxref\n\d+\n%%EOF\s*$/, '')

  it.each([
    ['a table', ['--object-streams=disable']],
    ['object streams', ['--object-streams=generate']],
    ['object streams, linearized', ['--object-streams=generate', '--linearize']],
  ])('finds all objects of a file with %s', async (_, options) => {
    const bytes = await rewriteWithQpdf(source, ...options)
    const sound = PdfDocument.open(bytes)
    const document = rebuild(breakXref(bytes))
    expect([titleOf(document), getPage(document, 0)?.box]).toEqual(['Found', [0, 0, 595, 842]])
    // The cross-reference streams themselves are found as well.
    const found = new Set(document.xref.numbers())
    expect([...sound.xref.numbers()].filter((num) => !found.has(num))).toEqual([])
  })

  it('finds a catalog that stands in an object stream when no trailer is left', async () => {
    const bytes = await rewriteWithQpdf(source, '--object-streams=generate', '--compress-streams=n')
    const withoutRoot = breakXref(bytes).replace(/\/Root \d+ 0 R/, (root) => root.replace('Root', 'Rxxt'))
    expect(getPage(rebuild(withoutRoot), 0)?.box).toEqual([0, 0, 595, 842])
  })

  it.each([128, 256] as const)('reads an encrypted file (%d bits)', async (bits) => {
    const document = rebuild(breakXref(await encryptWithQpdf(source, bits)))
    expect([titleOf(document), document.security !== undefined]).toEqual(['Found', true])
  })

  it('reads the part of two files glued together that it can', async () => {
    const encrypted = await encryptWithQpdf(makePdf(ONE_PAGE, { trailer: '/Other 1 0 R' }), 128)
    const glued = latin1Text(encrypted).replace('startxref', 'startxxxx') + breakXref(source)
    const document = rebuild(glued)
    expect(getPage(document, 0)?.box).toEqual([0, 0, 595, 842])
  })
})
