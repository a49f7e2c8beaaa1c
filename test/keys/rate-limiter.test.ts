import { describe, expect, it } from 'vitest'
import { flexibleRateLimiter } from '../../src/keys/flexible-rate-limiter.js'
import { memoryRateLimiter } from '../../src/keys/memory-rate-limiter.js'

const LIMIT = { points: 3, windowMs: 60_000 }

describe('memoryRateLimiter', () => {
  it('allows as many points as the limit has, also when they are taken at once', async () => {
    const limiter = memoryRateLimiter()
    const results = await Promise.all(Array.from({ length: 10 }, () => limiter.consume('a:1', LIMIT)))
    expect(results.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)).toEqual([2, 1, 0])
    for (const { resetMs } of results) expect(resetMs).toBeGreaterThan(59_000)
  })

  it('counts keys and limits apart', async () => {
    const limiter = memoryRateLimiter()
    for (let count = 0; count < 3; count++) await limiter.consume('a:1', LIMIT)
    expect((await limiter.consume('a:2', LIMIT)).allowed).toBe(true)
    expect((await limiter.consume('b:1', LIMIT)).allowed).toBe(true)
    expect((await limiter.consume('a:1', { points: 4, windowMs: 60_000 })).allowed).toBe(true)
    expect((await limiter.consume('a:1', LIMIT)).allowed).toBe(false)
  })

  it('starts anew when the window has passed', async () => {
    const limiter = memoryRateLimiter()
    const short = { points: 1, windowMs: 100 }
    expect((await limiter.consume('a:1', short)).allowed).toBe(true)
    const { allowed, resetMs } = await limiter.consume('a:1', short)
    expect(allowed).toBe(false)
    await new Promise((resolve) => setTimeout(resolve, resetMs + 20))
    expect((await limiter.consume('a:1', short)).allowed).toBe(true)
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
