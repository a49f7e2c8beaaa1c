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

describe('a stop between the indent at the end and the margin', () => {
  const linesWith = (alignment: 'left' | 'right' | 'decimal', compatibilityMode: number) => {
    const properties = { tabs: [{ position: 1250, alignment }], indentEnd: 400 }
    const content = paragraph(['aa\tbb cc dd ee ff gg'], properties)
    return linesOf(prepareParagraph(content, contextWith({ compatibilityMode })), 1600).map(textOf)
  }

  it('opens its line up to the margin', () => {
    expect(linesWith('left', 15)).toEqual(['aabb ', 'cc dd ee ff ', 'gg'])
    expect(linesWith('right', 15)).toEqual(['aabb cc dd ee ff ', 'gg'])
    expect(linesWith('decimal', 15)).toEqual(['aabb cc dd ee ff ', 'gg'])
  })

  it('opens its line for good up to version 2010', () => {
    expect(linesWith('left', 14)).toEqual(['aabb cc dd ee ff gg'])
  })
})

describe('tabs after the last text', () => {
  const linesWith = (end: string) => {
    const content = paragraph([`$\t00${end}`], { tabs: [{ position: 1035, alignment: 'right' }] })
    return linesOf(prepareParagraph(content, contextWith({}), { isTableCell: true }), 1008).length
  }

  it('make no line behind a stop past the margin', () => {
    expect(linesWith('\t')).toBe(1)
    expect(linesWith('\t \t')).toBe(1)
    expect(linesWith('\tx')).toBe(2)
  })
})
