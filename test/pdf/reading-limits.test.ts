/**
 * Limits on what a file may make its reader do.
 *
 * @module
 */

import { deflateSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields } from '../../src/pdf/form/acro-form.js'
import { PdfRef } from '../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { codeOf } from '../support/code-of.js'
import { makePdf, ONE_PAGE } from './make-pdf.js'

const MB = 1024 * 1024

/** A file that consists of a cross-reference stream, from its dictionary entries and decoded rows. */
function xrefStreamFile(entries: string, rows: Uint8Array): Uint8Array {
  const data = deflateSync(rows)
  const head = `%PDF-1.7\n1 0 obj\n<</Type /XRef /Root 1 0 R ${entries} /Filter /FlateDecode /Length ${data.length}>>\nstream\n`
  return new Uint8Array(
    Buffer.concat([latin1Bytes(head), data, latin1Bytes('\nendstream\nendobj\nstartxref\n9\n%%EOF\n')]),
  )
}

/** A file whose form fields are all objects from 10 on, of the given text. */
function fieldsFile(count: number, object: (num: number) => string, tail = ''): Uint8Array {
  const objects: Record<number, string> = { ...ONE_PAGE }
  const refs = Array.from({ length: count }, (_, i) => `${i + 10} 0 R`).join(' ')
  objects[1] = `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [${refs}]>>>>`
  for (let num = 10; num < count + 10; num++) objects[num] = object(num)
  objects[count + 10] = tail
  return makePdf(objects)
}

describe('the limits of a cross-reference section', () => {
  const open = (bytes: Uint8Array) => codeOf(() => PdfDocument.open(bytes))

  it('are on object numbers', () => {
    expect(open(makePdf(ONE_PAGE))).toBe('none')
    const far = latin1Text(makePdf(ONE_PAGE)).replace('xref\n0 4\n', 'xref\n8388606 4\n')
    expect(open(latin1Bytes(far))).toBe('document_too_complex')
    expect(open(xrefStreamFile('/W [1 1 1] /Size 9 /Index [8388607 2]', new Uint8Array(6)))).toBe(
      'document_too_complex',
    )
  })

  it('are on entries, whatever the rows compress to', () => {
    const index = Array.from({ length: 30 }, () => '0 1000000').join(' ')
    expect(open(xrefStreamFile(`/W [1 0 0] /Size 9 /Index [${index}]`, new Uint8Array(30 * MB)))).toBe(
      'document_too_complex',
    )
  })

  it('are on subsections', () => {
    const index = '0 1 '.repeat(400_000)
    expect(open(xrefStreamFile(`/W [1 0 0] /Size 9 /Index [${index}]`, new Uint8Array(400_000)))).toBe(
      'document_too_complex',
    )
    const table = `%PDF-1.7\nxref\n${'0 1\n0000000000 65535 f \n'.repeat(300_000)}trailer\n<<>>\nstartxref\n9\n%%EOF\n`
    expect(open(latin1Bytes(table))).toBe('document_too_complex')
    const empty = `%PDF-1.7\nxref\n${'0 0\n'.repeat(1_000_000)}trailer\n<<>>\nstartxref\n9\n%%EOF\n`
    expect(open(latin1Bytes(empty))).toBe('none')
  })

  it('are on the length of the chain', () => {
    let text = '%PDF-1.7\n'
    let prev = ''
    for (let i = 0; i < 4200; i++) {
      const at = text.length
      text += `xref\n0 0\ntrailer\n<<${prev}>>\n`
      prev = `/Prev ${at}`
    }
    const start = text.lastIndexOf('xref')
    expect(open(latin1Bytes(`${text}startxref\n${start}\n%%EOF\n`))).toBe('document_too_complex')
  })

  it.each([
    ['no /W', '/Size 9'],
    ['a /W of two', '/W [1 1] /Size 9'],
    ['a /W of zeros', '/W [0 0 0] /Size 9'],
    ['a negative /W', '/W [1 -1 1] /Size 9'],
    ['a huge /W', '/W [1 4000000000 1] /Size 9'],
    ['a /W of names', '/W [/a /b /c] /Size 9'],
    ['no /Size', '/W [1 1 1]'],
    ['an odd /Index', '/W [1 1 1] /Size 9 /Index [0 1 2]'],
    ['a negative /Index', '/W [1 1 1] /Size 9 /Index [-1 5]'],
  ])('refuse a stream with %s', (_, entries) => {
    expect(open(xrefStreamFile(entries, new Uint8Array(27)))).toBe('invalid_document')
  })

  it('take the rows that are there', () => {
    const rows = Uint8Array.of(0, 0, 0, 1, 9, 0)
    const document = PdfDocument.open(xrefStreamFile('/W [1 1 1] /Size 900', rows))
    expect([...document.xref.numbers()]).toEqual([1])
  })
})

