/**
 * The package as a whole: sound, repeatable, and unharmed by hostile content.
 *
 * @module
 */

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { writeDocx } from '../../../src/convert/docx-writer/write-docx.js'
import { placeholderPng } from '../../../src/convert/docx-writer/write-png.js'
import { openPackage } from '../../../src/ooxml/package/package.js'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import { hasTool } from '../../support/tools.js'
import { bodyOf, partOf } from './part-of.js'
import { cell, document, everything, item, listOf, paragraph, table, text } from './sample-flow.js'

interface Mammoth {
  convertToHtml(input: { buffer: Buffer }): Promise<{ value: string }>
}

const mammoth: Mammoth = createRequire(import.meta.url)('mammoth')

const folder = mkdtempSync(join(tmpdir(), 'write-docx-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

describe('the package', () => {
  it('is the same for the same document', () => {
    expect(Buffer.from(writeDocx(everything())).equals(writeDocx(everything()))).toBe(true)
  })

  it('has a content type for every part, and a part for every relationship', () => {
    const docx = openPackage(writeDocx(everything()))
    expect(docx.mainPart).toBe('/word/document.xml')
    for (const part of ['/', '/word/document.xml', '/word/footnotes.xml']) {
      expect(docx.relationships(part).size).toBeGreaterThan(0)
      for (const { target, external } of docx.relationships(part).values()) {
        if (external) continue
        expect(docx.part(target), target).toBeDefined()
        expect(docx.contentType(target), target).toBeDefined()
      }
    }
  })

  it('has only the parts that it needs', () => {
    const docx = openPackage(writeDocx(document([paragraph('x')])))
    for (const part of ['numbering', 'footnotes', 'footer1']) expect(docx.part(`/word/${part}.xml`)).toBeUndefined()
  })

  it('is a whole document even without a block', () => {
    expect(bodyOf(writeDocx(document([])))).toBe('<w:p/>')
  })

  it('keeps the same image once', () => {
    const image = (bytes: Uint8Array) =>
      ({ kind: 'image', bytes, type: 'png', width: 100, height: 100, description: '' }) as const
    const docx = writeDocx(
      document([paragraph([image(placeholderPng(2, 1)), image(placeholderPng(2, 1)), image(placeholderPng(1, 1))])]),
    )
    expect(partOf(docx, '/word/media/image2.png')).not.toBe('')
    expect(partOf(docx, '/word/media/image3.png')).toBe('')
    expect(bodyOf(docx).match(/<wp:docPr id="\d+"/g)).toEqual([
      '<wp:docPr id="1"',
      '<wp:docPr id="2"',
      '<wp:docPr id="3"',
    ])
  })

  it('gives an SVG a picture for those who do not know it', () => {
    const svg = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"/>')
    const image = { kind: 'image', bytes: svg, type: 'svg', width: 200, height: 100, description: 'd"' } as const
    const docx = writeDocx(document([paragraph([image])]))
    const body = bodyOf(docx)
    const ids = [...body.matchAll(/r:embed="(rId\d+)"/g)].map(([, id]) => id ?? '')
    const targets = ids.map((id) => openPackage(docx).relationships('/word/document.xml').get(id)?.target)
    expect(targets).toEqual(['/word/media/image1-fallback.png', '/word/media/image1.svg'])
    expect(body).toContain('descr="d&quot;"')
  })

  it('says who wrote it, what about and when', () => {
    const core = partOf(writeDocx(everything()), '/docProps/core.xml')
    expect(core).toContain('<dc:title>Master Services Agreement</dc:title>')
    expect(core).toContain('<dc:creator>Ann &amp; Bob</dc:creator>')
    expect(core).toContain('<dcterms:created xsi:type="dcterms:W3CDTF">2026-03-01T10:20:30Z</dcterms:created>')
    const bare = partOf(
      writeDocx(document([], { information: { created: new Date(Number.NaN), language: '<x>' } })),
      '/docProps/core.xml',
    )
    expect(bare).not.toContain('dcterms:created')
    expect(bare).not.toContain('dc:language')
  })

  it('numbers pages when asked to, in the language of the document', () => {
    const page = { ...everything().page, pageNumbers: true }
    const english = writeDocx(document([], { page }))
    expect(partOf(english, '/word/document.xml')).toContain('<w:footerReference w:type="default" r:id="rId1"/>')
    expect(partOf(english, '/word/footer1.xml')).toContain('Page ')
    const german = writeDocx(document([], { page, information: { language: 'de' } }))
    expect(partOf(german, '/word/footer1.xml')).not.toContain('Page ')
  })

  it('stretches no line that ends with a break', () => {
    expect(partOf(writeDocx(document([])), '/word/settings.xml')).toContain('<w:doNotExpandShiftReturn/>')
  })

  it('leaves room for text whatever the margins are', () => {
    const margins = { top: 9000, right: 20_000, bottom: 9000, left: 20_000 }
    const xml = partOf(
      writeDocx(document([], { page: { width: 16_838, height: 11_906, margins, pageNumbers: false } })),
      '/word/document.xml',
    )
    expect(xml).toContain('<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>')
    expect(xml).toContain('w:right="7699"')
  })
})

describe('hostile content', () => {
  it('never breaks the XML', () => {
    const bad = 'a\u0000\u0001\u001f\ud800b\udfff\ufffe\uffff]]>&<"\''
    const docx = writeDocx(
      document(
        [
          paragraph([
            text(bad, { fontFamily: bad, color: bad, language: bad, background: bad }),
            { kind: 'bookmark', name: bad },
          ]),
          paragraph([
            { kind: 'link', target: { url: `https://example.com/${bad}` }, title: bad, inlines: [text(bad)] },
          ]),
          paragraph([{ kind: 'link', target: { bookmark: bad }, inlines: [] }]),
          item('x', {
            levels: [
              { ...(listOf('bullet').levels[0] ?? { format: 'bullet', start: 1, indent: 0, hanging: 0 }), bullet: bad },
            ],
          }),
          table([[cell(bad)]], { caption: bad }),
        ],
        { information: { title: bad, language: bad } },
      ),
      { styles: { codeFont: bad, paragraphs: { body: { fontFamily: bad, color: bad } } } },
    )
    const read = openPackage(docx)
    for (const part of ['document', 'styles', 'numbering', 'settings', 'fontTable']) {
      expect(read.xml(`/word/${part}.xml`), part).toBeDefined()
    }
    expect(bodyOf(docx)).toContain('>ab]]&gt;&amp;&lt;&quot;')
  })

  it('keeps lengths within what Word takes', () => {
    const body = bodyOf(
      writeDocx(
        document([
          paragraph([text('x', { size: 1e9, letterSpacing: Number.NaN })], 'body', {
            indentStart: 1e12,
            spaceBefore: -5,
            lineSpacing: { factor: Number.POSITIVE_INFINITY },
          }),
        ]),
      ),
    )
    expect(body).toContain('<w:sz w:val="3276"/>')
    expect(body).toContain('<w:ind w:left="31680"/>')
    expect(body).toContain('<w:spacing w:before="0" w:line="1" w:lineRule="auto"/>')
  })
})

describe('the styles', () => {
  it('are those that Word knows by name', () => {
    const styles = partOf(writeDocx(document([])), '/word/styles.xml')
    for (const [id, name] of [
      ['Normal', 'Normal'],
      ['Heading1', 'heading 1'],
      ['Title', 'Title'],
      ['ListParagraph', 'List Paragraph'],
      ['FootnoteText', 'footnote text'],
      ['Hyperlink', 'Hyperlink'],
    ]) {
      expect(styles).toContain(`w:styleId="${id}"><w:name w:val="${name}"/>`)
    }
    expect(styles).toMatch(/w:styleId="Heading2">.*?<w:outlineLvl w:val="1"\/>/)
  })

  it('can be changed one property at a time', () => {
    const styles = partOf(
      writeDocx(document([], { defaults: { fontFamily: 'Georgia', lineSpacing: { factor: 1.5 } } }), {
        styles: {
          paragraphs: { heading1: { color: '8A1538', spaceBefore: 600 } },
          characters: { link: { underline: 'none' } },
          codeFont: 'Menlo',
        },
      }),
      '/word/styles.xml',
    )
    const style = (id: string) => new RegExp(`w:styleId="${id}">.*?</w:style>`).exec(styles)?.[0] ?? ''
    expect(style('Heading1')).toContain('<w:spacing w:before="600" w:after="140"')
    expect(style('Heading1')).toContain('<w:color w:val="8A1538"/><w:sz w:val="40"/>')
    expect(style('Normal')).toContain('w:ascii="Georgia"')
    expect(style('Normal')).toContain('w:line="360"')
    expect(style('Hyperlink')).toContain('<w:u w:val="none"/>')
    expect(style('HTMLCode')).toContain('w:ascii="Menlo"')
  })
})

describe('other readers', () => {
  it('mammoth finds the text, the lists, the links and the notes', async () => {
    const { value } = await mammoth.convertToHtml({ buffer: Buffer.from(writeDocx(everything())) })
    expect(value).toContain('<strong>bold</strong>, <em>italic</em>, <s>struck</s>, H<sub>2</sub>O')
    expect(value).toMatch(/<h1><a id="scope"><\/a>Scope of the services<\/h1>/)
    expect(value).toContain('<a href="https://example.com/terms?a=1&amp;b=2">the terms twice</a>')
    expect(value).toMatch(/<ul><li>Tests<ul><li>Unit tests<ul><li>Fast ones/)
    expect(value).toMatch(/<ol><li>Inner<\/li><li>Inner too<\/li><\/ol>/)
    expect(value).toContain('colspan="2"')
    expect(value).toContain('rowspan="2"')
    expect(value).toMatch(/<li id="footnote-1"><p> ?See <a href="https:\/\/notes\.example\/">notes<\/a>/)
    expect(value).toContain('alt="A &quot;box&quot; &amp; more"')
  })

  it('our own reader has nothing to warn about', () => {
    const { warnings } = readDocx(writeDocx(everything()))
    expect(warnings).toEqual([])
  })

  it.skipIf(!hasTool('soffice'))('LibreOffice opens it', { timeout: 120_000 }, () => {
    const path = join(folder, 'everything.docx')
    writeFileSync(path, writeDocx(everything()))
    const profile = `-env:UserInstallation=file://${join(folder, 'profile')}`
    execFileSync('soffice', [profile, '--headless', '--convert-to', 'pdf', '--outdir', folder, path], {
      stdio: 'ignore',
    })
    expect(statSync(join(folder, 'everything.pdf')).size).toBeGreaterThan(10_000)
  })
})
