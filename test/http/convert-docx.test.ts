/**
 * DOCX to PDF over HTTP.
 *
 * @module
 */

import { afterAll, describe, expect, it } from 'vitest'
import { convertFile } from '../../src/convert/convert-file.js'
import type { Api } from '../../src/http/api-options.js'
import { makeRichDocx } from '../convert/support/rich-docx.js'
import { makeDocx, paragraphXml } from '../support/make-docx.js'
import { startWork } from '../support/work-time.js'
import { ask, makeApi, problemOf } from './support/api.js'

const workerUrl = new URL('./support/package-worker.mjs', import.meta.url)
const rich = makeRichDocx()

function upload(api: Api, bytes: Uint8Array, name = 'Contract.docx', query = ''): Promise<Response> {
  const body = new FormData()
  body.append('file', new Blob([bytes as Uint8Array<ArrayBuffer>]), name)
  return ask(api, `/v1/convert${query}`, { body })
}

describe.each([
  ['in the thread of the host', false as const],
  ['in workers', { url: workerUrl, threads: 1 }],
])('converting DOCX to PDF %s', (_, workers) => {
  const made = makeApi({ workers })
  afterAll(async () => (await made).close())

  it('gives the PDF that convertFile makes, under its name', async () => {
    const response = await upload(await made, rich)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf'])
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''Contract.pdf")
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(Number(response.headers.get('content-length'))).toBe(bytes.length)
    expect(bytes.equals((await convertFile(rich)).bytes)).toBe(true)
  })

  it('knows a DOCX by its content', async () => {
    const response = await upload(await made, makeDocx(paragraphXml('x')), 'upload.bin')
    expect(response.status).toBe(200)
    expect(Buffer.from(await response.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-')
  })

  it.each([
    ['broken off', rich.subarray(0, 4000), 'invalid_document'],
    ['nested too deep', makeDocx('<w:sdt>'.repeat(5000)), 'document_too_complex'],
    ['no DOCX', new Uint8Array(Buffer.from('d0cf11e0a1b11ae1'.padEnd(2000, '0'), 'hex')), 'unsupported_document'],
  ])('says why it refuses what is %s', async (_what, bytes, code) => {
    const response = await upload(await made, bytes, 'a.docx', '?from=docx')
    expect(response.status).toBe(422)
    expect((await problemOf(response)).code).toBe(code)
  })

  it('serves many at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, async () => upload(await made, rich)))
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200))
    const sizes = new Set(await Promise.all(answers.map(async (each) => (await each.arrayBuffer()).byteLength)))
    expect(sizes.size).toBe(1)
  })
})

it('a file that nearly looks like markup does not hold up the host', async () => {
  const api = await makeApi()
  const workedMs = startWork()
  const response = await upload(api, new TextEncoder().encode('<!--x-->'.repeat(1000)), 'a.bin')
  expect((await problemOf(response)).code).toBe('unsupported_conversion')
  expect(workedMs()).toBeLessThan(5000)
})
