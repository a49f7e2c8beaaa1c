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
  '<w:num w:numId="9"><w:abstractNumId w:val="9"/></w:num>' +
  '<w:abstractNum w:abstractNumId="4"><w:styleLink w:val="Named"/>' +
  '<w:lvl w:ilvl="0"><w:start w:val="3"/><w:lvlText w:val="Clause %1"/></w:lvl></w:abstractNum>' +
  '<w:abstractNum w:abstractNumId="5"><w:numStyleLink w:val="Named"/></w:abstractNum>' +
  '<w:num w:numId="5"><w:abstractNumId w:val="5"/></w:num>' +
  overriding(10, '') +
  overriding(11, '<w:numFmt w:val="upperLetter"/>') +
  overriding(12, '<w:lvlText w:val="(%1)"/>') +
  overriding(13, '<w:rPr><w:vanish/></w:rPr>') +
  overriding(14, '<w:rPr><w:vanish w:val="0"/></w:rPr>') +
  '<w:abstractNum w:abstractNumId="20"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>' +
  '<w:lvlText w:val="%2."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="none"/>' +
  '<w:lvlText w:val="Note %2:"/></w:lvl><w:lvl w:ilvl="2"><w:start w:val="1"/><w:numFmt w:val="decimal"/>' +
  '<w:lvlText w:val="[%1.%2.%3]"/></w:lvl></w:abstractNum>' +
  '<w:num w:numId="20"><w:abstractNumId w:val="20"/></w:num>' +
  '<w:abstractNum w:abstractNumId="30"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="upperRoman"/>' +
  '<w:lvlText w:val="Article %1"/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimalZero"/><w:isLgl/>' +
  '<w:lvlText w:val="Section %1.%2"/></w:lvl></w:abstractNum><w:num w:numId="30"><w:abstractNumId w:val="30"/></w:num>'

/** Abstract lists 40 to 42 with the same w:nsid: a list, its copy, and one with other levels; two copies without a w:nsid. */
const COPIES = ['%1.', '%1.', '(%1)', '%1.', '%1.']
  .map(
    (text, index) =>
      `<w:abstractNum w:abstractNumId="${40 + index}"><w:nsid w:val="${index < 3 ? '0A1b2C3d' : '00000000'}"/><w:tmpl w:val="${index}"/><w:lvl w:ilvl="0">` +
      `<w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${text}"/></w:lvl></w:abstractNum>` +
      `<w:num w:numId="${40 + index}"><w:abstractNumId w:val="${40 + index}"/></w:num>`,
  )
  .join('')

function overriding(numId: number, level: string): string {
  const override = `<w:lvlOverride w:ilvl="2"><w:lvl w:ilvl="2">${level}</w:lvl></w:lvlOverride>`
  return `<w:num w:numId="${numId}"><w:abstractNumId w:val="0"/>${override}</w:num>`
}

const STYLES =
  '<w:style w:type="paragraph" w:styleId="L"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="M"><w:basedOn w:val="L"/><w:pPr><w:ind w:left="99"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Hung"><w:pPr><w:numPr><w:numId w:val="1"/></w:numPr>' +
  '<w:ind w:left="-113" w:hanging="454"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="Plain"><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr>' +
  '<w:ind w:left="-113" w:hanging="454"/></w:pPr></w:style>' +
  ['HungPlain', 'HungMissing']
    .map(
      (id, index) =>
        `<w:style w:type="paragraph" w:styleId="${id}"><w:basedOn w:val="Hung"/><w:pPr><w:numPr><w:numId w:val="${index * 77}"/></w:numPr></w:pPr></w:style>`,
    )
    .join('') +
  '<w:style w:type="paragraph" w:styleId="HungOwn"><w:basedOn w:val="HungPlain"/><w:pPr><w:ind w:left="50"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="PlainAgain"><w:basedOn w:val="Plain"/><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:style>' +
  '<w:style w:type="numbering" w:styleId="Named"/>' +
  '<w:style w:type="numbering" w:styleId="Loop"><w:pPr><w:numPr><w:numId w:val="9"/></w:numPr></w:pPr></w:style>'

function start() {
  const formatting = new Formatting(openPackage(buildDocx('<w:p/>', { numbering: NUMBERING + COPIES, styles: STYLES })))
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
  })

  it('passes over levels without numbers together with what parts them from the next, and shows no label for levels below', () => {
    const { label } = start()
    expect([label(20), label(20, 1), label(20, 2), label(20, 2)]).toEqual(['', 'Note :', '[1.1]', '[1.2]'])
  })

  it('keeps the leading zero on legal levels, as in the list of articles that Word offers', () => {
    const { label } = start()
    expect([label(30), label(30, 1), label(30, 1)]).toEqual(['Article IV', 'Section 4.01', 'Section 4.02'])
  })

  it('goes on in a copy of a list that kept its w:nsid, which is the same list for Word', () => {
    const { label } = start()
    expect([label(40), label(41), label(40), label(42)]).toEqual(['1.', '2.', '3.', '(1)'])
    expect([label(43), label(44)]).toEqual(['1.', '1.'])
  })

  it('counts hidden numbers without showing them', () => {
    const { label } = start()
    expect([label(13, 2), label(13, 2), label(1, 2)]).toEqual([undefined, undefined, '1.1.3'])
    expect(label(14, 2)).toBe('1.1.4')
  })

  it('finds the list of a numbering style that names none by the list that names the style', () => {
    const { label } = start()
    expect([label(5), label(5)]).toEqual(['Clause 3', 'Clause 4'])
  })

  it('keeps the start of an upper level for its first item when an item below comes first', () => {
    const { label } = start()
    expect([label(3, 1), label(3), label(3)]).toEqual(['5a)', '5.', '6.'])
    const other = start()
    expect([other.label(1), other.label(3, 1), other.label(3), other.label(3)]).toEqual(['1.', '1a)', '5.', '6.'])
  })

  it('completes a level that overrides another by what it lacks, but not by its switches where it has its own text', () => {
    const { label } = start()
    expect(label(10, 2)).toBe('1.1.1')
    // w:isLgl of the level below holds while the text is that level's.
    expect(label(11, 2)).toBe('1.1.2')
    expect(label(12, 2)).toBe('(1)')
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

  it('takes the indents of the style away with the list, but not those that the paragraph or a style without a list has', () => {
    const { paragraph } = start()
    const indents = (content: string) => {
      const { indentStart, indentFirstLine } = paragraph(content).properties
      return [indentStart, indentFirstLine]
    }
    const none = (numId: number) => `<w:numPr><w:numId w:val="${numId}"/></w:numPr>`
    expect(indents('<w:pStyle w:val="Hung"/>')).toEqual([-113, -454])
    for (const numId of [0, 77]) expect(indents(`<w:pStyle w:val="Hung"/>${none(numId)}`)).toEqual([0, 0])
    expect(indents(`<w:pStyle w:val="Hung"/>${none(0)}<w:ind w:left="-113"/>`)).toEqual([-113, 0])
    expect(indents('<w:pStyle w:val="Plain"/>')).toEqual([-113, -454])
  })

  it('takes the indents of ancestors away where a style ends their list', () => {
    const { paragraph } = start()
    const indents = (style: string) => {
      const { indentStart, indentFirstLine } = paragraph(`<w:pStyle w:val="${style}"/>`).properties
      return [indentStart, indentFirstLine]
    }
    expect([indents('HungPlain'), indents('HungMissing')]).toEqual([
      [0, 0],
      [0, 0],
    ])
    expect(indents('HungOwn')).toEqual([50, 0])
    expect(indents('PlainAgain')).toEqual([-113, -454])
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
