/**
 * Codes that are sent to addresses: tries, cool-down, one caller.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { same } from '../assertions.js'
import type { CaseTable } from '../contract-case.js'
import { type KeyContext, MINUTE, randomEmail } from './key-context.js'

export const CODE_CASES: CaseTable<KeyContext> = {
  async 'gives back the code that was put, with its tries counted'({ connect, start, makeCode }) {
    const store = connect()
    const code = makeCode(randomEmail())
    assert.equal(await store.putCode(code, MINUTE), true)
    const { id, digest, createdAt, email } = code
    same(await store.takeAttempt(email, 5, start), { id, digest, createdAt, attempts: 1 })
    same(await store.takeAttempt(email, 5, start), { id, digest, createdAt, attempts: 2 })
  },

  async 'knows no code of an address that was sent none'({ connect, start }) {
    const store = connect()
    assert.equal(await store.takeAttempt(randomEmail(), 5, start), null)
    assert.equal(await store.consumeCode(randomEmail(), 'code_1'), false)
  },

  async 'never allows more tries than the limit, however many come at once from two hosts'({
    connect,
    start,
    makeCode,
  }) {
    const [first, second] = [connect(), connect()]
    const code = makeCode(randomEmail())
    await first.putCode(code, MINUTE)
    const attempts = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? first : second).takeAttempt(code.email, 5, start)),
    )
    const counted = attempts.filter((attempt) => attempt !== null).map(({ attempts: count }) => count)
    same(counted.sort(), [1, 2, 3, 4, 5])
    assert.equal(await first.takeAttempt(code.email, 5, start), null)
  },

  async 'lets exactly one of many callers consume a code'({ connect, start, makeCode }) {
    const [first, second] = [connect(), connect()]
    const code = makeCode(randomEmail())
    await first.putCode(code, MINUTE)
    const results = await Promise.all(
      Array.from({ length: 50 }, (_, index) => (index % 2 ? first : second).consumeCode(code.email, code.id)),
    )
    assert.equal(results.filter((consumed) => consumed).length, 1)
    assert.equal(await first.takeAttempt(code.email, 5, start), null)
  },

  async 'refuses another code within the cool-down, and takes it afterwards'({ connect, start, makeCode }) {
    const store = connect()
    const code = makeCode(randomEmail())
    await store.putCode(code, MINUTE)
    assert.equal(await store.putCode(makeCode(code.email, { createdAt: start + MINUTE - 1 }), MINUTE), false)
    assert.equal((await store.takeAttempt(code.email, 5, start))?.id, code.id)
    assert.equal(await store.putCode(makeCode(code.email, { createdAt: start + MINUTE }), MINUTE), true)
  },

  async 'takes one of many codes that are put at once'({ connect, start, makeCode }) {
    const [first, second] = [connect(), connect()]
    const email = randomEmail()
    const codes = Array.from({ length: 30 }, () => makeCode(email))
    const results = await Promise.all(codes.map((code, index) => (index % 2 ? first : second).putCode(code, MINUTE)))
    assert.equal(results.filter((stored) => stored).length, 1)
    assert.equal((await first.takeAttempt(email, 5, start))?.id, codes[results.indexOf(true)]?.id)
  },

  async 'never revives a code that was replaced, and gives the new one all its tries'({ connect, start, makeCode }) {
    const store = connect()
    const old = makeCode(randomEmail())
    await store.putCode(old, MINUTE)
    for (let tries = 0; tries < 5; tries++) await store.takeAttempt(old.email, 5, start)
    const replacement = makeCode(old.email, { createdAt: start + 2 * MINUTE })
    await store.putCode(replacement, MINUTE)
    assert.equal(await store.consumeCode(old.email, old.id), false)
    const { id, digest, createdAt } = replacement
    same(await store.takeAttempt(old.email, 5, start), { id, digest, createdAt, attempts: 1 })
    assert.equal(await store.consumeCode(old.email, id), true)
    assert.equal(await store.consumeCode(old.email, old.id), false)
  },

  async 'gives no code that has expired'({ connect, makeCode }) {
    const store = connect()
    const code = makeCode(randomEmail())
    await store.putCode(code, MINUTE)
    assert.notEqual(await store.takeAttempt(code.email, 5, code.expiresAt - 1), null)
    assert.equal(await store.takeAttempt(code.email, 5, code.expiresAt), null)
  },

  async 'does not let a host whose clock is ahead lock an address out'({ connect, start, makeCode }) {
    const [ahead, behind] = [connect(), connect()]
    const fromTheFuture = makeCode(randomEmail(), { createdAt: start + 60 * MINUTE })
    await ahead.putCode(fromTheFuture, MINUTE)
    assert.equal(await behind.putCode(makeCode(fromTheFuture.email), MINUTE), true)
  },

  async 'keeps the cool-down between hosts whose clocks differ by less'({ connect, start, makeCode }) {
    const [ahead, behind] = [connect(), connect()]
    const code = makeCode(randomEmail(), { createdAt: start + 30_000 })
    await ahead.putCode(code, MINUTE)
    assert.equal(await behind.putCode(makeCode(code.email), MINUTE), false)
  },
}
