/**
 * Increments, read back.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, PdfName, PdfRef, PdfString } from '../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { IncrementWriter } from '../../src/pdf/writing/increment-writer.js'
import { codeOf } from '../support/code-of.js'
import { qpdfCheck, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { makeHybrid, rewriteWithQpdf } from '../verify/support/structures.js'
import { appendRevision, makePdf, ONE_PAGE, plain } from './make-pdf.js'

const ID = new Uint8Array(16).fill(0xab)
const file = makePdf(ONE_PAGE)

/** Appends an increment with one new object and a new form of the catalog. */
function extend(bytes: Uint8Array, document = PdfDocument.open(bytes)): { whole: Uint8Array; added: PdfRef } {
  const increment = new IncrementWriter(document)
  const added = increment.add(new PdfDict({ Hello: new PdfString(latin1Bytes('world')) }))
  increment.put(document.catalogRef, document.catalog.with({ Added: added }))
  const appended = increment.finish(ID)
  const whole = new Uint8Array(bytes.length + appended.length)
  whole.set(bytes)
  whole.set(appended, bytes.length)
  return { whole, added }
}

function readBack(whole: Uint8Array): { document: PdfDocument; added: unknown } {
  const document = PdfDocument.open(whole)
  expect(document.hasSoundEntries()).toBe(true)
  return { document, added: plain(document.lookup(document.catalog, 'Added')) }
}

describe('IncrementWriter', () => {
  it('appends a revision that reads back', () => {
    const { document, added } = readBack(extend(file).whole)
    expect(added).toEqual({ Hello: 'world' })
    expect(document.revisions).toHaveLength(2)
    expect(document.sections[0]?.trailer.get('Prev')).toBe(document.sections[1]?.offset)
  })

  it('numbers new objects above every /Size and every object of every revision', () => {
    expect(extend(makePdf(ONE_PAGE, { size: 70 })).added).toEqual(new PdfRef(70))
    expect(extend(makePdf(ONE_PAGE, { size: 2 })).added).toEqual(new PdfRef(4))
    expect(extend(appendRevision(file, { 150: '(far)' })).added).toEqual(new PdfRef(151))
    expect(extend(makePdf(ONE_PAGE, { size: 4_294_967_296 })).added).toEqual(new PdfRef(4))
  })

  it('carries trailer keys over, but not those that belong to one section', () => {
    const trailer = '/Info 4 0 R /Custom (x) /XRefStm 5 /Type /XRef /ID [<0102> <0304>]'
    const text = latin1Text(makePdf({ ...ONE_PAGE, 4: '<</Title (T)>>' }, { trailer }))
    const { document } = readBack(extend(latin1Bytes(text.replace('/XRefStm 5', ''))).whole)
    const written = plain(document.trailer)
    expect(written).toMatchObject({ Info: '4 0 R', Custom: 'x', Root: '1 0 R', Size: 6 })
    expect(written).not.toHaveProperty('Type')
  })

  it('keeps the permanent part of the /ID, and makes one where there is none', () => {
    const withId = makePdf(ONE_PAGE, { trailer: '/ID [<0102> <0304>]' })
    expect(plain(readBack(extend(withId).whole).document.trailer.get('ID'))).toEqual(['\x01\x02', '\xab'.repeat(16)])
    expect(plain(readBack(extend(file).whole).document.trailer.get('ID'))).toEqual([
      '\xab'.repeat(16),
      '\xab'.repeat(16),
    ])
  })

  it.each([
    ['a line end', '%%EOF\n', ''],
    ['a carriage return', '%%EOF\r', ''],
    ['no line end', '%%EOF', '\n'],
    ['a stray zero', '%%EOF\n\0', '\n'],
  ])('begins on a line of its own behind a file that ends with %s', (_, ending, begin) => {
    const bytes = latin1Bytes(latin1Text(file).replace('%%EOF\n', ending))
    const { whole } = extend(bytes)
    expect(latin1Text(whole, bytes.length)).toMatch(new RegExp(`^${begin}\\d+ 0 obj`))
    expect(readBack(whole).added).toEqual({ Hello: 'world' })
  })

  it('counts offsets from the header when bytes stand before it', () => {
    expect(readBack(extend(makePdf(ONE_PAGE, { before: 'some junk\n' })).whole).added).toEqual({ Hello: 'world' })
  })

  it('keeps the generation of an object that it replaces', () => {
    const bytes = makePdf({ ...ONE_PAGE, 4: '(old)' }, { generations: { 4: 3 } })
    const document = PdfDocument.open(bytes)
    const increment = new IncrementWriter(document)
    increment.put(new PdfRef(4, 3), new PdfString(latin1Bytes('new')))
    const whole = Buffer.concat([bytes, increment.finish(ID)])
    expect(plain(PdfDocument.open(whole).get(new PdfRef(4, 3)))).toBe('new')
  })

  it('resolves to the pending form of an object', () => {
    const document = PdfDocument.open(file)
    const increment = new IncrementWriter(document)
    expect(plain(increment.resolve(new PdfRef(3)))).toMatchObject({ Type: '/Page' })
    increment.put(new PdfRef(3), PdfName.of('Pending'))
    expect(plain(increment.resolve(new PdfRef(3)))).toBe('/Pending')
    expect(increment.resolve(undefined)).toBeNull()
  })

  it('refuses to write an object again that could only be read by guessing', () => {
    const document = PdfDocument.open(makePdf({ ...ONE_PAGE, 4: '<</A 1 2 /B 3>>' }))
    const object = document.get(new PdfRef(4))
    expect(codeOf(() => new IncrementWriter(document).put(new PdfRef(4), object))).toBe('invalid_document')
  })

  it('describes every object of a rebuilt file, and points to no former section', () => {
    const damaged = latin1Bytes(latin1Text(file).replace(/startxref\n\d+/, 'startxref\n7'))
    const { document, added } = readBack(extend(damaged, PdfDocument.openRebuilt(damaged)).whole)
    expect(added).toEqual({ Hello: 'world' })
    expect(document.sections).toHaveLength(1)
    expect(document.trailer.has('Prev')).toBe(false)
    expect([...document.xref.numbers()]).toEqual([1, 2, 3, 4])
  })
})

