/**
 * How workers are shared among owners, and how memory is watched.
 *
 * @module
 */

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { clientOwner, keyOwner } from '../../src/admission/owner.js'
import { createMemoryWatch } from '../../src/work/memory-watch.js'
import type { Owner } from '../../src/work/owner.js'
import { createScheduler, divideThreads } from '../../src/work/scheduler.js'

const { signal } = new AbortController()
const LARGE = 10_000_000

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

function makeScheduler({ hasRoom = (_: boolean): boolean => true, maxFresh = 100 } = {}) {
  const scheduler = createScheduler({ long: 2, small: 1, spare: 1 }, { maxQueue: 64, maxFresh, hasRoom })
  const started: string[] = []
  const ask = (owner: Owner, name: string, bytes: number) =>
    scheduler.takeTurn({ owner, bytes, signal, maxWaitMs: 60_000 }).then((giveBack) => {
      started.push(name)
      return giveBack
    })
  return { scheduler, started, ask, settle: () => vi.advanceTimersByTimeAsync(0) }
}

describe('divideThreads', () => {
  it.each([
    [1, { long: 1, small: 0, spare: 0 }],
    [2, { long: 2, small: 0, spare: 0 }],
    [3, { long: 2, small: 1, spare: 0 }],
    [4, { long: 2, small: 1, spare: 1 }],
    [16, { long: 8, small: 4, spare: 4 }],
  ])('divides %i threads', (threads, lanes) => {
    expect(divideThreads(threads)).toEqual(lanes)
  })
})

describe('the scheduler', () => {
  it('keeps a worker for small jobs, whatever else goes on', async () => {
    const { started, ask, settle } = makeScheduler()
    for (let i = 0; i < 10; i++) void ask(keyOwner('flood'), `long${i}`, LARGE)
    void ask(keyOwner('b'), 'small', 100)
    await settle()
    expect(started).toEqual(['long0', 'long1', 'small'])
  })

  it('gives a key that has nothing in work a worker at once', async () => {
    const { started, ask, settle } = makeScheduler()
    for (let i = 0; i < 10; i++) void ask(keyOwner('flood'), `long${i}`, LARGE)
    void ask(keyOwner('b'), 'b', LARGE)
    void ask(keyOwner('c'), 'c', LARGE)
    await settle()
    expect(started).toEqual(['long0', 'long1', 'b'])
  })

  it('leaves strangers a part of the workers alone', async () => {
    const { started, ask, settle } = makeScheduler()
    for (let i = 0; i < 5; i++) void ask(clientOwner(`192.0.2.${i}`), `?${i}`, LARGE)
    void ask(keyOwner('a'), 'a', LARGE)
    await settle()
    expect(started).toEqual(['?0', 'a'])
  })

  it('moves what only looked small over to the long ones, and its owner with it', async () => {
    const { started, ask, settle } = makeScheduler()
    const giveBack = ask(keyOwner('a'), 'a0', 100)
    await vi.advanceTimersByTimeAsync(1100)
    // The worker for small jobs is free again.
    void ask(keyOwner('b'), 'b0', 100)
    await settle()
    expect(started).toEqual(['a0', 'b0'])
    void ask(keyOwner('a'), 'a1', 100)
    void ask(keyOwner('a'), 'a2', 100)
    await settle()
    expect(started).toEqual(['a0', 'b0', 'a1'])
    ;(await giveBack)()
    await settle()
    expect(started).toEqual(['a0', 'b0', 'a1', 'a2'])
  })

  it('does short jobs of one owner one after the other, and begins the next beside one that takes longer', async () => {
    const { started, ask, settle } = makeScheduler({ maxFresh: 1 })
    const first = ask(keyOwner('a'), 'a0', 100)
    void ask(keyOwner('a'), 'a1', 100)
    void ask(keyOwner('a'), 'a2', 100)
    await settle()
    expect(started).toEqual(['a0'])
    ;(await first)()
    await settle()
    expect(started).toEqual(['a0', 'a1'])
    await vi.advanceTimersByTimeAsync(25)
    expect(started).toEqual(['a0', 'a1', 'a2'])
  })

  it('keeps nobody waiting for what others have only just begun', async () => {
    const { started, ask, settle } = makeScheduler({ maxFresh: 1 })
    void ask(keyOwner('a'), 'a0', 100)
    void ask(keyOwner('a'), 'a1', 100)
    void ask(keyOwner('b'), 'b0', 100)
    await settle()
    expect(started).toEqual(['a0', 'b0'])
  })

  it('starts nothing more while memory is short, but never nothing at all', async () => {
    let hasRoom = false
    const { started, ask, settle } = makeScheduler({ hasRoom: () => hasRoom })
    const first = ask(keyOwner('a'), 'a0', LARGE)
    void ask(keyOwner('a'), 'a1', LARGE)
    void ask(keyOwner('b'), 'b0', LARGE)
    await settle()
    expect(started).toEqual(['a0'])
    hasRoom = true
    ;(await first)()
    await settle()
    expect(started).toEqual(['a0', 'a1', 'b0'])
  })

  it('lets small jobs in where memory is short for others', async () => {
    const { started, ask, settle } = makeScheduler({ hasRoom: (isSmall) => isSmall })
    void ask(keyOwner('a'), 'a0', LARGE)
    void ask(keyOwner('a'), 'a1', LARGE)
    void ask(keyOwner('b'), 'b0', LARGE)
    void ask(keyOwner('b'), 'b1', 100)
    await settle()
    expect(started).toEqual(['a0'])
    void ask(keyOwner('c'), 'c0', 100)
    await settle()
    expect(started).toEqual(['a0', 'c0'])
  })
})

