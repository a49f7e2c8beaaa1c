/**
 * How much of the host's memory requests may hold at once.
 *
 * @module
 */

import { SealwrightError } from '../errors.js'
import { FairLine } from '../work/fair-line.js'
import type { Owner } from '../work/owner.js'
import { ADMISSION_LIMITS } from './admission-limits.js'

/** What one request holds of the budget. */
export interface ByteLease {
  /** Sets the owner that the bytes are counted for. Must be called before the first bytes are taken. */
  assign(owner: Owner): void
  /**
   * Waits until this number of bytes is free, and reserves them. Bytes that are taken later come out of the reservation first.
   *
   * @throws SealwrightError `overloaded` when that takes too long; the signal's reason when aborted
   */
  reserve(bytes: number, signal: AbortSignal): Promise<void>
  /**
   * Takes this number of further bytes, before they are allocated.
   *
   * @throws SealwrightError `overloaded` when they were not reserved and too few are free
   */
  take(bytes: number): void
  /** Gives back this number of bytes that were taken. */
  give(bytes: number): void
  /**
   * Sets the held bytes to this number. They are allocated already, as when an answer replaces its request, so the budget may be
   * exceeded; later requests then wait.
   */
  replace(bytes: number): void
  /** Gives everything back; a second call does nothing. */
  release(): void
}

/** Shares of the budget, in bytes. */
interface BudgetLimits {
  readonly total: number
  /** Most bytes that one document may take. No share is smaller. */
  readonly largest: number
}

interface BytesTicket {
  readonly owner: Owner
  readonly bytes: number
}

const NOBODY: Owner = { id: 'client unknown', isAnonymous: true }
const ANONYMOUS = 'anonymous'

/** Share of the budget that one API key may use. */
const KEY_SHARE = 3 / 4
/** Share of the budget that all clients without a key may use together. */
const ANONYMOUS_SHARE = 3 / 8
/** Share of the budget that one client without a key may use. */
const CLIENT_SHARE = 1 / 4

/** Counts the bytes of all requests together, of each owner, and of all without a key. */
export class ByteBudget {
  readonly #limits: BudgetLimits
  readonly #line: FairLine<BytesTicket>
  readonly #held = new Map<string, number>()
  #used = 0

  constructor(limits: BudgetLimits) {
    this.#limits = limits
    const { maxWaitingForBytes: maxWaiting, maxWaitingForBytesPerOwner: maxWaitingPerOwner } = ADMISSION_LIMITS
    this.#line = new FairLine((ticket) => this.#tryTake(ticket), { maxWaiting, maxWaitingPerOwner })
  }

  /** Bytes that are taken or reserved at the moment. */
  get used(): number {
    return this.#used
  }

  /** Requests that wait for free bytes. */
  get waiting(): number {
    return this.#line.length
  }

  /** Bytes that an owner holds. */
  heldBy(ownerId: string): number {
    return this.#heldBy(ownerId)
  }

  /** How many bytes one key may hold. */
  get keyShare(): number {
    return this.#share(KEY_SHARE)
  }

  open(): ByteLease {
    let owner = NOBODY
    let taken = 0
    let held = 0
    return {
      assign: (next) => {
        owner = next
      },
      reserve: async (bytes, signal) => {
        const missing = taken + bytes - held
        if (missing <= 0) return
        await this.#wait({ owner, bytes: missing }, signal)
        held += missing
      },
      take: (bytes) => {
        const missing = taken + bytes - held
        if (missing > 0) {
          if (!this.#tryTake({ owner, bytes: missing })) throw full()
          held += missing
        }
        taken += bytes
      },
      give: (bytes) => {
        taken -= bytes
        held -= bytes
        this.#giveBack({ owner, bytes })
      },
      replace: (bytes) => {
        const surplus = held - bytes
        taken = held = bytes
        if (surplus !== 0) this.#giveBack({ owner, bytes: surplus })
      },
      release: () => {
        const bytes = held
        taken = held = 0
        if (bytes > 0) this.#giveBack({ owner, bytes })
      },
    }
  }

  async #wait(ticket: BytesTicket, signal: AbortSignal): Promise<void> {
    if (ticket.bytes > this.#limits.total) throw full()
    await this.#line.wait(ticket, {
      signal,
      maxWaitMs: ADMISSION_LIMITS.maxWaitForBytesMs,
      onTimeout: full,
      onCrowded: full,
    })
  }

  #tryTake(ticket: BytesTicket): boolean {
    const { owner, bytes } = ticket
    if (this.#used + bytes > this.#limits.total) return false
    if (this.#heldBy(owner.id) + bytes > this.#share(owner.isAnonymous ? CLIENT_SHARE : KEY_SHARE)) return false
    if (owner.isAnonymous && this.#heldBy(ANONYMOUS) + bytes > this.#share(ANONYMOUS_SHARE)) return false
    this.#add(ticket, bytes)
    return true
  }

  #giveBack(ticket: BytesTicket): void {
    this.#add(ticket, -ticket.bytes)
    this.#line.advance()
  }

  #add({ owner }: BytesTicket, bytes: number): void {
    this.#used += bytes
    for (const name of owner.isAnonymous ? [owner.id, ANONYMOUS] : [owner.id]) {
      const held = this.#heldBy(name) + bytes
      if (held === 0) this.#held.delete(name)
      else this.#held.set(name, held)
    }
  }

  #heldBy(name: string): number {
    return this.#held.get(name) ?? 0
  }

  #share(part: number): number {
    const { total, largest } = this.#limits
    return Math.min(total, Math.max(largest, total * part))
  }
}

function full(): SealwrightError {
  return new SealwrightError('overloaded', 'The service holds as many documents as it can; try again shortly.')
}
