/**
 * The judges of the tests see what they should see.
 *
 * @module
 */

import { beforeAll, describe, expect, it } from 'vitest'
import {
  bouncyCastleVerify,
  extractCms,
  mutoolSign,
  opensslCmsVerify,
  pdfinfo,
  pdfsig,
  qpdfCheck,
  withFiles,
} from './oracles.js'
import { makeSamplePdfs } from './sample-pdfs.js'
import { hasTool } from './tools.js'

const tools = ['pdfsig', 'pdfinfo', 'mutool', 'qpdf', 'openssl', 'bouncycastle']

describe.skipIf(!tools.every(hasTool))('the oracles', () => {
  const samples = new Map<string, Uint8Array>()

  beforeAll(async () => {
    for (const { name, bytes } of await makeSamplePdfs()) samples.set(name, bytes)
  }, 60_000)

  const sample = (name: string) => {
    const bytes = samples.get(name)
    if (bytes === undefined) throw new Error(`No sample is called "${name}".`)
    return bytes
  }

  /** Changes one byte of the document's title, which the signature covers. */
  const tamper = (bytes: Uint8Array) => {
    const copy = bytes.slice()
    const at = Buffer.from(copy.buffer).indexOf('/MediaBox')
    copy[at + 1] = 'N'.charCodeAt(0)
    return copy
  }

  it('agree that an intact signature is valid', async () => {
    const { cms, content, byteRange } = extractCms(sample('signed table'))
    expect(byteRange[2] + byteRange[3]).toBe(sample('signed table').length)
    expect(await opensslCmsVerify(cms, content, { cades: true })).toMatchObject({ valid: true })
    expect(await bouncyCastleVerify([{ cms, content }])).toEqual([{ valid: true, message: '' }])
    await withFiles({ 'signed.pdf': sample('signed table') }, async (path) => {
      const { signatures } = await pdfsig(path('signed.pdf'))
      expect(signatures).toMatchObject([{ signatureValid: true, totalDocumentSigned: true }])
      expect(await mutoolSign(path('signed.pdf'))).toMatchObject([{ intact: true, unchanged: true }])
      expect(await qpdfCheck(path('signed.pdf'))).toEqual(new Set())
    })
  }, 60_000)

  it('agree that a signature over changed bytes is not valid', async () => {
    const tampered = tamper(sample('signed table'))
    const { cms, content } = extractCms(tampered)
    expect(await opensslCmsVerify(cms, content)).toMatchObject({ valid: false })
    expect(await bouncyCastleVerify([{ cms, content }])).toMatchObject([{ valid: false }])
    await withFiles({ 'tampered.pdf': tampered }, async (path) => {
      const { signatures } = await pdfsig(path('tampered.pdf'))
      expect(signatures).toMatchObject([{ signatureValid: false, verdict: 'Digest Mismatch.' }])
      expect(await mutoolSign(path('tampered.pdf'))).toMatchObject([{ intact: false }])
    })
  }, 60_000)

  it('see that something was appended after the signature', async () => {
    const appended = new Uint8Array([...sample('signed table'), 0x0a, 0x25, 0x0a])
    await withFiles({ 'appended.pdf': appended }, async (path) => {
      const { signatures } = await pdfsig(path('appended.pdf'))
      expect(signatures).toMatchObject([{ signatureValid: true, totalDocumentSigned: false }])
    })
  })

  it('tell encrypted, unsigned and broken documents apart', async () => {
    const files = {
      'table.pdf': sample('table'),
      'encrypted.pdf': sample('encrypted stream'),
      'broken.pdf': '%PDF-1.7\n',
    }
    await withFiles(files, async (path) => {
      expect(await pdfinfo(path('table.pdf'))).toMatchObject({ pages: 3, encrypted: false })
      expect(await pdfinfo(path('encrypted.pdf'))).toMatchObject({ pages: 3, encrypted: true })
      expect(await pdfinfo(path('broken.pdf'))).toMatchObject({ pages: 0 })
      expect((await pdfsig(path('table.pdf'))).signatures).toEqual([])
      expect((await qpdfCheck(path('broken.pdf'))).size).toBeGreaterThan(0)
    })
  })
})
