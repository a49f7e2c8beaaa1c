/**
 * The e-mail that carries a code.
 *
 * @module
 */

import { escapeHtml } from '../../escape.js'
import type { MailMessage } from '../mailer.js'

/** Data for the text of the e-mail. */
export interface CodeMail {
  readonly to: string
  /** The code: six digits. */
  readonly code: string
  /** Name of the sender, as the host calls itself. */
  readonly serviceName: string
  /** Lifetime of the code, in whole minutes. */
  readonly minutes: number
}

/**
 * Writes the e-mail, in English. It contains the digits and never a link: programs that scan e-mail follow links, and would use
 * the code up.
 */
export function writeCodeMail({ to, code, serviceName, minutes }: CodeMail): MailMessage {
  const service = serviceName.replace(/\s+/g, ' ').trim()
  const shown = `${code.slice(0, 3)} ${code.slice(3)}`
  const life = minutes === 1 ? '1 minute' : `${minutes} minutes`
  const text = [
    `Your code for ${service}: ${code}`,
    `Enter it where you asked for an API key. It works once, within ${life}.`,
    'If you did not ask for it, ignore this e-mail: without the code, nobody gets a key in your name.',
  ]
  const html = [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(service)}</title></head>`,
    '<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1f2328">',
    `<p>Your code for ${escapeHtml(service)}:</p>`,
    `<p style="font-size:32px;font-weight:600;letter-spacing:2px;margin:16px 0">${shown}</p>`,
    `<p>${escapeHtml(text[1] ?? '')}</p>`,
    `<p style="color:#59636e">${escapeHtml(text[2] ?? '')}</p>`,
    '</body></html>',
  ]
  return { to, subject: `${code} is your code for ${service}`, text: `${text.join('\n\n')}\n`, html: html.join('\n') }
}
