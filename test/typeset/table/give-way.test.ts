/**
 * How wide columns give way.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { giveWay } from '../../../src/typeset/table/give-way.js'

const NONE = [0, 0, 0]

describe('giveWay', () => {
  it('leaves widths that fit', () => {
    expect(giveWay([100, 200, 300], NONE, 600)).toEqual([100, 200, 300])
  })

  it('takes from the widest first', () => {
    expect(giveWay([100, 200, 300], NONE, 550)).toEqual([100, 200, 250])
    expect(giveWay([100, 200, 300], NONE, 400)).toEqual([100, 150, 150])
    expect(giveWay([100, 200, 300], NONE, 60)).toEqual([20, 20, 20])
  })

  it('takes nothing below a floor', () => {
    expect(giveWay([100, 200, 300], [0, 0, 280], 400)).toEqual([60, 60, 280])
    expect(giveWay([100, 200, 300], [100, 200, 280], 400)).toEqual([100, 200, 280])
  })
})
