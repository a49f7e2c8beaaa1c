/**
 * Chooses the next job of a worker: owners take turns, clients without a key have a lane of their own, and small jobs overtake
 * long ones.
 *
 * @module
 */

import { allBusy } from './executor.js'
import { FairLine } from './fair-line.js'
import type { Owner } from './owner.js'
import { WORK_LIMITS } from './work-limits.js'

/** How the workers are divided. */
interface WorkerLanes {
  /** Workers for jobs of any length. */
  readonly long: number
  /** Workers for small jobs alone. */
  readonly small: number
  /** Workers for owners who have no running job while all other workers are busy with other owners' jobs. */
  readonly spare: number
}

/** Further limits on when a job may begin. */
interface WorkBounds {
  /** Jobs that may wait. */
  readonly maxQueue: number
  /**
   * Jobs of one owner that have only just begun, at once. There are more workers than processors, so that short jobs overtake
   * long ones. While no job is long, more running jobs would only compete for the processors. Default: any number.
   */
  readonly maxFresh?: number
  /** Whether there is memory for another job, given whether it is small. Called before each job except the first. */
  readonly hasRoom: (isSmall: boolean) => boolean
}

/** A job that waits for a worker, or has one. */
interface WorkTicket {
  readonly owner: Owner
  readonly isSmall: boolean
  lane: 'none' | 'long' | 'small' | 'spare'
  /** Whether the job has only just begun. */
  isFresh: boolean
}

/** What the scheduler needs to know of a job. */
interface TurnOptions {
  readonly owner: Owner
  /** Size of the job's input, in bytes. */
  readonly bytes: number
  readonly signal: AbortSignal
  readonly maxWaitMs: number
}

/** Assigns jobs to a fixed number of workers. */
interface Scheduler {
  /**
   * Waits until a worker is free for the job.
   *
   * @returns a function that gives the worker back; a second call does nothing
   * @throws SealwrightError `overloaded`; the signal's reason when aborted
   */
  takeTurn(options: TurnOptions): Promise<() => void>
  /** How many jobs have a worker, and how many wait. */
  counts(): { readonly running: number; readonly waiting: number }
  /** Must be called when more memory may be free than before. */
  advance(): void
}

/** Divides this number of threads. Fewer than three are not divided. */
export function divideThreads(threads: number): WorkerLanes {
  const apart = Math.max(1, Math.floor(threads / 4))
  const small = threads >= 3 ? apart : 0
  const spare = threads >= 4 ? apart : 0
  return { long: threads - small - spare, small, spare }
}

/**
 * Makes a scheduler.
 *
 * A job is small by its size, which says little about its time. A small job that takes longer than `maxSmallJobMs` counts as a
 * long one from then on. For `slowOwnerMs` after that, all jobs of its owner count as long.
 */
export function createScheduler(
  lanes: WorkerLanes,
  { maxQueue, maxFresh = Number.POSITIVE_INFINITY, hasRoom }: WorkBounds,
): Scheduler {
  const running = new Set<WorkTicket>()
  const slowUntil = new Map<string, number>()
  const countIn = (lane: WorkTicket['lane'], isCounted = (_: WorkTicket) => true) =>
    [...running].filter((ticket) => ticket.lane === lane && isCounted(ticket)).length
  const threads = lanes.long + lanes.small + lanes.spare
  const anonymousLong = Math.max(1, lanes.long - 1)

  const countFresh = ({ id }: Owner) => [...running].filter(({ isFresh, owner }) => isFresh && owner.id === id).length

  const chooseLane = (ticket: WorkTicket): WorkTicket['lane'] => {
    if (running.size >= threads || countFresh(ticket.owner) >= maxFresh) return 'none'
    if (running.size > 0 && !hasRoom(ticket.isSmall)) return 'none'
    const { owner } = ticket
    const isQuick = ticket.isSmall && (slowUntil.get(owner.id) ?? 0) <= performance.now()
    if (isQuick && countIn('small') < lanes.small) return 'small'
    const strangers = countIn('long', (other) => other.owner.isAnonymous)
    if (owner.isAnonymous && strangers >= anonymousLong) return 'none'
    if (countIn('long') < lanes.long) return 'long'
    const hasNothing = !owner.isAnonymous && ![...running].some((other) => other.owner.id === owner.id)
    return hasNothing && countIn('spare') < lanes.spare ? 'spare' : 'none'
  }
  const limits = { maxWaiting: maxQueue, maxWaitingPerOwner: Math.max(1, Math.ceil(maxQueue / 2)) }
  const line = new FairLine<WorkTicket>((ticket) => {
    ticket.lane = chooseLane(ticket)
    if (ticket.lane === 'none') return false
    running.add(ticket)
    return true
  }, limits)

  const moveOver = (ticket: WorkTicket) => {
    if (ticket.lane !== 'small') return
    ticket.lane = 'long'
    const now = performance.now()
    for (const [id, until] of slowUntil) if (until <= now) slowUntil.delete(id)
    slowUntil.set(ticket.owner.id, now + WORK_LIMITS.slowOwnerMs)
    line.advance()
  }

  return {
    async takeTurn({ owner, bytes, signal, maxWaitMs }) {
      const ticket: WorkTicket = { owner, isSmall: bytes <= WORK_LIMITS.maxSmallJobBytes, lane: 'none', isFresh: true }
      await line.wait(ticket, { signal, maxWaitMs, onTimeout: allBusy, onCrowded: allBusy })
      let timer = setTimeout(() => {
        timer = setTimeout(() => moveOver(ticket), WORK_LIMITS.maxSmallJobMs - WORK_LIMITS.freshJobMs)
        ticket.isFresh = false
        line.advance()
      }, WORK_LIMITS.freshJobMs)
      return () => {
        clearTimeout(timer)
        if (running.delete(ticket)) line.advance()
      }
    },
    counts: () => ({ running: running.size, waiting: line.length }),
    advance: () => line.advance(),
  }
}
