/**
 * E-mail addresses, checked and brought to one form.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import { normalizeEmail } from '../../src/keys/issuing/email-address.js'

describe('normalizeEmail', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    [' Ada.Lovelace+keys@Example.COM ', 'ada.lovelace+keys@example.com'],
    ["o'brien@mail.example.org", "o'brien@mail.example.org"],
    ['post@bücher.example', 'post@xn--bcher-kva.example'],
    ['post@BÜCHER.example', 'post@xn--bcher-kva.example'],
    ['jose\u0301@example.com', 'josé@example.com'],
    ['用户@例子.广告', '用户@xn--fsqu00a.xn--4rr70v'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('takes %s', (input, expected) => {
    expect(normalizeEmail(input)).toBe(expected)
  })

  it.each([
    ['nothing', ''],
    ['no at sign', 'ada.example.com'],
    ['no local part', '@example.com'],
    ['no domain', 'ada@'],
    ['a domain without a dot', 'ada@localhost'],
    ['an IP address', 'ada@127.0.0.1'],
    ['an address literal', 'ada@[127.0.0.1]'],
    ['two addresses', 'ada@example.com,bob@example.com'],
    ['two at signs', 'ada@bob@example.com'],
    ['a display name', 'Ada <ada@example.com>'],
    ['a quoted local part', '"ada@evil"@example.com'],
    ['a line break', 'ada@example.com\r\nBcc: bob@example.com'],
    ['a line break inside', 'ada\n@example.com'],
    ['a NUL', 'ada\0@example.com'],
    ['a space', 'ada lovelace@example.com'],
    ['two dots', 'ada..l@example.com'],
    ['a dot at the start', '.ada@example.com'],
    ['a percent-encoded domain', 'ada@exam%00ple.com'],
    ['a path after the domain', 'ada@example.com/path'],
    ['a query after the domain', 'ada@example.com?x'],
    ['a backslash after the domain', 'ada@example.com\\x'],
    ['a tab inside the domain', 'ada@exam\tple.com'],
    ['a soft hyphen inside the domain', 'ada@exam\u00adple.com'],
    ['a number for a domain', 'ada@0x7f.1'],
    ['a port after the domain', 'ada@example.com:25'],
    ['a long local part', `${'a'.repeat(65)}@example.com`],
    ['a long address', `ada@${'a.'.repeat(130)}com`],
    ['an empty label', 'ada@example..com'],
    ['a control character', 'ada\u202e@example.com'],
  ])('refuses %s', (_name, input) => {
    expect(() => normalizeEmail(input)).toThrow(
      expect.objectContaining({
        code: 'invalid_request',
        errors: [{ pointer: '/email', code: 'invalid_email', message: 'The e-mail address is not valid.' }],
      }),
    )
  })

  it('never folds two letters of other scripts into an ASCII one', () => {
    expect(normalizeEmail('\u212Aate@example.com')).not.toBe('ate@example.com')
    expect(normalizeEmail('adm\u0131n@example.com')).not.toBe('admin@example.com')
  })

  it('gives its own results back unchanged, and throws nothing else', () => {
    const emails = fc.oneof(
      fc.emailAddress(),
      fc.string({ unit: 'binary' }),
      fc.string().map((text) => `${text}@x.org`),
    )
    fc.assert(
      fc.property(emails, (email) => {
        try {
          const normalized = normalizeEmail(email)
          expect(normalizeEmail(normalized)).toBe(normalized)
          expect(normalized).not.toMatch(/[\s\0<>",;]/)
        } catch (error) {
          expect(error).toBeInstanceOf(SealwrightError)
        }
      }),
      { numRuns: 500 },
    )
  })

  it('refuses what is no text at all', () => {
    for (const value of [undefined, null, 5, {}, []]) {
      expect(() => normalizeEmail(value as unknown as string)).toThrow(SealwrightError)
    }
  })
})
