/**
 * Signing in existing fields, with locks and in forms of every shape.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields, signedFields } from '../../src/pdf/form/acro-form.js'
import { makePdf, plain } from '../pdf/make-pdf.js'
import { extractCms, opensslCmsVerify, pdftotext, withFiles } from '../support/oracles.js'
import { hasTool } from '../support/tools.js'
import { codeOf, judge, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'pdftotext', 'openssl'].every(hasTool)

/** A form with a text field, an empty signature field merged with its widget, and one with a widget of its own. */
function makeForm(changes: Record<number, string> = {}): Uint8Array {
  return makePdf({
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm 4 0 R>>',
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [5 0 R 6 0 R 9 0 R]>>',
    4: '<</Fields [5 0 R 6 0 R 7 0 R] /DA (/Helv 0 Tf) /Unknown [1 2.50]>>',
    5: '<</Type /Annot /Subtype /Widget /FT /Tx /T (text) /Rect [50 700 250 720] /P 3 0 R /V (hello)>>',
    6: '<</Type /Annot /Subtype /Widget /FT /Sig /T (merged) /Rect [50 600.50 250 650] /P 3 0 R /F 4 /Kept /Yes>>',
    7: '<</T (group) /FT /Sig /Kids [8 0 R]>>',
    8: '<</T (apart) /Parent 7 0 R /Kids [9 0 R]>>',
    9: '<</Type /Annot /Subtype /Widget /Parent 8 0 R /Rect [50 500 250 550] /P 3 0 R /F 4>>',
    ...changes,
  })
}

function signedNames(bytes: Uint8Array): string[] {
  const document = PdfDocument.open(bytes)
  return signedFields(document, readFields(document)).map(({ name }) => name)
}

describe('signDocument in an existing field', () => {
  it.each(['merged', 'group.apart'])('fills %s, and draws it in its place', async (field) => {
    const bytes = await sign(makeForm(), { field }, WITH_PAGE)
    expect(signedNames(bytes)).toEqual([field])
    if (!TOOLS) return
    // Poppler and MuPDF look for the signature in the widget alone when it is apart from the field.
    if (field === 'merged') expect(await judge(bytes)).toEqual(soundVerdict(field))
    const { cms, content, byteRange } = extractCms(bytes)
    expect(byteRange[2] + byteRange[3]).toBe(bytes.length)
    expect(await opensslCmsVerify(cms, content, { cades: true })).toMatchObject({ valid: true })
    const text = await withFiles({ 'file.pdf': bytes }, (path) => pdftotext(path('file.pdf'), 1, 1))
    expect(text).toContain('Ada Lovelace')
  })

  it('fills one after the other, and leaves the rest of the form as it is', async () => {
    const bytes = await sign(await sign(makeForm(), { field: 'group.apart' }), { field: 'merged' })
    expect(signedNames(bytes)).toEqual(['merged', 'group.apart'])
    const document = PdfDocument.open(bytes)
    expect(plain(document.lookup(document.catalog, 'AcroForm'))).toMatchObject({
      SigFlags: 3,
      DA: '/Helv 0 Tf',
      Unknown: [1, { real: '2.50' }],
    })
    const merged = readFields(document).find(({ name }) => name === 'merged')
    expect(plain(merged?.dict)).toMatchObject({ Kept: '/Yes', Rect: [50, { real: '600.50' }, 250, 650] })
    if (!TOOLS) return
    const signatures = [0, 1].map((index) => extractCms(bytes, index))
    const verdicts = await Promise.all(
      signatures.map(({ cms, content }) => opensslCmsVerify(cms, content, { cades: true })),
    )
    expect(verdicts.map(({ valid }) => valid)).toEqual([true, true])
  })

  it.each([
    ['a field without area', '[0 0 0 0]'],
    ['a field without a rectangle', 'null'],
  ])('does not draw %s', async (_, rectangle) => {
    const input = makeForm({ 6: `<</Subtype /Widget /FT /Sig /T (merged) /Rect ${rectangle}>>` })
    const document = PdfDocument.open(await sign(input, { field: 'merged' }))
    expect(
      readFields(document)
        .find(({ name }) => name === 'merged')
        ?.dict.has('AP'),
    ).toBe(false)
  })

  it.each([
    ['is missing', 'nowhere'],
    ['is not a signature field', 'text'],
    ['is not a terminal field', 'group'],
  ])('refuses a name that %s', async (_, field) => {
    expect(await codeOf(sign(makeForm(), { field }))).toBe('field_unavailable')
  })

  it('refuses a field that is signed already, or direct', async () => {
    expect(await codeOf(sign(await sign(makeForm(), { field: 'merged' }), { field: 'merged' }))).toBe(
      'field_unavailable',
    )
    const direct = makeForm({ 4: '<</Fields [<</FT /Sig /T (direct)>>]>>' })
    expect(await codeOf(sign(direct, { field: 'direct' }))).toBe('field_unavailable')
  })

  it('makes up a name that no field has', async () => {
    const taken = makeForm({
      6: '<</FT /Sig /T (Signature1) /Rect [0 0 0 0]>>',
      7: '<</T (Signature2) /Kids [8 0 R]>>',
      8: '<</FT /Tx /T (x)>>',
    })
    expect(signedNames(await sign(taken))).toEqual(['Signature3'])
  })
})

