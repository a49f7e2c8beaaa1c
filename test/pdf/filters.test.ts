/**
 * Filters of streams.
 *
 * @module
 */

import { constants, deflateRawSync, deflateSync } from 'node:zlib'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { decodeStreamData } from '../../src/pdf/filter/decode-stream.js'
import { type DecodeOptions, decodeStream, type FilterParams } from '../../src/pdf/filter/filters.js'
import { PdfDict } from '../../src/pdf/objects.js'
import { codeOf } from '../support/code-of.js'

const MB = 1024 * 1024

function decode(data: Uint8Array, name: string, params: FilterParams = {}, options: Partial<DecodeOptions> = {}) {
  return decodeStream(data, [{ name, params }], { maxBytes: MB, ...options })
}

function ascii(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

function text(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes)
}

function flate(bytes: readonly number[]): Uint8Array {
  return deflateSync(Uint8Array.from(bytes))
}

describe('filter chains', () => {
  it('give the data itself when there is no filter', () => {
    const data = ascii('as it is')
    expect(decodeStream(data, [], { maxBytes: MB })).toBe(data)
  })

  it('do not let data without a filter past a limit', () => {
    const read = (maxBytes?: number) =>
      decodeStreamData(new PdfDict(), ascii('1234'), () => null, maxBytes === undefined ? {} : { maxBytes })
    expect([read(4).length, read().length]).toEqual([4, 4])
    expect(codeOf(() => read(3))).toBe('document_too_complex')
  })

  it('are undone first to last', () => {
    const hex = ascii(`${Buffer.from(deflateSync(ascii('inner'))).toString('hex')}>`)
    const filters = [
      { name: 'Crypt', params: {} },
      { name: 'ASCIIHexDecode', params: {} },
      { name: 'FlateDecode', params: {} },
    ]
    expect(text(decodeStream(hex, filters, { maxBytes: MB }))).toBe('inner')
  })

  it('may not be longer than the limit', () => {
    const filters = Array.from({ length: 17 }, () => ({ name: 'ASCIIHexDecode', params: {} }))
    expect(codeOf(() => decodeStream(ascii('>'), filters, { maxBytes: MB }))).toBe('document_too_complex')
  })

  it('with an image codec are named as not supported, with an unknown name as invalid', () => {
    for (const name of ['DCTDecode', 'JPXDecode', 'CCITTFaxDecode', 'JBIG2Decode']) {
      expect(codeOf(() => decode(ascii('x'), name))).toBe('unsupported_document')
    }
    expect(codeOf(() => decode(ascii('x'), 'NoSuchDecode'))).toBe('invalid_document')
  })
})

