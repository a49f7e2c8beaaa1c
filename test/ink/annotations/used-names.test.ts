/**
 * Names that pages ask their resources for.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { FileDrawings } from '../../../src/ink/annotations/file-drawings.js'
import { findUsedName } from '../../../src/ink/compare/used-resources.js'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict } from '../../../src/pdf/objects.js'
import { readOrNull, resolveOrNull } from '../../../src/pdf/syntax/lenient-lookup.js'
import { streamText } from '../../pdf/make-pdf.js'
import { type Sheet, sheetFile } from '../content/draw.js'
import { statesOf } from '../policy/drawn-page.js'

function usedName(sheet: Sheet, names: Readonly<Record<string, string>> = { X: 'XObject' }): string | undefined {
  const bytes = sheetFile(sheet)
  const document = PdfDocument.open(bytes)
  const page = readOrNull(document, 3)
  const resources = page instanceof PdfDict ? resolveOrNull(document, page.get('Resources')) : null
  if (!(resources instanceof PdfDict)) throw new Error('there is no page')
  const changed = new Map(Object.entries(names).map(([name, category]) => [name, new Set([category])]))
  const pair = statesOf(document, document, document, new FileDrawings(bytes.length))
  return findUsedName(pair, page, resources, changed, new Set())
}

const form = (content: string, resources = '') => streamText(`/Subtype /Form /BBox [0 0 9 9] ${resources}`, content)
const inForm = (content: string, resources = '') => ({
  content: '/Form Do',
  resources: '/XObject <</Form 10 0 R>>',
  objects: { 10: form(content, resources) },
})

describe('a changed name', () => {
  it.each<[string, Sheet]>([
    ['by the page', { content: '/X Do' }],
    ['in another spelling', { content: '/#58 Do' }],
    ['before what PDFium takes for a blank', { content: '/X\x80 Do' }],
    ['by a form', inForm('/X Do')],
    ['by a form with other resources', inForm('/X Do', '/Resources <</XObject <</Y 11 0 R>>>>')],
    [
      'by a pattern',
      { content: '', resources: '/Pattern <</P 10 0 R>>', objects: { 10: streamText('/PatternType 1', '/X Do') } },
    ],
    [
      'by a soft mask',
      {
        content: '',
        resources: '/ExtGState <</G <</SMask <</S /Alpha /G 10 0 R>>>>>>',
        objects: { 10: form('/X Do') },
      },
    ],
    [
      'by a glyph',
      {
        content: '',
        resources: '/Font <</T <</Type /Font /Subtype /Type3 /CharProcs <</a 10 0 R>>>>>>',
        objects: { 10: streamText('', '/X Do') },
      },
    ],
    [
      'by an annotation',
      {
        content: '',
        page: '/Annots [10 0 R]',
        objects: { 10: '<</Type /Annot /AP <</N 11 0 R>>>>', 11: form('/X Do') },
      },
    ],
    [
      'by one state of an annotation',
      {
        content: '',
        page: '/Annots [10 0 R]',
        objects: { 10: '<</Type /Annot /AP <</N <</On 11 0 R>>>>>>', 11: form('/X Do') },
      },
    ],
  ])('is used %s', (_, sheet) => {
    expect(usedName(sheet)).toBe('X')
  })

  it.each<[string, Sheet]>([
    ['by other names', { content: '/Y Do' }],
    ['by a form that has it itself', inForm('/X Do', '/Resources <</XObject <</X 4 0 R>>>>')],
    [
      'by an image',
      { content: '', resources: '/XObject <</I 10 0 R>>', objects: { 10: streamText('/Subtype /Image', '/X') } },
    ],
  ])('is not used %s', (_, sheet) => {
    expect(usedName(sheet)).toBeUndefined()
  })

  it('may be anything where content cannot be read', () => {
    const broken = streamText('/Subtype /Form /Filter /FlateDecode', 'no data')
    expect(usedName({ content: '', resources: '/XObject <</F 10 0 R>>', objects: { 10: broken } })).toBe('?')
    expect(usedName(inForm('', '/Resources <</Font 4 0 R>>'))).toBe('?')
  })

  it('may be any that is too long for some readers', () => {
    const name = 'N'.repeat(128)
    expect(usedName({ content: `/${name} Do` })).toBe(name)
  })
})
