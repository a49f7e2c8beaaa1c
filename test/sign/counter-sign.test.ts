/**
 * Signing documents that are signed already.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import type { SignOptions } from '../../src/sign/sign-options.js'
import { verifyDocument } from '../../src/verify/verify-document.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { bouncyCastleVerify, extractCms } from '../support/oracles.js'
import { makeSamplePdfs } from '../support/sample-pdfs.js'
import { hasTool } from '../support/tools.js'
import { unexplainedChanges } from '../support/update-rule.js'
import { codeOf, detach, identityOf, judge, sign, soundVerdict, WITH_PAGE } from './signing.js'

const TOOLS = ['pdfsig', 'qpdf', 'mutool', 'pdfdetach', 'openssl'].every(hasTool)
const file = makePdf(ONE_PAGE)

describe.skipIf(!TOOLS)('signDocument on a signed document', () => {
  it('keeps every earlier signature valid', async () => {
    let bytes = await sign(file, {}, WITH_PAGE)
    const names = ['Signature1']
    for (let count = 2; count <= 4; count++) {
      const before = bytes
      bytes = await sign(bytes, { identity: await identityOf(count % 2 === 0 ? 'ec' : 'rsa') })
      names.push(`Signature${count}`)
      expect(bytes.subarray(0, before.length)).toEqual(before)
      expect(await judge(bytes)).toEqual(soundVerdict(...names))
    }
    expect(PdfDocument.open(bytes).revisions).toHaveLength(5)
  })

  it.skipIf(!hasTool('bouncycastle'))('with RSA, then EC, then Ed25519: all are valid for Bouncy Castle', async () => {
    let bytes = file
    for (const kind of ['rsa', 'ec', 'ed25519'] as const)
      bytes = await sign(bytes, { identity: await identityOf(kind) })
    const signatures = [0, 1, 2].map((index) => extractCms(bytes, index))
    expect(await bouncyCastleVerify(signatures)).toEqual(Array(3).fill({ valid: true, message: '' }))
    signatures.forEach(({ byteRange }, i) => {
      expect(byteRange[2] + byteRange[3] === bytes.length).toBe(i === 2)
    })
    expect(await codeOf(sign(bytes))).toBe('none')
  })

  it('keeps the signatures of other programs valid, in tables and streams', async () => {
    for (const { name, bytes } of await makeSamplePdfs()) {
      if (!name.startsWith('signed')) continue
      const { signatures, qpdf, mutool } = await judge(await sign(await sign(bytes)))
      expect(signatures.map(({ valid, total }) => [valid, total])).toEqual([
        [true, false],
        [true, false],
        [true, true],
      ])
      expect(new Set(signatures.map(({ field }) => field)).size).toBe(3)
      expect([qpdf, mutool]).toEqual([[], [true, true, true]])
    }
  })

  it('keeps the attachments of the first signature, and does not touch the catalog again', async () => {
    const first = await sign(file, {}, WITH_PAGE)
    const second = await sign(first)
    expect([...(await detach(second)).keys()]).toContain('audit-trail.json')
    expect((await detach(second)).get('audit-trail.json')).toBe((await detach(first)).get('audit-trail.json'))
    const document = PdfDocument.open(second)
    expect(document.revisionOf(document.catalogRef.num)).toBe(1)
  })
})

/** A form with signature fields of all shapes, signed by another program's rules: nothing of it is ours. */
const FIELDS: Record<number, string> = {
  1: '<</Type /Catalog /Pages 2 0 R /AcroForm 4 0 R>>',
  3: '<</Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Annots 10 0 R>>',
  4: '<</Fields 9 0 R /SigFlags 1>>',
  5: '<</Type /Annot /Subtype /Widget /FT /Sig /T (merged) /Rect [50 600 250 650] /F 132 /P 3 0 R>>',
  6: '<</FT /Sig /T (bare)>>',
  7: '<</Type /Annot /Subtype /Widget /FT /Sig /T (hidden) /Rect [0 0 0 0] /F 132 /P 3 0 R>>',
  8: '<</Type /Annot /Subtype /Widget /FT /Tx /T (text) /Rect [50 500 250 520] /P 3 0 R>>',
  9: '[5 0 R 6 0 R 7 0 R 8 0 R]',
  10: '[5 0 R 7 0 R 8 0 R]',
}

describe.skipIf(!TOOLS)('what a counter-signature writes is explained', () => {
  const options: [string, Partial<SignOptions>][] = [
    ['a new invisible field', {}],
    ['a new visible field', { appearance: { rectangle: [10, 10, 200, 60] } }],
    ['an existing field', { field: 'merged' }],
    ['an existing field without a widget', { field: 'bare' }],
    ['an existing invisible field', { field: 'hidden' }],
  ]
  it.each(options)('in %s', async (_, option) => {
    const once = await sign(makePdf({ ...ONE_PAGE, ...FIELDS }), { appearance: { rectangle: [300, 10, 400, 60] } })
    const twice = await sign(once, option)
    const thrice = await sign(twice)
    expect(await unexplainedChanges(once, twice)).toEqual([])
    expect(await unexplainedChanges(twice, thrice)).toEqual([])
    expect((await judge(thrice)).mutool).not.toContain(false)
    expect((await verifyDocument(thrice)).signers).toMatchObject(
      Array(3).fill({ status: 'valid', audit: { status: 'valid' } }),
    )
  })

  it('in documents that other programs made and signed', async () => {
    for (const { name, bytes } of await makeSamplePdfs()) {
      if (!name.startsWith('signed')) continue
      const twice = await sign(bytes)
      expect(await unexplainedChanges(bytes, twice)).toEqual([])
      expect(
        await unexplainedChanges(twice, await sign(twice, { appearance: { rectangle: [10, 10, 200, 60] } })),
      ).toEqual([])
    }
  })

  it('unlike a first signature, which lists its record in the catalog', async () => {
    const faults = await unexplainedChanges(file, await sign(file))
    expect(faults).toContain('/AF of the catalog was changed')
  })

  it('keeps the flags of a form whose signer set one of the two', async () => {
    const once = await sign(makePdf(ONE_PAGE))
    const flagged = Buffer.from(Buffer.from(once).toString('latin1').replace('/SigFlags 3', '/SigFlags 1'), 'latin1')
    const document = PdfDocument.open(await sign(flagged))
    expect(document.lookup(document.lookupDict(document.catalog, 'AcroForm') ?? document.catalog, 'SigFlags')).toBe(1)
  })
})

describe('signDocument on a signed document refuses', () => {
  it('the certificate page, which would break the signature', async () => {
    const signed = await sign(file)
    const promise = sign(signed, {}, WITH_PAGE)
    await expect(promise).rejects.toMatchObject({ code: 'would_invalidate_signatures' })
    await expect(promise).rejects.toThrow(/certificate\.enabled = false/)
    const { certificate: _, ...request } = WITH_PAGE
    expect(await codeOf(sign(signed, {}, request))).toBe('would_invalidate_signatures')
  })

  it('to certify it', async () => {
    expect(await codeOf(sign(await sign(file), { certify: 2 }))).toBe('already_signed')
  })
})
