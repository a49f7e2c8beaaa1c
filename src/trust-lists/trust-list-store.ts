/**
 * Keeping lists between calls, and between hosts where the store is shared.
 *
 * @module
 */

/**
 * Keeps what was read from lists. A list is authenticated when it is fetched and not again when it comes out of a store, so
 * whoever can write to the store decides whom you trust: guard it as you guard your configuration.
 *
 * A store that fails costs a fetch, and the protection against older lists until it works again. It must not lose what it
 * acknowledged.
 */
export interface TrustListStore {
  /** What was kept under a key. */
  get(key: string): Promise<Uint8Array | undefined>
  /**
   * Keeps a value, unless one of a higher version is kept under the key. This has to be one step, also for several hosts: it is
   * what keeps an older list from replacing a newer one.
   *
   * @param version a whole number from 0 on
   * @returns whether it was kept
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
