/**
 * Limits on how much of something runs at once: in total, for one owner, for all clients without a key, and for one place.
 *
 * @module
 */

import { FairLine, type WaitOptions } from './fair-line.js'
import type { Owner } from './owner.js'

/** How many may run at once. */
interface GateLimits {
  readonly total: number
  readonly perOwner: number
  /** For all clients without a key together. */
  readonly anonymous: number
  /** For one place, such as a host that is fetched from. */
  readonly perPlace: number
  readonly maxWaiting: number
  readonly maxWaitingPerOwner: number
}

interface GateTicket {
  readonly owner: Owner
  readonly place: string
}

const ANONYMOUS = 'anonymous'

/** Counts what is running. Those who arrive when a limit is reached wait for their turn. */
export class Gate {
  readonly #limits: GateLimits
  readonly #line: FairLine<GateTicket>
  readonly #counts = new Map<string, number>()
  #total = 0

  constructor(limits: GateLimits) {
    this.#limits = limits
    this.#line = new FairLine((ticket) => this.#tryEnter(ticket), limits)
  }

  /**
   * Waits for a place.
   *
   * @returns a function that gives the place back; a second call does nothing
   */
  async enter(owner: Owner, place: string, options: WaitOptions): Promise<() => void> {
    const ticket = { owner, place }
    await this.#line.wait(ticket, options)
    let isInside = true
    return () => {
      if (!isInside) return
      isInside = false
      this.#leave(ticket)
    }
  }

  /** How many are running, and how many wait. */
  counts(): { readonly running: number; readonly waiting: number } {
    return { running: this.#total, waiting: this.#line.length }
  }

  #tryEnter(ticket: GateTicket): boolean {
    const limits = this.#limits
    if (this.#total >= limits.total) return false
    if (this.#countOf(ticket.owner.id) >= limits.perOwner) return false
    if (this.#countOf(placeName(ticket)) >= limits.perPlace) return false
    if (ticket.owner.isAnonymous && this.#countOf(ANONYMOUS) >= limits.anonymous) return false
    this.#add(ticket, 1)
    return true
  }

  #leave(ticket: GateTicket): void {
    this.#add(ticket, -1)
    this.#line.advance()
  }

  #add(ticket: GateTicket, amount: 1 | -1): void {
    this.#total += amount
    const names = [ticket.owner.id, placeName(ticket), ...(ticket.owner.isAnonymous ? [ANONYMOUS] : [])]
    for (const name of names) {
      const count = this.#countOf(name) + amount
      if (count === 0) this.#counts.delete(name)
      else this.#counts.set(name, count)
    }
  }

  #countOf(name: string): number {
    return this.#counts.get(name) ?? 0
  }
}

function placeName({ place }: GateTicket): string {
  return `at ${place}`
}
