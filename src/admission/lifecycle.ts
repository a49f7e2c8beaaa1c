/**
 * Which requests are in progress, and how to shut down without losing any.
 *
 * @module
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { SealwrightError } from '../errors.js'

/** How an API is shut down. */
export interface DrainOptions {
  /** Time for requests in progress, in milliseconds. Requests that are still running afterwards are aborted. Default 30 s. */
  readonly graceMs?: number | undefined
  /**
   * Time between turning not ready and refusing new requests, in milliseconds: the longest time in which a load balancer
   * notices. Default 0.
   */
  readonly noticeMs?: number | undefined
}

/** The result of shutting down. */
export interface DrainResult {
  /** Requests that were aborted because the time had passed. */
  readonly aborted: number
}

type Phase = 'open' | 'leaving' | 'draining' | 'closed'

const DEFAULT_GRACE_MS = 30_000

/** A request in progress. */
interface BegunRequest {
  /** Aborted when the client disconnects, or when all work has to end at once. */
  readonly signal: AbortSignal
  /** @throws SealwrightError `overloaded` for a request that arrived after new requests were no longer accepted */
  assertTaken(): void
  /** Counts the request out; a second call does nothing. */
  end(): void
}

/** Counts requests and knows whether new ones may come. */
export class Lifecycle {
  /**
   * One controller for each request: AbortSignal.any would cost ten times as much, and hold memory until the next garbage
   * collection.
   */
  readonly #controllers = new Set<AbortController>()
  #phase: Phase = 'open'
  #active = 0
  /** Callbacks that are called when no request is in progress any more. */
  readonly #drains = new Set<() => void>()

  /** `open`, then `leaving` (not ready any more), `draining` (nothing new), `closed`. */
  get phase(): Phase {
    return this.#phase
  }

  /** Requests in progress. */
  get active(): number {
    return this.#active
  }

  /** Counts a request as begun. */
  begin(client: AbortSignal): BegunRequest {
    const controller = new AbortController()
    const leave = () => controller.abort(client.reason)
    if (client.aborted) leave()
    else client.addEventListener('abort', leave, { once: true })
    if (this.#phase === 'closed') controller.abort(shuttingDown())
    this.#controllers.add(controller)
    this.#active++
    const isLate = this.#phase === 'draining' || this.#phase === 'closed'
    const assertTaken = () => {
      if (isLate) throw shuttingDown()
    }
    const end = () => {
      if (!this.#controllers.delete(controller)) return
      client.removeEventListener('abort', leave)
      if (--this.#active === 0) for (const resolve of this.#drains) resolve()
    }
    return { signal: controller.signal, assertTaken, end }
  }

  /** Accepts no new requests, waits for those in progress, and aborts the rest when the time has passed. */
  async drain({ graceMs = DEFAULT_GRACE_MS, noticeMs = 0 }: DrainOptions = {}): Promise<DrainResult> {
    if (this.#phase === 'open') this.#phase = 'leaving'
    if (noticeMs > 0) await sleep(noticeMs)
    if (this.#phase === 'leaving') this.#phase = 'draining'
    const timer = new AbortController()
    const idle = new Promise<void>((resolve) => {
      this.#drains.add(resolve)
      if (this.#active === 0) resolve()
    })
    await Promise.race([idle, sleep(graceMs, undefined, { signal: timer.signal }).catch(() => undefined)])
    timer.abort()
    const aborted = this.#active
    this.close()
    return { aborted }
  }

  /** Aborts all requests at once. */
  close(): void {
    this.#phase = 'closed'
    for (const controller of this.#controllers) controller.abort(shuttingDown())
  }
}

function shuttingDown(): SealwrightError {
  return new SealwrightError('overloaded', 'The service is shutting down; another one may be up already.')
}
