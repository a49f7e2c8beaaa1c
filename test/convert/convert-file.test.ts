/**
 * `convertFile`: results, their names and warnings, and what is refused.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile, renameTo } from '../../src/convert/convert-file.js'
import { rejectTooLong } from '../../src/convert/converters.js'
import { detectFormat } from '../../src/convert/detect-format.js'
import { SealwrightError } from '../../src/errors.js'
import { makeDocx, makeZip, paragraphXml } from '../support/make-docx.js'
import { pdfinfo, pdftotext, qpdfCheck, withFiles } from '../support/oracles.js'
import { hasTool, runTool } from '../support/tools.js'
import { startWork } from '../support/work-time.js'
import { readWithPdfjs } from './support/read-with-pdfjs.js'
import { makeRichDocx } from './support/rich-docx.js'

const rich = makeRichDocx()
const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** The code of the SealwrightError that a promise is rejected with. */
async function codeOf(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    () => new Error('It was not refused.'),
    (reason: unknown) => reason,
  )
  if (error instanceof SealwrightError) return error.code
  throw error
}

describe('what is probably a mistake', () => {
  it('is a format by another name: the message has ours', async () => {
    for (const [from, meant] of [
      ['markdown', 'md'],
      ['txt', 'md'],
      ['word', 'docx'],
    ]) {
      await expect(convertFile('a', { from: from as 'md' })).rejects.toThrow(`Did you mean "${meant}"?`)
    }
    await expect(convertFile('a', { from: 'md', to: 'word' as 'docx' })).rejects.toThrow('Did you mean "docx"?')
  })

  it('is an empty file', async () => {
    const warning = 'The file is empty, and so is what was made of it.'
    for (const empty of ['', ' \n', new Uint8Array()]) {
      expect((await convertFile(empty, { from: 'md', to: 'docx' })).warnings).toEqual([warning])
    }
    expect((await convertFile('a', { from: 'md', to: 'docx' })).warnings).toEqual([])
  })
})

describe('a document with a little of everything', () => {
  it.skipIf(!hasTool('qpdf'))('is clean for qpdf', async () => {
    const { bytes } = await convertFile(rich)
    await withFiles({ 'a.pdf': bytes }, async (path) => expect(await qpdfCheck(path('a.pdf'))).toEqual(new Set()))
  })

  it.skipIf(!hasTool('mutool'))('is clean for MuPDF', async () => {
    const { bytes } = await convertFile(rich)
    await withFiles({ 'a.pdf': bytes }, async (path) => {
      const { code, stderr } = await runTool('mutool', ['draw', '-r', '20', '-o', '/dev/null', path('a.pdf')])
      const findings = stderr
        .split('\n')
        .filter((line) => /^(?:warning|error)/.test(line) && !line.includes('ICC support'))
      expect([code, findings]).toEqual([0, []])
    })
  })

  it.skipIf(!hasTool('pdftoppm'))('is clean for poppler, with every font embedded and subset', async () => {
    const { bytes } = await convertFile(rich)
    await withFiles({ 'a.pdf': bytes }, async (path) => {
      const { code, stderr } = await runTool('pdftoppm', ['-r', '20', '-png', path('a.pdf'), path('page')])
      expect([code, stderr]).toEqual([0, ''])
      const { pages, errors, fields } = await pdfinfo(path('a.pdf'))
      expect([pages, errors, fields.get('Title')]).toEqual([3, [], 'Everything & more'])
      const fonts = (await runTool('pdffonts', [path('a.pdf')])).stdout.trim().split('\n').slice(2)
      expect(fonts.length).toBeGreaterThan(3)
      for (const font of fonts) expect(font).toMatch(/^[A-Z]{6}\+.* yes yes yes /)
    })
  })

  it.skipIf(!hasTool('pdftotext'))('can be read in its order', async () => {
    const { bytes } = await convertFile(rich)
    const text = await withFiles({ 'a.pdf': bytes }, (path) => pdftotext(path('a.pdf')))
    const inOrder = [
      'The whole at once',
      'First chapter',
      'Plain, bold, italic',
      'item one',
      'item three',
      'tall',
      'nested',
    ]
    const places = inOrder.map((words) => text.indexOf(words))
    expect(places).not.toContain(-1)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    for (const words of ['A note at the foot.', 'A note at the end.', 'inserted', 'Русский', 'boxed', 'Running head']) {
      expect(text).toContain(words)
    }
    expect(text).not.toContain('deleted')
  })

  it('has its links, outline and description, and is clean for pdf.js', async () => {
    const report = await readWithPdfjs((await convertFile(rich)).bytes)
    expect(report.warnings).toEqual([])
    expect(report.outline).toEqual(['First chapter', 'A second chapter'])
    expect([report.title, report.author]).toEqual(['Everything & more', 'Ada Lovelace'])
    expect(report.links).toContain('https://example.com/a?b=c')
    expect(report.links.filter((link) => link === '#').length).toBeGreaterThanOrEqual(2)
    expect(report.pages[0]).toContain('Page 1 of 3')
    expect(report.pages[2]).toContain('Page 3 of 3')
  })

  it('gives the same bytes every time, also at the same time, and is not changed', async () => {
    const input = rich.slice()
    const results = await Promise.all([
      convertFile(input),
      convertFile(input),
      convertFile(makeDocx(paragraphXml('x'))),
    ])
    const again = await convertFile(input)
    expect(Buffer.from(results[0].bytes).equals(results[1].bytes)).toBe(true)
    expect(Buffer.from(again.bytes).equals(results[0].bytes)).toBe(true)
    expect(Buffer.from(input).equals(rich)).toBe(true)
    // A box of the group is too narrow for its word.
    expect(again.warnings).toEqual([
      'Tracked changes are treated as accepted: 1 insertion, 1 deletion.',
      expect.stringMatching(/^One character is cut off .*: "o"\.$/),
      '4 characters reached no page, the first in "grouped".',
    ])
  })

  it('can be a part of a larger buffer', async () => {
    const larger = new Uint8Array(rich.length + 20)
    larger.set(rich, 10)
    const { bytes } = await convertFile(larger.subarray(10, 10 + rich.length))
    expect(Buffer.from(bytes).equals((await convertFile(rich)).bytes)).toBe(true)
  })
})

