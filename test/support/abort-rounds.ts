/**
 * Calls of the package's functions that are aborted at random moments.
 *
 * @module
 */

import { getEventListeners } from 'node:events'
import { readdirSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type { WorkerFunctions } from '../../src/workers/create-workers.js'
import type { Random } from './mutate.js'

/** A call that is aborted, and what it takes. */
export interface AbortableCall {
  readonly name: string
  call(options: Pick<AbortOptions, 'signal' | 'onProgress'>): Promise<unknown>
}

interface AbortOptions {
  readonly signal: AbortSignal
  readonly onProgress: () => void
}

/** Where functions run: in this thread or in workers. */
export type Place = Pick<
  WorkerFunctions,
  'convertFile' | 'signDocument' | 'extendDocument' | 'verifyDocument' | 'renderReport'
>

/** What came of many calls. */
export interface AbortTally {
  /** Calls that were aborted before they had settled. */
  readonly aborted: number
  /** Calls that were over before. */
  readonly completed: number
  /** What must not happen, in words. */
  readonly faults: readonly string[]
}

/** Moments at which a call is aborted. */
type Moment = 'before' | 'sameTurn' | 'timer' | 'progress'
const MOMENTS: readonly Moment[] = ['before', 'sameTurn', 'timer', 'timer', 'timer', 'timer', 'progress']

/** Most rounds for one abort that is wanted: those of calls that were over before do not count. */
const MOST_ROUNDS = 4

/** Aborts calls at random moments until so many were aborted. */
export async function abortCalls(calls: readonly AbortableCall[], count: number, random: Random): Promise<AbortTally> {
  const faults: string[] = []
  const durations = new Map<AbortableCall, number>()
  for (const each of calls) {
    await each.call({ signal: new AbortController().signal, onProgress: () => undefined })
    const start = performance.now()
    await each.call({ signal: new AbortController().signal, onProgress: () => undefined })
    durations.set(each, performance.now() - start)
  }
  let aborted = 0
  let completed = 0
  for (let round = 0; aborted < count && round < MOST_ROUNDS * count; round++) {
    const each = calls[round % calls.length] as AbortableCall
    const moment = MOMENTS[random(MOMENTS.length)] as Moment
    const outcome = await abortOnce(each, moment, (random(1000) / 1000) * (durations.get(each) ?? 1))
    if (outcome === 'aborted') aborted++
    else if (outcome === 'completed') completed++
    else faults.push(`${each.name}, ${moment}: ${outcome}`)
  }
  if (aborted < count) faults.push(`Only ${aborted} of ${count} calls were aborted before they were over.`)
  return { aborted, completed, faults }
}

async function abortOnce({ call }: AbortableCall, moment: Moment, delayMs: number): Promise<string> {
  const controller = new AbortController()
  const { signal } = controller
  const reason = new Error('enough')
  let isOver = false
  let wasAborted = false
  const abort = () => {
    if (isOver || wasAborted) return
    wasAborted = true
    controller.abort(reason)
  }
  if (moment === 'before') abort()
  let reports = 2
  const onProgress = () => {
    if (moment === 'progress' && --reports === 0) abort()
  }
  const result = call({ signal, onProgress }).then(
    () => 'completed',
    (error: unknown) => (error === reason ? 'aborted' : `rejected with ${String(error)}`),
  )
  const settled = result.finally(() => {
    isOver = true
  })
  if (moment === 'sameTurn') abort()
  const timer = moment === 'timer' ? setTimeout(delayMs).then(abort) : undefined
  const outcome = await settled
  await timer
  if (outcome === 'completed' && wasAborted) return 'resolved although it was aborted'
  // A call that ended just before would be blamed for what it still unregisters.
  await setTimeout(0)
  const listeners = getEventListeners(signal, 'abort').length
  return listeners === 0 ? outcome : `${listeners} listeners are left on the signal`
}

/** What a process has open: files and sockets (Linux), and what would keep it running. */
export function openResources(): readonly string[] {
  const files = process.platform === 'linux' ? [`${readdirSync('/proc/self/fd').length} files`] : []
  return [...files, ...process.getActiveResourcesInfo().filter((name) => name !== 'Timeout' && name !== 'Immediate')]
}
