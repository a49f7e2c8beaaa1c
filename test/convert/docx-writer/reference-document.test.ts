/**
 * Styles, numbering and page taken from a reference document.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { writeDocx } from '../../../src/convert/docx-writer/write-docx.js'
import { openPackage } from '../../../src/ooxml/package/package.js'
import { documentXml, makeDocx } from '../../support/make-docx.js'
import { bodyOf, partOf } from './part-of.js'
import { cell, document, item, listOf, paragraph, table, text } from './sample-flow.js'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

const STYLES = `<x:styles xmlns:x="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:y="urn:unknown">
<x:docDefaults><x:rPrDefault><x:rPr><x:rFonts x:ascii="Garamond"/></x:rPr></x:rPrDefault></x:docDefaults>
<x:style x:type="paragraph" x:default="1" x:styleId="Standard"><x:name x:val="Normal"/></x:style>
<x:style x:type="paragraph" x:styleId="berschrift1"><x:name x:val="Heading 1"/><x:basedOn x:val="Standard"/>
<x:pPr><x:numPr><x:numId x:val="4"/></x:numPr></x:pPr><x:rPr><x:color x:val="8A1538"/></x:rPr></x:style>
<x:style x:type="character" x:styleId="Quote"><x:name x:val="Something else"/></x:style>
<x:style x:type="paragraph" x:styleId="Code"><x:name x:val="Source Code"/></x:style>
</x:styles>`

const NUMBERING = `<w:numbering ${W}><w:abstractNum w:abstractNumId="2"><w:lvl w:ilvl="0"><w:start w:val="1"/>
<w:numFmt w:val="decimal"/><w:pStyle w:val="berschrift1"/><w:lvlText w:val="%1"/></w:lvl></w:abstractNum>
<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num></w:numbering>`

const relationships = (
  types: Record<string, string>,
) => `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">
${Object.entries(types)
  .map(([type, target]) => `<Relationship Id="${type}" Type="${OFFICE}/${type}" Target="${target}"/>`)
  .join('')}</Relationships>`

function reference(parts: Record<string, string> = {}): Uint8Array {
  const section =
    '<w:sectPr><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1000" w:right="1100" w:bottom="1200" w:left="1300"/></w:sectPr>'
  return makeDocx('', {
    'word/document.xml': documentXml(section),
    'word/_rels/document.xml.rels': relationships({ styles: 'styles.xml', numbering: 'numbering.xml' }),
    'word/styles.xml': STYLES,
    'word/numbering.xml': NUMBERING,
    ...parts,
  })
}

const flow = document([
  paragraph('one', 'heading1'),
  paragraph([text('x', { style: 'code' })], 'quote'),
  paragraph('c', 'code'),
  item('i', listOf('decimal')),
  table([[cell('a')]]),
])

describe('a reference document', () => {
  it('gives its styles, by name', () => {
    const docx = writeDocx(flow, { referenceDocx: reference() })
    const body = bodyOf(docx)
    expect(body).toContain('<w:pStyle w:val="berschrift1"/>')
    expect(body).toContain('<w:pStyle w:val="Code"/>')
    const styles = partOf(docx, '/word/styles.xml')
    expect(styles).toContain('<w:rFonts w:ascii="Garamond"/>')
    expect(styles.match(/<w:name w:val="heading 1"\/>/gi)).toHaveLength(1)
    expect(styles.match(/w:default="1"/g)).toHaveLength(1)
  })

  it('gets the styles that it lacks, under ids that are free and based on its own', () => {
    const docx = writeDocx(flow, { referenceDocx: reference() })
    const styles = partOf(docx, '/word/styles.xml')
    expect(bodyOf(docx)).toContain('<w:pStyle w:val="QuoteFlow"/>')
    expect(styles).toMatch(/w:styleId="QuoteFlow"><w:name w:val="Quote"\/><w:basedOn w:val="Standard"\/>/)
    expect(styles).toMatch(/w:styleId="Heading2"><w:name w:val="heading 2"\/><w:basedOn w:val="Standard"\/>/)
    const ids = [...styles.matchAll(/w:styleId="([^"]+)"/g)].map(([, id]) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('keeps the numbers of its headings beside the lists of the text', () => {
    const docx = writeDocx(flow, { referenceDocx: reference() })
    const numbering = partOf(docx, '/word/numbering.xml')
    expect(numbering).toContain('<w:num w:numId="4"><w:abstractNumId w:val="2"/></w:num>')
    expect(numbering).toContain('<w:num w:numId="5"><w:abstractNumId w:val="3"/>')
    expect(numbering.lastIndexOf('<w:abstractNum ')).toBeLessThan(numbering.indexOf('<w:num '))
    expect(bodyOf(docx)).toContain('<w:numId w:val="5"/>')
  })

  it('loses references to definitions that cannot be taken', () => {
    const parts = { 'word/_rels/numbering.xml.rels': relationships({ image: 'media/bullet.png' }) }
    const docx = writeDocx(document([paragraph('x')]), { referenceDocx: reference(parts) })
    expect(partOf(docx, '/word/styles.xml')).not.toContain('w:numPr')
    expect(openPackage(docx).part('/word/numbering.xml')).toBeUndefined()
  })

  it('gives its page when asked to', () => {
    const page = (useReferencePage: boolean) =>
      partOf(writeDocx(flow, { referenceDocx: reference(), useReferencePage }), '/word/document.xml')
    expect(page(true)).toContain(
      '<w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1000" w:right="1100" w:bottom="1200" w:left="1300"',
    )
    expect(page(false)).toContain('<w:pgSz w:w="11906"')
  })

  describe('with headers and footers', () => {
    const header = (content: string) =>
      `<w:hdr ${W} xmlns:r="${OFFICE}"><w:p><w:r><w:t>${content}</w:t></w:r></w:p></w:hdr>`
    const withRunning = (more: Record<string, string> = {}) =>
      reference({
        'word/document.xml': documentXml(
          `<w:sectPr><w:headerReference w:type="default" r:id="header"/><w:headerReference w:type="even" r:id="h2"/><w:pgSz w:w="12240" w:h="15840"/><w:pgMar w:top="1000" w:right="1100" w:bottom="1200" w:left="1300" w:header="333" w:footer="444"/><w:titlePg/></w:sectPr>`,
        ),
        'word/_rels/document.xml.rels': relationships({
          styles: 'styles.xml',
          settings: 'settings.xml',
          header: 'head.xml',
        }).replace(
          '</Relationships>',
          `<Relationship Id="h2" Type="${OFFICE}/header" Target="even.xml"/></Relationships>`,
        ),
        'word/settings.xml': `<w:settings ${W}><w:evenAndOddHeaders/></w:settings>`,
        'word/head.xml': header('Ours'),
        'word/even.xml': header('Even'),
        'word/_rels/head.xml.rels': relationships({ image: 'media/logo.png' }),
        'word/media/logo.png': 'picture',
        ...more,
      })

    it('gives them with its page, and with their pictures', () => {
      const docx = writeDocx(flow, { referenceDocx: withRunning(), useReferencePage: true })
      expect(partOf(docx, '/word/document.xml')).toMatch(
        /<w:sectPr><w:headerReference w:type="default" r:id="(\w+)"\/><w:headerReference w:type="even" r:id="(\w+)"\/>.* w:header="333" w:footer="444".*<w:titlePg\/>/,
      )
      const source = openPackage(docx)
      const headers = [...source.relationships(source.mainPart).values()].filter(({ type }) => type === 'header')
      expect(headers.map(({ target }) => /<w:t>(\w+)/.exec(partOf(docx, target))?.[1])).toEqual(['Ours', 'Even'])
      const picture = source.relatedPart(headers[0]?.target ?? '', 'image') ?? ''
      expect(partOf(docx, picture)).toBe('picture')
      expect(source.contentType(picture)).toBe('image/png')
      expect(partOf(docx, '/word/settings.xml')).toContain('<w:evenAndOddHeaders/>')
    })

    it('leaves the text those of its own', () => {
      const own = document([paragraph('x')], { running: { header: [paragraph('mine')] } })
      const docx = writeDocx(own, { referenceDocx: withRunning(), useReferencePage: true })
      expect(partOf(docx, '/word/header1.xml')).toContain('mine')
      expect(partOf(docx, '/word/settings.xml')).not.toContain('evenAndOddHeaders')
      const plain = writeDocx(flow, { referenceDocx: withRunning() })
      expect(partOf(plain, '/word/document.xml')).not.toContain('headerReference')
    })

    it('takes none that needs more than pictures and links', () => {
      const parts = { 'word/_rels/head.xml.rels': relationships({ oleObject: 'a.bin' }) }
      const docx = writeDocx(flow, { referenceDocx: withRunning(parts), useReferencePage: true })
      expect(partOf(docx, '/word/document.xml').match(/headerReference/g)).toHaveLength(1)
    })
  })

  it('is found by ids where a program has translated the names, and by further names', () => {
    const style = (id: string, name: string, more = '') =>
      `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>${more}</w:style>`
    const styles = `<w:styles ${W}>${style('Standard', 'Normal').replace('w:styleId', 'w:default="1" w:styleId')}
${style('Heading1', 'Überschrift 1')}${style('a2', 'heading 2,Kapitel')}${style('a3', 'Mine', '<w:aliases w:val="H3,heading 3"/>')}
${style('Heading4', 'My own').replace('w:styleId', 'w:customStyle="1" w:styleId')}</w:styles>`
    const levels = (['heading1', 'heading2', 'heading3', 'heading4'] as const).map((name) => paragraph(name, name))
    const docx = writeDocx(document(levels), { referenceDocx: reference({ 'word/styles.xml': styles }) })
    const ids = [...bodyOf(docx).matchAll(/w:pStyle w:val="(\w+)"/g)].map(([, id]) => id)
    expect(ids).toEqual(['Heading1', 'a2', 'a3', 'Heading4Flow'])
  })

  it('that was made for pandoc gives text the style of its text', () => {
    const names = ['Normal', 'Body Text', 'First Paragraph']
    const styles = names.map((name) => {
      const id = name.replace(' ', '')
      return `<w:style w:type="paragraph"${name === 'Normal' ? ' w:default="1"' : ''} w:styleId="${id}"><w:name w:val="${name}"/></w:style>`
    })
    const text = document([paragraph('x')])
    const write = (list: readonly string[]) =>
      bodyOf(
        writeDocx(text, {
          referenceDocx: reference({ 'word/styles.xml': `<w:styles ${W}>${list.join('')}</w:styles>` }),
        }),
      )
    expect(write(styles)).toContain('<w:pStyle w:val="BodyText"/>')
    expect(write(styles.slice(0, 2))).not.toContain('pStyle')
  })

  it('has to be a DOCX with styles', () => {
    expect(() => writeDocx(flow, { referenceDocx: new Uint8Array(10) })).toThrow(
      expect.objectContaining({ code: 'invalid_document' }),
    )
    expect(() => writeDocx(flow, { referenceDocx: makeDocx('') })).toThrow(
      expect.objectContaining({ code: 'invalid_document' }),
    )
  })
})
