/**
 * A mailer that keeps what it is given, for tests.
 *
 * @module
 */

import type { Mailer, MailMessage } from '../../src/keys/mailer.js'

/** A mailer that keeps what it is given. */
export interface CodeMailbox extends Mailer {
  readonly messages: readonly MailMessage[]
  /** The code in the last e-mail to an address. */
  lastCode(email: string): string
}

export function codeMailbox(): CodeMailbox {
  const messages: MailMessage[] = []
  return {
    messages,
    async send(message) {
      messages.push(message)
    },
    lastCode(email) {
      const message = messages.findLast(({ to }) => to === email)
      return /\d{6}/.exec(message?.text ?? '')?.[0] ?? ''
    },
  }
}
