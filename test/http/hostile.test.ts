/**
 * Payloads that were made to hurt: each is answered with its documented code, soon, and the API serves others right after.
 *
 * @module
 */

import { afterAll, describe, expect, it } from 'vitest'
import type { ErrorCode } from '../../src/errors.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { ask, makeApi, problemOf } from './support/api.js'

interface Payload {
  readonly path: string
  readonly body: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  readonly headers?: Record<string, string>
  readonly expected: ErrorCode | 200
}

const MB = 1024 * 1024
const api = await makeApi({ logger: { info() {}, warn() {}, error() {} }, maxDocumentBytes: 2 * MB })
afterAll(() => api.close())

const { document, ...members } = requestExamples().sign.minimal.value
const pdf = Buffer.from(document.base64, 'base64')
const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))
const base64 = (content: string | Uint8Array) => Buffer.from(content as string).toString('base64')
const sign = (changes: object) => JSON.stringify({ document, ...members, ...changes })
const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** Texts that are no JSON, or JSON that no request has. */
const BAD_JSON: readonly (readonly [string, ErrorCode])[] = [
  ['', 'invalid_json'],
  ['{', 'invalid_json'],
  ['{"document":{"base64":"', 'invalid_json'],
  ['nul', 'invalid_json'],
  ["{'document':1}", 'invalid_json'],
  ['{"document":NaN}', 'invalid_json'],
  ['{"a":1,}', 'invalid_json'],
  ['{"document":{}}{"document":{}}', 'invalid_json'],
  ['\u0000', 'invalid_json'],
  ['{"document":"\u0001"}', 'invalid_json'],
  ['"\\ud800', 'invalid_json'],
  ['[', 'invalid_json'],
  [deep(65, '[', ']'), 'invalid_json'],
  [deep(100_000, '[', ''), 'invalid_json'],
  [deep(100_000, '{"a":', ''), 'invalid_json'],
  [`{"a":[${'0,'.repeat(700_000)}0]}`, 'invalid_json'],
  ['{"document":{},"document":{}}', 'invalid_request'],
  ['{"document":{},"\\u0064ocument":{}}', 'invalid_request'],
  ['{"document":{"base64":"AAAA","base64":"BBBB"}}', 'invalid_request'],
  ['null', 'invalid_request'],
  ['[]', 'invalid_request'],
  ['"text"', 'invalid_request'],
  ['1e999', 'invalid_request'],
  ['{"__proto__":{"document":{"base64":"AAAA"}}}', 'invalid_request'],
  ['{"constructor":{"prototype":{"polluted":1}}}', 'invalid_request'],
  ['{"document":{"base64":{"$gt":""}}}', 'invalid_request'],
  ['{"document":{"base64":["AAAA"]}}', 'invalid_request'],
  ['{"document":{"base64":"====" }}', 'invalid_request'],
  ['{"document":{"base64":"AA=A"}}', 'invalid_request'],
  ['{"document":{"base64":"AAB="}}', 'invalid_request'],
  ['{"document":{"base64":"AA-_"}}', 'invalid_request'],
  ['{"document":{"base64":"AAAA\\nAAAA"}}', 'invalid_request'],
  ['{"document":{"url":"","base64":""}}', 'invalid_request'],
  [`{"document":{"url":"http://x/${'a'.repeat(3000)}"}}`, 'invalid_request'],
]

/** Addresses that nothing is fetched from. */
const BAD_URLS = [
  'file:///etc/passwd',
  'ftp://example.com/a.pdf',
  'data:application/pdf;base64,AAAA',
  'javascript:alert(1)',
  'gopher://127.0.0.1:6379/_INFO',
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0177.0.0.1/',
  'http://0/',
  'http://localhost/',
  'http://[::1]/',
  'http://[::]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[fe80::1]/',
  'http://[fc00::1]/',
  'http://10.0.0.1/',
  'http://172.16.0.1/',
  'http://192.168.1.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://100.64.0.1/',
  'http://224.0.0.1/',
  'http://255.255.255.255/',
  'http://user:password@example.com/',
  'http://example.com:22/',
]