describe('the reading budget of a document', () => {
  it('is no matter for a file that is read whole', () => {
    const bytes = fieldsFile(20_000, (num) => `<</T (f${num}) /FT /Tx /V (${'x'.repeat(40)})>>`)
    const document = PdfDocument.open(bytes)
    expect(readFields(document)).toHaveLength(20_000)
    for (const num of document.xref.numbers()) document.get(new PdfRef(num))
    expect(document.hasSoundEntries()).toBe(true)
  })

  it.each<[string, Uint8Array]>([
    [
      'streams that all reach to the end of the file',
      // The object that is read last alone has an endstream, 6 MB on.
      fieldsFile(5000, () => '<</Length 0>>stream\n', `${' '.repeat(6 * MB)} endstream`),
    ],
    ['strings that all reach to the end of the file', fieldsFile(3000, () => '<41', `${' '.repeat(6 * MB)}>`)],
    [
      'entries that all point into the same white space',
      pointAfterTail(fieldsFile(3000, () => '<<>>', ' '.repeat(6 * MB))),
    ],
  ])('ends for %s', (_, bytes) => {
    const codes = new Set<string>()
    const document = PdfDocument.open(bytes)
    codes.add(codeOf(() => document.hasSoundEntries()))
    for (let num = 10; num < 5010; num++) codes.add(codeOf(() => document.get(new PdfRef(num))))
    expect([...codes]).toContain('document_too_complex')
  })

  it('ends for object streams that are decoded over and over', () => {
    const index = (first: number) => Array.from({ length: 200 }, (_, i) => `${first + i} ${i} `).join('')
    const container = (first: number) => {
      const head = index(first)
      const data = deflateSync(Buffer.concat([latin1Bytes(head.padEnd(3000)), Buffer.alloc(24 * MB, '1 ')]))
      return Buffer.concat([
        latin1Bytes(`<</Type /ObjStm /N 200 /First 3000 /Filter /FlateDecode /Length ${data.length}>>\nstream\n`),
        data,
        latin1Bytes('\nendstream\nendobj\n'),
      ])
    }
    const parts = [latin1Bytes('%PDF-1.7\n')]
    const offsets: number[] = []
    const push = (bytes: Uint8Array) => parts.push(bytes)
    const length = () => parts.reduce((sum, part) => sum + part.length, 0)
    for (const [num, first] of [
      [1, 10],
      [2, 210],
    ] as const) {
      offsets.push(length())
      push(Buffer.concat([latin1Bytes(`${num} 0 obj\n`), container(first)]))
    }
    const start = length()
    const rows = new DataView(new ArrayBuffer(7 * 400 + 14))
    offsets.forEach((offset, i) => {
      rows.setUint8(i * 7, 1)
      rows.setUint32(i * 7 + 1, offset)
    })
    for (let i = 0; i < 400; i++) {
      rows.setUint8(14 + i * 7, 2)
      rows.setUint32(15 + i * 7, i < 200 ? 1 : 2)
      rows.setUint16(19 + i * 7, i % 200)
    }
    push(
      Buffer.concat([
        latin1Bytes(
          `3 0 obj\n<</Type /XRef /W [1 4 2] /Index [1 2 10 400] /Size 410 /Root 1 0 R /Length ${rows.byteLength}>>\nstream\n`,
        ),
        new Uint8Array(rows.buffer),
        latin1Bytes(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`),
      ]),
    )
    const document = PdfDocument.open(new Uint8Array(Buffer.concat(parts)))
    const codes = new Set<string>()
    for (let i = 0; i < 200; i++) {
      codes.add(codeOf(() => document.get(new PdfRef(10 + i))))
      codes.add(codeOf(() => document.get(new PdfRef(210 + i))))
    }
    expect([...codes]).toEqual(['none', 'document_too_complex'])
  })
})

/** Lets every entry from 10 on point to the beginning of the last object's content. */
function pointAfterTail(bytes: Uint8Array): Uint8Array {
  const text = latin1Text(bytes)
  const tail = String(text.indexOf(' '.repeat(1000)))
  let num = 0
  const moved = text.replace(/(\d{10}) (\d{5}) [nf] \n/g, (entry) =>
    num++ < 10 ? entry : `${tail.padStart(10, '0')} 00000 n \n`,
  )
  return latin1Bytes(moved)
}
