/**
 * Limits on how many things one client may have running at once.
 *
 * @module
 */

/** A place that was taken, until it is given back. */
export interface ConcurrencyPlace {
  /** Places that the same key still has. */
  readonly remaining: number
  /** Gives the place back; a second call does nothing. */
  release(): void | Promise<void>
}

/**
 * Counts what is running, on one host or on many. A limiter for many hosts must free the places of a host that died, for
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
   * For `/v1/ready`. Rejects while requests cannot be counted and are therefore refused. Resolves to `degraded` while each host
   * counts for itself.
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
