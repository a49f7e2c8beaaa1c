/**
 * Blocks without pages.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { DisplayList } from '../../../src/typeset/display/display-list.js'
import { layOutBlocks } from '../../../src/typeset/flow/lay-out-blocks.js'
import { createFontLibrary } from '../../../src/typeset/fonts/font-library.js'
import { plainParagraph, plainRun, plainText } from '../../../src/typeset/model/plain-model.js'

const fonts = createFontLibrary()
const run = plainRun({ family: 'Cousine', size: 200 })
const exact = { lineSpacing: { rule: 'exact', value: 250 } } as const

describe('layOutBlocks', () => {
  it('sets blocks below each other in a column of its own', () => {
    const blocks = ['one two three', 'four'].map((text) => plainParagraph([plainText(text, run)], run, exact))
    const stack = layOutBlocks(blocks, 8 * 120, { fonts })
    expect(stack.height).toBe(3 * 250)
    const list: DisplayList = []
    stack.paint(list, 100, 1000)
    const glyphs = list.filter((item) => item.kind === 'glyphs')
    expect(glyphs.map(({ texts }) => [...texts].join('').trim())).toEqual(['one two', 'three', 'four'])
    expect(glyphs.map(({ x, y }) => [x, y])).toEqual([
      [100, 1200],
      [100, 1450],
      [100, 1700],
    ])
  })

  it('kerns pairs without a shaper, and not where text is tracked', () => {
    const widthOf = (text: string, tracking: number) => {
      const look = plainRun({ family: 'Carlito', size: 200, tracking })
      return layOutBlocks([plainParagraph([plainText(text, look)], look)], 9000, { fonts }).contentWidth
    }
    expect(widthOf('AV', 0)).toBeLessThan(widthOf('A', 0) + widthOf('V', 0) - 1)
    expect(widthOf('AV', 30)).toBeCloseTo(widthOf('A', 30) + widthOf('V', 30), 3)
  })

  it('makes nothing of nothing', () => {
    expect(layOutBlocks([], 1000, { fonts }).height).toBe(0)
  })
})
