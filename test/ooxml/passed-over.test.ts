/**
 * Text that reading a DOCX passes over is named in a warning.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../src/ooxml/read-docx.js'
import { makeDocx, p, r } from './body/make-docx.js'

const MC = 'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006" xmlns:zz="urn:example:zz"'

/** The plain text of the paragraphs, and what reading warns of. */
function read(body: string): { readonly text: string; readonly warnings: readonly string[] } {
  const { sections, warnings } = readDocx(makeDocx(body))
  const blocks = sections.flatMap((section) => [...section.blocks])
  const inlines = blocks.flatMap((block) => (block.kind === 'paragraph' ? [...block.inlines] : []))
  return { text: inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join(''), warnings }
}

function alternatives(choice: string, fallback?: string): string {
  const rest = fallback === undefined ? '' : `<mc:Fallback>${fallback}</mc:Fallback>`
  return `<mc:AlternateContent ${MC}><mc:Choice Requires="zz">${choice}</mc:Choice>${rest}</mc:AlternateContent>`
}

describe('text that reading passes over is named', () => {
  it.each([
    ['in a choice that is not understood', alternatives(r('lost'))],
    ['in one whose fallback is empty', alternatives(r('lost'), '')],
    ['in one inside of another', alternatives(alternatives(r('lost')))],
    ['in an element that may be ignored', `<zz:x ${MC} mc:Ignorable="zz">${r('lost')}</zz:x>`],
    ['in an element of no namespace that is known', `<zz:x ${MC}><zz:t>lost</zz:t></zz:x>`],
    ['directly in a paragraph', 'lost'],
    ['in an element in a text', `<w:r><w:t>a<zz:x ${MC}>lost</zz:x></w:t></w:r>`],
    ['as deleted text outside of a deletion', '<w:r><w:delText>lost</w:delText></w:r>'],
  ])('%s', (_, content) => {
    const { text, warnings } = read(`<w:p>${r('kept')}${content}</w:p>`)
    expect(text).toMatch(/^kepta?$/)
    expect(warnings.join()).toMatch(/^4 characters in \S+ elements are left out: "lost"$/)
  })

  it('behind the body', () => {
    expect(read(`${p('kept')}</w:body><w:body>${p('lost')}`).warnings.join()).toMatch(/4 characters in .*"lost"/)
  })

  it('beside the branches of alternatives, and in each of those that are not understood', () => {
    const stray = alternatives(r('new'), r('old')).replace('<mc:Fallback>', `${r('lost')}<mc:Fallback>`)
    expect(read(`<w:p>${stray}</w:p>`).text).toBe('old')
    expect(read(`<w:p>${stray}</w:p>`).warnings.join()).toMatch(/^4 characters in .*"lost"$/)
    const understood = stray.replace('Requires="zz"', 'Requires="w"')
    expect(read(`<w:p>${understood}</w:p>`).text).toBe('new')
    expect(read(`<w:p>${understood}</w:p>`).warnings.join()).toMatch(/^4 characters in .*"lost"$/)
    const two = alternatives(r('one'), '').replace(
      '<mc:Fallback>',
      `<mc:Choice Requires="zz">${r('two')}</mc:Choice><mc:Fallback>`,
    )
    expect(read(`<w:p>${two}</w:p>`).warnings.join()).toMatch(/^6 characters in .*"onetwo"$/)
  })

  it('and so are drawings, notes and symbols', () => {
    const drawing = alternatives('<w:r><w:drawing/></w:r>')
    expect(read(`<w:p>${drawing}</w:p>`).warnings).toEqual([
      'A drawing that only newer versions of Word know is left out.',
    ])
    const note = '<w:unheardOf><w:r><w:footnoteReference w:id="2"/></w:r></w:unheardOf>'
    expect(read(`<w:p>${note}</w:p>`).warnings).toEqual([
      'A note whose reference stands in w:unheardOf elements is left out.',
    ])
    const symbol = '<w:r><w:sym w:font="Wingdings" w:char="1F600"/></w:r>'
    expect(read(`<w:p>${symbol}</w:p>`).warnings.join()).toMatch(/^1 characters in w:body elements/)
  })

  it('but not what has taken its place, or what the document hides', () => {
    expect(read(`<w:p>${alternatives(r('new'), r('old'))}</w:p>`)).toEqual({ text: 'old', warnings: [] })
    const processed = `<w:smartTag ${MC} mc:Ignorable="zz" mc:ProcessContent="zz:x"><zz:x>${r('a')}</zz:x></w:smartTag>`
    expect(read(`<w:p>${processed}</w:p>`)).toEqual({ text: 'a', warnings: [] })
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t><w:footnoteReference w:id="2"/></w:r>'
    expect(read(`<w:p>${hidden}${r('a')}</w:p>`)).toEqual({ text: 'a', warnings: [] })
  })
})

