/**
 * Numbers for new objects that nothing refers to yet.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, PdfName, PdfRef } from '../../src/pdf/objects.js'
import { PdfFileWriter } from '../../src/pdf/writing/file-writer.js'
import { IncrementWriter } from '../../src/pdf/writing/increment-writer.js'
import { firstFreeNumber } from '../../src/pdf/xref/free-numbers.js'
import { codeOf } from '../support/code-of.js'
import { appendRevision, makePdf, ONE_PAGE, streamText } from './make-pdf.js'

const searched = (bytes: Uint8Array) => firstFreeNumber(PdfDocument.open(bytes), { searchAll: true })
const inTrailers = (bytes: Uint8Array) => firstFreeNumber(PdfDocument.open(bytes), { searchAll: false })

/** A page whose catalog holds an entry; objects 1 to 3. */
const withEntry = (entry: string) => makePdf({ ...ONE_PAGE, 1: `<</Type /Catalog /Pages 2 0 R /Entry ${entry}>>` })

describe('firstFreeNumber', () => {
  it.each([
    ['a trailer', '/AdditionalStreams [/application#2Foctet-stream 29 0 R]', 30],
    ['a trailer, deep inside', '/Deep <</Er [[<</Ref 17 0 R>>]]>>', 18],
    ['a trailer, below /Size', '/Gone 3 0 R', 4],
  ])('passes over what %s refers to', (_, trailer, expected) => {
    expect(inTrailers(makePdf(ONE_PAGE, { trailer }))).toBe(expected)
    expect(searched(makePdf(ONE_PAGE, { trailer }))).toBe(expected)
  })

  it('passes over what the trailer of an earlier revision refers to', () => {
    const bytes = appendRevision(makePdf(ONE_PAGE, { trailer: '/Old 140 0 R' }), { 3: '<</Type /Page>>' })
    expect(inTrailers(bytes)).toBe(141)
  })

  it.each([
    ['41 0 R', 42],
    ['[1 0 R 41\n0\tR]', 42],
    ['00041 0 R', 42],
    ['[41 0 R 30 0 R]', 42],
    ['<</A 41 0 R/B 2 0 R>>', 42],
    ['(41 0 R)', 42],
    ['/R', 4],
    ['[0 R]', 4],
    ['41', 4],
    ['8388608 0 R', 4],
    ['99999999999999999999 0 R', 4],
  ])('finds the reference in %s', (entry, expected) => {
    expect(searched(withEntry(entry))).toBe(expected)
    expect(inTrailers(withEntry(entry))).toBe(4)
  })

  it('finds objects that no cross-reference section names, and references of earlier revisions', () => {
    const hidden = makePdf({ ...ONE_PAGE, 3: `${ONE_PAGE[3]}\nendobj\n50 0 obj\n<<>>` })
    expect(searched(hidden)).toBe(51)
    expect(searched(appendRevision(withEntry('160 0 R'), { 1: ONE_PAGE[1] ?? '' }))).toBe(161)
  })

  it('finds references in object streams, of earlier revisions too', () => {
    const writer = new PdfFileWriter()
    const pages = writer.allocate()
    writer.put(pages, new PdfDict({ Type: PdfName.of('Pages'), Kids: [new PdfRef(77)], Count: 0 }))
    const catalog = writer.add(new PdfDict({ Type: PdfName.of('Catalog'), Pages: pages }))
    const bytes = writer.finish({ Root: catalog }, { xref: 'stream', objectStreams: true })
    expect(searched(bytes)).toBe(78)
    const document = PdfDocument.open(bytes)
    const increment = new IncrementWriter(document)
    increment.put(pages, new PdfDict({ Type: PdfName.of('Pages'), Kids: [], Count: 0 }))
    increment.put(catalog, document.catalog.with({ Changed: true }))
    expect(searched(Buffer.concat([bytes, increment.finish(new Uint8Array(16))]))).toBe(78)
  })

  it('goes beyond near references, and stays below those that no increment reaches', () => {
    expect(searched(withEntry('[60000 0 R 120000 0 R]'))).toBe(120_001)
    expect(searched(withEntry('[5 0 R 8388607 0 R]'))).toBe(6)
  })

  it('stays linear on what looks like references', () => {
    const noise = `${'9'.repeat(200_000)} ${'0 R '.repeat(200_000)}${' '.repeat(200_000)}R`
    expect(searched(makePdf({ ...ONE_PAGE, 4: streamText('', noise) }))).toBe(5)
  })

  it('refuses a file whose numbers are used up', () => {
    const document = PdfDocument.open(appendRevision(makePdf(ONE_PAGE), { 8388606: '<<>>' }))
    const increment = new IncrementWriter(document)
    expect(increment.add(null)).toEqual(new PdfRef(8_388_607))
    expect(codeOf(() => increment.add(null))).toBe('document_too_complex')
  })

  it('takes a /Size for reserved as long as that leaves numbers for an increment', () => {
    expect(inTrailers(makePdf(ONE_PAGE, { size: 8_388_607 - 65_536 }))).toBe(8_388_607 - 65_536)
    expect(inTrailers(makePdf(ONE_PAGE, { size: 8_388_608 - 65_536 }))).toBe(4)
  })
})
