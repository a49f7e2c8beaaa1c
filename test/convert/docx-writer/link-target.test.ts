/**
 * Addresses of hyperlinks as valid URIs.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { toLinkTarget } from '../../../src/convert/docx-writer/link-target.js'

describe('toLinkTarget', () => {
  it.each([
    ['https://example.com/path?a=1&b=2', 'https://example.com/path?a=1&b=2'],
    ['mailto:a@b.co', 'mailto:a@b.co'],
    ['../other.html#part', '../other.html#part'],
    ['https://example.com/a b|c^d', 'https://example.com/a%20b%7Cc%5Ed'],
    ['https://[::1]:8080/x[1]', 'https://[::1]:8080/x%5B1%5D'],
    ['https://example.com/100%', 'https://example.com/100%25'],
    ['https://example.com/#a#b', 'https://example.com/#a%23b'],
    ['seite ü.html', 'seite%20%C3%BC.html'],
  ])('writes %s as a URI', (url, expected) => {
    expect(toLinkTarget(url)).toBe(expected)
  })

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'vbscript:x',
    'data:text/html,x',
    'file:///etc/passwd',
    'http://a:b:c/',
    'http://',
    '',
    '\ud800',
    `https://example.com/${'x'.repeat(3000)}`,
  ])('refuses %s', (url) => {
    expect(toLinkTarget(url)).toBeUndefined()
  })
})
