/**
 * Signatures that stand in unusual places of the file.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { verifyDocument } from '../../src/index.js'
import { type PdfObject, PdfVerbatim } from '../../src/pdf/objects.js'
import { latin1Bytes } from '../../src/pdf/syntax/syntax.js'
import { makeContract } from './support/contract.js'
import { dict } from './support/notation.js'
import { revise } from './support/revise.js'
import { type HandSigning, signByHand } from './support/sign.js'

/** Signs so that the signature dictionary stands in its field; the object of its own is nothing. */
function signDirectly(change: (text: string) => string = (text) => text, how: HandSigning = {}): Promise<Uint8Array> {
  let text = ''
  return signByHand(makeContract().bytes, {
    ...how,
    dictionary: (whole) => {
      text = whole
      return 'null'
    },
    widget: () => ({ V: new PdfVerbatim(latin1Bytes(change(text))) as PdfObject }),
  })
}

describe('a signature dictionary inside of its field', () => {
  it('is read, with a remark', async () => {
    const { valid, signers } = await verifyDocument(await signDirectly())
    expect(valid).toBe(true)
    expect(signers[0]?.warnings.map(({ code }) => code)).toContain('signature_dictionary_direct')
  })

  it('has each key once, and stands under a key that stands once', async () => {
    const twice = await signDirectly((text) => text.replace(/>>$/, '/M (D:20200101000000Z)>>'))
    expect(await verifyDocument(twice)).toMatchObject({ valid: false })
    const other = await signDirectly((text) => `${text} /V 1 0 R`)
    expect(await verifyDocument(other)).toMatchObject({ valid: false })
  })

  it('may not be moved by a later revision', async () => {
    const bytes = await signDirectly()
    const moved = revise(bytes, ({ document, set, get }) => {
      const fields = document.lookupArray(document.lookupDict(document.catalog, 'AcroForm') ?? dict`<<>>`, 'Fields')
      const field = fields?.at(-1)
      if (field !== undefined) set(field as never, { V: get(field as never).get('V') })
    })
    expect(await verifyDocument(moved)).toMatchObject({
      valid: false,
      signers: [{ reasons: expect.arrayContaining([expect.objectContaining({ code: 'gap_not_contents' })]) }],
    })
  })
})

describe('a signature that a field inherits', () => {
  /** The field of the contract with a kid that has a name, and for a parent what is given. */
  const withKid = (lie: boolean) =>
    makeContract({
      changes: (refs) => ({
        fieldApproval: { Kids: [refs.fieldSecond] },
        fieldSecond: { Parent: lie ? refs.fieldName : refs.fieldApproval, FT: null },
        form: { Fields: [refs.fieldApproval] },
      }),
    })

  it('is the one of the field above', async () => {
    const { bytes, refs } = withKid(false)
    const signed = await signByHand(bytes, { field: refs.fieldApproval })
    const { valid, signers } = await verifyDocument(signed)
    expect({ valid, names: signers.map(({ fieldName }) => fieldName) }).toEqual({
      valid: true,
      names: ['Approval.Second'],
    })
  })

  it('is in no field whose /Parent says otherwise than /Kids', async () => {
    const { bytes, refs } = withKid(true)
    const signed = await signByHand(bytes, { field: refs.fieldApproval })
    expect(await verifyDocument(signed)).toMatchObject({ valid: false })
  })
})

describe('a signature that depends on its references (/V 1)', () => {
  const signWith = (entries: string) =>
    signByHand(makeContract().bytes, { dictionary: (text) => text.replace('/M (', `${entries} /M (`) })

  it('is indeterminate where one of them is not known, or is none', async () => {
    for (const reference of ['<</Type /SigRef /TransformMethod /Acme>>', '7', '<</Type /SigRef>>']) {
      const { valid, signers } = await verifyDocument(await signWith(`/V 1 /Reference [${reference}]`))
      expect(valid).toBe(false)
      expect(signers[0]).toMatchObject({ status: 'indeterminate', reasons: [{ code: 'signature_reference_unknown' }] })
    }
  })

  it('is valid where they are known, where there are none, and where nothing depends on them', async () => {
    const known = '<</Type /SigRef /TransformMethod /DocMDP /TransformParams <</Type /TransformParams /P 2 /V /1.2>>>>'
    for (const entries of [`/V 1 /Reference [${known}]`, '/V 1', '/Reference [<</TransformMethod /Acme>>]']) {
      expect(await verifyDocument(await signWith(entries))).toMatchObject({ valid: true })
    }
  })
})
