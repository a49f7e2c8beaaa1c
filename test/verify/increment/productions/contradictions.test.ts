/**
 * Objects that say two things.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../../../src/pdf/document.js'
import { findContradiction, findContradictionOnPages } from '../../../../src/verify/increment/contradictions.js'
import { makePdf, ONE_PAGE } from '../../../pdf/make-pdf.js'

const withObjects = (objects: Readonly<Record<number, string>>) =>
  PdfDocument.open(makePdf({ ...ONE_PAGE, ...objects }))

const PAGE = '/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]'

describe('an object on the way to what pages show', () => {
  it('may say each thing once', () => {
    expect(findContradictionOnPages(withObjects({}))).toBeUndefined()
  })

  it.each([
    ['the catalog, two trees of pages', { 1: '<</Type /Catalog /Pages 2 0 R /Pages 9 0 R>>' }],
    ['a page, two sizes', { 3: `<<${PAGE} /MediaBox [0 0 1 1]>>` }],
    ['a page, in two spellings of a key', { 3: `<<${PAGE} /#4dediaBox [0 0 1 1]>>` }],
  ])('may not say two: %s', (_, objects) => {
    expect(findContradictionOnPages(withObjects(objects))).toMatchObject({ code: 'object_contradictory' })
  })

  it('may have two forms, as a writer of placeholders leaves them', () => {
    const catalog = '<</Type /Catalog /Pages 2 0 R /AcroForm <<>> /AcroForm <</Fields []>>>>'
    expect(findContradictionOnPages(withObjects({ 1: catalog }))).toBeUndefined()
  })
})

describe('any object of a revision that others follow', () => {
  it.each([
    ['is sound', '<</A 1 /B [2 0 R (text)]>>', undefined],
    ['has two values for one key', '<</A 1 /A 2>>', 'object_contradictory'],
    ['has a key without a value', '<</A 1 /B>>', 'object_ambiguous'],
    ['has a comment inside of a reference', '<</A 2 % x\n0 R>>', 'object_ambiguous'],
  ])('%s', (_, object, code) => {
    expect(findContradiction(withObjects({ 4: object }))?.code).toBe(code)
  })
})
