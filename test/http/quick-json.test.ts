/**
 * JSON of very many members is parsed where it holds up nobody.
 *
 * @module
 */

import { afterAll, describe, expect, it } from 'vitest'
import { isQuicklyParsed } from '../../src/http/body/quick-json.js'
import { requestExamples } from '../../src/http/description/openapi-examples.js'
import { WORK_LIMITS } from '../../src/work/work-limits.js'
import { ask, makeApi, problemOf } from './support/api.js'

const { document, ...example } = requestExamples().sign.minimal.value
const members = { ...example, certificate: { enabled: false } }
const logger = { info() {}, warn() {}, error() {} }
const encode = (text: string) => new TextEncoder().encode(text)
const { maxInlineBytes, maxInlineValues } = WORK_LIMITS

/** Signs with so many members of metadata, by JSON or by a form. */
function requests(count: number): readonly (object | FormData)[] {
  const metadata = Object.fromEntries(Array.from({ length: count }, (_, index) => [`n${index}`, 0]))
  const form = new FormData()
  form.append('file', new Blob([Buffer.from(document.base64, 'base64')]), 'a.pdf')
  form.append('request', JSON.stringify({ ...members, metadata }))
  return [{ document, ...members, metadata }, form]
}

const sign = (api: Awaited<ReturnType<typeof makeApi>>, body: object | FormData) =>
  ask(api, '/v1/sign', body instanceof FormData ? { body } : { json: body })

it('a text is told from one that holds a large document', () => {
  const large = JSON.stringify({ document: { base64: 'A'.repeat(1_900_000) }, ...members })
  expect(isQuicklyParsed(encode(large))).toBe(true)
  expect(isQuicklyParsed(encode(`[${'0,'.repeat(maxInlineValues)}0]`))).toBe(true)
  expect(isQuicklyParsed(encode(`[${'0,'.repeat(maxInlineValues + 1)}0]`))).toBe(false)
  expect(isQuicklyParsed(encode(' '.repeat(maxInlineBytes + 1)))).toBe(false)
})

describe('members of a sign request', () => {
  const url = new URL('./support/worker.mjs', import.meta.url)
  const opened = makeApi({ workers: { threads: 1, url }, logger })
  afterAll(async () => (await opened).close())

  it('are recorded, however many', async () => {
    const verifier = await makeApi()
    for (const body of requests(maxInlineValues + 1)) {
      const response = await sign(await opened, body)
      expect(response.status).toBe(200)
      const signed = (await response.json()) as { document: { base64: string } }
      const report = await ask(verifier, '/v1/verify', { json: { document: { base64: signed.document.base64 } } })
      const { document: facts } = (await report.json()) as { document: { metadata: object } }
      expect(Object.keys(facts.metadata)).toHaveLength(maxInlineValues + 1)
    }
  }, 120_000)

  it('are parsed in a thread of their own where there are many', async () => {
    const api = await makeApi({ workers: { url: new URL('file:///no/such/worker.mjs') }, logger })
    for (const body of requests(10)) expect((await sign(api, body)).status).toBe(200)
    for (const body of requests(maxInlineValues + 1)) {
      expect(await problemOf(await sign(api, body))).toMatchObject({ code: 'missing_dependency' })
    }
    await api.close()
  })

  it('are refused in a form as they are in JSON', async () => {
    const [json, form] = requests(maxInlineValues + 1) as [{ metadata: object }, FormData]
    const bad = { ...json, document: undefined, signer: 5 }
    form.set('request', JSON.stringify(bad))
    expect(await problemOf(await sign(await opened, form))).toMatchObject({ code: 'invalid_request' })
    form.set('request', JSON.stringify({ ...bad, document }))
    expect((await problemOf(await sign(await opened, form))).errors?.[0]?.pointer).toBe('/document')
  }, 120_000)
})