describe('fields without a stored result', () => {
  const code = (text: string, result = '') =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`

  it('are named where Word works them out', () => {
    expect(read(code('LISTNUM')).warnings).toEqual([
      'A field that Word works out itself (LISTNUM) has no stored result and shows nothing.',
    ])
  })

  it('are named where they were never worked out, but not where the result is empty', () => {
    for (const name of ['REF x', 'IF a ~ b c d', 'FILLIN "x"', '= 1 + 2', 'HEARDOF']) {
      const [warning] = read(code(name)).warnings
      const shown = /=|\w+/.exec(name)?.[0]
      expect(warning).toBe(`A field (${shown}) has no stored result and shows nothing.`)
      expect(read(code(name, '<w:r><w:fldChar w:fldCharType="separate"/></w:r>')).warnings).toEqual([])
    }
    expect(read('<w:p><w:fldSimple w:instr=" MERGEFIELD a "/></w:p>').warnings).toHaveLength(1)
    expect(read(`<w:p><w:fldSimple w:instr=" MERGEFIELD a ">${r('b')}</w:fldSimple></w:p>`).warnings).toEqual([])
    // A field within the code of another is no text of its own; marks and questions show nothing in Word either.
    const inner = code('MERGEFIELD a').replace(/<\/?w:p>/g, '')
    const separate = '<w:r><w:fldChar w:fldCharType="separate"/></w:r>'
    expect(read(code('IF', `${inner}${separate}${r('yes')}`))).toEqual({ text: 'yes', warnings: [] })
    for (const name of ['XE "a"', 'ASK a "b"', 'SET a b']) expect(read(code(name)).warnings).toEqual([])
  })

  it('codes outside of a field are named, and results that are out of date', () => {
    const stray = '<w:r><w:instrText>REF far</w:instrText></w:r>'
    expect(read(`<w:p>${stray}</w:p>`).warnings).toEqual([
      'The code of a field stands outside of it and is left out: "REF far".',
    ])
    const dirty = '<w:fldSimple w:instr="REF x" w:dirty="true"><w:r><w:t>y</w:t></w:r></w:fldSimple>'
    expect(read(`<w:p>${dirty}</w:p>`)).toEqual({
      text: 'y',
      warnings: ['A field (REF) is marked as out of date and shows what is stored.'],
    })
    expect(read(`<w:p>${dirty.replace('true', '0')}</w:p>`).warnings).toEqual([])
    const asking = readDocx(makeDocx(`<w:p>${dirty}</w:p>`, { settings: '<w:updateFields w:val="1"/>' }))
    expect(asking.warnings).toEqual([
      'The document asks for its fields to be updated when it is opened: they show what is stored.',
    ])
  })

  it('and so are results that are not shown', () => {
    const result = `<w:r><w:fldChar w:fldCharType="separate"/></w:r>${r('odd')}`
    expect(read(code('TC "x"', result)).warnings).toEqual(['The stored result of a field (TC) is not shown: "odd".'])
    expect(read(code('PAGE', result)).warnings).toEqual([])
  })
})
