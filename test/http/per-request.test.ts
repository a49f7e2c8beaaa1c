/**
 * Options of single requests, and what the answers tell.
 *
 * @module
 */

import { createHash, randomBytes } from 'node:crypto'
import { createCanvas } from '@napi-rs/canvas'
import { describe, expect, it } from 'vitest'
import type { Api } from '../../src/http/api-options.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import type { VerificationReport } from '../../src/verify/report.js'
import { makePdf } from '../pdf/make-pdf.js'
import { makeDocx, paragraphXml } from '../support/make-docx.js'
import { ask, makeApi, problemOf } from './support/api.js'

const { document: _, ...members } = requestExamples().sign.minimal.value
const pdf = new Uint8Array(Buffer.from(requestExamples().sign.minimal.value.document.base64, 'base64'))

interface SignAnswer {
  readonly document: { readonly base64: string; readonly contentType: string }
  readonly [fact: string]: unknown
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function sign(api: Api, json: object): Promise<SignAnswer> {
  const response = await ask(api, '/v1/sign', { json: { document: { base64: btoaOf(pdf) }, ...members, ...json } })
  if (response.status !== 200) throw new Error(await response.text())
  return (await response.json()) as SignAnswer
}

async function verify(api: Api, bytes: Uint8Array<ArrayBuffer>): Promise<VerificationReport> {
  const response = await ask(api, '/v1/verify', { body: bytes, headers: { 'content-type': 'application/pdf' } })
  return (await response.json()) as VerificationReport
}

/** A PNG with something in it. */
function makeLogo(): Uint8Array {
  const canvas = createCanvas(40, 20)
  const context = canvas.getContext('2d')
  context.fillStyle = '#123456'
  context.fillRect(5, 5, 20, 10)
  return new Uint8Array(canvas.toBuffer('image/png'))
}

function btoaOf(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}

function formOf(file: Uint8Array, name: string, request?: unknown): FormData {
  const form = new FormData()
  form.append('file', new Blob([Uint8Array.from(file)]), name)
  if (request !== undefined) {
    form.append('request', new Blob([JSON.stringify(request)], { type: 'application/json' }))
  }
  return form
}

describe('the answer of sign', () => {
  it('tells the facts of the signature, which the document and its report bear out', async () => {
    const api = await makeApi()
    const { document, ...facts } = await sign(api, { eventId: 'Vorgang ü 7' })
    const bytes = Uint8Array.from(Buffer.from(document.base64, 'base64'))
    expect(facts).toEqual({
      eventId: 'Vorgang ü 7',
      sealedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      inputSha256: sha256(pdf),
      outputSha256: sha256(bytes),
      chainDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      level: 'B-B',
      warnings: [],
    })
    const report = await verify(api, bytes)
    expect(report.valid).toBe(true)
    expect(report.document.eventId).toBe('Vorgang ü 7')
    expect(report.document.sha256).toBe(facts['outputSha256'])
    expect(Buffer.from(bytes).includes(String(facts['chainDigest']).slice(0, 32).toUpperCase())).toBe(true)
  })

  it('hashes a DOCX as it was given, and warns of what its PDF lacks', async () => {
    const docx = makeDocx(paragraphXml('Contract') + paragraphXml('\u{12000}'))
    const api = await makeApi()
    const answer = await sign(api, { document: { base64: btoaOf(docx) } })
    expect(answer['inputSha256']).toBe(sha256(docx))
    expect(answer['warnings']).toEqual([expect.stringContaining('U+12000')])
    const headers = { accept: 'application/pdf' }
    const file = await ask(api, '/v1/sign', { body: formOf(docx, 'a.docx', members), headers })
    expect(file.status).toBe(200)
    expect(JSON.parse(file.headers.get('sealwright-warnings') ?? '')).toEqual(answer['warnings'])
  })

  it.each([
    ['application/pdf', true],
    ['application/pdf, application/problem+json', true],
    ['application/json;q=0.5, application/pdf', true],
    ['application/pdf;q=0.2, */*;q=0.1', true],
    ['application/pdf, application/json', false],
    ['application/pdf;q=0', false],
    ['*/*', false],
    ['text/html', false],
    ['', false],
  ])('with Accept: %s, is the file: %s', async (accept, isFile) => {
    const api = await makeApi()
    const json = { document: { base64: btoaOf(pdf) }, ...members, eventId: 'Ereignis ä/1' }
    const response = await ask(api, '/v1/sign', { json, headers: { accept } })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe(isFile ? 'application/pdf' : 'application/json')
    expect(response.headers.get('vary')).toContain('Accept')
    if (!isFile) return
    const bytes = new Uint8Array(await response.arrayBuffer())
    const { headers } = response
    expect(decodeURIComponent(headers.get('sealwright-event-id') ?? '')).toBe('Ereignis ä/1')
    expect(headers.get('sealwright-input-sha256')).toBe(sha256(pdf))
    expect(headers.get('sealwright-output-sha256')).toBe(sha256(bytes))
    expect(headers.get('sealwright-level')).toBe('B-B')
    expect(headers.get('sealwright-warnings')).toBeNull()
    expect((await verify(api, bytes)).valid).toBe(true)
  })

  it('is a problem where there is one, whatever was asked for', async () => {
    const api = await makeApi()
    const headers = { accept: 'application/pdf' }
    expect((await problemOf(await ask(api, '/v1/sign', { json: {}, headers }))).code).toBe('invalid_request')
  })
})

describe('members of a sign request', () => {
  const appearance = { page: 1, rectangle: [72, 72, 272, 132] }

  it('say what the signature says, how it looks and what it permits', async () => {
    const api = await makeApi()
    const { document } = await sign(api, {
      documentName: 'NDA 3',
      reason: 'I agree.',
      location: 'Zürich',
      appearance,
      certify: 2,
      level: 'B-B',
    })
    const bytes = Buffer.from(document.base64, 'base64')
    const text = bytes.toString('latin1')
    expect(text).toContain('I agree.')
    expect(text).toMatch(/\/Rect\s*\[72 72 272 132\]/)
    expect(text).toMatch(/\/P 2\b/)
    const report = await verify(api, Uint8Array.from(bytes))
    expect(report.valid).toBe(true)
    expect(report.document.auditTrail).toHaveLength(1)
  })

  it('take the place of what the host set for all', async () => {
    const api = await makeApi({ sign: { reason: 'By default.', appearance: { rectangle: [0, 0, 100, 50] } } })
    const text = async (json: object) =>
      Buffer.from((await sign(api, json)).document.base64, 'base64').toString('latin1')
    expect(await text({})).toContain('By default.')
    const own = await text({ reason: 'My own.', appearance })
    expect(own).toContain('My own.')
    expect(own).not.toContain('By default.')
    expect(own).toMatch(/\/Rect\s*\[72 72 272 132\]/)
  })

  it('name an existing field, in place of an appearance of the host', async () => {
    const api = await makeApi({ sign: { appearance: { rectangle: [0, 0, 100, 50] } } })
    const withField = makePdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>/Annots[4 0 R]>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Client)/Rect[10 10 110 60]/P 3 0 R/F 4>>',
    })
    const { document } = await sign(api, { document: { base64: btoaOf(withField) }, field: 'Client' })
    expect((await verify(api, Uint8Array.from(Buffer.from(document.base64, 'base64')))).valid).toBe(true)
    const json = { document: { base64: btoaOf(withField) }, ...members, field: 'Nobody' }
    expect((await problemOf(await ask(api, '/v1/sign', { json }))).code).toBe('field_unavailable')
  })

  it('bring a picture for the signature, in a new place or an existing field', async () => {
    const api = await makeApi()
    const image = { base64: btoaOf(makeLogo()), position: 'behind', opacity: 0.5 }
    const withField = makePdf({
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]>>>>',
      2: '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      3: '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<<>>/Annots[4 0 R]>>',
      4: '<</Type/Annot/Subtype/Widget/FT/Sig/T(Client)/Rect[10 10 110 60]/P 3 0 R/F 4>>',
    })
    for (const json of [
      { appearance: { ...appearance, image } },
      { document: { base64: btoaOf(withField) }, field: 'Client', appearance: { image } },
    ]) {
      const { document } = await sign(api, json)
      const bytes = Uint8Array.from(Buffer.from(document.base64, 'base64'))
      expect(Buffer.from(bytes).toString('latin1')).toMatch(/\/Subtype\s*\/Image/)
      expect((await verify(api, bytes)).valid).toBe(true)
    }
  })

  it('bring no picture where the host does not want any', async () => {
    const api = await makeApi({ signMembers: ['appearance'] })
    const json = {
      document: { base64: btoaOf(pdf) },
      ...members,
      appearance: { ...appearance, image: { base64: 'AAAA' } },
    }
    const problem = await problemOf(await ask(api, '/v1/sign', { json }))
    expect(problem.errors).toMatchObject([{ pointer: '/appearance/image', code: 'not_allowed' }])
  })

  it.each([
    [{ reason: '' }, '/reason invalid_text'],
    [{ appearance: { ...appearance, image: { base64: '!' } } }, '/appearance/image/base64 invalid_base64'],
    [{ appearance: { ...appearance, image: { base64: 'A'.repeat(1_500_000) } } }, '/appearance/image/base64 too_long'],
    [{ appearance: { ...appearance, image: { base64: 'AAAA', opacity: 2 } } }, '/appearance/image/opacity too_large'],
    [{ appearance: { ...appearance, image: { url: 'http://x' } } }, '/appearance/image/base64 required'],
    [{ appearance: { image: { base64: 'AAAA' } } }, '/appearance/rectangle required'],
    [{ reason: 7 }, '/reason invalid_type'],
    [{ location: 'a\nb' }, '/location invalid_text'],
    [{ documentName: 'x'.repeat(501) }, '/documentName too_long'],
    [{ certify: 4 }, '/certify invalid'],
    [{ level: 'B-X' }, '/level invalid'],
    [{ appearance: {} }, '/appearance/rectangle required'],
    [{ appearance: { rectangle: [1, 2, 3] } }, '/appearance/rectangle too_few'],
    [{ appearance: { rectangle: [1, 2, 1.5, 90] } }, '/appearance/rectangle no_area'],
    [{ appearance: { rectangle: [1, 2, 'x', 4] } }, '/appearance/rectangle/2 invalid_type'],
    [{ appearance: { rectangle: [1, 2, 1e9, 4] } }, '/appearance/rectangle/2 too_large'],
    [{ appearance: { ...appearance, page: 0 } }, '/appearance/page too_small'],
    [{ appearance: { ...appearance, colour: 'red' } }, '/appearance/colour unknown_field'],
    [{ appearance, field: 'Client' }, '/appearance exactly_one'],
    [{ reasn: 'x' }, '/reasn unknown_field'],
  ])('%j: %s', async (json, expected) => {
    const body = { document: { base64: btoaOf(pdf) }, ...members, ...json }
    const problem = await problemOf(await ask(await makeApi(), '/v1/sign', { json: body }))
    expect(problem.code).toBe('invalid_request')
    expect(problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toContain(expected)
    for (const { message } of problem.errors ?? []) expect(message).toMatch(/^[A-Z"].{10,}\.$/)
  })

  it('are those that the host lets callers give', async () => {
    const api = await makeApi({ signMembers: ['reason'] })
    expect((await sign(api, { reason: 'Why not' })).document.contentType).toBe('application/pdf')
    const json = { document: { base64: btoaOf(pdf) }, ...members, certify: 1, location: 'x' }
    const problem = await problemOf(await ask(api, '/v1/sign', { json }))
    expect(problem.errors?.map(({ pointer, code }) => `${pointer} ${code}`)).toEqual([
      '/location not_allowed',
      '/certify not_allowed',
    ])
    await expect(makeApi({ signMembers: ['reasn' as 'reason'] })).rejects.toThrow('no member "reasn"')
  })

  it('reach workers too', async () => {
    const api = await makeApi({ workers: { threads: 1, url: new URL('./support/worker.mjs', import.meta.url) } })
    const padding = new Uint8Array(3_000_000).fill(0x0a)
    const large = Buffer.concat([pdf, padding])
    const json = { document: { base64: btoaOf(large) }, ...members, reason: 'From afar.' }
    const response = await ask(api, '/v1/sign', { json, headers: { accept: 'application/pdf' } })
    expect(response.status).toBe(200)
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.includes('From afar.')).toBe(true)
    expect(response.headers.get('sealwright-output-sha256')).toBe(sha256(bytes))
    await api.close()
  })
})

