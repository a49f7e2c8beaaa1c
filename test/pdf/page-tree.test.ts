/**
 * Page trees, read and added to.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { appendPages, getPage, pageTreeRoot, requirePage, rotationOfPage } from '../../src/pdf/catalog/page-tree.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfDict, PdfName, PdfRef } from '../../src/pdf/objects.js'
import { IncrementWriter } from '../../src/pdf/writing/increment-writer.js'
import { codeOf } from '../support/code-of.js'
import { pdfinfo, qpdfCheck, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { makePdf, ONE_PAGE, plain } from './make-pdf.js'

function open(objects: Record<number, string>): PdfDocument {
  return PdfDocument.open(makePdf({ ...ONE_PAGE, ...objects }))
}

/** Object numbers of the pages. */
function listPages(document: PdfDocument): number[] {
  const numbers: number[] = []
  for (;;) {
    const page = getPage(document, numbers.length)
    if (page === undefined) return numbers
    numbers.push(page.ref.num)
  }
}

/** Catalog 1; root 2 with [3, [5, [7, 8]], 9], where 4 and 6 are inner nodes. */
const NESTED = {
  2: '<</Type /Pages /Kids [3 0 R 4 0 R 9 0 R] /Count 5 /MediaBox [0 0 100 200] /Rotate 90>>',
  3: '<</Type /Page /Parent 2 0 R>>',
  4: '<</Type /Pages /Parent 2 0 R /Kids [5 0 R 6 0 R] /Count 3 /CropBox [10 10 90 150]>>',
  5: '<</Type /Page /Parent 4 0 R /Rotate 0>>',
  6: '<</Type /Pages /Parent 4 0 R /Kids [7 0 R 8 0 R] /Count 2 /Rotate -90>>',
  7: '<</Type /Page /Parent 6 0 R>>',
  8: '<</Type /Page /Parent 6 0 R /MediaBox [300 400 0 0] /CropBox [0 0 9999 9999] /Rotate 450>>',
  9: '<</Type /Page /Parent 2 0 R /CropBox [-5 -5 50 50]>>',
}

describe('getPage', () => {
  it('finds the pages of a nested tree in order, with what they inherit', () => {
    const document = open(NESTED)
    expect(listPages(document)).toEqual([3, 5, 7, 8, 9])
    const facts = [0, 1, 2, 3, 4].map((i) => [getPage(document, i)?.box, getPage(document, i)?.rotation])
    expect(facts).toEqual([
      [[0, 0, 100, 200], 90],
      [[10, 10, 90, 150], 0],
      [[10, 10, 90, 150], 270],
      [[0, 0, 300, 400], 90],
      [[0, 0, 50, 50], 90],
    ])
  })

  it('steps over nodes by their /Count', () => {
    const document = open({ ...NESTED, 5: '<<', 6: '<<' })
    expect(getPage(document, 4)?.ref.num).toBe(9)
  })

  it.each([
    ['a missing', ''],
    ['a negative', '/Count -3'],
    ['a zero', '/Count 0'],
    ['a fractional', '/Count 2.5'],
  ])('finds pages behind a node with %s /Count', (_, count) => {
    const document = open({ ...NESTED, 4: `<</Type /Pages /Kids [5 0 R 6 0 R] ${count}>>` })
    expect(listPages(document)).toEqual([3, 5, 7, 8, 9])
  })

  it.each([
    ['none', '', [0, 0, 612, 792]],
    ['one with too few numbers', '/MediaBox [0 0 5]', [0, 0, 612, 792]],
    ['one without area', '/MediaBox [0 0 0 5]', [0, 0, 612, 792]],
    ['one with names', '/MediaBox [/a 0 5 5]', [0, 0, 612, 792]],
    ['one beyond every number', `/MediaBox [0 0 ${'9'.repeat(400)} 5]`, [0, 0, 612, 792]],
    ['reals and references', '/MediaBox [0 .5 4 0 R 9.5]', [0, 0.5, 7, 9.5]],
    ['more than four numbers', '/MediaBox [0 0 5 6 7 8]', [0, 0, 5, 6]],
    ['a crop box outside of it', '/MediaBox [0 0 5 6] /CropBox [7 7 8 8]', [0, 0, 5, 6]],
    ['an unreadable crop box', '/MediaBox [0 0 5 6] /CropBox (x)', [0, 0, 5, 6]],
  ])('gives the box of a page with %s', (_, entries, box) => {
    const document = open({ 3: `<</Type /Page /Parent 2 0 R ${entries}>>`, 4: '7' })
    expect(getPage(document, 0)?.box).toEqual(box)
  })

  it.each([
    ['/Rotate 45', 0],
    ['/Rotate (x)', 0],
    ['/Rotate 90.0', 90],
    ['/Rotate -180', 180],
    ['/Rotate 4 0 R', 270],
  ])('reads %s as %d degrees', (entry, rotation) => {
    const document = open({ 3: `<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] ${entry}>>`, 4: '270' })
    const page = getPage(document, 0)
    expect([page?.rotation, page && rotationOfPage(document, page.dict)]).toEqual([rotation, rotation])
  })

  it('takes no node without kids for a page, and passes over kids that are none', () => {
    expect(getPage(open({ 2: '<</Type /Pages /Count 0>>' }), 0)).toBeUndefined()
    expect(getPage(open({ 2: '<</Type /Pages /Kids [] /Count 0>>' }), 0)).toBeUndefined()
    expect(listPages(open({ 2: '<</Type /Pages /Kids [null 5 (x) 99 0 R 3 0 R] /Count 1>>' }))).toEqual([3])
  })

  it('refuses trees that contain themselves or are too deep', () => {
    expect(codeOf(() => getPage(open({ 2: '<</Kids [2 0 R]>>' }), 0))).toBe('invalid_document')
    const deep: Record<number, string> = {}
    for (let num = 2; num < 200; num++) deep[num] = `<</Kids [${num + 1} 0 R]>>`
    expect(codeOf(() => getPage(open(deep), 0))).toBe('invalid_document')
  })

  it('is asked for a page that the caller chose', () => {
    expect(requirePage(open({}), 0).ref).toEqual(new PdfRef(3))
    expect(codeOf(() => requirePage(open({}), 1))).toBe('invalid_request')
  })
})

