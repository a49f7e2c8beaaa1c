/**
 * What every IdempotencyStore must do.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import type { AnswerLimits, IdempotencyClaim, IdempotencyStore } from '../http/idempotency/idempotency-store.js'
import { matches, same, sameBytes } from './assertions.js'
import { type CaseTable, type ContractCase, casesOf } from './contract-case.js'

const DAY = 86_400_000
const LEASE = 20_000

/**
 * What an {@link IdempotencyStore} must do: keep answers byte by byte, give an id to exactly one of many claims, and free an id
 * whose holder ended before it finished.
 *
 * @param connect gives a store over one place that all its stores share, as those of several hosts do; each case uses ids of its
 *   own
 * @param connectBounded gives a store with these limits, over an empty place of its own; without it, the cases about limits are
 *   left out
 */
export function idempotencyStoreContract(
  connect: () => IdempotencyStore,
  connectBounded?: (
    limits: Readonly<Record<keyof AnswerLimits, number>>,
  ) => Promise<IdempotencyStore> | IdempotencyStore,
): readonly ContractCase[] {
  const cases = casesOf(CASES, () => openContext(connect))
  if (connectBounded === undefined) return cases
  return [...cases, ...casesOf(BOUND_CASES, () => ({ ...openContext(connect), connectBounded }))]
}

interface BoundContext extends Context {
  connectBounded(limits: Readonly<Record<keyof AnswerLimits, number>>): Promise<IdempotencyStore> | IdempotencyStore
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
    owner: randomBytes(32).toString('hex'),
    token: randomUUID(),
    fingerprint: randomBytes(32).toString('hex'),
    now,
    leaseUntil: now + LEASE,
    expiresAt: now + DAY,
    ...changes,
  }
}

/** A later attempt of the same request. */
function retry({ id, owner, fingerprint, now }: IdempotencyClaim, afterMs: number): IdempotencyClaim {
  return claimAt(now + afterMs, { id, owner, fingerprint })
}

async function finish(
  store: IdempotencyStore,
  claim: IdempotencyClaim,
  answer: Uint8Array,
  expiresAt: number,
): Promise<void> {
  assert.equal(await store.claim(claim), null)
  assert.equal(await store.finish(claim.id, claim.token, answer, expiresAt), true)
}

