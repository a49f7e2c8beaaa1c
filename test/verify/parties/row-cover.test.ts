/**
 * What is laid on a row, on pages with any number of annotations.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../../src/pdf/document.js'
import { PdfDict, type PdfObject, PdfRef } from '../../../src/pdf/objects.js'
import { findCoveredRows } from '../../../src/verify/parties/row-cover.js'
import { makePdf, ONE_PAGE } from '../../pdf/make-pdf.js'

const ROW = new PdfRef(4)
const document = PdfDocument.open(makePdf({ ...ONE_PAGE, 4: '<</Subtype /Widget /Rect [50 50 90 90]>>' }))

/** Rows that count as covered on a page with the row and so many annotations more, of which nobody sees anything. */
const coveredAmong = (others: number) => {
  const page = new PdfDict({ Annots: [ROW, ...Array.from({ length: others }, (): PdfObject => null)] })
  return [...findCoveredRows(document, page, new Map([[ROW.num, [50, 50, 90, 90]]]))]
}

describe('a row of the certificate page', () => {
  it('is covered by nothing among as many annotations as are examined', () => {
    expect(coveredAmong(9_999)).toEqual([])
  })

  it('counts as covered among more of them', () => {
    expect(coveredAmong(10_000)).toEqual([ROW.num])
  })
})
