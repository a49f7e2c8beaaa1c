/**
 * Numbers and labels of lists.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { Formatting } from '../../../../src/ooxml/formatting/formatting.js'
import { Numbering } from '../../../../src/ooxml/formatting/numbering/numbering.js'
import { openPackage } from '../../../../src/ooxml/package/package.js'
import { childOf } from '../../../../src/ooxml/xml/xml-element.js'
import { parseXml } from '../../../../src/ooxml/xml/xml-parser.js'
import { buildDocx, markup } from '../../build-docx.js'

const LEVELS = ['decimal', 'lowerLetter', 'upperRoman']
  .map(
    (format, level) =>
      `<w:lvl w:ilvl="${level}"><w:start w:val="1"/><w:numFmt w:val="${format}"/>${level === 2 ? '<w:isLgl/>' : ''}` +
      `<w:lvlText w:val="${['%1.', '%1%2)', '%1.%2.%3'][level]}"/>` +
      `<w:pPr><w:ind w:left="${720 * (level + 1)}" w:hanging="360"/></w:pPr><w:rPr><w:b/></w:rPr></w:lvl>`,
  )
  .join('')

const NUMBERING =
  `<w:abstractNum w:abstractNumId="0">${LEVELS}</w:abstractNum>` +
  '<w:abstractNum w:abstractNumId="9"><w:numStyleLink w:val="Loop"/></w:abstractNum>' +
  '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="0"/></w:num>' +
  '<w:num w:numId="3"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="5"/></w:lvlOverride></w:num>' +
  '<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>'

const STYLES =
  '<w:style w:type="paragraph" w:styleId="L"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="M"><w:basedOn w:val="L"/><w:pPr><w:ind w:left="99"/></w:pPr></w:style>' +
  '<w:style w:type="numbering" w:styleId="Loop"><w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr></w:style>'

function start() {
  const formatting = new Formatting(openPackage(buildDocx('<w:p/>', { numbering: NUMBERING, styles: STYLES })))
  const numbering = new Numbering(formatting)
  const paragraph = (content: string) =>
    formatting.paragraph(childOf(parseXml(markup(`<w:pPr>${content}</w:pPr>`)), 'w:pPr'))
  const listed = (numId: number, level = 0) =>
    paragraph(`<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${numId}"/></w:numPr>`)
  return {
    paragraph,
    listed,
    label: (numId: number, level = 0) => numbering.next(listed(numId, level))?.text,
    numbering,
  }
}

describe('Numbering', () => {
  it('counts levels and starts deeper ones again', () => {
    const { label } = start()
    expect([label(1), label(1, 1), label(1, 1), label(1, 2), label(1), label(1, 1)]).toEqual([
      '1.',
      '1a)',
      '1b)',
      '1.2.1',
      '2.',
      '2a)',
    ])
  })

  it('goes on between lists of one abstract list, unless one starts again', () => {
    const { label } = start()
    expect([label(1), label(2), label(3), label(3), label(1)]).toEqual(['1.', '2.', '5.', '6.', '7.'])
  })

  it('shows what a skipped level would start with', () => {
    expect(start().label(1, 2)).toBe('1.1.1')
  })

  it('begins the levels above an item: the next item of theirs is the second', () => {
    const { label } = start()
    expect([label(1, 1), label(1), label(1, 1), label(1, 2), label(1)]).toEqual(['1a)', '2.', '2a)', '2.1.1', '3.'])
    const other = start()
    expect([other.label(3, 1), other.label(3), other.label(3)]).toEqual(['5a)', '6.', '7.'])
  })

  it('puts the run properties of the level on top of the mark', () => {
    const { numbering, listed } = start()
    expect(numbering.next(listed(1))).toMatchObject({ run: { bold: true }, suffix: 'tab', alignment: 'left' })
  })

  it('puts neither the underline nor the raised position of the mark on labels', () => {
    const { numbering, paragraph } = start()
    const format = paragraph(
      '<w:numPr><w:numId w:val="1"/></w:numPr><w:rPr><w:u w:val="single"/><w:vertAlign w:val="superscript"/><w:i/></w:rPr>',
    )
    const run = numbering.next(format)?.run
    expect(run).toMatchObject({ italic: true, bold: true })
    expect(run?.underline).toBeUndefined()
    expect(run?.verticalAlign).toBeUndefined()
  })

  it('has no label for numId 0, unknown lists and links in a circle', () => {
    const { label, paragraph, listed } = start()
    expect([label(0), label(77), label(9)]).toEqual([undefined, undefined, undefined])
    expect(listed(0).numbering).toBeUndefined()
    expect(paragraph('<w:pStyle w:val="L"/><w:numPr><w:numId w:val="0"/></w:numPr>').properties.indentStart).toBe(0)
  })

  it('lets a style win over its level, and the level of direct numbering over the style', () => {
    const { paragraph } = start()
    const indent = (content: string): number => paragraph(content).properties.indentStart
    expect(indent('<w:pStyle w:val="L"/>')).toBe(720)
    expect(indent('<w:pStyle w:val="M"/>')).toBe(99)
    expect(indent('<w:pStyle w:val="M"/><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr>')).toBe(1440)
    expect(indent('<w:pStyle w:val="M"/><w:numPr><w:numId w:val="2"/></w:numPr><w:ind w:left="5"/>')).toBe(5)
  })
})
