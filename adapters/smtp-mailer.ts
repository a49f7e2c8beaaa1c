/**
 * Sends e-mail over SMTP with nodemailer, which the host installs.
 *
 * @example
 * ```ts
 * import { smtpMailer } from 'sealwright/mailers/smtp'
 *
 * const mailer = smtpMailer('smtps://user:password@mail.example.com', { from: 'Example <no-reply@example.com>' })
 * const keys = new KeyIssuer({ store, mailer, secret })
 * ```
 *
 * @module
 */

import { type Mailer, SealwrightError } from '../src/index.js'
import { checkOptions, numberFrom, type OptionTable, required, TEXT } from '../src/input/check-options.js'

/** A transport of nodemailer, made by the host (for SES, a pool, OAuth, DKIM ...). */
export interface MailTransport {
  sendMail(mail: OutgoingMail): Promise<unknown>
  verify?(): Promise<unknown>
}

/** One e-mail, as nodemailer takes it. */
export interface OutgoingMail {
  from: string
  to: { name: string; address: string }
  replyTo?: string
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  disableFileAccess: true
  disableUrlAccess: true
  signal?: AbortSignal
}

export interface SmtpMailerOptions {
  /** The sender, as in `Example <no-reply@example.com>`. */
  readonly from: string
  /** Address for replies. Default: the sender's. */
  readonly replyTo?: string | undefined
  /**
   * Time that connecting, the greeting and each answer may take, in milliseconds. Default 10 seconds. Ignored for a transport.
   */
  readonly timeoutMs?: number | undefined
}

const DEFAULT_TIMEOUT_MS = 10_000

const OPTIONS: OptionTable<SmtpMailerOptions> = { from: required(TEXT), replyTo: TEXT, timeoutMs: numberFrom(1) }

/**
 * Sends e-mail through an SMTP server, as text and HTML. A failed connection is tried once more. Once the server has been told
 * of the e-mail, nothing is tried again, so that nobody gets the e-mail twice.
 *
 * @param server an `smtp:` or `smtps:` URL, or a transport of nodemailer.
 * @throws SealwrightError `invalid_request` for a server or a sender that is missing. `send` rejects with `missing_dependency`
 *   (nodemailer is not installed), `mail_refused` (the server does not know the recipient) or an error of nodemailer's.
 */
export function smtpMailer(server: string | MailTransport, options: SmtpMailerOptions): Mailer {
  checkOptions(options, OPTIONS)
  const { from, replyTo, timeoutMs = DEFAULT_TIMEOUT_MS } = options
  if (!from.includes('@')) {
    throw new SealwrightError('invalid_request', 'from must be an e-mail address, with a name before it if you like.')
  }
  if (typeof server === 'string' && !/^smtps?:\/\/[^/]/i.test(server)) {
    throw new SealwrightError('invalid_request', 'The mail server must be an smtp: or smtps: URL.')
  }
  let transport: Promise<MailTransport> | undefined

  return {
    async send({ to, subject, text, html }, { signal } = {}) {
      transport ??= typeof server === 'string' ? createTransport(server, timeoutMs) : Promise.resolve(server)
      const mail: OutgoingMail = {
        from,
        // As an object, the address is one address whatever characters it contains.
        to: { name: '', address: to },
        subject,
        text,
        html,
        // RFC 3834, 5: this field tells mail systems not to send vacation replies.
        headers: { 'Auto-Submitted': 'auto-generated' },
        disableFileAccess: true,
        disableUrlAccess: true,
        ...(replyTo === undefined ? {} : { replyTo }),
        ...(signal === undefined ? {} : { signal }),
      }
      await sendOnce(await transport, mail)
    },
    async check() {
      transport ??= typeof server === 'string' ? createTransport(server, timeoutMs) : Promise.resolve(server)
      await (await transport).verify?.()
    },
  }
}

async function sendOnce(transport: MailTransport, mail: OutgoingMail): Promise<void> {
  try {
    await transport.sendMail(mail).catch((error: unknown) => {
      if (!isConnectionFailure(error) || mail.signal?.aborted === true) throw error
      return transport.sendMail(mail)
    })
  } catch (cause) {
    if (!isRecipientRefusal(cause)) throw cause
    throw new SealwrightError('mail_refused', 'The mail server does not accept e-mail for this address.', { cause })
  }
}

async function createTransport(url: string, timeoutMs: number): Promise<MailTransport> {
  let nodemailer: typeof import('nodemailer')
  try {
    nodemailer = await import('nodemailer')
  } catch (cause) {
    throw new SealwrightError('missing_dependency', 'Install nodemailer to send e-mail over SMTP.', { cause })
  }
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  return nodemailer.createTransport({ url, ...timeouts })
}

/** Members that nodemailer adds to an error. */
interface SmtpFailure {
  readonly command?: unknown
  readonly code?: unknown
  readonly responseCode?: unknown
  readonly response?: unknown
}

function isConnectionFailure(error: unknown): boolean {
  const { command, code } = error as SmtpFailure
  return command === 'CONN' && code !== 'ETIMEDOUT'
}

/**
 * Whether the server refused this one recipient for good (RFC 5321, 4.2.3). The enhanced status code (RFC 3463) distinguishes a
 * bad mailbox (X.1 and X.2) from a policy such as "relaying denied" (X.7), which would affect every recipient.
 */
function isRecipientRefusal(error: unknown): boolean {
  const { command, responseCode, response } = error as SmtpFailure
  if (command !== 'RCPT TO' || typeof responseCode !== 'number' || responseCode < 500) return false
  const subject = /^\d{3}[ -]5\.(\d{1,3})\./.exec(String(response))?.[1]
  return subject === undefined ? [550, 551, 553].includes(responseCode) : subject === '1' || subject === '2'
}
