/**
 * What `/v1/ready` asks, and what outages mean.
 *
 * @module
 */

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { diskSpace } from '../../adapters/disk-space.js'
import { memoryConcurrencyLimiter } from '../../src/admission/concurrency-limiter.js'
import type { ApiOptions } from '../../src/http/api-options.js'
import type { ReadinessReport } from '../../src/http/routes/ready-route.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import { memoryRateLimiter } from '../../src/keys/memory-rate-limiter.js'
import { developmentIdentity } from '../../src/sign/identity/development-identity.js'
import { ask, makeApi } from './support/api.js'

const SECRET = 'a secret of at least thirty-two bytes'
const away = () => Promise.reject(new Error('It is away.'))

async function readiness(options: Partial<ApiOptions>): Promise<{ status: number; checks: ReadinessReport['checks'] }> {
  const api = await makeApi(options)
  const response = await ask(api, '/v1/ready', { key: null })
  const { checks } = (await response.json()) as ReadinessReport
  await api.close()
  return { status: response.status, checks }
}

function issuer(options: Partial<ConstructorParameters<typeof KeyIssuer>[0]> = {}) {
  return new KeyIssuer({ store: memoryStore(), mailer: { send: async () => undefined }, secret: SECRET, ...options })
}

/** The batches of a host, as far as readiness asks them. */
function batches(checks: { checkQueue?: () => Promise<void>; checkDocuments?: () => Promise<void> }) {
  return {
    checkQueue: async () => undefined,
    checkDocuments: async () => undefined,
    ...checks,
  } as unknown as NonNullable<ApiOptions['batches']>
}

describe('the mail server', () => {
  const keys = issuer({ mailer: { send: async () => undefined, check: away } })

  it('is asked, and an outage is told while the rest is served', async () => {
    expect(await readiness({ keys })).toMatchObject({ status: 200, checks: { mailer: 'degraded' } })
  })

  it('makes the service not ready, or is left alone, where the host says so', async () => {
    expect(await readiness({ keys, readiness: { mailer: true } })).toMatchObject({
      status: 503,
      checks: { mailer: 'failed' },
    })
    expect((await readiness({ keys, readiness: { mailer: false } })).checks).not.toHaveProperty('mailer')
  })

  it('is not asked more than once in a minute', async () => {
    let count = 0
    const counted = issuer({ mailer: { send: async () => undefined, check: async () => void count++ } })
    const api = await makeApi({ keys: counted })
    const start = Date.now()
    try {
      for (const seconds of [0, 2, 30, 59]) {
        vi.useFakeTimers({ toFake: ['Date'], now: start + seconds * 1000 })
        await ask(api, '/v1/ready', { key: null })
      }
      expect(count).toBe(1)
      vi.useFakeTimers({ toFake: ['Date'], now: start + 61_000 })
      await ask(api, '/v1/ready', { key: null })
      expect(count).toBe(2)
    } finally {
      vi.useRealTimers()
    }
  })
})

describe('limiters', () => {
  const rate = (check: () => Promise<'ok' | 'degraded'>) => ({ ...memoryRateLimiter(), check })
  const places = (check: () => Promise<'ok' | 'degraded'>) => ({ ...memoryConcurrencyLimiter(), check })

  it.each([
    ['of the API', { rateLimiter: rate(away) }],
    ['of places', { concurrency: places(away) }],
    ['of codes', { keys: issuer({ rateLimiter: rate(away) }) }],
  ])('%s that cannot count, and refuse, make the service not ready', async (_, options) => {
    expect(await readiness(options)).toMatchObject({ status: 503, checks: { limits: 'failed' } })
    const kept = await readiness({ ...options, readiness: { outages: { limits: 'serve' } } })
    expect(kept).toMatchObject({ status: 200, checks: { limits: 'degraded' } })
  })

  it('that count on each host meanwhile are told as degraded', async () => {
    const options = { rateLimiter: rate(async () => 'degraded'), concurrency: places(async () => 'ok') }
    expect(await readiness(options)).toMatchObject({ status: 200, checks: { limits: 'degraded' } })
  })

  it('in memory are not listed', async () => {
    expect((await readiness({})).checks).not.toHaveProperty('limits')
  })
})

describe('batches', () => {
  it('are told as degraded while their queue or documents are away', async () => {
    expect(await readiness({ batches: batches({ checkQueue: away }) })).toMatchObject({
      status: 200,
      checks: { queue: 'degraded', documents: 'ok' },
    })
    const strict = { outages: { documents: 'refuse' } } as const
    expect(await readiness({ batches: batches({ checkDocuments: away }), readiness: strict })).toMatchObject({
      status: 503,
      checks: { queue: 'ok', documents: 'failed' },
    })
  })
})

describe('the clock', () => {
  it.each([
    [0, 'ok'],
    [50_000, 'ok'],
    [-50_000, 'ok'],
    [70_000, 'failed'],
    [-70_000, 'failed'],
  ])('that is %d ms behind the one of the store is %s', async (ms, result) => {
    const keys = issuer({ store: { ...memoryStore(), readTime: async () => Date.now() + ms } })
    expect((await readiness({ keys })).checks['clock']).toBe(result)
  })

  it('that was set back to before the certificate is noticed', async () => {
    const identity = await developmentIdentity({ now: new Date(Date.now() + 86_400_000) })
    expect(await readiness({ identity })).toMatchObject({ status: 503, checks: { identity: 'failed' } })
    const expired = await developmentIdentity({ now: new Date('2015-01-01') })
    expect(await readiness({ identity: expired })).toMatchObject({ status: 503, checks: { identity: 'failed' } })
  })
})

describe('the disk', () => {
  it('must have the space that is wanted', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'disk-'))
    const checks = (minFreeBytes: number) => ({ checks: { disk: diskSpace(folder, { minFreeBytes }) } })
    expect(await readiness({ readiness: checks(1) })).toMatchObject({ status: 200, checks: { disk: 'ok' } })
    expect(await readiness({ readiness: checks(2 ** 62) })).toMatchObject({ status: 503, checks: { disk: 'failed' } })
    await rm(folder, { recursive: true })
    expect(await readiness({ readiness: checks(1) })).toMatchObject({ status: 503, checks: { disk: 'failed' } })
  })
})

describe('the figures', () => {
  it('tell what readiness found', async () => {
    const api = await makeApi({ metrics: true, readiness: { checks: { vault: away }, outages: { vault: 'serve' } } })
    const text = await (await ask(api, '/v1/metrics', { key: null })).text()
    expect(text).toContain('sealwright_check_state{check="vault"} 1\n')
    expect(text).toContain('sealwright_check_state{check="service"} 0\n')
  })
})

it('a policy that is none is refused', async () => {
  await expect(makeApi({ readiness: { outages: { store: 'ignore' as never } } })).rejects.toMatchObject({
    code: 'invalid_request',
  })
})
