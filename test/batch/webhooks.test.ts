/**
 * Webhooks of batches: signed, repeated, and never sent to internal addresses.
 *
 * @module
 */

import { createHmac } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { fileStore } from '../../adapters/batch/file-store.js'
import { sqliteEngine } from '../../adapters/batch/sqlite-engine.js'
import type { ClaimedJob } from '../../src/batch/batch-engine.js'
import { deliverWebhook } from '../../src/batch/webhooks/deliver-webhook.js'
import { type Batches, createBatches, fromList, webhookHeaders } from '../../src/index.js'
import { until } from '../support/wait.js'
import { makeFolder, waitFor } from './support.js'

const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

interface Received {
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

describe('webhooks', () => {
  const received: Received[] = []
  const statuses: number[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk) => {
      body += chunk
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(statuses.shift() ?? 204, { location: 'http://127.0.0.1:1/' }).end()
    })
  })
  const folder = makeFolder()
  const opened: Batches[] = []
  let url: string

  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  })

  afterAll(async () => {
    await Promise.all(opened.map((batches) => batches.close()))
    server.close()
  })

  let count = 0
  async function makeBatches(rules: {
    allowLoopback?: boolean
    resolve?: () => Promise<{ address: string; family: number }[]>
  }) {
    const batches = createBatches({
      engine: await sqliteEngine({ path: join(folder, `${count++}.db`) }),
      inputs: fileStore(folder),
      outputs: fileStore(join(folder, 'out')),
      workers: false,
      webhooks: { secret: SECRET, ...rules },
    })
    opened.push(batches)
    return batches
  }

  async function finishOne(batches: Batches, name: string, target = url): Promise<string> {
    const request = { steps: ['verify'], webhook: { url: target } } as const
    const { id } = await batches.enqueue(fromList(['missing.pdf']), { name, request, tenant: 'ada' })
    await batches.work({ pollMs: 20 })
    await waitFor(batches, id, 'finished')
    return id
  }

  it('signs as the example of the specification', () => {
    // https://github.com/standard-webhooks/standard-webhooks: the example of its reference libraries.
    const headers = webhookHeaders('whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', {
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      timestamp: 1614265330,
      body: '{"test": 2432232314}',
    })
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  it('signs with each secret while it is being changed', () => {
    const message = { id: 'msg_1', timestamp: 1, body: '{}' }
    const secrets = [1, 2].map((fill) => `whsec_${Buffer.alloc(32, fill).toString('base64')}`)
    const alone = secrets.map((secret) => webhookHeaders(secret, message)['webhook-signature'])
    expect(webhookHeaders(secrets, message)['webhook-signature']).toBe(alone.join(' '))
    expect(() => webhookHeaders([], message)).toThrow('no webhook secret')
    expect(() => webhookHeaders([secrets[0] ?? '', 'whsec_'], message)).toThrow('whsec_')
  })

  it.each(['', 'whsec_', 'whsec_c2hvcnQ=', Buffer.alloc(32).toString('base64')])(
    'takes no secret such as %j',
    (secret) => {
      expect(() => webhookHeaders(secret, { id: 'a', timestamp: 1, body: '' })).toThrow('whsec_')
    },
  )

  it('tells of the end of a batch once, signed, and again while the receiver is not well', async () => {
    received.length = 0
    statuses.push(500, 302)
    const batches = await makeBatches({ allowLoopback: true })
    const id = await finishOne(batches, 'told')
    await until(() => received.length >= 3)
    const ids = new Set(received.map(({ headers }) => headers['webhook-id']))
    expect([...ids]).toEqual([`msg_${id}_0`])
    for (const { headers, body } of received) {
      const timestamp = headers['webhook-timestamp']
      expect(Math.abs(Date.now() / 1000 - Number(timestamp))).toBeLessThan(60)
      const key = Buffer.from((batches.webhookSecret('ada') ?? '').slice(6), 'base64')
      const expected = createHmac('sha256', key)
        .update(`${headers['webhook-id']}.${timestamp}.${body}`)
        .digest('base64')
      expect(headers['webhook-signature']).toBe(`v1,${expected}`)
      expect(JSON.parse(body)).toMatchObject({ type: 'batch.finished', data: { id, total: 0, done: 0, rejected: 1 } })
    }
    // Closing waits for what goes on; a fourth would be there then.
    await opened.pop()?.close()
    expect(received).toHaveLength(3)
  }, 60_000)

  it('has a secret for each tenant', async () => {
    const batches = await makeBatches({})
    expect(batches.webhookSecret('ada')).not.toBe(batches.webhookSecret('eve'))
    expect(batches.webhookSecret('ada')).toBe(batches.webhookSecret('ada'))
  })

  it('sends nothing to an internal address, whatever name it has', async () => {
    received.length = 0
    let lookups = 0
    const resolve = async () => {
      lookups++
      return [{ address: '127.0.0.1', family: 4 }]
    }
    const batches = await makeBatches({ resolve })
    const id = await finishOne(batches, 'tricked', `https://hooks.example:${new URL(url).port}/`)
    await until(async () => (await batches.status(id)).state === 'finished')
    await until(() => lookups > 0, 'the look-up of the name')
    await opened.pop()?.close()
    expect(received).toEqual([])
  })

  it('that nobody answers are told as such', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('late', 'TimeoutError')), 50)
      return controller.signal
    })
    const claim = {
      id: 'msg_1',
      data: { u: `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`, t: 'a', b: '{}' },
      signal: new AbortController().signal,
    }
    const sender = { secretsOf: () => [SECRET], rules: { allowLoopback: true } }
    const sent = deliverWebhook(claim as unknown as ClaimedJob, sender)
    await expect(sent).rejects.toMatchObject({
      code: 'document_fetch_failed',
      message: expect.stringContaining('within'),
    })
    vi.restoreAllMocks()
    silent.closeAllConnections()
    silent.close()
  })
})
