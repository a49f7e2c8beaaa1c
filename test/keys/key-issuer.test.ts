/**
 * The issuer of keys: codes, limits, and the life of a key.
 *
 * @module
 */

import { describe, expect, it, vi } from 'vitest'
import { SealwrightError } from '../../src/errors.js'
import type { KeyEvent } from '../../src/keys/issuing/key-events.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import type { KeyIssuerOptions } from '../../src/keys/key-issuer-options.js'
import { codeMailbox } from './code-mailbox.js'

const SECRET = 'a secret of at least thirty-two bytes'
const ADA = 'ada@example.com'
const MINUTE = 60_000
const HOUR = 60 * MINUTE

function setUp(options: Partial<KeyIssuerOptions> = {}) {
  const clock = { time: Date.UTC(2026, 0, 1) }
  const mailbox = codeMailbox()
  const store = memoryStore()
  const events: KeyEvent[] = []
  const keys = new KeyIssuer({
    store,
    mailer: mailbox,
    secret: SECRET,
    rateLimiter: false,
    now: () => new Date(clock.time),
    onEvent: (event) => events.push(event),
    ...options,
  })
  const issue = async (email = ADA) => {
    await keys.requestCode(email)
    return keys.redeemCode(email, mailbox.lastCode(email))
  }
  return { clock, mailbox, store, events, keys, issue }
}

