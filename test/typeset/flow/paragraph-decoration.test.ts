/**
 * Rules and shading of paragraphs.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { decorationOf } from '../../../src/typeset/flow/paragraph-decoration.js'
import type { ParagraphProperties } from '../../../src/typeset/model/properties.js'
import { paragraph } from '../text/support/paragraphs.js'

const COLUMN = 9000
const RULE = { style: 'single', width: 10, space: 80, color: '000000' }

function extent(properties: Partial<ParagraphProperties>, isCell = false) {
  const decoration = decorationOf(paragraph(['a'], properties), undefined, undefined, COLUMN, isCell)
  return [decoration?.left, decoration?.right]
}

describe('decorationOf', () => {
  it('reaches 0.02 inches past the text on sides without a border, and in cells not at all', () => {
    expect(extent({ shading: 'DDDDDD' })).toEqual([-28.8, COLUMN + 28.8])
    expect(extent({ borders: { bottom: RULE }, indentStart: 500, indentEnd: 300 })).toEqual([471.2, COLUMN - 271.2])
    expect(extent({ borders: { bottom: RULE } }, true)).toEqual([0, COLUMN])
  })

  it('has borders at its sides as far off the text as they ask for', () => {
    expect(extent({ borders: { left: RULE } })).toEqual([-90, COLUMN + 28.8])
    expect(extent({ borders: { left: RULE, right: RULE } }, true)).toEqual([-90, COLUMN + 90])
  })

  it('is nothing without a border or shading', () => {
    expect(extent({})).toEqual([undefined, undefined])
  })
})
