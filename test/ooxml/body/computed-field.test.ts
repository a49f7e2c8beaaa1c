/**
 * Fields in headers that work with page numbers.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { computeField, numberPlace } from '../../../src/ooxml/body/computed-field.js'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import { makeDocx, NAMESPACES, OFFICE } from '../../support/make-docx.js'
import { pdftotext, withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const at = numberPlace

describe('computeField', () => {
  it.each([
    ['= N - 1', ['5'], '4'],
    ['=N-1', ['5'], '4'],
    ['= N - 1', ['12'], '11'],
    ['= (N + 1) * 2 / 3', ['5'], '4'],
    ['= -N + 2 * 3', ['5'], '1'],
    ['= N / 3', ['1'], '0.33'],
    ['= N / 3 \\# "0"', ['2'], '1'],
    ['= N - 1 \\# "000"', ['5'], '004'],
    ['= N - 1 \\* roman', ['5'], 'iv'],
    ['IF N = 1 "first" "other"', ['1'], 'first'],
    ['IF N = 1 "first" "other"', ['2'], 'other'],
    ['IF N < 3 "page N"', ['2'], 'page 2'],
    ['IF N < 3 "page N"', ['3'], ''],
  ])('%s with %s is %s', (code, numbers, text) => {
    expect(computeField(code.replaceAll('N', at(0)), numbers)).toBe(text)
  })

  it('leaves what it does not know to what is stored', () => {
    const unknown = [
      '= SUM(N)',
      '= N +',
      '= (N',
      '= N / N',
      '= N N',
      '= N \\# "0.00"',
      'IF N "a"',
      `= ${'('.repeat(300)}N`,
    ]
    for (const code of unknown) expect(computeField(code.replaceAll('N', at(0)), ['0'])).toBeUndefined()
  })
})

describe.runIf(hasTool('pdftotext'))('computed fields', () => {
  const run = (content: string) => `<w:r>${content}</w:r>`
  const mark = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`)
  const code = (text: string) => run(`<w:instrText xml:space="preserve">${text}</w:instrText>`)
  const field = (content: string, stored: string) =>
    mark('begin') + content + mark('separate') + run(`<w:t>${stored}</w:t>`) + mark('end')
  const page = field(code(' PAGE '), '9')
  const count = field(code(' NUMPAGES '), '9')
  const before = code(' = ') + count + code(' - 1 ')
  const choice = code(' IF ') + page + code(' = 1 "cover" "inside ') + page + code('" ')

  async function pagesWith(header: string, body: string): Promise<string[]> {
    const section = '<w:sectPr><w:headerReference w:type="default" r:id="h"/></w:sectPr>'
    const paragraph = (content: string) => `<w:p><w:pPr><w:pageBreakBefore/></w:pPr>${content}</w:p>`
    const docx = makeDocx('', {
      'word/document.xml': `<w:document ${NAMESPACES}><w:body>${paragraph(body).repeat(3)}${section}</w:body></w:document>`,
      'word/header1.xml': `<w:hdr ${NAMESPACES}><w:p>${header}</w:p></w:hdr>`,
      'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="h" Type="${OFFICE}/header" Target="header1.xml"/></Relationships>`,
    })
    const { bytes } = await convertDocxToPdf(docx, {})
    const text = await withFiles({ 'a.pdf': bytes }, (path) => pdftotext(path('a.pdf')))
    return text
      .split('\f')
      .slice(0, -1)
      .map((page) => page.trim())
  }

  it('are evaluated on each page in a header, also within each other', async () => {
    expect(await pagesWith(field(before, '8'), '')).toEqual(['2', '2', '2'])
    expect(await pagesWith(field(choice, 'cover'), '')).toEqual(['cover', 'inside 2', 'inside 3'])
    const nested = field(code(' IF ') + page + code(' = ') + field(before, '8') + code(' "last but one" "-" '), '-')
    expect(await pagesWith(nested, '')).toEqual(['-', 'last but one', '-'])
  })

  it('contain the results of other fields, which Word stores as code there', async () => {
    const property = mark('begin') + code(' DOCPROPERTY a ') + mark('separate') + code('sheet') + mark('end')
    const named = code(' IF ') + page + code(' = 1 "" "') + property + code(' ') + page + code('" ')
    expect(await pagesWith(field(named, ''), '')).toEqual(['', 'sheet 2', 'sheet 3'])
    const inText = field(code(' IF ') + property + code(' = "" "" "yes" '), 'yes')
    expect(readDocx(makeDocx(`<w:p>${inText}</w:p>`)).warnings).toEqual([])
  })

  it('leave the numbers in the codes of all other fields as they are stored', async () => {
    const quote = mark('begin') + code(' QUOTE "page ') + page + code('" ') + mark('end')
    expect(await pagesWith(quote, '')).toEqual(['page 9', 'page 9', 'page 9'])
  })

  it('show what is stored in the text, and where their code has a picture', async () => {
    expect(await pagesWith('', field(before, '8'))).toEqual(['8', '8', '8'])
    const drawing = run('<w:drawing><wp:inline><wp:extent cx="1" cy="1"/></wp:inline></w:drawing>')
    expect(await pagesWith(field(choice + drawing, 'stored'), '')).toEqual(['stored', 'stored', 'stored'])
  })
})
