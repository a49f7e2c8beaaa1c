/**
 * Fields and signatures of forms.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields, signedFields } from '../../src/pdf/form/acro-form.js'
import { codeOf } from '../support/code-of.js'
import { makePdf, ONE_PAGE, plain } from './make-pdf.js'

/** Opens a document with a form; objects from 10 on are the test's. */
function openForm(fields: string, objects: Record<number, string> = {}): PdfDocument {
  return PdfDocument.open(
    makePdf({ ...ONE_PAGE, 1: `<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields ${fields}>>>>`, ...objects }),
  )
}

describe('readFields', () => {
  it('names terminal fields by their way through the tree, with what they inherit', () => {
    const document = openForm('[10 0 R 13 0 R]', {
      10: '<</T (party) /FT /Tx /V (inherited) /Kids [11 0 R 12 0 R]>>',
      11: '<</T (name) /Parent 10 0 R>>',
      12: '<</T (sign) /Parent 10 0 R /FT /Sig /V null /Kids [14 0 R]>>',
      13: '<</T (\\376\\377\\004\\020) /FT /Btn>>',
      14: '<</Subtype /Widget /Parent 12 0 R>>',
    })
    expect(readFields(document).map(({ name, type, value, ref }) => [name, type, plain(value), ref?.num])).toEqual([
      ['party.name', 'Tx', 'inherited', 11],
      ['party.sign', 'Sig', 'inherited', 12],
      ['\u0410', 'Btn', undefined, 13],
    ])
  })

  it('takes kids without a name for widgets of the field', () => {
    const document = openForm('[10 0 R]', {
      10: '<</T (a) /FT /Sig /Kids [11 0 R 11 0 R]>>',
      11: '<</Subtype /Widget>>',
    })
    expect(readFields(document).map(({ name }) => name)).toEqual(['a'])
  })

  it.each([
    ['no form', '<</Type /Catalog /Pages 2 0 R>>'],
    ['a form without fields', '<</Type /Catalog /Pages 2 0 R /AcroForm <<>>>>'],
    ['a form that is none', '<</Type /Catalog /Pages 2 0 R /AcroForm (x)>>'],
    ['fields that are none', '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [null 1 (x) 99 0 R]>>>>'],
  ])('finds nothing in %s', (_, catalog) => {
    expect(readFields(PdfDocument.open(makePdf({ ...ONE_PAGE, 1: catalog })))).toEqual([])
  })

  it('lists direct fields without a reference', () => {
    expect(readFields(openForm('[<</T (direct) /FT /Sig>>]'))).toMatchObject([{ name: 'direct', ref: undefined }])
  })

  it('refuses a field that contains itself, and forms past the limits', () => {
    expect(codeOf(() => readFields(openForm('[10 0 R]', { 10: '<</T (a) /Kids [10 0 R]>>' })))).toBe('invalid_document')
    const twice: Record<number, string> = {}
    for (let num = 10; num < 40; num++) twice[num] = `<</T (a) /Kids [${num + 1} 0 R ${num + 1} 0 R]>>`
    expect(codeOf(() => readFields(openForm('[10 0 R]', { ...twice, 40: '<</T (a)>>' })))).toBe('document_too_complex')
    const deep: Record<number, string> = {}
    for (let num = 10; num < 200; num++) deep[num] = `<</T (a) /Kids [${num + 1} 0 R]>>`
    expect(codeOf(() => readFields(openForm('[10 0 R]', { ...deep, 200: '<</T (a)>>' })))).toBe('document_too_complex')
  })

  it('refuses many fields that share many widgets', () => {
    const fields = `[${'10 0 R '.repeat(20_000)}]`
    const document = openForm(fields, {
      10: `<</T (a) /Kids [${'11 0 R '.repeat(20_000)}]>>`,
      11: '<</Subtype /Widget>>',
    })
    expect(codeOf(() => readFields(document))).toBe('document_too_complex')
  })
})

describe('signedFields', () => {
  it('are signature fields whose value holds a signature', () => {
    const document = openForm('[10 0 R 11 0 R 12 0 R 13 0 R]', {
      10: '<</T (signed) /FT /Sig /V 20 0 R>>',
      11: '<</T (empty) /FT /Sig>>',
      12: '<</T (unfinished) /FT /Sig /V <</Type /Sig>>>>',
      13: '<</T (text) /FT /Tx /V 20 0 R>>',
      20: '<</Type /Sig /Contents <00> /ByteRange [0 1 2 3]>>',
    })
    const signed = signedFields(document, readFields(document))
    expect(signed.map(({ name, signature }) => [name, plain(signature.get('Type'))])).toEqual([['signed', '/Sig']])
  })
})
