/**
 * Counts the recent requests of owners to this process.
 *
 * @module
 */

/** Maximum number of owners that are counted at once. Beyond it, the count of the owner known longest begins at zero again. */
const MAX_OWNERS = 10_000

interface Count {
  readonly startsAt: number
  requests: number
}

/** Counts in windows that begin with an owner's first request. */
export class RequestCounts {
  readonly #counts = new Map<string, Count>()

  constructor(readonly windowMs: number) {}

  add(account: string, now: number): void {
    const known = this.#known(account, now)
    if (known !== undefined) {
      known.requests++
      return
    }
    this.#counts.delete(account)
    this.#counts.set(account, { startsAt: now, requests: 1 })
    const [oldest] = this.#counts.keys()
    if (this.#counts.size > MAX_OWNERS && oldest !== undefined) this.#counts.delete(oldest)
  }

  count(account: string, now: number): number {
    return this.#known(account, now)?.requests ?? 0
  }

  #known(account: string, now: number): Count | undefined {
    const count = this.#counts.get(account)
    return count === undefined || now - count.startsAt >= this.windowMs ? undefined : count
  }
}