describe('the watch over memory', () => {
  it('keeps some room for small jobs alone', () => {
    let used = 0
    const watch = createMemoryWatch(800, 50, { measure: () => used })
    watch.add({ end: () => undefined })
    const rooms = () => [watch.hasRoom(), watch.hasRoom(true)]
    const isThere = [300, 500, 750].map((bytes) => {
      used = bytes
      vi.advanceTimersByTime(60)
      return rooms()
    })
    expect(isThere).toEqual([
      [true, true],
      [false, true],
      [false, false],
    ])
  })

  it('ends no job for memory that others took and left behind', () => {
    let used = 0
    const watch = createMemoryWatch(800, 50, { measure: () => used })
    const ended: string[] = []
    const stop = watch.add({ end: () => void ended.push('greedy') })
    used = 900
    vi.advanceTimersByTime(60)
    expect(ended).toEqual(['greedy'])
    watch.add({ end: () => void ended.push('modest') })
    stop()
    used = 920
    vi.advanceTimersByTime(2000)
    expect(ended).toEqual(['greedy'])
    // What it takes itself is another matter.
    used = 980
    vi.advanceTimersByTime(60)
    expect(ended).toEqual(['greedy', 'modest'])
  })

  it('ends the job that was there while memory grew', () => {
    let used = 100
    const watch = createMemoryWatch(500, 50, { measure: () => used })
    const ended: string[] = []
    const job = (name: string) => watch.add({ end: () => void ended.push(name) })
    job('first')
    used = 200
    vi.advanceTimersByTime(60)
    const stop = job('second')
    vi.advanceTimersByTime(60)
    expect(watch.hasRoom()).toBe(true)
    used = 500
    vi.advanceTimersByTime(60)
    expect([ended, watch.hasRoom()]).toEqual([[], false])
    used = 700
    vi.advanceTimersByTime(60)
    expect(ended).toEqual(['first'])
    // What was ended needs a moment.
    vi.advanceTimersByTime(500)
    expect(ended).toEqual(['first'])
    stop()
  })

  it('does not count what was there before', () => {
    let used = 10_000
    const watch = createMemoryWatch(500, 50, { measure: () => used })
    const ended: string[] = []
    watch.add({ end: () => void ended.push('job') })
    used = 10_400
    vi.advanceTimersByTime(200)
    expect(ended).toEqual([])
  })

  it('counts what earlier jobs left in threads', () => {
    let used = 10_000
    const watch = createMemoryWatch(500, 50, { measure: () => used, kept: () => 200 })
    const ended: string[] = []
    watch.add({ end: () => void ended.push('job') })
    used = 10_250
    vi.advanceTimersByTime(60)
    expect([ended, watch.hasRoom(true)]).toEqual([[], false])
    used = 10_350
    vi.advanceTimersByTime(60)
    expect(ended).toEqual(['job'])
  })
})