describe('rotationOfPage', () => {
  it('looks for what the page inherits, and ends in a loop', () => {
    const document = open(NESTED)
    expect([3, 5, 7, 8].map((num) => rotationOfPage(document, document.get(new PdfRef(num)) as PdfDict))).toEqual([
      90, 0, 270, 90,
    ])
    const loop = open({ 2: '<</Parent 2 0 R>>' })
    expect(rotationOfPage(loop, loop.get(new PdfRef(2)) as PdfDict)).toBe(0)
  })
})

describe('appendPages', () => {
  function append(document: PdfDocument): { whole: Uint8Array; root: PdfRef } {
    const increment = new IncrementWriter(document)
    const root = appendPages(document, increment, (parent) => {
      const page = { Type: PdfName.of('Page'), Parent: parent, MediaBox: [0, 0, 50, 60], Resources: new PdfDict() }
      return [increment.add(new PdfDict(page)), increment.add(new PdfDict(page))]
    })
    increment.put(document.catalogRef, document.catalog.with({ Pages: root }))
    return { whole: new Uint8Array(Buffer.concat([document.bytes, increment.finish(new Uint8Array(16))])), root }
  }

  it('adds pages behind the last one, to the root', () => {
    const { whole, root } = append(open(NESTED))
    const document = PdfDocument.open(whole)
    expect([root.num, listPages(document)]).toEqual([2, [3, 5, 7, 8, 9, 10, 11]])
    expect(plain(document.get(root))).toMatchObject({ Count: 7, MediaBox: [0, 0, 100, 200] })
    expect(getPage(document, 6)).toMatchObject({ box: [0, 0, 50, 60] })
  })

  it('makes a root above a lone page', () => {
    const { whole } = append(open({ 1: '<</Type /Catalog /Pages 3 0 R>>', 3: '<</Type /Page /MediaBox [0 0 9 9]>>' }))
    const document = PdfDocument.open(whole)
    const root = pageTreeRoot(document)
    expect(listPages(document)).toHaveLength(3)
    expect(plain(document.get(new PdfRef(3)))).toMatchObject({ Parent: `${root.num} 0 R` })
  })

  it('fills an empty tree', () => {
    for (const root of ['<</Type /Pages /Count 0>>', '<</Type /Pages /Kids [] /Count 0>>']) {
      expect(listPages(PdfDocument.open(append(open({ 2: root })).whole))).toHaveLength(2)
    }
  })

  it.each([
    ['a root that is missing', { 1: '<</Type /Catalog>>' }],
    ['a root that is direct', { 1: '<</Type /Catalog /Pages <</Kids [] /Count 0>>>>' }],
    ['a root that is no dictionary', { 2: '(x)' }],
    ['a root that contains itself and has no /Count', { 2: '<</Kids [3 0 R 2 0 R]>>' }],
  ])('refuses %s', (_, objects) => {
    expect(codeOf(() => append(open(objects)))).toBe('invalid_document')
  })

  it.each(['<</Kids [3 0 R]>>', '<</Kids [3 0 R] /Count -1>>'])(
    'counts the pages of a root that does not: %s',
    (root) => {
      const document = PdfDocument.open(append(open({ 2: root })).whole)
      expect(document.lookupDict(document.catalog, 'Pages')?.get('Count')).toBe(listPages(document).length)
    },
  )

  it.skipIf(!hasTool('qpdf') || !hasTool('pdfinfo'))('gives what qpdf and poppler accept', async () => {
    const { whole } = append(open(NESTED))
    await withFiles({ 'file.pdf': whole }, async (path) => {
      expect([...(await qpdfCheck(path('file.pdf')))]).toEqual([])
      expect((await pdfinfo(path('file.pdf'))).pages).toBe(7)
    })
  })
})
