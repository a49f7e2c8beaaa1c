/**
 * Documents inside of a DOCX (altChunk).
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../src/convert/docx-to-pdf.js'
import { readWithEmbedded } from '../../src/convert/embedded-pages.js'
import { OOXML_LIMITS } from '../../src/ooxml/ooxml-limits.js'
import { readDocx } from '../../src/ooxml/read-docx.js'
import type { Block } from '../../src/typeset/model/document-model.js'
import { makeDocx, paragraphXml } from '../support/make-docx.js'
import { readWithPdfjs } from './support/read-with-pdfjs.js'

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A DOCX with chunks as its parts, by file name; relationship ids are the names. */
function hostOf(
  body: string,
  chunks: Readonly<Record<string, readonly [mediaType: string, content: string | Uint8Array]>>,
  others = '',
): Uint8Array {
  const names = Object.keys(chunks)
  const override = (part: string, type: string) => `<Override PartName="${part}" ContentType="${type}"/>`
  return makeDocx(body, {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('/word/document.xml', MAIN)}${names.map((name) => override(`/word/${name}`, chunks[name]?.[0] ?? '')).join('')}</Types>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((name) => `<Relationship Id="${name}" Type="${TYPES}/aFChunk" Target="${name}"/>`).join('')}${others}</Relationships>`,
    ...Object.fromEntries(names.map((name) => [`word/${name}`, chunks[name]?.[1] ?? ''])),
  })
}

const chunk = (id: string) => `<w:altChunk r:id="${id}"/>`

function textOf(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? [block.inlines.map((inline) => (inline.kind === 'text' ? inline.text : `<${inline.kind}>`)).join('')]
      : block.rows.flatMap((row) => row.cells.flatMap((cell) => textOf(cell.blocks))),
  )
}

async function read(input: Uint8Array) {
  const model = await readWithEmbedded(input, {})
  return { model, text: textOf(model.sections.flatMap(({ blocks }) => blocks)), warnings: model.warnings.join('\n') }
}

describe('documents inside of a document (altChunk)', () => {
  it('sets HTML, XHTML, plain text and DOCX where they stand', async () => {
    const body = `${paragraphXml('before')}${chunk('a.html')}${paragraphXml('between')}${chunk('b.txt')}<w:tbl><w:tr><w:tc>${chunk('c.docx')}<w:p/></w:tc></w:tr></w:tbl>${chunk('d.xhtml')}`
    const { text, warnings } = await read(
      hostOf(body, {
        'a.html': ['text/html', '<h1>Terms</h1><p>of <b>use</b></p>'],
        'b.txt': ['text/plain', 'one < two\n  three'],
        'c.docx': [MAIN, makeDocx(paragraphXml('in a cell'))],
        'd.xhtml': [
          'application/xhtml+xml',
          '<html xmlns="http://www.w3.org/1999/xhtml"><body><p>end</p></body></html>',
        ],
      }),
    )
    expect(text).toEqual(['before', 'Terms', 'of use', 'between', 'one < two', '  three', 'in a cell', '', 'end'])
    expect(warnings).toBe('')
  })

  it('reaches the pages', async () => {
    const { bytes, warnings } = await convertDocxToPdf(
      hostOf(chunk('a.html'), { 'a.html': ['text/html', '<p>Payment is due in June.</p>'] }),
      {},
    )
    expect(warnings).toEqual([])
    expect((await readWithPdfjs(bytes)).pages.join()).toContain('Payment is due in June.')
  })

  it('opens web archives, with the pictures in them and no others', async () => {
    const archive = [
      'MIME-Version: 1.0',
      'Content-Type: multipart/related;\r\n type="text/html"; boundary="=x"',
      '',
      '--=x',
      'Content-Type: text/html; charset="windows-1252"',
      'Content-Transfer-Encoding: quoted-printable',
      'Content-Location: file:///C:/fake/page.htm',
      '',
      '<p>caf=E9 a=\r\nnd tea</p><img src=3D"one.png"><img src=3D"cid:two"><img alt=3D"gone" src=3D"http://127.0.0.1:9/x.png">',
      '--=x',
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      'Content-Location: file:///C:/fake/one.png',
      '',
      PIXEL,
      '--=x',
      'Content-Type: image/png',
      'Content-Transfer-Encoding: base64',
      'Content-ID: <two>',
      '',
      PIXEL,
      '--=x--',
    ].join('\r\n')
    const { model, text, warnings } = await read(hostOf(chunk('a.mht'), { 'a.mht': ['message/rfc822', archive] }))
    expect(text.join(' ')).toContain('café and tea')
    expect(text.join(' ').match(/<drawing>/g)).toHaveLength(2)
    expect([...model.images.values()].map(({ mediaType }) => mediaType)).toContain('image/png')
    expect(text.join(' ') + warnings).toContain('gone')
  })

  it('keeps the notes, lists and pictures of each apart', async () => {
    const inner = (note: string) =>
      makeDocx(`<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="2"/></w:r></w:p>`, {
        'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="n" Type="${TYPES}/footnotes" Target="footnotes.xml"/></Relationships>`,
        'word/footnotes.xml': `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">${paragraphXml(note)}</w:footnote></w:footnotes>`,
      })
    const { model } = await read(
      hostOf(chunk('a.docx') + chunk('b.docx'), {
        'a.docx': [MAIN, inner('first')],
        'b.docx': [MAIN, inner('second')],
      }),
    )
    expect([...model.footnotes.values()].map(({ blocks }) => textOf(blocks).join())).toEqual(['first', 'second'])
    const ids = model.sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'paragraph' ? block.inlines : [])),
    )
    for (const inline of ids) {
      if (inline.kind === 'noteReference') expect(model.footnotes.has(inline.id)).toBe(true)
    }
  })

  it('names what it cannot read, and goes on', async () => {
    const external = `<Relationship Id="out" Type="${TYPES}/aFChunk" Target="http://127.0.0.1:9/x.html" TargetMode="External"/>`
    const { text, warnings } = await read(
      hostOf(
        `${paragraphXml('a')}${chunk('a.rtf')}${chunk('b.docx')}${chunk('c.html')}${chunk('out')}${chunk('none')}${paragraphXml('b')}`,
        {
          'a.rtf': ['application/rtf', '{\\rtf1 text}'],
          'b.docx': [MAIN, 'PK\x03\x04 no archive'],
          'c.html': ['text/html', '%PDF-1.7'],
        },
        external,
      ),
    )
    expect(text).toEqual(['a', 'b'])
    for (const name of ['a.rtf', 'b.docx', 'c.html', '127.0.0.1', 'none']) {
      expect(warnings).toMatch(new RegExp(`altChunk, [^)]*${name}.* is left out`))
    }
  })

  it('says what of the document inside is not there', async () => {
    const inner = makeDocx(
      `<w:p><w:ins w:id="1"><w:r><w:t>new</w:t></w:r></w:ins></w:p><w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>`,
    )
    const { warnings } = await read(hostOf(chunk('a.docx'), { 'a.docx': [MAIN, inner] }))
    expect(warnings).toContain('Headers and footers of an embedded document')
    expect(warnings).toContain('In an embedded document: Tracked changes are treated as accepted')
    const refusing = readWithEmbedded(hostOf(chunk('a.docx'), { 'a.docx': [MAIN, inner] }), {
      trackedChanges: 'refuse',
    })
    await expect(refusing).rejects.toMatchObject({ code: 'pending_changes' })
  })

  it('names all where nobody converts them', () => {
    const { warnings } = readDocx(hostOf(chunk('a.html'), { 'a.html': ['text/html', '<p>x</p>'] }))
    expect(warnings.join()).toMatch(/altChunk, \/word\/a\.html.*left out/)
  })

  it('refuses documents in documents without end, and too many of them', async () => {
    let inner = makeDocx(paragraphXml('core'))
    for (let depth = 0; depth <= OOXML_LIMITS.maxEmbeddedNesting; depth++) {
      inner = hostOf(chunk('a.docx'), { 'a.docx': [MAIN, inner] })
    }
    await expect(readWithEmbedded(inner, {})).rejects.toMatchObject({ code: 'document_too_complex' })
    const many = chunk('a.txt').repeat(OOXML_LIMITS.maxEmbeddedDocuments + 1)
    const host = hostOf(many, { 'a.txt': ['text/plain', 'x'] })
    await expect(readWithEmbedded(host, {})).rejects.toMatchObject({ code: 'document_too_complex' })
  })
})
