/**
 * Pages of any origin over sockets: only those that the host named may read answers, and no page sends credentials.
 *
 * @module
 */

import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { nodeListener } from '../../adapters/node.js'
import { makeApi } from './support/api.js'

const ends: (() => Promise<unknown>)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

const NAMED = ['https://app.example.com', 'http://localhost:3000']
const ODD = [
  'null',
  '*',
  '',
  'https://app.example.com/',
  'https://app.example.com:443',
  'https://APP.example.com',
  'http://app.example.com',
  'https://app.example.com.evil.example',
  'https://evil.example/https://app.example.com',
  'https://app.example.com@evil.example',
  'https://app.example.com, https://evil.example',
  'https://app.example.com https://evil.example',
  'https://app-example.com',
  'https://xapp.example.com',
  'https://app.example.com\u00a0',
  'http://localhost:30000',
  'http://localhost',
]

type Headers = Readonly<Record<string, string | string[] | undefined>>

function headersOf(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string | string[]>,
): Promise<Headers> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, method, path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.headers))
    })
    sent.on('error', reject).end()
  })
}

it.each([
  ['the origins that the host named', NAMED, (origin: string) => (NAMED.includes(origin) ? origin : undefined)],
  ['all origins', '*', () => '*'],
  ['no other origin', undefined, () => undefined],
] as const)('answers are for pages of %s alone, and credentials for none', async (_, origins, allowed) => {
  const api = await makeApi(origins === undefined ? {} : { cors: { origins } })
  const server = createServer(nodeListener(api))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ends.push(async () => {
    server.closeAllConnections()
    await api.close()
  })
  const { port } = server.address() as AddressInfo
  for (const origin of [...NAMED, ...ODD]) {
    for (const [method, path] of [
      ['GET', '/v1/health'],
      ['GET', '/v1/nothing'],
      ['POST', '/v1/sign'],
      ['OPTIONS', '/v1/sign'],
      ['OPTIONS', '/v1/nothing'],
    ] as const) {
      const asked = { origin, 'access-control-request-method': 'POST', cookie: 'a=b' }
      const got = await headersOf(port, method, path, asked)
      expect([origin, got['access-control-allow-origin']]).toEqual([origin, allowed(origin)])
      expect(got['access-control-allow-credentials']).toBeUndefined()
      expect(got['access-control-allow-private-network']).toBeUndefined()
      // A cache must not give one page the answer of another.
      if (Array.isArray(origins)) expect(got['vary']).toMatch(/\bOrigin\b/i)
    }
  }
})
