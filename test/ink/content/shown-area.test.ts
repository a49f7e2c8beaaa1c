/**
 * Areas in little memory say what was painted, and drawings end where there is no memory for them.
 *
 * @module
 */
import { describe, expect, it } from 'vitest'
import { boxClip } from '../../../src/ink/content/clip.js'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import type { Paint } from '../../../src/ink/content/drawing.js'
import { pathOfBox, type SubPath } from '../../../src/ink/content/path.js'
import { type AreaShape, ShownArea } from '../../../src/ink/content/shown-items.js'
import type { Box } from '../../../src/pdf/matrix.js'
import { draw } from './draw.js'

const PAGE: Box = [0, 0, 600, 800]
const PAINT: Paint = {
  clip: boxClip(PAGE),
  colour: [0, 0, 0],
  alpha: 1,
  blendMode: 'Normal',
  isMasked: false,
  overprint: false,
  layer: 'shown',
}

function show(path: readonly SubPath[], box: Box, more: Partial<AreaShape> = {}): ShownArea {
  const place = { order: 7, box, paint: PAINT, inGlyph: false, inPattern: false }
  return new ShownArea({ kind: 'fill', path, evenOdd: false, ...more }, place)
}

describe('An area that was painted', () => {
  it.each<[string, readonly SubPath[]]>([
    ['a rectangle', pathOfBox([1, 2, 3, 4])],
    ['a rectangle drawn from another corner', [{ points: [3, 4, 1, 4, 1, 2, 3, 2], closed: true }]],
    ['a rectangle that is not closed', [{ points: [1, 2, 3, 2, 3, 4, 1, 4], closed: false }]],
    ['a point', [{ points: [1.5, 2], closed: false }]],
    ['nothing', []],
    [
      'several pieces',
      [...pathOfBox([1, 2, 3, 4]), { points: [1, 2, 2.5, 4], closed: false }, ...pathOfBox([1, 1, 2, 2])],
    ],
  ])('has the path and the box that it was made of: %s', (_, path) => {
    const area = show(path, [1, 2, 3, 4])
    expect(area.path).toEqual(path)
    expect(area.box).toEqual([1, 2, 3, 4])
  })

  it('has the path that the clip did not cut', () => {
    expect(show(pathOfBox([1, 2, 3, 4]), [1, 2, 2, 4]).path).toEqual(pathOfBox([1, 2, 3, 4]))
  })

  it('keeps how it is stroked', () => {
    const style = { width: 2, matrix: [1, 0, 0, 1, 0, 0], cap: 0, miterLimit: 0, dashes: [], dashPhase: 0 } as const
    expect(show(pathOfBox(PAGE), PAGE, { kind: 'stroke', style }).style).toEqual(style)
  })
})

describe('What is kept of a drawing', () => {
  const shapes = Array.from({ length: 400 }, (_, i) => `${i} 1 m 9 900 l 500 5 l f`).join('\n')

  it('ends at a limit, which is told', () => {
    const whole = draw({ content: shapes })
    const part = draw({ content: shapes, budget: { ...createContentBudget(), memory: 40_000 } })
    expect(whole.unknown).toEqual([])
    expect(whole.drawing.areas).toHaveLength(400)
    expect(part.unknown).toEqual(['limit'])
    expect(part.drawing.areas.length).toBeLessThan(200)
  })

  it.each([
    ['letters', `BT /F1 9 Tf 9 9 Td (${'x'.repeat(500)}) Tj ET`],
    ['clips', Array.from({ length: 400 }, (_, i) => `q ${i} 1 m 9 9 l 5 5 l W n Q`).join('\n')],
  ])('counts %s', (_, content) => {
    const codes = draw({ content, budget: { ...createContentBudget(), memory: 40_000 } }).unknown
    expect(codes).toContain('limit')
    expect(draw({ content }).unknown).not.toContain('limit')
  })
})
