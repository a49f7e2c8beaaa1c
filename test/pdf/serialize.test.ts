/**
 * Objects that are written and read back.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  PdfDict,
  PdfName,
  type PdfObject,
  PdfReal,
  PdfRef,
  PdfStream,
  PdfString,
  PdfVerbatim,
} from '../../src/pdf/objects.js'
import { ByteWriter } from '../../src/pdf/syntax/byte-writer.js'
import { ObjectParser } from '../../src/pdf/syntax/object-parser.js'
import { formatNumber, writeIndirectObject, writeObject } from '../../src/pdf/syntax/serialize.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { plain } from './make-pdf.js'

function write(object: PdfObject): string {
  const out = new ByteWriter(1)
  writeObject(out, object)
  return latin1Text(out.view())
}

function reread(object: PdfObject): PdfObject {
  const anomalies: string[] = []
  const bytes = latin1Bytes(write(object))
  const parser = new ObjectParser(bytes, 0, bytes.length, (code) => anomalies.push(code))
  const read = parser.parseObject()
  expect([anomalies, parser.pos]).toEqual([[], bytes.length])
  return read
}

const latin1 = fc.string({
  unit: fc.integer({ min: 0, max: 255 }).map((code) => String.fromCharCode(code)),
  maxLength: 24,
})
const spelling = fc
  .tuple(fc.constantFrom('', '+', '-'), fc.nat(99999), fc.constantFrom('.', '.0', '.50', '.12345678901234567890'))
  .map((parts) => parts.join(''))

const { object: anyObject } = fc.letrec<{ object: PdfObject }>((tie) => ({
  object: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger(),
    spelling.map((text) => new PdfReal(Number(text), text)),
    latin1.map((text) => PdfName.of(text)),
    fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.boolean()).map(([bytes, hex]) => new PdfString(bytes, hex)),
    fc.tuple(fc.nat(8_388_607), fc.nat(65_535)).map(([num, gen]) => new PdfRef(num, gen)),
    fc.array(tie('object'), { maxLength: 5 }),
    fc
      .dictionary(
        latin1,
        tie('object').filter((value) => value !== null),
        { maxKeys: 5 },
      )
      .map((entries) => new PdfDict(entries)),
  ),
}))

describe('writeObject', () => {
  it('writes what the parser reads back, without an anomaly', () => {
    fc.assert(
      fc.property(anyObject, (object) => {
        expect(plain(reread(object))).toEqual(plain(object))
      }),
      { numRuns: 500 },
    )
  })

  it('writes a second time what it wrote the first time', () => {
    fc.assert(
      fc.property(anyObject, (object) => {
        expect(write(reread(object))).toBe(write(object))
      }),
    )
  })

  it.each([
    ['4.00', '4.00'],
    ['-.5', '-.5'],
    ['--5', '--5'],
    ['99999999999999999999', '99999999999999999999'],
    ['-00001.10', '-00001.10'],
  ])('keeps the spelling of the real %s', (text, written) => {
    expect(write(new ObjectParser(latin1Bytes(text)).parseObject())).toBe(written)
  })

  it.each([
    ['A B', '/A#20B'],
    ['#', '/#23'],
    ['(/)', '/#28#2F#29'],
    ['\0\xff', '/#00#FF'],
    ['A;-*?', '/A;-*?'],
    ['', '/'],
  ])('escapes the name %j', (value, written) => {
    expect(write(PdfName.of(value))).toBe(written)
  })

  it('escapes only what a literal string needs, and writes hexadecimal strings as such', () => {
    expect(write(new PdfString(latin1Bytes('a(b)\\c\rd\ne')))).toBe('(a\\(b\\)\\\\c\\rd\ne)')
    expect(write(new PdfString(latin1Bytes('AB\xff'), true))).toBe('<4142FF>')
  })

  it('gives a stream its actual length', () => {
    const stream = new PdfStream(new PdfDict({ Length: new PdfRef(9), A: 1 }), latin1Bytes('data'))
    expect(write(stream)).toBe('<</Length 4\n/A 1\n>>\nstream\ndata\nendstream')
  })

  it('tells verbatim bytes where they landed', () => {
    const verbatim = new PdfVerbatim(latin1Bytes('<00>'))
    const out = new ByteWriter(4)
    writeIndirectObject(out, new PdfRef(7, 2), new PdfDict({ A: verbatim }))
    expect(latin1Text(out.view())).toBe('7 2 obj\n<</A <00>\n>>\nendobj\n')
    expect(latin1Text(out.view(), verbatim.offset, verbatim.offset + 4)).toBe('<00>')
  })
})

describe('formatNumber', () => {
  it.each([
    [0, '0'],
    [-0, '0'],
    [1.5, '1.5'],
    [-1.25, '-1.25'],
    [0.000001, '0'],
    [-0.000001, '0'],
    [1 / 3, '0.33333'],
    [100, '100'],
    [100.1, '100.1'],
    [1e15, '1000000000000000'],
  ])('writes %d without an exponent', (value, text) => {
    expect(formatNumber(value)).toBe(text)
  })

  it('refuses what is no number', () => {
    expect(() => formatNumber(Number.NaN)).toThrow(RangeError)
    expect(() => formatNumber(Number.POSITIVE_INFINITY)).toThrow(RangeError)
  })
})
