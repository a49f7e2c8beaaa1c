/**
 * E-mail addresses, in the one form under which they are stored, counted and written to.
 *
 * @module
 */

import { domainToASCII } from 'node:url'
import { SealwrightError } from '../../errors.js'
import { KEY_LIMITS } from '../key-limits.js'

/** RFC 5321, 4.5.3.1.1. */
const MAX_LOCAL_BYTES = 64
/** A dot-string of RFC 5322 atoms (3.2.3), with the non-ASCII letters of RFC 6531. Quoted local parts are not taken. */
const LOCAL_PART = /^[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{N}\p{M}!#$%&'*+/=?^_`{|}~-]+)*$/u
/** What a domain may be written with. Conversion to ASCII parses a URL's host and would cut off a path, silently. */
const WRITTEN_DOMAIN = /^[\p{L}\p{N}\p{M}.\u3002-]+$/u
/** Two labels or more of letters, digits and hyphens (RFC 1035, 2.3.1); the last one is no number. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Normalises an address: trimmed, composed (NFC), in lower case, the domain in ASCII (IDNA). Nothing else is folded: to
 * take `+tag` off would be to guess another host's rules. Limits on e-mail are counted by `mailboxOf`.
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
  const domain = at >= 0 && WRITTEN_DOMAIN.test(written) ? domainToASCII(written) : ''
  const normalized = `${local}@${domain}`
  const fits = Buffer.byteLength(local) <= MAX_LOCAL_BYTES && Buffer.byteLength(normalized) <= KEY_LIMITS.maxEmailBytes
  if (!fits || !LOCAL_PART.test(local) || !DOMAIN.test(domain)) {
    const message = 'The e-mail address is not valid.'
    throw new SealwrightError('invalid_request', message, {
      errors: [{ pointer: '/email', code: 'invalid_email', message }],
    })
  }
  return normalized
}
