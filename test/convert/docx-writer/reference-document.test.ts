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

  it('has to be a DOCX with styles', () => {
    expect(() => writeDocx(flow, { referenceDocx: new Uint8Array(10) })).toThrow(
      expect.objectContaining({ code: 'invalid_document' }),
    )
    expect(() => writeDocx(flow, { referenceDocx: makeDocx('') })).toThrow(
      expect.objectContaining({ code: 'invalid_document' }),
    )
  })
})
