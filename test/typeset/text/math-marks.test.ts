/**
 * Marks at parts of equations stand at the letters, and are as long as what they belong to.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { DisplayItem, DisplayList } from '../../../src/typeset/display/display-list.js'
import type { MathNode } from '../../../src/typeset/model/document-model.js'
import type { RunProperties } from '../../../src/typeset/model/properties.js'
import type { MathBox } from '../../../src/typeset/text/inline-item.js'
import { accentedBox, linedBox } from '../../../src/typeset/text/math-marks.js'

const EM = 200
const RUN = { color: '000000', size: EM } as RunProperties
const letters = (text: string): MathNode => ({ type: 'text', text, run: RUN })

/** A box whose paint leaves its place behind, as a rectangle. */
function box(width: number): MathBox {
  return {
    width,
    ascent: 190,
    descent: 50,
    paint: (list, x, y) => list.push({ kind: 'rectangle', x, y, width, height: 0, color: '000000' }),
  }
}

function painted(subject: MathBox): DisplayList {
  const list: DisplayItem[] = []
  subject.paint(list, 1000, 1000)
  return list
}

/** Left, right, upper and lower edge of all strokes. */
function strokes(list: DisplayList): readonly number[] {
  const lines = list.flatMap((item) => (item.kind === 'stroke' ? [item] : []))
  const xs = lines.flatMap(({ x1, x2 }) => [x1, x2])
  const ys = lines.flatMap(({ y1, y2 }) => [y1, y2])
  return [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)].map(Math.round)
}

describe('an accent', () => {
  const heightOver = (base: string) => {
    const accent = { type: 'accent', base: letters(base), mark: letters('\u02c6') } as const
    const [, mark] = painted(accentedBox(accent, box(100), box(60), EM))
    return mark?.kind === 'rectangle' ? 1000 - mark.y : Number.NaN
  }

  it('stays where its font has it over low letters, and is higher over tall ones', () => {
    expect(heightOver('x')).toBe(0)
    expect(heightOver('A')).toBeCloseTo(0.22 * EM)
  })

  it('is in the middle of its base', () => {
    const accent = { type: 'accent', base: letters('x'), mark: letters('\u02c6') } as const
    expect(painted(accentedBox(accent, box(100), box(60), EM))).toMatchObject([{ x: 1000 }, { x: 1020 }])
    expect(painted(accentedBox(accent, box(20), box(60), EM))).toMatchObject([{ x: 1020 }, { x: 1000 }])
  })
})

describe('lines', () => {
  it('are as long as the base, over its letters and not over the height of their font', () => {
    const bar = linedBox({ type: 'lined', base: letters('x'), over: 'bar' }, box(300), EM, RUN)
    expect(strokes(painted(bar))).toEqual([1000, 1300, 880, 880])
    expect([bar.width, bar.ascent, bar.descent]).toEqual([300, 190, 50])
  })

  it.each(['brace', 'bracket'] as const)('%s under a group points down', (under) => {
    const group = linedBox({ type: 'lined', base: letters('abc'), under }, box(300), EM, RUN)
    expect(strokes(painted(group))).toEqual([1000, 1300, 1024, 1064])
    expect(group.descent).toBeGreaterThanOrEqual(64)
  })

  it('stand clear of lines that are there already', () => {
    const inner: MathNode = { type: 'lined', base: letters('x'), over: 'bar' }
    const [, , top] = strokes(painted(linedBox({ type: 'lined', base: inner, over: 'bar' }, box(300), EM, RUN)))
    expect(top).toBeLessThan(860)
  })

  it('make a box that keeps off what it holds, without the sides that are hidden', () => {
    const sides = { over: 'bar', under: 'bar', left: true, right: false } as const
    const boxed = linedBox({ type: 'lined', base: letters('E'), ...sides }, box(300), EM, RUN)
    const [content, ...lines] = painted(boxed)
    expect(boxed.width).toBe(372)
    expect(content).toMatchObject({ kind: 'rectangle', x: 1036 })
    expect(lines).toHaveLength(3)
    expect(strokes(lines)).toEqual([1000, 1372, 824, 1036])
  })
})
