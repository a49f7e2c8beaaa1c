/**
 * Keeps fetched validation data until it is renewed.
 *
 * @module
 */

import { BYTE_LIMIT, checkOptions, FUNCTION, type OptionTable } from '../../input/check-options.js'
import { REVOCATION_LIMITS } from './revocation-limits.js'

/**
 * Keeps answers of CAs between calls, and between hosts if shared. Its contents are checked like answers from the network, so
 * it need not be trusted. A store that fails counts as empty.
 */
export interface RevocationStore {
  /** The value of a key, unless it has expired. */
  get(key: string): Promise<Uint8Array | undefined>
  /** Keeps a value until it expires, or for a shorter time. */
  set(key: string, value: Uint8Array, expiresAt: Date): Promise<void>
}

/** Options of memoryRevocationStore. */
export interface MemoryRevocationStoreOptions {
  /** Most bytes of all values together; the oldest is dropped first. Default 64 MB. */
  readonly maxBytes?: number | undefined
  /** The clock. Default: the system's. */
  readonly now?: (() => Date) | undefined
}

const MEMORY_STORE_OPTIONS: OptionTable<MemoryRevocationStoreOptions> = { maxBytes: BYTE_LIMIT, now: FUNCTION }

/**
 * A store in the memory of this process.
 *
 * @example
 * ```ts
 * const revocation = onlineRevocation({ store: memoryRevocationStore({ maxBytes: 16_000_000 }) })
 * ```
 */
export function memoryRevocationStore(options: MemoryRevocationStoreOptions = {}): RevocationStore {
  checkOptions(options, MEMORY_STORE_OPTIONS)
  const { maxBytes = REVOCATION_LIMITS.maxStoredBytes, now = () => new Date() } = options
  const entries = new Map<string, { readonly value: Uint8Array; readonly expiresAt: number }>()
  let bytes = 0
  const forget = (key: string) => {
    bytes -= entries.get(key)?.value.length ?? 0
    entries.delete(key)
  }
  return {
    async get(key) {
      const entry = entries.get(key)
      if (entry === undefined) return undefined
      if (entry.expiresAt > now().getTime()) return entry.value.slice()
      forget(key)
      return undefined
    },
    async set(key, value, expiresAt) {
      forget(key)
      if (value.length > maxBytes || !(expiresAt.getTime() > now().getTime())) return
      entries.set(key, { value: value.slice(), expiresAt: expiresAt.getTime() })
      bytes += value.length
      for (const oldest of entries.keys()) {
        if (bytes <= maxBytes) break
        forget(oldest)
      }
    },
  }
}
