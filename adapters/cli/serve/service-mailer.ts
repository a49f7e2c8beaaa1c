/**
 * Chooses the mailer for codes.
 *
 * @module
 */
import { consoleMailer, type Mailer } from '../../../src/index.js'
import { smtpMailer } from '../../smtp-mailer.js'
import { CommandError, EXIT } from '../exit-codes.js'
import type { SERVE_SETTINGS } from '../settings/serve-settings.js'
import type { Settings } from '../settings/settings.js'
import type { Terminal } from '../terminal.js'

type MailSettings = Pick<Settings<typeof SERVE_SETTINGS>, 'smtpUrl' | 'mailFrom' | 'development'>

/** The mailer. Undefined where codes cannot be sent: keys are then made with `keys create` only. */
export function chooseMailer(
  { smtpUrl, mailFrom, development }: MailSettings,
  terminal: Pick<Terminal, 'writeStderr'>,
): Mailer | undefined {
  if (smtpUrl !== undefined) {
    if (mailFrom === undefined) {
      throw new CommandError(EXIT.configuration, 'A mail server needs a sender: --mail-from or SEALWRIGHT_MAIL_FROM.')
    }
    return smtpMailer(smtpUrl, { from: mailFrom })
  }
  return development === true ? consoleMailer({ write: (text) => terminal.writeStderr(text) }) : undefined
}

/** A mailer that sends nothing, for a KeyIssuer that never sends codes. */
export const NO_MAILER: Mailer = {
  async send() {
    throw new Error('There is no mail server.')
  },
}