const CASES: CaseTable<Context> = {
  async 'keeps an answer, byte by byte, for whoever asks again'({ connect, start, makeClaim }) {
    const store = connect()
    const claim = makeClaim()
    assert.equal(await store.claim(claim), null)
    const answer = Uint8Array.from([...Array(256).keys(), 0, 0, 255])
    assert.equal(await store.finish(claim.id, claim.token, answer, start + DAY), true)
    const record = await connect().claim(retry(claim, 1000))
    same(record, { fingerprint: claim.fingerprint, size: answer.length })
    sameBytes(await connect().read(claim.id), answer)
    assert.equal(await store.finish(claim.id, claim.token, Uint8Array.of(1), start + DAY), false)
  },

  async 'keeps a large answer, and an empty one'({ connect, start, makeClaim }) {
    const store = connect()
    for (const answer of [randomBytes(5_000_000), new Uint8Array(0)]) {
      const claim = makeClaim()
      await store.claim(claim)
      assert.equal(await store.finish(claim.id, claim.token, answer, start + DAY), true)
      const record = await store.claim(retry(claim, 1))
      assert.equal(record?.size, answer.length)
      sameBytes(await store.read(claim.id), answer)
    }
  },

  async 'gives bytes that the caller may change'({ connect, start, makeClaim }) {
    const claim = makeClaim()
    await finish(connect(), claim, Buffer.from([1, 2, 3]), start + DAY)
    ;(await connect().read(claim.id))?.fill(9)
    sameBytes(await connect().read(claim.id), Uint8Array.of(1, 2, 3))
  },

  async 'reads nothing where there is no answer'({ connect, makeClaim }) {
    const claim = makeClaim()
    assert.equal(await connect().read(claim.id), null)
    await connect().claim(claim)
    assert.equal(await connect().read(claim.id), null)
  },

  async 'counts the answers of an owner, however they went'({ connect, start, makeClaim }) {
    const { owner } = makeClaim()
    const claims = [1, 2, 3].map(() => makeClaim({ owner }))
    for (const claim of claims) await finish(connect(), claim, new Uint8Array(1000), start + DAY)
    await connect().claim(makeClaim({ owner }))
    await finish(connect(), makeClaim(), new Uint8Array(10), start + DAY)
    same(await connect().usage(owner), { answers: 3, bytes: 3000 })
    const all = await connect().usage(null)
    assert.ok(all.answers >= 4 && all.bytes >= 3010, JSON.stringify(all))
    const [first] = claims
    // The first answer has expired, so its id goes to another request.
    if (first !== undefined)
      assert.equal(await connect().claim({ ...retry(first, DAY), fingerprint: 'a'.repeat(64) }), null)
    assert.deepEqual((await connect().usage(owner)).answers <= 2, true)
  },

  async 'erases what is an owner’s, and nothing else'({ connect, start, makeClaim }) {
    const { owner } = makeClaim()
    const claims = Array.from({ length: 5 }, () => makeClaim({ owner }))
    for (const claim of claims) await finish(connect(), claim, Uint8Array.of(1), start + DAY)
    const begun = makeClaim({ owner })
    await connect().claim(begun)
    const other = makeClaim()
    await finish(connect(), other, Uint8Array.of(2), start + DAY)
    assert.ok((await connect().erase(owner)) >= 5)
    same(await connect().usage(owner), { answers: 0, bytes: 0 })
    for (const claim of claims) assert.equal(await connect().read(claim.id), null)
    // A process that still works on an erased claim cannot finish it.
    assert.equal(await connect().finish(begun.id, begun.token, Uint8Array.of(1), start + DAY), false)
    sameBytes(await connect().read(other.id), Uint8Array.of(2))
    assert.equal(await connect().erase(owner), 0)
  },

  async 'tells of another request under the same id'({ connect, start, makeClaim }) {
    const store = connect()
    const claim = makeClaim()
    await store.claim(claim)
    const other = { ...retry(claim, 1), fingerprint: 'f'.repeat(64) }
    same(await store.claim(other), { fingerprint: claim.fingerprint, size: null })
    // This holds even when the process that began the request is dead: the idempotency key belongs to that request.
    matches(await store.claim({ ...other, now: start + LEASE + 1 }), { fingerprint: claim.fingerprint })
  },

  async 'gives one id to one of many at once'({ connect, makeClaim }) {
    const claim = makeClaim()
    const tries = Array.from({ length: 24 }, () => connect().claim(retry(claim, 0)))
    const results = await Promise.all(tries)
    assert.equal(results.filter((result) => result === null).length, 1)
    assert.equal(results.filter((result) => result?.size === null).length, 23)
  },

  async 'frees what was left, once its lease has ended, for one of many'({ connect, start, makeClaim }) {
    const store = connect()
    const claim = makeClaim()
    await store.claim(claim)
    assert.notEqual(await store.claim(retry(claim, LEASE - 1)), null)
    const tries = Array.from({ length: 12 }, () => connect().claim(retry(claim, LEASE + 1)))
    assert.equal((await Promise.all(tries)).filter((result) => result === null).length, 1)
    // The claim of a process whose lease has ended can be neither finished nor renewed.
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
    same(await store.claim(retry(claim, 2 * LEASE)), { fingerprint: claim.fingerprint, size: null })
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
    same(await store.claim({ ...retry(next, 3) }), { fingerprint: next.fingerprint, size: 1 })
    sameBytes(await store.read(next.id), Uint8Array.of(7))
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

const BOUND_CASES: CaseTable<BoundContext> = {
  async 'forgets the oldest answers of an owner who has too many, and nobody else’s'(context) {
    const { connectBounded, start, makeClaim } = context
    const store = await connectBounded({ maxBytes: 1_000_000, maxBytesPerOwner: 2500 })
    const { owner } = makeClaim()
    const other = makeClaim()
    await finish(store, other, new Uint8Array(2000), start + DAY - 10)
    const working = makeClaim({ owner })
    await store.claim(working)
    const claims = [1, 2, 3, 4].map(() => makeClaim({ owner }))
    for (const [at, claim] of claims.entries()) await finish(store, claim, new Uint8Array(1000), start + DAY + at)
    same(await store.usage(owner), { answers: 2, bytes: 2000 })
    same(await sizes(store, claims), [null, null, 1000, 1000])
    same(await sizes(store, [other]), [2000])
    assert.equal(await store.finish(working.id, working.token, new Uint8Array(5), start + DAY), true)
  },

  async 'forgets the oldest answers of all when there are too many, but never the last'(context) {
    const { connectBounded, start, makeClaim } = context
    const store = await connectBounded({ maxBytes: 5000, maxBytesPerOwner: 5000 })
    const claims = Array.from({ length: 8 }, () => makeClaim())
    for (const [at, claim] of claims.entries()) await finish(store, claim, new Uint8Array(1000), start + DAY + at)
    same(await sizes(store, claims), [null, null, null, 1000, 1000, 1000, 1000, 1000])
    const large = makeClaim()
    await finish(store, large, new Uint8Array(9000), start + DAY + 100)
    same(await sizes(store, [...claims, large]), [...claims.map(() => null), 9000])
    same(await store.usage(null), { answers: 1, bytes: 9000 })
  },
}

function sizes(store: IdempotencyStore, claims: readonly IdempotencyClaim[]): Promise<(number | null)[]> {
  return Promise.all(claims.map(async ({ id }) => (await store.read(id))?.length ?? null))
}
