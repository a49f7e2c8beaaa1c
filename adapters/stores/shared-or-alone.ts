/**
 * Counting in a server that hosts share, and what happens while it does not answer.
 *
 * @module
 */

import { startDeadline } from '../../src/deadline.js'

/** Time without questions after one that had no answer, in milliseconds: nobody waits for a server that is away again and again. */
const REST_MS = 1000

/** Time that an answer may take, in milliseconds: shorter than any limiter of this package is waited for. */
export const DEFAULT_TIMEOUT_MS = 500

/** A server that counts, and may be away. */
export class SharedCounts {
  readonly #timeoutMs: number
  readonly #ping: () => Promise<unknown>
  /** When the server may be asked again, on the monotonic clock. */
  #restUntil = 0

  /** @param ping asks the server for a sign of life */
  constructor(timeoutMs: number, ping: () => Promise<unknown>) {
    this.#timeoutMs = timeoutMs
    this.#ping = ping
  }

  /**
   * Asks the server; while it does not answer, `alone` takes its place.
   *
   * @param alone undefined: requests are refused meanwhile
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

  /** For checks of readiness. */
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

/** A client without a connection may hold commands back until it has one again. */
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
