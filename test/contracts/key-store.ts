/**
 * What every KeyStore must do. `describeKeyStore` runs it against one.
 *
 * @module
 */

import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import type { KeyStore, StoredCode, StoredKey } from '../../src/keys/key-store.js'
import { codeMailbox } from '../keys/code-mailbox.js'

const MINUTE = 60_000
const TTL = 10 * MINUTE

export interface KeyStoreFixture {
  /** A store over a database that other stores of the same fixture share, as another host would. */
  connect(): KeyStore
}

/**
 * @param open gives the database that all of these tests use; each test uses addresses of its own.
 */
export function describeKeyStore(name: string, open: () => KeyStoreFixture): void {
  const start = Date.now()

  function makeCode(email: string, changes: Partial<StoredCode> = {}): StoredCode {
    const createdAt = changes.createdAt ?? start
    return { id: randomText('code_'), email, digest: sha256(), createdAt, expiresAt: createdAt + TTL, ...changes }
  }

  function makeKey(email: string, changes: Partial<StoredKey> = {}): StoredKey {
    return {
      id: randomText('key_'),
      hash: sha256(),
      hint: 'sw_abcd',
      email,
      createdAt: start,
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      replacedBy: null,
      name: null,
      scopes: null,
      quotas: null,
      ...changes,
    }
  }

  describe(`${name}: what keys permit`, () => {
    const grants = { name: 'Büro 3', scopes: ['sign', 'convert'], quotas: { sign: { concurrent: 2 } } } as const

    it('is kept with the key', async () => {
      const store = open().connect()
      const key = makeKey(randomEmail(), grants)
      expect(await store.insertKey(key, 5)).toBe(true)
      expect(await store.findKey(key.hash)).toEqual(key)
      expect(await store.findKeyById(key.id)).toEqual(key)
      expect(await store.listKeys(key.email)).toEqual([key])
      const successor = makeKey(key.email, { ...grants, name: null, scopes: ['keys'], quotas: null })
      expect(await store.replaceKey(key.id, successor, start + MINUTE)).toBe(true)
      expect(await open().connect().findKey(successor.hash)).toEqual(successor)
    })

    it('changes member by member, while the key is active', async () => {
      const store = open().connect()
      const key = makeKey(randomEmail(), { expiresAt: start + MINUTE })
      await store.insertKey(key, 5)
      expect(await store.updateKey(key.id, { name: 'x' }, start)).toBe(true)
      expect(await store.findKey(key.hash)).toEqual({ ...key, name: 'x' })
      expect(await store.updateKey(key.id, { scopes: ['verify'], quotas: grants.quotas }, start)).toBe(true)
      expect(await store.updateKey(key.id, { name: null, expiresAt: null }, start)).toBe(true)
      const changed = { ...key, scopes: ['verify'], quotas: grants.quotas, expiresAt: null }
      expect(await store.findKey(key.hash)).toEqual(changed)
      expect(await store.updateKey(key.id, { scopes: null, expiresAt: start + 1 }, start)).toBe(true)
      expect(await store.updateKey(key.id, { name: 'late' }, start + 1)).toBe(false)
      expect(await store.findKey(key.hash)).toEqual({ ...changed, scopes: null, expiresAt: start + 1 })
      expect(await store.updateKey('key_none', { name: 'x' }, start)).toBe(false)
      const revoked = makeKey(randomEmail())
      await store.insertKey(revoked, 5)
      await store.revokeKey(revoked.id, start)
      expect(await store.updateKey(revoked.id, { name: 'x' }, start)).toBe(false)
    })

    it('is seen by whoever goes through all keys', async () => {
      const store = open().connect()
      const keys = Array.from({ length: 30 }, () => makeKey(randomEmail(), grants))
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
      expect(pages).toBeGreaterThan(1)
      for (const key of keys) expect(seen.get(key.id)).toEqual(key)
    })
  })

  describe(`${name}: codes`, () => {
    it('gives back the code that was put, with its tries counted', async () => {
      const store = open().connect()
      const code = makeCode(randomEmail())
      expect(await store.putCode(code, MINUTE)).toBe(true)
      const { id, digest, createdAt, email } = code
      expect(await store.takeAttempt(email, 5, start)).toEqual({ id, digest, createdAt, attempts: 1 })
      expect(await store.takeAttempt(email, 5, start)).toEqual({ id, digest, createdAt, attempts: 2 })
    })

    it('knows no code of an address that was sent none', async () => {
      const store = open().connect()
      expect(await store.takeAttempt(randomEmail(), 5, start)).toBeNull()
      expect(await store.consumeCode(randomEmail(), 'code_1')).toBe(false)
    })

    it('never allows more tries than the limit, however many come at once from two hosts', async () => {
      const [first, second] = [open().connect(), open().connect()]
      const code = makeCode(randomEmail())
      await first.putCode(code, MINUTE)
      const attempts = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (index % 2 ? first : second).takeAttempt(code.email, 5, start)),
      )
      const counted = attempts.filter((attempt) => attempt !== null).map(({ attempts: count }) => count)
      expect(counted.sort()).toEqual([1, 2, 3, 4, 5])
      expect(await first.takeAttempt(code.email, 5, start)).toBeNull()
    })

    it('lets exactly one of many callers consume a code', async () => {
      const [first, second] = [open().connect(), open().connect()]
      const code = makeCode(randomEmail())
      await first.putCode(code, MINUTE)
      const results = await Promise.all(
        Array.from({ length: 50 }, (_, index) => (index % 2 ? first : second).consumeCode(code.email, code.id)),
      )
      expect(results.filter((consumed) => consumed)).toHaveLength(1)
      expect(await first.takeAttempt(code.email, 5, start)).toBeNull()
    })

    it('refuses another code within the cool-down, and takes it afterwards', async () => {
      const store = open().connect()
      const code = makeCode(randomEmail())
      await store.putCode(code, MINUTE)
      expect(await store.putCode(makeCode(code.email, { createdAt: start + MINUTE - 1 }), MINUTE)).toBe(false)
      expect((await store.takeAttempt(code.email, 5, start))?.id).toBe(code.id)
      expect(await store.putCode(makeCode(code.email, { createdAt: start + MINUTE }), MINUTE)).toBe(true)
    })

    it('takes one of many codes that are put at once', async () => {
      const [first, second] = [open().connect(), open().connect()]
      const email = randomEmail()
      const codes = Array.from({ length: 30 }, () => makeCode(email))
      const results = await Promise.all(codes.map((code, index) => (index % 2 ? first : second).putCode(code, MINUTE)))
      expect(results.filter((stored) => stored)).toHaveLength(1)
      expect((await first.takeAttempt(email, 5, start))?.id).toBe(codes[results.indexOf(true)]?.id)
    })

    it('never revives a code that was replaced, and gives the new one all its tries', async () => {
      const store = open().connect()
      const old = makeCode(randomEmail())
      await store.putCode(old, MINUTE)
      for (let tries = 0; tries < 5; tries++) await store.takeAttempt(old.email, 5, start)
      const replacement = makeCode(old.email, { createdAt: start + 2 * MINUTE })
      await store.putCode(replacement, MINUTE)
      expect(await store.consumeCode(old.email, old.id)).toBe(false)
      const { id, digest, createdAt } = replacement
      expect(await store.takeAttempt(old.email, 5, start)).toEqual({ id, digest, createdAt, attempts: 1 })
      expect(await store.consumeCode(old.email, id)).toBe(true)
      expect(await store.consumeCode(old.email, old.id)).toBe(false)
    })

    it('gives no code that has expired', async () => {
      const store = open().connect()
      const code = makeCode(randomEmail())
      await store.putCode(code, MINUTE)
      expect(await store.takeAttempt(code.email, 5, code.expiresAt - 1)).not.toBeNull()
      expect(await store.takeAttempt(code.email, 5, code.expiresAt)).toBeNull()
    })

    it('does not let a host whose clock is ahead lock an address out', async () => {
      const [ahead, behind] = [open().connect(), open().connect()]
      const fromTheFuture = makeCode(randomEmail(), { createdAt: start + 60 * MINUTE })
      await ahead.putCode(fromTheFuture, MINUTE)
      expect(await behind.putCode(makeCode(fromTheFuture.email), MINUTE)).toBe(true)
    })

    it('keeps the cool-down between hosts whose clocks differ by less', async () => {
      const [ahead, behind] = [open().connect(), open().connect()]
      const code = makeCode(randomEmail(), { createdAt: start + 30_000 })
      await ahead.putCode(code, MINUTE)
      expect(await behind.putCode(makeCode(code.email), MINUTE)).toBe(false)
    })
  })

  describe(`${name}: keys`, () => {
    it('gives back the key that was added, by hash, by id and by address', async () => {
      const store = open().connect()
      const key = makeKey(randomEmail(), { expiresAt: start + TTL })
      expect(await store.insertKey(key, 10)).toBe(true)
      expect(await store.findKey(key.hash)).toEqual(key)
      expect(await store.findKeyById(key.id)).toEqual(key)
      expect(await store.listKeys(key.email)).toEqual([key])
    })

    it('knows nothing of a key that was never added', async () => {
      const store = open().connect()
      expect(await store.findKey(sha256())).toBeNull()
      expect(await store.findKeyById('key_unknown')).toBeNull()
      expect(await store.listKeys(randomEmail())).toEqual([])
      expect(await store.revokeKey('key_unknown', start)).toBe(false)
      expect(await store.replaceKey('key_unknown', makeKey(randomEmail()), start)).toBe(false)
      await store.touchKey('key_unknown', start)
      expect(await store.findKeyById('key_unknown')).toBeNull()
    })

    it('lists the keys of an address oldest first', async () => {
      const store = open().connect()
      const email = randomEmail()
      const keys = [3, 1, 2].map((order) => makeKey(email, { createdAt: start + order }))
      for (const key of keys) await store.insertKey(key, 10)
      expect((await store.listKeys(email)).map((key) => key.createdAt - start)).toEqual([1, 2, 3])
    })

    it('never adds more active keys than the limit, however many come at once from two hosts', async () => {
      const [first, second] = [open().connect(), open().connect()]
      const email = randomEmail()
      const results = await Promise.all(
        Array.from({ length: 30 }, (_, index) => (index % 2 ? first : second).insertKey(makeKey(email), 10)),
      )
      expect(results.filter((added) => added)).toHaveLength(10)
      expect(await first.listKeys(email)).toHaveLength(10)
    })

    it('counts neither revoked nor expired nor replaced keys', async () => {
      const store = open().connect()
      const email = randomEmail()
      const [revoked, expired, replaced, successor] = [
        makeKey(email),
        makeKey(email, { expiresAt: start + MINUTE }),
        makeKey(email),
        makeKey(email, { createdAt: start + 1 }),
      ]
      for (const key of [revoked, expired, replaced]) await store.insertKey(key, 3)
      expect(await store.insertKey(makeKey(email), 3)).toBe(false)
      await store.revokeKey(revoked.id, start)
      await store.replaceKey(replaced.id, successor, start + TTL)
      const later = { createdAt: start + 2 * MINUTE }
      expect(await store.insertKey(makeKey(email, later), 3)).toBe(true)
      expect(await store.insertKey(makeKey(email, later), 3)).toBe(true)
      expect(await store.insertKey(makeKey(email, later), 3)).toBe(false)
    })

    it('adds no key when a lowered limit is passed already', async () => {
      const store = open().connect()
      const email = randomEmail()
      const keys = Array.from({ length: 4 }, () => makeKey(email))
      for (const key of keys) await store.insertKey(key, 4)
      await store.revokeKey(keys[0]?.id ?? '', start)
      expect(await store.insertKey(makeKey(email), 2)).toBe(false)
    })

    it('shows a revocation to other hosts at once, and keeps the first time', async () => {
      const [first, second] = [open().connect(), open().connect()]
      const key = makeKey(randomEmail())
      await first.insertKey(key, 10)
      expect((await second.findKey(key.hash))?.revokedAt).toBeNull()
      expect(await first.revokeKey(key.id, start + 5)).toBe(true)
      expect((await second.findKey(key.hash))?.revokedAt).toBe(start + 5)
      expect(await second.revokeKey(key.id, start + 9)).toBe(true)
      expect((await first.findKey(key.hash))?.revokedAt).toBe(start + 5)
    })

    it('replaces a key once, however many ask at once', async () => {
      const [first, second] = [open().connect(), open().connect()]
      const key = makeKey(randomEmail())
      await first.insertKey(key, 10)
      const successors = Array.from({ length: 20 }, () => makeKey(key.email, { createdAt: start + 1 }))
      const results = await Promise.all(
        successors.map((successor, index) => (index % 2 ? first : second).replaceKey(key.id, successor, start + TTL)),
      )
      expect(results.filter((replaced) => replaced)).toHaveLength(1)
      const winner = successors[results.indexOf(true)]
      expect(await first.findKey(key.hash)).toEqual({ ...key, replacedBy: winner?.id, expiresAt: start + TTL })
      expect(await first.listKeys(key.email)).toHaveLength(2)
      expect(await first.findKey(winner?.hash ?? '')).toEqual(winner)
    })

    it('does not lengthen the life of a key by replacing it', async () => {
      const store = open().connect()
      const key = makeKey(randomEmail(), { expiresAt: start + MINUTE })
      await store.insertKey(key, 10)
      await store.replaceKey(key.id, makeKey(key.email), start + TTL)
      expect((await store.findKey(key.hash))?.expiresAt).toBe(start + MINUTE)
    })

    it('replaces neither a revoked nor an expired key', async () => {
      const store = open().connect()
      const [revoked, expired] = [makeKey(randomEmail()), makeKey(randomEmail(), { expiresAt: start + MINUTE })]
      for (const key of [revoked, expired]) await store.insertKey(key, 10)
      await store.revokeKey(revoked.id, start)
      const late = { createdAt: start + MINUTE }
      expect(await store.replaceKey(revoked.id, makeKey(revoked.email), start + TTL)).toBe(false)
      expect(await store.replaceKey(expired.id, makeKey(expired.email, late), start + TTL)).toBe(false)
      expect(await store.listKeys(revoked.email)).toHaveLength(1)
    })

    it('replaces a key of an address that has as many as it may', async () => {
      const store = open().connect()
      const key = makeKey(randomEmail())
      await store.insertKey(key, 1)
      expect(await store.replaceKey(key.id, makeKey(key.email), start + TTL)).toBe(true)
      expect(await store.insertKey(makeKey(key.email), 1)).toBe(false)
    })

    it('notes the last use, and never an earlier one', async () => {
      const store = open().connect()
      const key = makeKey(randomEmail())
      await store.insertKey(key, 10)
      await store.touchKey(key.id, start + 20)
      await store.touchKey(key.id, start + 10)
      expect((await store.findKey(key.hash))?.lastUsedAt).toBe(start + 20)
    })

    it('keeps the rest of a key when revoking and using it happen at once', async () => {
      const [first, second] = [open().connect(), open().connect()]
      const key = makeKey(randomEmail())
      await first.insertKey(key, 10)
      await Promise.all([first.touchKey(key.id, start + 1), second.revokeKey(key.id, start + 2)])
      expect(await first.findKey(key.hash)).toEqual({ ...key, lastUsedAt: start + 1, revokedAt: start + 2 })
    })

    it('purges what ended long ago and nothing else', async () => {
      const store = open().connect()
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
      expect(await store.purge?.(start + 5 * MINUTE, start + 5 * MINUTE)).toBeGreaterThanOrEqual(2)
      const left = (await store.listKeys(email)).map((key) => key.id)
      expect(left.sort()).toEqual([active.id, recent.id].sort())
      expect(await store.findKey(expired.hash)).toBeNull()
      expect(await store.findKeyById(revoked.id)).toBeNull()
      expect(await store.takeAttempt(code.email, 5, start + TTL)).not.toBeNull()
    })
  })

  describe(`${name}: issuing keys from two hosts`, () => {
    const secret = randomBytes(32)

    function connectIssuers(mailbox = codeMailbox()) {
      const fixture = open()
      const options = { mailer: mailbox, secret, rateLimiter: false } as const
      const issuers = [fixture.connect(), fixture.connect()].map((store) => new KeyIssuer({ ...options, store }))
      return { issuers: issuers as [KeyIssuer, KeyIssuer], mailbox }
    }

    it('gives exactly one key for 50 redemptions of one code at once', async () => {
      const { issuers, mailbox } = connectIssuers()
      const email = randomEmail()
      await issuers[0].requestCode(email)
      const code = mailbox.lastCode(email)
      // More tries than usual, so that they race for the code itself.
      const fixture = open()
      const racers = Array.from(
        { length: 50 },
        () =>
          new KeyIssuer({ store: fixture.connect(), mailer: mailbox, secret, rateLimiter: false, maxCodeAttempts: 20 }),
      )
      const results = await Promise.allSettled(racers.map((issuer) => issuer.redeemCode(email, code)))
      const keys = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
      const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
      expect(keys).toHaveLength(1)
      expect(new Set(codes)).toEqual(new Set(['invalid_code']))
      expect(await issuers[0].listKeys(email)).toHaveLength(1)
      expect(await issuers[1].authenticate(keys[0]?.apiKey ?? '')).toMatchObject({ id: keys[0]?.id, email })
    })

    it('refuses the right code after five wrong ones at once', async () => {
      const { issuers, mailbox } = connectIssuers()
      const email = randomEmail()
      await issuers[0].requestCode(email)
      const right = mailbox.lastCode(email)
      const wrong = right === '000000' ? '000001' : '000000'
      const guesses = Array.from({ length: 30 }, (_, index) =>
        (index % 2 ? issuers[0] : issuers[1]).redeemCode(email, wrong),
      )
      for (const result of await Promise.allSettled(guesses)) {
        expect(result).toMatchObject({ status: 'rejected', reason: { code: 'invalid_code' } })
      }
      await expect(issuers[0].redeemCode(email, right)).rejects.toMatchObject({ code: 'invalid_code' })
    })

    it('refuses a revoked key on the other host at once', async () => {
      const { issuers, mailbox } = connectIssuers()
      const email = randomEmail()
      await issuers[0].requestCode(email)
      const { apiKey, id } = await issuers[1].redeemCode(email, mailbox.lastCode(email))
      expect((await issuers[0].authenticate(apiKey)).id).toBe(id)
      await issuers[1].revokeKey(id)
      await expect(issuers[0].authenticate(apiKey)).rejects.toMatchObject({ code: 'invalid_api_key' })
    })
  })
}

function randomEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.com`
}

function randomText(prefix: string): string {
  return prefix + randomBytes(8).toString('hex')
}

function sha256(): string {
  return createHash('sha256').update(randomBytes(16)).digest('hex')
}