describe('what comes with a result', () => {
  it('is its media type, and a name where there was one', async () => {
    const input = makeDocx(paragraphXml('x'))
    expect(await convertFile(input)).not.toHaveProperty('fileName')
    expect(await convertFile(input, { fileName: 'Ü v1.2.docx' })).toMatchObject({
      contentType: 'application/pdf',
      fileName: 'Ü v1.2.pdf',
    })
  })

  it.each([
    ['a.docx', 'a.pdf'],
    ['a', 'a.pdf'],
    ['.docx', 'document.pdf'],
    ['', 'document.pdf'],
    ['a.tar.gz', 'a.tar.pdf'],
    ['v1.0 of the contract', 'v1.0 of the contract.pdf'],
  ])('is named %j -> %j', (name, renamed) => {
    expect(renameTo(name, 'pdf')).toBe(renamed)
  })

  it('are warnings about characters that no font has, each once', async () => {
    const { warnings } = await convertFile(makeDocx(paragraphXml('\u{13080}\u{13080} and \u{12000}')))
    expect(warnings).toHaveLength(2)
    expect(warnings[0]).toMatch(/^No font has the character U\+13080 /)
  })
})

describe('refusals', () => {
  const OLE = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(1000)])

  it.each(
    Object.entries({
      nothing: [new Uint8Array(0), 'invalid_document'],
      text: [new TextEncoder().encode('hello'), 'invalid_document'],
      'a file of old Word': [new Uint8Array(OLE), 'unsupported_document'],
      'an archive of something else': [makeZip({ mimetype: 'application/epub+zip' }), 'unsupported_document'],
      'broken markup': [makeDocx('<w:p>'), 'invalid_document'],
      'a document type declaration': [makeZip({ '[Content_Types].xml': '<!DOCTYPE x><Types/>' }), 'invalid_document'],
      depth: [makeDocx('<w:sdt>'.repeat(5000)), 'document_too_complex'],
      'a main part without a body': [makeDocx('', { 'word/document.xml': '<x/>' }), 'invalid_document'],
    } satisfies Record<string, [Uint8Array, string]>),
  )('%s', async (_, [input, code]) => {
    expect(await codeOf(convertFile(input, { from: 'docx' }))).toBe(code)
  })

  it('what is no file', async () => {
    expect(await codeOf(convertFile(['x'] as unknown as Uint8Array))).toBe('invalid_request')
  })

  it('what is too large, by a byte', async () => {
    const input = makeDocx(paragraphXml('x'))
    expect(await codeOf(convertFile(input, {}, { maxBytes: input.length - 1 }))).toBe('file_too_large')
    expect((await convertFile(input, {}, { maxBytes: input.length })).bytes.length).toBeGreaterThan(500)
  })

  it('conversions that there are not', async () => {
    expect(await codeOf(convertFile(new Uint8Array(9)))).toBe('unsupported_conversion')
    expect(await codeOf(convertFile(rich, { to: 'docx' }))).toBe('unsupported_conversion')
    const starts: [string, RegExp][] = [
      ['%PDF-1.7 ', /A PDF cannot be converted/],
      ['\xd0\xcf\x11\xe0\xa1\xb1', /save it as DOCX/],
      ['{\\rtf1 ', /save the file as DOCX/],
      ['MZ......', /not recognised/],
    ]
    for (const [start, message] of starts)
      await expect(convertFile(Buffer.from(start, 'latin1'))).rejects.toThrow(message)
    expect(await codeOf(convertFile(rich, { from: 'exe' as 'docx' }))).toBe('unsupported_conversion')
  })

  it('an aborted signal, with its reason', async () => {
    const reason = new Error('enough')
    await expect(convertFile(rich, {}, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  })

  it('gives up between paragraphs', async () => {
    const controller = new AbortController()
    let looks = 0
    const signal = Object.assign(controller.signal, {
      throwIfAborted() {
        if (++looks > 20) throw new Error('enough')
      },
    })
    const input = makeDocx(paragraphXml('words').repeat(500))
    await expect(convertFile(input, {}, { signal })).rejects.toThrow('enough')
    expect(looks).toBe(21)
  })
})

