/**
 * Stores that keep lists between calls, and between hosts that share a store.
 *
 * @module
 */

/**
 * Keeps lists after they were read. A list is authenticated when it is fetched, and not again when it comes out of a store.
 * So whoever can write to the store decides whom you trust: guard it as you guard your configuration.
 *
 * When a store fails, lists are fetched again, and older lists are not detected until it works again. A store must not lose
 * what it acknowledged.
 */
export interface TrustListStore {
  /** The value under a key; undefined when there is none. */
  get(key: string): Promise<Uint8Array | undefined>
  /**
   * Keeps a value, unless a value of a higher version is stored under the key. This must be one atomic step, also between
   * several hosts: otherwise an older list could replace a newer one.
   *
   * @param version a whole number from 0 on
   * @returns whether the value was stored
   */
  set(key: string, value: Uint8Array, version: number): Promise<boolean>
}

/**
 * A store in the memory of this process.
 *
 * @example
 * ```ts
 * const lists = await loadEuTrustLists({ signers, store: memoryTrustListStore() })
 * ```
 */
export function memoryTrustListStore(): TrustListStore {
  const entries = new Map<string, { readonly value: Uint8Array; readonly version: number }>()
  return {
    async get(key) {
      return entries.get(key)?.value.slice()
    },
    async set(key, value, version) {
      const kept = entries.get(key)
      if (kept !== undefined && kept.version > version) return false
      entries.set(key, { value: value.slice(), version })
      return true
    },
  }
}
