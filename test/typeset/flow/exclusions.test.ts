/**
 * The room that floats leave for lines.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { freeBands } from '../../../src/typeset/flow/exclusions.js'

const BOX = { left: 4000, right: 6000, top: 1000, bottom: 2000, side: 'both' } as const

describe('freeBands', () => {
  it('leaves the column whole above and below an object', () => {
    expect(freeBands([BOX], 700, 300, 0, 9000).bands).toEqual([{ left: 0, right: 9000 }])
    expect(freeBands([BOX], 2000, 300, 0, 9000).bands).toEqual([{ left: 0, right: 9000 }])
  })

  it('gives both sides relative to the column', () => {
    expect(freeBands([BOX], 900, 300, 1000, 9000)).toEqual({
      bands: [
        { left: 0, right: 3000 },
        { left: 5000, right: 9000 },
      ],
      nextTop: 2000,
    })
  })

  it('gives the side that was asked for', () => {
    const sides = (side: 'left' | 'right' | 'largest' | 'none') =>
      freeBands([{ ...BOX, side }], 1000, 300, 0, 9000).bands
    expect(sides('left')).toEqual([{ left: 0, right: 4000 }])
    expect(sides('right')).toEqual([{ left: 6000, right: 9000 }])
    expect(sides('largest')).toEqual([{ left: 0, right: 4000 }])
    expect(sides('none')).toEqual([])
  })

  it('drops gaps narrower than an inch', () => {
    expect(freeBands([{ ...BOX, left: 1400 }], 1000, 300, 0, 9000).bands).toEqual([{ left: 6000, right: 9000 }])
  })

  it('follows the outline of tight wrapping', () => {
    const polygon = [
      { x: 4000, y: 1000 },
      { x: 6000, y: 2000 },
      { x: 4000, y: 2000 },
    ]
    const tight = { ...BOX, polygon, distanceLeft: 0, distanceRight: 100 }
    expect(freeBands([tight], 1000, 500, 0, 9000).bands[1]?.left).toBe(5100)
    expect(freeBands([tight], 1500, 500, 0, 9000).bands[1]?.left).toBe(6100)
  })
})
