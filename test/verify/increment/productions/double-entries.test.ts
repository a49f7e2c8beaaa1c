/**
 * Numbers that one cross-reference section lists twice.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { PdfDocument } from '../../../../src/pdf/document.js'
import { latin1Bytes, latin1Text } from '../../../../src/pdf/syntax/syntax.js'
import { findDoubleEntry } from '../../../../src/verify/increment/double-entries.js'
import { makePdf, ONE_PAGE } from '../../../pdf/make-pdf.js'

/** A file whose table lists object 3 a second time, at the offset that is given. */
function listedTwice(offsetOf: (text: string) => number): PdfDocument {
  const text = latin1Text(makePdf({ ...ONE_PAGE, 4: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>' }))
  const row = `3 1\n${String(offsetOf(text)).padStart(10, '0')} 00000 n \n`
  return PdfDocument.open(latin1Bytes(text.replace('trailer\n', `${row}trailer\n`)))
}

it('may lead to the same object both times, as some writers list it', () => {
  expect(findDoubleEntry(listedTwice((text) => text.indexOf('3 0 obj')))).toBeUndefined()
})

it('may lead nowhere the second time', () => {
  expect(findDoubleEntry(listedTwice(() => 0))).toBeUndefined()
})

it('may not lead to two objects of that number', () => {
  const place = (text: string) => text.indexOf('4 0 obj')
  const text = latin1Text(makePdf({ ...ONE_PAGE, 4: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9]>>' }))
  const forged = text.replace('4 0 obj', '3 0 obj')
  const row = `3 1\n${String(place(text)).padStart(10, '0')} 00000 n \n`
  const document = PdfDocument.open(latin1Bytes(forged.replace('trailer\n', `${row}trailer\n`)))
  expect(findDoubleEntry(document)).toMatchObject({
    code: 'object_contradictory',
    message: expect.stringContaining('Object 3 is listed twice'),
  })
})
