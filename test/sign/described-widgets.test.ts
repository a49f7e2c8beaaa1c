/**
 * What screen readers say of the widgets that signing adds, as PDF/UA asks.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { readFields } from '../../src/pdf/form/acro-form.js'
import { PdfString } from '../../src/pdf/objects.js'
import { decodeTextString } from '../../src/pdf/syntax/text-string.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { appendRevision, makePdf } from '../pdf/make-pdf.js'
import { sign } from './signing.js'

/** A tagged page with an empty signature field. */
const tagged = (catalog: string, field = '') =>
  makePdf({
    1: `<</Type /Catalog /Pages 2 0 R /MarkInfo <</Marked true>> /StructTreeRoot 5 0 R /AcroForm <</Fields [4 0 R]>> ${catalog}>>`,
    2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
    3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [4 0 R]>>',
    4: `<</Type /Annot /Subtype /Widget /FT /Sig /T (Sig1) /Rect [50 50 250 100] /P 3 0 R ${field}>>`,
    5: '<</Type /StructTreeRoot /K []>>',
  })

function describedIn(file: Uint8Array, name: string): Record<string, string | undefined> {
  const document = PdfDocument.open(file)
  const field = readFields(document).find((each) => each.name === name)
  return Object.fromEntries(
    ['TU', 'Contents'].map((key) => {
      const value = field === undefined ? null : document.lookup(field.dict, key)
      return [key, value instanceof PdfString ? decodeTextString(value.bytes) : undefined]
    }),
  )
}

describe('the widget of a signature in a tagged document', () => {
  it.each([
    ['', 'Signature of Ada Lovelace'],
    ['/Lang (de-AT)', 'Signatur von Ada Lovelace'],
    ['/Lang (FR)', 'Signature de Ada Lovelace'],
    ['/Lang (pl)', 'Signature of Ada Lovelace'],
  ])('has a description, with the catalog %s', async (catalog, expected) => {
    const signed = await sign(tagged(catalog))
    expect(describedIn(signed, 'Signature1')).toEqual({ TU: expected, Contents: expected })
  })

  it('gets one where its field was there before, and keeps what it says', async () => {
    const drawn = await sign(tagged(''), { field: 'Sig1' })
    expect(describedIn(drawn, 'Sig1')).toEqual({ TU: undefined, Contents: 'Signature of Ada Lovelace' })
    const kept = await sign(tagged('', '/Contents (Sign here)'), { field: 'Sig1' })
    expect(describedIn(kept, 'Sig1')['Contents']).toBe('Sign here')
  })

  it('costs no earlier signature its validity', async () => {
    const twice = await sign(await sign(tagged('')), { field: 'Sig1' })
    expect((await verifyDocument(twice)).valid).toBe(true)
    const thrice = await sign(await sign(tagged('')))
    expect((await verifyDocument(thrice)).valid).toBe(true)
  })
})

describe('a message authentication code over the file (ISO/TS 32004)', () => {
  it('does not make a signature invalid when a later revision brings it', async () => {
    const signed = await sign(
      makePdf({
        1: '<</Type /Catalog /Pages 2 0 R>>',
        2: '<</Type /Pages /Kids [3 0 R] /Count 1>>',
        3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]>>',
      }),
    )
    const catalog = PdfDocument.open(signed).catalogRef.num
    expect(catalog).toBe(1)
    const mac = (code: string) => `/AuthCode <</MACLocation /Standalone /ByteRange [0 10 20 10] /MAC <${code}>>>`
    const once = appendRevision(signed, { 101: '<</Kind /Note>>' }, mac('00'))
    const twice = appendRevision(once, { 102: '<</Kind /Note>>' }, mac('ff'))
    const { signers } = await verifyDocument(twice)
    expect(signers[0]?.reasons).toEqual([])
    expect(signers[0]?.status).toBe('valid')
  })
})
