/**
 * Numbers that a document stores are compared with those of its pages.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { type DocxParts, makeDocx } from '../../ooxml/body/make-docx.js'

const r = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`
const tab = '<w:r><w:tab/></w:r>'
const p = (content: string, pPr = '') => `<w:p><w:pPr>${pPr}</w:pPr>${content}</w:p>`
const field = (code: string, result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${r(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`
const marked = (name: string, content: string) =>
  `<w:bookmarkStart w:id="1" w:name="${name}"/>${content}<w:bookmarkEnd w:id="1"/>`
const NUMBERED = '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>'
const NEW_PAGE = '<w:pageBreakBefore/>'
const numbering =
  '<w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>'

/** An entry of a table of contents whose page is plain text, as some programs write it. */
const entry = (bookmark: string, number: string, title: string, page: string) =>
  p(
    `<w:hyperlink w:anchor="${bookmark}">${number === '' ? '' : r(number) + tab}${r(title)}${tab}${r(page)}</w:hyperlink>`,
  )

async function warningsOf(body: string, parts: DocxParts = { numbering }): Promise<readonly string[]> {
  return (await convertDocxToPdf(makeDocx(body, parts), {})).warnings
}

describe('numbers that tracked changes replace', () => {
  const by = 'w:id="9" w:author="Ada"'
  const gone = (text: string) => `<w:del ${by}><w:r><w:delText>${text}</w:delText></w:r></w:del>`
  const come = (text: string) => `<w:ins ${by}>${r(text)}</w:ins>`
  const changed = (from: string, to: string) => field('REF target \\r', '').replace(r(''), gone(from) + come(to))
  const target = p(r('one'), NUMBERED) + p(marked('target', r('two')), NUMBERED)

  it('are compared as they are to be, where both are shown', async () => {
    const shown = async (body: string) => {
      const reading = { trackedChanges: 'show' } as const
      const { warnings } = await convertDocxToPdf(makeDocx(body, { numbering }), reading)
      return warnings.filter((warning) => !warning.startsWith('Tracked changes'))
    }
    expect(await shown(target + p(r('See ') + changed('1', '2')))).toEqual([])
    expect(await shown(target + p(r('See ') + changed('2', '1')))).toEqual([
      'A reference gives the number "1" in "See 1"; what it means has the number "2.".',
    ])
    const contents = p(`<w:hyperlink w:anchor="_Toc1">${r('Scope')}${tab}${gone('1')}${come('2')}</w:hyperlink>`)
    const deletedEntry = p(
      `<w:del ${by}><w:hyperlink w:anchor="_Toc1"><w:r><w:delText>Scope</w:delText></w:r>${tab}<w:r><w:delText>7</w:delText></w:r></w:hyperlink></w:del>`,
    )
    expect(await shown(contents + deletedEntry + p(marked('_Toc1', r('Scope')), NEW_PAGE))).toEqual([])
  })
})

describe('numbers in a table of contents', () => {
  const headings = p(marked('_Toc1', r('Scope')), NUMBERED) + p(marked('_Toc2', r('Payment')), NUMBERED + NEW_PAGE)

  it('are silent where they are right, however the number is written', async () => {
    expect(
      await warningsOf(entry('_Toc1', '1.', 'Scope', '1') + entry('_Toc2', '2', 'Payment', '2') + headings),
    ).toEqual([])
    expect(
      await warningsOf(entry('_Toc1', '', '1. Scope', '1') + entry('_Toc2', '', 'Payment', '2') + headings),
    ).toEqual([])
  })

  it('are named where the page is another one', async () => {
    expect(await warningsOf(entry('_Toc2', '2', 'Payment', '7') + headings)).toEqual([
      'The table of contents lists "2 Payment" on page 7; it is on page 2.',
    ])
    const roman = `${p(r('a'))}<w:sectPr><w:pgNumType w:fmt="lowerRoman" w:start="3"/></w:sectPr>`
    expect(await warningsOf(entry('_Toc2', '2', 'Payment', 'iv') + headings + roman)).toEqual([])
  })

  it('are named where the heading has another number, or none', async () => {
    expect(await warningsOf(entry('_Toc2', '3', 'Payment', '2') + headings)).toEqual([
      'The table of contents lists "3 Payment"; the number of the heading is "2.".',
    ])
    expect(await warningsOf(entry('_Toc9', '3', 'Delivery', '1') + p(marked('_Toc9', r('Delivery'))))).toEqual([
      'The table of contents lists "3 Delivery"; the heading has no number.',
    ])
  })

  it('make one warning of each kind, with three examples', async () => {
    const many = [1, 2, 3, 4, 5].map((number) => entry('_Toc1', '1', 'Scope', String(number + 4))).join('')
    expect(await warningsOf(many + headings)).toEqual([
      'The table of contents lists 5 headings on other pages than theirs, such as "1 Scope" on page 5 (it is on page 1), "1 Scope" on page 6 (it is on page 1), "1 Scope" on page 7 (it is on page 1).',
    ])
  })
})

