/**
 * What every IdempotencyStore must do.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { IdempotencyClaim, IdempotencyStore } from '../http/idempotency/idempotency-store.js'
import { matches, same, sameBytes } from './assertions.js'
import { type CaseTable, type ContractCase, casesOf } from './contract-case.js'

const DAY = 86_400_000
const LEASE = 20_000

/**
 * What an {@link IdempotencyStore} must do: keep answers byte by byte, give an id to exactly one of many, free what was left.
 *
 * @param connect gives a store over one place that all its stores share, as those of several hosts do; each case uses ids of
 *   its own
 */
export function idempotencyStoreContract(connect: () => IdempotencyStore): readonly ContractCase[] {
  return casesOf(CASES, () => openContext(connect))
}

interface Context {
  readonly start: number
  connect(): IdempotencyStore
  makeClaim(changes?: Partial<IdempotencyClaim>): IdempotencyClaim
}

function openContext(connect: () => IdempotencyStore): Context {
  const start = Date.now()
  return { start, connect, makeClaim: (changes = {}) => claimAt(changes.now ?? start, changes) }
}

function claimAt(now: number, changes: Partial<IdempotencyClaim>): IdempotencyClaim {
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
function retry({ id, fingerprint, now }: IdempotencyClaim, afterMs: number): IdempotencyClaim {
  return claimAt(now + afterMs, { id, fingerprint })
}

const CASES: CaseTable<Context> = {
  async 'keeps an answer, byte by byte, for whoever asks again'({ connect, start, makeClaim }) {
    const store = connect()
    const claim = makeClaim()
    assert.equal(await store.claim(claim), null)
    const answer = Uint8Array.from([...Array(256).keys(), 0, 0, 255])
    assert.equal(await store.finish(claim.id, claim.token, answer, start + DAY), true)
    const record = await connect().claim(retry(claim, 1000))
    assert.equal(record?.fingerprint, claim.fingerprint)
    sameBytes(record?.answer, answer)
    assert.equal(await store.finish(claim.id, claim.token, Uint8Array.of(1), start + DAY), false)
  },

  async 'keeps a large answer, and an empty one'({ connect, start, makeClaim }) {
    const store = connect()
    for (const answer of [randomBytes(5_000_000), new Uint8Array(0)]) {
      const claim = makeClaim()
      await store.claim(claim)
      assert.equal(await store.finish(claim.id, claim.token, answer, start + DAY), true)
      const record = await store.claim(retry(claim, 1))
      assert.equal(record?.answer?.length, answer.length)
      sameBytes(record?.answer, answer)
    }
  },

  async 'tells of another request under the same id'({ connect, start, makeClaim }) {
    const store = connect()
    const claim = makeClaim()
    await store.claim(claim)
    const other = { ...retry(claim, 1), fingerprint: 'f'.repeat(64) }
    same(await store.claim(other), { fingerprint: claim.fingerprint, answer: null })
    // Even when the process that began is dead: the key was spent on that request.
    matches(await store.claim({ ...other, now: start + LEASE + 1 }), { fingerprint: claim.fingerprint })
  },

  async 'gives one id to one of many at once'({ connect, makeClaim }) {
    const claim = makeClaim()
    const tries = Array.from({ length: 24 }, () => connect().claim(retry(claim, 0)))
    const results = await Promise.all(tries)
    assert.equal(results.filter((result) => result === null).length, 1)
    assert.equal(results.filter((result) => result?.answer === null).length, 23)
  },

  async 'frees what was left, once its lease has ended, for one of many'({ connect, start, makeClaim }) {
    const store = connect()
    const claim = makeClaim()
    await store.claim(claim)
    assert.notEqual(await store.claim(retry(claim, LEASE - 1)), null)
    const tries = Array.from({ length: 12 }, () => connect().claim(retry(claim, LEASE + 1)))
    assert.equal((await Promise.all(tries)).filter((result) => result === null).length, 1)
    // Who was thought dead has nothing to say any more.
    assert.equal(await store.finish(claim.id, claim.token, Uint8Array.of(1), start + DAY), false)
    assert.equal(await store.renew(claim.id, claim.token, start + DAY), false)
    await store.abandon(claim.id, claim.token)
    assert.notEqual(await store.claim(retry(claim, LEASE + 2)), null)
  },

  async 'keeps what is renewed'({ connect, start, makeClaim }) {
    const store = connect()
    const claim = makeClaim()
    await store.claim(claim)
    assert.equal(await store.renew(claim.id, claim.token, start + 3 * LEASE), true)
    same(await store.claim(retry(claim, 2 * LEASE)), { fingerprint: claim.fingerprint, answer: null })
    assert.equal(await store.renew(claim.id, 'another', start + 9 * LEASE), false)
    assert.equal(await store.claim(retry(claim, 4 * LEASE)), null)
  },

  async 'frees what was given up, for any request'({ connect, start, makeClaim }) {
    const store = connect()
    const claim = makeClaim()
    await store.claim(claim)
    await store.abandon(claim.id, 'another')
    assert.notEqual(await store.claim(retry(claim, 1)), null)
    await store.abandon(claim.id, claim.token)
    const next = { ...retry(claim, 2), fingerprint: 'f'.repeat(64) }
    assert.equal(await store.claim(next), null)
    await store.finish(next.id, next.token, Uint8Array.of(7), start + DAY)
    await store.abandon(next.id, next.token)
    same((await store.claim({ ...retry(next, 3) }))?.answer, Uint8Array.of(7))
  },

  async 'forgets an answer when it has expired, and not before'({ connect, start, makeClaim }) {
    const store = connect()
    const claim = makeClaim()
    await store.claim(claim)
    await store.finish(claim.id, claim.token, Uint8Array.of(1), start + DAY)
    await store.purge?.(start + DAY - 1)
    assert.notEqual(await store.claim(retry(claim, DAY - 1)), null)
    assert.equal(await store.claim({ ...retry(claim, DAY), fingerprint: 'e'.repeat(64) }), null)
  },

  async 'deletes what has expired'({ connect, start, makeClaim }) {
    const store = connect()
    if (store.purge === undefined) return
    await store.claim(makeClaim({ now: start - 3 * DAY }))
    const live = makeClaim()
    await store.claim(live)
    assert.ok((await store.purge(start)) >= 1)
    assert.notEqual(await store.claim(retry(live, 1)), null)
  },
}
