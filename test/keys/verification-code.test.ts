/**
 * Codes, and the secrets that protect them.
 *
 * @module
 */

import { createHmac, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  createCode,
  digestCode,
  matchesCode,
  parseCode,
  parseSecrets,
  pseudonym,
} from '../../src/keys/issuing/verification-code.js'

const secrets = parseSecrets(randomBytes(32))

describe('codes', () => {
  it('are six digits, zeros at the start included', () => {
    const codes = Array.from({ length: 2000 }, createCode)
    expect(codes.every((code) => /^[0-9]{6}$/.test(code))).toBe(true)
    expect(codes.some((code) => code.startsWith('0'))).toBe(true)
  })

  it.each([['123456'], ['123 456'], [' 123-456 '], ['1 2 3 4 5 6']])('are taken as typed: %s', (typed) => {
    expect(parseCode(typed)).toBe('123456')
  })

  it.each([[''], ['12345'], ['1234567'], ['12345a'], ['１２３４５６'], ['1'.repeat(100)], ['-123456e1']])(
    'are refused when they are not six digits: %s',
    (typed) => {
      expect(() => parseCode(typed)).toThrow(
        expect.objectContaining({ code: 'invalid_request', errors: [expect.objectContaining({ pointer: '/code' })] }),
      )
    },
  )

  it('match under their own id and address only', () => {
    const digest = digestCode(secrets, 'code_1', 'ada@example.com', '123456')
    expect(matchesCode(secrets, digest, 'code_1', 'ada@example.com', '123456')).toBe(true)
    expect(matchesCode(secrets, digest, 'code_1', 'ada@example.com', '123457')).toBe(false)
    expect(matchesCode(secrets, digest, 'code_2', 'ada@example.com', '123456')).toBe(false)
    expect(matchesCode(secrets, digest, 'code_1', 'bob@example.com', '123456')).toBe(false)
    expect(matchesCode(secrets, '', 'code_1', 'ada@example.com', '123456')).toBe(false)
  })

  it('are hashed with HMAC-SHA-256', () => {
    const secret = Buffer.from('0123456789abcdef0123456789abcdef')
    const expected = createHmac('sha256', secret).update('code\ncode_1\nada@example.com\n123456').digest('hex')
    expect(digestCode(parseSecrets(secret), 'code_1', 'ada@example.com', '123456')).toBe(expected)
  })

  it('match under every secret while the secret is being changed, and under no other', () => {
    const [older, newer, other] = [randomBytes(32), randomBytes(32), randomBytes(32)]
    const digest = digestCode(parseSecrets(older), 'code_1', 'ada@example.com', '123456')
    expect(matchesCode(parseSecrets([newer, older]), digest, 'code_1', 'ada@example.com', '123456')).toBe(true)
    expect(matchesCode(parseSecrets([newer, other]), digest, 'code_1', 'ada@example.com', '123456')).toBe(false)
  })
})

describe('secrets', () => {
  it.each([
    ['text of 31 bytes', 'x'.repeat(31)],
    ['31 bytes', new Uint8Array(31)],
    ['none', []],
    ['one long and one short', ['x'.repeat(32), 'short']],
    ['nothing', undefined],
  ])('are refused: %s', (_name, secret) => {
    expect(() => parseSecrets(secret as string)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })

  it('are counted in bytes', () => {
    expect(parseSecrets('ü'.repeat(16))[0]).toHaveLength(32)
  })

  it('are copied: changing the bytes afterwards changes nothing', () => {
    const bytes = randomBytes(32)
    const parsed = parseSecrets(bytes)
    const before = pseudonym(parsed, 'email', 'ada@example.com')
    bytes.fill(0)
    expect(pseudonym(parsed, 'email', 'ada@example.com')).toBe(before)
  })
})
