import { describe, expect, it } from 'vitest'
import { PdfDocument } from '../../src/pdf/document.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { bouncyCastleVerify, extractCms } from '../support/oracles.js'
import { makeSamplePdfs } from '../support/sample-pdfs.js'
import { hasTool } from '../support/tools.js'
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
