/**
 * Certificate pages, signatures that can be seen, DOCX and reports as PDF without Node.js: they are set as the library sets them.
 *
 * @module
 */

import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  listParties,
  renderReport,
  type SigningIdentity,
  type SignOptions,
  type SignRequest,
  signDocument,
  verifyDocument,
} from '../../src/index.js'
import { getPage } from '../../src/pdf/catalog.js'
import { PdfDocument } from '../../src/pdf/document.js'
import { PdfName, type PdfObject, PdfRef, PdfStream } from '../../src/pdf/objects.js'
import { makePdf, ONE_PAGE } from '../pdf/make-pdf.js'
import { requestWith } from '../sign/signing.js'
import { makeDocx, paragraphXml } from '../support/make-docx.js'
import { ENGINES } from './engines.js'
import { certifyKey } from './sample-documents.js'
import { buildForWeb, type WebModule, writeAssetFiles } from './web-bundle.js'

const { subtle } = globalThis.crypto
const ALGORITHM = { name: 'ECDSA', hash: 'SHA-256' } as const
/** Within the validity of the certificate. */
const NOW = new Date().toISOString()
const EVENT_ID = '00000000-0000-7000-8000-000000000001'
const PDF = makePdf(ONE_PAGE)
const GRACE = { name: 'Grace Hopper', email: 'grace@example.com' }
const FORM = PdfName.of('Form')
const APPEARANCE = { page: 1, rectangle: [50, 50, 200, 100] } as const

let folder: string
let web: WebModule
let key: string
let options: SignOptions

const base64 = (bytes: ArrayBuffer | Uint8Array) => Buffer.from(bytes as Uint8Array).toString('base64')
const read = async (name: string) => new Uint8Array(await readFile(join(folder, 'assets', name)))

beforeAll(async () => {
  folder = await buildForWeb()
  await writeAssetFiles(folder)
  web = await import(pathToFileURL(join(folder, 'index.js')).href)
  const keys = await subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const spki = new Uint8Array(await subtle.exportKey('spki', keys.publicKey))
  const sign = async (data: Uint8Array) =>
    new Uint8Array(await subtle.sign(ALGORITHM, keys.privateKey, Uint8Array.from(data)))
  const identity = { certificates: [certifyKey('Ada Lovelace', spki)], algorithm: ALGORITHM, sign }
  key = base64(await subtle.exportKey('pkcs8', keys.privateKey))
  options = { identity, now: () => new Date(NOW), appearance: APPEARANCE }
}, 60_000)

afterAll(() => rm(folder, { recursive: true, force: true }))

/** A request for a certificate page. */
function withPage(changes: Partial<SignRequest> = {}): SignRequest {
  return requestWith({ eventId: EVENT_ID, certificate: { enabled: true }, ...changes })
}

/** What the pages of a document draw, and the looks of their annotations. */
function drawnOn(bytes: Uint8Array): string[] {
  const document = PdfDocument.open(bytes)
  const pages: PdfObject[] = []
  for (let page = getPage(document, 0); page !== undefined; page = getPage(document, pages.length))
    pages.push(document.lookup(page.dict, 'Contents'))
  const objects = Array.from(document.xref.inUse().numbers, (num) => document.resolve(new PdfRef(num)))
  const forms = objects.filter((object) => object instanceof PdfStream && object.dict.get('Subtype') === FORM)
  return [...pages, ...forms].flatMap((object) => {
    // The page of the input is empty.
    if (!(object instanceof PdfStream)) return []
    return Buffer.from(document.decode(object)).toString('latin1')
  })
}

/** With a page, and so with text on both pages and in the signature. */
async function onNode(request: SignRequest, file = PDF): Promise<string[]> {
  return drawnOn((await signDocument(file, request, options)).bytes)
}

