/**
 * Answers of repeatable requests in the memory of one process.
 *
 * @module
 */

import { BYTE_LIMIT, checkOptions } from '../../input/check-options.js'
import { HTTP_LIMITS } from '../http-limits.js'
import type { IdempotencyStore } from './idempotency-store.js'

interface Entry {
  token: string
  fingerprint: string
  leaseUntil: number
  expiresAt: number
  answer: Uint8Array | null
}

/**
 * A store for one process: what it holds is gone when the process ends.
 *
 * @param options.maxBytes All answers together: past it, the oldest are forgotten before their time. Default 128 MB.
 * @param options.maxEntries All entries together, likewise. Default 100,000.
 * @example
 * ```ts
 * const api = createApi({ identity, keys, idempotency: { store: memoryIdempotencyStore({ maxBytes: 512 * 1024 * 1024 }) } })
 * ```
 */
export function memoryIdempotencyStore(
  options: { readonly maxBytes?: number; readonly maxEntries?: number } = {},
): IdempotencyStore {
  checkOptions(options, { maxBytes: BYTE_LIMIT, maxEntries: BYTE_LIMIT })
  const { maxBytes = HTTP_LIMITS.maxIdempotentBytes, maxEntries = HTTP_LIMITS.maxIdempotentEntries } = options
  // In the order of their claims or answers, the oldest first.
  const entries = new Map<string, Entry>()
  let bytes = 0

  const remove = (id: string) => {
    bytes -= entries.get(id)?.answer?.length ?? 0
    entries.delete(id)
  }
  const put = (id: string, entry: Entry) => {
    remove(id)
    entries.set(id, entry)
    bytes += entry.answer?.length ?? 0
    for (const [oldest, { answer }] of entries) {
      if (bytes <= maxBytes && entries.size <= maxEntries) break
      // Requests in progress are never evicted: they must not be begun twice, and their number is limited anyway.
      if (answer !== null && oldest !== id) remove(oldest)
    }
  }
  const heldBy = (id: string, token: string) => {
    const entry = entries.get(id)
    return entry?.token === token && entry.answer === null ? entry : undefined
  }

  return {
    async claim({ id, now, ...claim }) {
      const entry = entries.get(id)
      const isFree = entry === undefined || entry.expiresAt <= now
      const isLeft = entry?.answer === null && entry.leaseUntil <= now && entry.fingerprint === claim.fingerprint
      if (entry !== undefined && !isFree && !isLeft) return { fingerprint: entry.fingerprint, answer: entry.answer }
      put(id, { ...claim, answer: null })
      return null
    },

    async renew(id, token, leaseUntil) {
      const entry = heldBy(id, token)
      if (entry !== undefined) entry.leaseUntil = leaseUntil
      return entry !== undefined
    },

    async finish(id, token, answer, expiresAt) {
      const entry = heldBy(id, token)
      if (entry !== undefined) put(id, { ...entry, answer, expiresAt })
      return entry !== undefined
    },

    async abandon(id, token) {
      if (heldBy(id, token) !== undefined) remove(id)
    },

    async purge(now) {
      const before = entries.size
      for (const [id, { expiresAt }] of entries) if (expiresAt <= now) remove(id)
      return before - entries.size
    },
  }
}
