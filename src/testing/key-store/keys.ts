/**
 * Keys: limits, revocation, rotation, use.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { same } from '../assertions.js'
import type { CaseTable } from '../contract-case.js'
import { type KeyContext, MINUTE, randomEmail, sha256, TTL } from './key-context.js'

export const KEY_CASES: CaseTable<KeyContext> = {
  async 'gives back the key that was added, by hash, by id and by address'({ connect, start, makeKey }) {
    const store = connect()
    const key = makeKey(randomEmail(), { expiresAt: start + TTL })
    assert.equal(await store.insertKey(key, 10), true)
    same(await store.findKey(key.hash), key)
    same(await store.findKeyById(key.id), key)
    same(await store.listKeys(key.email), [key])
  },

  async 'knows nothing of a key that was never added'({ connect, start, makeKey }) {
    const store = connect()
    assert.equal(await store.findKey(sha256()), null)
    assert.equal(await store.findKeyById('key_unknown'), null)
    same(await store.listKeys(randomEmail()), [])
    assert.equal(await store.revokeKey('key_unknown', start), false)
    assert.equal(await store.replaceKey('key_unknown', makeKey(randomEmail()), start), false)
    await store.touchKey('key_unknown', start)
    assert.equal(await store.findKeyById('key_unknown'), null)
  },

  async 'lists the keys of an address oldest first'({ connect, start, makeKey }) {
    const store = connect()
    const email = randomEmail()
    const keys = [3, 1, 2].map((order) => makeKey(email, { createdAt: start + order }))
    for (const key of keys) await store.insertKey(key, 10)
    same(
      (await store.listKeys(email)).map((key) => key.createdAt - start),
      [1, 2, 3],
    )
  },

  async 'never adds more active keys than the limit, however many come at once from two hosts'({ connect, makeKey }) {
    const [first, second] = [connect(), connect()]
    const email = randomEmail()
    const results = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? first : second).insertKey(makeKey(email), 10)),
    )
    assert.equal(results.filter((added) => added).length, 10)
    assert.equal((await first.listKeys(email)).length, 10)
  },

  async 'counts neither revoked nor expired nor replaced keys'({ connect, start, makeKey }) {
    const store = connect()
    const email = randomEmail()
    const [revoked, expired, replaced, successor] = [
      makeKey(email),
      makeKey(email, { expiresAt: start + MINUTE }),
      makeKey(email),
      makeKey(email, { createdAt: start + 1 }),
    ]
    for (const key of [revoked, expired, replaced]) await store.insertKey(key, 3)
    assert.equal(await store.insertKey(makeKey(email), 3), false)
    await store.revokeKey(revoked.id, start)
    await store.replaceKey(replaced.id, successor, start + TTL)
    const later = { createdAt: start + 2 * MINUTE }
    assert.equal(await store.insertKey(makeKey(email, later), 3), true)
    assert.equal(await store.insertKey(makeKey(email, later), 3), true)
    assert.equal(await store.insertKey(makeKey(email, later), 3), false)
  },

  async 'adds no key when a lowered limit is passed already'({ connect, start, makeKey }) {
    const store = connect()
    const email = randomEmail()
    const keys = Array.from({ length: 4 }, () => makeKey(email))
    for (const key of keys) await store.insertKey(key, 4)
    await store.revokeKey(keys[0]?.id ?? '', start)
    assert.equal(await store.insertKey(makeKey(email), 2), false)
  },

  async 'shows a revocation to other hosts at once, and keeps the first time'({ connect, start, makeKey }) {
    const [first, second] = [connect(), connect()]
    const key = makeKey(randomEmail())
    await first.insertKey(key, 10)
    assert.equal((await second.findKey(key.hash))?.revokedAt, null)
    assert.equal(await first.revokeKey(key.id, start + 5), true)
    assert.equal((await second.findKey(key.hash))?.revokedAt, start + 5)
    assert.equal(await second.revokeKey(key.id, start + 9), true)
    assert.equal((await first.findKey(key.hash))?.revokedAt, start + 5)
  },

  async 'replaces a key once, however many ask at once'({ connect, start, makeKey }) {
    const [first, second] = [connect(), connect()]
    const key = makeKey(randomEmail())
    await first.insertKey(key, 10)
    const successors = Array.from({ length: 20 }, () => makeKey(key.email, { createdAt: start + 1 }))
    const results = await Promise.all(
      successors.map((successor, index) => (index % 2 ? first : second).replaceKey(key.id, successor, start + TTL)),
    )
    assert.equal(results.filter((replaced) => replaced).length, 1)
    const winner = successors[results.indexOf(true)]
    same(await first.findKey(key.hash), { ...key, replacedBy: winner?.id, expiresAt: start + TTL })
    assert.equal((await first.listKeys(key.email)).length, 2)
    same(await first.findKey(winner?.hash ?? ''), winner)
  },

  async 'does not lengthen the life of a key by replacing it'({ connect, start, makeKey }) {
    const store = connect()
    const key = makeKey(randomEmail(), { expiresAt: start + MINUTE })
    await store.insertKey(key, 10)
    await store.replaceKey(key.id, makeKey(key.email), start + TTL)
    assert.equal((await store.findKey(key.hash))?.expiresAt, start + MINUTE)
  },

  async 'replaces neither a revoked nor an expired key'({ connect, start, makeKey }) {
    const store = connect()
    const [revoked, expired] = [makeKey(randomEmail()), makeKey(randomEmail(), { expiresAt: start + MINUTE })]
    for (const key of [revoked, expired]) await store.insertKey(key, 10)
    await store.revokeKey(revoked.id, start)
    const late = { createdAt: start + MINUTE }
    assert.equal(await store.replaceKey(revoked.id, makeKey(revoked.email), start + TTL), false)
    assert.equal(await store.replaceKey(expired.id, makeKey(expired.email, late), start + TTL), false)
    assert.equal((await store.listKeys(revoked.email)).length, 1)
  },

  async 'replaces a key of an address that has as many as it may'({ connect, start, makeKey }) {
    const store = connect()
    const key = makeKey(randomEmail())
    await store.insertKey(key, 1)
    assert.equal(await store.replaceKey(key.id, makeKey(key.email), start + TTL), true)
    assert.equal(await store.insertKey(makeKey(key.email), 1), false)
  },

  async 'notes the last use, and never an earlier one'({ connect, start, makeKey }) {
    const store = connect()
    const key = makeKey(randomEmail())
    await store.insertKey(key, 10)
    await store.touchKey(key.id, start + 20)
    await store.touchKey(key.id, start + 10)
    assert.equal((await store.findKey(key.hash))?.lastUsedAt, start + 20)
  },

  async 'keeps the rest of a key when revoking and using it happen at once'({ connect, start, makeKey }) {
    const [first, second] = [connect(), connect()]
    const key = makeKey(randomEmail())
    await first.insertKey(key, 10)
    await Promise.all([first.touchKey(key.id, start + 1), second.revokeKey(key.id, start + 2)])
    same(await first.findKey(key.hash), { ...key, lastUsedAt: start + 1, revokedAt: start + 2 })
  },

  async 'purges what ended long ago and nothing else'({ connect, start, makeCode, makeKey }) {
    const store = connect()
    const email = randomEmail()
    const [active, expired, revoked, recent] = [
      makeKey(email),
      makeKey(email, { expiresAt: start + MINUTE }),
      makeKey(email),
      makeKey(email),
    ]
    for (const key of [active, expired, revoked, recent]) await store.insertKey(key, 10)
    await store.revokeKey(revoked.id, start + MINUTE)
    await store.revokeKey(recent.id, start + TTL)
    const code = makeCode(randomEmail(), { createdAt: start + TTL })
    await store.putCode(code, MINUTE)
    assert.ok(((await store.purge?.(start + 5 * MINUTE, start + 5 * MINUTE)) ?? 2) >= 2)
    const left = (await store.listKeys(email)).map((key) => key.id)
    same(left.sort(), [active.id, recent.id].sort())
    assert.equal(await store.findKey(expired.hash), null)
    assert.equal(await store.findKeyById(revoked.id), null)
    assert.notEqual(await store.takeAttempt(code.email, 5, start + TTL), null)
  },
}
