/**
 * Text over text: phonetic guides (w:ruby) and two lines in one (w:eastAsianLayout).
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import type { Inline, TextPiece } from '../../../src/typeset/model/document-model.js'
import { makeDocx, p, r } from './make-docx.js'

function read(content: string): { readonly inlines: readonly Inline[]; readonly warnings: readonly string[] } {
  const { sections, warnings } = readDocx(makeDocx(`<w:p>${content}</w:p>${p('end')}`))
  const [block] = sections[0]?.blocks ?? []
  return { inlines: block?.kind === 'paragraph' ? block.inlines : [], warnings }
}

function ruby(base: string, guide: string, properties = ''): string {
  const parts = `<w:rubyPr>${properties}</w:rubyPr><w:rt>${guide}</w:rt><w:rubyBase>${base}</w:rubyBase>`
  return `<w:r><w:ruby>${parts}</w:ruby></w:r>`
}

function twoLines(text: string, id = 1, more = ''): string {
  return r(text, `<w:sz w:val="20"/><w:eastAsianLayout w:id="${id}" w:combine="1"${more}/>`)
}

const joined = (pieces: readonly TextPiece[]) => pieces.map(({ text }) => text).join('')

/** `guide/base` and `first line/second line` for text over text. */
function shown(content: string): string[] {
  return read(content).inlines.map((inline) => {
    if (inline.kind === 'stacked') return `${joined(inline.over)}/${joined(inline.base)}`
    return inline.kind === 'text' ? inline.text : inline.kind
  })
}

describe('phonetic guides', () => {
  it('stand over their base, as far above it as they say', () => {
    const properties = '<w:rubyAlign w:val="left"/><w:hpsRaise w:val="18"/>'
    const { inlines, warnings } = read(r('a') + ruby(r('漢字'), r('かんじ', '<w:sz w:val="10"/>'), properties) + r('b'))
    expect(inlines.map(({ kind }) => kind)).toEqual(['text', 'stacked', 'text'])
    expect(inlines[1]).toMatchObject({
      over: [{ text: 'かんじ', run: { size: 100 } }],
      base: [{ text: '漢字', run: { size: 200 } }],
      guide: { alignment: 'left', raise: 180 },
    })
    expect(warnings).toEqual([])
  })

  it('are spread over their base where nothing else is said', () => {
    expect(read(ruby(r('漢'), r('a'))).inlines[0]).toMatchObject({ guide: { alignment: 'spread', raise: 200 } })
  })

  it('follow a base that is more than text, and lose nothing', () => {
    expect(shown(ruby(`<w:r><w:tab/></w:r>${r('base')}`, r('guide')))).toEqual(['tab', 'base', 'guide'])
    expect(shown(ruby('', r('guide')))).toEqual(['guide'])
    expect(shown(ruby(r('base'), ''))).toEqual(['base'])
  })
})

describe('two lines in one', () => {
  it('are cut where the longer one is shortest, at half of the size', () => {
    const { inlines } = read(r('=') + twoLines('利润总额  成本费用总额') + r('%'))
    expect(shown(twoLines('利润总额  成本费用总额'))).toEqual(['利润总额  /成本费用总额'])
    expect(inlines[1]).toMatchObject({ run: { size: 200 }, base: [{ run: { size: 100, complexSize: 100 } }] })
    expect(inlines[1]).not.toHaveProperty('guide')
  })

  it('cut no words', () => {
    expect(shown(twoLines('two lines in one'))).toEqual(['two lines /in one'])
    expect(shown(twoLines('word'))).toEqual(['word/'])
    // Characters outside of the first plane are two units.
    expect(shown(twoLines('𠮷𠮷'))).toEqual(['𠮷/𠮷'])
  })

  it('reach over runs with the same id, and end where another begins', () => {
    expect(shown(twoLines('株式') + twoLines('会社') + twoLines('東京', 2))).toEqual(['株式/会社', '東/京'])
  })

  it('stand in the brackets that are asked for', () => {
    expect(shown(twoLines('東京', 1, ' w:combineBrackets="square"'))).toEqual(['[', '東/京', ']'])
  })

  it('stay one line where they are longer than a column is wide', () => {
    const long = '長'.repeat(200)
    expect(shown(twoLines(long))).toEqual([long])
  })
})
