/**
 * Streams that do not end where they say.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../../../src/pdf/document.js'
import { findMisstatedLength } from '../../../../src/verify/increment/stream-lengths.js'
import { makePdf, ONE_PAGE } from '../../../pdf/make-pdf.js'

const codeFor = (stream: string) =>
  findMisstatedLength(PdfDocument.open(makePdf({ ...ONE_PAGE, 4: stream, 5: '3' })))?.code

describe('a stream', () => {
  it.each([
    ['ends where it says', '<</Length 3>>\nstream\nabc\nendstream'],
    ['says it in another object', '<</Length 5 0 R>>\nstream\nabc\nendstream'],
    ['is empty', '<</Length 0>>\nstream\n\nendstream'],
  ])('%s', (_, stream) => {
    expect(codeFor(stream)).toBeUndefined()
  })

  it.each([
    ['says that it is shorter', '<</Length 2>>\nstream\nabc\nendstream'],
    ['says that it is longer, beyond the end of the file', '<</Length 99999>>\nstream\nabc\nendstream'],
    ['says nothing', '<</A 1>>\nstream\nabc\nendstream'],
  ])('%s, so that later bytes would decide', (_, stream) => {
    expect(codeFor(stream)).toBe('object_ambiguous')
  })
})
