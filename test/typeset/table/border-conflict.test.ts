/**
 * Which border wins.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { edgeClaim, resolveConflict } from '../../../src/typeset/table/border-conflict.js'
import { borderThickness } from '../../../src/typeset/table/border-strokes.js'
import { allBorders, border, cell, table } from './support/table-models.js'

const own = (line: ReturnType<typeof border> | null) => ({ border: line, isOwn: true })
const tables = (line: ReturnType<typeof border>) => ({ border: line, isOwn: false })
const single = border(10)

describe('resolveConflict', () => {
  it('prefers what a cell asks for to the table', () => {
    expect(resolveConflict(tables(border(40, 'double')), own(single))).toBe(single)
  })

  it('hides the border of the table, not that of a neighbour, by an explicit none', () => {
    expect(resolveConflict(own(null), tables(single))).toBeUndefined()
    expect(resolveConflict(own(null), own(single))).toBe(single)
  })

  it.each([
    ['more lines', border(10, 'double'), border(10)],
    ['the wider one', border(20), border(10)],
    ['the darker colour', border(10, 'single', '202020'), border(10, 'single', 'FF0000')],
    ['the first in a draw', border(10, 'single', '00FF00'), border(10, 'single', '00FF00')],
  ])('shows %s', (_, winner, loser) => {
    expect(resolveConflict(own(winner), own(loser))).toBe(winner)
    if (winner.color !== loser.color || winner.style !== loser.style || winner.width !== loser.width) {
      expect(resolveConflict(own(loser), own(winner))).toBe(winner)
    }
  })
})

describe('edgeClaim', () => {
  it('takes outer borders at the edge and inside ones between cells', () => {
    const model = table([], { borders: { ...allBorders(single), insideHorizontal: border(30) } })
    expect(edgeClaim(model, cell('a'), 'top', true).border).toBe(single)
    expect(edgeClaim(model, cell('a'), 'top', false).border?.width).toBe(30)
    expect(edgeClaim(model, cell('a', { borders: { top: null } }), 'top', true)).toEqual({ border: null, isOwn: true })
  })
})

describe('borderThickness', () => {
  it.each([
    ['single', 8],
    ['double', 24],
    ['triple', 40],
    ['thinThickSmallGap', 38],
    ['thickThinMediumGap', 16],
    ['dashed', 8],
    ['unknown', 8],
    ['none', 0],
  ])('of %s', (style, expected) => {
    expect(borderThickness(border(8, style))).toBe(expected)
  })
})
