/**
 * The cache of values that are read out of bytes.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { RecentCache } from '../../src/cms/algorithm/recent-cache.js'

const bytesOf = (number: number) => Uint8Array.of(number >> 8, number & 0xff)

it('keeps what is used all the time, however much else comes by, and no more than its capacity', () => {
  const cache = new RecentCache<number>(8)
  let made = 0
  const ask = (number: number) =>
    cache.get(bytesOf(number), () => {
      made++
      return number
    })
  expect(ask(0)).toBe(0)
  for (let i = 1; i <= 100; i++) {
    expect(ask(i)).toBe(i)
    expect(ask(0)).toBe(0)
  }
  expect(made).toBe(101)
  // Of all others only the last few are still there.
  for (let i = 1; i <= 92; i++) ask(i)
  expect(made).toBe(101 + 92)
})

it('does not keep values of long keys', () => {
  const cache = new RecentCache<object>(8, 4)
  const key = new Uint8Array(5)
  expect(cache.get(key, () => ({}))).not.toBe(cache.get(key, () => ({})))
  expect(cache.get(key.subarray(1), () => key)).toBe(cache.get(key.subarray(1), () => ({})))
})
