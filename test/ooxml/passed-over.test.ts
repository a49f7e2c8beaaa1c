/**
 * Text that reading a DOCX passes over is named in a warning.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../src/ooxml/read-docx.js'
import { type DocxParts, makeDocx, p, r } from './body/make-docx.js'
import { buildDocx } from './build-docx.js'

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

const MATH = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"'
const equation = (content: string) => `<w:p><m:oMath ${MATH}>${content}</m:oMath></w:p>`
const struckRun = (properties: string) => equation(`<m:r><w:rPr>${properties}</w:rPr><m:t>900</m:t></m:r>`)
const struckBox = (line: string) =>
  equation(`<m:borderBox><m:borderBoxPr>${line}</m:borderBoxPr><m:e><m:r><m:t>900</m:t></m:r></m:e></m:borderBox>`)

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
    expect(read(`<w:p>${stray}</w:p>`).warnings[0]).toMatch(/^4 characters in .*"lost"$/)
    const understood = stray.replace('Requires="zz"', 'Requires="w"')
    expect(read(`<w:p>${understood}</w:p>`).text).toBe('new')
    expect(read(`<w:p>${understood}</w:p>`).warnings[0]).toMatch(/^4 characters in .*"lost"$/)
    const two = alternatives(r('one'), '').replace(
      '<mc:Fallback>',
      `<mc:Choice Requires="zz">${r('two')}</mc:Choice><mc:Fallback>`,
    )
    expect(read(`<w:p>${two}</w:p>`).warnings[0]).toMatch(/^6 characters in .*"onetwo"$/)
  })

  it.each([
    ['the day', 'DATE \\@ "d.M.yyyy"', 'Word works a field out each time (DATE)'],
    ['the time', 'TIME', 'Word works a field out each time (TIME)'],
    ['an equation', 'EQ \\f(9;1)', 'Word works a field out each time (EQ)'],
    ['nothing', 'ADVANCE \\r5', 'The stored result of a field (ADVANCE) is not shown'],
  ])('where Word shows %s in place of what is stored', (_, code, message) => {
    const field = (stored: string) => `<w:p><w:fldSimple w:instr='${code}'>${stored}</w:fldSimple></w:p>`
    expect(read(field(r('900 EUR'))).warnings.join()).toContain(`${message}`)
    expect(read(field(r('900 EUR'))).warnings.join()).toContain('"900 EUR"')
    expect(read(field(r(' '))).warnings.join()).not.toContain('900')
  })

  it.each([
    ['a choice that is not understood', alternatives(r('100'), r('900'))],
    ['one that is', alternatives(r('100'), r('900')).replace('"zz"', '"w14"')],
    ['an empty choice', alternatives('', r('900'))],
    ['a choice in a fallback', alternatives(r('100'), alternatives(r('900'), r('100')))],
  ])('where programs show different texts of alternatives: %s', (_, content) => {
    expect(read(`<w:p>${content}</w:p>`).warnings.join()).toMatch(/alternatives .*read ".*" in some programs and "/)
  })

  it.each([
    ['the same text, broken in another way', alternatives(r('1') + r('00'), r('100'))],
    ['a picture of nothing for a text', alternatives(r('100'), '').replace('"zz"', '"w14"')],
    ['an emoji by its number', alternatives('<w:r><w:symEx w:char="1F60A"/></w:r>', r('\u{1f60a}'))],
  ])('and not where all show %s', (_, content) => {
    expect(read(`<w:p>${content}</w:p>`).warnings.join()).not.toContain('some programs')
  })

  it.each([
    [
      'abstract lists',
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="7"/></w:lvl></w:abstractNum>',
    ],
    ['lists', '<w:num w:numId="1"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"/></w:num>'],
  ])('where two %s of one number differ', (_, second) => {
    const first =
      '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="3"/></w:lvl></w:abstractNum>' +
      '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'
    const listed = '<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr></w:pPr></w:p>'
    const warningsOf = (body: string, numbering: string) => readDocx(buildDocx(body, { numbering })).warnings.join()
    expect(warningsOf(listed, first + second)).toMatch(/^The list "1" is defined twice in different ways/)
    expect(warningsOf('<w:p/>', first + second)).toBe('')
    expect(warningsOf(listed, first + first)).toBe('')
  })

  it.each([
    ['a box', ['H', 'V', 'BLTR', 'TLBR'].map((line) => struckBox(`<m:strike${line}/>`))],
    ['a run', ['strike', 'dstrike'].map((line) => struckRun(`<w:${line}/>`))],
  ])('where a line goes through %s of an equation', (_, equations) => {
    for (const one of equations) {
      expect(read(one).warnings.join()).toBe('A line through a part of an equation is not drawn: "900".')
    }
    expect(read(struckBox('<m:strikeH m:val="0"/>')).warnings).toEqual([])
    expect(read(struckRun('<w:b/>')).warnings).toEqual([])
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
    expect(read(`<w:p>${alternatives(r('old'), r('old'))}</w:p>`)).toEqual({ text: 'old', warnings: [] })
    const processed = `<w:smartTag ${MC} mc:Ignorable="zz" mc:ProcessContent="zz:x"><zz:x>${r('a')}</zz:x></w:smartTag>`
    expect(read(`<w:p>${processed}</w:p>`)).toEqual({ text: 'a', warnings: [] })
    const hidden = '<w:r><w:rPr><w:vanish/></w:rPr><w:t>x</w:t><w:footnoteReference w:id="2"/></w:r>'
    expect(read(`<w:p>${hidden}${r('a')}</w:p>`)).toEqual({ text: 'a', warnings: [] })
  })
})

describe('what would take text with it', () => {
  const fldChar = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const begin = (code: string) => `${fldChar('begin')}<w:r><w:instrText>${code}</w:instrText></w:r>`
  const row = (content: string, trPr = '') => `<w:tr><w:trPr>${trPr}</w:trPr><w:tc>${content}</w:tc></w:tr>`
  const warningsOf = (body: string, parts: DocxParts = {}) => readDocx(makeDocx(body, parts)).warnings

  it('is named where a field without a separator takes it for its code, but not the result of a field in a code', () => {
    expect(warningsOf(`<w:p>${begin('PAGE')}${r('lost')}${fldChar('end')}</w:p>`).join()).toContain(
      '4 characters in the codes of fields are left out: "lost"',
    )
    const inner = `${begin('MERGEFIELD a')}${fldChar('separate')}${r('kept')}${fldChar('end')}`
    const outer = `${begin('IF')}${inner}${fldChar('separate')}${r('yes')}${fldChar('end')}`
    expect(warningsOf(`<w:p>${outer}</w:p>`)).toEqual([])
  })

  it('is named where the end of a field stands in a cell that is not read', () => {
    const merged = (content: string, value = '') => `<w:tc><w:tcPr><w:vMerge${value}/></w:tcPr>${content}</w:tc>`
    const table = `<w:tbl><w:tr>${merged(`<w:p>${begin('PAGE')}${fldChar('separate')}</w:p>`, ' w:val="restart"')}</w:tr><w:tr>${merged(`<w:p>${fldChar('end')}</w:p>`)}</w:tr></w:tbl>`
    expect(warningsOf(`${table}${p('lost')}`).join()).toContain('4 characters in w:body elements are left out: "lost"')
  })

  it('is read in rows whose mark alone is hidden', () => {
    const vanish = '<w:rPr><w:vanish/></w:rPr>'
    const hidden = `<w:p><w:pPr>${vanish}</w:pPr><w:r>${vanish}<w:t>x</w:t></w:r></w:p>`
    const rows = (content: string) => {
      const [block] =
        readDocx(makeDocx(`<w:tbl>${row(p('a'))}${row(content, '<w:hidden/>')}</w:tbl>`)).sections[0]?.blocks ?? []
      return block?.kind === 'table' ? block.rows.length : 0
    }
    expect(rows(p('seen'))).toBe(2)
    expect(rows(hidden)).toBe(1)
    expect(rows(hidden + p(''))).toBe(2)
    expect(rows(hidden.replace('<w:t>x</w:t>', '<w:t>x</w:t><w:footnoteReference w:id="1"/>'))).toBe(1)
    expect(rows(hidden.replace(`<w:r>${vanish}`, '<w:r>'))).toBe(2)
    expect(warningsOf(`<w:tbl>${row(p('a'))}${row(hidden, '<w:hidden/>')}</w:tbl>`)).toEqual([])
  })

  it('is read in merged cells that continue none', () => {
    const cell = (text: string, value = '') => `<w:tc><w:tcPr><w:vMerge${value}/></w:tcPr>${p(text)}</w:tc>`
    const begun = `<w:tbl><w:tr>${cell('a', ' w:val="restart"')}</w:tr><w:tr>${cell('lost')}</w:tr></w:tbl>`
    expect(warningsOf(begun).join()).toBe('4 characters in w:tc elements are left out: "lost"')
    expect(warningsOf(`<w:tbl>${row(p('a'))}<w:tr>${cell('seen')}</w:tr></w:tbl>`)).toEqual([])
  })

  it('is named in notes that no text refers to, unless that text is deleted, and in notes with the same id', () => {
    const note = (id: number, text: string) => `<w:footnote w:id="${id}">${p(text)}</w:footnote>`
    const reference = '<w:r><w:footnoteReference w:id="2"/></w:r>'
    const footnotes = note(2, 'two')
    expect(warningsOf(p('a'), { footnotes }).join()).toBe(
      '3 characters of footnotes that no text refers to are left out: "two"',
    )
    expect(warningsOf(`<w:p><w:del w:id="9">${reference}</w:del></w:p>`, { footnotes }).join()).not.toContain(
      'left out',
    )
    expect(warningsOf(`<w:p>${reference}</w:p>`, { footnotes: note(2, 'lost') + footnotes }).join()).toBe(
      '4 characters of footnotes whose id later ones have as well are left out: "lost"',
    )
    expect(warningsOf(`<w:p><w:odd>${reference}</w:odd></w:p>`, { footnotes }).join()).toBe(
      '3 characters of a note whose reference stands in w:odd elements are left out: "two"',
    )
    const strange = footnotes.replace('w:id', 'w:type="odd" w:id')
    expect([...readDocx(makeDocx(`<w:p>${reference}</w:p>`, { footnotes: strange })).footnotes.keys()]).toEqual(['2'])
  })

  it('is a header that is not there', () => {
    const reference = '<w:headerReference w:type="default" r:id="nowhere"/>'
    expect(warningsOf(`${p('a')}<w:sectPr>${reference}</w:sectPr>`)).toEqual([
      'A header that the document refers to is not in the file, or is no header, and is left out.',
    ])
  })

  it('is told even after a hundred other warnings', () => {
    const codes = Array.from({ length: 120 }, (_, i) => `<w:r><w:instrText>far ${i}</w:instrText></w:r>`).join('')
    const warnings = warningsOf(`<w:p>${codes}<w:odd>${r('lost')}</w:odd></w:p>`)
    expect(warnings.at(-1)).toBe('4 characters in w:odd elements are left out: "lost"')
    expect(warnings).toContain('There is more to warn of than these 100 things.')
  })
})

describe('text where the schema has none', () => {
  const breakOf = (type: string) => `<w:br w:type="${type}"/>`
  const table = (text: string) => `<w:tbl><w:tr><w:tc>${p(text)}</w:tc></w:tr></w:tbl>`
  const blocksOf = (body: string) => {
    const { sections, warnings } = readDocx(makeDocx(body))
    expect(warnings.filter((warning) => !warning.startsWith('Tracked'))).toEqual([])
    return sections.flatMap((section) =>
      section.blocks.map((block) => {
        if (block.kind === 'table') return 'table'
        const text = block.inlines.map((each) => (each.kind === 'text' ? each.text : each.kind)).join('')
        return block.properties.pageBreakBefore ? `| ${text}` : text
      }),
    )
  }

  it('starts a page at breaks between paragraphs, and before a table', () => {
    expect(blocksOf(`${p('a')}${breakOf('page')}${p('b')}${breakOf('textWrapping')}${p('c')}`)).toEqual([
      'a',
      '| b',
      'c',
    ])
    expect(blocksOf(`${p('a')}${breakOf('page')}${table('b')}${p('c')}`)).toEqual(['a', '| ', 'table', 'c'])
    expect(blocksOf(`<w:p>${r('a')}${breakOf('page')}${r('b')}</w:p>`)).toEqual(['abreakb'])
  })

  it('is read in an insertion between paragraphs', () => {
    expect(blocksOf(`${p('a')}<w:ins w:id="1">${r('b')}</w:ins>${p('c')}`)).toEqual(['a', 'b', 'c'])
  })

  it.each([
    ['directly', (inner: string) => inner],
    ['in an insertion', (inner: string) => `<w:ins w:id="1">${inner}</w:ins>`],
    [
      'in a link in a control',
      (inner: string) => `<w:sdt><w:sdtContent><w:hyperlink>${inner}</w:hyperlink></w:sdtContent></w:sdt>`,
    ],
  ])('is read in a table in a paragraph, %s', (_, wrap) => {
    expect(blocksOf(`<w:p>${r('a')}${wrap(`${r('b')}${table('c')}${r('d')}`)}${r('e')}</w:p>${p('f')}`)).toEqual([
      'ab',
      'table',
      'de',
      'f',
    ])
    expect(blocksOf(`<w:p>${wrap(table('c'))}</w:p>${p('f')}`)).toEqual(['table', 'f'])
  })

  it('counts the paragraph of such a table once, and ends its section', () => {
    const { sections } = readDocx(
      makeDocx(`<w:p><w:pPr><w:pageBreakBefore/><w:sectPr/></w:pPr>${r('a')}${table('b')}</w:p>${p('c')}`),
    )
    expect(sections.map(({ blocks }) => blocks.map(({ kind }) => kind))).toEqual([
      ['paragraph', 'table', 'paragraph'],
      ['paragraph'],
    ])
    const breaks = sections[0]?.blocks.map((block) => block.kind === 'paragraph' && block.properties.pageBreakBefore)
    expect(breaks).toEqual([true, false, false])
  })
})

describe('fields without a stored result', () => {
  const code = (text: string, result = '') =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>${result}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`

  it('are named where Word works them out', () => {
    expect(read(code('BIBLIOGRAPHY')).warnings).toEqual([
      'A field that Word works out itself (BIBLIOGRAPHY) has no stored result and shows nothing.',
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