describe('FlateDecode', () => {
  const original = ascii('sealed '.repeat(5000))

  it('inflates, and ignores bytes after the end', () => {
    const packed = deflateSync(original)
    expect(decode(packed, 'FlateDecode')).toEqual(original)
    expect(decode(Uint8Array.of(...packed, 13, 10), 'FlateDecode')).toEqual(original)
  })

  it('gives a plain Uint8Array, whose slice is a copy', () => {
    expect(Object.getPrototypeOf(decode(deflateSync(original), 'FlateDecode'))).toBe(Uint8Array.prototype)
  })

  it('refuses data that expands past the limit, and takes data that just fits', () => {
    const packed = deflateSync(original)
    expect(decode(packed, 'FlateDecode', {}, { maxBytes: original.length })).toEqual(original)
    const tooSmall = { maxBytes: original.length - 1 }
    expect(codeOf(() => decode(packed, 'FlateDecode', {}, tooSmall))).toBe('document_too_complex')
    expect(codeOf(() => decode(packed, 'FlateDecode', {}, { ...tooSmall, tolerant: true }))).toBe(
      'document_too_complex',
    )
    expect(codeOf(() => decode(deflateSync(ascii('x')), 'FlateDecode', {}, { maxBytes: 0 }))).toBe(
      'document_too_complex',
    )
  })

  it('refuses truncated data, or gives its beginning when tolerant', () => {
    const noise = Uint8Array.from({ length: 3000 }, (_, i) => (i * i * 31 + (i >> 3)) & 255)
    const packed = deflateSync(noise)
    const cut = packed.subarray(0, packed.length - 200)
    expect(codeOf(() => decode(cut, 'FlateDecode'))).toBe('invalid_document')
    const part = decode(cut, 'FlateDecode', {}, { tolerant: true })
    expect(part.length).toBeGreaterThan(1000)
    expect(part).toEqual(noise.subarray(0, part.length))
  })

  describe('of data that was flushed and never finished', () => {
    const original = ascii('q 1 0 0 1 10 10 cm (Bar) Tj Q '.repeat(5))
    const flushed = (bytes: Uint8Array) => deflateSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH })
    const refused = (data: Uint8Array) => codeOf(() => decode(data, 'FlateDecode')) === 'invalid_document'

    it('takes all of it', () => {
      expect(decode(flushed(original), 'FlateDecode')).toEqual(original)
      expect(decode(flushed(new Uint8Array(0)), 'FlateDecode')).toHaveLength(0)
    })

    it('refuses it without the end of the flush, with something behind, and without a header', () => {
      const data = flushed(original)
      for (let cut = 1; cut < data.length; cut++) expect(refused(data.subarray(0, -cut))).toBe(true)
      expect(refused(Uint8Array.of(...data, 10))).toBe(true)
      expect(refused(data.subarray(2))).toBe(true)
    })

    it('refuses what stops within a block, though it ends like a flush', () => {
      // A stored block that announces 100 bytes and holds four of them.
      expect(refused(Uint8Array.of(0x78, 0x9c, 0, 100, 0, 0x9b, 0xff, 0, 0, 0xff, 0xff))).toBe(true)
      // A block in the fixed code.
      const fixed = deflateSync(original, { strategy: constants.Z_FIXED })
      expect(refused(Uint8Array.of(...fixed.subarray(0, 12), 0, 0, 0xff, 0xff))).toBe(true)
    })

    it('refuses a wrong checksum that looks like a flush', () => {
      const packed = Uint8Array.from(deflateSync(original))
      packed.set([0, 0, 0xff, 0xff], packed.length - 4)
      expect(refused(packed)).toBe(true)
    })

    it('keeps to the limit', () => {
      const large = flushed(new Uint8Array(1001))
      expect(codeOf(() => decode(large, 'FlateDecode', {}, { maxBytes: 1000 }))).toBe('document_too_complex')
      expect(decode(flushed(new Uint8Array(1000)), 'FlateDecode', {}, { maxBytes: 1000 })).toHaveLength(1000)
    })
  })

  it('refuses a wrong checksum, or passes over it when tolerant', () => {
    const packed = Uint8Array.from(deflateSync(original))
    packed[packed.length - 1] = (packed[packed.length - 1] ?? 0) ^ 1
    expect(codeOf(() => decode(packed, 'FlateDecode'))).toBe('invalid_document')
    expect(decode(packed, 'FlateDecode', {}, { tolerant: true })).toEqual(original)
  })

  it('takes data without a zlib header only when tolerant', () => {
    const raw = deflateRawSync(original)
    expect(codeOf(() => decode(raw, 'FlateDecode'))).toBe('invalid_document')
    expect(decode(raw, 'FlateDecode', {}, { tolerant: true })).toEqual(original)
  })

  it('takes empty data as empty when tolerant', () => {
    expect(codeOf(() => decode(new Uint8Array(0), 'FlateDecode'))).toBe('invalid_document')
    expect(decode(new Uint8Array(0), 'FlateDecode', {}, { tolerant: true })).toHaveLength(0)
  })
})

