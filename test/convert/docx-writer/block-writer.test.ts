/**
 * Paragraphs, breaks and inlines as WordprocessingML.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowDocument, FlowInline } from '../../../src/convert/docx-writer/flow-document.js'
import { writeDocx } from '../../../src/convert/docx-writer/write-docx.js'
import { bodyOf, partOf } from './part-of.js'
import { cell, document, item, link, listOf, paragraph, table, text } from './sample-flow.js'

const write = (blocks: readonly FlowBlock[], more: Partial<FlowDocument> = {}) =>
  bodyOf(writeDocx(document(blocks, more)))

describe('paragraphs', () => {
  it('have properties in the order of the schema', () => {
    const xml = write([
      paragraph('x', 'heading2', {
        alignment: 'justify',
        indentStart: 100.4,
        indentFirstLine: -50,
        spaceBefore: 10,
        lineSpacing: { exact: 300 },
        keepLines: true,
        keepWithNext: false,
        shading: 'ffee00',
        borders: {
          left: { style: 'dashed', width: 20, color: '112233', space: 80 },
          top: { style: 'none', width: 1, color: '0' },
        },
        pageBreakBefore: true,
        outlineLevel: 3,
        rightToLeft: false,
      }),
    ])
    expect(xml).toBe(
      '<w:p><w:pPr><w:pStyle w:val="Heading2"/><w:keepNext w:val="0"/><w:keepLines/><w:pageBreakBefore/>' +
        '<w:pBdr><w:top w:val="nil"/><w:left w:val="dashed" w:sz="8" w:space="4" w:color="112233"/></w:pBdr>' +
        '<w:shd w:val="clear" w:color="auto" w:fill="FFEE00"/><w:bidi w:val="0"/>' +
        '<w:spacing w:before="10" w:line="300" w:lineRule="exact"/><w:ind w:left="100" w:hanging="50"/>' +
        '<w:jc w:val="both"/><w:outlineLvl w:val="3"/></w:pPr>' +
        '<w:r><w:t xml:space="preserve">x</w:t></w:r></w:p>',
    )
  })

  it('keep much space at the top of a page, where Word would drop it', () => {
    const xml = write([paragraph('a'), { kind: 'pageBreak' }, paragraph('b', 'body', { spaceBefore: 1400 })])
    expect(xml).toContain('<w:pageBreakBefore/><w:spacing w:before="0" w:after="0" w:line="1400" w:lineRule="exact"/>')
    expect(xml).toContain('<w:pageBreakBefore w:val="0"/><w:spacing w:before="0"/>')
    const space = write([paragraph('a'), { kind: 'pageBreak' }, { kind: 'space', height: 300 }, paragraph('b')])
    expect(space.match(/<w:pageBreakBefore\/>/g)).toHaveLength(1)
  })

  it('count sides from the start of lines', () => {
    expect(write([paragraph('x', 'body', { alignment: 'left', rightToLeft: true })])).toContain('<w:jc w:val="right"/>')
    expect(write([paragraph('x', 'body', { alignment: 'start', rightToLeft: true })])).toContain('<w:jc w:val="left"/>')
    expect(write([paragraph('x', 'body', { alignment: 'left' })], { rightToLeft: true })).toContain(
      '<w:jc w:val="right"/>',
    )
  })

  it('have their bar where lines start', () => {
    const turned = write([paragraph('x', 'quote', { rightToLeft: true })])
    expect(turned).toMatch(/<w:left w:val="nil"\/><w:right w:val="single"/)
    const styles = partOf(writeDocx(document([], { rightToLeft: true })), '/word/styles.xml')
    expect(styles).toMatch(/w:styleId="Quote">.*?<w:pBdr><w:right /)
    const back = write([paragraph('x', 'quote', { rightToLeft: false })], { rightToLeft: true })
    expect(back).toMatch(/<w:left w:val="single"[^>]*\/><w:right w:val="nil"\/>/)
  })

  it('of lists that go on have no number but the indent', () => {
    const list = listOf('decimal')
    const xml = write([item('one', list), item('more', list, 0, true), paragraph('after')])
    const [first = '', second = ''] = xml.split('</w:p>')
    expect(first).toContain('<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')
    expect(second).not.toContain('w:numPr')
    expect(second).toContain('<w:ind w:left="360" w:firstLine="0"/>')
    // The last paragraph of a list keeps the distance of a paragraph of text.
    expect(first).not.toContain('w:spacing')
    expect(second).toContain('w:after="150"')
  })

  it('of lists that follow each other are kept apart', () => {
    const [one, two] = [listOf('decimal'), listOf('bullet')]
    const paragraphs = write([item('a', one), item('b', one), item('c', two, 1), item('d', two)]).split('</w:p>')
    expect(paragraphs.slice(0, 4).map((xml) => xml.includes('w:after="150"'))).toEqual([false, false, false, true])
    expect(write([item('a', one), item('b', two)]).split('</w:p>')[0]).toContain('w:after="150"')
  })

  it('of code that follow each other do not become one', () => {
    expect(write([paragraph('a', 'code'), paragraph('b', 'code')]).match(/<w:p>/g)).toHaveLength(3)
  })

  it('of short code stay together', () => {
    expect(write([paragraph('a\nb', 'code')])).toContain('<w:keepLines/>')
    expect(write([paragraph('a\n'.repeat(40), 'code')])).not.toContain('<w:keepLines/>')
  })
})

describe('page breaks', () => {
  const pageBreak = { kind: 'pageBreak' } as const

  it('are part of the next paragraph, and one is enough', () => {
    const xml = write([pageBreak, paragraph('a'), pageBreak, pageBreak, paragraph('b'), pageBreak])
    expect(xml.match(/pageBreakBefore/g)).toHaveLength(1)
    expect(xml).not.toContain('<w:br')
    expect(xml.split('</w:p>')[1]).toContain('<w:pageBreakBefore/>')
  })

  it('stand before tables by themselves, and nowhere in cells', () => {
    const xml = write([paragraph('a'), pageBreak, table([[cell([paragraph('x'), pageBreak, paragraph('y')])]])])
    expect(xml.match(/w:type="page"|pageBreakBefore/g)).toEqual(['w:type="page"'])
  })
})

describe('inlines', () => {
  const write1 = (...inlines: FlowInline[]) => write([paragraph(inlines)])

  it('have properties in the order of the schema', () => {
    const xml = write1(
      text('x', {
        style: 'code',
        fontFamily: 'Courier New',
        size: 360,
        bold: true,
        italic: false,
        underline: 'wavy',
        underlineColor: 'FF0000',
        strike: true,
        color: '00ff00',
        background: 'FFFF00',
        verticalAlign: 'superscript',
        capitals: 'small',
        letterSpacing: 20,
        rightToLeft: true,
        emphasis: 'dot',
        language: 'ja-JP',
      }),
    )
    expect(xml.match(/<w:rPr>(.*?)<\/w:rPr>/)?.[1]).toBe(
      '<w:rStyle w:val="HTMLCode"/>' +
        '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New" w:eastAsia="Courier New" w:cs="Courier New"/>' +
        '<w:b/><w:bCs/><w:i w:val="0"/><w:iCs w:val="0"/><w:smallCaps/><w:strike/><w:color w:val="00FF00"/>' +
        '<w:spacing w:val="20"/><w:sz w:val="36"/><w:szCs w:val="36"/><w:u w:val="wave" w:color="FF0000"/>' +
        '<w:shd w:val="clear" w:color="auto" w:fill="FFFF00"/><w:vertAlign w:val="superscript"/><w:rtl/>' +
        '<w:em w:val="dot"/><w:lang w:eastAsia="ja-JP"/>',
    )
  })

  it('say in elements what text cannot', () => {
    const xml = write1(text('a\tb\r\nc\u00add\u2011e'))
    expect(xml.replaceAll(' xml:space="preserve"', '')).toContain(
      '<w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:softHyphen/><w:t>d</w:t><w:noBreakHyphen/><w:t>e</w:t>',
    )
  })

  it('run from right to left where all letters do', () => {
    expect(write1(text('مرحبا 12'))).toContain('<w:rtl/>')
    expect(write1(text('مرحبا abc'))).not.toContain('<w:rtl/>')
    expect(write1(text('12'))).not.toContain('<w:rtl/>')
  })

  it('put no link into another, and no dangerous one anywhere', () => {
    const xml = write1(
      link('https://a.example/', text('a'), link('https://b.example/', text('b'))),
      link('javascript:x', text('c')),
    )
    expect(xml.match(/<w:hyperlink /g)).toHaveLength(1)
    expect(xml.match(/<w:rStyle w:val="Hyperlink"\/>/g)).toHaveLength(2)
    expect(xml).toContain('<w:r><w:t xml:space="preserve">c</w:t></w:r>')
  })

  it('refuse links that are nested without end', () => {
    let nested: FlowInline = text('x')
    for (let depth = 0; depth < 20_000; depth++) nested = link('javascript:x', nested)
    expect(() => write1(nested)).toThrow(expect.objectContaining({ code: 'document_too_complex' }))
  })

  it('lead to bookmarks under the same name', () => {
    const xml = write1(
      { kind: 'bookmark', name: 'a b' },
      { kind: 'link', target: { bookmark: 'a b' }, inlines: [text('x')] },
    )
    const name = /w:name="([^"]+)"/.exec(xml)?.[1]
    expect(xml).toContain(`w:anchor="${name}"`)
  })

  it('show task boxes as content controls', () => {
    const xml = write1(
      { kind: 'checkbox', checked: true, format: {} },
      { kind: 'checkbox', checked: false, format: {} },
    )
    expect(xml).toContain('<w14:checked w14:val="1"/>')
    expect(xml).toContain('<w:t>☑</w:t>')
    expect(xml).toContain('<w:t>☐</w:t>')
    expect(new Set(xml.match(/<w:id w:val="\d+"\/>/g)).size).toBe(2)
  })

  it('set code in headings to the size of the heading', () => {
    const xml = write([
      paragraph([text('x', { style: 'code' })], 'heading1'),
      paragraph([text('y', { style: 'code' })]),
    ])
    const [heading = '', body = ''] = xml.split('</w:p>')
    expect(heading).toContain('<w:sz w:val="37"/>')
    expect(body).not.toContain('<w:sz ')
  })
})

describe('footnotes', () => {
  const note = (id: number): FlowInline => ({ kind: 'footnote', id })

  it('are numbered as the text refers to them', () => {
    const docx = writeDocx(
      document([paragraph([note(9), note(2), note(9), note(404)])], {
        footnotes: [
          { id: 2, blocks: [paragraph([text('two'), note(9)], 'footnote')] },
          { id: 5, blocks: [paragraph('never', 'footnote')] },
          { id: 9, blocks: [paragraph('nine', 'footnote')] },
        ],
      }),
    )
    const body = bodyOf(docx)
    expect(body.match(/<w:footnoteReference w:id="\d+"\/>/g)).toEqual([
      '<w:footnoteReference w:id="1"/>',
      '<w:footnoteReference w:id="2"/>',
    ])
    expect(body).toContain('NOTEREF _RefNote1 \\f \\h')
    const notes = partOf(docx, '/word/footnotes.xml')
    expect(notes.indexOf('nine')).toBeLessThan(notes.indexOf('two'))
    expect(notes).not.toContain('never')
    expect(notes.match(/<w:footnoteRef\/>/g)).toHaveLength(2)
    expect(notes).toContain('w:type="separator" w:id="-1"')
  })

  it('need no part when there are none', () => {
    expect(partOf(writeDocx(document([paragraph('x')])), '/word/footnotes.xml')).toBe('')
  })
})
