/**
 * What every Mailer must do.
 *
 * @module
 */

import assert from 'node:assert/strict'
import type { Mailer, MailMessage } from '../keys/mailer.js'
import { refuses, same } from './assertions.js'
import { type CaseTable, type ContractCase, casesOf } from './contract-case.js'

/** A mailer, and the service behind it: a stand-in that the host's tests run. */
export interface MailerFixture {
  readonly mailer: Mailer
  /** What has arrived for an address, oldest first: its subject and its plain text, decoded. */
  received(address: string): Promise<readonly Pick<MailMessage, 'subject' | 'text'>[]>
  /** An address that the service refuses for good. */
  readonly refusedAddress: string
  /** A mailer of the same kind in front of a service that cannot be reached. */
  readonly unreachable: Mailer
}

/**
 * What a {@link Mailer} must do: hand over each e-mail once and whole, and tell a recipient who was refused from a
 * service that is unavailable.
 *
 * @param open gives the mailer and the service behind it; each case uses an address of its own
 */
export function mailerContract(open: () => MailerFixture): readonly ContractCase[] {
  return casesOf(CASES, open)
}

let count = 0

function makeMessage(changes: Partial<MailMessage> = {}): MailMessage {
  count++
  return {
    to: `ada.${process.pid}.${count}@example.com`,
    subject: 'Ihr Code für Müller & Söhne: 123456 – ключ, 鍵',
    text: `Ihr Code: 123456\n\n.\nEine Zeile, die mit einem Punkt beginnt, und eine lange: ${'ä'.repeat(1200)}\n`,
    html: '<p>Ihr Code: <b>123456</b></p>',
    ...changes,
  }
}

const lines = (text: string) => text.replaceAll('\r\n', '\n').trimEnd().split('\n')

const CASES: CaseTable<MailerFixture> = {
  async 'hands over each e-mail once, with its subject and every line of its text'({ mailer, received }) {
    const message = makeMessage()
    await mailer.send(message)
    const [mail, ...more] = await received(message.to)
    assert.equal(more.length, 0)
    assert.equal(mail?.subject, message.subject)
    same(lines(mail.text), lines(message.text))
  },

  async 'makes no header of a line break in a subject'({ mailer, received }) {
    const victim = makeMessage().to
    const message = makeMessage({ subject: `Code\r\nBcc: ${victim}` })
    // The mailer may also refuse such a message.
    await mailer.send(message).catch(() => undefined)
    same(await received(victim), [])
  },

  async 'sends many at once'({ mailer, received }) {
    const messages = Array.from({ length: 10 }, (_, i) => makeMessage({ text: `Code ${i}\n` }))
    await Promise.all(messages.map((message) => mailer.send(message)))
    for (const { to, text } of messages)
      same(
        (await received(to)).map((mail) => lines(mail.text)),
        [lines(text)],
      )
  },

  async 'is ready'({ mailer }) {
    await mailer.check?.()
  },

  async 'tells with mail_refused that a recipient was refused for good'({ mailer, refusedAddress }) {
    await refuses(mailer.send(makeMessage({ to: refusedAddress })), 'mail_refused')
  },

  async 'fails otherwise while the service is away'({ unreachable }) {
    await assert.rejects(unreachable.send(makeMessage()), (error: unknown) => {
      assert.notEqual(Reflect.get(Object(error), 'code'), 'mail_refused')
      return true
    })
  },

  async 'is not ready while the service is away'({ unreachable }) {
    if (unreachable.check === undefined) return
    await assert.rejects(unreachable.check())
  },
}