describe('PNG predictors', () => {
  // The encoder of the PNG specification (RFC 2083, 6), written from its formulas.
  function encodePng(rows: readonly (readonly number[])[], types: readonly number[], pixelBytes: number): number[] {
    return rows.flatMap((row, r) => {
      const above = rows[r - 1] ?? []
      const type = types[r % types.length] ?? 0
      const filtered = row.map((value, i) => {
        const a = i < pixelBytes ? 0 : (row[i - pixelBytes] ?? 0)
        const b = above[i] ?? 0
        const c = i < pixelBytes ? 0 : (above[i - pixelBytes] ?? 0)
        const p = a + b - c
        const [pa, pb, pc] = [Math.abs(p - a), Math.abs(p - b), Math.abs(p - c)]
        const paeth = pa <= pb && pa <= pc ? a : pb <= pc ? b : c
        const prediction = [0, a, b, Math.floor((a + b) / 2), paeth][type] ?? 0
        return (value - prediction) & 255
      })
      return [type, ...filtered]
    })
  }

  it('are undone for every row type, in any mix', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 7 }),
        fc.constantFrom(8, 16),
        fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 0, max: 6 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 255 })),
        (colors, columns, bitsPerComponent, types, rowCount, source) => {
          const pixelBytes = (colors * bitsPerComponent) / 8
          const take = () => source.next().value as number
          const rows = Array.from({ length: rowCount }, () => Array.from({ length: columns * pixelBytes }, take))
          const packed = flate(encodePng(rows, types, pixelBytes))
          const params = { predictor: 15, colors, columns, bitsPerComponent }
          expect([...decode(packed, 'FlateDecode', params)]).toEqual(rows.flat())
        },
      ),
    )
  })

  it('treat components below a byte as pixels of one byte', () => {
    const packed = flate([1, 1, 1, 2, 2, 1, 1])
    const params = { predictor: 11, colors: 1, bitsPerComponent: 4, columns: 3 }
    expect([...decode(packed, 'FlateDecode', params)]).toEqual([1, 2, 3, 3])
  })

  it('decode a last row that is cut short', () => {
    expect([...decode(flate([2, 1, 2, 3, 2, 1]), 'FlateDecode', { predictor: 12, columns: 3 })]).toEqual([1, 2, 3, 2])
  })

  it('refuse an unknown row type, or copy the row when tolerant', () => {
    const params = { predictor: 12, columns: 2 }
    expect(codeOf(() => decode(flate([9, 1, 2]), 'FlateDecode', params))).toBe('invalid_document')
    expect([...decode(flate([9, 1, 2]), 'FlateDecode', params, { tolerant: true })]).toEqual([1, 2])
  })

  it('refuse parameters that make no sense', () => {
    const bad: FilterParams[] = [
      { predictor: 3 },
      { predictor: 12, columns: 0 },
      { predictor: 12, columns: -4 },
      { predictor: 12, columns: 1.5 },
      { predictor: 12, columns: Number.MAX_SAFE_INTEGER, colors: 9 },
      { predictor: 12, colors: 0 },
      { predictor: 2, bitsPerComponent: 3 },
      { predictor: Number.NaN },
    ]
    for (const params of bad) {
      expect(codeOf(() => decode(flate([0, 1]), 'FlateDecode', params))).toBe('invalid_document')
    }
  })
})

describe('TIFF predictor', () => {
  it('adds components of 8 bits, each colour by itself, each row anew', () => {
    const params = { predictor: 2, colors: 2, columns: 3 }
    const packed = flate([10, 20, 1, 2, 255, 254, 5, 6, 1, 1, 1, 1])
    expect([...decode(packed, 'FlateDecode', params)]).toEqual([10, 20, 11, 22, 10, 20, 5, 6, 6, 7, 7, 8])
  })

  it('adds components of 16 bits with carry', () => {
    const params = { predictor: 2, bitsPerComponent: 16, columns: 3 }
    expect([...decode(flate([0, 255, 0, 1, 255, 255]), 'FlateDecode', params)]).toEqual([0, 255, 1, 0, 0, 255])
  })

  it('adds components below a byte', () => {
    const nibbles = { predictor: 2, bitsPerComponent: 4, columns: 4 }
    expect([...decode(flate([0x12, 0x3f]), 'FlateDecode', nibbles)]).toEqual([0x13, 0x65])
    const bits = { predictor: 2, bitsPerComponent: 1, columns: 8 }
    expect([...decode(flate([0b11001000]), 'FlateDecode', bits)]).toEqual([0b10001111])
  })
})