describe('forms and bare files', () => {
  it('are signed, verified and converted as JSON is', async () => {
    const api = await makeApi()
    const headers = { accept: 'application/pdf' }
    const signed = await ask(api, '/v1/sign', { body: formOf(pdf, 'a.pdf', { ...members, reason: 'Form' }), headers })
    expect(signed.status).toBe(200)
    const bytes = new Uint8Array(await signed.arrayBuffer())
    for (const body of [bytes, formOf(bytes, 'a.pdf'), formOf(bytes, 'a.pdf', {})]) {
      const own = body instanceof FormData ? {} : { 'content-type': 'application/octet-stream' }
      const report = (await (await ask(api, '/v1/verify', { body, headers: own })).json()) as VerificationReport
      expect(report.valid).toBe(true)
    }
  })

  it('convert: the query, JSON and a form say the same', async () => {
    const api = await makeApi()
    const source = new TextEncoder().encode('# Hello\n')
    const bare = { body: source, headers: { 'content-type': 'text/markdown' } }
    const answers = [
      await ask(api, '/v1/convert?to=docx&fileName=h%C3%A9.md', bare),
      await ask(api, '/v1/convert?to=docx', { body: formOf(source, 'hé.md') }),
      await ask(api, '/v1/convert', { body: formOf(source, 'x.bin', { from: 'md', to: 'docx', fileName: 'hé.md' }) }),
      await ask(api, '/v1/convert', {
        json: { document: { base64: btoaOf(source) }, from: 'md', to: 'docx', fileName: 'a/b/hé.md' },
      }),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(200)
      expect(answer.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''h%C3%A9.docx")
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 2)
          .toString(),
      ).toBe('PK')
    }
  })

  it('convert answers JSON where that is asked for', async () => {
    const api = await makeApi()
    const json = { document: { base64: btoaOf(new TextEncoder().encode('Hello \u{12000}\n')) }, from: 'md' }
    const answer = await ask(api, '/v1/convert', { json, headers: { accept: 'application/json' } })
    const { document, warnings } = (await answer.json()) as SignAnswer
    expect(document).toEqual({
      base64: expect.stringMatching(/^JVBERi0/),
      contentType: 'application/pdf',
      fileName: 'document.pdf',
    })
    expect(warnings).toEqual([expect.stringContaining('U+12000')])
    const file = await ask(api, '/v1/convert', { json })
    expect(JSON.parse(file.headers.get('sealwright-warnings') ?? '')).toEqual(warnings)
  })

  it('take large JSON apart in a worker', async () => {
    const api = await makeApi({ workers: { threads: 1, url: new URL('./support/worker.mjs', import.meta.url) } })
    // The worker of the tests turns its bytes around.
    const content = randomBytes(3_000_000)
    const json = { document: { base64: btoaOf(content) }, from: 'docx' }
    const answer = await ask(api, '/v1/convert', { json })
    expect(answer.status).toBe(200)
    expect(
      Buffer.from(await answer.arrayBuffer())
        .reverse()
        .equals(content),
    ).toBe(true)
    const wrong = await ask(api, '/v1/convert', { json: { ...json, form: 'md' } })
    expect((await problemOf(wrong)).errors?.[0]).toMatchObject({ pointer: '/form', code: 'unknown_field' })
    await api.close()
  })

  it.each([
    ['/v1/sign', formOf(pdf, 'a.pdf'), 'invalid_request'],
    ['/v1/sign', formOf(pdf, 'a.pdf', { ...members, document: { base64: 'AAAA' } }), 'invalid_request'],
    ['/v1/sign', formOf(pdf, 'a.pdf', []), 'invalid_request'],
    ['/v1/verify', formOf(pdf, 'a.pdf', { pasword: 'x' }), 'invalid_request'],
    ['/v1/convert?to=pdf', formOf(pdf, 'a.pdf', { to: 'pdf' }), 'invalid_request'],
  ])('%s refuses a form that says too much or too little', async (path, body, code) => {
    expect((await problemOf(await ask(await makeApi(), path, { body }))).code).toBe(code)
  })

  it('say which types there are', async () => {
    const api = await makeApi()
    const headers = { 'content-type': 'application/pdf' }
    const refused = await ask(api, '/v1/sign', { body: pdf, headers })
    expect(refused.headers.get('accept-post')).toBe('application/json, multipart/form-data')
    expect((await problemOf(refused)).code).toBe('unsupported_media_type')
    expect((await problemOf(await ask(api, '/v1/verify', { body: '', method: 'POST', headers }))).code).toBe(
      'missing_file',
    )
  })
})
