/**
 * The key store for tests and development.
 *
 * @module
 */

import type { KeyStore, StoredCode, StoredKey } from '../key-store.js'

/** Number of new codes after which expired codes are removed, so that the number of codes stays bounded. */
const SWEEP_INTERVAL = 1000

/**
 * A store for tests and development: keys are lost when the process ends.
 *
 * @example
 * ```ts
 * const keys = new KeyIssuer({ store: memoryStore(), mailer: consoleMailer(), secret })
 * ```
 */
export function memoryStore(): KeyStore {
  return new MemoryStore()
}

/** Methods are properties of the store itself, so that hosts can replace some: `{ ...memoryStore(), findKey }`. */
class MemoryStore implements KeyStore {
  readonly #codes = new Map<string, StoredCode & { attempts: number }>()
  readonly #keysById = new Map<string, StoredKey>()
  readonly #idsByHash = new Map<string, string>()
  readonly #idsByEmail = new Map<string, Set<string>>()
  #codesUntilSweep = SWEEP_INTERVAL

  readonly putCode: KeyStore['putCode'] = async (code, cooldownMs) => {
    const live = this.#codes.get(code.email)
    if (live !== undefined && Math.abs(code.createdAt - live.createdAt) < cooldownMs) return false
    if (--this.#codesUntilSweep === 0) {
      this.#codesUntilSweep = SWEEP_INTERVAL
      this.#purgeCodes(code.createdAt)
    }
    this.#codes.set(code.email, { ...code, attempts: 0 })
    return true
  }

  readonly takeAttempt: KeyStore['takeAttempt'] = async (email, maxAttempts, now) => {
    const code = this.#codes.get(email)
    if (code === undefined || code.expiresAt <= now || code.attempts >= maxAttempts) return null
    code.attempts++
    return { id: code.id, digest: code.digest, createdAt: code.createdAt, attempts: code.attempts }
  }

  readonly consumeCode: KeyStore['consumeCode'] = async (email, codeId) => {
    return this.#codes.get(email)?.id === codeId && this.#codes.delete(email)
  }

  readonly insertKey: KeyStore['insertKey'] = async (key, maxActive) => {
    const active = this.#keysOf(key.email).filter((other) => isActive(other, key.createdAt))
    if (active.length >= maxActive) return false
    this.#save(key)
    return true
  }

  readonly findKey: KeyStore['findKey'] = async (hash) => {
    return this.#keysById.get(this.#idsByHash.get(hash) ?? '') ?? null
  }

  readonly findKeyById: KeyStore['findKeyById'] = async (id) => {
    return this.#keysById.get(id) ?? null
  }

  readonly listKeys: KeyStore['listKeys'] = async (email) => {
    return this.#keysOf(email).sort((a, b) => a.createdAt - b.createdAt)
  }

  readonly revokeKey: KeyStore['revokeKey'] = async (id, now) => {
    const key = this.#keysById.get(id)
    if (key !== undefined) this.#save({ ...key, revokedAt: key.revokedAt ?? now })
    return key !== undefined
  }

  readonly replaceKey: KeyStore['replaceKey'] = async (id, successor, oldExpiresAt) => {
    const old = this.#keysById.get(id)
    if (old === undefined || !isActive(old, successor.createdAt)) return false
    this.#save({ ...old, replacedBy: successor.id, expiresAt: Math.min(old.expiresAt ?? oldExpiresAt, oldExpiresAt) })
    this.#save(successor)
    return true
  }

  readonly updateKey: KeyStore['updateKey'] = async (id, changes, now) => {
    const key = this.#keysById.get(id)
    if (key === undefined || !isActive(key, now)) return false
    const given = Object.entries(changes).filter(([, value]) => value !== undefined)
    this.#save({ ...key, ...Object.fromEntries(given) })
    return true
  }

  readonly scanKeys: KeyStore['scanKeys'] = async (cursor, limit) => {
    const ids = [...this.#keysById.keys()].sort().filter((id) => cursor === null || id > cursor)
    const keys = ids.slice(0, limit).flatMap((id) => this.#keysById.get(id) ?? [])
    return { keys, cursor: ids.length <= limit ? null : (keys.at(-1)?.id ?? null) }
  }

  readonly touchKey: KeyStore['touchKey'] = async (id, now) => {
    const key = this.#keysById.get(id)
    if (key !== undefined && (key.lastUsedAt ?? 0) < now) this.#save({ ...key, lastUsedAt: now })
  }

  readonly purge = async (now: number, before: number) => {
    let count = this.#purgeCodes(now)
    for (const key of this.#keysById.values()) {
      if ((key.revokedAt ?? before) >= before && (key.expiresAt ?? before) >= before) continue
      this.#keysById.delete(key.id)
      this.#idsByHash.delete(key.hash)
      const ids = this.#idsByEmail.get(key.email)
      ids?.delete(key.id)
      if (ids?.size === 0) this.#idsByEmail.delete(key.email)
      count++
    }
    return count
  }

  #save(key: StoredKey): void {
    this.#keysById.set(key.id, key)
    this.#idsByHash.set(key.hash, key.id)
    const ids = this.#idsByEmail.get(key.email) ?? new Set()
    this.#idsByEmail.set(key.email, ids.add(key.id))
  }

  #keysOf(email: string): StoredKey[] {
    return [...(this.#idsByEmail.get(email) ?? [])].flatMap((id) => this.#keysById.get(id) ?? [])
  }

  #purgeCodes(now: number): number {
    let count = 0
    for (const [email, code] of this.#codes) {
      if (code.expiresAt <= now && this.#codes.delete(email)) count++
    }
    return count
  }
}

function isActive(key: StoredKey, now: number): boolean {
  return key.revokedAt === null && key.replacedBy === null && (key.expiresAt === null || key.expiresAt > now)
}