describe.skipIf(!hasTool('qpdf'))('IncrementWriter, judged by qpdf', () => {
  it.each<[string, string, readonly string[]]>([
    ['a table', 'table', ['--object-streams=disable']],
    ['streams', 'stream', ['--object-streams=generate']],
    ['a linearized table', 'table', ['--linearize', '--object-streams=disable']],
    ['linearized streams', 'stream', ['--linearize', '--object-streams=generate']],
  ])('appends a section of the same kind to %s', async (_, kind, options) => {
    const bytes = await rewriteWithQpdf(file, ...options)
    const { whole } = extend(extend(bytes).whole)
    const { document, added } = readBack(whole)
    expect([added, document.sections[0]?.kind, document.sections[1]?.kind]).toEqual([{ Hello: 'world' }, kind, kind])
    expect([...(await withFiles({ 'file.pdf': whole }, (path) => qpdfCheck(path('file.pdf'))))]).toEqual([])
  })

  it.each([
    ['a hybrid file', makeHybrid()],
    ['a file with bytes before the header', makePdf(ONE_PAGE, { before: 'junk\n' })],
    ['a file without a last line end', latin1Bytes(latin1Text(file).trimEnd())],
    ['a file with a reserving /Size', makePdf(ONE_PAGE, { size: 1000 })],
  ])('appends to %s', async (_, bytes) => {
    const { whole } = extend(bytes)
    expect(readBack(whole).added).toEqual({ Hello: 'world' })
    const { before, after } = await withFiles({ 'before.pdf': bytes, 'after.pdf': whole }, async (path) => ({
      before: await qpdfCheck(path('before.pdf')),
      after: await qpdfCheck(path('after.pdf')),
    }))
    expect([...after].filter((line) => !before.has(line))).toEqual([])
  })
})
