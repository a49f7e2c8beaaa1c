/**
 * Sections: the pages that they have, their headers, and how they begin.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowSection } from '../../../src/convert/docx-writer/flow-document.js'
import { writeDocx } from '../../../src/convert/docx-writer/write-docx.js'
import { partOf } from './part-of.js'
import { cell, document, paragraph, table } from './sample-flow.js'

const page = {
  width: 11_906,
  height: 16_838,
  margins: { top: 1440, right: 1440, bottom: 1440, left: 1440 },
  pageNumbers: false,
}
const wide = { ...page, width: 16_838, height: 11_906 }
const section = (rest: Partial<FlowSection>, startsAt: 'next' | 'odd' | 'even' = 'next'): FlowBlock => ({
  kind: 'sectionBreak',
  startsAt,
  section: { page, ...rest },
})

/** The w:sectPr elements of a document, in their order. */
function sectionsOf(docx: Uint8Array): string[] {
  return [...partOf(docx, '/word/document.xml').matchAll(/<w:sectPr>.*?<\/w:sectPr>/gs)].map(([xml]) => xml)
}

describe('sections', () => {
  it('end in their last paragraph, each with its own page', () => {
    const docx = writeDocx({
      ...document([paragraph('a'), section({ page: wide, firstNumber: 3 }, 'odd'), paragraph('b')]),
      page,
    })
    const [first, second] = sectionsOf(docx)
    expect(first).toContain('<w:pgSz w:w="11906" w:h="16838"/>')
    expect(second).toContain('<w:type w:val="oddPage"/><w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>')
    expect(second).toContain('<w:pgNumType w:start="3"/>')
    expect(partOf(docx, '/word/document.xml')).toContain(`${first}</w:pPr><w:r>`)
  })

  it('end in a paragraph of their own behind a table', () => {
    const docx = writeDocx({ ...document([table([[cell('a')]]), section({}), paragraph('b')]), page })
    expect(partOf(docx, '/word/document.xml')).toMatch(
      /<\/w:tbl><w:p><w:pPr><w:spacing [^>]*\/><w:rPr>.*?<\/w:rPr><w:sectPr>/,
    )
  })

  it('share the parts of headers that are the same, and say that they have none', () => {
    const header = [paragraph('head')]
    const docx = writeDocx({
      ...document([paragraph('a'), section({ running: { header } }), paragraph('b'), section({}), paragraph('c')]),
      page,
      running: { header },
    })
    const ids = sectionsOf(docx).map((xml) => /w:headerReference w:type="default" r:id="(\w+)"/.exec(xml)?.[1])
    expect(ids[0]).toBe(ids[1])
    expect(ids[2]).not.toBe(ids[1])
    expect(partOf(docx, '/word/header2.xml')).toContain('w:line="20" w:lineRule="exact"')
    expect(partOf(docx, '/word/header3.xml')).toBe('')
  })

  it('tell pages with even numbers apart from the first section on', () => {
    const docx = writeDocx({
      ...document([
        paragraph('a'),
        section({ running: { header: [paragraph('o')], evenPages: { header: [paragraph('e')] } } }),
      ]),
      page: { ...page, isMirrored: true },
      running: { header: [paragraph('x')] },
    })
    const [first, second] = sectionsOf(docx)
    expect(first).toMatch(/type="default" r:id="(\w+)"\/><w:headerReference w:type="even" r:id="\1"/)
    expect(second).toContain('w:type="even"')
    expect(partOf(docx, '/word/settings.xml')).toMatch(/<w:mirrorMargins\/>.*<w:evenAndOddHeaders\/>/s)
  })

  it('keep lines around their text off headers', () => {
    const line = { style: 'single', width: 20, color: 'FF0000', space: 100 } as const
    const docx = writeDocx({
      ...document([paragraph('a')]),
      page: { ...page, borders: { top: line }, bordersFrom: 'text' },
    })
    expect(sectionsOf(docx)[0]).toContain('<w:pgBorders w:offsetFrom="text">')
    expect(partOf(docx, '/word/settings.xml')).toContain('<w:bordersDoNotSurroundHeader/>')
  })
})

describe('fields', () => {
  it('name styles by digits, or by the names of styles that are written', () => {
    const field = (style: number | string) =>
      ({ kind: 'styleText', style, which: 'last', text: 'x', format: {} }) as const
    const named = { ...paragraph('a'), style: 'heading1', namedStyle: 'String t' } as const
    const docx = writeDocx({
      ...document([named, { ...paragraph('b'), inlines: [field(2), field('String t')] }]),
      page,
    })
    const text = partOf(docx, '/word/document.xml')
    expect(text).toContain(' STYLEREF 2 \\l ')
    expect(text).toContain(' STYLEREF &quot;String t&quot; \\l ')
    expect(partOf(docx, '/word/styles.xml')).toMatch(
      /w:styleId="Named1"><w:name w:val="String t"\/>\s*<w:basedOn w:val="Heading1"\/>/,
    )
  })

  it('lead to the end of the line', () => {
    const inlines = [
      { kind: 'tab', leader: 'dot', format: {} },
      { kind: 'pageReference', bookmark: 'b', format: {} },
    ] as const
    const docx = writeDocx(
      { ...document([{ ...paragraph('a'), inlines }]), page },
      {},
      { pageOf: (name) => (name === 'b' ? '7' : undefined) },
    )
    const text = partOf(docx, '/word/document.xml')
    expect(text).toContain('<w:tabs><w:tab w:val="right" w:leader="dot" w:pos="9026"/></w:tabs>')
    expect(text).toMatch(/ PAGEREF b \\h .*<w:t xml:space="preserve">7<\/w:t>/s)
  })
})