// First, since files that were loaded are kept.
describe('without a file', () => {
  it('names it', async () => {
    const call = web.signDocument(PDF, withPage(), { ...options, assets: { read: () => undefined } })
    const message = expect.stringContaining('fonts/')
    await expect(call).rejects.toMatchObject({ code: 'missing_dependency', message })
    await expect(call).rejects.toBeInstanceOf(web.SealwrightError)
  })

  it('ends when it is aborted, and does not sign then', async () => {
    const controller = new AbortController()
    const reason = new Error('enough')
    let give = () => {}
    const waiting = new Promise<undefined>((resolve) => {
      give = () => resolve(undefined)
    })
    const late = async (name: string) => {
      queueMicrotask(() => controller.abort(reason))
      await waiting
      return read(name)
    }
    let signatures = 0
    const { identity } = options as { identity: SigningIdentity }
    const sign = async (data: Uint8Array) => {
      signatures++
      return identity.sign(data)
    }
    const given = { ...options, identity: { ...identity, sign }, assets: { read: late }, signal: controller.signal }
    await expect(web.signDocument(PDF, withPage(), given)).rejects.toBe(reason)
    const before = signatures
    give()
    // Another call that waits for the same file comes to its end.
    await web.signDocument(PDF, withPage(), { ...options, assets: { read } })
    expect(signatures).toBe(before)
  })

  it('refuses options that it does not know, and leaves the others to the signer', async () => {
    for (const wrong of [
      { assets: {} },
      { assets: { url: 'x', extra: 1 } },
      { assets: { read }, nothing: 1 },
    ] as object[]) {
      const call = web.signDocument(PDF, withPage(), { ...options, ...wrong })
      await expect(call).rejects.toMatchObject({ code: 'invalid_request' })
    }
    await expect(web.signDocument(PDF, withPage(), undefined as never)).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('with the files of the package', () => {
  it('draws the certificate page and the signature as on Node.js, in every script', async () => {
    for (const name of ['Ada Lovelace', 'สมชาย ใจดี', 'عبد الله']) {
      const request = withPage({ signer: { name, email: 'ada@example.com' } })
      const { bytes, warnings } = await web.signDocument(PDF, request, { ...options, assets: { read } })
      const drawn = drawnOn(bytes)
      expect(drawn).toHaveLength(2)
      expect([name, drawn, warnings]).toEqual([name, await onNode(request), []])
      expect(await verifyDocument(bytes)).toMatchObject({ valid: true, signers: [{ audit: { page: 'matches' } }] })
    }
  })

  it('signs a DOCX, and a row of the certificate page after another', async () => {
    const docx = makeDocx(paragraphXml('A contract'))
    const given = { ...options, assets: { read } }
    expect(drawnOn((await web.signDocument(docx, withPage(), given)).bytes)).toEqual(await onNode(withPage(), docx))
    const parties = [{ name: 'Ada Lovelace', email: 'ada@example.com' }, GRACE]
    const { appearance: _, ...rows } = given
    const first = await web.signDocument(PDF, withPage({ certificate: { enabled: true, parties } }), rows)
    const second = await web.signDocument(
      first.bytes,
      requestWith({ signer: GRACE, certificate: { enabled: true } }),
      rows,
    )
    const report = await verifyDocument(second.bytes)
    expect(report.signers.map(({ status }) => status)).toEqual(['valid', 'valid'])
    expect((await listParties(second.bytes)).parties.map(({ state }) => state)).toEqual(['signed', 'signed'])
    expect(await web.listParties(second.bytes)).toEqual(await listParties(second.bytes))
  })

  it('prepares a document with a page for a key that is elsewhere', async () => {
    const secret = 'a secret of the host with 32 characters'
    const { identity, ...others } = options
    const { certificates, algorithm, sign } = identity as SigningIdentity
    const given = { ...others, identity: { certificates, algorithm }, secret, assets: { read } }
    const { state, toBeSigned, document } = await web.prepareSignature(PDF, withPage(), given)
    const { bytes } = await web.completeSignature(state, await sign(toBeSigned), { document, secret })
    expect(drawnOn(bytes)).toEqual(await onNode(withPage()))
    expect((await verifyDocument(bytes)).valid).toBe(true)
  })

  it('renders a report as PDF', async () => {
    const report = await web.verifyDocument((await signDocument(PDF, withPage(), options)).bytes)
    const request = { format: 'pdf', verifiedAt: new Date(NOW), language: 'fr' } as const
    const { bytes, contentType } = await web.renderReport(report, { ...request, assets: { read } })
    expect(contentType).toBe('application/pdf')
    expect(drawnOn(bytes)).toEqual(drawnOn((await renderReport(report, request)).bytes))
    // Files are not asked for where no text is set.
    const html = await web.renderReport(report, { ...request, format: 'html', assets: { read: () => undefined } })
    expect(html.contentType).toMatch('text/html')
  })
})

/** Signs with a key that its engine imports, and answers with the document and a report about it, both in base64. */
const SIGNING = `import { renderReport, signDocument, verifyDocument } from './index.js'
export async function answer(bytes, name, assets) {
  const { pdf, key, certificate, request, appearance, now } = JSON.parse(new TextDecoder().decode(bytes))
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
  const textOf = (bytes) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  const secret = await crypto.subtle.importKey('pkcs8', bytesOf(key), algorithm, false, ['sign'])
  const sign = async (data) => new Uint8Array(await crypto.subtle.sign(algorithm, secret, Uint8Array.from(data)))
  const identity = { certificates: [bytesOf(certificate)], algorithm: { name: 'ECDSA', hash: 'SHA-256' }, sign }
  const options = { identity, now: () => new Date(now), appearance, assets }
  const signed = await signDocument(bytesOf(pdf), request, options)
  const report = await renderReport(await verifyDocument(signed.bytes), { format: 'pdf', assets })
  return JSON.stringify({ signed: textOf(signed.bytes), report: textOf(report.bytes) })
}
`

describe.each(ENGINES)('$name', ({ isHere, ask }) => {
  it.skipIf(!isHere)(
    'draws the page, and a report, as the library does',
    async () => {
      const request = withPage({ signer: { name: 'Łukasz 株式会社 สมชาย', email: 'l@example.com' } })
      const [certificate] = (options.identity as SigningIdentity).certificates
      const task = {
        pdf: base64(PDF),
        key,
        certificate: base64(certificate as Uint8Array),
        request,
        appearance: APPEARANCE,
        now: NOW,
      }
      const files = [['task', new TextEncoder().encode(JSON.stringify(task))]] as const
      const { task: answer = '' } = await ask({ script: SIGNING, files, folder })
      const { signed, report } = JSON.parse(answer)
      const bytes = Buffer.from(signed, 'base64')
      expect(drawnOn(bytes)).toEqual(await onNode(request))
      expect((await verifyDocument(bytes)).valid).toBe(true)
      expect(drawnOn(Buffer.from(report, 'base64')).length).toBeGreaterThan(0)
    },
    120_000,
  )
})
