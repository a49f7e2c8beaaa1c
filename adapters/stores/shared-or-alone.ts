/**
 * Counting in a server that hosts share, with a fallback while it does not answer.
 *
 * @module
 */

import { startDeadline } from '../../src/deadline.js'

/**
 * Time in which a server is not asked again after it did not answer, in milliseconds, so that requests do not wait again and
 * again.
 */
const REST_MS = 1000

/** Time that an answer may take, in milliseconds. It is shorter than the time that this package waits for any limiter. */
export const DEFAULT_TIMEOUT_MS = 500

/** A shared server that counts, and that may be down. */
export class SharedCounts {
  readonly #timeoutMs: number
  readonly #ping: () => Promise<unknown>
  /** Time at which the server may be asked again, on the monotonic clock. */
  #restUntil = 0

  /** @param ping asks the server whether it is up */
  constructor(timeoutMs: number, ping: () => Promise<unknown>) {
    this.#timeoutMs = timeoutMs
    this.#ping = ping
  }

  /**
   * Asks the server. While it does not answer, `alone` replaces it.
   *
   * @param alone counts on this host alone; undefined: requests are refused meanwhile
   * @throws what the server's client rejects with
   */
  async ask<T>(shared: () => Promise<T>, alone: (() => T | Promise<T>) | undefined): Promise<T> {
    if (alone !== undefined && performance.now() < this.#restUntil) return alone()
    try {
      return await withTimeout(shared(), this.#timeoutMs)
    } catch (error) {
      if (alone === undefined) throw error
      this.#restUntil = performance.now() + REST_MS
      return alone()
    }
  }

  /** For readiness checks. */
  async check(hasFallback: boolean): Promise<'ok' | 'degraded'> {
    try {
      await withTimeout(this.#ping(), this.#timeoutMs)
      return 'ok'
    } catch (error) {
      if (hasFallback) return 'degraded'
      throw error
    }
  }
}

/** Limits the time of a command. A client without a connection may hold commands back until it is connected again. */
async function withTimeout<T>(pending: Promise<T>, timeoutMs: number): Promise<T> {
  let stopDeadline: () => void = () => undefined
  const late = new Promise<never>((_resolve, reject) => {
    stopDeadline = startDeadline(timeoutMs, () => reject(new Error(`No answer from Redis within ${timeoutMs} ms.`)))
  })
  try {
    return await Promise.race([pending, late])
  } finally {
    stopDeadline()
  }
}