describe('issuing a key', () => {
  it('exchanges a code from an e-mail for a key', async () => {
    const { keys, mailbox } = setUp()
    await keys.requestCode(' Ada@Example.com')
    expect(mailbox.messages).toHaveLength(1)
    expect(mailbox.messages[0]?.to).toBe(ADA)
    const issued = await keys.redeemCode('ADA@example.com', mailbox.lastCode(ADA))
    expect(issued).toEqual({
      apiKey: expect.stringMatching(/^sw_[0-9A-Za-z]{38}$/),
      name: null,
      scopes: null,
      id: expect.stringMatching(/^key_/),
      email: ADA,
      createdAt: '2026-01-01T00:00:00.000Z',
      expiresAt: null,
    })
    expect(await keys.authenticate(issued.apiKey)).toMatchObject({
      id: issued.id,
      email: ADA,
      hint: issued.apiKey.slice(0, 7),
    })
  })

  it('keeps neither key nor code in the store', async () => {
    const inner = memoryStore()
    const stored: string[] = []
    const store = {
      ...inner,
      putCode: (...args: Parameters<typeof inner.putCode>) => {
        stored.push(JSON.stringify(args))
        return inner.putCode(...args)
      },
      insertKey: (...args: Parameters<typeof inner.insertKey>) => {
        stored.push(JSON.stringify(args))
        return inner.insertKey(...args)
      },
    }
    const { keys, mailbox } = setUp({ store })
    await keys.requestCode(ADA)
    const code = mailbox.lastCode(ADA)
    const { apiKey } = await keys.redeemCode(ADA, code)
    // The cool-down of the mailbox, the code, the key.
    expect(stored).toHaveLength(3)
    expect(stored[0]).not.toContain(ADA)
    expect(stored[1]).not.toContain(`"${code}"`)
    expect(stored.join()).not.toContain(apiKey.slice(7))
  })

  it('refuses a code that was used', async () => {
    const { keys, mailbox, issue } = setUp()
    await issue()
    await expect(keys.redeemCode(ADA, mailbox.lastCode(ADA))).rejects.toMatchObject({ code: 'invalid_code' })
  })

  it('gives the same answer for a wrong, an unknown, an expired and an exhausted code', async () => {
    const { keys, mailbox, clock } = setUp()
    const answers: unknown[] = []
    const redeem = async (email: string, code: string) => {
      const error = await keys.redeemCode(email, code).catch((reason: unknown) => reason)
      const { code: name, message, errors } = error as SealwrightError
      answers.push({ name, message, errors })
    }
    await keys.requestCode(ADA)
    const code = mailbox.lastCode(ADA)
    const wrong = code === '111111' ? '222222' : '111111'
    await redeem('nobody@example.com', code)
    for (let tries = 0; tries < 5; tries++) await redeem(ADA, wrong)
    await redeem(ADA, code)
    clock.time += 2 * MINUTE
    await keys.requestCode(ADA)
    clock.time += 10 * MINUTE
    await redeem(ADA, mailbox.lastCode(ADA))
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]).toMatchObject({ name: 'invalid_code' })
  })

  it('takes a code until its last moment', async () => {
    const { keys, mailbox, clock } = setUp()
    await keys.requestCode(ADA)
    clock.time += 10 * MINUTE - 1
    expect((await keys.redeemCode(ADA, mailbox.lastCode(ADA))).email).toBe(ADA)
  })

  it('sends nothing more within the cool-down, and replaces the code after it', async () => {
    const { keys, mailbox, clock, events } = setUp()
    await keys.requestCode(ADA)
    await keys.requestCode(ADA)
    expect(mailbox.messages).toHaveLength(1)
    expect(events.at(-1)).toMatchObject({ type: 'code.suppressed', reason: 'cooldown' })
    const first = mailbox.lastCode(ADA)
    clock.time += MINUTE
    await keys.requestCode(ADA)
    expect(mailbox.messages).toHaveLength(2)
    const second = mailbox.lastCode(ADA)
    if (first !== second) await expect(keys.redeemCode(ADA, first)).rejects.toMatchObject({ code: 'invalid_code' })
    expect((await keys.redeemCode(ADA, second)).email).toBe(ADA)
  })

  it('refuses a code that comes from the future', async () => {
    const { keys, mailbox, clock, store } = setUp()
    clock.time += 6 * MINUTE
    await keys.requestCode(ADA)
    clock.time -= 6 * MINUTE
    await expect(keys.redeemCode(ADA, mailbox.lastCode(ADA))).rejects.toMatchObject({ code: 'invalid_code' })
    expect(await store.listKeys(ADA)).toEqual([])
  })

  it('bears clocks that differ by minutes', async () => {
    const { keys, mailbox, clock } = setUp()
    clock.time += 4 * MINUTE
    await keys.requestCode(ADA)
    clock.time -= 4 * MINUTE
    expect((await keys.redeemCode(ADA, mailbox.lastCode(ADA))).email).toBe(ADA)
  })

  it('refuses an eleventh active key, and gives one again after a revocation', async () => {
    const { keys, issue, clock } = setUp()
    const ids: string[] = []
    for (let count = 0; count < 10; count++) {
      ids.push((await issue()).id)
      clock.time += MINUTE
    }
    await expect(issue()).rejects.toMatchObject({ code: 'key_limit_reached' })
    clock.time += MINUTE
    await keys.revokeKey(ids[0] ?? '')
    expect((await issue()).email).toBe(ADA)
  })

  it('says nothing to addresses that the host does not accept', async () => {
    const { keys, mailbox, events } = setUp({ acceptEmail: async (email) => email.endsWith('@example.com') })
    await expect(keys.requestCode('eve@example.org')).resolves.toBeUndefined()
    expect(mailbox.messages).toEqual([])
    expect(events.at(-1)).toMatchObject({ type: 'code.suppressed', reason: 'not_accepted' })
    await keys.requestCode(ADA)
    expect(mailbox.messages).toHaveLength(1)
  })

  it('uses the host’s prefix, lifetime and words', async () => {
    const { keys, mailbox, clock } = setUp({
      keyPrefix: 'acme_live_',
      keyTtlMs: HOUR,
      codeTtlMs: 5 * MINUTE,
      serviceName: 'Acme',
      writeMail: ({ to, code, minutes, serviceName }) => ({
        to,
        subject: serviceName,
        text: `${code} (${minutes} min)`,
        html: '',
      }),
    })
    await keys.requestCode(ADA)
    expect(mailbox.messages[0]?.subject).toBe('Acme')
    expect(mailbox.messages[0]?.text).toMatch(/\(5 min\)$/)
    const { apiKey, expiresAt } = await keys.redeemCode(ADA, mailbox.lastCode(ADA))
    expect(apiKey).toMatch(/^acme_live_/)
    expect(expiresAt).toBe('2026-01-01T01:00:00.000Z')
    clock.time += HOUR - 1
    expect((await keys.authenticate(apiKey)).email).toBe(ADA)
    clock.time += 1
    await expect(keys.authenticate(apiKey)).rejects.toMatchObject({ code: 'invalid_api_key' })
  })

  it('redeems with the old secret while the secret is being changed', async () => {
    const { keys, mailbox, store } = setUp()
    await keys.requestCode(ADA)
    const now = () => new Date(Date.UTC(2026, 0, 1))
    const changed = new KeyIssuer({ store, mailer: mailbox, secret: ['x'.repeat(32), SECRET], rateLimiter: false, now })
    expect((await changed.redeemCode(ADA, mailbox.lastCode(ADA))).email).toBe(ADA)
  })
})

