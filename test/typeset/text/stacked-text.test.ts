/**
 * Where text over text stands on a line, and how high it makes it.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Inline, StackedText, TextPiece } from '../../../src/typeset/model/document-model.js'
import { prepareParagraph } from '../../../src/typeset/text/prepare-paragraph.js'
import { contextWith, glyphsOf, linesOf, paragraph, RUN, run } from './support/paragraphs.js'

const context = contextWith()
const HALF = run({ size: 100, complexSize: 100 })

function pieces(text: string, properties = HALF): TextPiece[] {
  return [{ text, run: properties }]
}

function stacked(over: string, base: string, guide?: StackedText['guide']): Inline {
  const parts = { over: pieces(over), base: pieces(base, guide === undefined ? HALF : RUN) }
  return { kind: 'stacked', ...parts, run: RUN, ...(guide && { guide }) }
}

/** Each item's text with the places of its left edge and its baseline. */
function placed(inline: Inline, width = 2000) {
  const [line] = linesOf(prepareParagraph(paragraph(['a', inline, 'b']), context), width)
  if (line === undefined) throw new Error('There is no line.')
  const items = glyphsOf(line).map(({ texts, x, y }) => [[...texts].join(''), Math.round(x), Math.round(y)])
  return { height: line.height, width: line.width, items }
}

// Characters are half an em wide, 0.8 em tall and 0.2 em deep: 100, 160 and 40 twips at 10 points.
describe('a phonetic guide', () => {
  it('raises its line by as much as it stands above it', () => {
    const { height, width, items } = placed(stacked('gu', 'BB', { alignment: 'center', raise: 180 }))
    // 180 and the 80 of the guide's letters above the baseline, 40 below.
    expect(height).toBe(300)
    expect(width).toBe(400)
    expect(items).toEqual([
      ['a', 0, 260],
      ['BB', 100, 260],
      ['gu', 150, 80],
      ['b', 300, 260],
    ])
  })

  it('stands at the side that it asks for', () => {
    const left = (alignment: 'left' | 'right') => placed(stacked('gu', 'BB', { alignment, raise: 180 })).items[2]
    expect(left('left')).toEqual(['gu', 100, 80])
    expect(left('right')).toEqual(['gu', 200, 80])
  })

  it('is spread over a longer base, and a shorter base stands in its middle', () => {
    const spread = placed(stacked('漢字', 'BBBB', { alignment: 'spread', raise: 180 })).items
    expect(spread.filter(([text]) => text === '漢' || text === '字')).toEqual([
      ['漢', 175, 80],
      ['字', 375, 80],
    ])
    const wide = placed(stacked('guides', 'B', { alignment: 'spread', raise: 180 }))
    expect(wide.width).toBe(500)
    expect(wide.items).toContainEqual(['B', 200, 260])
  })

  it('never stands in the letters of its base', () => {
    expect(placed(stacked('gu', 'BB', { alignment: 'left', raise: 0 })).items[2]?.[2]).toBeLessThan(160)
  })
})

describe('two lines in one', () => {
  it('leave the line as high as it is, and as long as the longer of them', () => {
    const { height, width, items } = placed(stacked('one ', 'three'))
    expect(height).toBe(200)
    expect(width).toBe(450)
    expect(items).toEqual([
      ['a', 0, 160],
      ['one', 100, 80],
      [' ', 250, 80],
      ['three', 100, 180],
      ['b', 350, 160],
    ])
  })

  it('become smaller in a column that is too narrow for them', () => {
    const { items } = placed(stacked('one', 'three'), 100)
    expect(items.length).toBeGreaterThan(0)
    const lines = linesOf(prepareParagraph(paragraph([stacked('one', 'three')]), context), 100)
    expect(lines[0]?.width).toBeLessThanOrEqual(100)
  })
})
