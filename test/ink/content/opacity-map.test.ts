/**
 * Masks that are averaged down.
 *
 * @module
 */

import { expect, it } from 'vitest'
import { averageBits, averageMap } from '../../../src/ink/pictures/image-opacity.js'

it.each([
  [1, 1],
  [7, 3],
  [8, 8],
  [255, 256],
  [257, 300],
  [1000, 601],
])('bits are averaged as other samples are: %d x %d', (width, height) => {
  const rowBytes = Math.ceil(width / 8)
  // The bits behind the last sample of a row are set, and must not count.
  const bytes = Uint8Array.from({ length: rowBytes * height }, (_, i) => ((i * 2654435761) >>> 13) & 0xff)
  for (let y = 1; y <= height; y++)
    bytes[y * rowBytes - 1] = (bytes[y * rowBytes - 1] as number) | ((1 << (rowBytes * 8 - width)) - 1)
  const bit = (x: number, y: number) => ((bytes[y * rowBytes + (x >> 3)] as number) >> (7 - (x & 7))) & 1
  for (const [zero, one] of [
    [255, 0],
    [0, 255],
    [51, 204],
  ] as const) {
    const rowAt = (y: number) => Float64Array.from({ length: width }, (_, x) => (bit(x, y) === 1 ? one : zero))
    const [map, other] = [averageBits(width, height, bytes, [zero, one]), averageMap(width, height, rowAt)]
    expect([map.width, map.height]).toEqual([other.width, other.height])
    expect(Buffer.compare(map.values, other.values)).toBe(0)
  }
})
