/**
 * What every TrustListStore must do.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { TrustListStore } from '../trust-lists/trust-list-store.js'
import { sameBytes } from './assertions.js'
import { type CaseTable, type ContractCase, casesOf } from './contract-case.js'

/**
 * What a {@link TrustListStore} must do: give back the newest version of what it was given, byte by byte, and never an older one.
 *
 * @param connect gives a store over one place that all its stores share; each case uses names of its own
 * @example
 * ```ts
 * for (const { name, run } of trustListStoreContract(() => myStore(database))) test(name, run)
 * ```
 */
export function trustListStoreContract(connect: () => TrustListStore): readonly ContractCase[] {
  return casesOf(CASES, () => ({ connect }))
}

const fresh = () => `list-${randomUUID().replaceAll('-', '')}`

/** Size of a stored value as large as that of a large trusted list, in bytes. */
const LARGE = 3_000_000

const CASES: CaseTable<{ connect(): TrustListStore }> = {
  async 'gives back every byte that it was given'({ connect }) {
    const key = fresh()
    const value = Uint8Array.from({ length: 1024 }, (_, i) => i & 0xff)
    assert.equal(await connect().set(key, value, 0), true)
    sameBytes(await connect().get(key), value)
  },

  async 'keeps large values'({ connect }) {
    const key = fresh()
    const value = new Uint8Array(LARGE).fill(0x41)
    assert.equal(await connect().set(key, value, 1), true)
    sameBytes(await connect().get(key), value)
  },

  async 'knows nothing of what it was not given'({ connect }) {
    assert.equal(await connect().get(fresh()), undefined)
  },

  async 'replaces a value by one of a higher version'({ connect }) {
    const key = fresh()
    await connect().set(key, Uint8Array.of(1), 9)
    assert.equal(await connect().set(key, Uint8Array.of(2), 10), true)
    sameBytes(await connect().get(key), Uint8Array.of(2))
  },

  async 'replaces a value by one of the same version'({ connect }) {
    const key = fresh()
    await connect().set(key, Uint8Array.of(1), 5)
    assert.equal(await connect().set(key, Uint8Array.of(2), 5), true)
    sameBytes(await connect().get(key), Uint8Array.of(2))
  },

  async 'does not replace a value by one of a lower version'({ connect }) {
    const key = fresh()
    await connect().set(key, Uint8Array.of(1), 1_900_000_000)
    assert.equal(await connect().set(key, Uint8Array.of(2), 99), false)
    sameBytes(await connect().get(key), Uint8Array.of(1))
  },

  async 'keeps the highest of many versions that come together'({ connect }) {
    const key = fresh()
    const versions = [3, 17, 4, 20, 1, 19, 8, 20, 2]
    await Promise.all(versions.map((version) => connect().set(key, Uint8Array.of(version), version)))
    sameBytes(await connect().get(key), Uint8Array.of(20))
  },

  async 'keeps values of several keys apart'({ connect }) {
    const [one, other] = [fresh(), fresh()]
    await connect().set(one, Uint8Array.of(1), 1)
    await connect().set(other, Uint8Array.of(2), 2)
    sameBytes(await connect().get(one), Uint8Array.of(1))
    sameBytes(await connect().get(other), Uint8Array.of(2))
  },

  async 'is not changed by those who hold what they gave or got'({ connect }) {
    const key = fresh()
    const value = Uint8Array.of(1)
    const store = connect()
    await store.set(key, value, 1)
    value[0] = 9
    const got = await store.get(key)
    if (got !== undefined) got[0] = 8
    sameBytes(await store.get(key), Uint8Array.of(1))
  },
}
