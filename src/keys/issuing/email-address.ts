/**
 * Normalises e-mail addresses to the form in which they are stored, counted and written to.
 *
 * @module
 */

import { domainToASCII } from 'node:url'
import { SealwrightError } from '../../errors.js'
import { KEY_LIMITS } from '../key-limits.js'

/** Length of a local part, in bytes (RFC 5321, 4.5.3.1.1). */
const MAX_LOCAL_BYTES = 64
/** A domain in ASCII: two labels or more of letters, digits and hyphens (RFC 1035, 2.3.1). The last label is not a number. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Normalises an address: it is trimmed, composed (NFC) and put in lower case, and its domain is converted to ASCII (IDNA). A
 * `+tag` stays, since only the mail host knows whether it means the same mailbox. Limits on e-mail are counted by `mailboxOf`.
 *
 * @throws SealwrightError `invalid_request` with the pointer `/email` when it is not one plain address.
 */
export function normalizeEmail(email: string): string {
  const text = typeof email === 'string' && email.length <= 2 * KEY_LIMITS.maxEmailBytes ? email.trim() : ''
  const at = text.lastIndexOf('@')
  const local = text
    .slice(0, Math.max(at, 0))
    .normalize('NFC')
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
  const written = text.slice(at + 1).toLowerCase()
  const domain = at >= 0 && isWrittenDomain(written) ? domainToASCII(written) : ''
  const normalized = `${local}@${domain}`
  const fits = Buffer.byteLength(local) <= MAX_LOCAL_BYTES && Buffer.byteLength(normalized) <= KEY_LIMITS.maxEmailBytes
  if (!fits || !isLocalPart(local) || !DOMAIN.test(domain)) {
    const message = 'The e-mail address is not valid.'
    throw new SealwrightError('invalid_request', message, {
      errors: [{ pointer: '/email', code: 'invalid_email', message }],
    })
  }
  return normalized
}

/**
 * Whether a text is a dot-string of RFC 5322 atoms (3.2.3), with the non-ASCII letters of RFC 6531. Quoted local parts are not
 * accepted. The classes of letters take a while to build, so the expression stands where the first address needs it.
 */
function isLocalPart(local: string): boolean {
  return /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u.test(local)
}

/**
 * Whether a text has only characters of a domain before its conversion to ASCII. The conversion parses the host of a
 * URL and would silently cut off a path.
 */
function isWrittenDomain(domain: string): boolean {
  return /^[\p{L}\p{N}\p{M}.\u3002-]+$/u.test(domain)
}