/** Members of a sign request, and what is wrong with them. */
const BAD_MEMBERS: readonly object[] = [
  { signer: null },
  { signer: { ...members.signer, email: 'a@b.c\r\nBcc: x@y.z' } },
  { signer: { ...members.signer, email: `${'a'.repeat(300)}@b.example` } },
  { signer: { ...members.signer, name: '\u202e'.repeat(3) } },
  { signer: { ...members.signer, name: 'a\u0000b' } },
  { signer: { ...members.signer, name: 'x'.repeat(100_000) } },
  { signer: { ...members.signer, ip: '999.1.1.1' } },
  { signer: { ...members.signer, ip: '::1; DROP TABLE' } },
  { signer: { ...members.signer, admin: true } },
  { auditTrail: {} },
  { auditTrail: [] },
  { auditTrail: [null] },
  { auditTrail: Array.from({ length: 1001 }, () => members.auditTrail[0]) },
  { auditTrail: [{ timestamp: '2025-02-30T00:00:00Z', type: 'submit' }] },
  { auditTrail: [{ timestamp: 1741083330, type: 'submit' }] },
  { auditTrail: [{ timestamp: '2025-03-04T10:15:30', type: 'submit' }] },
  { auditTrail: [{ ...members.auditTrail[0], data: { a: 'x'.repeat(70_000) } }] },
  {
    auditTrail: [
      {
        ...members.auditTrail[0],
        data: JSON.parse(deep(40, '{"a":', '1}').replaceAll('1}', '}').replace('{"a":}', '{}')),
      },
    ],
  },
  { metadata: [] },
  { metadata: 'x' },
  { certificate: 'no' },
  { certificate: { enabled: 'false' } },
  { eventId: '\u0007' },
  { eventId: ' ' },
  { reason: '\n' },
  { field: '' },
  { certify: '1' },
  { appearance: { rectangle: [0, 0, 1e308, 1e308] } },
  { appearance: { page: 1e9, rectangle: [0, 0, 9, 9] } },
  { level: 'B-LTA-9000' },
  { password: 'x'.repeat(10_000) },
  { trackedChanges: 'delete' },
]

const boundary = 'multipart/form-data; boundary=b'
const part = (head: string, content: string) => `--b\r\n${head}\r\n\r\n${content}\r\n`
const file = (content: string) => part('Content-Disposition: form-data; name="file"; filename="../../a.md"', content)

/** Forms that follow no rule, or another one. */
const BAD_FORMS: readonly (readonly [string, ErrorCode])[] = [
  ['', 'invalid_multipart'],
  ['--b', 'invalid_multipart'],
  ['--b--', 'missing_file'],
  ['nonsense', 'invalid_multipart'],
  [file('x'), 'invalid_multipart'],
  [`${part('', 'x')}--b--`, 'invalid_request'],
  [`${part('Content-Disposition: form-data', 'x')}--b--`, 'invalid_request'],
  [`${part('Content-Disposition: form-data; name="file\r\nX: y"', 'x')}--b--`, 'invalid_request'],
  [`${file('x')}${file('y')}--b--`, 'too_many_files'],
  [`${part('Content-Disposition: form-data; name="request"', '{}')}--b--`, 'missing_file'],
  [`${file('x')}${part('Content-Disposition: form-data; name="request"', '{')}--b--`, 'invalid_json'],
  [`${file('x')}${part('Content-Disposition: form-data; name="request"', '{"to":"exe"}')}--b--`, 'invalid_request'],
  [`${file('x')}${part('Content-Disposition: form-data; name="request"', deep(70, '[', ']'))}--b--`, 'invalid_json'],
  [`${part(`Content-Disposition: form-data; name="${'n'.repeat(10_000)}"`, 'x')}--b--`, 'invalid_multipart'],
  [`${part('Content-Disposition: form-data; name="a"', 'x').repeat(6)}--b--`, 'invalid_multipart'],
  [file('x'.repeat(3 * MB)), 'file_too_large'],
  [`${file('MZ\u0000\u0000')}--b--`, 'invalid_document'],
  [`${file('%PDF-1.7')}--b--`, 'invalid_document'],
  [`${file('PK\u0003\u0004')}--b--`, 'invalid_document'],
]

/** Documents that are none. */
const BAD_DOCUMENTS: readonly (readonly [content: string, signed: ErrorCode, verified: ErrorCode | 200])[] = [
  ['x', 'invalid_document', 'invalid_document'],
  ['MZ\u0000', 'invalid_document', 'invalid_document'],
  ['<html>', 'invalid_document', 'invalid_document'],
  ['PK\u0003\u0004', 'invalid_document', 'invalid_document'],
  ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1\u001a\u00e1', 'unsupported_document', 'invalid_document'],
  ['\u001f\u008b\b\u0000', 'invalid_document', 'invalid_document'],
]

