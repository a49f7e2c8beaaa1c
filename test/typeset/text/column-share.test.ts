/**
 * Rules that are as wide as a share of their column.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { Drawing } from '../../../src/typeset/model/drawing-model.js'
import { isShare, shareColumn } from '../../../src/typeset/text/column-share.js'
import type { DrawingItem, MathItem } from '../../../src/typeset/text/inline-item.js'

const rule: Drawing = {
  width: 1000,
  height: 30,
  columnShare: 0.5,
  elements: [
    {
      kind: 'shape',
      x: 0,
      y: 0,
      width: 1000,
      height: 30,
      rotation: 0,
      flipHorizontal: false,
      flipVertical: false,
      paths: [
        {
          commands: [{ op: 'M', x: 0, y: 0 }, { op: 'L', x: 1000, y: 30 }, { op: 'Z' }],
          filled: true,
          stroked: false,
        },
      ],
    },
  ],
}

function itemOf(drawing: Drawing): DrawingItem {
  const style = {} as DrawingItem['style']
  return {
    kind: 'drawing',
    drawing,
    style,
    width: drawing.width,
    ascent: 30,
    level: 0,
    breakAfter: true,
    link: undefined,
  }
}

describe('shareColumn', () => {
  it('gives a horizontal rule its share of the column, with what is drawn in it', () => {
    const [item] = shareColumn([itemOf(rule)], 6000, () => {})
    expect(item).toMatchObject({ width: 3000, drawing: { width: 3000, height: 30 } })
    const element = item?.kind === 'drawing' ? item.drawing.elements[0] : undefined
    expect(element).toMatchObject({
      width: 3000,
      height: 30,
      paths: [{ commands: [{ x: 0 }, { x: 3000, y: 30 }, {}] }],
    })
  })

  it('leaves other drawings alone', () => {
    const items = [itemOf({ width: 100, height: 30, elements: [] })]
    expect(shareColumn(items, 6000, () => {})).toBe(items)
    expect(items.some(isShare)).toBe(false)
  })

  it.each([
    [3000, []],
    [400, [expect.stringMatching(/equation.*too small to be read/)]],
  ])('tells of equations that become too small to be read, in a column of %d twips', (columnWidth, expected) => {
    const warnings: string[] = []
    const box = { width: 5000 } as MathItem['box']
    const inline = { kind: 'math', run: { size: 220 } } as MathItem['inline']
    const shrink = (factor: number) => ({ ...box, width: 5000 * factor })
    const equation: MathItem = { ...itemOf(rule), kind: 'math', inline, box, display: false, width: 5000, shrink }
    const [item] = shareColumn([equation], columnWidth, (message) => warnings.push(message))
    expect(item?.width).toBe(columnWidth)
    expect(warnings).toEqual(expected)
  })
})
