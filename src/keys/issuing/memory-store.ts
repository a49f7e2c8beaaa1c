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
  const codes = new Map<string, StoredCode & { attempts: number }>()
  const keysById = new Map<string, StoredKey>()
  const idsByHash = new Map<string, string>()
  const idsByEmail = new Map<string, Set<string>>()
  let codesUntilSweep = SWEEP_INTERVAL

  const save = (key: StoredKey) => {
    keysById.set(key.id, key)
    idsByHash.set(key.hash, key.id)
    const ids = idsByEmail.get(key.email) ?? new Set()
    idsByEmail.set(key.email, ids.add(key.id))
  }
  const keysOf = (email: string) => [...(idsByEmail.get(email) ?? [])].flatMap((id) => keysById.get(id) ?? [])
  const purgeCodes = (now: number) => {
    let count = 0
    for (const [email, code] of codes) {
      if (code.expiresAt <= now && codes.delete(email)) count++
    }
    return count
  }

  return {
    async putCode(code, cooldownMs) {
      const live = codes.get(code.email)
      if (live !== undefined && Math.abs(code.createdAt - live.createdAt) < cooldownMs) return false
      if (--codesUntilSweep === 0) {
        codesUntilSweep = SWEEP_INTERVAL
        purgeCodes(code.createdAt)
      }
      codes.set(code.email, { ...code, attempts: 0 })
      return true
    },

    async takeAttempt(email, maxAttempts, now) {
      const code = codes.get(email)
      if (code === undefined || code.expiresAt <= now || code.attempts >= maxAttempts) return null
      code.attempts++
      return { id: code.id, digest: code.digest, createdAt: code.createdAt, attempts: code.attempts }
    },

    async consumeCode(email, codeId) {
      return codes.get(email)?.id === codeId && codes.delete(email)
    },

    async insertKey(key, maxActive) {
      const active = keysOf(key.email).filter((other) => isActive(other, key.createdAt))
      if (active.length >= maxActive) return false
      save(key)
      return true
    },

    async findKey(hash) {
      return keysById.get(idsByHash.get(hash) ?? '') ?? null
    },

    async findKeyById(id) {
      return keysById.get(id) ?? null
    },

    async listKeys(email) {
      return keysOf(email).sort((a, b) => a.createdAt - b.createdAt)
    },

    async revokeKey(id, now) {
      const key = keysById.get(id)
      if (key !== undefined) save({ ...key, revokedAt: key.revokedAt ?? now })
      return key !== undefined
    },

    async replaceKey(id, successor, oldExpiresAt) {
      const old = keysById.get(id)
      if (old === undefined || !isActive(old, successor.createdAt)) return false
      save({ ...old, replacedBy: successor.id, expiresAt: Math.min(old.expiresAt ?? oldExpiresAt, oldExpiresAt) })
      save(successor)
      return true
    },

    async updateKey(id, changes, now) {
      const key = keysById.get(id)
      if (key === undefined || !isActive(key, now)) return false
      const given = Object.entries(changes).filter(([, value]) => value !== undefined)
      save({ ...key, ...Object.fromEntries(given) })
      return true
    },

    async scanKeys(cursor, limit) {
      const ids = [...keysById.keys()].sort().filter((id) => cursor === null || id > cursor)
      const keys = ids.slice(0, limit).flatMap((id) => keysById.get(id) ?? [])
      return { keys, cursor: ids.length <= limit ? null : (keys.at(-1)?.id ?? null) }
    },

    async touchKey(id, now) {
      const key = keysById.get(id)
      if (key !== undefined && (key.lastUsedAt ?? 0) < now) save({ ...key, lastUsedAt: now })
    },

    async purge(now, before) {
      let count = purgeCodes(now)
      for (const key of keysById.values()) {
        if ((key.revokedAt ?? before) >= before && (key.expiresAt ?? before) >= before) continue
        keysById.delete(key.id)
        idsByHash.delete(key.hash)
        const ids = idsByEmail.get(key.email)
        ids?.delete(key.id)
        if (ids?.size === 0) idsByEmail.delete(key.email)
        count++
      }
      return count
    },
  }
}

function isActive(key: StoredKey, now: number): boolean {
  return key.revokedAt === null && key.replacedBy === null && (key.expiresAt === null || key.expiresAt > now)
}
