/**
 * The description of the API, held against what the API does.
 *
 * @module
 */

import { Validator } from '@seriousme/openapi-schema-validator'
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { beforeAll, describe, expect, it } from 'vitest'
import { ERROR_TABLE, type ErrorCode } from '../../src/errors.js'
import { BATCH_OPERATION_ERRORS } from '../../src/http/description/openapi-batches.js'
import { DOCUMENT_OPERATION_ERRORS } from '../../src/http/description/openapi-documents.js'
import { OWNER_OPERATION_ERRORS } from '../../src/http/description/openapi-owner.js'
import { REGISTRATION_ERRORS } from '../../src/http/description/openapi-registration.js'
import { ERROR_STATUS } from '../../src/http/error-status.js'
import { ask, makeApi, oneKey } from './support/api.js'

type Json = Record<string, unknown>

const OPERATION_ERRORS = { ...DOCUMENT_OPERATION_ERRORS, ...REGISTRATION_ERRORS }

let description: Json
let ajv: Ajv2020

beforeAll(async () => {
  const keys = { ...oneKey, requestCode: async () => undefined, redeemCode: async () => issued }
  const api = await makeApi({ keys })
  description = (await (await ask(api, '/v1/openapi.json', { key: null })).json()) as Json
  ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(description, 'api')
})

const issued = { apiKey: 'sw_x', id: 'key_1', email: 'a@b.example', createdAt: '2026-01-02T03:04:05.000Z' }

/** The value at a JSON Pointer. */
function at(pointer: string): Json {
  let value: unknown = description
  for (const name of pointer.split('/').slice(1)) {
    value = Reflect.get(Object(value), name.replaceAll('~1', '/').replaceAll('~0', '~'))
  }
  return Object(value) as Json
}

function validator(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `api#${pointer.replaceAll('{', '%7B')}` })
}

function operations(): { path: string; method: string; operation: Json }[] {
  return Object.entries(description['paths'] as Record<string, Json>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation: operation as Json })),
  )
}

/** Every media type object of requests and answers, with a pointer to it. */
function contents(): { pointer: string; media: Json }[] {
  const found: { pointer: string; media: Json }[] = []
  for (const { path, method } of operations()) {
    const base = `/paths/${path.replaceAll('/', '~1')}/${method}`
    const places = [
      `${base}/requestBody`,
      ...Object.keys(at(`${base}/responses`)).map((status) => `${base}/responses/${status}`),
    ]
    for (const place of places) {
      for (const [type, media] of Object.entries((at(place)['content'] ?? {}) as Record<string, Json>)) {
        found.push({ pointer: `${place}/content/${type.replaceAll('/', '~1')}`, media })
      }
    }
  }
  return found
}

