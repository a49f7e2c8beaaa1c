/**
 * What is done with bytes.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { isAllZero, ownBytes } from '../src/bytes.js'

it('bytes in memory of their own stay where they are, those in shared memory are copied', () => {
  const alone = new Uint8Array([1, 2, 3]).subarray(1)
  expect(ownBytes(alone)).toBe(alone)

  const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(7).subarray(1)
  const copy = ownBytes(shared)
  expect(copy.buffer).toBeInstanceOf(ArrayBuffer)
  expect(copy).toEqual(new Uint8Array([7, 7, 7]))
  shared[0] = 1
  expect(copy[0]).toBe(7)
})

it.each([1, 2, 7, 64, 20_000])('%i bytes are all zero only when each of them is', (length) => {
  const padding = new Uint8Array(length + 2).fill(9)
  const bytes = padding.subarray(1, length + 1).fill(0)
  expect(isAllZero(bytes)).toBe(true)
  for (const at of [0, length >> 1, length - 1]) {
    bytes[at] = 1
    expect(isAllZero(bytes), `a one at ${at}`).toBe(false)
    bytes[at] = 0
  }
  // The same value throughout is not zero.
  expect(isAllZero(bytes.fill(5))).toBe(false)
  expect(isAllZero(bytes.subarray(0, 0))).toBe(true)
})
