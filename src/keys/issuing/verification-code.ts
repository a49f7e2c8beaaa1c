/**
 * Six-digit codes, and all values that are hashed with the host's secret.
 *
 * @module
 */

import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { SealwrightError } from '../../errors.js'
import { isBytes } from '../../input/foreign-values.js'
import { KEY_LIMITS } from '../key-limits.js'

const CODE_DIGITS = 6

/** Secrets for keyed hashes. The first one makes new hashes; all of them are accepted when checking. */
export type Secrets = readonly [Uint8Array, ...Uint8Array[]]

/** Takes one secret or several, newest first, as bytes or text; each must have at least 32 bytes. */
export function parseSecrets(secret: string | Uint8Array | readonly (string | Uint8Array)[]): Secrets {
  const list = typeof secret === 'string' || isBytes(secret) ? [secret] : [...(secret ?? [])]
  const secrets = list.map((item) =>
    typeof item === 'string' ? new TextEncoder().encode(item) : Uint8Array.from(item),
  )
  const [first, ...rest] = secrets
  if (first === undefined || secrets.some((bytes) => bytes.length < KEY_LIMITS.minSecretBytes)) {
    throw new SealwrightError(
      'invalid_request',
      `secret must have at least ${KEY_LIMITS.minSecretBytes} bytes: "openssl rand -hex 32" makes one.`,
    )
  }
  return [first, ...rest]
}

/** Draws six digits, each code with the same probability: 20 bits (OWASP ASVS 5.0, 6.5.4). */
export function createCode(): string {
  return randomInt(0, 10 ** CODE_DIGITS)
    .toString()
    .padStart(CODE_DIGITS, '0')
}

/**
 * Normalises a code as people type it, with spaces or hyphens.
 *
 * @throws SealwrightError `invalid_request` with the pointer `/code` when it does not have six digits.
 */
export function parseCode(code: string): string {
  const digits = typeof code === 'string' && code.length <= 32 ? code.replace(/[\s-]/g, '') : ''
  if (!/^[0-9]{6}$/.test(digits)) {
    const message = 'The code must be six digits.'
    throw new SealwrightError('invalid_request', message, {
      errors: [{ pointer: '/code', code: 'invalid_code_format', message }],
    })
  }
  return digits
}

/**
 * Keyed hash of a code, bound to its id and address. Without the secret, a stolen table cannot be searched for codes, and a row
 * cannot be moved to another address.
 */
export function digestCode(secrets: Secrets, codeId: string, email: string, code: string): string {
  return keyedHash(secrets[0], 'code', codeId, email, code)
}

/** Whether the code has this digest under any of the secrets, in a time that does not depend on the code. */
export function matchesCode(secrets: Secrets, digest: string, codeId: string, email: string, code: string): boolean {
  let matches = false
  const stored = Buffer.from(digest, 'hex')
  for (const secret of secrets) {
    const computed = Buffer.from(keyedHash(secret, 'code', codeId, email, code), 'hex')
    if (stored.length === computed.length && timingSafeEqual(stored, computed)) matches = true
  }
  return matches
}

/** A pseudonym for an address or a client, so that counters and events hold no personal data. */
export function pseudonym(secrets: Secrets, kind: string, value: string): string {
  return keyedHash(secrets[0], 'pseudonym', kind, value).slice(0, 32)
}

/** A keyed hash of a text, in base64url. */
export function signText([secret]: Secrets, kind: string, text: string): string {
  return Buffer.from(keyedHash(secret, kind, text), 'hex').toString('base64url')
}

/** Whether the text has this hash under any of the secrets. */
export function verifyText(secrets: Secrets, kind: string, text: string, mac: string): boolean {
  const given = Buffer.from(mac, 'base64url')
  let matches = false
  for (const secret of secrets) {
    const computed = Buffer.from(keyedHash(secret, kind, text), 'hex')
    if (given.length === computed.length && timingSafeEqual(given, computed)) matches = true
  }
  return matches
}

function keyedHash(secret: Uint8Array, ...parts: string[]): string {
  // Only the last part can contain a newline, so two different lists of parts never give the same text.
  return createHmac('sha256', secret).update(parts.join('\n')).digest('hex')
}