describe('when the e-mail cannot be sent', () => {
  it('reports mail_unavailable and lets the next request through at once', async () => {
    let fails = true
    const mailbox = codeMailbox()
    const mailer = {
      send: (message: Parameters<typeof mailbox.send>[0]) =>
        fails ? Promise.reject(new Error('connection refused')) : mailbox.send(message),
    }
    const { keys, events } = setUp({ mailer })
    await expect(keys.requestCode(ADA)).rejects.toMatchObject({ code: 'mail_unavailable', retryAfterSeconds: 60 })
    expect(events.at(-1)).toMatchObject({ type: 'code.failed', reason: 'mail_unavailable' })
    fails = false
    await keys.requestCode(ADA)
    expect(mailbox.messages).toHaveLength(1)
  })

  it('does not wait longer than it may, and tells the mailer to stop', async () => {
    let stopped: AbortSignal | undefined
    const mailer = {
      send: (_message: unknown, options?: { readonly signal?: AbortSignal }) => {
        stopped = options?.signal
        return new Promise<void>(() => undefined)
      },
    }
    const { keys } = setUp({ mailer, mailTimeoutMs: 20 })
    await expect(keys.requestCode(ADA)).rejects.toMatchObject({ code: 'mail_unavailable' })
    expect(stopped?.aborted).toBe(true)
  })

  it('keeps a refused recipient to itself', async () => {
    const mailer = { send: () => Promise.reject(new SealwrightError('mail_refused', 'no such user')) }
    const { keys, events } = setUp({ mailer })
    await expect(keys.requestCode(ADA)).resolves.toBeUndefined()
    expect(events.at(-1)).toMatchObject({ type: 'code.failed', reason: 'mail_refused' })
  })
})

