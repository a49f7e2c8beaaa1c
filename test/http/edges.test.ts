/**
 * What stands at the edges of the API: other origins, unknown members, wrong media types, bodies in pieces.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { ApiOptions } from '../../src/http/api-options.js'
import { settle } from '../support/wait.js'
import { ask, deferred, makeApi, problemOf } from './support/api.js'

const headers = { origin: 'https://app.example.com' }
const preflight = { ...headers, 'access-control-request-method': 'POST' }

describe('pages of other origins', () => {
  it('may call the API where the host says so', async () => {
    const api = await makeApi({ cors: { origins: ['https://app.example.com'], maxAgeSeconds: 60 } })
    const asked = await ask(api, '/v1/sign', { method: 'OPTIONS', headers: preflight, key: null })
    expect(asked.status).toBe(204)
    expect(Object.fromEntries(asked.headers)).toMatchObject({
      'access-control-allow-origin': 'https://app.example.com',
      'access-control-allow-methods': 'POST',
      'access-control-max-age': '60',
    })
    expect(asked.headers.get('access-control-allow-headers')).toContain('Authorization')
    // Problems too, or the page would not learn what is wrong.
    const refused = await ask(api, '/v1/sign', { json: {}, headers, key: null })
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, headers.origin])
    expect(refused.headers.get('vary')).toBe('Authorization, Origin')
  })

  it('are not named to other origins, nor at all by default', async () => {
    const api = await makeApi({ cors: { origins: ['https://other.example'] } })
    const asked = await ask(api, '/v1/sign', { method: 'OPTIONS', headers: preflight, key: null })
    expect(asked.headers.get('access-control-allow-origin')).toBeNull()
    const without = await ask(await makeApi(), '/v1/sign', { method: 'OPTIONS', headers: preflight, key: null })
    expect([without.status, without.headers.get('access-control-allow-origin')]).toEqual([405, null])
  })

  it('must be origins', async () => {
    await expect(makeApi({ cors: { origins: ['https://app.example.com/'] } })).rejects.toMatchObject({
      code: 'invalid_request',
    })
  })
})

describe('what is not known is refused', () => {
  it.each(['/v1/sign?form=md', '/v1/verify?a=1', '/v1/convert?form=md', '/v1/convert?from=md&to=pdf&from2=x'])(
    'in the query: %s',
    async (path) => {
      const problem = await problemOf(await ask(await makeApi(), path, { json: {} }))
      expect(problem.errors?.map(({ code }) => code)).toEqual(['unknown_parameter'])
    },
  )

  it('but not where it could change nothing', async () => {
    expect((await ask(await makeApi(), '/v1/health?t=1')).status).toBe(200)
  })

  it('in forms', async () => {
    const body = new FormData()
    body.append('from', 'md')
    body.append('file', new Blob(['x']), 'a.md')
    const problem = await problemOf(await ask(await makeApi(), '/v1/convert', { body }))
    expect([problem.code, problem.errors?.[0]?.pointer]).toEqual(['invalid_request', '/from'])
  })

  it('among the options of the API', async () => {
    const misspelt = { verifyNeedKey: true } as unknown as Partial<ApiOptions>
    await expect(makeApi(misspelt)).rejects.toThrow('verifyNeedKey: unknown option; did you mean verifyNeedsKey?')
    await expect(makeApi({ maxDocumentBytes: Number.NaN })).rejects.toThrow('maxDocumentBytes')
  })

  it.each([
    [{ workers: { thread: 1 } }, 'workers.thread: unknown option; did you mean threads?'],
    [{ workers: { threads: 0 } }, 'workers.threads must be a number from 1 on.'],
    [{ quotas: { signs: {} } }, 'quotas.signs: unknown option; did you mean sign?'],
    [{ quotas: { sign: { atOnce: 1 } } }, 'quotas.sign.atOnce: unknown option.'],
    [{ metrics: 'on' }, 'metrics must be an object, true or false.'],
    [{ cors: { origins: 5 } }, 'cors.origins must be "*" or a list of origins.'],
    [{ readiness: { mail: true } }, 'readiness.mail: unknown option; did you mean mailer?'],
    [{ keys: 5 }, 'keys must be'],
  ])('within %j', async (options, message) => {
    await expect(makeApi(options as unknown as Partial<ApiOptions>)).rejects.toThrow(message)
  })
})

describe('files that are not what they are said to be', () => {
  const convert = async (content: Uint8Array<ArrayBuffer>, query: string) => {
    const body = new FormData()
    body.append('file', new Blob([content]), 'file')
    return problemOf(await ask(await makeApi(), `/v1/convert${query}`, { body }))
  }
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'))

  it.each([
    ['PK\x03\x04 and so on', 'md'],
    ['PK\x03\x04 and so on', 'html'],
    ['%PDF-1.7', 'md'],
    [`text${'\0'.repeat(100)}`, 'md'],
  ])('are no text: %j', async (content, from) => {
    const problem = await convert(bytes(content), `?from=${from}`)
    expect([problem.code, problem.detail]).toEqual(['invalid_document', 'The file is not a text file.'])
  })

  it('are PDFs already', async () => {
    const problem = await convert(bytes('%PDF-1.7'), '')
    expect([problem.code, problem.detail]).toEqual([
      'unsupported_conversion',
      'A PDF cannot be converted to anything else.',
    ])
  })
})

describe('messages', () => {
  it.each([
    [{ document: { base64: '' } }, 'This must not be empty.'],
    [{ document: { base64: 'AAAA', contentType: 'text/plain' } }, 'This must be "application/pdf".'],
  ])('are sentences: %j', async (json, message) => {
    expect((await problemOf(await ask(await makeApi(), '/v1/verify', { json }))).errors?.[0]?.message).toBe(message)
  })

  it('count one fault as one', async () => {
    const problem = await problemOf(
      await ask(await makeApi(), '/v1/verify', { json: { a: 1, b: 2, document: { base64: 'AAAA' } } }),
    )
    expect(problem.detail).toMatch(/There is 1 more fault\.$/)
  })

  it('say what a compressed body is', async () => {
    const body = Uint8Array.from([0x1f, 0x8b, 8, 0])
    const answer = await ask(await makeApi(), '/v1/verify', { body, headers: { 'content-type': 'application/json' } })
    expect((await problemOf(answer)).detail).toBe('The body is compressed (gzip): send it as it is.')
  })
})

describe('a body that is refused', () => {
  it('is not cancelled while its source is still at work', async () => {
    let isCancelled = false
    const sent = deferred()
    const part = '--b\r\nContent-Disposition: form-data; name="other"\r\n\r\nx\r\n'
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const pushed = [part, part, part, '--b--'].map((text) => Buffer.from(text))
        const push = () => {
          const next = pushed.shift()
          if (isCancelled) return sent.resolve()
          if (next === undefined) {
            controller.close()
            return sent.resolve()
          }
          controller.enqueue(next)
          setImmediate(push)
        }
        push()
      },
      cancel: () => {
        isCancelled = true
      },
    })
    const type = { 'content-type': 'multipart/form-data; boundary=b' }
    expect((await ask(await makeApi(), '/v1/convert', { method: 'POST', body, headers: type })).status).toBe(400)
    await sent.promise
    await settle()
    expect(isCancelled).toBe(false)
  })
})

describe('what two readers could read differently', () => {
  const form = (disposition: string, more = '', content = '# Note', type = 'multipart/form-data; boundary=b') => ({
    body: `--b\r\nContent-Disposition: form-data; ${disposition}\r\n${more}\r\n${content}\r\n--b--\r\n`,
    headers: { 'content-type': type },
  })
  const FILE = 'name="file"; filename="a.md"'

  it.each([
    ['two names', form('name="file"; name="request"; filename="a.md"')],
    ['two names, whatever their case', form('name="request"; NAME="file"; filename="a.md"')],
    ['two dispositions', form(FILE, 'Content-Disposition: form-data; name="request"\r\n')],
    ['two file names', form('name="file"; filename="a.md"; filename="b.docx"')],
    ['a part in base64', form(FILE, 'Content-Transfer-Encoding: base64\r\n', 'IyBOb3Rl')],
    ['two boundaries', form(FILE, '', '# Note', 'multipart/form-data; boundary=b; boundary=c')],
  ])('is refused in forms: %s', async (_, request) => {
    const problem = await problemOf(await ask(await makeApi(), '/v1/convert?to=docx', request))
    expect(problem).toMatchObject({ status: 400, code: 'invalid_multipart' })
  })

  it.each([
    form('name="file"; filename="name=x; name=y.md"'),
    form(`name="file"; filename="a.md"; filename*=UTF-8''b.md`),
    form(FILE, 'Content-Transfer-Encoding: 8bit\r\n'),
    form(FILE, '', '# Note', 'multipart/form-data; charset=utf-8; boundary="b"'),
  ])('but not what only looks so: %#', async (request) => {
    expect((await ask(await makeApi(), '/v1/convert?to=docx', request)).status).toBe(200)
  })

  it.each(['gzip', 'identity, br'])('is refused as a compressed body: %s', async (encoding) => {
    const headers = { 'content-type': 'text/markdown', 'content-encoding': encoding }
    const answer = await ask(await makeApi(), '/v1/convert?to=docx', { body: '# Note', headers })
    expect(answer.headers.get('accept-encoding')).toBe('identity')
    expect(await problemOf(answer)).toMatchObject({ status: 415, code: 'unsupported_media_type' })
    const plain = { body: '# Note', headers: { ...headers, 'content-encoding': 'identity' } }
    expect((await ask(await makeApi(), '/v1/convert?to=docx', plain)).status).toBe(200)
  })
})
