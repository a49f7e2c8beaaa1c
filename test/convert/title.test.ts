/**
 * Where a PDF has its title from, and what becomes of a document that has none.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type ConvertOptions, convertFile } from '../../src/convert/convert-file.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, PdfStream, PdfString } from '../../src/pdf/objects.js'
import { decodeTextString } from '../../src/pdf/syntax/text-string.js'
import { makeDocx, NAMESPACES, OFFICE, paragraphXml } from '../support/make-docx.js'

const HEADING = '<w:outlineLvl w:val="0"/>'
const core = (title: string) => ({
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/></Relationships>`,
  'docProps/core.xml': `<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${title}</dc:title></cp:coreProperties>`,
})

/** The title in the metadata of a PDF; it is the same everywhere, and shown. */
function titleOf(pdf: Uint8Array): string | undefined {
  const document = PdfDocument.open(pdf)
  const metadata = document.lookup(document.catalog, 'Metadata')
  if (!(metadata instanceof PdfStream)) throw new Error('It has no metadata.')
  const xmp = new TextDecoder().decode(document.decode(metadata))
  const title = /<dc:title>.*?<rdf:li[^>]*>(.*?)<\/rdf:li>/s
    .exec(xmp)?.[1]
    ?.replace('&lt;', '<')
    .replace('&gt;', '>')
    .replace('&amp;', '&')
  const viewing = document.lookup(document.catalog, 'ViewerPreferences')
  const isShown = viewing instanceof PdfDict && document.lookup(viewing, 'DisplayDocTitle') === true
  expect(isShown).toBe(title !== undefined)
  const information = document.lookup(document.trailer, 'Info')
  if (information instanceof PdfDict) {
    const own = document.lookup(information, 'Title')
    expect(own instanceof PdfString ? decodeTextString(own.bytes) : undefined).toBe(title)
  }
  return title
}

async function titled(
  input: Uint8Array | string,
  options: ConvertOptions = {},
  fileName?: string,
): Promise<string | undefined> {
  const request = {
    ...(fileName === undefined ? {} : { fileName }),
    ...(typeof input === 'string' ? { from: 'html' as const } : {}),
  }
  return titleOf((await convertFile(input, request, options)).bytes)
}

describe('the title of a PDF', () => {
  const plain = paragraphXml('Some words, and more.')
  const headed = plain + paragraphXml('The heading', HEADING)

  it('is that of the call, the document, its heading, the file, or its first words', async () => {
    const all = makeDocx(headed, core('Its own'))
    expect(await titled(all, { title: 'Asked for' }, 'file.docx')).toBe('Asked for')
    expect(await titled(all, { title: ' ' }, 'file.docx')).toBe('Its own')
    expect(await titled(all, {}, 'file.docx')).toBe('Its own')
    expect(await titled(makeDocx(headed, core(' ')), {}, 'file.docx')).toBe('The heading')
    expect(await titled(makeDocx(plain), {}, 'a folder/file.docx')).toBe('file')
    expect(await titled(makeDocx(plain))).toBe('Some words, and more.')
  })

  it('is not longer than a line where it is the first words, which may stand in a cell', async () => {
    const table = `<w:tbl><w:tblGrid><w:gridCol w:w="2000"/></w:tblGrid><w:tr><w:tc><w:tcPr/>${paragraphXml('word '.repeat(40))}</w:tc></w:tr></w:tbl>`
    const title = await titled(makeDocx(paragraphXml(' ') + table + plain))
    expect(title).toBe(`${'word '.repeat(16).trim()}…`)
  })

  it('has nothing in it that cannot be read', async () => {
    expect(await titled(makeDocx(plain), { title: '\u0007\ue000 \u200b' })).toBe('Some words, and more.')
    expect(await titled(makeDocx(plain), { title: 'a\u0007b\ue000c' })).toBe('a b c')
    expect(await titled(makeDocx(plain), { title: '<a & b>' })).toBe('<a & b>')
  })

  it('is that of the call for pages too, and in their DOCX', async () => {
    const page = '<title>Page</title><p>text'
    expect(await titled(page, { title: 'Asked for' })).toBe('Asked for')
    expect(await titled(page)).toBe('Page')
    expect(await titled('<p>only text')).toBe('only text')
    for (const from of ['html', 'md'] as const) {
      const { bytes } = await convertFile('text', { from, to: 'docx' }, { title: 'Asked for' })
      expect(titleOf((await convertFile(bytes, { from: 'docx' })).bytes)).toBe('Asked for')
    }
  })
})

describe('a document without any text', () => {
  it.each(['PDF/UA-1', 'PDF/UA-2'] as const)('cannot be a %s, unless it is given a title', async (conformance) => {
    const refused = convertFile(makeDocx('<w:p/>'), {}, { conformance })
    await expect(refused).rejects.toMatchObject({
      code: 'cannot_conform',
      message: `${conformance}: the document has no title and no text to take one from: name it with "title".`,
    })
    expect(await titled(makeDocx('<w:p/>'), { conformance, title: 'Blank' })).toBe('Blank')
  })

  it('is a PDF without a title otherwise', async () => {
    expect(await titled(makeDocx('<w:p/>'))).toBeUndefined()
  })
})

describe('standards that are asked for together', () => {
  const wrong = [
    [],
    ['PDF/A-2u', 'PDF/A-3u'],
    ['PDF/A-4', 'PDF/UA-1'],
    ['PDF/UA-1', 'PDF/UA-2'],
    ['PDF/A-2u', 'PDF/UA-1', 'PDF/A-4'],
  ]

  it.each(wrong.map((list) => [list.join(' and '), list] as const))(
    'are refused where no file can follow: %s',
    async (_, list) => {
      const options = { conformance: list } as unknown as ConvertOptions
      await expect(convertFile(makeDocx('<w:p/>'), {}, options)).rejects.toMatchObject({ code: 'invalid_request' })
    },
  )

  it('are claimed both, in any order', async () => {
    const { bytes } = await convertFile(
      makeDocx(`<w:p ${NAMESPACES}><w:r><w:t>a</w:t></w:r></w:p>`),
      {},
      {
        conformance: ['PDF/UA-1', 'PDF/A-3u'],
      },
    )
    const text = Buffer.from(bytes).toString('latin1')
    expect(text).toContain('<pdfuaid:part>1</pdfuaid:part>')
    expect(text).toContain('<pdfaid:part>3</pdfaid:part>')
  })
})
