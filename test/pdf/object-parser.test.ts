/**
 * The syntax of objects, slips of real writers included.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfName, type PdfObject, PdfReal, PdfString } from '../../src/pdf/objects.js'
import { ObjectParser } from '../../src/pdf/syntax/object-parser.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { codeOf } from '../support/code-of.js'
import { plain } from './make-pdf.js'

function parse(text: string): { object: PdfObject; anomalies: string[]; rest: string } {
  const anomalies: string[] = []
  const bytes = latin1Bytes(text)
  const parser = new ObjectParser(bytes, 0, bytes.length, (code) => anomalies.push(code))
  const object = parser.parseObject()
  return { object, anomalies, rest: text.slice(parser.pos) }
}

/** The object, which must be read without any anomaly. */
function read(text: string): unknown {
  const { object, anomalies } = parse(text)
  expect(anomalies).toEqual([])
  return plain(object)
}

describe('ObjectParser on what the standard allows', () => {
  it.each([
    ['null', null],
    ['true', true],
    ['false', false],
    ['0', 0],
    ['+17', 17],
    ['-98', -98],
    ['007', 7],
    ['9007199254740991', 9007199254740991],
    ['34.5', { real: '34.5' }],
    ['-.002', { real: '-.002' }],
    ['4.', { real: '4.' }],
    ['+123.60', { real: '+123.60' }],
    ['0.0', { real: '0.0' }],
    ['/Name1', '/Name1'],
    ['/', '/'],
    ['/A;Name_With-Various***Characters?', '/A;Name_With-Various***Characters?'],
    ['/Lime#20Green', '/Lime Green'],
    ['/paired#28#29parentheses', '/paired()parentheses'],
    ['/A#42', '/AB'],
    ['/1.2', '/1.2'],
    ['12 0 R', '12 0 R'],
    ['12\r\n 65535\tR', '12 65535 R'],
    ['[]', []],
    ['[549 3.14 false (Ralph) /SomeName]', [549, { real: '3.14' }, false, 'Ralph', '/SomeName']],
    ['[1 0 R 2 0 R]', ['1 0 R', '2 0 R']],
    ['[1 0 1 0 R 2]', [1, 0, '1 0 R', 2]],
    ['[0 0 612 792]', [0, 0, 612, 792]],
    ['[1[2]3]', [1, [2], 3]],
    ['<<>>', {}],
    ['<</A 1/B(x)/C/D/E<41>/F[1]/G<</H null>>>>', { A: 1, B: 'x', C: '/D', E: 'A', F: [1], G: {} }],
    ['%comment\n  1', 1],
    ['<</A %comment >>\r1>>', { A: 1 }],
    ['\0\t\n\f\r 1', 1],
  ])('reads %s', (text, expected) => {
    expect(read(text)).toEqual(expected)
  })

  it.each([
    ['()', ''],
    ['(plain)', 'plain'],
    ['(balanced (and (nested)) parentheses)', 'balanced (and (nested)) parentheses'],
    ['(\\n\\r\\t\\b\\f\\(\\)\\\\)', '\n\r\t\b\f()\\'],
    ['(\\q)', 'q'],
    ['(\\101\\7\\0053)', 'A\x07\x053'],
    ['(\\777)', '\xff'],
    ['(\\8)', '8'],
    ['(a\\\nb\\\rc\\\r\nd)', 'abcd'],
    ['(a\rb\r\nc\nd)', 'a\nb\nc\nd'],
    ['(\\))', ')'],
    ['(%no comment)', '%no comment'],
  ])('resolves the escapes of the literal string %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it.each([
    ['<>', ''],
    ['<4E6f>', 'No'],
    ['<901FA3>', '\x90\x1f\xa3'],
    ['<901FA>', '\x90\x1f\xa0'],
    ['<4 1\n42>', 'AB'],
  ])('reads the hexadecimal string %j', (text, expected) => {
    expect(read(text)).toBe(expected)
  })

  it('tells hexadecimal strings from literal ones, and keeps the spelling of reals', () => {
    const { object } = parse('[<41> (A) 1.50]')
    const [hex, literal, real] = object as PdfObject[]
    expect([hex instanceof PdfString && hex.hex, literal instanceof PdfString && literal.hex]).toEqual([true, false])
    expect(real).toEqual(new PdfReal(1.5, '1.50'))
  })

  it('leaves strings where they stand until their bytes are asked for', () => {
    const bytes = latin1Bytes('[(plain) (o(c)t\\141l\\\n) <4E6f> <901FA>]')
    const strings = new ObjectParser(bytes).parseObject() as PdfString[]
    expect(strings.map(({ source }) => source === bytes)).toEqual([true, true, true, true])
    expect(strings.map((string) => latin1Text(string.bytes))).toEqual(['plain', 'o(c)tal', 'No', '\x90\x1f\xa0'])
  })

  it('stops behind the object', () => {
    expect(parse('12 0 Rest').rest).toBe(' 0 Rest')
    expect(parse('<</A 1>>stream').rest).toBe('stream')
    expect(parse('(a)(b)').rest).toBe('(b)')
    expect(parse('1 0 obj').rest).toBe(' 0 obj')
  })

  it('shares equal names, and takes the same value from different spellings', () => {
    expect(parse('/Type').object).toEqual(PdfName.of('Type'))
    expect(parse('/T#79pe').object).toEqual(PdfName.of('Type'))
  })

  it('reads integers that a double cannot hold as reals with their digits', () => {
    for (const digits of ['99999999999999999999', '-99999999999999999999', '9'.repeat(400)]) {
      expect(parse(digits).object).toMatchObject({ spelling: digits })
    }
  })
})

