/**
 * The store of answers in memory, held against its contract and its limit.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { memoryIdempotencyStore } from '../../src/http/idempotency/memory-idempotency-store.js'
import { idempotencyStoreContract } from '../../src/testing/entry.js'
import { describeContract } from '../support/describe-contract.js'

const shared = memoryIdempotencyStore()
describeContract(
  'memoryIdempotencyStore',
  idempotencyStoreContract(() => shared),
)

it('forgets the oldest answers when there are too many bytes, and nothing that is worked on', async () => {
  const store = memoryIdempotencyStore({ maxBytes: 2500 })
  const claim = (id: string) =>
    store.claim({ id, token: id, fingerprint: 'f', now: 0, leaseUntil: 1000, expiresAt: 1e6 })
  await claim('working')
  for (const id of ['a', 'b', 'c']) {
    await claim(id)
    await store.finish(id, id, new Uint8Array(1000), 1e6)
  }
  expect(await claim('b')).toMatchObject({ answer: expect.any(Uint8Array) })
  expect(await claim('c')).toMatchObject({ answer: expect.any(Uint8Array) })
  expect(await claim('working')).toEqual({ fingerprint: 'f', answer: null })
  expect(await claim('a')).toBeNull()
})
