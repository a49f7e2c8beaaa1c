/**
 * The longest time that a call computed without a turn of the event loop, and what it did then.
 *
 * @module
 */

import type { Profiler } from 'node:inspector'
import { Session } from 'node:inspector/promises'
import { setTimeout } from 'node:timers/promises'
import { watchBusyTime } from './busy-watch.js'

const SAMPLE_MICROSECONDS = 300
/** Calls that took less of a block than this share are not listed. */
const LEAST_SHARE = 0.1
const DEPTH = 14

/** How a call is watched. */
export interface BlockProfileOptions {
  /** What was done is printed for blocks from so many milliseconds on; left out: for none. */
  readonly least: number | undefined
}

/** Processor time of a call, in milliseconds. */
export interface WatchedCall {
  readonly worstMs: number
  readonly totalMs: number
}

/** Watches one call. */
export class BlockProfile {
  readonly #least: number | undefined

  constructor({ least }: BlockProfileOptions) {
    this.#least = least
  }

  async watch(call: () => Promise<unknown>): Promise<WatchedCall> {
    const session = this.#least === undefined ? undefined : await startSampling()
    const watch = watchBusyTime()
    await setTimeout(20)
    await call()
    await setTimeout(20)
    watch.stop()
    if (session !== undefined && this.#least !== undefined) {
      const { profile } = await session.post('Profiler.stop')
      session.disconnect()
      for (const block of watch.blocks) if (block.ms >= this.#least) printBlock(block, profile)
    }
    return { worstMs: watch.worstMs, totalMs: watch.totalMs }
  }
}

async function startSampling(): Promise<Session> {
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')
  await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_MICROSECONDS })
  await session.post('Profiler.start')
  return session
}

type Profile = Profiler.Profile

function printBlock(
  block: { readonly ms: number; readonly from: number; readonly to: number },
  profile: Profile,
): void {
  const parents = new Map(
    profile.nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)),
  )
  const weights = new Map<number, number>()
  let time = profile.startTime
  let all = 0
  for (const [index, sample] of (profile.samples ?? []).entries()) {
    time += profile.timeDeltas?.[index] ?? 0
    if (time < block.from || time > block.to) continue
    all++
    for (let node: number | undefined = sample; node !== undefined; node = parents.get(node)) {
      weights.set(node, (weights.get(node) ?? 0) + 1)
    }
  }
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]))
  const print = (id: number, depth: number) => {
    const node = nodes.get(id)
    const share = (weights.get(id) ?? 0) / all
    if (node === undefined || share < LEAST_SHARE || depth > DEPTH) return
    const { functionName, url } = node.callFrame
    const where = url.slice(url.lastIndexOf('/') + 1)
    console.log(`${' '.repeat(depth)}${(share * block.ms).toFixed(0)} ms ${functionName || '(anonymous)'} ${where}`)
    for (const child of node.children ?? []) print(child, depth + 1)
  }
  console.log(`block of ${block.ms.toFixed(1)} ms`)
  for (const { id } of profile.nodes) if (!parents.has(id)) print(id, 1)
}
