/**
 * Lists of any length.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { append, largest, smallest } from '../src/lists.js'

/** More than any engine takes as arguments of one call. */
const MANY = 2_000_000

describe('lists', () => {
  it('are appended, however long they are', () => {
    const list = [1]
    append(list, new Array<number>(MANY).fill(2))
    expect(list.length).toBe(MANY + 1)
    expect([list[0], list.at(-1)]).toEqual([1, 2])
  })

  it('have a largest and a smallest value, however long they are', () => {
    const values = Array.from({ length: MANY }, (_, i) => (i === 1_234_567 ? 5 : i === 7 ? -3 : 1))
    expect([largest(values), smallest(values)]).toEqual([5, -3])
  })

  it.each([[[]], [[0]], [[-0, 0]], [[1, Number.NaN, 2]], [[Number.NEGATIVE_INFINITY, 4]]])(
    '%j are compared as Math does',
    (values: number[]) => {
      expect([largest(values), smallest(values)]).toEqual([Math.max(...values), Math.min(...values)])
    },
  )
})
