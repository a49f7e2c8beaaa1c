/**
 * In which encoding pages, Markdown, style sheets and parts of DOCX files are read, and what is told about it.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { charsetOf } from '../../src/convert/charset-parameter.js'
import { convertFile } from '../../src/convert/convert-file.js'
import { decodeHtml, decodeText } from '../../src/convert/decode-text.js'
import { readHtml } from '../../src/convert/html/read-html.js'
import { declaredEncoding } from '../../src/convert/html-encoding.js'
import { readDocx } from '../../src/ooxml/read-docx.js'
import { documentXml, makeDocx, paragraphXml } from '../support/make-docx.js'
import { inlineText, paragraphsOf } from './html/flow-text.js'

/** Bytes of a text in Latin-1: each character is one byte. */
const latin1 = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'))
const utf8 = (text: string) => Uint8Array.from(Buffer.from(text))
const declared = (html: string) => declaredEncoding(latin1(html))?.encoding

describe('A page declares its encoding', () => {
  it.each([
    ['<meta charset=windows-1251>', 'windows-1251'],
    ['<META CHARSET = "Latin1" >', 'windows-1252'],
    ['<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">', 'koi8-r'],
    [`<meta content='text/html; charset = "euc-kr"' http-equiv=content-type>`, 'euc-kr'],
    ['<meta/charset="gbk"/>', 'gbk'],
    ['<meta charset=utf-16le>', 'utf-8'],
    ['<meta charset=x-user-defined>', 'windows-1252'],
    ['<meta charset=nonsense><meta charset=big5>', 'big5'],
    ['<!-- <meta charset=big5> --><meta charset=koi8-u>', 'koi8-u'],
    ['<!--><meta charset=big5>', 'big5'],
    ['<!-- --!><meta charset=big5>', 'big5'],
    ['<?xml encoding="x-user-defined"?>', 'x-user-defined'],
    ['<a title="<meta charset=big5>"><meta charset=koi8-u>', 'koi8-u'],
    [`<? <meta charset=big5> <meta charset=koi8-u>`, 'koi8-u'],
    ['</ <meta charset=big5><meta charset=koi8-u>', 'koi8-u'],
    ['<?xml version="1.0" encoding="iso-8859-2"?><html>', 'iso-8859-2'],
    [`<?xml encoding = 'shift_jis'?><meta charset=big5>`, 'big5'],
    ['<?xml encoding="utf-16"?>', 'utf-8'],
    ['<\0?\0x\0m\0l\0', 'utf-16le'],
    ['\0<\0?\0x\0m\0l', 'utf-16be'],
    [`<style>${' '.repeat(5000)}</style><meta charset=macintosh>`, 'macintosh'],
  ])('%s', (html, encoding) => {
    expect(declared(html)).toBe(encoding)
  })

  it.each([
    '<meta content="text/html; charset=koi8-r">',
    '<meta http-equiv=refresh content="text/html; charset=koi8-r">',
    '<metacharset=big5>',
    '<meta name=charset content=big5>',
    '<p data-x="charset=big5">',
    '<!-- <meta charset=big5>',
    ' <?xml encoding="big5"?>',
    `${' '.repeat(64 * 1024)}<meta charset=big5>`,
    '<meta charset="big5',
    '<',
  ])('other than in %j', (html) => {
    expect(declared(html)).toBeUndefined()
  })

  it('behind a byte order mark and what its transport says', () => {
    const page = '<meta charset=windows-1251>\xe9'
    expect(decodeHtml(latin1(page)).text).toContain('й')
    expect(decodeHtml(latin1(page), 'latin1').text).toContain('é')
    expect(decodeHtml(latin1(page), 'nonsense').text).toContain('й')
    expect(decodeHtml(latin1(`\xef\xbb\xbf${page.replace('\xe9', '\xc3\xa9')}`), 'latin1')).toEqual({
      text: '<meta charset=windows-1251>é',
      encoding: 'utf-8',
      warnings: [],
    })
  })
})

it('A content type names an encoding with or without quotes', () => {
  const types = ['text/html; charset=koi8-r', 'text/html;CHARSET="UTF-8"; x=y', 'text/html', undefined, 'x; xcharset=y']
  expect(types.map(charsetOf)).toEqual(['koi8-r', 'UTF-8', undefined, undefined, undefined])
})

describe('Files without a declaration', () => {
  it('are windows-1252 where they are not UTF-8, and that is told', () => {
    for (const decode of [decodeText, decodeHtml]) {
      const { text, warnings } = decode(latin1('caf\xe9 \x80 100 \x93x\x94'))
      expect(text).toBe('café € 100 “x”')
      expect(warnings).toEqual(['The file does not say its encoding and is not UTF-8: it was read as windows-1252.'])
      expect(decode(utf8('café €'))).toEqual({ text: 'café €', encoding: 'utf-8', warnings: [] })
    }
  })

  it('stay UTF-8 where more of it is valid than not', () => {
    const cut = utf8('Überschrift, Fuß, ø').slice(0, -1)
    expect(decodeText(cut).text).toBe('Überschrift, Fuß, \ufffd')
    expect(decodeText(cut).warnings).toEqual(['The file has 1 place that is not valid utf-8; "\ufffd" is shown there.'])
    expect(decodeText(latin1('\xc3\xbc \xe9')).encoding).toBe('windows-1252')
    expect(decodeText(latin1('\xc3\xbc \xc3\xbc \xe9')).encoding).toBe('utf-8')
  })

  it('may be UTF-16 where all zero bytes are on one side, and that is told', () => {
    const little = Buffer.from('# Titel – é', 'utf16le')
    expect(decodeText(little)).toEqual({
      text: '# Titel – é',
      encoding: 'utf-16le',
      warnings: ['The file does not say its encoding and was read as utf-16le.'],
    })
    expect(decodeHtml(Buffer.from(little).swap16()).text).toBe('# Titel – é')
    expect(decodeText(little.subarray(0, -1)).text).toBe('# Titel – \ufffd')
    expect(() => decodeText(Uint8Array.of(0, 0, 65, 0))).toThrow('not a text file')
    expect(() => decodeText(Buffer.from('a\ud800b', 'utf16le'))).toThrow('not a text file')
    // Sixteen zeros may be there by accident, in a file of more than a hundred and sixty bytes.
    expect(decodeText(utf8('x\0'.repeat(16) + 'y'.repeat(200))).encoding).toBe('utf-8')
    expect(() => decodeText(utf8('x\0y\0\0'.repeat(17) + 'y'.repeat(900)))).toThrow('not a text file')
  })
})

