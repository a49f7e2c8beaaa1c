/**
 * What is done with bytes whose memory others may share.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { ownBytes } from '../src/bytes.js'

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
