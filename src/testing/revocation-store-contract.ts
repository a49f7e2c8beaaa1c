/**
 * What every RevocationStore must do.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { RevocationStore } from '../trust/gathering.js'
import { sameBytes } from './assertions.js'
import { type CaseTable, type ContractCase, casesOf } from './contract-case.js'

/**
 * What a {@link RevocationStore} must do: give back what is fresh, byte by byte, and forget what has expired.
 *
 * @param connect gives a store over one place that all its stores share; each case uses names of its own
 */
export function revocationStoreContract(connect: () => RevocationStore): readonly ContractCase[] {
  return casesOf(CASES, () => ({ connect }))
}

const soon = (ms: number) => new Date(Date.now() + ms)
const fresh = () => `ocsp:${randomUUID()}`

const CASES: CaseTable<{ connect(): RevocationStore }> = {
  async 'gives back every byte that it was given'({ connect }) {
    const key = fresh()
    const value = Uint8Array.from({ length: 1024 }, (_, i) => i & 0xff)
    await connect().set(key, value, soon(60_000))
    sameBytes(await connect().get(key), value)
  },

  async 'knows nothing of what it was not given'({ connect }) {
    assert.equal(await connect().get(fresh()), undefined)
  },

  async 'forgets what has expired'({ connect }) {
    const key = fresh()
    await connect().set(key, Uint8Array.of(1), soon(30))
    await setTimeout(60)
    assert.equal(await connect().get(key), undefined)
  },

  async 'does not keep what has expired already, nor what it replaces'({ connect }) {
    const key = fresh()
    await connect().set(key, Uint8Array.of(1), soon(60_000))
    await connect().set(key, Uint8Array.of(2), soon(-1))
    assert.equal(await connect().get(key), undefined)
  },

  async 'keeps the newest'({ connect }) {
    const key = fresh()
    await connect().set(key, Uint8Array.of(1), soon(60_000))
    await connect().set(key, Uint8Array.of(2), soon(60_000))
    sameBytes(await connect().get(key), Uint8Array.of(2))
  },

  async 'is not changed by those who hold what they gave or got'({ connect }) {
    const key = fresh()
    const value = Uint8Array.of(1)
    const store = connect()
    await store.set(key, value, soon(60_000))
    value[0] = 9
    const got = await store.get(key)
    if (got !== undefined) got[0] = 8
    sameBytes(await store.get(key), Uint8Array.of(1))
  },
}
