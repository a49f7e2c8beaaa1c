/**
 * Text strings and dates.
 *
 * @module
 */

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { dateString, decodeTextString, textString } from '../../src/pdf/syntax/text-string.js'

describe('textString', () => {
  it('writes ASCII as it is, and all else as UTF-16 with its mark', () => {
    expect(latin1Text(textString('Ada (Byron)').bytes)).toBe('Ada (Byron)')
    expect(latin1Text(textString('\u00e9').bytes)).toBe('\xfe\xff\x00\xe9')
    expect(latin1Text(textString('line\n').bytes)).toBe('\xfe\xff\0l\0i\0n\0e\0\n')
    expect(latin1Text(textString('\ud83d\udd8b').bytes)).toBe('\xfe\xff\xd8\x3d\xdd\x8b')
  })

  it('writes what decodeTextString reads back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        expect(decodeTextString(textString(text).bytes)).toBe(text)
      }),
    )
  })
})

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')

/** Bytes that are still referred to, without what was left over and not collected yet. */
function heapInUse(): number {
  collectGarbage()
  return process.memoryUsage().heapUsed
}

describe('decodeTextString', () => {
  it.each([
    ['PDFDocEncoding', 'caf\xe9 \x80\x8d\xa0\x18', 'caf\u00e9 \u2022\u201c\u20ac\u02d8'],
    ['UTF-16, big endian', '\xfe\xff\x04\x10', '\u0410'],
    ['UTF-16, little endian', '\xff\xfe\x10\x04', '\u0410'],
    ['UTF-8', '\xef\xbb\xbf\xd0\x90', '\u0410'],
    ['nothing', '', ''],
    ['a mark alone', '\xfe\xff', ''],
    ['half a unit', '\xfe\xff\x04', '\ufffd'],
    ['half a pair', '\xfe\xff\xd8\x3d', '\ufffd'],
  ])('reads %s', (_, bytes, text) => {
    expect(decodeTextString(latin1Bytes(bytes))).toBe(text)
  })

  it('takes memory for its letters and little more', () => {
    const before = heapInUse()
    const text = decodeTextString(new Uint8Array(2_000_000).fill(0x81))
    // Joined letter by letter it would be 64 MB.
    expect(heapInUse() - before).toBeLessThan(16_000_000)
    expect(text).toBe('\u2020'.repeat(2_000_000))
  })
})

describe('dateString', () => {
  it('writes a moment in UTC', () => {
    expect(latin1Text(dateString(new Date('2026-01-31T12:34:56.789+02:00')).bytes)).toBe('D:20260131103456Z')
  })
})