describe('ObjectParser on slips of real writers', () => {
  it.each([
    ['<</A 1/A 2>>', { A: 2 }, 'duplicate_key'],
    ['<</A 1 2 /B 3>>', { A: 1, B: 3 }, 'key_not_a_name'],
    ['<</A 1 ) /B 3>>', { A: 1, B: 3 }, 'key_not_a_name'],
    ['<</A 1/B>>', { A: 1 }, 'missing_value'],
    ['<</A foo/B 1>>', { B: 1 }, 'unknown_keyword'],
    ['<</A 1 endobj', { A: 1 }, 'unterminated_dictionary'],
    ['<</A 1 stream', { A: 1 }, 'unterminated_dictionary'],
    ['<</A 1 5 0 obj', { A: 1 }, 'unterminated_dictionary'],
    ['[1 2 endobj', [1, 2], 'unterminated_array'],
    ['[1 2 >>', [1, 2], 'unterminated_array'],
    ['[1 ) 2]', [1, 2], 'unknown_keyword'],
    ['--5', { real: '--5' }, 'malformed_number'],
    ['1.-2', { real: '1.-2' }, 'malformed_number'],
    ['1.2.3', { real: '1.2.3' }, 'malformed_number'],
    ['5-', { real: '5-' }, 'malformed_number'],
    ['-', { real: '-' }, 'malformed_number'],
    ['.', { real: '.' }, 'malformed_number'],
    ['<4g1>', 'A', 'malformed_hex_string'],
  ])('reads %s and says so', (text, expected, anomaly) => {
    const { object, anomalies } = parse(text)
    expect(plain(object)).toEqual(expected)
    expect(anomalies).toContain(anomaly)
  })

  it.each([
    ['--5', -5],
    ['1.-2', 1],
    ['5-', 5],
    ['.', 0],
    ['-', 0],
  ])('takes the sensible part of the number %s', (text, value) => {
    expect(parse(text).object).toMatchObject({ value })
  })

  it('keeps a # that opens no escape', () => {
    expect(read('/A#B')).toBe('/A#B')
    expect(read('/A#GG#')).toBe('/A#GG#')
  })
})

describe('ObjectParser on what cannot be read', () => {
  it.each([
    '',
    '   ',
    '%only a comment',
    ')',
    '>',
    ']',
    '}',
    'endobj',
    'stream',
    '[',
    '[1',
    '<</A',
    '<</A 1',
    '(',
    '(\\)',
    '<41',
    '<<',
  ])('refuses %j', (text) => {
    expect(codeOf(() => parse(text))).toBe('invalid_document')
  })

  it('refuses nesting past the limit, and only that', () => {
    expect(codeOf(() => parse('['.repeat(256) + ']'.repeat(256)))).toBe('none')
    expect(codeOf(() => parse('['.repeat(257) + ']'.repeat(257)))).toBe('document_too_complex')
    expect(codeOf(() => parse('<</A '.repeat(1_000_000)))).toBe('document_too_complex')
    expect(codeOf(() => parse('<<1 [ '.repeat(1_000_000)))).toBe('document_too_complex')
  })

  it('refuses dictionaries with more entries than any honest one, and only those', () => {
    const withEntries = (count: number) => `<<${Array.from({ length: count }, (_, i) => `/K${i} ${i}`).join('')}>>`
    expect(codeOf(() => parse(withEntries(200_000)))).toBe('none')
    expect(codeOf(() => parse(withEntries(200_001)))).toBe('document_too_complex')
  })

  it('reads unbalanced parentheses of any depth without recursion', () => {
    expect(codeOf(() => parse('('.repeat(1_000_000)))).toBe('invalid_document')
    expect(codeOf(() => parse('('.repeat(500_000) + ')'.repeat(500_000)))).toBe('none')
  })

  it('refuses an object that would take far more memory than bytes', () => {
    expect(codeOf(() => parse(`[${'()'.repeat(1_100_000)}]`))).toBe('document_too_complex')
    expect(codeOf(() => parse(`[${'[]'.repeat(1_100_000)}]`))).toBe('document_too_complex')
    expect(codeOf(() => parse(`[${'1 '.repeat(1_100_000)}]`))).toBe('none')
  })

  it('never reads past its end', () => {
    const bytes = latin1Bytes('[<41> (b)]')
    for (let end = 0; end < bytes.length; end++) {
      expect(codeOf(() => new ObjectParser(bytes, 0, end).parseObject())).toBe('invalid_document')
    }
    expect(new ObjectParser(latin1Bytes('12345'), 0, 3).parseObject()).toBe(123)
  })
})

describe('ObjectParser.takeKeyword and takeUnsigned', () => {
  it('take what stands next and leave the rest', () => {
    const parser = new ObjectParser(latin1Bytes(' 12 0 %x\nobj<<'))
    expect([parser.takeUnsigned(), parser.takeUnsigned(), parser.takeUnsigned()]).toEqual([12, 0, undefined])
    expect([parser.takeKeyword('ob'), parser.takeKeyword('obj'), parser.takeKeyword('obj')]).toEqual([
      false,
      true,
      false,
    ])
    expect(parser.peek()).toBe(0x3c)
  })

  it('take no number that is too large to be exact', () => {
    expect(new ObjectParser(latin1Bytes('99999999999999999999')).takeUnsigned()).toBeUndefined()
  })
})

describe('ObjectParser on a string that has no end', () => {
  it.each(['(x', '[(x', '<4', '<</A <4'])('has searched %s to the end, and says where it began', (text) => {
    const bytes = latin1Bytes(`${text}${' '.repeat(100)}`)
    const parser = new ObjectParser(bytes)
    expect(() => parser.parseObject()).toThrow(`at byte ${text.length - 2} `)
    expect(parser.pos).toBe(bytes.length)
  })
})