describe('the description', () => {
  it('is valid OpenAPI 3.1, as a validator of others sees it', async () => {
    const validator = new Validator()
    const result = await validator.validate(structuredClone(description))
    expect(result).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
  })

  it('has no reference that leads nowhere', () => {
    const refs = [...JSON.stringify(description).matchAll(/"\$ref":"#([^"]+)"/g)].map(([, ref = '']) => ref)
    expect(refs.length).toBeGreaterThan(20)
    for (const ref of refs) expect(Object.keys(at(ref)), ref).not.toEqual([])
  })

  it('covers every route, each operation with an id of its own', () => {
    const ids = operations().map(({ operation }) => operation['operationId'])
    expect(new Set(ids).size).toBe(ids.length)
    expect(operations().map(({ path, method }) => `${method} ${path}`)).toEqual([
      'post /v1/sign',
      'post /v1/verify',
      'post /v1/parties',
      'post /v1/convert',
      'get /v1/auth/register',
      'post /v1/auth/register',
      'get /v1/auth/verify',
      'post /v1/auth/verify',
      'get /v1/usage',
      'delete /v1/owner',
      'get /v1/health',
      'get /v1/ready',
      'get /v1/openapi.json',
      'get /v1/docs',
    ])
  })

  it('has examples that its own schemas accept', () => {
    let checked = 0
    for (const { pointer, media } of contents()) {
      const examples = Object.values((media['examples'] ?? {}) as Record<string, { value: unknown }>)
      const values = examples.map(({ value }) => value)
      if (media['example'] !== undefined) values.push(media['example'])
      if (values.length === 0) continue
      const validate = validator(`${pointer}/schema`)
      for (const value of values) {
        expect(validate(value), `${pointer} ${ajv.errorsText(validate.errors)}`).toBe(true)
        checked++
      }
    }
    expect(checked).toBeGreaterThan(50)
  })

  it('names every code of every operation under its status', () => {
    for (const [name, codes] of Object.entries(OPERATION_ERRORS)) expect(new Set(codes).size, name).toBe(codes.length)
    const sign = at('/paths/~1v1~1sign/post/responses')
    for (const code of OPERATION_ERRORS.sign) {
      const status = ERROR_STATUS[code]
      expect(JSON.stringify(sign[status]), code).toContain(code)
    }
  })

  it('leaves out only codes that no answer has', () => {
    const described = new Set<string>(
      Object.values({ ...OPERATION_ERRORS, ...BATCH_OPERATION_ERRORS, ...OWNER_OPERATION_ERRORS }).flat(),
    )
    const left = (Object.keys(ERROR_TABLE) as ErrorCode[]).filter((code) => !described.has(code)).sort()
    expect(left).toEqual(
      [
        // Faults of the host's own key: the API answers internal_error.
        'certificate_expired',
        'certificate_not_yet_valid',
        'certificate_revoked',
        'invalid_asn1',
        'invalid_font',
        'invalid_identity',
        'key_mismatch',
        'key_ambiguous',
        'wrong_passphrase',
        // Administration of keys, and mailers, have no route.
        'key_not_found',
        'mail_refused',
        // Answers about paths and methods that are not described.
        'method_not_allowed',
        'not_found',
        // Reasons why a document of a batch was not taken or not done.
        'document_changed',
        'duplicate_document',
        'job_abandoned',
        'verification_failed',
        // Trusted lists are loaded by the host, before it answers anybody.
        'trust_list_refused',
        'trust_list_unavailable',
        // Signing in two steps has no route.
        'signing_state_expired',
        'signing_state_invalid',
      ].sort(),
    )
  })

  it('is made for the place that the API is mounted at, and for what the host offers', async () => {
    const api = await makeApi({ docs: false })
    const context = { basePath: '/esign' }
    const mounted = (await (await ask(api, '/esign/v1/openapi.json', { context })).json()) as Json
    expect(mounted['servers']).toEqual([{ url: '/esign' }])
    expect(Object.keys(mounted['paths'] as Json)).not.toContain('/v1/auth/register')
    expect(Object.keys(mounted['paths'] as Json)).not.toContain('/v1/docs')
  })

  it('is sent again only when it changed', async () => {
    const api = await makeApi()
    const etag = (await ask(api, '/v1/openapi.json')).headers.get('etag') ?? ''
    expect((await ask(api, '/v1/openapi.json', { headers: { 'if-none-match': etag } })).status).toBe(304)
    expect((await ask(api, '/v1/openapi.json', { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    expect((await ask(api, '/v1/openapi.json', { headers: { 'if-none-match': '*' } })).status).toBe(304)
  })
})

describe('requests and their schema', () => {
  const good = { base64: 'AAAA' }
  const signer = { name: 'Ada', email: 'ada@example.com' }
  const auditTrail = [{ timestamp: '2025-03-04T10:15:30Z', type: 'submit' }]

  it.each([
    [{ document: good, signer, auditTrail }, true],
    [{ document: good, signer, auditTrail, certifcate: {} }, false],
    [{ document: {}, signer, auditTrail }, false],
    [{ document: { ...good, url: 'https://x.example/' }, signer, auditTrail }, false],
    [{ document: good, signer: { name: 'Ada' }, auditTrail }, false],
    [{ document: good, signer, auditTrail: [] }, false],
  ])('agree: %j', async (json, isValid) => {
    expect(validator('/components/schemas/SignRequest')(json)).toBe(isValid)
    const code = ((await (await ask(await makeApi(), '/v1/sign', { json })).json()) as { code?: string }).code
    expect(code).toBe(isValid ? 'invalid_document' : 'invalid_request')
  })
})

describe('answers', () => {
  const check = async (response: Response, operation: string) => {
    const type = (response.headers.get('content-type') ?? '').replaceAll('/', '~1')
    const pointer = `/paths/${operation}/responses/${response.status}/content/${type}/schema`
    const body = (await response.json()) as Json
    const validate = validator(pointer)
    expect(validate(body), `${pointer}: ${ajv.errorsText(validate.errors)}`).toBe(true)
    return body
  }

  it('of sign and verify are as described, down to every member', async () => {
    const api = await makeApi()
    const examples = at('/paths/~1v1~1sign/post/requestBody/content/application~1json/examples')
    for (const name of ['minimal', 'complete']) {
      const json = (examples[name] as { value: unknown }).value
      const signed = (await check(await ask(api, '/v1/sign', { json }), '~1v1~1sign/post')) as {
        document: { base64: string }
      }
      const verify = { document: { base64: signed.document.base64 } }
      const report = await check(await ask(api, '/v1/verify', { json: verify }), '~1v1~1verify/post')
      expect(report['valid']).toBe(true)
      expect(missingFrom(report, at('/components/schemas/VerificationReport'))).toEqual([])
    }
  })

  /** Members of a value that its schema does not name. */
  function missingFrom(value: unknown, schema: Json, path = ''): string[] {
    const reference = schema['$ref']
    if (typeof reference === 'string') return missingFrom(value, at(reference.slice(1)), path)
    const variants = schema['anyOf'] as Json[] | undefined
    if (variants !== undefined) return value === null ? [] : missingFrom(value, variants[0] ?? {}, path)
    if (Array.isArray(value)) return value.flatMap((item) => missingFrom(item, Object(schema['items']) as Json, path))
    const properties = schema['properties'] as Record<string, Json> | undefined
    if (typeof value !== 'object' || value === null || properties === undefined) return []
    return Object.entries(value).flatMap(([name, member]) => {
      const known = properties[name]
      return known === undefined ? [`${path}/${name}`] : missingFrom(member, known, `${path}/${name}`)
    })
  }

  it('that are problems are as described', async () => {
    const api = await makeApi()
    await check(await ask(api, '/v1/sign', { json: {} }), '~1v1~1sign/post')
    await check(await ask(api, '/v1/sign', { json: {}, key: null }), '~1v1~1sign/post')
    await check(await ask(api, '/v1/verify', { json: { document: { base64: 'AAAA' } } }), '~1v1~1verify/post')
    const convert = await ask(api, '/v1/convert?from=docx&to=docx', { body: new FormData() })
    expect((await check(convert, '~1v1~1convert/post'))['supported']).toContainEqual({ from: 'md', to: 'pdf' })
  })
})

describe('the page', () => {
  it('loads nothing from elsewhere', async () => {
    const api = await makeApi()
    const response = await ask(api, '/v1/docs', { key: null })
    const html = await response.text()
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(html).not.toMatch(/(src|href|url)="(https?:)?\/\//)
    expect(html).toContain('spec-url="openapi.json"')
  })

  it('gets its script from here, compressed or not', async () => {
    const api = await makeApi()
    const plain = await ask(api, '/v1/docs/viewer.js', { key: null })
    const text = await plain.text()
    expect(text).toContain('rapi-doc')
    const packed = await ask(api, '/v1/docs/viewer.js', { headers: { 'accept-encoding': 'gzip, br' } })
    expect(packed.headers.get('content-encoding')).toBe('gzip')
    expect(Number(packed.headers.get('content-length'))).toBeLessThan(text.length / 3)
  })
})
