/**
 * What stands before the first part of a form is ignored, however it comes in.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { skipPreamble } from '../../src/http/body/skip-preamble.js'
import { ask, makeApi, problemOf } from './support/api.js'

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < text.length; at += size) yield Buffer.from(text.slice(at, at + size), 'latin1')
}

async function skip(text: string, size: number): Promise<string> {
  let rest = ''
  for await (const piece of skipPreamble(inPieces(text, size), 'b0')) rest += Buffer.from(piece).toString('latin1')
  return rest
}

const PARTS = '--b0\r\ncontent-disposition: form-data; name="file"\r\n\r\nA\r\n--b0--\r\nepilogue'

describe('a preamble', () => {
  it.each([
    ['none', ''],
    ['an empty line', '\r\n'],
    ['a sentence', 'This is a message in MIME format.\r\n'],
    ['the delimiter amid a line', 'not --b0\r\nand x--b0--\r\n'],
    ['the beginning of a delimiter', '\r\n--b\r\n--\r\n-\r\n'],
    ['bare line feeds', '\n--b0\n\r\n'],
    ['much', `${'x'.repeat(100_000)}\r\n`],
  ])('of %s is skipped, in pieces of every size', async (_, preamble) => {
    for (const size of [1, 2, 3, 4, 5, 6, 7, 11, 64, 1e6]) {
      if (preamble.length / size > 50_000) continue
      expect(await skip(preamble + PARTS, size), String(size)).toBe(PARTS)
    }
  })

  it('without a delimiter behind it comes to nothing', async () => {
    for (const size of [1, 5, 1000]) expect(await skip('no part at all\r\n--b', size)).toBe('')
  })

  it('leaves a form as it is, over HTTP too', async () => {
    const api = await makeApi()
    const head = '--b0\r\ncontent-disposition: form-data; name="file"; filename="a.md"\r\n\r\n'
    const send = (body: string) =>
      ask(api, '/v1/convert?from=md&to=docx', {
        body,
        headers: { 'content-type': 'multipart/form-data; boundary=b0' },
      })
    expect((await send(`A preamble.\r\n\r\n${head}# Title\r\n--b0--\r\n`)).status).toBe(200)
    expect((await problemOf(await send('A preamble.\r\n'))).code).toBe('invalid_multipart')
    await api.close()
  })
})

describe('JSON in another charset', () => {
  it.each([
    ['application/json; charset=iso-8859-1', 415],
    ['application/json;charset="UTF-16"', 415],
    ['application/json; charset=utf-8', 202],
    ['application/json; charset="UTF8"', 202],
    ['application/json; profile=x', 202],
  ])('%s is %d', async (type, status) => {
    const api = await makeApi({
      keys: { authenticate: async () => ({ id: 'key_1' }), requestCode: async () => undefined },
    })
    const response = await ask(api, '/v1/auth/register', {
      body: JSON.stringify({ email: 'ada@example.com' }),
      headers: { 'content-type': type },
    })
    expect(response.status).toBe(status)
    await api.close()
  })
})
