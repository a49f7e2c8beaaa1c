/**
 * Signing without Node.js: with a key of WebCrypto that never leaves it, in one call and in two phases.
 *
 * @module
 */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SigningIdentity, verifyDocument } from '../../src/index.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { requestWith } from '../sign/signing.js'
import { makeDocx, paragraphXml } from '../support/make-docx.js'
import { ENGINES } from './engines.js'
import { certifyKey } from './sample-documents.js'
import { buildForWeb, type WebModule } from './web-bundle.js'

let folder: string
let web: WebModule
let identity: SigningIdentity

const { subtle } = globalThis.crypto

beforeAll(async () => {
  folder = await buildForWeb()
  web = await import(pathToFileURL(join(folder, 'index.js')).href)
  const keys = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' } as const
  const sign = async (data: Uint8Array) =>
    new Uint8Array(await subtle.sign(algorithm, keys.privateKey, Uint8Array.from(data)))
  const spki = new Uint8Array(await subtle.exportKey('spki', keys.publicKey))
  identity = { certificates: [certifyKey('Ada Lovelace', spki)], algorithm, sign }
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

it('signs in one call, twice, what the library finds valid', async () => {
  const once = await web.signDocument(makePdf(ONE_PAGE), requestWith(), { identity })
  const twice = await web.signDocument(once.bytes, requestWith({ signer: { name: 'Ada', email: 'a@example.com' } }), {
    identity,
  })
  const report = await verifyDocument(twice.bytes)
  expect(report.valid).toBe(true)
  expect(report.signers.map(({ status }) => status)).toEqual(['valid', 'valid'])
  expect(Buffer.from(twice.bytes).subarray(0, once.bytes.length).equals(once.bytes)).toBe(true)
})

it('signs in two phases', async () => {
  const pdf = makePdf(ONE_PAGE)
  const secret = 'a secret of the host with 32 characters'
  const { certificates, algorithm } = identity
  const prepared = await web.prepareSignature(pdf, requestWith(), { identity: { certificates, algorithm }, secret })
  const signature = await identity.sign(prepared.toBeSigned)
  const { bytes } = await web.completeSignature(prepared.state, signature, { document: prepared.document, secret })
  expect((await verifyDocument(bytes)).valid).toBe(true)
  const wrong = signature.map((byte, i) => (i === 12 ? byte ^ 1 : byte))
  await expect(
    web.completeSignature(prepared.state, wrong, { document: prepared.document, secret }),
  ).rejects.toMatchObject({ code: 'signing_failed' })
})

it('says what needs fonts, and what to ask for instead', async () => {
  const pdf = makePdf(ONE_PAGE)
  const refused = (promise: Promise<unknown>, text: string) =>
    expect(promise).rejects.toMatchObject({ code: 'missing_dependency', message: expect.stringContaining(text) })
  await refused(web.signDocument(pdf, requestWith({ certificate: { enabled: true } }), { identity }), 'enabled: false')
  const appearance = { page: 1, rectangle: [50, 50, 200, 100] } as const
  await refused(web.signDocument(pdf, requestWith(), { identity, appearance }), 'without appearance')
  await refused(web.signDocument(makeDocx(paragraphXml('A contract')), requestWith(), { identity }), 'sign a PDF')
})

/** Signs with a key that its engine imports, and answers with the document in base64. */
const SIGNING = `import { signDocument } from './index.js'
export async function answer(bytes) {
  const { pdf, key, certificate, request } = JSON.parse(new TextDecoder().decode(bytes))
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const secret = await crypto.subtle.importKey('pkcs8', bytesOf(key), algorithm, false, ['sign'])
  const sign = async (data) => new Uint8Array(await crypto.subtle.sign(algorithm, secret, Uint8Array.from(data)))
  const identity = { certificates: [bytesOf(certificate)], algorithm: { name: 'ECDSA', hash: 'SHA-256' }, sign }
  const signed = await signDocument(bytesOf(pdf), request, { identity })
  return btoa(Array.from(signed.bytes, (byte) => String.fromCharCode(byte)).join(''))
}
`

describe.each(ENGINES)('$name', ({ isHere, ask }) => {
  it.skipIf(!isHere)(
    'signs with a key of its WebCrypto what the library finds valid',
    async () => {
      const keys = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
      const base64 = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString('base64')
      const spki = new Uint8Array(await subtle.exportKey('spki', keys.publicKey))
      const task = {
        pdf: base64(makePdf(ONE_PAGE)),
        key: base64(await subtle.exportKey('pkcs8', keys.privateKey)),
        certificate: base64(certifyKey('Ada Lovelace', spki)),
        request: requestWith(),
      }
      const files = [['task', new TextEncoder().encode(JSON.stringify(task))]] as const
      const { task: signed = '' } = await ask({ script: SIGNING, files, folder })
      const report = await verifyDocument(Buffer.from(signed, 'base64'))
      expect(report).toMatchObject({
        valid: true,
        signers: [{ certificate: { subject: expect.stringContaining('Ada') } }],
      })
    },
    120_000,
  )
})
