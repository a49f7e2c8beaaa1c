/**
 * The programs that the benchmarks compare, each with its key loaded beforehand, behind one function.
 *
 * @module
 */

import { createHash, createPrivateKey, sign as signRaw } from 'node:crypto'
import type { TestKey } from '../../test/support/keys.js'

/** Takes a document, gives the signed one (for the limit: a copy of it). */
export type Sign = (input: Uint8Array) => Promise<Uint8Array>

/** What no signer that returns a new array can beat: copy the bytes, hash them, make one RSA-2048 signature. */
export function createLimit({ key }: TestKey): Sign {
  const privateKey = createPrivateKey(key)
  return async (input) => {
    const copy = new Uint8Array(input.length)
    copy.set(input)
    const digest = createHash('sha256').update(copy).digest()
    signRaw('sha256', digest, privateKey)
    return copy
  }
}

const REQUEST = {
  signer: { email: 'ada@example.com', name: 'Ada Lovelace', ip: '203.0.113.7', userAgent: 'Mozilla/5.0 (X11; Linux)' },
  auditTrail: [
    { timestamp: '2026-11-20T09:00:00Z', type: 'open', data: { page: 1 } },
    { timestamp: '2026-11-20T09:01:30Z', type: 'consent', data: { text: 'I agree to sign electronically.' } },
    { timestamp: '2026-11-20T09:02:00Z', type: 'submit', data: {} },
  ],
}

/** This package. */
export async function createSealwright({ key, certificate }: TestKey, certificatePage = false): Promise<Sign> {
  const { identityFromPem, signDocument } = await import('../../src/index.js')
  const identity = await identityFromPem({ key, certificate })
  const request = { ...REQUEST, certificate: { enabled: certificatePage } }
  return async (input) => (await signDocument(input, request, { identity })).bytes
}

/** `@signpdf` with pdf-lib. Its signer reads the PKCS#12 file in every call and works only once: a new one each time. */
export async function createSignpdf({ pkcs12, passphrase }: TestKey): Promise<Sign> {
  const { PDFDocument } = await import('pdf-lib')
  const { pdflibAddPlaceholder } = await import('@signpdf/placeholder-pdf-lib')
  const { P12Signer } = await import('@signpdf/signer-p12')
  const { SignPdf } = await import('@signpdf/signpdf')
  return async (input) => {
    const pdfDoc = await PDFDocument.load(input)
    pdflibAddPlaceholder({
      pdfDoc,
      reason: 'Bench',
      contactInfo: 'ada@example.com',
      name: 'Ada Lovelace',
      location: '',
    })
    return new SignPdf().sign(await pdfDoc.save(), new P12Signer(pkcs12, { passphrase }))
  }
}

/** `@libpdf/core`. */
export async function createLibpdf({ pkcs12, passphrase }: TestKey): Promise<Sign> {
  const { P12Signer, PDF } = await import('@libpdf/core')
  const signer = await P12Signer.create(pkcs12, passphrase)
  return async (input) => (await (await PDF.load(input)).sign({ signer, reason: 'Bench' })).bytes
}
