/**
 * The contracts that the package exports find faults in what they test.
 *
 * @module
 */

import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { memoryConcurrencyLimiter } from '../../src/admission/concurrency-limiter.js'
import { memoryIdempotencyStore } from '../../src/http/idempotency/memory-idempotency-store.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { memoryRateLimiter } from '../../src/keys/memory-rate-limiter.js'
import {
  type ContractCase,
  concurrencyLimiterContract,
  idempotencyStoreContract,
  keyStoreContract,
  mailerContract,
  rateLimiterContract,
  revocationStoreContract,
} from '../../src/testing/entry.js'
import { memoryRevocationStore } from '../../src/trust/gather/revocation-store.js'

/** The same implementation with a fault in it. */
function spoilt<T extends object>(whole: T, faults: Partial<T>): () => T {
  const changed = Object.assign(Object.create(whole), faults)
  return () => changed
}

async function failures(cases: readonly ContractCase[]): Promise<string[]> {
  const failed: string[] = []
  for (const { name, run } of cases) {
    await run().catch(() => failed.push(name))
  }
  return failed
}

const keys = memoryStore()
const answers = memoryIdempotencyStore()
const rates = memoryRateLimiter()
const places = memoryConcurrencyLimiter()
const evidence = memoryRevocationStore()

describe('contracts tell', () => {
  it.each<[string, readonly ContractCase[], RegExp]>([
    [
      'a store that counts tries after looking',
      keyStoreContract(
        spoilt(keys, {
          async takeAttempt(email, maxAttempts, now) {
            const attempt = await keys.takeAttempt(email, 1_000_000, now)
            return attempt === null || attempt.attempts > maxAttempts + 1 ? null : attempt
          },
        }),
      ),
      /^codes: never allows more tries/,
    ],
    [
      'a store that forgets when a key was revoked first',
      keyStoreContract(spoilt(keys, { revokeKey: async () => true })),
      /^keys: shows a revocation/,
    ],
    [
      'a store that lets every caller replace a key',
      keyStoreContract(
        spoilt(keys, {
          replaceKey: async (...args) =>
            keys.replaceKey(...args).then(
              () => true,
              () => true,
            ),
        }),
      ),
      /^keys: replaces a key once/,
    ],
    [
      'a store of answers that gives an id to whoever asks',
      idempotencyStoreContract(spoilt(answers, { claim: async () => null })),
      /^gives one id to one of many/,
    ],
    [
      'a store of answers that cuts a byte off',
      idempotencyStoreContract(
        spoilt(answers, {
          finish: (id, token, answer, expiresAt) => answers.finish(id, token, answer.subarray(1), expiresAt),
        }),
      ),
      /^keeps an answer, byte by byte/,
    ],
    ['a limiter that reads before it writes', rateLimiterContract(() => raceableLimiter), /^allows as many points/],
    [
      'a limiter whose refund does nothing',
      rateLimiterContract(spoilt(rates, { refund: async () => undefined })),
      /^gives a point back/,
    ],
    [
      'places that are given back twice',
      concurrencyLimiterContract(() => doubleReleasing()),
      /^takes a place back, once/,
    ],
    [
      'evidence that never expires',
      revocationStoreContract(
        spoilt(evidence, { set: (key, value) => evidence.set(key, value, new Date(Date.now() + 1e6)) }),
      ),
      /^forgets what has expired/,
    ],
    [
      'a mailer that calls every failure a refusal',
      mailerContract(() => {
        const refuse = () => Promise.reject(Object.assign(new Error('no'), { code: 'mail_refused' }))
        const mailer = { send: refuse, check: refuse }
        return { mailer, received: async () => [], refusedAddress: 'nobody@example.com', unreachable: mailer }
      }),
      /^fails otherwise while the service is away/,
    ],
  ])('%s', async (_, cases, expected) => {
    expect(await failures(cases)).toEqual(expect.arrayContaining([expect.stringMatching(expected)]))
  })
})

const counts = new Map<string, number>()
const raceableLimiter = {
  async consume(key: string, { points, windowMs }: { points: number; windowMs: number }) {
    const count = counts.get(key) ?? 0
    await setImmediate()
    counts.set(key, count + 1)
    return { allowed: count < points, remaining: Math.max(points - count - 1, 0), resetMs: windowMs }
  },
}

let held = 0
function doubleReleasing() {
  return {
    acquire(_key: string, limit: number) {
      if (held >= limit) return null
      held++
      return { remaining: limit - held, release: () => void held-- }
    },
  }
}

it('names are unique, and each case has a context of its own', () => {
  const all = [keyStoreContract(() => keys), rateLimiterContract(() => rates), concurrencyLimiterContract(() => places)]
  for (const cases of all) expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length)
})