describe('What does not fit a declaration is told', () => {
  it.each([
    ['<meta charset=utf-8>\xe9\xe8', 'The file has 2 places that are not valid utf-8; "\ufffd" is shown there.'],
    ['<meta charset=shift_jis>\x82', 'The file has 1 place that is not valid shift_jis; "\ufffd" is shown there.'],
    [
      '<meta charset=windows-1252>\xc3\xa9',
      'The file was read as windows-1252, as it says, but looks like UTF-8: look at its accented letters.',
    ],
    ['<meta charset=windows-1252>\x81\x8d', '2 control characters of the file (U+0080 to U+009F) cannot be shown.'],
    ['<meta charset=nonsense>', 'No encoding is called "nonsense".'],
  ])('%j', (html, warning) => {
    expect(decodeHtml(latin1(html)).warnings).toEqual([warning])
  })

  it('and refused where browsers show nothing', () => {
    expect(() => decodeHtml(latin1('<meta charset=iso-2022-kr>x'))).toThrow('iso-2022-kr is not read')
  })
})

it('The content type of a file and the charset of a call say its encoding', async () => {
  const warningsOf = async (request: object, options = {}) =>
    (await convertFile(latin1('# \xcf\xf0\xe8'), { from: 'md', to: 'docx', ...request }, options)).warnings
  expect(await warningsOf({})).toHaveLength(1)
  expect(await warningsOf({ contentType: 'text/markdown; charset=windows-1251' })).toEqual([])
  expect(await warningsOf({ contentType: 'text/markdown; charset=utf-8' }, { charset: 'cp1251' })).toEqual([])
})

describe('A linked style sheet is decoded', () => {
  const contentOf = async (css: string, mediaType?: string, encoding?: string) => {
    const loadResource = async () => ({ bytes: latin1(css), ...(mediaType === undefined ? {} : { mediaType }) })
    const page = '<link rel=stylesheet href=x.css><p>x'
    const { document, warnings } = await readHtml(page, {
      loadResource,
      ...(encoding === undefined ? {} : { encoding }),
    })
    return [...paragraphsOf(document.blocks).map(({ inlines }) => inlineText(inlines)), ...warnings]
  }
  const rule = 'p::before { content: "\xcf\xc3\xb1" }'

  it('by its mark, its content type, its first rule, or as its page', async () => {
    expect(await contentOf(`\xef\xbb\xbf${rule.replace('\xcf', 'a')}`, 'text/css; charset=koi8-r')).toEqual(['añx'])
    expect(await contentOf(`@charset "koi8-r";${rule}`, 'text/css; charset=windows-1251')).toEqual(['ПГ±x'])
    expect(await contentOf(`@charset "windows-1251";${rule}`, 'text/css', 'utf-8')).toEqual(['ПГ±x'])
    expect(await contentOf(rule, undefined, 'windows-1251')).toEqual(['ПГ±x'])
    // A rule that is not written to the byte is none; one that says UTF-16 cannot be right.
    expect(await contentOf(`@charset 'windows-1251';${rule.replace('\xcf', 'a')}`)).toEqual(['añx'])
    expect(await contentOf(`@charset "utf-16";${rule.replace('\xcf', 'a')}`, undefined, 'koi8-r')).toEqual(['añx'])
  })

  it('with a warning where bytes are not of it', async () => {
    expect(await contentOf(rule)).toEqual([
      '\ufffdñx',
      'A style sheet has 1 place that is not valid utf-8; "\ufffd" is shown there.',
    ])
  })
})

describe('A part of a DOCX', () => {
  const read = (document: string) => {
    const docx = makeDocx(paragraphXml('x'), { 'word/document.xml': latin1(document) })
    const { sections, warnings } = readDocx(docx)
    return [/"text":"([^"]*)"/.exec(JSON.stringify(sections))?.[1], ...warnings]
  }
  const body = documentXml(paragraphXml('\xe9x\x80')).replace(/^<\?xml.*?\?>\s*/, '')

  it('is read in the encoding it declares', () => {
    expect(read(`<?xml version="1.0" encoding="ISO-8859-1"?>${body}`)).toEqual(['éx€'])
  })

  it('with a warning where bytes are not of it', () => {
    expect(read(`<?xml version="1.0" encoding="UTF-8"?>${body}`)).toEqual([
      '\ufffdx\ufffd',
      'The part word/document.xml is damaged: its bytes are no text in 2 places, which show as "\ufffd".',
    ])
  })
})
