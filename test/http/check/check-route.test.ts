/**
 * The verification page and its route, without a browser.
 *
 * @module
 */

import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Api } from '../../../src/http/api-options.js'
import { LANGUAGES } from '../../../src/texts/texts.js'
import { sign } from '../../sign/signing.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool, runTool } from '../../support/tools.js'
import { makeContract } from '../../verify/support/contract.js'
import { ask, makeApi } from '../support/api.js'

const contract = makeContract().bytes
let api: Api

beforeAll(async () => {
  api = await makeApi({ check: true, verifyNeedsKey: true })
})
afterAll(() => api.close())

function form(bytes: Uint8Array, fields: Record<string, string> = {}): FormData {
  const data = new FormData()
  data.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/pdf' }), 'a.pdf')
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}

const check = (body: FormData, query = '', from: Api = api) => ask(from, `/v1/check${query}`, { body, key: null })

describe('GET /v1/check', () => {
  it('is not there unless it is asked for', async () => {
    const plain = await makeApi()
    expect((await ask(plain, '/v1/check', { key: null })).status).toBe(404)
    expect((await ask(plain, '/v1/check/page.js', { key: null })).status).toBe(404)
    await plain.close()
  })

  it.each(LANGUAGES)('speaks %s by query and by preference', async (language) => {
    const byQuery = await ask(api, `/v1/check?language=${language}`, { key: null })
    expect(await byQuery.text()).toContain(`<html lang="${language}">`)
    const byPreference = await ask(api, '/v1/check', {
      key: null,
      headers: { 'accept-language': `${language}-XX,en;q=0.5` },
    })
    expect(byPreference.headers.get('content-language')).toBe(language)
    expect(byPreference.headers.get('vary')).toBe('Accept-Language')
  })

  it('has nothing inline, and a policy that permits none', async () => {
    const response = await ask(api, '/v1/check', { key: null })
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("connect-src 'self'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).not.toContain('unsafe')
    const page = await response.text()
    expect(page).not.toMatch(/<script(?![^>]* src=)|<style| style=| on\w+=|javascript:/)
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })

  it('weighs less than 150 kB with all that it loads at first', async () => {
    let bytes = 0
    for (const path of ['', '/page.css', '/page.js']) {
      const response = await ask(api, `/v1/check${path}`, { key: null })
      expect(response.status).toBe(200)
      bytes += (await response.arrayBuffer()).byteLength
    }
    expect(bytes).toBeLessThan(150_000)
  })

  it('serves the viewer of pages, and nothing else of that folder', async () => {
    const worker = await ask(api, '/v1/check/viewer/build/pdf.worker.min.mjs', { key: null })
    expect([worker.status, worker.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8'])
    for (const path of ['build/pdf.mjs.map', '../package.json', 'web/pdf_viewer.mjs', 'build/..', 'constructor/x']) {
      expect([path, (await ask(api, `/v1/check/viewer/${path}`, { key: null })).status]).toEqual([path, 404])
    }
  })
})

describe('POST /v1/check', () => {
  it('answers a plain form with the page and the report, without a key', async () => {
    const response = await check(form(await sign(contract)), '?language=de')
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store'])
    const page = await response.text()
    expect(page).toContain('<html lang="de">')
    expect(page).toContain('data-valid="true"')
    expect(page).toContain('Ada Lovelace')
  })

  it.runIf(hasTool('qpdf'))('opens an encrypted file with the password of the form, and asks for it', async () => {
    const encrypted = await encryptedContract()
    const refused = await check(form(encrypted, { password: '' }))
    expect(refused.status).toBe(422)
    const page = await refused.text()
    expect(page).toContain('data-code="document_encrypted"')
    expect(page).toContain('class="password needed"')
    expect((await check(form(encrypted, { password: 'open' }))).status).toBe(200)
  })

  it('tells people what is wrong, with the status that programs know', async () => {
    const codeOf = async (response: Response) => [response.status, /data-code="(\w+)"/.exec(await response.text())?.[1]]
    expect(await codeOf(await check(form(new TextEncoder().encode('no PDF'))))).toEqual([422, 'invalid_document'])
    expect(await codeOf(await check(form(new Uint8Array())))).toEqual([422, 'invalid_document'])
    const empty = new FormData()
    empty.append('password', '')
    expect(await codeOf(await check(empty))).toEqual([400, 'missing_file'])
    const small = await makeApi({ check: true, maxDocumentBytes: 100 })
    expect(await codeOf(await check(form(contract), '', small))).toEqual([413, 'file_too_large'])
    await small.close()
  })

  it('says when to come back, where the quota of strangers is spent', async () => {
    const quotas = { anonymous: { rate: { points: 1, windowMs: 30_000 } } }
    const strict = await makeApi({ check: true, quotas })
    const context = { clientAddress: '192.0.2.1' }
    const send = () => ask(strict, '/v1/check', { body: form(contract), key: null, context })
    expect((await send()).status).toBe(200)
    const refused = await send()
    expect(refused.status).toBe(429)
    const seconds = refused.headers.get('retry-after')
    expect(await refused.text()).toContain(`in ${seconds} seconds`)
    await strict.close()
  })

  it('gives the report as a file', async () => {
    const body = () => form(contract)
    const pdf = await check(body(), '?format=pdf&language=fr')
    expect(pdf.headers.get('content-type')).toBe('application/pdf')
    expect(new TextDecoder('latin1').decode(await pdf.arrayBuffer()).slice(0, 5)).toBe('%PDF-')
    const page = await check(body(), '?format=html')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(page.headers.get('content-disposition')).toContain('attachment')
  })
})

describe('POST /v1/verify', () => {
  it('gives a report for people to those who ask for one', async () => {
    const open = await makeApi()
    const signed = await sign(contract)
    const verify = (accept: string, query = '') =>
      ask(open, `/v1/verify${query}`, {
        body: signed as Uint8Array<ArrayBuffer>,
        headers: { 'content-type': 'application/pdf', accept },
        key: null,
      })
    const pdf = await verify('application/pdf', '?language=es')
    expect([pdf.headers.get('content-type'), pdf.headers.get('content-language')]).toEqual(['application/pdf', 'es'])
    expect((await verify('text/html')).headers.get('content-type')).toBe('text/html; charset=utf-8')
    for (const accept of ['*/*', 'application/json', 'application/json, application/pdf;q=0.5']) {
      expect((await verify(accept)).headers.get('content-type')).toBe('application/json')
    }
    await open.close()
  })
})

/** Encrypted by qpdf; the user's password is `open`. */
async function encryptedContract(): Promise<Uint8Array> {
  return withFiles({ 'a.pdf': contract }, async (path) => {
    await runTool('qpdf', ['--encrypt', 'open', 'owner', '256', '--', path('a.pdf'), path('b.pdf')])
    return new Uint8Array(await readFile(path('b.pdf')))
  })
}
