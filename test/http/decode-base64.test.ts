import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, decodedLength } from '../../src/http/decode-base64.js'

describe('decodeBase64', () => {
  it('decodes whatever was encoded, and knows its length before', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64')
        expect(Buffer.from(decodeBase64(text) ?? []).equals(bytes)).toBe(true)
        expect(decodedLength(text)).toBe(bytes.length)
      }),
    )
  })

  it('takes only the one text that the bytes are encoded to', () => {
    const text = fc.string({ unit: fc.constantFrom(...'AQZagz09+/=-_ \n'), maxLength: 12 })
    fc.assert(
      fc.property(text, (candidate) => {
        const bytes = decodeBase64(candidate)
        if (bytes !== undefined) expect(Buffer.from(bytes).toString('base64')).toBe(candidate)
      }),
      { numRuns: 5000 },
    )
  })

  it.each([
    ['QQ', 'no padding'],
    ['QQ=', 'too little padding'],
    ['QR==', 'bits that stand for nothing'],
    ['QUJ=', 'bits that stand for nothing'],
    ['QQ==QQ==', 'padding inside'],
    ['QUJD\nQUJD', 'a line break'],
    ['QUJDQUJ\n', 'a line break for the padding'],
    [' QUJ', 'a space'],
    ['QU-_', 'the URL-safe alphabet'],
    ['====', 'padding alone'],
    ['A===', 'too much padding'],
    ['QUJ\u0141', 'a character whose low byte is a letter'],
    ['QUJé', 'another character'],
  ])('refuses %j (%s)', (text) => {
    expect(decodeBase64(text)).toBeUndefined()
  })
})
