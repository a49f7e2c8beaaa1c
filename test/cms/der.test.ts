/**
 * DER, read and written.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readAlgorithm } from '../../src/cms/asn1/algorithm-identifier.js'
import {
  childrenOf,
  contentOf,
  DerReader,
  encodingOf,
  octetsOf,
  readBitString,
  readDer,
  readWholeDer,
  TAG,
  toDer,
} from '../../src/cms/asn1/der.js'
import { readBoolean, readOid, readSmallInteger, readText, readTime } from '../../src/cms/asn1/der-values.js'
import {
  derBitString,
  derInteger,
  derOctetString,
  derOid,
  derSequence,
  derSetOf,
  derTime,
  derUtf8String,
  encodeDer,
} from '../../src/cms/asn1/der-writer.js'
import { SealwrightError } from '../../src/errors.js'

const hex = (text: string) => new Uint8Array(Buffer.from(text.replace(/\s/g, ''), 'hex'))
const asn1Failure = expect.objectContaining({ code: 'invalid_asn1' })

describe('reading values', () => {
  it('reads short and long forms of lengths as views on the source', () => {
    const source = encodeDer(0x04, new Uint8Array(70_000).fill(7))
    const value = readWholeDer(source)
    expect(contentOf(value).length).toBe(70_000)
    expect(contentOf(value).buffer).toBe(source.buffer)
    expect(encodingOf(value)).toEqual(source)
  })

  it('finds the end of nested indefinite lengths', () => {
    const value = readDer(hex('30 80 24 80 04 01 61 04 01 62 00 00 02 01 05 00 00 ff'))
    expect(value.end).toBe(17)
    const [octets, integer] = [...childrenOf(value)]
    expect(octets && octetsOf(octets)).toEqual(hex('61 62'))
    expect(integer && readSmallInteger(integer)).toBe(5)
  })

  it('gives the DER of a BER value, and leaves DER as it is', () => {
    const ber = hex('30 80 24 80 04 01 61 04 02 62 63 00 00 23 80 03 02 00 aa 03 02 04 f0 00 00 02 81 01 05 00 00')
    expect(toDer(readDer(ber))).toEqual(hex('30 0d 04 03 61 62 63 03 03 04 aa f0 02 01 05'))
    const der = derSequence(derInteger(5), derOctetString(hex('61')))
    expect(toDer(readDer(der)).buffer).toBe(der.buffer)
  })

  it.each([
    ['nothing', ''],
    ['a value cut off', '30 05 02 01'],
    ['a length cut off', '30 82 01'],
    ['an absurd length', '04 88 ff ff ff ff ff ff ff ff 00'],
    ['an indefinite length without end', '30 80 02 01 05'],
    ['an indefinite length of a primitive value', '04 80 00 00'],
    ['a child longer than its parent', '30 03 04 05 01 02 03 04 05'],
    ['an endless tag number', '3f ff ff ff ff ff ff 00'],
  ])('refuses %s', (_, text) => {
    expect(() => {
      for (const child of childrenOf(readDer(hex(text)))) encodingOf(child)
    }).toThrow(asn1Failure)
  })

  it('refuses values nested too deeply, definite or not', () => {
    const depth = 100_000
    const definite = new Uint8Array(2 * depth)
    for (let i = 0; i < depth; i++) definite.set([0x30, 0x80], 2 * i)
    expect(() => readDer(definite)).toThrow(asn1Failure)
    let nested: Uint8Array = derInteger(1)
    for (let i = 0; i < 200; i++) nested = derSequence(nested)
    expect(() => toDer(readDer(nested))).toThrow(asn1Failure)
  })

  it('walks through fields and names the one that is missing', () => {
    const reader = new DerReader(readDer(derSequence(derInteger(3))), TAG.sequence)
    expect(reader.readOptional(TAG.boolean)).toBeUndefined()
    expect(readSmallInteger(reader.read(TAG.integer, 'a version'))).toBe(3)
    expect(() => reader.read(TAG.integer, 'a serial number')).toThrow(/a serial number/)
  })

  it('only ever throws SealwrightError, and re-encodes whatever it can read to stable DER', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2, maxLength: 64 }), (bytes) => {
        try {
          const der = toDer(readDer(bytes))
          expect(toDer(readWholeDer(der))).toEqual(der)
        } catch (error) {
          if (!(error instanceof SealwrightError)) throw error
        }
      }),
      { numRuns: 5000, seed: 1 },
    )
  })
})

describe('single values', () => {
  it.each(['1.2.840.113549.1.7.2', '2.5.4.3', '0.4.0.127.0.7', '2.999.1', '1.3.101.112'])(
    'round-trips the object identifier %s',
    (oid) => {
      expect(readOid(readDer(derOid(oid)))).toBe(oid)
    },
  )

  it('reads arcs beyond 64 bits', () => {
    // 2.25 with a UUID as the last arc (X.667)
    const oid = readOid(readDer(hex('06 14 69 83 f0 d9 98 9d fc ba e0 ec ad 87 c6 c1 f3 e6 ad 8a c8 1d')))
    expect(oid).toMatch(/^2\.25\.\d{30,}$/)
  })

  it('round-trips times, with UTCTime until 2049', () => {
    for (const text of ['1999-12-31T23:59:59.000Z', '2026-02-28T00:00:00.000Z', '2050-01-01T00:00:00.000Z']) {
      const encoded = derTime(new Date(text))
      expect(readTime(readDer(encoded)).toISOString()).toBe(text)
      expect(encoded[0]).toBe(text.startsWith('2050') ? TAG.generalizedTime : TAG.utcTime)
    }
  })

  it.each([
    [TAG.utcTime, '260101000000+0130', '2025-12-31T22:30:00.000Z'],
    [TAG.utcTime, '2601010000Z', '2026-01-01T00:00:00.000Z'],
    [TAG.generalizedTime, '20260101000000.25Z', '2026-01-01T00:00:00.250Z'],
  ])('reads the time %s %s', (tag, text, expected) => {
    expect(readTime(readDer(encodeDer(tag, Buffer.from(text)))).toISOString()).toBe(expected)
  })

  it.each(['260230000000Z', '261301000000Z', '260101250000Z', 'x', ''])('refuses the time "%s"', (text) => {
    expect(() => readTime(readDer(encodeDer(TAG.utcTime, Buffer.from(text))))).toThrow(asn1Failure)
  })

  it('decodes the string types', () => {
    const text = (tag: number, bytes: Uint8Array) => readText(readDer(encodeDer(tag, bytes)))
    expect(readText(readDer(derUtf8String('Żółw 🐢')))).toBe('Żółw 🐢')
    expect(text(TAG.bmpString, hex('0041 017b'))).toBe('AŻ')
    expect(text(TAG.universalString, hex('0001f422 00110000'))).toBe('🐢\ufffd')
    expect(text(TAG.teletexString, hex('e9'))).toBe('é')
    expect(text(TAG.integer, hex('01'))).toBeUndefined()
  })

  it('round-trips small integers and refuses negative or huge ones', () => {
    for (const number of [0, 1, 127, 128, 255, 256, 0x7fffffff]) {
      expect(readSmallInteger(readDer(derInteger(number)))).toBe(number)
    }
    expect(() => readSmallInteger(readDer(hex('02 01 80')))).toThrow(asn1Failure)
    expect(() => readSmallInteger(readDer(hex('02 05 01 00 00 00 00')))).toThrow(asn1Failure)
    expect(readBoolean(readDer(hex('01 01 01')))).toBe(true)
  })

  it('refuses what is no BER either: octets that an integer does not need, a NULL that holds something, a lone end', () => {
    expect(() => readSmallInteger(readDer(hex('02 02 00 01')))).toThrow(asn1Failure)
    expect(readSmallInteger(readDer(hex('02 02 00 80')))).toBe(128)
    expect(() => readAlgorithm(readDer(hex('30 06 06 01 2a 05 01 00')))).toThrow(asn1Failure)
    expect(readAlgorithm(readDer(hex('30 05 06 01 2a 05 00')))).toMatchObject({ oid: '1.2' })
    expect(() => readDer(hex('00 00'))).toThrow(asn1Failure)
    expect(() => [...childrenOf(readDer(hex('30 04 05 00 00 00')))]).toThrow(asn1Failure)
  })

  it('reads the bits of a BIT STRING', () => {
    expect(readBitString(readDer(derBitString(hex('c0'), 6)))).toEqual({ bytes: hex('c0'), unusedBits: 6 })
    expect(() => readBitString(readDer(hex('03 01 08')))).toThrow(asn1Failure)
  })

  it('sorts SET OF by encoding', () => {
    const members = [hex('04 01 02'), hex('02 01 09'), hex('04 01 01')]
    expect(derSetOf(members)).toEqual(hex('31 09 02 01 09 04 01 01 04 01 02'))
  })
})