describe('LZWDecode', () => {
  // Encoder by the book (ISO 32000-2, 7.4.4.2), to decode long data with.
  function encodeLzw(data: readonly number[], early: 0 | 1): Uint8Array {
    const output: number[] = []
    let buffer = 0
    let count = 0
    const emit = (code: number, width: number) => {
      buffer = buffer * 2 ** width + code
      count += width
      while (count >= 8) {
        count -= 8
        const byte = Math.floor(buffer / 2 ** count)
        output.push(byte)
        buffer -= byte * 2 ** count
      }
    }
    let table = new Map<string, number>()
    let next = 258
    let width = 9
    emit(256, width)
    let current = ''
    const codeFor = (s: string) => (s.length === 1 ? s.charCodeAt(0) : (table.get(s) ?? -1))
    for (const byte of data) {
      const longer = current + String.fromCharCode(byte)
      if (longer.length === 1 || table.has(longer)) {
        current = longer
        continue
      }
      emit(codeFor(current), width)
      table.set(longer, next++)
      if (next + early > 1 << width) width++
      if (next === 4094) {
        emit(256, 12)
        table = new Map()
        next = 258
        width = 9
      }
      current = String.fromCharCode(byte)
    }
    if (current !== '') {
      emit(codeFor(current), width)
      next++
      if (next + early > 1 << width && width < 12) width++
    }
    emit(257, width)
    if (count > 0) output.push(buffer * 2 ** (8 - count))
    return Uint8Array.from(output)
  }

  it('decodes the example of the standard', () => {
    const data = Uint8Array.of(0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01)
    expect([...decode(data, 'LZWDecode')]).toEqual([45, 45, 45, 45, 45, 65, 45, 45, 45, 66])
  })

  it('follows the code width through full tables, with either EarlyChange', () => {
    const data = Array.from({ length: 30_000 }, (_, i) => (((i * i) >> 5) % 251) & (i % 7 === 0 ? 255 : 3))
    expect([...decode(encodeLzw(data, 1), 'LZWDecode')]).toEqual(data)
    expect([...decode(encodeLzw(data, 0), 'LZWDecode', { earlyChange: 0 })]).toEqual(data)
  })

  it('grows its output to the limit and no further', () => {
    const data = new Array<number>(50_000).fill(7)
    const packed = encodeLzw(data, 1)
    expect(decode(packed, 'LZWDecode', {}, { maxBytes: 50_000 })).toHaveLength(50_000)
    expect(codeOf(() => decode(packed, 'LZWDecode', {}, { maxBytes: 49_999 }))).toBe('document_too_complex')
  })

  it('undoes a predictor afterwards', () => {
    expect([...decode(encodeLzw([2, 1, 2, 2, 1, 1], 1), 'LZWDecode', { predictor: 12, columns: 2 })]).toEqual([
      1, 2, 2, 3,
    ])
  })

  it('refuses a code that does not exist, or stops there when tolerant', () => {
    // 256 (clear), 65, 400
    const data = Uint8Array.of(0b10000000, 0b00010000, 0b01110010, 0b00000000)
    expect(codeOf(() => decode(data, 'LZWDecode'))).toBe('invalid_document')
    expect([...decode(data, 'LZWDecode', {}, { tolerant: true })]).toEqual([65])
  })

  it('takes data without the end code', () => {
    expect([...decode(Uint8Array.of(0x80, 0x0b, 0x60), 'LZWDecode')]).toEqual([45])
  })
})

describe('ASCIIHexDecode', () => {
  it('reads digits of both cases, with white space, and an odd last digit as followed by 0', () => {
    expect([...decode(ascii('4A 4b\r\n7> 99'), 'ASCIIHexDecode')]).toEqual([0x4a, 0x4b, 0x70])
    expect([...decode(ascii('00ff'), 'ASCIIHexDecode')]).toEqual([0, 255])
  })

  it('refuses other characters, or skips them when tolerant', () => {
    expect(codeOf(() => decode(ascii('4x1>'), 'ASCIIHexDecode'))).toBe('invalid_document')
    expect([...decode(ascii('4x1>'), 'ASCIIHexDecode', {}, { tolerant: true })]).toEqual([0x41])
  })
})

