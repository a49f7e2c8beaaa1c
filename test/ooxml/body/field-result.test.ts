/**
 * Fields without a stored result show what Word makes of them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { parseFieldInstruction } from '../../../src/ooxml/body/field-instruction.js'
import { type FieldSources, fieldResult, nextInSequence } from '../../../src/ooxml/body/field-result.js'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import { field, makeDocx, p, r } from './make-docx.js'

const SOURCES: FieldSources = {
  bookmark: (name) => (name.toLowerCase() === 'seller' ? 'Ada and sons' : undefined),
  property: (name) => ({ TITLE: 'lease of land', Client: 'Grace' })[name],
  variable: (name) => (name === 'rate' ? '3 %' : undefined),
  sequences: new Map(),
}
const resultOf = (code: string) => fieldResult(parseFieldInstruction(code), SOURCES)

describe('what a field comes to', () => {
  it.each([
    ['REF seller \\h', 'Ada and sons'],
    ['seller \\* MERGEFORMAT', 'Ada and sons'],
    ['REF seller \\* Upper', 'ADA AND SONS'],
    ['TITLE \\* Caps', 'Lease Of Land'],
    ['TITLE \\* FirstCap', 'Lease of land'],
    ['DOCPROPERTY Client', 'Grace'],
    ['DOCVARIABLE "rate"', '3 %'],
    ['MERGEFIELD "First name" \\* MERGEFORMAT', '\u00abFirst_name\u00bb'],
    ['FILLIN "Who?" \\d "nobody"', 'nobody'],
    ['IF 10 > 9 "more" "less"', 'more'],
    ['IF "b" < "a" "before" "after"', 'after'],
    ['IF "lessor" = "less?r" yes no', 'yes'],
    ['IF "lessor" = "*x*" yes no', 'no'],
    ['IF abcabd = a*ab? yes no', 'yes'],
    ['IF 1 <> 1.0 yes', ''],
    ['IF 1 <> 1.0 yes \\* MERGEFORMAT', ''],
    ['IF 1 = 1.0 yes no \\* MERGEFORMAT', 'yes'],
  ])('%s', (code, expected) => {
    expect(resultOf(code)).toBe(expected)
  })

  it.each(['REF other', 'REF seller \\p', 'FILLIN "Who?"', 'IF a b c d', '= 1 + 2', 'DOCPROPERTY Other', 'TOC \\o'])(
    'cannot be told of %s',
    (code) => expect(resultOf(code)).toBeUndefined(),
  )

  it('numbers of sequences', () => {
    const sequences = new Map<string, number>()
    const next = (code: string) => nextInSequence(parseFieldInstruction(code), sequences)
    const codes = [
      'SEQ Figure',
      'SEQ figure \\* ROMAN',
      'SEQ Table',
      'SEQ Figure \\c',
      'SEQ Figure \\r 7',
      'SEQ Figure \\h',
    ]
    expect(codes.map(next)).toEqual(['1', 'II', '1', '2', '7', ''])
    expect(next('SEQ Figure')).toBe('9')
  })
})

describe('a document whose fields were never worked out', () => {
  const read = (body: string) => {
    const { sections, warnings } = readDocx(makeDocx(body))
    const blocks = sections.flatMap((section) => [...section.blocks])
    const inlines = blocks.flatMap((block) => (block.kind === 'paragraph' ? [...block.inlines] : []))
    return { text: inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join(''), warnings }
  }
  const named = `<w:bookmarkStart w:id="3" w:name="Seller"/>${r('Ada')}<w:del>${r('x')}</w:del><w:bookmarkEnd w:id="3"/>`

  it('repeats its bookmarks, and counts on after stored numbers', () => {
    const body = `<w:p>${field('SEQ Figure', r('1'))}${field('SEQ Figure')}</w:p><w:p>${named}${r(', ')}${field('REF seller')}</w:p>`
    expect(read(body)).toMatchObject({ text: '12Ada, Ada', warnings: [expect.stringMatching(/deletion/)] })
  })

  it('chooses by what stands in the code, and says so', () => {
    const inner = field('REF seller')
    const begin = '<w:r><w:fldChar w:fldCharType="begin"/></w:r>'
    const code = (text: string) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`
    const end = '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    const body = `<w:p>${named}</w:p><w:p>${begin}${code('IF "')}${inner}${code('" = "Ada" " is it" " is not"')}${end}</w:p>`
    const { text, warnings } = read(body)
    expect(text).toBe('Ada is it')
    expect(warnings).toContain('A field (IF) was never filled in: it shows what it says without data.')
  })

  it('leaves a stored result that is empty', () => {
    expect(read(`${p(`a${''}`)}<w:p>${field('MERGEFIELD x', '')}</w:p>`)).toEqual({ text: 'a', warnings: [] })
  })
})
