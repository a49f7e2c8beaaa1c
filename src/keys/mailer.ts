/**
 * The way an e-mail leaves.
 *
 * @module
 */

/** One e-mail to one address. */
export interface MailMessage {
  /** A single address without a display name. */
  readonly to: string
  readonly subject: string
  /** The plain text body. */
  readonly text: string
  /** As HTML, the same text. */
  readonly html: string
}

/**
 * Sends e-mail.
 *
 * `send` resolves once another system took the message over. It rejects with a `SealwrightError` of code `mail_refused`
 * when the recipient was refused for good (SMTP 5xx): whoever asked for the e-mail is then not told, so that nobody can
 * test which addresses exist. Any other rejection means that e-mail cannot be sent at the moment: `mail_unavailable`.
 */
export interface Mailer {
  send(message: MailMessage, options?: { readonly signal?: AbortSignal }): Promise<void>
  /** Rejects when nothing can be sent at the moment; for checks of readiness. */
  check?(options?: { readonly signal?: AbortSignal }): Promise<void>
}
