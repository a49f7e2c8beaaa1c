/**
 * Nothing is returned that makes an earlier signature worth less than it was.
 *
 * @module
 */

import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { PdfRef } from '../../src/pdf/objects.js'
import { latin1Bytes, latin1Text } from '../../src/pdf/syntax/syntax.js'
import { appendMaterial } from '../../src/sign/level/append-evidence.js'
import { signDocument } from '../../src/sign/sign-document.js'
import { prepareSignature } from '../../src/sign/two-phase-signature.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE, streamText } from '../pdf/make-pdf.js'
import { signByHand } from '../verify/support/sign.js'
import { codeOf, identityOf, requestWith, sign } from './signing.js'

/** Nothing leads to object 4, and it gives one key twice: that only matters once other bytes follow. */
const CONTRADICTORY = makePdf({ ...ONE_PAGE, 4: '<</Kind /One /Kind /Two>>' })

const WITH_NOTE = {
  ...ONE_PAGE,
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots [5 0 R]>>',
  4: streamText('', 'BT ET'),
  5: '<</Type /Annot /Subtype /Text /Rect [50 50 70 70] /Contents (A note)>>',
}

/** The page goes on listing an annotation whose entry was freed (ISO 32000-2, 7.5.4). */
function withFreedAnnotation(): Uint8Array {
  const text = latin1Text(makePdf(WITH_NOTE))
  const previous = text.lastIndexOf('xref\n0 ')
  const section = 'xref\n0 1\n0000000005 65535 f \n5 1\n0000000000 00001 f \n'
  const trailer = `trailer\n<</Size 6 /Root 1 0 R /Prev ${previous}>>\nstartxref\n${text.length}\n%%EOF\n`
  return latin1Bytes(`${text}${section}${trailer}`)
}

const WITH_FIELD = {
  ...ONE_PAGE,
  1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R] /SigFlags 3>>>>',
  4: '<</Type /Annot /Subtype /Widget /FT /Sig /T (Theirs) /Rect [0 0 0 0]>>',
}

/** The entry of the page tree leads to no object, so that no page can be read without a search. */
function withLostPages(): Uint8Array {
  const text = latin1Text(makePdf(WITH_FIELD))
  const at = String(text.indexOf('2 0 obj')).padStart(10, '0')
  return latin1Bytes(text.replace(`${at} 00000 n`, '0000000011 00000 n'))
}

const statuses = async (bytes: Uint8Array) => (await verifyDocument(bytes)).signers.map(({ status }) => status)

describe('what is appended to a signed document', () => {
  it('is refused where the signature there would not be judged as before', async () => {
    const signed = await sign(CONTRADICTORY)
    expect(await statuses(signed)).toEqual(['valid'])
    await expect(sign(signed)).rejects.toMatchObject({
      code: 'would_invalidate_signatures',
      message: expect.stringMatching(/field "Signature1".*Object 4 has two values/),
    })
  })

  it('is refused in two steps as well', async () => {
    const { certificates, algorithm } = await identityOf()
    const options = { identity: { certificates, algorithm }, secret: 'a secret of at least thirty-two bytes' }
    const preparing = prepareSignature(await sign(CONTRADICTORY), requestWith(), options)
    expect(await codeOf(preparing)).toBe('would_invalidate_signatures')
  })

  it('is refused for validation data as well', async () => {
    const [certificate = new Uint8Array(0)] = (await identityOf()).certificates
    const material = { certificates: [certificate], ocsps: [], crls: [] }
    const append = async (pdf: Uint8Array) => appendMaterial({ pdf, password: undefined }, material)
    expect(await codeOf(append(await sign(CONTRADICTORY)))).toBe('would_invalidate_signatures')
    expect(await codeOf(append(await sign(makePdf(ONE_PAGE))))).toBe('none')
  })

  it('never costs the first signature where a page lists an annotation that was freed', async () => {
    const signed = await sign(withFreedAnnotation())
    expect(await statuses(signed)).toEqual(['valid'])
    const again = sign(signed)
    const code = await codeOf(again)
    if (code === 'none') expect(await statuses(await again)).toEqual(['valid', 'valid'])
    else expect(code).toBe('would_invalidate_signatures')
  })

  it('is refused for a signed document whose pages only a search finds', async () => {
    const signed = await signByHand(withLostPages(), { field: new PdfRef(4) })
    expect(await statuses(signed)).toEqual(['valid'])
    expect(await codeOf(sign(signed))).toBe('would_invalidate_signatures')
  })

  it('is not refused where the pages are found, or nobody signed', async () => {
    const signed = await signByHand(makePdf(WITH_FIELD), { field: new PdfRef(4) })
    expect(await statuses(await sign(signed))).toEqual(['valid', 'valid'])
    expect(await statuses(await sign(withLostPages()))).toEqual(['valid'])
  })

  it('is not refused for what was wrong with the signature before, but warned of', async () => {
    const signed = await sign(makePdf(ONE_PAGE))
    const stray = latin1Bytes(`${latin1Text(signed)}\n${randomBytes(8).toString('hex')}\n`)
    expect(await statuses(stray)).toEqual(['invalid'])
    const warningsOf = async (pdf: Uint8Array) =>
      (await signDocument(pdf, requestWith(), { identity: await identityOf() })).warnings
    expect(await warningsOf(stray)).toEqual([
      expect.stringMatching(/^The signature in field "Signature1" is invalid already, and stays so: .+[^.]\.$/),
    ])
    expect(await warningsOf(signed)).toEqual([])
  })
})
