/**
 * What a drawing does to the letters of its page, with the drawings about it.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { effectsOf, findingsOf } from '../policy/drawn-page.js'
import { BLACK, BLUE, rect, text } from '../policy/operators.js'

describe('letters larger than a tile holds', () => {
  /** Two letters of eighty points: cells of 44.5 by 80 points, from 80 on. */
  const page = text('nn', 20, 100, 80)
  const covered = (width: number) => findingsOf({ page, drawn: [{ content: rect(20, 80, width, 80) }] })

  it('are hidden by what takes enough of their cells', () => {
    expect(covered(15)).toEqual([])
    expect(covered(22)).toEqual(['hidesCharacters'])
    expect(covered(89)).toEqual(['hidesTooMuch', 'hidesCharacters'])
  })

  it('are hidden by several drawings together', () => {
    const drawn = [rect(20, 80, 12, 80), rect(40, 80, 12, 80)].map((content) => ({ content }))
    const [first, second] = effectsOf({ page, drawn })
    expect([first?.hidesCharacters, second?.hidesCharacters]).toEqual([false, true])
  })

  it('leave small ones to be seen for what they are', () => {
    const both = `${page} ${text('n', 150, 20, 10)}`
    expect(findingsOf({ page: both, drawn: [{ content: rect(148, 16, 12, 14) }] })).toEqual(['hidesCharacters'])
  })
})

describe('letters around a tile', () => {
  const word = [0, 20, 40].map((x) => rect(77 + x, 100, 10, 15, BLUE)).join(' ')

  it('are joined by a word as far off as their size has it', () => {
    expect(findingsOf({ page: text('n', 20, 100, 30), drawn: [{ content: word }] })).toEqual(['marksText'])
    expect(findingsOf({ page: text('n', 20, 100, 12), drawn: [{ content: word }] })).toEqual([])
  })
})

describe('letters of other annotations', () => {
  const halves = [rect(100, 97, 1.5, 11), rect(102, 97, 1.5, 11)].map((content) => ({ content }))
  const hiddenBy = (example: Parameters<typeof effectsOf>[0]) =>
    effectsOf(example).map(({ hidesCharacters }) => hidesCharacters)

  it('are asked of each drawing alone, and those of the page of all', () => {
    const letter = text('n', 100, 100, 10)
    expect(hiddenBy({ page: letter, drawn: halves })).toEqual([false, true])
    expect(hiddenBy({ page: '', had: [{ box: [0, 0, 200, 200], content: letter }], drawn: halves })).toEqual([
      false,
      false,
    ])
    const whole = [{ content: rect(100, 97, 6, 11) }]
    expect(hiddenBy({ page: '', had: [{ box: [0, 0, 200, 200], content: letter }], drawn: whole })).toEqual([true])
  })
})

describe('a page without letters', () => {
  it('has nothing that could be hidden or continued', () => {
    expect(findingsOf({ page: '', drawn: [{ content: rect(20, 20, 160, 160, BLACK) }] })).toEqual([])
  })
})
