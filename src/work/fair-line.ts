/**
 * A queue that serves owners in turn: an owner with much waiting does not hold up those with little.
 *
 * @module
 */

import type { Owner } from './owner.js'

/** A place in the queue. It leaves the queue as soon as the line's `tryEnter` accepts it. */
interface Ticket {
  readonly owner: Owner
}

/** How long a ticket waits, and the errors when it cannot be let in. */
export interface WaitOptions {
  /** Aborts the waiting, which rejects with the signal's reason. */
  readonly signal: AbortSignal
  readonly maxWaitMs: number
  /** Makes the error when `maxWaitMs` has passed. */
  readonly onTimeout: () => Error
  /** Makes the error when too many tickets are waiting already. */
  readonly onCrowded: () => Error
}

interface Entry<T> {
  readonly ticket: T
  letIn(): void
}

/** Most tickets that may wait. */
interface LineLimits {
  readonly maxWaiting: number
  readonly maxWaitingPerOwner: number
}

/** Owners of one lane with their waiting tickets. The owner whose turn is next comes first. */
type Lane<T> = Map<string, Entry<T>[]>

/**
 * A queue with two lanes, one for keys and one for clients without a key. The lanes are served alternately, and the owners
 * within a lane in turn.
 */
export class FairLine<T extends Ticket> {
  readonly #tryEnter: (ticket: T) => boolean
  readonly #limits: LineLimits
  readonly #keyed: Lane<T> = new Map()
  readonly #anonymous: Lane<T> = new Map()
  readonly #waiting = { keyed: 0, anonymous: 0 }
  #isAnonymousNext = false

  /** @param tryEnter takes what the ticket needs and returns true, or takes nothing and returns false */
  constructor(tryEnter: (ticket: T) => boolean, limits: LineLimits) {
    this.#tryEnter = tryEnter
    this.#limits = limits
  }

  /** How many tickets wait. */
  get length(): number {
    return this.#waiting.keyed + this.#waiting.anonymous
  }

  /**
   * Waits until the ticket was let in.
   *
   * @throws the errors of `onTimeout` and `onCrowded`; the signal's reason when aborted. The ticket has then taken nothing.
   */
  async wait(ticket: T, { signal, maxWaitMs, onTimeout, onCrowded }: WaitOptions): Promise<void> {
    signal.throwIfAborted()
    const kind = ticket.owner.isAnonymous ? 'anonymous' : 'keyed'
    const isFirst = !this.#laneOf(ticket).has(ticket.owner.id)
    if (isFirst && this.#tryEnter(ticket)) return
    const { maxWaiting, maxWaitingPerOwner } = this.#limits
    const own = this.#laneOf(ticket).get(ticket.owner.id)?.length ?? 0
    if (own >= maxWaitingPerOwner || this.#waiting[kind] >= maxWaiting) throw onCrowded()
    await new Promise<void>((resolve, reject) => {
      const leave = (reason: unknown) => {
        this.#remove(entry)
        stop()
        reject(reason)
      }
      const onAbort = () => leave(signal.reason)
      const timer = Number.isFinite(maxWaitMs) ? setTimeout(() => leave(onTimeout()), maxWaitMs) : undefined
      const stop = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', onAbort)
      }
      const entry: Entry<T> = {
        ticket,
        letIn: () => {
          stop()
          resolve()
        },
      }
      signal.addEventListener('abort', onAbort)
      this.#add(entry)
    })
  }

  /** Lets in all tickets that fit now. Must be called whenever something becomes free. */
  advance(): void {
    for (let refusals = 0; refusals < 2 && this.length > 0; ) {
      const lane = this.#isAnonymousNext ? this.#anonymous : this.#keyed
      this.#isAnonymousNext = !this.#isAnonymousNext
      refusals = this.#admitOne(lane) ? 0 : refusals + 1
    }
  }

  #admitOne(lane: Lane<T>): boolean {
    for (const [id, [entry]] of lane) {
      if (entry === undefined || !this.#tryEnter(entry.ticket)) continue
      this.#remove(entry)
      const rest = lane.get(id)
      if (rest !== undefined) {
        // The owner moves to the end of its lane.
        lane.delete(id)
        lane.set(id, rest)
      }
      entry.letIn()
      return true
    }
    return false
  }

  #add(entry: Entry<T>): void {
    const { owner } = entry.ticket
    const lane = this.#laneOf(entry.ticket)
    const own = lane.get(owner.id) ?? []
    own.push(entry)
    lane.set(owner.id, own)
    this.#waiting[owner.isAnonymous ? 'anonymous' : 'keyed']++
  }

  #remove(entry: Entry<T>): void {
    const { owner } = entry.ticket
    const lane = this.#laneOf(entry.ticket)
    const own = lane.get(owner.id) ?? []
    const at = own.indexOf(entry)
    if (at < 0) return
    own.splice(at, 1)
    if (own.length === 0) lane.delete(owner.id)
    this.#waiting[owner.isAnonymous ? 'anonymous' : 'keyed']--
  }

  #laneOf({ owner }: T): Lane<T> {
    return owner.isAnonymous ? this.#anonymous : this.#keyed
  }
}
