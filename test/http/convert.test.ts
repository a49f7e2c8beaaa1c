/**
 * The route of conversions: forms, names, limits, and clients that go away.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { ConverterTable } from '../../src/convert/conversion.js'
import { ask, deferred, makeApi, problemOf, streamOf } from './support/api.js'

/** Stands for every converter: gives back what it was given, behind its name. */
const echo: ConverterTable = new Map(
  (['docx>pdf', 'md>docx', 'md>pdf', 'html>docx'] as const).map((pair) => [
    pair,
    async (input: Uint8Array) => ({ bytes: Buffer.concat([Buffer.from(`${pair}:`), input]), warnings: [] }),
  ]),
)

function form(...parts: [name: string, content: string | Uint8Array, fileName?: string, type?: string][]): FormData {
  const data = new FormData()
  for (const [name, content, fileName, type = ''] of parts) {
    if (fileName === undefined) data.append(name, String(content))
    else data.append(name, new Blob([content as string], { type }), fileName)
  }
  return data
}

const multipart = (boundary: string) => ({ 'content-type': `multipart/form-data; boundary=${boundary}` })

describe('converting', () => {
  it('answers with the file under its new name', async () => {
    const body = form(['file', '# Hi', "Ünder 100%'s (note).v2.md"])
    const response = await ask(await makeApi({}, echo), '/v1/convert?to=docx', { body })
    expect(await response.text()).toBe('md>docx:# Hi')
    expect(response.headers.get('content-type')).toContain('wordprocessingml')
    expect(response.headers.get('content-length')).toBe('12')
    expect(response.headers.get('content-disposition')).toBe(
      "attachment; filename*=UTF-8''%C3%9Cnder%20100%25%27s%20%28note%29.v2.docx",
    )
    expect(response.headers.get('ratelimit-policy')).toBe('"concurrency";q=10;qu="concurrent-requests"')
    expect(response.headers.get('ratelimit')).toBe('"concurrency";r=9')
  })

  it.each([
    ['PK\x03\x04', 'a.md', 'text/markdown', 'docx>pdf'],
    ['# Hi', 'a.MARKDOWN', 'text/html', 'md>pdf'],
    ['# Hi', 'a.txt', 'text/markdown', 'md>pdf'],
    ['# Hi', 'a', 'text/markdown', 'md>pdf'],
  ])('tells the kind of file by content, then name, then content type: %j %s %s', async (content, name, type, pair) => {
    const response = await ask(await makeApi({}, echo), '/v1/convert', { body: form(['file', content, name, type]) })
    expect(await response.text()).toBe(`${pair}:${content}`)
  })

  it('knows HTML by its content', async () => {
    const body = form(['file', '\n<!-- x --> <!DOCTYPE html><p>', 'a.md'])
    expect(await (await ask(await makeApi({}, echo), '/v1/convert?to=docx', { body })).text()).toMatch(/^html>docx:/)
  })

  it('takes the encoding of the file from its content type', async () => {
    const told: ConverterTable = new Map([
      ['md>pdf', async (_, { charset = 'none' }) => ({ bytes: Buffer.from(charset), warnings: [] })],
    ])
    const api = await makeApi({}, told)
    const askAs = async (type: string) =>
      (
        await ask(api, '/v1/convert?from=md', { body: new Uint8Array([0x23]), headers: { 'content-type': type } })
      ).text()
    expect(await askAs('text/markdown; charset=windows-1251')).toBe('windows-1251')
    expect(await askAs('text/markdown')).toBe('none')
    const body = form(['file', '# Hi', 'a.md', 'text/markdown; charset="koi8-r"'])
    expect(await (await ask(api, '/v1/convert', { body })).text()).toBe('koi8-r')
  })

  it('resolves relative links against the address that it is told', async () => {
    const based: ConverterTable = new Map([
      ['md>pdf', async (_, { baseUrl = 'none' }) => ({ bytes: new TextEncoder().encode(baseUrl), warnings: [] })],
    ])
    const api = await makeApi({}, based)
    const body = () => form(['file', '[a](b.md)', 'a.md'])
    const told = await ask(api, '/v1/convert?baseUrl=https%3A%2F%2Fexample.com%2Fdocs%2F', { body: body() })
    expect(await told.text()).toBe('https://example.com/docs/')
    expect(await (await ask(api, '/v1/convert', { body: body() })).text()).toBe('none')
    for (const wrong of ['javascript:alert(1)', 'file:///etc/passwd', 'docs/']) {
      const response = await ask(api, `/v1/convert?baseUrl=${encodeURIComponent(wrong)}`, { body: body() })
      expect((await problemOf(response)).code).toBe('invalid_request')
    }
  })

  it('takes a look and extensions of Markdown, in the query and in JSON', async () => {
    const told: ConverterTable = new Map([
      [
        'md>pdf',
        async (_, { style, markdownExtensions }) => ({
          bytes: new TextEncoder().encode(JSON.stringify({ style, markdownExtensions })),
          warnings: [],
        }),
      ],
    ])
    const api = await makeApi({}, told)
    const convert = (query: string) => ask(api, `/v1/convert?${query}`, { body: form(['file', 'a', 'a.md']) })
    const answer = await convert('style=letter&markdownExtensions=mark,fenced-divs')
    expect(await answer.json()).toEqual({ style: 'letter', markdownExtensions: ['mark', 'fenced-divs'] })
    const document = { base64: Buffer.from('a').toString('base64') }
    const json = await ask(api, '/v1/convert', {
      json: { document, from: 'md', style: 'report', markdownExtensions: 'all' },
    })
    expect(await json.json()).toEqual({ style: 'report', markdownExtensions: ['all'] })
    for (const wrong of [
      'style=memo',
      'markdownExtensions=footnotes',
      'markdownExtensions=mark,,emoji',
      'markdownExtensions=',
    ]) {
      expect((await problemOf(await convert(wrong))).code).toBe('invalid_request')
    }
  })

  it('takes a title, and one standard or two', async () => {
    const told: ConverterTable = new Map([
      [
        'md>pdf',
        async (_, { title, conformance }) => ({
          bytes: new TextEncoder().encode(JSON.stringify({ title, conformance })),
          warnings: [],
        }),
      ],
    ])
    const api = await makeApi({}, told)
    const convert = (query: string) => ask(api, `/v1/convert?${query}`, { body: form(['file', 'a', 'a.md']) })
    expect(await (await convert('title=A%20lease&conformance=PDF/UA-2')).json()).toEqual({
      title: 'A lease',
      conformance: ['PDF/UA-2'],
    })
    expect(await (await convert('conformance=PDF/A-4,PDF/UA-2')).json()).toEqual({
      conformance: ['PDF/A-4', 'PDF/UA-2'],
    })
    expect((await problemOf(await convert('conformance=PDF/A-2u,PDF/UA-2'))).code).toBe('invalid_request')
    expect((await problemOf(await convert(`title=${'a'.repeat(501)}`))).code).toBe('invalid_request')
  })

  it('uses only the last part of the file name', async () => {
    const boundary = 'b'
    const head = 'Content-Disposition: form-data; name="file"; filename="../../etc/passwd.md"'
    const body = `--${boundary}\r\n${head}\r\n\r\nx\r\n--${boundary}--\r\n`
    const response = await ask(await makeApi({}, echo), '/v1/convert', { body, headers: multipart(boundary) })
    expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''passwd.pdf")
  })
})

