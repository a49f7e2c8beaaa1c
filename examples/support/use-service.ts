/**
 * What a user does with a service.
 *
 * @module
 */

import { equal, match, ok } from 'node:assert/strict'
import type { Example } from './start-example.js'

/** Enough of everything: Latin, Greek, right to left, and a formula. */
const MARKDOWN = '# Contract\n\nThe parties **agree**: αβγ, שלום, $\\frac{a}{b}$.\n\n| a | b |\n|---|---|\n| 1 | 2 |\n'

/** From an e-mail address to a verified document, and one that was tampered with. */
export async function useService(example: Example, basePath: string): Promise<void> {
  const base = `${example.url}${basePath}/v1`
  equal((await fetch(`${base}/health`)).status, 200)
  const key = await getKey(example, base)
  const headers = { authorization: `Bearer ${key}` }
  const pdf = await convert(base, headers, 'pdf')
  equal(Buffer.from(pdf.subarray(0, 5)).toString(), '%PDF-')
  const docx = await convert(base, headers, 'docx')
  equal(Buffer.from(docx.subarray(0, 2)).toString(), 'PK')
  const signed = await sign(base, headers, pdf)
  equal((await verify(base, signed)).valid, true)
  const tampered = signed.slice()
  const at = Buffer.from(tampered).indexOf('/MediaBox') + 11
  tampered[at] = (tampered[at] ?? 0) ^ 1
  equal((await verify(base, tampered)).valid, false)
  await seePages(base)
}

async function getKey(example: Example, base: string): Promise<string> {
  equal((await fetch(`${base}/auth/register?email=ada@example.com`)).status, 202)
  // The mailer of the examples writes to the console, which comes to us some time after the answer.
  for (let i = 0; i < 50 && !/\b\d{6}\b/.test(example.output()); i++) await new Promise((done) => setTimeout(done, 100))
  const [code] = /\b\d{6}\b/.exec(example.output()) ?? []
  const answer = await fetch(`${base}/auth/verify?email=ada@example.com&code=${code}`)
  const text = await answer.text()
  equal(answer.status, 200, text)
  return (JSON.parse(text) as { apiKey: string }).apiKey
}

async function convert(base: string, headers: Record<string, string>, to: string): Promise<Uint8Array> {
  const body = new FormData()
  body.append('file', new Blob([MARKDOWN]), 'contract.md')
  const answer = await fetch(`${base}/convert?from=md&to=${to}`, { method: 'POST', headers, body })
  const bytes = new Uint8Array(await answer.arrayBuffer())
  equal(answer.status, 200, Buffer.from(bytes).toString())
  equal(answer.headers.get('sealwright-warnings') ?? '[]', '[]')
  return bytes
}

async function sign(base: string, headers: Record<string, string>, pdf: Uint8Array): Promise<Uint8Array> {
  const body = JSON.stringify({
    document: { base64: Buffer.from(pdf).toString('base64') },
    signer: { name: 'Ada Lovelace', email: 'ada@example.com' },
    auditTrail: [{ timestamp: '2026-11-21T09:04:10Z', type: 'submit' }],
  })
  const answer = await fetch(`${base}/sign`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body,
  })
  const text = await answer.text()
  equal(answer.status, 200, text)
  const { document } = JSON.parse(text) as { document: { base64: string } }
  const bytes = new Uint8Array(Buffer.from(document.base64, 'base64'))
  ok(bytes.length > pdf.length)
  return bytes
}

async function verify(base: string, pdf: Uint8Array): Promise<{ valid: boolean }> {
  const body = pdf.slice().buffer
  const answer = await fetch(`${base}/verify`, { method: 'POST', headers: { 'content-type': 'application/pdf' }, body })
  const text = await answer.text()
  equal(answer.status, 200, text)
  return JSON.parse(text) as { valid: boolean }
}

/** The page that shows the API, and the script behind it. */
async function seePages(base: string): Promise<void> {
  const page = await fetch(`${base}/docs`)
  equal(page.status, 200)
  const html = await page.text()
  const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, src = '']) => new URL(src, page.url))
  ok(scripts.length > 0, html)
  for (const script of scripts) match((await fetch(script)).headers.get('content-type') ?? '', /javascript/)
}
