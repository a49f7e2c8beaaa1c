/**
 * Counting how often something happens.
 *
 * @module
 */

/** So many points may be taken in a window that starts with the first. */
export interface RateLimit {
  readonly points: number
  /** Length of the window, in milliseconds. */
  readonly windowMs: number
}

/** What came of taking one point. */
export interface RateLimitResult {
  readonly allowed: boolean
  /** Points left in the window. */
  readonly remaining: number
  /** Time until the window ends, in milliseconds. */
  readonly resetMs: number
}

/** Counts in one place, for one host or for many. Rejects when that place cannot be reached. */
export interface RateLimiter {
  consume(key: string, limit: RateLimit): Promise<RateLimitResult>
  /** Gives a point back that was taken for something that then did not happen. */
  refund?(key: string, limit: RateLimit): Promise<void>
  /**
   * For `/v1/ready`: rejects while requests cannot be counted, and are refused; resolves to `degraded` while each host counts for
   * itself.
   */
  check?(options?: { readonly signal?: AbortSignal }): Promise<'ok' | 'degraded'>
}