describe('telling the kind of file', () => {
  const text = (content: string) => new TextEncoder().encode(content)

  it.each<[string, Parameters<typeof detectFormat>[0], string | undefined]>([
    ['an archive, whatever it is called', { bytes: rich, fileName: 'a.md', contentType: 'text/html' }, 'docx'],
    ['markup', { bytes: text(' \n<!-- x --><!doctype HTML><p>'), fileName: 'a.md' }, 'html'],
    ['an ending', { bytes: text('# x'), fileName: 'A.MarkDown', contentType: 'text/html' }, 'md'],
    ['a media type', { bytes: text('x'), fileName: 'a.bin', contentType: 'Text/HTML' }, 'html'],
    ['a media type of DOCX', { bytes: text('x'), contentType: DOCX }, 'docx'],
    ['names of objects', { bytes: text('x'), fileName: 'a.constructor', contentType: '__proto__' }, undefined],
  ])('by %s', (_, facts, format) => {
    expect(detectFormat(facts)).toBe(format)
  })

  it('does not take long for what only begins like markup', () => {
    const workedMs = startWork()
    expect(detectFormat({ bytes: text('<!--x-->'.repeat(100_000)) })).toBeUndefined()
    expect(detectFormat({ bytes: text(' '.repeat(100_000)) })).toBeUndefined()
    expect(workedMs()).toBeLessThan(1000)
  })
})

describe('texts that are too long for a PDF', () => {
  it('are refused with what their author can do, and with why', () => {
    const cause = new SealwrightError(
      'document_too_complex',
      'The XML of the document has more elements than the limit',
    )
    const refused = () => rejectTooLong(cause)
    expect(refused).toThrow(/^The document is too long, .* Divide it into parts, or convert it to DOCX\./)
    expect(refused).toThrow(/\(As a Word document: The XML of the document has more elements than the limit\.\)$/)
    expect(refused).toThrow(expect.objectContaining({ code: 'document_too_complex', cause }))
  })

  it('leave other errors as they are', () => {
    const others = [new SealwrightError('invalid_document', 'a'), new Error('b')]
    for (const other of others) expect(() => rejectTooLong(other)).toThrow(other)
  })
})
