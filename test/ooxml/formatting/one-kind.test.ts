/**
 * Formatting as objects of one kind: V8 reads those fastest, and has to compile what reads them again for each other kind.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { resolveParagraph } from '../../../src/ooxml/formatting/paragraph-layer.js'
import { overlayRun, resolveRun } from '../../../src/ooxml/formatting/run-layer.js'
import { plainParagraph, plainRun } from '../../../src/typeset/model/plain-model.js'

const BARE = resolveRun({})
const RICH = resolveRun({
  underline: { style: 'single' },
  allCapitals: true,
  doubleStrike: true,
  highlight: 'FFFF00',
  verticalAlign: 'subscript',
  kernFrom: 20,
  eastAsiaLanguage: 'ja-JP',
  border: { style: 'single', width: 10, space: 0, color: 'auto' },
  twoLines: { id: '1', brackets: 'round' },
  fitText: { width: 400, id: '2' },
  emphasis: 'dot',
  figures: 'oldStyle',
  outline: true,
  tracking: 20,
  scale: 2,
})

describe('formatting', () => {
  it('of runs has the same members in one order, whatever it says', () => {
    const members = Object.keys(BARE)
    expect(Object.keys(RICH)).toEqual(members)
    expect(Object.keys(overlayRun(RICH, { bold: true }))).toEqual(members)
    expect(Object.keys(plainRun({ family: 'Carlito', size: 240, kerns: false }))).toEqual(members)
  })

  it('of paragraphs has the same members in one order, whatever it says', () => {
    const members = Object.keys(resolveParagraph({}, '', BARE))
    const rich = resolveParagraph({ shading: 'FFFF00', outlineLevel: 1, frame: { 'w:w': '100' } }, '', BARE)
    expect(Object.keys(rich)).toEqual(members)
    expect(Object.keys(plainParagraph([], BARE).properties).sort()).toEqual([...members].sort())
  })

  it('stays what it is with a level on top that says nothing', () => {
    expect(overlayRun(RICH, {})).toEqual(RICH)
    expect(overlayRun(BARE, {})).toEqual(BARE)
    expect(overlayRun(RICH, { underline: null, allCapitals: false })).toEqual({
      ...RICH,
      underline: undefined,
      capitals: undefined,
    })
  })
})
