/**
 * New files, read back.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, PdfName, PdfRef, PdfStream, PdfString } from '../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { PdfFileWriter } from '../../src/pdf/writing/file-writer.js'
import { mutoolWarnings, qpdfCheck, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { plain } from './make-pdf.js'

function writeSample(options: Parameters<PdfFileWriter['finish']>[1], pageCount = 1): Uint8Array {
  const file = new PdfFileWriter()
  const root = file.allocate()
  const kids = Array.from({ length: pageCount }, (_, i) => {
    const content = file.add(new PdfStream(new PdfDict(), latin1Bytes(`0 0 ${i} rg 9 9 50 50 re f`)))
    return file.add(
      new PdfDict({
        Type: PdfName.of('Page'),
        Parent: root,
        MediaBox: [0, 0, 99, 99.5],
        Contents: content,
        Resources: new PdfDict(),
      }),
    )
  })
  file.put(root, new PdfDict({ Type: PdfName.of('Pages'), Kids: kids, Count: kids.length }))
  const catalog = file.add(new PdfDict({ Type: PdfName.of('Catalog'), Pages: root }))
  const id = new PdfString(new Uint8Array(16), true)
  return file.finish({ Root: catalog, ID: [id, id] }, options)
}

describe('PdfFileWriter', () => {
  it.each(['table', 'stream'] as const)('writes a file with a cross-reference %s that reads back', (xref) => {
    const document = PdfDocument.open(writeSample({ version: '2.0', xref }, 3))
    expect([document.version, document.sections.map(({ kind }) => kind)]).toEqual(['2.0', [xref]])
    expect(plain(document.lookup(document.catalog, 'Pages'))).toMatchObject({ Type: '/Pages', Count: 3 })
    expect(document.trailer.get('Size')).toBe(document.nextObjectNumber)
    expect(document.hasSoundEntries()).toBe(true)
  })

  it('marks the file as binary on its second line', () => {
    expect(latin1Text(writeSample({}), 0, 15)).toBe('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n')
  })

  it('gives what was put under a reference', () => {
    const file = new PdfFileWriter()
    const ref = file.allocate()
    expect([file.get(ref), file.get(new PdfRef(99))]).toEqual([undefined, undefined])
    file.put(ref, 5)
    expect(file.get(ref)).toBe(5)
  })

  describe.skipIf(!hasTool('qpdf') || !hasTool('mutool'))('judged by qpdf and MuPDF', () => {
    it.each([
      ['table', 1],
      ['stream', 1],
      ['stream', 100],
    ] as const)('writes a sound file with a %s and %d pages', async (xref, pages) => {
      const { qpdf, mutool } = await withFiles({ 'file.pdf': writeSample({ xref }, pages) }, async (path) => ({
        qpdf: await qpdfCheck(path('file.pdf')),
        mutool: await mutoolWarnings(path('file.pdf')),
      }))
      expect([[...qpdf], [...mutool]]).toEqual([[], []])
    })
  })
})
