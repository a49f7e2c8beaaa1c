/**
 * What every adapter that calls a service by itself must make of a service that fails, lies or is slow.
 *
 * @module
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FetchFunction } from '../../../adapters/identities/service-client.js'
import type { SigningIdentity } from '../../../src/index.js'
import { type ServiceReply, SigningService } from './signing-service.js'

const DATA = new TextEncoder().encode('to be signed')

/** An adapter under test. */
export interface HostileSubject {
  /** The honest service. */
  readonly answer: SigningService['answer']
  /** Path of the request that signs. */
  readonly signing: RegExp
  open(url: string, options: { timeoutMs: number; fetch?: FetchFunction }): Promise<SigningIdentity>
}

const FAILURES: readonly (readonly [name: string, reply: ServiceReply, error: object])[] = [
  [
    'is throttled',
    { status: 429, headers: { 'retry-after': '7' }, body: { error: { message: 'Slow down.' } } },
    { code: 'signing_failed', retryAfterSeconds: 7, message: expect.stringContaining('429: Slow down.') },
  ],
  ['is unavailable', { status: 503, text: 'busy' }, { code: 'signing_failed', retryAfterSeconds: 1 }],
  [
    'refuses the token',
    { status: 403, body: { errors: ['permission denied'] } },
    { code: 'invalid_identity', message: expect.stringContaining('403: permission denied') },
  ],
  ['does not know the key', { status: 404, body: {} }, { code: 'invalid_identity' }],
  [
    'fails',
    { status: 500, body: { error: 'x', error_description: 'Out of\norder.' } },
    { code: 'signing_failed', message: expect.stringContaining('500: Out of order.') },
  ],
  ['gives no JSON', { text: '<html>' }, { code: 'signing_failed' }],
  ['gives a list', { body: ['vault:v1:AAAA'] }, { code: 'signing_failed' }],
  ['gives an empty object', { body: {} }, { code: 'signing_failed' }],
  ['redirects', { status: 307, headers: { location: 'http://127.0.0.1:1/' }, text: '' }, { code: 'signing_failed' }],
  ['gives without end', { text: ' '.repeat(1_100_000) }, { code: 'signing_failed' }],
  ['breaks off', (response) => response.destroy(), { code: 'signing_failed' }],
]

/** Describes the failures. */
export function describeHostile(subject: HostileSubject): void {
  describe('when the service', () => {
    let service: SigningService
    let identity: SigningIdentity
    beforeAll(async () => {
      service = await SigningService.open(subject.answer)
      identity = await subject.open(service.url, { timeoutMs: 60_000 })
    })
    afterAll(() => service.close())

    it.each(FAILURES)('%s, signing ends in an error that says so', async (_, reply, error) => {
      service.answer = (request) => (subject.signing.test(request.path) ? reply : subject.answer(request))
      await expect(Promise.resolve(identity.sign(DATA))).rejects.toMatchObject(error)
      service.answer = subject.answer
      expect(await identity.sign(DATA)).toBeInstanceOf(Uint8Array)
    })

    it('does not answer, signing ends in an error that says so', async () => {
      // Long enough for the honest answers before it, on a busy machine too.
      const hurried = await subject.open(service.url, { timeoutMs: 2000 })
      service.answer = (request) => (subject.signing.test(request.path) ? () => undefined : subject.answer(request))
      await expect(Promise.resolve(hurried.sign(DATA))).rejects.toMatchObject({
        code: 'signing_failed',
        message: expect.stringContaining('did not answer within 2000 ms'),
      })
      service.answer = subject.answer
      expect(await identity.sign(DATA)).toBeInstanceOf(Uint8Array)
    })

    it('is left waiting, an abort does not wait for it', async () => {
      service.answer = (request) => (subject.signing.test(request.path) ? () => undefined : subject.answer(request))
      const reason = new Error('enough')
      const controller = new AbortController()
      setTimeout(() => controller.abort(reason), 30)
      await expect(Promise.resolve(identity.sign(DATA, { signal: controller.signal }))).rejects.toBe(reason)
      service.answer = subject.answer
      await expect(Promise.resolve(identity.sign(DATA, { signal: AbortSignal.abort(reason) }))).rejects.toBe(reason)
    })

    it('is behind a proxy, the fetch of the host is used', async () => {
      let calls = 0
      const fetch: FetchFunction = (url, init) => {
        calls++
        return globalThis.fetch(url, init)
      }
      await (await subject.open(service.url, { timeoutMs: 60_000, fetch })).sign(DATA)
      expect(calls).toBeGreaterThan(0)
    })
  })
}
