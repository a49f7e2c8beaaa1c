/**
 * Base64, decoded strictly.
 *
 * @module
 */

import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeBase64, decodedLength, writeBase64 } from '../../src/jobs/json/decode-base64.js'

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

  it.each([49_150, 49_151, 49_152, 49_153, 100_000])('decodes and encodes %i bytes, as text and as bytes', (size) => {
    const bytes = randomBytes(size)
    const text = bytes.toString('base64')
    expect(bytes.equals(decodeBase64(text) ?? new Uint8Array())).toBe(true)
    expect(bytes.equals(decodeBase64(Buffer.from(text)) ?? new Uint8Array())).toBe(true)
    const target = new Uint8Array(text.length + 2)
    expect(writeBase64(target, 1, bytes)).toBe(text.length + 1)
    expect(Buffer.from(target.subarray(1, -1)).toString()).toBe(text)
  })

  it.each(['=', '==', '\n', '-', 'é'])('refuses %j anywhere in a long text', (fault) => {
    const text = 'A'.repeat(200_000)
    for (const at of [0, 65_534, 65_535, 65_536, 131_071, 199_000]) {
      const wrong = text.slice(0, at) + fault + text.slice(at + fault.length)
      expect(decodeBase64(wrong), String(at)).toBeUndefined()
      expect(decodeBase64(Buffer.from(wrong, 'latin1')), String(at)).toBeUndefined()
    }
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
