/**
 * Limits on e-mail that count mailboxes and not spellings.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { mailboxOf } from '../../src/keys/issuing/mailbox.js'
import { memoryStore } from '../../src/keys/issuing/memory-store.js'
import { KeyIssuer } from '../../src/keys/key-issuer.js'
import type { KeyIssuerOptions } from '../../src/keys/key-issuer-options.js'
import { codeMailbox } from './code-mailbox.js'

const SECRET = 'a secret of at least thirty-two bytes'

function setUp(options: Partial<KeyIssuerOptions> = {}) {
  const clock = { time: Date.UTC(2026, 0, 1) }
  const mailbox = codeMailbox()
  const now = () => new Date(clock.time)
  const keys = new KeyIssuer({ store: memoryStore(), mailer: mailbox, secret: SECRET, now, ...options })
  return { keys, mailbox, clock }
}

describe('the mailbox of an address', () => {
  it.each([
    ['ada@example.com', 'ada@example.com'],
    ['ada+shop@example.com', 'ada@example.com'],
    ['ada+a+b@example.com', 'ada@example.com'],
    // Dots tell people apart nearly everywhere.
    ['a.da@example.com', 'a.da@example.com'],
    ['a.d.a+x@gmail.com', 'ada@gmail.com'],
    ['ada@googlemail.com', 'ada@gmail.com'],
    // A domain of that name below another one is not Google's.
    ['a.da@gmail.com.example.com', 'a.da@gmail.com.example.com'],
    ['+1555@example.com', '+1555@example.com'],
  ])('%s leads to %s', (address, mailbox) => {
    expect(mailboxOf(address)).toBe(mailbox)
  })
})

describe('asking for codes', () => {
  it('sends sixty tagged addresses of one mailbox no more than the mailbox may have', async () => {
    const { keys, mailbox, clock } = setUp()
    for (let n = 0; n < 60; n++) {
      await keys.requestCode(`victim+${n}@example.com`, { clientAddress: `198.51.100.${n}` }).catch(() => undefined)
      // Each request comes after the cool-down of the one before: the limits alone hold it back.
      clock.time += 61_000
    }
    expect(mailbox.messages).toHaveLength(10)
  })

  it('holds the cool-down for the mailbox, and not for others', async () => {
    const { keys, mailbox, clock } = setUp({ rateLimiter: false })
    await Promise.all(Array.from({ length: 50 }, (_, n) => keys.requestCode(`a.da+${n}@gmail.com`)))
    await keys.requestCode('ada@googlemail.com')
    expect(mailbox.messages).toHaveLength(1)
    await keys.requestCode('a.da@example.com')
    await keys.requestCode('ada@example.com')
    expect(mailbox.messages).toHaveLength(3)
    clock.time += 60_000
    await keys.requestCode('ada@gmail.com')
    expect(mailbox.messages).toHaveLength(4)
  })

  it('lets a code of the mailbox live while somebody asks for one with a tag', async () => {
    const { keys, mailbox } = setUp()
    await keys.requestCode('ada@example.com')
    await keys.requestCode('ada+x@example.com')
    const { email } = await keys.redeemCode('ada@example.com', mailbox.lastCode('ada@example.com'))
    expect(email).toBe('ada@example.com')
  })

  it('issues the key to the address as it was written', async () => {
    const { keys, mailbox } = setUp()
    await keys.requestCode('ada+ci@example.com')
    const issued = await keys.redeemCode('ada+ci@example.com', mailbox.lastCode('ada+ci@example.com'))
    expect(issued.email).toBe('ada+ci@example.com')
    expect(await keys.listKeys('ada@example.com')).toEqual([])
  })

  it('ends the cool-down of the mailbox when the e-mail could not be sent', async () => {
    const sent: string[] = []
    const mailer = {
      async send({ to }: { to: string }) {
        if (sent.push(to) === 1) throw new Error('The mail server is away.')
      },
    }
    const { keys } = setUp({ mailer })
    await expect(keys.requestCode('ada+1@example.com')).rejects.toMatchObject({ code: 'mail_unavailable' })
    await keys.requestCode('ada+2@example.com')
    expect(sent).toEqual(['ada+1@example.com', 'ada+2@example.com'])
  })

  it('counts wrong codes for the mailbox', async () => {
    const { keys, clock } = setUp()
    let tries = 0
    for (let n = 0; n < 6; n++) {
      await keys.requestCode(`ada+${n}@example.com`)
      clock.time += 61_000
      for (let attempt = 0; attempt < 5; attempt++) {
        const outcome = await keys.redeemCode(`ada+${n}@example.com`, '000000').catch((error) => error.code)
        if (outcome === 'invalid_code') tries++
      }
    }
    expect(tries).toBe(20)
  })

  it('counts as a host says that knows better', async () => {
    const { keys, mailbox } = setUp({ mailboxOf: (email) => email })
    await keys.requestCode('ada+1@example.com')
    await keys.requestCode('ada+2@example.com')
    expect(mailbox.messages).toHaveLength(2)
  })
})
