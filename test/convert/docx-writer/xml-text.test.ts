/**
 * Text in XML.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { escapeAttribute, escapeXml } from '../../../src/escape.js'

describe('escapeXml', () => {
  it('escapes markup', () => {
    expect(escapeXml('a < b && c > "d"')).toBe('a &lt; b &amp;&amp; c &gt; &quot;d&quot;')
  })

  it('leaves out what is no XML character, and nothing else', () => {
    expect(escapeXml('a\u0000b\u0008c\u001fd\ufffee\uffff')).toBe('abcde')
    expect(escapeXml('x\ud800y\udc00z')).toBe('xyz')
    expect(escapeXml('🎉\t\n\r\u0085\ue000')).toBe('🎉\t\n\r\u0085\ue000')
  })

  it('keeps line ends of attributes', () => {
    expect(escapeAttribute('a\nb\t"c"')).toBe('a&#10;b&#9;&quot;c&quot;')
  })
})
