/**
 * Pools of workers suit the machine that they run on.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { sizePool } from '../../src/work/pool-size.js'
import { divideThreads } from '../../src/work/scheduler.js'

const GB = 1024

describe('a pool of workers', () => {
  it.each([
    [1, 2 * GB, { threads: 4, maxMemoryMb: 640, maxIdleHeapMb: 160 }],
    [2, 8 * GB, { threads: 4, maxMemoryMb: 640, maxIdleHeapMb: 160 }],
    [8, 32 * GB, { threads: 9, maxMemoryMb: 1440, maxIdleHeapMb: 360 }],
    [32, 128 * GB, { threads: 33, maxMemoryMb: 5280, maxIdleHeapMb: 1320 }],
    [96, 256 * GB, { threads: 97, maxMemoryMb: 15_520, maxIdleHeapMb: 3880 }],
    // A small container on a large machine.
    [96, 2 * GB, { threads: 97, maxMemoryMb: 1024, maxIdleHeapMb: 256 }],
    [96, 512, { threads: 97, maxMemoryMb: 640, maxIdleHeapMb: 160 }],
  ])('on %i processors with %i MB', (processors, memoryMb, expected) => {
    const size = sizePool({}, { processors, memoryMb })
    expect(size).toMatchObject(expected)
    expect(size.maxQueue).toBe(16 * size.threads)
    const { long, small, spare } = divideThreads(size.threads)
    expect(long + small + spare).toBe(size.threads)
    expect(long).toBeGreaterThanOrEqual(size.threads / 2)
  })

  it('is as its host says', () => {
    const host = { processors: 8, memoryMb: 32 * GB }
    expect(sizePool({ threads: 2, maxMemoryMb: 2000, maxQueue: 5 }, host)).toEqual({
      threads: 2,
      maxMemoryMb: 2000,
      maxQueue: 5,
      maxIdleHeapMb: 160,
    })
  })

  it('keeps a quarter of memory that was granted for nothing else', () => {
    const host = { processors: 2, memoryMb: 8 * GB }
    expect(sizePool({ threads: 2, maxMemoryMb: 2048 }, host, true).maxIdleHeapMb).toBe(512)
    expect(sizePool({ threads: 1, maxMemoryMb: 100 }, host, true).maxIdleHeapMb).toBe(160)
  })
})
