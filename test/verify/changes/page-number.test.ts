/**
 * Which page of a document an object is.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { PdfDocument } from '../../../src/pdf/document.js'
import { pageNumberOf } from '../../../src/verify/changes/page-number.js'
import { makePdf } from '../../pdf/make-pdf.js'

const page = (parent: number) => `<</Type /Page /Parent ${parent} 0 R>>`

const DOCUMENT = PdfDocument.open(
  makePdf({
    1: '<</Type /Catalog /Pages 2 0 R>>',
    2: '<</Type /Pages /Kids [3 0 R 4 0 R 9 0 R 3 0 R 5 0 R 10 0 R] /Count 6>>',
    3: page(2),
    4: '<</Type /Pages /Parent 2 0 R /Kids [6 0 R 7 0 R] /Count 2>>',
    5: page(2),
    6: page(4),
    7: page(4),
    8: page(4),
    9: '<</Type /Pages /Parent 2 0 R /Kids [] /Count (none)>>',
    10: '<</Type /Pages /Parent 3 0 R /Kids [] /Count 0>>',
  }),
)

it.each([
  [3, 1],
  [6, 2],
  [7, 3],
  // A node without a number counts no pages, and a page that is listed twice is the first of both.
  [5, 5],
  // The page tree itself, a page that its parent does not list, and a node whose parent is a page.
  [2, undefined],
  [8, undefined],
  [10, undefined],
  [99, undefined],
])('object %i is page %s', (num, expected) => {
  expect(pageNumberOf(DOCUMENT, num)).toBe(expected)
})
