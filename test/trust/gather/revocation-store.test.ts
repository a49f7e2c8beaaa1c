/**
 * The revocation store in memory, held against its contract.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { revocationStoreContract } from '../../../src/testing/entry.js'
import { memoryRevocationStore } from '../../../src/trust/gather/revocation-store.js'
import { describeContract } from '../../support/describe-contract.js'

const store = memoryRevocationStore()
describeContract(
  'memoryRevocationStore',
  revocationStoreContract(() => store),
)

describe('memoryRevocationStore', () => {
  it('drops the oldest when it is full', async () => {
    const small = memoryRevocationStore({ maxBytes: 100 })
    const later = new Date(Date.now() + 60_000)
    for (const key of ['a', 'b', 'c']) await small.set(key, new Uint8Array(40), later)
    await small.set('large', new Uint8Array(101), later)
    const kept = await Promise.all(['a', 'b', 'c', 'large'].map(async (key) => (await small.get(key)) !== undefined))
    expect(kept).toEqual([false, true, true, false])
  })
})
