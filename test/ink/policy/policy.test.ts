/**
 * Every number by which ink is judged has a forged page just beyond it, and an honest one just within it.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { INK_POLICY } from '../../../src/ink/ink-policy.js'
import { findingsOf } from './drawn-page.js'
import { EXAMPLES } from './examples.js'
import { NAMES } from './moves.js'

describe('the numbers of the policy', () => {
  it('have examples, all of them, and no others have', () => {
    expect(Object.keys(EXAMPLES).sort()).toEqual(Object.keys(INK_POLICY).sort())
  })

  it.each(NAMES)('%s: what is forged is found', (name) => {
    const { page, found } = EXAMPLES[name].forged
    expect(found.some((member) => member !== 'hidesCharacters')).toBe(true)
    expect(findingsOf(page)).toEqual(found)
  })

  it.each(NAMES)('%s: what is honest is not refused', (name) => {
    const { page, found } = EXAMPLES[name].honest
    // A letter that is hidden is worth a remark, and no more.
    expect(found.every((member) => member === 'hidesCharacters')).toBe(true)
    expect(findingsOf(page)).toEqual(found)
  })
})