describe('signDocument and locks', () => {
  const withLock = (lock: string) =>
    makeForm({ 6: `<</Subtype /Widget /FT /Sig /T (merged) /Rect [0 0 0 0] /Lock <</Type /SigFieldLock ${lock}>>>>` })
  const references = (bytes: Uint8Array) => {
    const document = PdfDocument.open(bytes)
    const [signed] = signedFields(document, readFields(document))
    return plain(signed?.signature.get('Reference'))
  }

  it.each([
    ['/Action /All', { Action: '/All' }],
    ['/Action /Include /Fields [(text) (group)]', { Action: '/Include', Fields: ['text', 'group'] }],
    ['/Action /Exclude /Fields [(text)]', { Action: '/Exclude', Fields: ['text'] }],
    // Verifying takes it for the strictest lock, and so should others.
    ['/Action /Other', { Action: '/All' }],
  ])('puts the lock %s of its field into force', async (lock, params) => {
    const bytes = await sign(withLock(lock), { field: 'merged' })
    expect(references(bytes)).toMatchObject([
      { Type: '/SigRef', TransformMethod: '/FieldMDP', TransformParams: { ...params, V: '/1.2' } },
    ])
    if (TOOLS) expect(await judge(bytes)).toEqual(soundVerdict('merged'))
  })

  it.each([
    ['/Action /All', 'group.apart', 'document_locked'],
    ['/Action /All', undefined, 'document_locked'],
    ['/Action /Include /Fields [(group)]', 'group.apart', 'document_locked'],
    ['/Action /Include /Fields [(group)]', undefined, 'none'],
    ['/Action /Include /Fields [(group.other)]', 'group.apart', 'none'],
    ['/Action /Exclude /Fields [(group)]', 'group.apart', 'none'],
    ['/Action /Exclude /Fields [(group)]', undefined, 'document_locked'],
    ['/Action /Include /Fields [(text)] /P 1', 'group.apart', 'document_locked'],
    ['/Action /Include /Fields [(text)] /P 2', 'group.apart', 'none'],
  ])('after %s answers a signature in %s with %s', async (lock, field, code) => {
    const signed = await sign(withLock(lock), { field: 'merged' })
    expect(await codeOf(sign(signed, field === undefined ? {} : { field }))).toBe(code)
  })

  it.each([1, 2, 3])('turns /P %d of a lock into a DocMDP reference', async (permission) => {
    const bytes = await sign(withLock(`/Action /Include /Fields [(text)] /P ${permission}`), { field: 'merged' })
    expect(references(bytes)).toMatchObject([
      { TransformMethod: '/DocMDP', TransformParams: { P: permission } },
      { TransformMethod: '/FieldMDP' },
    ])
  })
})

describe('signDocument and forms of every shape', () => {
  it.each([
    ['direct form', { 1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [5 0 R]>>>>' }],
    ['indirect fields', { 4: '<</Fields 10 0 R>>', 10: '[5 0 R]' }],
    [
      'direct form with indirect fields',
      { 1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields 10 0 R>>>>', 10: '[5 0 R]' },
    ],
    ['form without fields', { 4: '<<>>' }],
    ['form that is null', { 4: 'null' }],
    ['fields that are missing', { 4: '<</Fields 99 0 R>>' }],
    ['XFA', { 4: '<</Fields [5 0 R] /XFA [(template) 10 0 R]>>', 10: '<</Length 4>>\nstream\n<a/>\nendstream' }],
    ['flags', { 4: '<</Fields [5 0 R] /SigFlags 1>>' }],
    ['indirect annotations', { 3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots 10 0 R>>', 10: '[5 0 R]' }],
    ['annotations that are missing', { 3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots 99 0 R>>' }],
  ] as [string, Record<number, string>][])('adds a field to a %s', async (_, changes) => {
    const bytes = await sign(await sign(makeForm(changes)))
    expect(signedNames(bytes)).toEqual(['Signature1', 'Signature2'])
    const document = PdfDocument.open(bytes)
    expect(document.lookup(document.lookupDict(document.catalog, 'AcroForm') ?? document.catalog, 'SigFlags')).toBe(3)
    if (TOOLS) expect(await judge(bytes)).toEqual(soundVerdict('Signature1', 'Signature2'))
  })

  it('refuses a second signature where one array is for annotations, fields and files', async () => {
    const shared = makeForm({
      1: '<</Type /Catalog /Pages 2 0 R /AcroForm 4 0 R /AF 10 0 R>>',
      3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Annots 10 0 R>>',
      4: '<</Fields 10 0 R>>',
      10: '[]',
    })
    const bytes = await sign(shared)
    if (TOOLS) expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
    // The field of the second one would be an attached file as well.
    expect(await codeOf(sign(bytes))).toBe('would_invalidate_signatures')
  })

  it('signs tagged documents', async () => {
    const tagged = makeForm({
      1: '<</Type /Catalog /Pages 2 0 R /AcroForm 4 0 R /MarkInfo <</Marked true>> /StructTreeRoot 10 0 R>>',
      10: '<</Type /StructTreeRoot>>',
    })
    const bytes = await sign(tagged, {}, WITH_PAGE)
    expect(PdfDocument.open(bytes).catalog.has('StructTreeRoot')).toBe(true)
    if (TOOLS) expect(await judge(bytes)).toEqual(soundVerdict('Signature1'))
  })
})
