/**
 * Signing without Node.js: with a key of WebCrypto that never leaves it, in one call and in two phases.
 *
 * @module
 */

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SigningIdentity, verifyDocument } from '../../src/index.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { requestWith } from '../sign/signing.js'
import { makeDocx, paragraphXml } from '../support/make-docx.js'
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

it('says what needs Node.js, and what to ask for instead', async () => {
  const pdf = makePdf(ONE_PAGE)
  const refused = (promise: Promise<unknown>, text: string) =>
    expect(promise).rejects.toMatchObject({ code: 'missing_dependency', message: expect.stringContaining(text) })
  await refused(web.signDocument(pdf, requestWith({ certificate: { enabled: true } }), { identity }), 'enabled: false')
  const appearance = { page: 1, rectangle: [50, 50, 200, 100] } as const
  await refused(web.signDocument(pdf, requestWith(), { identity, appearance }), 'without appearance')
  await refused(
    web.signDocument(makeDocx(paragraphXml('A contract')), requestWith(), { identity }),
    'Convert it to PDF',
  )
})
