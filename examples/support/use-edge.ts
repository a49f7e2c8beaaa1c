/**
 * What a user does with the examples for edge hosts, and with those that sign and convert in a browser.
 *
 * @module
 */

import { deepEqual, equal, match, ok } from 'node:assert/strict'
import { convertFile, verifyDocument } from '../../src/index.js'
import { plainForm } from '../../test/anywhere/plain-form.js'
import { launchBrowser } from '../../test/http/check/check-server.js'
import { makePdf, ONE_PAGE } from '../../test/pdf/make-pdf.js'
import type { EdgeServices } from './edge-services.js'
import type { Example } from './start-example.js'

const pdf = makePdf(ONE_PAGE)

/** Has a document signed by the key in the KMS, and verified there; this machine has to agree. */
export async function useEdge({ url }: Example, services: EdgeServices): Promise<void> {
  const post = (path: string, body: Uint8Array) =>
    fetch(`${url}${path}`, { method: 'POST', body: Uint8Array.from(body) })
  const answer = await post('/sign?name=Ada%20Lovelace&email=ada@example.com', pdf)
  const signed = new Uint8Array(await answer.arrayBuffer())
  equal(answer.status, 200, Buffer.from(signed).toString())
  equal(services.signatures(), 1)
  const trustAnchors = services.env['CERTIFICATE'] ?? ''
  equal((await verifyDocument(signed, { trustAnchors })).valid, true)
  const verify = async (bytes: Uint8Array) => (await (await post('/verify', bytes)).json()) as { valid: boolean }
  equal((await verify(signed)).valid, true)
  const tampered = signed.slice()
  const at = Buffer.from(tampered).indexOf('/MediaBox') + 11
  tampered[at] = (tampered[at] ?? 0) ^ 1
  equal((await verify(tampered)).valid, false)
  const refused = await post('/sign?name=Ada&email=nobody', pdf)
  equal(refused.status, 422)
  match(await refused.text(), /invalid_request/)
}

/** Has a page sign with its own key. What it sends to the server is no private key. */
export async function useBrowserKey({ url }: Example): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await page.goto(url)
    await page.setInputFiles('#file', { name: 'a.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdf) })
    await page.locator('#result:not([hidden])').waitFor()
    const [download] = await Promise.all([page.waitForEvent('download'), page.click('#result')])
    const parts: Buffer[] = []
    for await (const part of await download.createReadStream()) parts.push(part as Buffer)
    const report = await verifyDocument(Buffer.concat(parts))
    equal(report.valid, true, report.reason)
    equal(report.signers[0]?.certificate?.subject, 'CN=Ada Lovelace')
    ok(sent.some((body) => body.includes('"signature"')))
    ok(!sent.some((body) => /PRIVATE|"d"/.test(body)))
  } finally {
    await browser.close()
  }
}

/** Has a page convert two documents, the second of which needs HarfBuzz. Nothing is sent to the server. */
export async function useBrowserConvert({ url }: Example): Promise<void> {
  const browser = await launchBrowser()
  try {
    const page = await browser.newPage()
    const methods = new Set<string>()
    page.on('request', (request) => methods.add(request.method()))
    await page.goto(url)
    for (const text of ['# A letter\n\nWith a **bold** word.\n', 'مرحبا بالعالم\n']) {
      const buffer = Buffer.from(text)
      await page.setInputFiles('#file', { name: 'letter.md', mimeType: 'text/markdown', buffer })
      await page.locator('#status', { hasText: 'Converted.' }).waitFor()
      const [download] = await Promise.all([page.waitForEvent('download'), page.click('#result')])
      equal(download.suggestedFilename(), 'letter.pdf')
      const parts: Buffer[] = []
      for await (const part of await download.createReadStream()) parts.push(part as Buffer)
      const expected = await convertFile(text, { from: 'md', to: 'pdf', fileName: 'letter.md' })
      deepEqual(plainForm(Buffer.concat(parts)), plainForm(expected.bytes))
    }
    deepEqual([...methods], ['GET'])
  } finally {
    await browser.close()
  }
}
