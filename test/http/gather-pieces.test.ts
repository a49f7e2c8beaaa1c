/**
 * Bodies that come in small pieces are kept in large ones.
 *
 * @module
 */

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gatherPieces, MIN_PIECE_BYTES } from '../../src/http/body/gather-pieces.js'
import { ask, makeApi, streamOf } from './support/api.js'

async function gather(pieces: readonly Uint8Array[]): Promise<Uint8Array[]> {
  async function* send() {
    for (const piece of pieces) {
      yield piece
      // Whoever sent it may use its memory again.
      piece.fill(0)
    }
  }
  const gathered: Uint8Array[] = []
  for await (const piece of gatherPieces(send())) gathered.push(piece.slice())
  return gathered
}

describe('pieces of a body', () => {
  it('come through whole and in order, and none but the last is small', async () => {
    const sizes = fc.array(fc.oneof(fc.nat(20), fc.nat(3 * MIN_PIECE_BYTES)), { maxLength: 30 })
    await fc.assert(
      fc.asyncProperty(sizes, async (lengths) => {
        let next = 0
        const sent = lengths.map((length) => Uint8Array.from({ length }, () => next++ % 251))
        const whole = Buffer.concat(sent)
        const gathered = await gather(sent)
        expect(Buffer.concat(gathered).equals(whole)).toBe(true)
        for (const piece of gathered.slice(0, -1)) expect(piece.length).toBeGreaterThanOrEqual(MIN_PIECE_BYTES)
        expect(gathered.every(({ length }) => length > 0)).toBe(true)
      }),
      { numRuns: 60 },
    )
  })

  it('of one byte each become few', async () => {
    const gathered = await gather(Array.from({ length: 3 * MIN_PIECE_BYTES + 1 }, () => new Uint8Array(1)))
    expect(gathered.map(({ length }) => length)).toEqual([MIN_PIECE_BYTES, MIN_PIECE_BYTES, MIN_PIECE_BYTES, 1])
  })

  it('make the same form as one that comes at once, with empty lines before it or without', async () => {
    const api = await makeApi()
    const form = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.md"\r\n\r\n# Note\r\n--b--\r\n`
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    for (const text of [form, `\r\n${form}`, `\r\n\r\n${form}`]) {
      const sent = { method: 'POST', headers, body: streamOf([...text]) }
      expect((await ask(api, '/v1/convert?to=docx', sent)).status).toBe(200)
    }
  })
})
