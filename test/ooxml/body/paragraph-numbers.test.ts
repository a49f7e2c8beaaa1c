/**
 * Numbers that fields count: AUTONUM and its kin, LISTNUM.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import type { Block } from '../../../src/typeset/model/document-model.js'
import { buildDocx } from '../build-docx.js'

const field = (code: string, result = '') => {
  const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
  const stored = result === '' ? '' : `${mark('separate')}<w:r><w:t>${result}</w:t></w:r>`
  return `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>${stored}${mark('end')}`
}
const text = (content: string) => `<w:r><w:t xml:space="preserve">${content}</w:t></w:r>`
const p = (content: string, properties = '') => `<w:p><w:pPr>${properties}</w:pPr>${content}</w:p>`
const heading = (level: number, content: string) => p(content, `<w:pStyle w:val="H${level}"/>`)
const item = (level: number, content: string) =>
  p(content, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`)

const level = (index: number, format: string, label: string) =>
  `<w:lvl w:ilvl="${index}"><w:start w:val="1"/><w:numFmt w:val="${format}"/><w:lvlText w:val="${label}"/></w:lvl>`
const PARTS = {
  styles: [1, 2, 3]
    .map((n) => `<w:style w:type="paragraph" w:styleId="H${n}"><w:name w:val="heading ${n}"/></w:style>`)
    .join(''),
  numbering:
    `<w:abstractNum w:abstractNumId="0"><w:name w:val="Clauses"/>${level(0, 'decimal', '%1.')}` +
    `${level(1, 'lowerLetter', '(%2)')}${level(2, 'lowerRoman', '(%3)')}</w:abstractNum>` +
    '<w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num>',
}

function shown(block: Block): string {
  if (block.kind !== 'paragraph') return ''
  const inlines = block.inlines.map((inline) => (inline.kind === 'text' ? inline.text : '')).join('')
  return `${block.label === undefined ? '' : `${block.label.text} `}${inlines}`
}

function read(...paragraphs: string[]) {
  const { sections, warnings } = readDocx(buildDocx(paragraphs.join(''), PARTS))
  return { shown: sections.flatMap(({ blocks }) => blocks.map(shown)), warnings }
}

describe('AUTONUM', () => {
  it('counts paragraphs, each once, in the format and with the separator that it asks for', () => {
    const codes = ['AUTONUM', 'AUTONUM \\* Arabic \\s :', 'AUTONUM \\* alphabetic \\s " "', 'AUTONUM \\* ROMAN']
    expect(read(...codes.map((code) => p(field(code)))).shown).toEqual(['1.', '2:', 'c ', 'IV.'])
    expect(read(p(field('AUTONUM') + field('AUTONUM')), p(field('AUTONUM'))).shown).toEqual(['1.1.', '2.'])
  })

  it('begins again at each level of headings, and in the text below a heading', () => {
    const autonum = field('AUTONUM')
    const numbers = read(heading(1, autonum), heading(2, autonum), heading(2, autonum), p(autonum), p(autonum))
    expect(numbers.shown).toEqual(['1.', '1.', '2.', '1.', '2.'])
    expect(read(heading(1, autonum), p(autonum), heading(1, autonum), p(autonum)).shown).toEqual([
      '1.',
      '1.',
      '2.',
      '1.',
    ])
  })

  it('goes on below headings that have none', () => {
    const autonum = field('AUTONUM')
    expect(read(p(autonum), heading(1, text('x')), p(autonum)).shown).toEqual(['1.', 'x', '2.'])
  })

  it('takes the place of what is stored, and says so where that differs', () => {
    const result = read(p(field('AUTONUM', '7.')), p(field('AUTONUM', '2.')))
    expect(result.shown).toEqual(['1.', '2.'])
    expect(result.warnings).toEqual(['A field (AUTONUM) shows "1.", as it counts. The file stores "7.".'])
  })
})

describe('AUTONUMLGL and AUTONUMOUT', () => {
  it('write the numbers of the headings above, and number the text below one level deeper', () => {
    const legal = field('AUTONUMLGL')
    const bare = field('AUTONUMLGL \\e')
    const result = read(heading(1, legal), heading(2, legal), heading(2, bare), p(bare), p(legal), heading(1, legal))
    expect(result.shown).toEqual(['1.', '1.1.', '1.2', '1.2.1', '1.2.2.', '2.'])
    expect(result.warnings).toEqual([])
  })

  it('write outlines', () => {
    const outline = field('AUTONUMOUT')
    const numbers = read(heading(1, outline), heading(2, outline), heading(3, outline), heading(1, outline))
    expect(numbers.shown).toEqual(['I.', 'A.', '1.', 'II.'])
  })
})

describe('LISTNUM', () => {
  it('goes on at its level within the text of a paragraph', () => {
    const [first, next] = [field('LISTNUM NumberDefault \\l 3 \\s 1'), field('LISTNUM')]
    expect(read(p(`${text('Do: ')}${first}${text(' a, ')}${next}${text(' b, ')}${next}${text(' c')}`)).shown).toEqual([
      'Do: i) a, ii) b, iii) c',
    ])
  })

  it('goes down level by level at the beginning of a paragraph, and stays at the last one in the next', () => {
    const number = field('LISTNUM')
    const result = read(p(field('LISTNUM \\s 0')), p(number + number + number), p(number), p(field('LISTNUM \\l 2')))
    expect(result.shown).toEqual(['0)', '1)a)i)', 'ii)', 'b)'])
  })

  it('counts in the list of its paragraph one level below it, and the next item goes on', () => {
    const number = field('LISTNUM')
    const result = read(item(0, `${text('x ')}${number}${text(' y ')}${number}`), item(1, text('z')), item(0, number))
    expect(result.shown).toEqual(['1. x (a) y (b)', '(c) z', '2. (a)'])
  })

  it('finds lists by name, and counts those apart that nobody defined', () => {
    const codes = [
      'LISTNUM Clauses \\l 2',
      'LISTNUM "WP List 1" \\l 5',
      'LISTNUM LegalDefault',
      'LISTNUM OutlineDefault',
    ]
    expect(read(...codes.map((code) => p(field(code)))).shown).toEqual(['(a)', '(a)', '1.', 'I.'])
    expect(read(p(field('LISTNUM LegalDefault')), p(field('LISTNUM LegalDefault \\l 2'))).shown).toEqual(['1.', '1.1.'])
  })

  it('warns where the list cannot be told', () => {
    expect(read(item(0, text('x')), p(field('LISTNUM'))).warnings).toEqual([
      'A field (LISTNUM) names no list: it shows "1)", and Word may count in another list.',
    ])
  })
})