const payloads: readonly Payload[] = [
  ...['/v1/sign', '/v1/verify', '/v1/convert'].flatMap((path) =>
    BAD_JSON.map(([body, expected]) => ({ path, body, type: 'application/json', expected })),
  ),
  ...BAD_URLS.map((url) => ({
    path: '/v1/verify',
    body: JSON.stringify({ document: { url } }),
    type: 'application/json',
    expected: 'url_not_allowed' as const,
  })),
  ...BAD_MEMBERS.map((changes) => ({
    path: '/v1/sign',
    body: sign(changes),
    type: 'application/json',
    expected: 'invalid_request' as const,
  })),
  ...BAD_FORMS.map(([body, expected]) => ({ path: '/v1/convert', body: bytes(body), type: boundary, expected })),
  ...BAD_DOCUMENTS.flatMap(([content, signed, verified]): Payload[] => [
    {
      path: '/v1/sign',
      body: sign({ document: { base64: base64(bytes(content)) } }),
      type: 'application/json',
      expected: signed,
    },
    { path: '/v1/verify', body: bytes(content), type: 'application/pdf', expected: verified },
  ]),
  { path: '/v1/verify', body: new Uint8Array(3 * MB), type: 'application/pdf', expected: 'file_too_large' },
  {
    path: '/v1/sign',
    body: sign({ document: { base64: base64(new Uint8Array(2 * MB + 3)) } }),
    type: 'application/json',
    expected: 'file_too_large',
  },
  { path: '/v1/verify', body: new Uint8Array(pdf), type: 'text/plain', expected: 'unsupported_media_type' },
  { path: '/v1/sign', body: 'a=b', type: 'application/x-www-form-urlencoded', expected: 'unsupported_media_type' },
  {
    path: '/v1/sign',
    body: sign({}),
    type: 'application/json',
    headers: { 'idempotency-key': 'a b' },
    expected: 'invalid_request',
  },
  {
    path: '/v1/sign',
    body: sign({}),
    type: 'application/json',
    headers: { 'x-api-key': 'other' },
    expected: 'invalid_request',
  },
  { path: '/v1/convert?to=pdf&to=docx', body: 'x', type: 'text/html', expected: 'invalid_request' },
  // Anything may stand behind the five characters that a PDF begins with; what has objects is a damaged one.
  ...['%PDF-', '%PDF-1.7\n', `%PDF-1.7\n${'\u00e9 obj x'.repeat(1000)}`, `%PDF-1.4${' '.repeat(MB)}obj`].map(
    (text): Payload => ({
      path: '/v1/verify',
      body: bytes(text),
      type: 'application/pdf',
      expected: 'invalid_document',
    }),
  ),
  { path: '/v1/verify', body: bytes('%PDF-1.7\n1 0 obj\n<<'), type: 'application/pdf', expected: 200 },
  { path: '/v1/convert?form=md', body: 'x', type: 'text/html', expected: 'invalid_request' },
  { path: '/v1/convert?from=%00', body: 'x', type: 'text/html', expected: 'invalid_request' },
]

describe(`${payloads.length} payloads that were made to hurt`, () => {
  it('are at least as many as were tried on the service before', () => {
    expect(payloads.length).toBeGreaterThanOrEqual(200)
  })

  it.each(payloads.map((payload, index) => [index, payload] as const))('%i', async (_index, payload) => {
    const { path, body, type = 'application/json', headers = {}, expected } = payload
    const cpu = process.cpuUsage()
    const response = await ask(api, path, { method: 'POST', body, headers: { 'content-type': type, ...headers } })
    const { user, system } = process.cpuUsage(cpu)
    const shown = `${path} ${type} ${String(body).slice(0, 80)}`
    const code = response.status === 200 ? 200 : (await problemOf(response)).code
    expect(code, shown).toBe(expected)
    expect((user + system) / 1000, shown).toBeLessThan(1500)
    expect((await ask(api, '/v1/health', { key: null })).status).toBe(200)
  })

  it('left nothing behind', async () => {
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
    expect((await ask(api, '/v1/sign', { json: { document, ...members } })).status).toBe(200)
  })
})
