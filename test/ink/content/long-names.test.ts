/**
 * Glyphs with names that are longer than any that is read: viewers read them, and those behind them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { createContentBudget } from '../../../src/ink/content/content-budget.js'
import { readCffProgram } from '../../../src/ink/fonts/cff-program.js'
import { readType1Program } from '../../../src/ink/fonts/type1-program.js'
import { writeCompact } from '../../verify/support/small-fonts/compact.js'
import { rectangle, type SmallGlyph } from '../../verify/support/small-fonts/small-font.js'
import { writeType1 } from '../../verify/support/small-fonts/type1.js'

const glyph = (name: string): SmallGlyph => ({ name, width: 500, contours: [rectangle(60, 0, 90, 700)] })
const glyphs = (length: number) => [glyph('.notdef'), glyph('n'.repeat(length)), glyph('a')]
const budget = () => createContentBudget(100_000)

describe('a name of a glyph', () => {
  it('in a compact font has 128 bytes at most', () => {
    expect(readCffProgram(writeCompact(glyphs(128)), budget()).nameOf(1)).toHaveLength(128)
    expect(() => readCffProgram(writeCompact(glyphs(129)), budget()).glyphByName('a')).toThrow(RangeError)
  })

  it('in a Type 1 font has 128 bytes at most', () => {
    const named = readType1Program(writeType1(glyphs(128)).bytes, budget())
    expect([named.glyphCount, named.nameOf(1)?.length]).toEqual([3, 128])
    expect(() => readType1Program(writeType1(glyphs(129)).bytes, budget())).toThrow(RangeError)
  })
})
