/**
 * Lists as definitions of numbering.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { Numbering } from '../../../src/convert/docx-writer/numbering.js'
import { listOf } from './sample-flow.js'

const count = (xml: string, pattern: RegExp) => [...xml.matchAll(pattern)].length

describe('Numbering', () => {
  it('gives lists of one shape one definition and numbers of their own', () => {
    const numbering = new Numbering()
    const lists = [listOf('decimal', 'lowerLetter'), listOf('decimal', 'lowerLetter'), listOf('upperRoman')]
    expect(lists.map((list) => numbering.idOf(list))).toEqual([1, 2, 3])
    expect(numbering.idOf(lists[0] ?? listOf())).toBe(1)
    const xml = numbering.toXml()
    expect(count(xml, /<w:abstractNum /g)).toBe(2)
    expect(count(xml, /<w:num /g)).toBe(3)
    expect(count(xml, /<w:lvl /g)).toBe(18)
    expect(xml).toContain(
      '<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="1"/>',
    )
  })

  it('lets bullets share a number', () => {
    const numbering = new Numbering()
    expect([listOf('bullet'), listOf('bullet')].map((list) => numbering.idOf(list))).toEqual([1, 1])
    expect(numbering.toXml()).not.toContain('lvlOverride')
  })

  it('writes starts, patterns and indents', () => {
    const numbering = new Numbering()
    numbering.idOf({
      levels: [
        { format: 'decimal', start: 5, indent: 700, hanging: 400, pattern: '(%)' },
        { format: 'bullet', start: 1, indent: 1000, hanging: 300, bullet: '<' },
        { format: 'decimal', start: 99_999_999_999, indent: 1, hanging: -5 },
      ],
    })
    const xml = numbering.toXml()
    expect(xml).toContain(
      '<w:start w:val="5"/><w:numFmt w:val="decimal"/><w:lvlText w:val="(%1)"/><w:lvlJc w:val="left"/><w:pPr><w:ind w:left="700" w:hanging="400"/>',
    )
    expect(xml).toContain('<w:lvlText w:val="&lt;"/>')
    expect(xml).toContain('<w:start w:val="32767"/>')
    expect(xml).toContain('<w:startOverride w:val="5"/>')
    expect(xml).toContain('<w:ind w:left="1" w:hanging="0"/>')
  })
})
