/**
 * What a key permits is kept with it.
 *
 * @module
 */

import assert from 'node:assert/strict'
import type { StoredKey } from '../../keys/key-store.js'
import { same } from '../assertions.js'
import type { CaseTable } from '../contract-case.js'
import { type KeyContext, MINUTE, randomEmail } from './key-context.js'

const GRANTS = { name: 'Büro 3', scopes: ['sign', 'convert'], quotas: { sign: { concurrent: 2 } } } as const

export const GRANT_CASES: CaseTable<KeyContext> = {
  async 'is kept with the key'({ connect, start, makeKey }) {
    const store = connect()
    const key = makeKey(randomEmail(), GRANTS)
    assert.equal(await store.insertKey(key, 5), true)
    same(await store.findKey(key.hash), key)
    same(await store.findKeyById(key.id), key)
    same(await store.listKeys(key.email), [key])
    const successor = makeKey(key.email, { ...GRANTS, name: null, scopes: ['keys'], quotas: null })
    assert.equal(await store.replaceKey(key.id, successor, start + MINUTE), true)
    same(await connect().findKey(successor.hash), successor)
  },

  async 'changes member by member, while the key is active'({ connect, start, makeKey }) {
    const store = connect()
    const key = makeKey(randomEmail(), { expiresAt: start + MINUTE })
    await store.insertKey(key, 5)
    assert.equal(await store.updateKey(key.id, { name: 'x' }, start), true)
    same(await store.findKey(key.hash), { ...key, name: 'x' })
    assert.equal(await store.updateKey(key.id, { scopes: ['verify'], quotas: GRANTS.quotas }, start), true)
    assert.equal(await store.updateKey(key.id, { name: null, expiresAt: null }, start), true)
    const changed = { ...key, scopes: ['verify'], quotas: GRANTS.quotas, expiresAt: null }
    same(await store.findKey(key.hash), changed)
    assert.equal(await store.updateKey(key.id, { scopes: null, expiresAt: start + 1 }, start), true)
    assert.equal(await store.updateKey(key.id, { name: 'late' }, start + 1), false)
    same(await store.findKey(key.hash), { ...changed, scopes: null, expiresAt: start + 1 })
    assert.equal(await store.updateKey('key_none', { name: 'x' }, start), false)
    const revoked = makeKey(randomEmail())
    await store.insertKey(revoked, 5)
    await store.revokeKey(revoked.id, start)
    assert.equal(await store.updateKey(revoked.id, { name: 'x' }, start), false)
  },

  async 'is seen by whoever goes through all keys'({ connect, makeKey }) {
    const store = connect()
    const keys = Array.from({ length: 30 }, () => makeKey(randomEmail(), GRANTS))
    for (const key of keys) await store.insertKey(key, 5)
    const seen = new Map<string, StoredKey>()
    let cursor: string | null = null
    let pages = 0
    do {
      const page = await store.scanKeys(cursor, 7)
      for (const key of page.keys) seen.set(key.id, key)
      cursor = page.cursor
      pages++
    } while (cursor !== null)
    assert.ok(pages > 1)
    for (const key of keys) same(seen.get(key.id), key)
  },
}