describe('unsupported conversions', () => {
  it('list what there is', async () => {
    const response = await ask(await makeApi({}, echo), '/v1/convert?from=docx&to=docx', { body: form() })
    expect(response.status).toBe(422)
    expect(await problemOf(response)).toMatchObject({
      code: 'unsupported_conversion',
      detail: expect.stringContaining('docx cannot be converted to docx'),
      supported: expect.arrayContaining([{ from: 'md', to: 'docx' }]),
    })
  })

  it('are those of files that nobody knows', async () => {
    const response = await ask(await makeApi({}, echo), '/v1/convert', { body: form(['file', 'x', 'a.bin']) })
    expect((await problemOf(response)).code).toBe('unsupported_conversion')
  })

  it('refuses other formats by the schema', async () => {
    const response = await ask(await makeApi({}, echo), '/v1/convert?to=exe', { body: form(['file', 'x', 'a.md']) })
    expect((await problemOf(response)).errors?.[0]?.pointer).toBe('/to')
  })
})

describe('multipart bodies', () => {
  const part = (content: string, name = 'file') =>
    `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.md"\r\n\r\n${content}\r\n`

  it.each([
    ['--b--\r\n', 'missing_file'],
    [`${part('x', 'other')}--b--`, 'invalid_request'],
    [`${part('x')}${part('y')}--b--`, 'too_many_files'],
    [part('x'), 'invalid_multipart'],
    ['', 'invalid_multipart'],
    ['preamble', 'invalid_multipart'],
    ['preamble\r\n--b--', 'missing_file'],
    [`--b\r\n${'X: y\r\n'.repeat(3000)}\r\nx\r\n--b--`, 'invalid_multipart'],
    [`${part('x', 'p').repeat(6)}--b--`, 'invalid_multipart'],
  ])('%j: %s', async (body, code) => {
    const api = await makeApi({}, echo)
    const problem = await problemOf(await ask(api, '/v1/convert', { method: 'POST', body, headers: multipart('b') }))
    expect(problem.code).toBe(code)
  })

  it('must be declared, with a boundary', async () => {
    const api = await makeApi({}, echo)
    const ofType = async (type: string) =>
      (await problemOf(await ask(api, '/v1/convert', { body: 'x', headers: { 'content-type': type } }))).code
    expect(await ofType('application/x-www-form-urlencoded')).toBe('unsupported_media_type')
    expect(await ofType('text/plain')).toBe('unsupported_media_type')
    expect(await ofType('application/json')).toBe('invalid_json')
    expect(await ofType('multipart/mixed; boundary=b')).toBe('unsupported_media_type')
    expect(await ofType('multipart/form-data')).toBe('invalid_multipart')
    expect(await ofType(`multipart/form-data; boundary=${'b'.repeat(71)}`)).toBe('invalid_multipart')
  })

  it('may arrive byte by byte, and with an epilogue', async () => {
    const text = `${part('a\r\n--\r\n-b')}--b--\r\nepilogue`
    const body = streamOf([...Buffer.from(text)].map((byte) => Uint8Array.of(byte)))
    const response = await ask(await makeApi({}, echo), '/v1/convert', { body, headers: multipart('b') })
    expect(await response.text()).toBe('md>pdf:a\r\n--\r\n-b')
  })

  it('may hold a file of exactly the limit, and not a byte more', async () => {
    const api = await makeApi({ maxDocumentBytes: 200_000 }, echo)
    const fits = await ask(api, '/v1/convert', { body: form(['file', 'x'.repeat(200_000), 'a.md']) })
    expect(fits.status).toBe(200)
    const response = await ask(api, '/v1/convert', { body: form(['file', 'x'.repeat(200_001), 'a.md']) })
    expect([response.status, (await problemOf(response)).code]).toEqual([413, 'file_too_large'])
  })
})

