/**
 * Left stops past the margin, by the version of Word that a document is for.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { type PreparationOptions, prepareParagraph } from '../../../src/typeset/text/prepare-paragraph.js'
import { contextWith, linesOf, paragraph, textOf } from './support/paragraphs.js'

const TABS = [{ position: 1200, alignment: 'left' }] as const

function textsFor(compatibilityMode: number, options: PreparationOptions = {}, width = 1000): string[] {
  const prepared = prepareParagraph(
    paragraph(['aa\tbb cc'], { tabs: TABS }),
    contextWith({ compatibilityMode }),
    options,
  )
  return linesOf(prepared, width).map(textOf)
}

describe('text after a left stop past the margin', () => {
  it('stays on its line up to version 2010', () => {
    expect(textsFor(12)).toEqual(['aabb cc'])
    expect(textsFor(14)).toEqual(['aabb cc'])
  })

  it('goes to the next lines from version 2013 on', () => {
    expect(textsFor(15).length).toBeGreaterThan(1)
  })

  it('does not run out of cells', () => {
    expect(textsFor(12, { isTableCell: true }).length).toBeGreaterThan(1)
  })

  it('ends beside what text is set around', () => {
    const prepared = prepareParagraph(paragraph(['aa\tbb cc'], { tabs: TABS }), contextWith({ compatibilityMode: 12 }))
    expect(prepared.composeLine(undefined, [{ left: 0, right: 900 }], 2000).next).toBeDefined()
  })

  it('breaks as ever where the stop is before the margin', () => {
    expect(textsFor(12, {}, 1450)).toEqual(['aabb ', 'cc'])
  })
})
