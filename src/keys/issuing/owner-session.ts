/**
 * Sessions in which an owner manages the keys of an address. A session is a token with the address and the expiry, protected by
 * a keyed hash. No store knows the token, so it cannot be revoked and only expires.
 *
 * @module
 */

import { randomBytes } from 'node:crypto'
import { jsonText } from '../../input/json-text.js'
import { type Secrets, signText, verifyText } from './verification-code.js'

/** The contents of a token. */
interface OwnerSession {
  readonly email: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Longest text that is checked as a token, in characters. Tokens are shorter, and no hash is computed over longer texts. */
const MAX_TOKEN_LENGTH = 1000

/** Prefix of session tokens. No key begins with it, since keys have no underscore after their prefix. */
export function sessionPrefix(keyPrefix: string): string {
  return `${keyPrefix}session_`
}

/** Makes a token. */
export function createSessionToken(secrets: Secrets, keyPrefix: string, { email, expiresAt }: OwnerSession): string {
  const text = jsonText([email, expiresAt, randomBytes(6).toString('base64url')])
  return `${sessionPrefix(keyPrefix)}${Buffer.from(text).toString('base64url')}.${signText(secrets, 'session', text)}`
}

/** The contents of a token. Undefined for a token that was not made here or has expired. */
export function readSessionToken(
  secrets: Secrets,
  keyPrefix: string,
  token: string,
  now: number,
): OwnerSession | undefined {
  if (token.length > MAX_TOKEN_LENGTH || !token.startsWith(sessionPrefix(keyPrefix))) return undefined
  const [payload = '', mac = ''] = token.slice(sessionPrefix(keyPrefix).length).split('.')
  const text = Buffer.from(payload, 'base64url').toString('utf8')
  if (!verifyText(secrets, 'session', text, mac)) return undefined
  // A text with a valid hash was made by this module, so its form is known.
  const [email, expiresAt] = JSON.parse(text) as [string, number]
  return expiresAt > now ? { email, expiresAt } : undefined
}
