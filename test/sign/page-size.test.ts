/**
 * The size of the certificate page.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { fitPageSize } from '../../src/sign/certificate/page-size.js'

const pointsOf = (width: number, height: number) => fitPageSize(width, height).points

describe('fitPageSize', () => {
  it('takes usual sizes as they are', () => {
    expect(pointsOf(595.28, 841.89)).toEqual([595.28, 841.89])
    expect(pointsOf(792, 612)).toEqual([792, 612])
    expect(fitPageSize(612, 792)).toMatchObject({ width: 12240, height: 15840 })
  })

  it('scales large pages down to A3 and keeps their proportions', () => {
    const [width, height] = pointsOf(2384, 3370)
    expect(height).toBeCloseTo(1190.55, 1)
    expect(width / height).toBeCloseTo(2384 / 3370, 3)
  })

  it('makes small pages and strips large enough for text', () => {
    for (const [width, height] of [
      [10, 10],
      [0.001, 600],
      [20_000, 30],
    ] as const) {
      const size = fitPageSize(width, height)
      expect(Math.min(size.width, size.height)).toBe(5953)
      expect(Math.max(size.width, size.height)).toBeLessThanOrEqual(23811)
    }
  })

  it('makes A4 of what is no size', () => {
    for (const size of [0, -5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(pointsOf(size, 500)).toEqual([595.28, 841.89])
  })
})
