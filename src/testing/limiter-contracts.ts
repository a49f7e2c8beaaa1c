/**
 * What rate limiters and concurrency limiters must do.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { ConcurrencyLimiter } from '../admission/concurrency-limiter.js'
import type { RateLimit, RateLimiter } from '../keys/rate-limiter.js'
import { same } from './assertions.js'
import { type CaseTable, type ContractCase, casesOf } from './contract-case.js'

/**
 * What a {@link RateLimiter} must do: count exactly, from many hosts at once, and begin again at zero when the window has
 * passed.
 *
 * @param connect gives a limiter over counts that all its limiters share; each case uses keys of its own
 */
export function rateLimiterContract(connect: () => RateLimiter): readonly ContractCase[] {
  return casesOf(RATE_CASES, () => ({ connect }))
}

/**
 * What a {@link ConcurrencyLimiter} must do: give no more places than there are, from many hosts at once, and take each place
 * back exactly once.
 *
 * @param connect gives a limiter over counts that all its limiters share; each case uses keys of its own
 */
export function concurrencyLimiterContract(connect: () => ConcurrencyLimiter): readonly ContractCase[] {
  return casesOf(CONCURRENCY_CASES, () => ({ connect }))
}

const LIMIT: RateLimit = { points: 3, windowMs: 60_000 }
const freshKey = () => `${randomUUID()}:1`

const RATE_CASES: CaseTable<{ connect(): RateLimiter }> = {
  async 'allows as many points as the limit has, also when several hosts take them at once'({ connect }) {
    const key = freshKey()
    const results = await Promise.all(Array.from({ length: 10 }, () => connect().consume(key, LIMIT)))
    const left = results.filter(({ allowed }) => allowed).map(({ remaining }) => remaining)
    same(left.sort(), [0, 1, 2])
    for (const { allowed, remaining } of results) if (!allowed) assert.equal(remaining, 0)
  },

  async 'says how long the window still is'({ connect }) {
    const { resetMs } = await connect().consume(freshKey(), LIMIT)
    assert.ok(resetMs > 50_000 && resetMs <= LIMIT.windowMs, `resetMs is ${resetMs} of ${LIMIT.windowMs}.`)
  },

  async 'counts keys apart'({ connect }) {
    const [full, other] = [freshKey(), freshKey()]
    for (let count = 0; count < LIMIT.points; count++) await connect().consume(full, LIMIT)
    assert.equal((await connect().consume(full, LIMIT)).allowed, false)
    assert.equal((await connect().consume(other, LIMIT)).allowed, true)
  },

  async 'starts again when the window has passed'({ connect }) {
    const [key, short] = [freshKey(), { points: 1, windowMs: 1000 }]
    assert.equal((await connect().consume(key, short)).allowed, true)
    const refused = await connect().consume(key, short)
    assert.equal(refused.allowed, false)
    await setTimeout(refused.resetMs + 50)
    assert.equal((await connect().consume(key, short)).allowed, true)
  },

  async 'gives a point back, where it can'({ connect }) {
    const [key, one] = [freshKey(), { points: 1, windowMs: 60_000 }]
    const limiter = connect()
    if (limiter.refund === undefined) return
    await limiter.consume(key, one)
    await limiter.refund(key, one)
    assert.equal((await connect().consume(key, one)).allowed, true)
    assert.equal((await connect().consume(key, one)).allowed, false)
  },
}

const CONCURRENCY_CASES: CaseTable<{ connect(): ConcurrencyLimiter }> = {
  async 'gives as many places as there are, also when several hosts ask at once'({ connect }) {
    const key = randomUUID()
    const places = await Promise.all(Array.from({ length: 12 }, async () => connect().acquire(key, 5)))
    const given = places.filter((place) => place !== null)
    same(given.map(({ remaining }) => remaining).sort(), [0, 1, 2, 3, 4])
    await Promise.all(given.map((place) => place.release()))
  },

  async 'takes a place back, once'({ connect }) {
    const key = randomUUID()
    const [first, second] = [await connect().acquire(key, 2), await connect().acquire(key, 2)]
    assert.equal(await connect().acquire(key, 2), null)
    await first?.release()
    await first?.release()
    const third = await connect().acquire(key, 2)
    assert.equal(third?.remaining, 0)
    assert.equal(await connect().acquire(key, 2), null)
    await Promise.all([second?.release(), third?.release()])
  },

  async 'counts keys apart'({ connect }) {
    const place = await connect().acquire(randomUUID(), 1)
    const other = await connect().acquire(randomUUID(), 1)
    assert.ok(place !== null && other !== null)
    await Promise.all([place.release(), other.release()])
  },

  async 'gives none where there are none'({ connect }) {
    assert.equal(await connect().acquire(randomUUID(), 0), null)
  },
}
