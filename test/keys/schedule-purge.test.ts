/**
 * Purging that repeats itself.
 *
 * @module
 */

import { describe, expect, it, vi } from 'vitest'
import { memoryIdempotencyStore } from '../../src/http/idempotency/memory-idempotency-store.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { schedulePurge } from '../../src/keys/issuing/schedule-purge.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import { codeMailbox } from './code-mailbox.js'

describe('purging now and then', () => {
  it('begins at once, goes on, survives failures and ends', async () => {
    vi.useFakeTimers()
    try {
      const store = memoryStore()
      const keys = new KeyIssuer({ store, mailer: codeMailbox(), secret: 's'.repeat(32), rateLimiter: false })
      await keys.requestCode('ada@example.com')
      const answers = memoryIdempotencyStore()
      const now = Date.now()
      await answers.claim({
        id: 'a',
        owner: 'o',
        token: 't',
        fingerprint: 'f',
        now,
        leaseUntil: now,
        expiresAt: now + 30_000,
      })
      const counts: number[] = []
      const errors: unknown[] = []
      const broken = { purge: () => Promise.reject(new Error('down')) }
      const stop = schedulePurge([broken, keys, answers], {
        everyMs: 600_001,
        onPurged: (count) => counts.push(count),
        onError: (error) => errors.push(error),
      })
      await vi.advanceTimersByTimeAsync(0)
      expect(counts).toEqual([0])
      await vi.advanceTimersByTimeAsync(600_001)
      expect(counts).toEqual([0, 3])
      expect(errors).toHaveLength(2)
      await stop()
      await vi.advanceTimersByTimeAsync(10_000_000)
      expect(counts).toEqual([0, 3])
    } finally {
      vi.useRealTimers()
    }
  })

  it('needs a time that timers know', () => {
    for (const everyMs of [0, Number.NaN, 2 ** 31]) {
      expect(() => schedulePurge([], { everyMs })).toThrow('everyMs')
    }
  })
})
