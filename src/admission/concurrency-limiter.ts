/**
 * How many things one client may have going at once.
 *
 * @module
 */

/** A place among those that may go on at once. */
export interface ConcurrencyPlace {
  /** Places that are left to the same key. */
  readonly remaining: number
  /** Gives the place back; a second call does nothing. */
  release(): void | Promise<void>
}

/**
 * Counts what goes on, on one host or on many. One for many hosts must free the places of a host that died, for
 * instance by a lease that its holder renews.
 */
export interface ConcurrencyLimiter {
  /**
   * Takes a place at once or not at all.
   *
   * @returns `null` when `key` has `limit` places already. Rejects when the count cannot be reached.
   */
  acquire(
    key: string,
    limit: number,
    options?: { readonly signal?: AbortSignal },
  ): Promise<ConcurrencyPlace | null> | ConcurrencyPlace | null
  /**
   * For `/v1/ready`: rejects while requests cannot be counted, and are refused; resolves to `degraded` while each host counts for
   * itself.
   */
  check?(options?: { readonly signal?: AbortSignal }): Promise<'ok' | 'degraded'>
}

/**
 * Counts on this host alone.
 *
 * @example
 * ```ts
 * const limiter = memoryConcurrencyLimiter()
 * const place = limiter.acquire('key_1', 10)
 * ```
 */
export function memoryConcurrencyLimiter(): ConcurrencyLimiter {
  const counts = new Map<string, number>()
  return {
    acquire(key, limit) {
      const count = (counts.get(key) ?? 0) + 1
      if (count > limit) return null
      counts.set(key, count)
      let held = true
      return {
        remaining: limit - count,
        release() {
          if (!held) return
          held = false
          const left = (counts.get(key) ?? 1) - 1
          if (left === 0) counts.delete(key)
          else counts.set(key, left)
        },
      }
    },
  }
}
