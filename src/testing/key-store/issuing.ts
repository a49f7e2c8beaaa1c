/**
 * Issuers of two hosts over one store.
 *
 * @module
 */

import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { KeyIssuer } from '../../keys/key-issuer.js'
import type { KeyStore } from '../../keys/key-store.js'
import type { Mailer, MailMessage } from '../../keys/mailer.js'
import { matches, refuses, same } from '../assertions.js'
import type { CaseTable } from '../contract-case.js'
import { type KeyContext, randomEmail } from './key-context.js'

function connectIssuers(connect: () => KeyStore) {
  const mailbox = codeMailbox()
  const options = { mailer: mailbox, secret: randomBytes(32), rateLimiter: false } as const
  const makeIssuer = () => new KeyIssuer({ ...options, store: connect() })
  const issuers: readonly [KeyIssuer, KeyIssuer] = [makeIssuer(), makeIssuer()]
  return { issuers, mailbox, options }
}

/** A mailer that keeps the messages it is given. */
function codeMailbox(): Mailer & { lastCode(email: string): string } {
  const messages: MailMessage[] = []
  return {
    async send(message) {
      messages.push(message)
    },
    lastCode(email) {
      const message = messages.findLast(({ to }) => to === email)
      return /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
    },
  }
}

export const ISSUING_CASES: CaseTable<KeyContext> = {
  async 'gives exactly one key for 50 redemptions of one code at once'({ connect }) {
    const { issuers, mailbox, options } = connectIssuers(connect)
    const email = randomEmail()
    await issuers[0].requestCode(email)
    const code = mailbox.lastCode(email)
    // More attempts than usual are allowed, so that the callers race for the code itself.
    const racers = Array.from(
      { length: 50 },
      () => new KeyIssuer({ ...options, store: connect(), maxCodeAttempts: 20 }),
    )
    const results = await Promise.allSettled(racers.map((issuer) => issuer.redeemCode(email, code)))
    const keys = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []))
    const codes = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
    assert.equal(keys.length, 1)
    same([...new Set(codes)], ['invalid_code'])
    assert.equal((await issuers[0].listKeys(email)).length, 1)
    matches(await issuers[1].authenticate(keys[0]?.apiKey ?? ''), { id: keys[0]?.id, email })
  },

  async 'refuses the right code after five wrong ones at once'({ connect }) {
    const { issuers, mailbox } = connectIssuers(connect)
    const email = randomEmail()
    await issuers[0].requestCode(email)
    const right = mailbox.lastCode(email)
    const wrong = right === '000000' ? '000001' : '000000'
    const guesses = Array.from({ length: 30 }, (_, index) =>
      (index % 2 ? issuers[0] : issuers[1]).redeemCode(email, wrong),
    )
    for (const result of await Promise.allSettled(guesses)) {
      matches(result, { status: 'rejected', reason: { code: 'invalid_code' } })
    }
    await refuses(issuers[0].redeemCode(email, right), 'invalid_code')
  },

  async 'refuses a revoked key on the other host at once'({ connect }) {
    const { issuers, mailbox } = connectIssuers(connect)
    const email = randomEmail()
    await issuers[0].requestCode(email)
    const { apiKey, id } = await issuers[1].redeemCode(email, mailbox.lastCode(email))
    assert.equal((await issuers[0].authenticate(apiKey)).id, id)
    await issuers[1].revokeKey(id)
    await refuses(issuers[0].authenticate(apiKey), 'invalid_api_key')
  },
}
