/**
 * Text of one style as items of a display list.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { DisplayList, GlyphItem } from '../../../src/typeset/display/display-list.js'
import type { FontFace, ShapedText } from '../../../src/typeset/fonts/font-face.js'
import { paintGlyphRun } from '../../../src/typeset/text/glyph-run.js'
import type { TextStyle } from '../../../src/typeset/text/text-style.js'

const SIZE = 1000
const face = { unitsPerEm: 1000, advanceOf: () => 300 } as unknown as FontFace

/** The items of a text whose glyphs are 0.3 em wide, in a family in which they are as wide as given. */
function itemsOf(text: string, widths: readonly number[], outlineScale = 0.5, texts?: readonly string[]) {
  const style = { font: { face, outlineScale }, size: SIZE, run: { scale: 1 }, tracking: 50, rise: 0 }
  const shaped = {
    glyphs: widths.map((_, index) => index + 1),
    advances: widths,
    xOffsets: widths.map((width) => (width - 0.3 * outlineScale) / 2),
    clusters: (texts ?? [...text]).map((_, index) => (texts?.[index] === '' ? index - 1 : index)),
  } as unknown as ShapedText
  const list: DisplayList = []
  paintGlyphRun(list, style as unknown as TextStyle, [{ shaped, text, x: 10, extra: 0 }], 100, 0, '000000')
  return list as readonly GlyphItem[]
}

const shown = (items: readonly GlyphItem[]) => items.map(({ x, texts, scale }) => [[...texts].join(''), x, scale])

describe('paintGlyphRun', () => {
  it('makes one item of text whose characters leave narrow gaps', () => {
    expect(shown(itemsOf('abc', [0.15, 0.235, 0.1]))).toEqual([['abc', 110, 0.5]])
  })

  it('stretches a character that would leave a gap for a blank, in its middle', () => {
    const items = itemsOf('a/c', [0.15, 0.385, 0.15])
    expect(shown(items)).toEqual([
      ['a', 110, 0.5],
      ['/', 310, 1],
      ['c', 745, 0.5],
    ])
    expect(items[1]?.offsets?.[0]?.x).toBeCloseTo(42.5)
    expect(shown(itemsOf('a/c', [0.15, 0.236, 0.15]))).toHaveLength(3)
  })

  it('leaves blanks alone, and text in the very face', () => {
    expect(shown(itemsOf('a c', [0.15, 0.9, 0.15]))).toHaveLength(1)
    expect(shown(itemsOf('a/c', [0.3, 0.9, 0.3], 1))).toHaveLength(1)
  })
})
