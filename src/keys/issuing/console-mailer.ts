/**
 * A mailer for development, which writes to the console.
 *
 * @module
 */

import { checkOptions, FUNCTION } from '../../input/check-options.js'
import type { Mailer } from '../mailer.js'

/**
 * A mailer for development: writes e-mails, codes included, to the standard error stream instead of sending them.
 *
 * @param options.write where to write instead.
 *
 * @example
 * ```ts
 * const keys = new KeyIssuer({ store: memoryStore(), mailer: consoleMailer(), secret })
 * ```
 */
export function consoleMailer(options: { readonly write?: (text: string) => void } = {}): Mailer {
  checkOptions(options, { write: FUNCTION })
  const write = options.write ?? ((text: string) => void process.stderr.write(text))
  return {
    async send({ to, subject, text }) {
      write(`To: ${to}\nSubject: ${subject}\n\n${text}\n`)
    },
  }
}