describe('ASCII85Decode', () => {
  // Ascii85 as Python's base64.a85encode prints it.
  const vectors: [string, string][] = [
    ['', '~>'],
    ['s', 'Er~>'],
    ['seal', 'F(Jcr~>'],
    ['sealwright', 'F(JcrGB.D1BQO~>'],
    ['\0\0\0\0a', 'z@/~>'],
  ]

  it.each(vectors)('decodes %j', (plain, encoded) => {
    expect(text(decode(ascii(encoded), 'ASCII85Decode'))).toBe(plain)
    expect(text(decode(ascii(encoded.replace('~>', '')), 'ASCII85Decode'))).toBe(plain)
    expect(text(decode(ascii(`<~${encoded.split('').join('\n')}`), 'ASCII85Decode'))).toBe(plain)
  })

  it('refuses a lone last digit, a group above 2^32 - 1, z inside a group, and other characters', () => {
    for (const bad of ['F(JcrF~>', 's8W-"~>', 'uuuuu~>', 'uu~>', 'Fz~>', 'F{8~>']) {
      expect(codeOf(() => decode(ascii(bad), 'ASCII85Decode'))).toBe('invalid_document')
    }
    expect([...decode(ascii('s8W-!'), 'ASCII85Decode')]).toEqual([255, 255, 255, 255])
  })
})

describe('RunLengthDecode', () => {
  it('expands literals and runs up to the end mark', () => {
    expect([...decode(Uint8Array.of(1, 5, 6, 254, 7, 128, 0, 9), 'RunLengthDecode')]).toEqual([5, 6, 7, 7, 7])
    expect([...decode(Uint8Array.of(129, 3), 'RunLengthDecode')]).toEqual(new Array(128).fill(3))
  })

  it('refuses cut data, or gives what there is when tolerant', () => {
    for (const data of [Uint8Array.of(0, 9, 3, 1, 2), Uint8Array.of(0, 9, 254)]) {
      expect(codeOf(() => decode(data, 'RunLengthDecode'))).toBe('invalid_document')
    }
    const tolerant = { tolerant: true }
    expect([...decode(Uint8Array.of(0, 9, 3, 1, 2), 'RunLengthDecode', {}, tolerant)]).toEqual([9, 1, 2])
    expect([...decode(Uint8Array.of(0, 9, 254), 'RunLengthDecode', {}, tolerant)]).toEqual([9])
  })

  it('refuses data that expands past the limit', () => {
    expect(codeOf(() => decode(Uint8Array.of(129, 3), 'RunLengthDecode', {}, { maxBytes: 127 }))).toBe(
      'document_too_complex',
    )
  })
})

describe('any bytes', () => {
  it('decode, or throw a SealwrightError, and stay below the limit', () => {
    const name = fc.constantFrom(
      'FlateDecode',
      'LZWDecode',
      'ASCIIHexDecode',
      'ASCII85Decode',
      'RunLengthDecode',
      'Crypt',
    )
    const params = fc.record(
      {
        predictor: fc.constantFrom(1, 2, 10, 12, 15),
        colors: fc.integer({ min: 1, max: 5 }),
        bitsPerComponent: fc.constantFrom(1, 2, 4, 8, 16),
        columns: fc.integer({ min: 1, max: 40 }),
        earlyChange: fc.constantFrom(0, 1),
      },
      { requiredKeys: [] },
    )
    const filters = fc.array(fc.record({ name, params }), { maxLength: 3 })
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 300 }),
        filters,
        fc.boolean(),
        fc.boolean(),
        (data, chain, tolerant, pack) => {
          try {
            const bytes = decodeStream(pack ? deflateSync(data) : data, chain, { maxBytes: 1000, tolerant })
            expect(bytes.length).toBeLessThanOrEqual(1000)
          } catch (error) {
            expect(error).toBeInstanceOf(SealwrightError)
          }
        },
      ),
      { numRuns: 500 },
    )
  })
})
