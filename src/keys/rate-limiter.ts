/**
 * Counting how often something happens.
 *
 * @module
 */

/** A limit: the points that may be taken in a window that starts with the first one. */
export interface RateLimit {
  readonly points: number
  /** Length of the window, in milliseconds. */
  readonly windowMs: number
}

/** The result of taking one point. */
export interface RateLimitResult {
  readonly allowed: boolean
  /** Points left in the window. */
  readonly remaining: number
  /** Time until the window ends, in milliseconds. */
  readonly resetMs: number
}

/** Counts points, for one host or for many. Rejects when the counts cannot be reached. */
export interface RateLimiter {
  consume(key: string, limit: RateLimit): Promise<RateLimitResult>
  /** Gives back a point that was taken for something that did not happen. */
  refund?(key: string, limit: RateLimit): Promise<void>
  /**
   * For `/v1/ready`. Rejects while requests cannot be counted and are therefore refused. Resolves to `degraded` while each host
   * counts for itself.
   */
  check?(options?: { readonly signal?: AbortSignal }): Promise<'ok' | 'degraded'>
}
