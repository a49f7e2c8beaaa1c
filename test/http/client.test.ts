/**
 * A client that is generated from the description of the API.
 *
 * @module
 */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, expect, it } from 'vitest'
import type { Api } from '../../src/http/api-options.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import { ask, makeApi } from './support/api.js'

const folder = mkdtempSync(join(import.meta.dirname, 'client-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** An API with real keys, and the codes that it mailed. */
async function makeKeyedApi(): Promise<{ api: Api; codes: string[] }> {
  const codes: string[] = []
  const keys = new KeyIssuer({
    store: memoryStore(),
    secret: 'x'.repeat(32),
    mailer: {
      async send({ text }) {
        codes.push(/\b\d{6}\b/.exec(text)?.[0] ?? '')
      },
    },
  })
  return { api: await makeApi({ keys }), codes }
}

/** What a user of the API would write; the types come out of its description. */
const PROGRAM = `
import createClient from 'openapi-fetch'
import type { paths } from './schema.js'

export async function run(fetch: (request: Request) => Promise<Response>, base64: string, readCode: () => string) {
  const client = createClient<paths>({ baseUrl: 'https://api.example', fetch })
  const email = 'ada@example.com'
  await client.GET('/v1/auth/register', { params: { query: { email } } })
  const issued = await client.GET('/v1/auth/verify', { params: { query: { email, code: readCode() } } })
  const headers = { authorization: \`Bearer \${issued.data?.apiKey}\` }
  const signed = await client.POST('/v1/sign', {
    headers,
    body: {
      document: { base64 },
      signer: { name: 'Ada', email },
      auditTrail: [{ timestamp: '2025-03-04T10:15:30Z', type: 'submit', data: { form: 'nda' } }],
      metadata: { department: 'Legal' },
    },
  })
  if (typeof signed.data !== 'object') throw new Error('The answer is JSON unless a PDF was asked for.')
  const document = { base64: signed.data.document.base64 }
  const verified = await client.POST('/v1/verify', { body: { document } })
  const wrong = await client.POST('/v1/sign', {
    headers,
    body: { document: { base64 }, signer: { name: 'Ada', email: 'x' }, auditTrail: [] },
  })
  const convert = (from: 'html' | 'docx', to: 'docx' | 'pdf') =>
    client.POST('/v1/convert', {
      headers,
      params: { query: { from, to } },
      body: { document: { base64: btoa('<p>Hello') }, fileName: 'a.html' },
      parseAs: 'arrayBuffer',
    })
  const converted = await convert('html', 'pdf')
  const refused = await convert('docx', 'docx')
  const status: 'valid' | 'invalid' | 'indeterminate' | undefined = verified.data?.signers[0]?.status
  return {
    contentType: signed.data.document.contentType,
    valid: verified.data?.valid,
    status,
    eventForm: verified.data?.document.auditTrail?.[0]?.data['form'],
    wrongCode: wrong.error?.code,
    wrongPointers: wrong.error?.errors?.map(({ pointer }) => pointer),
    converted: String.fromCharCode(...new Uint8Array(converted.data as unknown as ArrayBuffer).subarray(0, 5)),
    refusedCode: refused.error?.code,
  }
}
`

it('a client generated from the description goes the whole way', async () => {
  const { api, codes } = await makeKeyedApi()
  const description = (await (await ask(api, '/v1/openapi.json')).json()) as OpenAPI3
  writeFileSync(join(folder, 'schema.d.ts'), astToString(await openapiTS(description)))
  writeFileSync(join(folder, 'program.ts'), PROGRAM)
  const program = ts.createProgram([join(folder, 'program.ts')], {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ['node'],
  })
  const faults = ts
    .getPreEmitDiagnostics(program)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
  expect(faults).toEqual([])

  const { run } = await import(join(folder, 'program.ts'))
  const { requestExamples } = await import('../../src/http/description/openapi-examples.js')
  const base64 = requestExamples().sign.minimal.value.document.base64
  const result = await run(
    (request: Request) => api.fetch(request),
    base64,
    () => codes[0] ?? '',
  )
  expect(result).toEqual({
    contentType: 'application/pdf',
    valid: true,
    status: 'valid',
    eventForm: 'nda',
    wrongCode: 'invalid_request',
    wrongPointers: ['/signer/email', '/auditTrail'],
    converted: '%PDF-',
    refusedCode: 'unsupported_conversion',
  })
})

it('a key is issued once for a code, and works at once', async () => {
  const { api, codes } = await makeKeyedApi()
  const email = 'ada@example.com'
  await ask(api, '/v1/auth/register', { json: { email }, key: null })
  const redeem = () => ask(api, '/v1/auth/verify', { json: { email, code: codes[0] }, key: null })
  const answers = await Promise.all([redeem(), redeem(), redeem()])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400])
  const good = answers.find(({ ok }) => ok)
  const { apiKey } = (await (good ?? new Response('{}')).json()) as { apiKey: string }
  expect((await ask(api, '/v1/sign', { json: {}, key: apiKey })).status).toBe(400)
  expect((await ask(api, '/v1/sign', { json: {}, key: `${apiKey.slice(0, -1)}!` })).status).toBe(401)
})