describe('conversions at once', () => {
  it('are limited for each key, and free their places', async () => {
    const gate = deferred()
    const converters: ConverterTable = new Map([
      ['md>pdf', () => gate.promise.then(() => ({ bytes: new Uint8Array(1), warnings: [] }))],
    ])
    const api = await makeApi({}, converters)
    const convert = () => ask(api, '/v1/convert', { body: form(['file', 'x', 'a.md']) })
    const running = Array.from({ length: 10 }, convert)
    const eleventh = await convert()
    expect([eleventh.status, (await problemOf(eleventh)).code]).toEqual([429, 'too_many_concurrent_requests'])
    expect(eleventh.headers.get('retry-after')).toBe('1')
    expect(eleventh.headers.get('ratelimit')).toBe('"concurrency";r=0')
    gate.resolve()
    for (const response of await Promise.all(running)) expect(response.status).toBe(200)
    expect((await convert()).status).toBe(200)
  })

  it('free their places when the client goes away, and stop the work', async () => {
    const started = deferred()
    const stopped = deferred<unknown>()
    const converters: ConverterTable = new Map([
      [
        'md>pdf',
        (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => {
              stopped.resolve(signal.reason)
              reject(signal.reason)
            })
            started.resolve()
          }),
      ],
    ])
    const api = await makeApi({ maxConcurrentPerKey: 1 }, converters)
    const controller = new AbortController()
    const response = ask(api, '/v1/convert', { body: form(['file', 'x', 'a.md']), signal: controller.signal })
    await started.promise
    controller.abort(new Error('gone'))
    expect(await stopped.promise).toEqual(new Error('gone'))
    expect((await response).status).toBe(499)
    const next = await ask(api, '/v1/convert?from=html', { body: form(['file', 'x', 'a.md']) })
    expect((await problemOf(next)).code).toBe('unsupported_conversion')
  })

  it('count from before the upload, and free their places when it breaks off', async () => {
    const api = await makeApi({ maxConcurrentPerKey: 1 }, echo)
    const controller = new AbortController()
    const read = deferred()
    const start = (stream: ReadableStreamDefaultController) => stream.enqueue(new TextEncoder().encode('--b\r\n'))
    const body = new ReadableStream({ start, pull: () => read.resolve() })
    const upload = ask(api, '/v1/convert', { body, headers: multipart('b'), signal: controller.signal })
    await read.promise
    expect((await ask(api, '/v1/convert', { body: form(['file', 'x', 'a.md']) })).status).toBe(429)
    controller.abort()
    await upload
    expect((await ask(api, '/v1/convert', { body: form(['file', 'x', 'a.md']) })).status).toBe(200)
  })
})
