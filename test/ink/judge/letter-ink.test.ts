/**
 * Where the ink of letters lies, and how much letters hide.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { inkBoxOf, SMALL_SIGN } from '../../../src/ink/fonts/letter-shapes.js'
import { inkShareOf } from '../../../src/ink/judge/letter-ink.js'
import { draw } from '../content/draw.js'

function letter(content: string) {
  const [visible] = draw(content).visible
  if (visible === undefined) throw new Error('no letter was drawn')
  return visible
}

describe('the ink of a letter', () => {
  it.each<[string, number, number]>([
    ['.', 0, 0.1],
    ['\\205', 0, 0.1],
    [',', -0.1, 0.1],
    [':', 0, 0.48],
    [';', -0.1, 0.48],
    ['-', 0.22, 0.36],
    ['\\267', 0.22, 0.36],
    ['_', -0.1, -0.06],
    ['"', 0.5, 0.66],
    ['*', 0.5, 0.66],
    ['p', -0.1, 0.46],
    ['j', -0.1, 0.62],
    ['a', 0.03, 0.46],
    ['Q', -0.03, 0.64],
    ['H', 0.03, 0.62],
    ['h', 0.03, 0.62],
    ['8', 0.03, 0.62],
    ['\\304', 0.03, 0.78],
    ['\\344', 0.03, 0.62],
  ])('of %s reaches from %s to %s ems', (code, low, high) => {
    const found = letter(`BT /F1 10 Tf 20 100 Td (${code}) Tj ET`)
    const width = found.glyph.box[2] - found.glyph.box[0]
    const expected = [20 + 0.14 * width, 100 + 10 * low, 20 + 0.86 * width, 100 + 10 * high]
    const box = inkBoxOf(found)
    for (const [i, side] of expected.entries()) expect(box[i]).toBeCloseTo(side, 6)
  })

  it('of a character that is not known is as high as that of most', () => {
    const found = { ...letter('BT /F1 10 Tf 20 100 Td (p) Tj ET'), text: undefined }
    expect(inkBoxOf(found)[1]).toBeCloseTo(100.3, 6)
  })
})

describe('a letter over others hides', () => {
  it.each<[string, string, number]>([
    ['a third when it is dark', '0.69 g /F1 23 Tf', 0.35],
    ['more when it is pale', '0.7 g /F1 23 Tf', 0.6],
    ['more when its colour is not known', '/Pattern cs /None scn /F1 23 Tf', 0.6],
    ['all of its cell when it is large', '/F1 24 Tf', 1],
    ['all of its cell when thick lines are around it', '1 Tr 1.25 w /F1 10 Tf', 1],
    ['no more for thin lines around it', '1 Tr 1.2 w /F1 10 Tf', 0.35],
  ])('%s', (_, operators, share) => {
    expect(inkShareOf(letter(`BT ${operators} 20 100 Td (n) Tj ET`).glyph)).toBe(share)
  })
})

it('small signs are points and dashes', () => {
  expect([...'.,:;-_*^"'].every((sign) => SMALL_SIGN.test(sign))).toBe(true)
  expect([...'aH8'].some((sign) => SMALL_SIGN.test(sign))).toBe(false)
})
