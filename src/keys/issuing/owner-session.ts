/**
 * Sessions in which an owner looks after the keys of an address: a token that says whose it is and how long, under a
 * keyed hash. No store knows of it, so it cannot be revoked and only expires.
 *
 * @module
 */

import { randomBytes } from 'node:crypto'
import { jsonText } from '../../input/json-text.js'
import { type Secrets, signText, verifyText } from './verification-code.js'

/** What a token says. */
interface OwnerSession {
  readonly email: string
  /** Milliseconds since 1970. */
  readonly expiresAt: number
}

/** Our tokens are shorter; no hash is computed over anything that cannot be one. */
const MAX_TOKEN_LENGTH = 1000

/** What the tokens of a key prefix begin with. No key does: keys have no underscore after their prefix. */
export function sessionPrefix(keyPrefix: string): string {
  return `${keyPrefix}session_`
}

/** Makes a token. */
export function createSessionToken(secrets: Secrets, keyPrefix: string, { email, expiresAt }: OwnerSession): string {
  const text = jsonText([email, expiresAt, randomBytes(6).toString('base64url')])
  return `${sessionPrefix(keyPrefix)}${Buffer.from(text).toString('base64url')}.${signText(secrets, 'session', text)}`
}

/** What a token says; undefined for one that is not ours, or no longer good. */
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
  // A text with a valid hash was made by this module.
  const [email, expiresAt] = JSON.parse(text) as [string, number]
  return expiresAt > now ? { email, expiresAt } : undefined
}
