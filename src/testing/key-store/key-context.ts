/**
 * Context of the cases about keys.
 *
 * @module
 */

import { createHash, randomBytes } from 'node:crypto'
import type { KeyStore, StoredCode, StoredKey } from '../../keys/key-store.js'

export const MINUTE = 60_000
export const TTL = 10 * MINUTE

export interface KeyContext {
  /** When the case began, in milliseconds since 1970. */
  readonly start: number
  connect(): KeyStore
  makeCode(email: string, changes?: Partial<StoredCode>): StoredCode
  makeKey(email: string, changes?: Partial<StoredKey>): StoredKey
}

export function openKeyContext(connect: () => KeyStore): KeyContext {
  const start = Date.now()
  return {
    start,
    connect,
    makeCode: (email, changes) => codeOf(email, changes?.createdAt ?? start, changes),
    makeKey: (email, changes) => keyOf(email, start, changes),
  }
}

function codeOf(email: string, createdAt: number, changes: Partial<StoredCode> = {}): StoredCode {
  return { id: randomText('code_'), email, digest: sha256(), createdAt, expiresAt: createdAt + TTL, ...changes }
}

function keyOf(email: string, createdAt: number, changes: Partial<StoredKey> = {}): StoredKey {
  return {
    id: randomText('key_'),
    hash: sha256(),
    hint: 'sw_abcd',
    email,
    createdAt,
    expiresAt: null,
    revokedAt: null,
    lastUsedAt: null,
    replacedBy: null,
    name: null,
    scopes: null,
    quotas: null,
    ...changes,
  }
}

export function randomEmail(): string {
  return `${randomBytes(8).toString('hex')}@example.com`
}

function randomText(prefix: string): string {
  return prefix + randomBytes(8).toString('hex')
}

export function sha256(): string {
  return createHash('sha256').update(randomBytes(16)).digest('hex')
}
