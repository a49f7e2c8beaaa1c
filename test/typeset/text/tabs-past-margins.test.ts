/**
 * Left stops past the margin, by the version of Word that a document is for.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { contentEnd, type FillRules, fillLine } from '../../../src/typeset/text/fill-line.js'
import type { InlineItem } from '../../../src/typeset/text/inline-item.js'
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
  const linesWith = (end: string, position = 1035) => {
    const content = paragraph([`$\t00${end}`], { tabs: [{ position, alignment: 'right' }] })
    return linesOf(prepareParagraph(content, contextWith({}), { isTableCell: true }), 1008).length
  }

  it('make no line where the text ends at the margin', () => {
    expect(linesWith('\t', 1008)).toBe(1)
    expect(linesWith('\t', 1007)).toBe(2)
  })

  it('make no line behind a stop past the margin', () => {
    expect(linesWith('\t')).toBe(1)
    expect(linesWith('\t \t')).toBe(1)
    expect(linesWith('\tx')).toBe(2)
  })
})

it('looks at each of many tabs a few times only, however many lines they make', () => {
  const tab = { kind: 'tab', width: 0, isLabel: false, breakAfter: true } as InlineItem
  const items = [...Array<InlineItem>(2000).fill(tab), { kind: 'drawing', width: 100 } as InlineItem]
  let looks = 0
  const counted = new Proxy(items, {
    get(target, key) {
      if (key !== 'length') looks++
      return Reflect.get(target, key)
    },
  })
  const rules = {
    runsPastMargin: false,
    textEnd: 1000,
    columnWidth: 1000,
    contentEnd: contentEnd(items),
    tabTarget: (_, pen) => ({
      position: pen < 1200 ? 1200 : 1920,
      alignment: 'left',
      leader: undefined,
      isCustom: pen < 1200,
    }),
  } as FillRules
  let lines = 0
  for (let from = { index: 0, offset: 0 }; from.index < items.length; lines++) {
    from = fillLine(counted, from, { start: 0, end: 1000 }, rules, true)?.to ?? { index: items.length, offset: 0 }
  }
  expect(lines).toBeGreaterThan(500)
  expect(looks).toBeLessThan(5 * items.length)
})
