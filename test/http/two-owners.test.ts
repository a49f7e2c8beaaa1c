/**
 * Two owners ask the same service over sockets, with the same idempotency keys, in any order and at the same time. Whose
 * request an answer belongs to is told by what did the work, and not by the service.
 *
 * @module
 */

import { createHash } from 'node:crypto'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { afterAll, expect, it } from 'vitest'
import { nodeListener } from '../../adapters/node.js'
import type { Converter, ConverterTable } from '../../src/convert/conversion.js'
import type { ApiKeys } from '../../src/index.js'
import { createRandom } from '../support/mutate.js'
import { makeApi } from './support/api.js'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const digest = (text: string) => createHash('sha256').update(text, 'latin1').digest('hex')

/** Says which piece of work it is, what it was given, and what it makes of it. */
let works = 0
const convertTo =
  (to: string): Converter =>
  async (bytes) => {
    const work = ++works
    // Long enough for another request to arrive.
    for (let turns = 0; turns < 20; turns++) await setImmediate()
    return { bytes: Buffer.from(`${work} ${to} ${createHash('sha256').update(bytes).digest('hex')}`), warnings: [] }
  }
const converters: ConverterTable = new Map([
  ['md>pdf', convertTo('pdf')],
  ['md>docx', convertTo('docx')],
  ['html>pdf', convertTo('pdf')],
  ['html>docx', convertTo('docx')],
])
const keys: ApiKeys = { authenticate: async (key) => ({ id: key }) }

/** Keys that mean the same have the same name. */
const KEYS: readonly (readonly [name: string | undefined, header: string | undefined])[] = [
  [undefined, undefined],
  ['k', 'k'],
  ['k', '"k"'],
  ['k', '  k '],
  ['K', 'K'],
  ['k"', '"k\\""'],
  ['k;a=1', 'k;a=1'],
  ['"ada","k"', '"\\"ada\\",\\"k\\""'],
  ['long', 'x'.repeat(200)],
  ['../bob/k', '../bob/k'],
  ['__proto__', '__proto__'],
]
/** Keys that no request may have. */
const BAD_KEYS: readonly (readonly [string, string])[] = [
  ['nothing', ''],
  ['nothing in quotation marks', '""'],
  ['one quotation mark', '"k'],
  ['a blank without quotation marks', 'k k'],
  ['a letter of Latin-1', '\xe9'],
  ['a letter of Latin-1 in quotation marks', '"\xe9"'],
  ['a letter in UTF-8', '\xc3\xa9'],
  ['one of 256 characters', 'x'.repeat(256)],
  ['one of 10,000', 'x'.repeat(10_000)],
  ['two', 'a, a'],
]

interface Sent {
  readonly owner: string
  readonly key: string | undefined
  readonly path: string
  readonly accept: string
  readonly type: string
  readonly body: string
}

interface Answer {
  readonly status: number
  readonly text: string
  readonly isReplayed: boolean
}

function send(port: number, { owner, path, accept, type, body }: Sent, header: string | undefined): Promise<Answer> {
  const headers = {
    authorization: `Bearer ${owner}`,
    'content-type': type,
    ...(accept === '' ? {} : { accept }),
    ...(header === undefined ? {} : { 'idempotency-key': header }),
  }
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, method: 'POST', path, headers }
    const sent = request(options, (response) => {
      let text = ''
      response.setEncoding('latin1').on('data', (piece: string) => {
        text += piece
      })
      const isReplayed = response.headers['idempotency-replayed'] === 'true'
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, isReplayed }))
    })
    sent.on('error', reject).end(body, 'latin1')
  })
}

async function serve(): Promise<number> {
  const api = await makeApi({ keys }, converters)
  const server = createServer(nodeListener(api))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    server.closeAllConnections()
    await api.close()
  })
  return (server.address() as AddressInfo).port
}

it('an answer goes to the one request that it was made for, and to its repetitions', async () => {
  const port = await serve()
  const random = createRandom(7)
  const pick = <T>(list: readonly T[]) => list[random(list.length)] as T
  const asked = new Map<string, string>()
  const firsts = new Map<string, Sent>()
  const seen = new Set<number>()
  let replayed = 0
  const check = (sent: Sent, { status, text, isReplayed }: Answer) => {
    seen.add(status)
    const slot = `${sent.owner} ${sent.key}`
    if (status !== 200) {
      // It is worked on, or was another request.
      expect([409, 422]).toContain(status)
      expect(sent.key).toBeDefined()
      return
    }
    const [work = '', to, read] = text.split(' ')
    expect([to, read]).toEqual([sent.path.includes('to=docx') ? 'docx' : 'pdf', digest(sent.body)])
    const known = asked.get(work)
    if (known === undefined) asked.set(work, JSON.stringify(sent))
    else expect([JSON.stringify(sent), sent.key === undefined]).toEqual([known, false])
    if (sent.key !== undefined) {
      const first = firsts.get(slot) ?? sent
      expect(first).toEqual(sent)
      firsts.set(slot, first)
    }
    if (isReplayed) replayed++
  }
  const make = (round: number): readonly [Sent, header: string | undefined] => {
    const [key, header] = pick(KEYS)
    const end = `-${round % 20}`
    const sent: Sent = {
      owner: pick(['ada', 'bob', 'ada","k']),
      key: key && `${key}${end}`,
      path: pick(['/v1/convert?from=md', '/v1/convert?from=md&to=docx', '/v1/convert?from=html']),
      accept: pick(['', '*/*', 'application/pdf']),
      type: pick(['text/markdown', 'text/markdown; charset=utf-8', 'text/html']),
      body: pick(['a', 'b', 'c']),
    }
    return [sent, header?.endsWith('"') === true ? `${header.slice(0, -1)}${end}"` : header && `${header.trim()}${end}`]
  }
  for (let round = 0; round < 60; round++) {
    const made = Array.from({ length: 4 }, () => make(round))
    const together = Array.from({ length: 12 }, () => pick(made)).map(([sent, header]) => {
      const owner = random(3) === 0 ? pick(['ada', 'bob']) : sent.owner
      return [{ ...sent, owner }, header] as const
    })
    await Promise.all(together.map(async ([sent, header]) => check(sent, await send(port, sent, header))))
    for (const [sent, header] of together.slice(0, 2)) check(sent, await send(port, sent, header))
  }
  expect([...seen].sort()).toEqual([200, 409, 422])
  expect(replayed).toBeGreaterThan(20)
}, 60_000)

it.each(BAD_KEYS)('%s is no key', async (_, header) => {
  const port = await serve()
  const sent = { owner: 'ada', key: header, path: '/v1/convert?from=md', accept: '', type: 'text/markdown', body: 'a' }
  const { status } = await send(port, sent, header).catch(() => ({ status: 400 }))
  expect([400, 431]).toContain(status)
})
