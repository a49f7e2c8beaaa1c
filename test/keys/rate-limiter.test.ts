/**
 * Rate limiters.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { memoryRateLimiter } from '../../src/keys/memory-rate-limiter.js'
import { flexibleRateLimiter } from '../../src/keys/rates/flexible-rate-limiter.js'
import { rateLimiterContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'

const LIMIT = { points: 3, windowMs: 60_000 }

const shared = memoryRateLimiter()
describeContract(
  'memoryRateLimiter',
  rateLimiterContract(() => shared),
)

describe('memoryRateLimiter', () => {
  it('counts limits apart', async () => {
    for (let count = 0; count < 3; count++) await shared.consume('a:1', LIMIT)
    expect((await shared.consume('a:1', { points: 4, windowMs: 60_000 })).allowed).toBe(true)
    expect((await shared.consume('a:1', LIMIT)).allowed).toBe(false)
  })
})

describe('flexibleRateLimiter', () => {
  it('makes each limiter once, and again after a failure', async () => {
    let calls = 0
    const limiter = flexibleRateLimiter(async () => {
      if (++calls === 1) throw new Error('not yet')
      return { consume: async () => ({ remainingPoints: 1, msBeforeNext: 5 }) }
    })
    await expect(limiter.consume('a', LIMIT)).rejects.toThrow('not yet')
    expect(await limiter.consume('a', LIMIT)).toEqual({ allowed: true, remaining: 1, resetMs: 5 })
    await limiter.consume('b', LIMIT)
    expect(calls).toBe(2)
  })

  it('tells a failure from a refusal', async () => {
    const failing = flexibleRateLimiter(async () => ({ consume: () => Promise.reject(new Error('down')) }))
    await expect(failing.consume('a', LIMIT)).rejects.toThrow('down')
    const refusing = flexibleRateLimiter(async () => ({ consume: () => Promise.reject({ msBeforeNext: 7 }) }))
    expect(await refusing.consume('a', LIMIT)).toEqual({ allowed: false, remaining: 0, resetMs: 7 })
  })
})