describe('checking a key', () => {
  it('refuses malformed keys without asking the store', async () => {
    const store = memoryStore()
    const findKey = vi.spyOn(store, 'findKey')
    const { keys, issue } = setUp({ store })
    const { apiKey } = await issue()
    const mistyped = apiKey.slice(0, -1) + (apiKey.endsWith('x') ? 'y' : 'x')
    for (const text of ['', 'sw_', mistyped, `${apiKey} `, 'Bearer x', '\0'.repeat(41), 'x'.repeat(1_000_000)]) {
      await expect(keys.authenticate(text)).rejects.toMatchObject({ code: 'invalid_api_key' })
    }
    await expect(keys.authenticate(undefined as unknown as string)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect(findKey).not.toHaveBeenCalled()
  })

  it('gives one answer for unknown, revoked and expired keys, and the reason to the log only', async () => {
    const { keys, issue, events, clock } = setUp({ keyTtlMs: HOUR })
    const unknown = (await setUp().issue()).apiKey
    const revoked = await issue()
    await keys.revokeKey(revoked.id)
    clock.time += MINUTE
    const expired = await issue()
    clock.time += HOUR
    const messages = new Set<string>()
    for (const apiKey of [unknown, revoked.apiKey, expired.apiKey]) {
      const error: unknown = await keys.authenticate(apiKey, { requestId: 'r1' }).catch((reason: unknown) => reason)
      messages.add(`${error}`)
    }
    expect([...messages]).toEqual(['SealwrightError: The API key is not valid.'])
    expect(events.filter(({ type }) => type === 'auth.failed').map(({ reason }) => reason)).toEqual([
      'unknown',
      'revoked',
      'expired',
    ])
  })

  it('notes the last use, once a minute at most', async () => {
    const store = memoryStore()
    const touchKey = vi.spyOn(store, 'touchKey')
    const { keys, issue, clock } = setUp({ store })
    const { apiKey } = await issue()
    await keys.authenticate(apiKey)
    await keys.authenticate(apiKey)
    clock.time += MINUTE
    await keys.authenticate(apiKey)
    expect(touchKey).toHaveBeenCalledTimes(2)
    expect((await keys.listKeys(ADA))[0]?.lastUsedAt).toBe('2026-01-01T00:01:00.000Z')
  })

  it('does not fail when the last use cannot be noted', async () => {
    const store = { ...memoryStore(), touchKey: () => Promise.reject(new Error('read only')) }
    const { keys, issue } = setUp({ store })
    const { apiKey, id } = await issue()
    expect((await keys.authenticate(apiKey)).id).toBe(id)
  })
})

describe('looking after keys', () => {
  it('lists the keys of an address without their hashes', async () => {
    const { keys, issue, clock } = setUp()
    const first = await issue()
    clock.time += MINUTE
    const second = await issue()
    await keys.revokeKey(first.id)
    const list = await keys.listKeys('Ada@example.com')
    expect(list.map(({ id }) => id)).toEqual([first.id, second.id])
    expect(list[0]?.revokedAt).toBe('2026-01-01T00:01:00.000Z')
    expect(Object.keys(list[0] ?? {})).not.toContain('hash')
    expect(await keys.listKeys('nobody@example.com')).toEqual([])
  })

  it('says whether there was a key to revoke', async () => {
    const { keys, issue, events } = setUp()
    const { id } = await issue()
    expect(await keys.revokeKey(id)).toBe(true)
    expect(events.at(-1)).toMatchObject({ type: 'key.revoked', keyId: id })
    expect(await keys.revokeKey('key_0000000000000000')).toBe(false)
    expect(await keys.revokeKey('\0')).toBe(false)
  })

  it('rotates a key and lets the old one work for a day', async () => {
    const { keys, issue, clock } = setUp()
    const old = await issue()
    const successor = await keys.rotateKey(old.id)
    expect(successor.email).toBe(ADA)
    clock.time += 24 * HOUR - 1
    expect((await keys.authenticate(old.apiKey)).replacedBy).toBe(successor.id)
    expect((await keys.authenticate(successor.apiKey)).id).toBe(successor.id)
    clock.time += 1
    await expect(keys.authenticate(old.apiKey)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect((await keys.authenticate(successor.apiKey)).id).toBe(successor.id)
  })

  it('ends the old key at once when there is no grace', async () => {
    const { keys, issue } = setUp()
    const old = await issue()
    const successor = await keys.rotateKey(old.id, { graceMs: 0 })
    await expect(keys.authenticate(old.apiKey)).rejects.toMatchObject({ code: 'invalid_api_key' })
    expect((await keys.authenticate(successor.apiKey)).id).toBe(successor.id)
  })

  it('rotates neither unknown nor revoked nor rotated keys', async () => {
    const { keys, issue, clock } = setUp()
    const rotated = await issue()
    await keys.rotateKey(rotated.id)
    clock.time += MINUTE
    const revoked = await issue()
    await keys.revokeKey(revoked.id)
    for (const id of [rotated.id, revoked.id, 'key_0000000000000000', 'nonsense']) {
      await expect(keys.rotateKey(id)).rejects.toMatchObject({ code: 'key_not_found' })
    }
    for (const graceMs of [-1, Number.NaN, Number.POSITIVE_INFINITY]) {
      await expect(keys.rotateKey(rotated.id, { graceMs })).rejects.toMatchObject({ code: 'invalid_request' })
    }
  })

  it('purges expired codes and keys that ended a month ago', async () => {
    const { keys, issue, clock } = setUp()
    const { id } = await issue()
    await keys.revokeKey(id)
    await keys.requestCode('bob@example.com')
    clock.time += 31 * 24 * HOUR
    // The key, a code, and the cool-down of two mailboxes.
    expect(await keys.purge()).toBe(4)
    expect(await keys.listKeys(ADA)).toEqual([])
    const { purge: _, ...withoutPurge } = memoryStore()
    expect(await setUp({ store: withoutPurge }).keys.purge()).toBe(0)
  })
})

describe('limits', () => {
  const rateLimited = { code: 'rate_limited', definition: { retryable: true } }

  it('sends ten codes to an address in an hour', async () => {
    const { keys, clock, mailbox, events } = setUp({ rateLimiter: undefined as never })
    for (let count = 0; count < 10; count++) {
      await keys.requestCode(ADA)
      clock.time += MINUTE
    }
    const error: unknown = await keys.requestCode(ADA).catch((reason: unknown) => reason)
    expect(error).toMatchObject(rateLimited)
    const { retryAfterSeconds } = error as SealwrightError
    expect(retryAfterSeconds).toBeGreaterThan(3500)
    expect(retryAfterSeconds).toBeLessThanOrEqual(3600)
    expect(mailbox.messages).toHaveLength(10)
    expect(events.at(-1)).toMatchObject({ type: 'rate.limited', reason: 'requestsPerEmailPerHour' })
    await keys.requestCode('bob@example.com')
    expect(mailbox.messages).toHaveLength(11)
  })

  it('sends half of them to one client, so that the other half is left to its owner', async () => {
    const { keys, clock, mailbox, events } = setUp({ rateLimiter: undefined as never })
    const stranger = { clientAddress: '198.51.100.1' }
    for (let count = 0; count < 5; count++) {
      await keys.requestCode(ADA, stranger)
      clock.time += MINUTE
    }
    await expect(keys.requestCode(ADA, stranger)).rejects.toMatchObject(rateLimited)
    expect(events.at(-1)).toMatchObject({ reason: 'requestsPerEmailAndClient' })
    await keys.requestCode(ADA, { clientAddress: '203.0.113.7' })
    expect(mailbox.messages).toHaveLength(6)
  })

  it('counts no clicks that sent nothing', async () => {
    const { keys, clock, mailbox } = setUp({ rateLimiter: undefined as never })
    const context = { clientAddress: '203.0.113.7' }
    for (let clicks = 0; clicks < 15; clicks++) await keys.requestCode(ADA, context)
    expect(mailbox.messages).toHaveLength(1)
    for (let count = 0; count < 4; count++) {
      clock.time += MINUTE
      await keys.requestCode(ADA, context)
    }
    expect(mailbox.messages).toHaveLength(5)
  })

  it('counts an IPv6 network of 64 bits as one client', async () => {
    const { keys } = setUp({
      rateLimiter: undefined as never,
      rateLimits: { requestsPerClient: { points: 2, windowMs: HOUR } },
    })
    await keys.requestCode('a@example.com', { clientAddress: '2001:db8::1' })
    await keys.requestCode('b@example.com', { clientAddress: '2001:db8::2' })
    await expect(keys.requestCode('c@example.com', { clientAddress: '2001:db8::3' })).rejects.toMatchObject(rateLimited)
    await keys.requestCode('d@example.com', { clientAddress: '2001:db8:0:1::3' })
  })

  it('leaves each site a few codes when very many were sent in total', async () => {
    const { keys, mailbox } = setUp({
      rateLimiter: undefined as never,
      rateLimits: { requestsInTotal: { points: 3, windowMs: HOUR } },
    })
    const ask = (name: string, clientAddress?: string) => keys.requestCode(`${name}@example.com`, { clientAddress })
    for (const name of ['a', 'b', 'c']) await ask(name)
    // Who is not known cannot be told from a flood.
    await expect(ask('d')).rejects.toMatchObject(rateLimited)
    await ask('e', '203.0.113.7')
    // Networks of one site are one.
    await ask('f', '2001:db8:1:1::1')
    await ask('g', '2001:db8:1:2::1')
    await expect(ask('h', '2001:db8:1:3::1')).rejects.toMatchObject(rateLimited)
    await ask('i', '2001:db8:2::1')
    expect(mailbox.messages).toHaveLength(7)
  })

  it('bounds the guesses for one address over all its codes', async () => {
    const { keys, mailbox, clock } = setUp({
      rateLimiter: undefined as never,
      rateLimits: { requestsPerEmailPerHour: { points: 100, windowMs: HOUR } },
    })
    let guesses = 0
    let outcome: unknown
    for (
      let codes = 0;
      codes < 8 && !(outcome instanceof SealwrightError && outcome.code === 'rate_limited');
      codes++
    ) {
      await keys.requestCode(ADA)
      const wrong = mailbox.lastCode(ADA) === '111111' ? '222222' : '111111'
      for (let tries = 0; tries < 4; tries++) {
        outcome = await keys.redeemCode(ADA, wrong).catch((reason: unknown) => reason)
        if ((outcome as SealwrightError).code === 'invalid_code') guesses++
      }
      clock.time += MINUTE
    }
    expect(guesses).toBe(20)
    await expect(keys.redeemCode(ADA, mailbox.lastCode(ADA))).rejects.toMatchObject(rateLimited)
  })

  it('does not let a stranger lock out an address that was sent no code', async () => {
    const { keys, issue } = setUp({ rateLimiter: undefined as never })
    for (let tries = 0; tries < 30; tries++) {
      await expect(keys.redeemCode(ADA, '123456')).rejects.toMatchObject({ code: 'invalid_code' })
    }
    expect((await issue()).email).toBe(ADA)
  })

  it('takes as long to refuse a code whether or not there is one', async () => {
    const { keys } = setUp({ rateLimiter: undefined as never })
    await keys.requestCode(ADA)
    const timeOf = async (email: string) => {
      const before = performance.now()
      await keys.redeemCode(email, '000000').catch(() => undefined)
      return performance.now() - before
    }
    for (const email of [ADA, 'nobody@example.com']) expect(await timeOf(email)).toBeGreaterThanOrEqual(95)
  })

  it('gives the limiter no address in clear', async () => {
    const seen: string[] = []
    const rateLimiter = {
      consume: async (key: string) => {
        seen.push(key)
        return { allowed: true, remaining: 1, resetMs: 1 }
      },
    }
    const { keys } = setUp({ rateLimiter })
    await keys.requestCode(ADA, { clientAddress: '203.0.113.7' })
    expect(seen).toHaveLength(5)
    for (const key of seen) expect(key).toMatch(/^[A-Za-z]+:[0-9a-f]{32}$/)
    expect(new Set(seen).size).toBe(5)
  })

  it('refuses when the limiter cannot be reached', async () => {
    const { keys, mailbox } = setUp({ rateLimiter: { consume: () => Promise.reject(new Error('down')) } })
    await expect(keys.requestCode(ADA)).rejects.toMatchObject({ code: 'store_unavailable' })
    expect(mailbox.messages).toEqual([])
  })
})

describe('events', () => {
  it('tell what happened without a code, a key or an address', async () => {
    const { keys, issue, events } = setUp()
    await keys.requestCode(ADA, { clientAddress: '203.0.113.7', requestId: 'req-1' })
    expect(events[0]).toEqual({
      type: 'code.requested',
      at: '2026-01-01T00:00:00.000Z',
      emailPseudonym: expect.stringMatching(/^[0-9a-f]{32}$/),
      clientAddress: '203.0.113.7',
      requestId: 'req-1',
    })
    events.length = 0
    const { apiKey, id } = await issue('bob@example.com')
    await keys.rotateKey(id)
    expect(events.map(({ type }) => type)).toEqual(['code.requested', 'code.sent', 'key.issued', 'key.rotated'])
    const log = JSON.stringify(events)
    expect(log).not.toContain('bob')
    expect(log).not.toContain(apiKey.slice(7))
  })

  it('do no harm when the log fails', async () => {
    const { issue } = setUp({
      onEvent: () => {
        throw new Error('disk full')
      },
    })
    expect((await issue()).email).toBe(ADA)
  })
})

describe('trouble', () => {
  it('reports a store that fails or says nothing as store_unavailable, with the cause', async () => {
    const cause = new Error('connection reset')
    const failing = setUp({ store: { ...memoryStore(), findKey: () => Promise.reject(cause) } })
    const { apiKey } = await failing.issue()
    await expect(failing.keys.authenticate(apiKey)).rejects.toMatchObject({ code: 'store_unavailable', cause })
    const throwing = setUp({
      store: {
        ...memoryStore(),
        listKeys: () => {
          throw cause
        },
      },
    })
    await expect(throwing.keys.listKeys(ADA)).rejects.toMatchObject({ code: 'store_unavailable', cause })
    const silent = setUp({
      store: { ...memoryStore(), putCode: () => new Promise(() => undefined) },
      storeTimeoutMs: 20,
    })
    await expect(silent.keys.requestCode(ADA)).rejects.toMatchObject({ code: 'store_unavailable' })
  })

  it('reports a mistake in a store as internal_error: it does not go away by trying again', async () => {
    const broken = (error: Error) =>
      setUp({ store: { ...memoryStore(), listKeys: () => Promise.reject(error) } }).keys.listKeys(ADA)
    const mistake = new TypeError('database.prepare is not a function')
    await expect(broken(mistake)).rejects.toMatchObject({ code: 'internal_error', cause: mistake })
    const offline = new TypeError('fetch failed', { cause: new Error('ECONNREFUSED') })
    await expect(broken(offline)).rejects.toMatchObject({ code: 'store_unavailable', cause: offline })
  })

  it('reports a host’s check of addresses that fails as internal_error', async () => {
    const { keys } = setUp({
      acceptEmail: () => {
        throw new TypeError('oops')
      },
    })
    await expect(keys.requestCode(ADA)).rejects.toMatchObject({ code: 'internal_error' })
  })

  it('stops waiting when its signal aborts', async () => {
    const store = { ...memoryStore(), findKey: () => new Promise<null>(() => undefined) }
    const { keys, issue } = setUp({ store })
    const { apiKey } = await issue()
    const controller = new AbortController()
    const checking = keys.authenticate(apiKey, { signal: controller.signal })
    controller.abort(new Error('client left'))
    await expect(checking).rejects.toThrow('client left')
    const aborted = { signal: AbortSignal.abort(new Error('too late')) }
    await expect(keys.requestCode(ADA, aborted)).rejects.toThrow('too late')
  })

  it('sends the e-mail to its end even if whoever asked has left', async () => {
    const controller = new AbortController()
    const mailbox = codeMailbox()
    const mailer = {
      send: async (message: Parameters<typeof mailbox.send>[0]) => {
        controller.abort(new Error('client left'))
        await mailbox.send(message)
      },
    }
    const { keys } = setUp({ mailer })
    await keys.requestCode(ADA, { signal: controller.signal })
    expect((await keys.redeemCode(ADA, mailbox.lastCode(ADA))).email).toBe(ADA)
  })

  it.each([
    ['a short secret', { secret: 'short' }],
    ['a prefix in capitals', { keyPrefix: 'SW_' }],
    ['no active keys', { maxActiveKeys: 0 }],
    ['half a try', { maxCodeAttempts: 0.5 }],
    ['a life without end for codes', { codeTtlMs: Number.POSITIVE_INFINITY }],
    ['a key that has expired', { keyTtlMs: -1 }],
    ['a time that timers cannot count', { storeTimeoutMs: 2 ** 31 }],
  ])('refuses %s', (_name, options) => {
    expect(() => setUp(options)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})
