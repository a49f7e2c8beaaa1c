/**
 * Signs on a page that say something alone.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { isLoneSign } from '../../../src/ink/judge/letter-ink.js'
import { PlacedDrawing } from '../../../src/ink/text/visible-text.js'
import { draw } from '../content/draw.js'

/** Which letters of a page are lone signs: their numbers in the order of painting. */
function loneSigns(content: string): number[] {
  const { visible, drawing } = draw(`BT /F1 10 Tf ${content} ET`)
  const { glyphs } = new PlacedDrawing(visible, drawing)
  return visible.flatMap((glyph, i) => (isLoneSign(glyph, glyphs) ? [i] : []))
}

const at = (x: number, y: number, letters: string) => `1 0 0 1 ${x} ${y} Tm (${letters}) Tj `
/** A minus, which is 3.33 points wide, turned by an angle with this sine. */
const turned = (sine: number, x: number, y: number) => {
  const cosine = Math.sqrt(1 - sine * sine)
  return `${cosine} ${sine} ${-sine} ${cosine} ${x} ${y} Tm (-) Tj `
}

describe('lone signs', () => {
  it.each<[string, string, number[]]>([
    ['the point of an amount', at(20, 100, '12.50'), [2]],
    ['a minus before an amount', at(20, 100, '-5'), [0]],
    ['no letters', at(20, 100, 'ab:'), []],
    ['no dots that lead somewhere', at(20, 100, '....'), []],
    ['no blank', at(20, 100, 'a b'), []],
    ['no sign that cannot be seen', `3 Tr ${at(20, 100, '.')}`, []],
    ['a point with another one as far off as words', at(20, 100, '.') + at(20 + 2.78 + 7.8, 100, '.'), [0, 1]],
    ['no point with another one closer than words', at(20, 100, '.') + at(20 + 2.78 + 7.2, 100, '.'), []],
    ['a point that only a sign of invisible text stands beside', `${at(20, 100, 'a.b')} 3 Tr ${at(90, 100, '.')}`, [1]],
  ])('are %s', (_, content, expected) => {
    expect(loneSigns(content)).toEqual(expected)
  })

  it.each<[string, string, number[]]>([
    ['over each other', at(20, 100, '-') + at(20, 104, '-'), [0, 1]],
    ['of two lines of a letter, one over two', at(20, 100, '--') + at(20, 108.8, '-'), [0, 1, 2]],
    ['but not of two lines of text', at(20, 100, '--') + at(20, 109.2, '-'), []],
    ['hardly raised: a line to write on', at(20, 100, '-') + at(24, 100.3, '-'), []],
    ['raised by more', at(20, 100, '-') + at(24, 100.4, '-'), [0, 1]],
    ['hardly turned against each other', at(20, 100, '-') + turned(0.15, 20, 100), []],
    ['turned against each other', at(20, 100, '-') + turned(0.3, 20, 100), [0, 1]],
    ['with letters over them', at(20, 100, '--') + at(20, 104, 'n'), []],
    ['with invisible signs over them', `${at(20, 100, '--')} 3 Tr ${at(20, 104, '-')}`, []],
  ])('are those of which letters are made: %s', (_, content, expected) => {
    expect(loneSigns(content)).toEqual(expected)
  })
})