describe('numbers in the text', () => {
  const clauses = p(marked('a', r('First')), NUMBERED) + p(marked('b', r('Second')), NUMBERED + NEW_PAGE)
  const seeing = (code: string, result: string) => warningsOf(p(r('see clause ') + field(code, result)) + clauses)

  it('are compared with the paragraphs that they mean', async () => {
    for (const shown of ['2', '2.', 'III.2']) expect(await seeing('REF b \\r \\h', shown)).toEqual([])
    expect(await seeing('REF B \\w', '3')).toEqual([
      'A reference gives the number "3" in "see clause 3"; what it means has the number "2.".',
    ])
    // The text of the bookmark, words such as "above", and other forms of the number.
    for (const code of ['REF b', 'REF b \\r \\p', 'REF b \\n \\* roman']) expect(await seeing(code, '3')).toEqual([])
    const unnumbered = p(r('see ') + field('REF c \\n', '4')) + p(marked('c', r('plain')))
    expect(await warningsOf(unnumbered)).toEqual([
      'A reference gives the number "4" in "see 4"; what it means has no number.',
    ])
    expect(await warningsOf(unnumbered.replace('>4<', '>0<'))).toEqual([])
  })

  it('are compared with the numbers of the levels above, too', async () => {
    const level = (index: number, format: string, text: string) =>
      `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${text}"/></w:lvl>`
    const levels = level(0, 'decimal', '%1.') + level(1, 'decimal', '%1.%2') + level(2, 'lowerLetter', '(%3)')
    const legal = `<w:abstractNum w:abstractNumId="0">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>`
    const at = (index: number) => `<w:numPr><w:ilvl w:val="${index}"/><w:numId w:val="1"/></w:numPr>`
    const body = p(r('One'), at(0)) + p(r('One one'), at(1)) + p(r('One two'), at(1)) + p(marked('x', r('a')), at(2))
    const saying = (code: string, number: string) =>
      warningsOf(body + p(r('see ') + field(code, number)), { numbering: legal })
    for (const number of ['1.2(a)', '(a)', '2(a)']) expect(await saying('REF x \\w', number)).toEqual([])
    expect(await saying('REF x \\w', '1.1(a)')).toEqual([
      'A reference gives the number "1.1(a)" in "see 1.1(a)"; what it means has the number "1.2(a)".',
    ])
  })

  it('are compared with the notes that they mean', async () => {
    const footnotes = [1, 2].map((id) => `<w:footnote w:id="${id}">${p(r('note'))}</w:footnote>`).join('')
    const reference = (id: number) => `<w:r><w:footnoteReference w:id="${id}"/></w:r>`
    const body = (shown: string) =>
      p(reference(1) + marked('n', reference(2))) + p(r('as in note ') + field('NOTEREF n \\h', shown))
    expect(await warningsOf(body('2'), { footnotes })).toEqual([])
    expect(await warningsOf(body('1'), { footnotes })).toEqual([
      'A reference names note 1 in "as in note 1"; what it means is note 2.',
    ])
  })

  it('are counted in captions', async () => {
    const captions = (second: string, code = 'SEQ Figure') =>
      warningsOf(p(r('Figure ') + field(code, '1')) + p(r('Figure ') + field(code, second)))
    expect(await captions('2')).toEqual([])
    expect(await captions('4')).toEqual(['A caption says "Figure 4"; counted through the document it is 2.'])
    expect(await captions('4', 'SEQ Figure \\s 1')).toEqual([])
  })
})
