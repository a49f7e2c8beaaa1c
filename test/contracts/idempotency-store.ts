/**
 * What every IdempotencyStore must do. `describeIdempotencyStore` runs it against one.
 *
 * @module
 */

import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { IdempotencyClaim, IdempotencyStore } from '../../src/http/idempotency/idempotency-store.js'

const DAY = 86_400_000
const LEASE = 20_000

export interface IdempotencyStoreFixture {
  /** A store over a database that other stores of the same fixture share, as another host would. */
  connect(): IdempotencyStore
}

/** @param open gives the database that all of these tests use; each test uses ids of its own. */
export function describeIdempotencyStore(name: string, open: () => IdempotencyStoreFixture): void {
  const start = Date.now()

  function makeClaim(changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
    const now = changes.now ?? start
    return {
      id: randomBytes(32).toString('hex'),
      token: randomUUID(),
      fingerprint: randomBytes(32).toString('hex'),
      now,
      leaseUntil: now + LEASE,
      expiresAt: now + DAY,
      ...changes,
    }
  }

  /** Another try of the same request, later. */
  function retry(claim: IdempotencyClaim, afterMs: number, changes: Partial<IdempotencyClaim> = {}): IdempotencyClaim {
    const { id, fingerprint } = claim
    return makeClaim({ id, fingerprint, now: claim.now + afterMs, ...changes })
  }

  describe(`${name}: answers`, () => {
    it('keeps an answer, byte by byte, for whoever asks again', async () => {
      const store = open().connect()
      const claim = makeClaim()
      expect(await store.claim(claim)).toBeNull()
      const answer = Uint8Array.from([...Array(256).keys(), 0, 0, 255])
      expect(await store.finish(claim.id, claim.token, answer, start + DAY)).toBe(true)
      const record = await open().connect().claim(retry(claim, 1000))
      expect(record?.fingerprint).toBe(claim.fingerprint)
      expect(Buffer.from(record?.answer ?? []).equals(answer)).toBe(true)
      expect(await store.finish(claim.id, claim.token, Uint8Array.of(1), start + DAY)).toBe(false)
    })

    it('keeps a large answer, and an empty one', async () => {
      const store = open().connect()
      for (const answer of [randomBytes(5_000_000), new Uint8Array(0)]) {
        const claim = makeClaim()
        await store.claim(claim)
        expect(await store.finish(claim.id, claim.token, answer, start + DAY)).toBe(true)
        const record = await store.claim(retry(claim, 1))
        expect(record?.answer?.length).toBe(answer.length)
        expect(Buffer.from(record?.answer ?? []).equals(answer)).toBe(true)
      }
    })

    it('tells of another request under the same id', async () => {
      const store = open().connect()
      const claim = makeClaim()
      await store.claim(claim)
      const other = { ...retry(claim, 1), fingerprint: 'f'.repeat(64) }
      expect(await store.claim(other)).toEqual({ fingerprint: claim.fingerprint, answer: null })
      // Even when the process that began is dead: the key was spent on that request.
      expect(await store.claim({ ...other, now: start + LEASE + 1 })).toMatchObject({ fingerprint: claim.fingerprint })
    })

    it('gives one id to one of many at once', async () => {
      const claim = makeClaim()
      const tries = Array.from({ length: 24 }, () => open().connect().claim(retry(claim, 0)))
      const results = await Promise.all(tries)
      expect(results.filter((result) => result === null)).toHaveLength(1)
      expect(results.filter((result) => result?.answer === null)).toHaveLength(23)
    })

    it('frees what was left, once its lease has ended, for one of many', async () => {
      const store = open().connect()
      const claim = makeClaim()
      await store.claim(claim)
      expect(await store.claim(retry(claim, LEASE - 1))).not.toBeNull()
      const tries = Array.from({ length: 12 }, () =>
        open()
          .connect()
          .claim(retry(claim, LEASE + 1)),
      )
      expect((await Promise.all(tries)).filter((result) => result === null)).toHaveLength(1)
      // Who was thought dead has nothing to say any more.
      expect(await store.finish(claim.id, claim.token, Uint8Array.of(1), start + DAY)).toBe(false)
      expect(await store.renew(claim.id, claim.token, start + DAY)).toBe(false)
      await store.abandon(claim.id, claim.token)
      expect(await store.claim(retry(claim, LEASE + 2))).not.toBeNull()
    })

    it('keeps what is renewed', async () => {
      const store = open().connect()
      const claim = makeClaim()
      await store.claim(claim)
      expect(await store.renew(claim.id, claim.token, start + 3 * LEASE)).toBe(true)
      expect(await store.claim(retry(claim, 2 * LEASE))).toEqual({ fingerprint: claim.fingerprint, answer: null })
      expect(await store.renew(claim.id, 'another', start + 9 * LEASE)).toBe(false)
      expect(await store.claim(retry(claim, 4 * LEASE))).toBeNull()
    })

    it('frees what was given up, for any request', async () => {
      const store = open().connect()
      const claim = makeClaim()
      await store.claim(claim)
      await store.abandon(claim.id, 'another')
      expect(await store.claim(retry(claim, 1))).not.toBeNull()
      await store.abandon(claim.id, claim.token)
      const next = { ...retry(claim, 2), fingerprint: 'f'.repeat(64) }
      expect(await store.claim(next)).toBeNull()
      await store.finish(next.id, next.token, Uint8Array.of(7), start + DAY)
      await store.abandon(next.id, next.token)
      expect((await store.claim({ ...retry(next, 3) }))?.answer).toEqual(Uint8Array.of(7))
    })

    it('forgets an answer when it has expired, and not before', async () => {
      const store = open().connect()
      const claim = makeClaim()
      await store.claim(claim)
      await store.finish(claim.id, claim.token, Uint8Array.of(1), start + DAY)
      await store.purge?.(start + DAY - 1)
      expect(await store.claim(retry(claim, DAY - 1))).not.toBeNull()
      expect(await store.claim({ ...retry(claim, DAY), fingerprint: 'e'.repeat(64) })).toBeNull()
    })

    it('deletes what has expired', async () => {
      const store = open().connect()
      if (store.purge === undefined) return
      await store.claim(makeClaim({ now: start - 3 * DAY }))
      const live = makeClaim()
      await store.claim(live)
      expect(await store.purge(start)).toBeGreaterThanOrEqual(1)
      expect(await store.claim(retry(live, 1))).not.toBeNull()
    })
  })
}
