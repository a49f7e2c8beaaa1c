/**
 * Opening documents with cross-reference tables, streams, and both.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { getPage } from '../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { codeOf } from '../support/code-of.js'
import { hasTool } from '../support/tools.js'
import { makeHybrid, rewriteWithQpdf } from '../verify/support/structures.js'
import { appendRevision, makePdf, ONE_PAGE, openWithAnomalies, plain, streamText } from './make-pdf.js'

const file = makePdf(ONE_PAGE)

function get(document: PdfDocument, num: number, gen = 0): unknown {
  return plain(document.get(new PdfRef(num, gen)))
}

function edit(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  return latin1Bytes(change(latin1Text(bytes)))
}

describe('PdfDocument.open with a cross-reference table', () => {
  it('finds catalog, trailer, version and objects', () => {
    const document = PdfDocument.open(file)
    expect(plain(document.catalog)).toEqual({ Type: '/Catalog', Pages: '2 0 R' })
    expect([document.origin, document.rebuilt, document.version]).toEqual([0, false, '1.7'])
    expect(document.sections.map(({ kind }) => kind)).toEqual(['table'])
    expect([document.nextObjectNumber, ...document.xref.numbers()]).toEqual([4, 1, 2, 3])
    expect(document.hasSoundEntries()).toBe(true)
  })

  it('gives null for absent, free and circular objects and for other generations, in any order', () => {
    const bytes = makePdf({ ...ONE_PAGE, 4: '5 0 R', 5: '4 0 R', 7: '(generation 2)' }, { generations: { 7: 2 } })
    const document = PdfDocument.open(bytes)
    expect([get(document, 99), get(document, 6), get(document, 0)]).toEqual([null, null, null])
    expect(document.resolve(new PdfRef(4))).toBeNull()
    expect([get(document, 7), get(document, 7, 2), get(document, 7), get(document, 7, 3)]).toEqual([
      null,
      'generation 2',
      null,
      null,
    ])
  })

  it.each([
    ['entries of 19 bytes', (text: string) => text.replaceAll(' n \n', ' n\n').replaceAll(' f \n', ' f\n')],
    [
      'entries that end with CR and LF',
      (text: string) => text.replaceAll(' n \n', ' n\r\n').replaceAll(' f \n', ' f\r\n'),
    ],
    ['entries without leading zeros', (text: string) => text.replaceAll(/0+(\d+) 0+(\d+) ([nf])/g, '$1 $2 $3')],
    ['white space before the table', (text: string) => text.replace('\nxref\n', '\n   xref\n')],
    [
      'a startxref that points at the line end before the table',
      (text: string) => text.replace(/startxref\n(\d+)/, (_, at) => `startxref\n${at - 1}`),
    ],
    ['a startxref with CR and spaces', (text: string) => text.replace('startxref\n', 'startxref \r\n ')],
    ['no %%EOF', (text: string) => text.replace('%%EOF\n', '')],
    ['bytes behind the %%EOF', (text: string) => `${text}\0\0\0\0<html>`],
    ['a /Size that is too small', (text: string) => text.replace('/Size 4', '/Size 2')],
    ['a /Size that is too large', (text: string) => text.replace('/Size 4', '/Size 99')],
    ['no /Size', (text: string) => text.replace('/Size 4', '')],
    ['a trailer on one line', (text: string) => text.replace('trailer\n<<', 'trailer<<')],
    ['a subsection without entries', (text: string) => text.replace('xref\n0 4\n', 'xref\n0 0\n0 4\n')],
  ])('reads %s', (_, change) => {
    const document = PdfDocument.open(edit(file, change))
    expect(getPage(document, 0)?.box).toEqual([0, 0, 595, 842])
    expect(document.hasSoundEntries()).toBe(true)
  })

  it.each([
    ['no startxref', (text: string) => text.replaceAll('startxref', 'start')],
    ['a startxref without offset', (text: string) => text.replace(/startxref\n\d+/, 'startxref\n')],
    ['a startxref behind the end', (text: string) => text.replace(/startxref\n\d+/, 'startxref\n999999')],
    [
      'a startxref beyond every number',
      (text: string) => text.replace(/startxref\n\d+/, `startxref\n${'9'.repeat(40)}`),
    ],
    ['a startxref at some object', (text: string) => text.replace(/startxref\n\d+/, 'startxref\n9')],
    ['a table that is cut off', (text: string) => text.replace('xref\n0 4\n', 'xref\n0 4000000\n')],
    ['a malformed entry', (text: string) => text.replace('65535 f', '65535 x')],
    ['letters in an entry', (text: string) => text.replace('0000000000 65535', '00000O0000 65535')],
    ['no trailer', (text: string) => text.replace('trailer', 'tailer')],
    ['a trailer that is no dictionary', (text: string) => text.replace(/trailer\n<<.*>>/, 'trailer\n[1 2]')],
    ['a trailer with stray values', (text: string) => text.replace('/Root 1 0 R', '/Root 1 0 R 5 /Info')],
    ['a /Prev that is no number', (text: string) => text.replace('/Root', '/Prev (x) /Root')],
    ['a /Prev behind the end', (text: string) => text.replace('/Root', '/Prev 99999 /Root')],
    [
      'a /Prev to itself',
      (text: string) => text.replace(/trailer\n<<(.*>>\nstartxref\n(\d+))/, 'trailer\n<</Prev $2 $1'),
    ],
  ])('refuses %s', (_, change) => {
    expect(codeOf(() => PdfDocument.open(edit(file, change)))).toBe('invalid_document')
  })

  it.each([
    ['nothing', ''],
    ['text', 'Dear reader,\n'],
    ['a header alone', '%PDF-1.7'],
    ['a header too far in', `${' '.repeat(1100)}%PDF-1.7\nstartxref\n0\n`],
  ])('refuses %s', (_, text) => {
    expect(codeOf(() => PdfDocument.open(latin1Bytes(text)))).toBe('invalid_document')
    expect(codeOf(() => PdfDocument.openRebuilt(latin1Bytes(text)))).toBe('invalid_document')
  })

  it('refuses an object that is not where the table says', () => {
    const wrong = edit(file, (text) => text.replace('2 0 obj', '8 0 obj'))
    expect(codeOf(() => PdfDocument.open(wrong).get(new PdfRef(2)))).toBe('invalid_document')
    expect(PdfDocument.open(wrong).hasSoundEntries()).toBe(false)
    const behind = edit(file, (text) => text.replace(/\d{10} 00000 n \ntrailer/, '0000999999 00000 n \ntrailer'))
    expect(codeOf(() => PdfDocument.open(behind).get(new PdfRef(3)))).toBe('invalid_document')
    expect(PdfDocument.open(behind).hasSoundEntries()).toBe(false)
  })

  it('needs a catalog that is a dictionary', () => {
    const noRoot = edit(file, (text) => text.replace('/Root 1 0 R', ''))
    expect(codeOf(() => PdfDocument.open(noRoot).catalog)).toBe('invalid_document')
    const wrongRoot = edit(file, (text) => text.replace('/Root 1 0 R', '/Root 9 0 R'))
    expect(codeOf(() => PdfDocument.open(wrongRoot).catalog)).toBe('invalid_document')
  })
})

describe('PdfDocument with bytes before the header', () => {
  it('takes offsets that count from the header', () => {
    const document = PdfDocument.open(makePdf(ONE_PAGE, { before: 'HTTP/1.1 200 OK\r\n\r\n' }))
    expect(document.origin).toBe(19)
    expect(getPage(document, 0)).toBeDefined()
  })

  it('takes offsets that count from the start of the file', () => {
    const text = latin1Text(file)
    const moved = text
      .replace(/(\d{10}) 00000 n/g, (_, offset: string) => `${String(Number(offset) + 6).padStart(10, '0')} 00000 n`)
      .replace(/startxref\n(\d+)/, (_, at: string) => `startxref\n${Number(at) + 6}`)
    const document = PdfDocument.open(latin1Bytes(`junk!\n${moved}`))
    expect(document.origin).toBe(0)
    expect(getPage(document, 0)).toBeDefined()
  })
})

describe('PdfDocument.version', () => {
  it.each([
    ['%PDF-1.4', '', '1.4'],
    ['%PDF-2.0', '', '2.0'],
    ['%PDF-1.4', '/Version /1.7', '1.7'],
    ['%PDF-1.7', '/Version /1.4', '1.7'],
    ['%PDF-1.7', '/Version /nonsense', '1.7'],
    ['%PDF-x', '', '1.0'],
  ])('of a file with %s and %s is the later one', (header, entry, version) => {
    const objects = { ...ONE_PAGE, 1: `<</Type /Catalog /Pages 2 0 R ${entry}>>` }
    expect(PdfDocument.open(makePdf(objects, { header })).version).toBe(version)
  })
})

describe('PdfDocument and streams', () => {
  const withStream = (object: string, more: Record<number, string> = {}) =>
    openWithAnomalies(makePdf({ ...ONE_PAGE, 4: object, ...more }))
  const dataOf = (document: PdfDocument) => {
    const stream = document.get(new PdfRef(4))
    return stream instanceof PdfStream ? latin1Text(stream.data) : undefined
  }

  it('takes the bytes that /Length gives, direct or indirect', () => {
    for (const [length, more] of [
      ['5', {}],
      ['5 0 R', { 5: '5' }],
    ] as const) {
      const { document, anomalies } = withStream(`<</Length ${length}>>\nstream\nab\r\ncendstream`, more)
      expect([dataOf(document), anomalies]).toEqual(['ab\r\nc', []])
    }
  })

  it.each([
    ['a /Length that is too short', `<</Length 2>>\nstream\nabcde\nendstream`, 'wrong_stream_length'],
    ['a /Length that is too long', `<</Length 900>>\nstream\nabcde\r\nendstream`, 'wrong_stream_length'],
    ['no /Length', `<<>>\nstream\r\nabcde\nendstream`, 'wrong_stream_length'],
    ['a negative /Length', `<</Length -1>>\nstream\nabcde\nendstream`, 'wrong_stream_length'],
    ['a /Length that names itself', `<</Length 4 0 R>>\nstream\nabcde\nendstream`, 'wrong_stream_length'],
    ['CR alone behind the keyword', `<</Length 5>>\nstream\rabcde\nendstream`, 'bad_stream_eol'],
  ])('lives with %s and says so', (_, object, anomaly) => {
    const { document, anomalies } = withStream(object)
    expect([dataOf(document), anomalies]).toEqual(['abcde', [anomaly]])
  })

  it('notes an object without endobj', () => {
    const { document, anomalies } = withStream('(text)\n')
    expect(get(document, 4)).toBe('text')
    expect(anomalies).toEqual([])
    const open = openWithAnomalies(
      edit(makePdf({ ...ONE_PAGE, 4: '(text)' }), (text) => text.replace('(text)\nendobj', '(text)\n      ')),
    )
    expect(get(open.document, 4)).toBe('text')
    expect(open.anomalies).toEqual(['missing_endobj'])
  })

  it('refuses a stream that is never closed', () => {
    const { document } = withStream('<</Length 900>>\nstream\nabcde')
    expect(codeOf(() => document.get(new PdfRef(4)))).toBe('invalid_document')
  })

  it('refuses to follow a long way to a /Length', () => {
    const objects: Record<number, string> = { ...ONE_PAGE }
    for (let num = 4; num < 5000; num++) objects[num] = `<</Length ${num + 1} 0 R>>\nstream\n\nendstream`
    const document = PdfDocument.open(makePdf(objects))
    expect(codeOf(() => document.get(new PdfRef(4)))).toBe('document_too_complex')
  })
})

describe.skipIf(!hasTool('qpdf'))('PdfDocument on structures that qpdf writes', () => {
  const source = makePdf(
    { ...ONE_PAGE, 4: '<</Title (Kept) /N [1 2.50 /Name <4142>]>>', 5: streamText('', 'stream data') },
    { trailer: '/Info 4 0 R /Kept 5 0 R' },
  )

  it.each([
    ['a table', ['--object-streams=disable']],
    ['streams', ['--object-streams=generate']],
    ['streams, uncompressed', ['--object-streams=generate', '--compress-streams=n']],
    ['linearized', ['--linearize', '--object-streams=disable']],
    ['linearized with object streams', ['--linearize', '--object-streams=generate']],
    ['PDF 2.0', ['--force-version=2.0']],
  ])('reads %s', async (_, options) => {
    const bytes = await rewriteWithQpdf(source, ...options)
    const { document, anomalies } = openWithAnomalies(bytes)
    const info = document.lookupDict(document.trailer, 'Info')
    expect(plain(info)).toEqual({ Title: 'Kept', N: [1, { real: '2.50' }, '/Name', 'AB'] })
    expect(getPage(document, 0)?.box).toEqual([0, 0, 595, 842])
    expect(document.revisions).toHaveLength(1)
    expect(document.hasSoundEntries()).toBe(true)
    expect(anomalies).toEqual([])
    expect(document.version).toBe(options.includes('--force-version=2.0') ? '2.0' : document.version)
  })

  it('gives every object of every structure the same meaning', async () => {
    const table = PdfDocument.open(await rewriteWithQpdf(source, '--object-streams=disable'))
    const stream = PdfDocument.open(await rewriteWithQpdf(source, '--object-streams=generate'))
    const texts = (document: PdfDocument) =>
      [...document.xref.numbers()]
        .map((num) => document.resolve(new PdfRef(num)))
        .filter((object) => object instanceof PdfDict)
        .map((dict) => dict.get('Title') ?? dict.get('Type'))
        .map((value) => JSON.stringify(plain(value)))
        .sort()
    expect(texts(stream)).toEqual(texts(table))
  })
})

describe('PdfDocument on a hybrid file', () => {
  it('finds the objects that only the cross-reference stream knows', () => {
    const document = PdfDocument.open(makeHybrid())
    expect(document.sections.map(({ kind }) => kind)).toEqual(['hybrid'])
    expect(plain(document.lookup(document.trailer, 'Info'))).toEqual({ Producer: '(tests)'.slice(1, -1) })
  })

  it('refuses an /XRefStm that leads nowhere', () => {
    const wrong = edit(makeHybrid(), (text) => text.replace(/\/XRefStm \d+/, '/XRefStm 99999'))
    expect(codeOf(() => PdfDocument.open(wrong))).toBe('invalid_document')
  })
})

describe('PdfDocument and revisions', () => {
  const second = appendRevision(file, { 3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 300 300]>>', 4: '(new)' })
  const third = appendRevision(second, { 4: '(newer)' })

  it('shows the newest form of each object, and which revision it came from', () => {
    const document = PdfDocument.open(third)
    expect(document.revisions.map(({ sections }) => sections)).toEqual([[2], [1], [0]])
    expect(get(document, 4)).toBe('newer')
    expect([1, 2, 3, 4, 5].map((num) => document.revisionOf(num))).toEqual([0, 0, 1, 2, undefined])
    expect(getPage(document, 0)?.box).toEqual([0, 0, 300, 300])
  })

  it('gives the file as it was at each revision', () => {
    const document = PdfDocument.open(third)
    const [first, middle] = document.revisions
    if (first === undefined || middle === undefined) throw new Error('There are too few revisions.')
    const atFirst = document.atRevision(first, file.length)
    expect([get(atFirst, 4), getPage(atFirst, 0)?.box]).toEqual([null, [0, 0, 595, 842]])
    expect(get(document.atRevision(middle, second.length), 4)).toBe('new')
  })

  it('counts numbers that any revision used or reserved as taken', () => {
    expect(PdfDocument.open(third).nextObjectNumber).toBe(101)
    expect(PdfDocument.open(makePdf(ONE_PAGE, { size: 50 })).nextObjectNumber).toBe(50)
    expect(PdfDocument.open(makePdf(ONE_PAGE, { size: 4_294_967_296 })).nextObjectNumber).toBe(4)
  })

  it('sees an object that a later revision freed as absent', () => {
    const text = latin1Text(file)
    const prev = /startxref\n(\d+)/.exec(text)?.[1]
    const freed = `${text}xref\n3 1\n0000000000 00001 f \ntrailer\n<</Size 4 /Root 1 0 R /Prev ${prev}>>\nstartxref\n${text.length}\n%%EOF\n`
    expect(get(PdfDocument.open(latin1Bytes(freed)), 3)).toBeNull()
  })

  it('refuses sections that form a loop', () => {
    const first = makePdf(ONE_PAGE, { trailer: '/Prev 9999999999' })
    const whole = latin1Text(appendRevision(first, { 4: '(new)' }))
    const newest = /startxref\n(\d+)\n%%EOF\n$/.exec(whole)?.[1] ?? ''
    const looped = whole.replace('/Prev 9999999999', `/Prev ${newest.padStart(10, '0')}`)
    expect(() => PdfDocument.open(latin1Bytes(looped))).toThrow(/loop/)
  })
})
