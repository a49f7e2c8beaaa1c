/**
 * The interface through which e-mail is sent.
 *
 * @module
 */

/** One e-mail to one address. */
export interface MailMessage {
  /** One address without a display name. */
  readonly to: string
  readonly subject: string
  /** The body as plain text. */
  readonly text: string
  /** The body as HTML, with the same text. */
  readonly html: string
}

/**
 * Sends e-mail.
 *
 * `send` resolves once another system has accepted the message. It rejects with a `SealwrightError` of code `mail_refused` when
 * the recipient was refused for good (SMTP 5xx). The client that asked for the e-mail does not learn this, so that nobody can
 * test which addresses exist. Any other rejection means that e-mail cannot be sent at the moment, and is reported as
 * `mail_unavailable`.
 */
export interface Mailer {
  send(message: MailMessage, options?: { readonly signal?: AbortSignal }): Promise<void>
  /** For readiness checks. Rejects when e-mail cannot be sent at the moment. */
  check?(options?: { readonly signal?: AbortSignal }): Promise<void>
}
