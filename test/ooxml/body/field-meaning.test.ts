/**
 * What fields show.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { fieldMeaning } from '../../../src/ooxml/body/field-meaning.js'
import type { XmlElement } from '../../../src/ooxml/xml/xml-element.js'

function element(name: string, attributes: Record<string, string>, ...children: XmlElement[]): XmlElement {
  return { name, attributes, children }
}

describe('fieldMeaning', () => {
  it('tells numbers that pagination knows, with their formats', () => {
    expect(fieldMeaning(' PAGE ')).toEqual({ show: 'number', field: 'page' })
    expect(fieldMeaning('PAGE \\* roman \\* MERGEFORMAT')).toEqual({
      show: 'number',
      field: 'page',
      numberFormat: 'lowerRoman',
    })
    expect(fieldMeaning('PAGE \\* ROMAN')).toMatchObject({ numberFormat: 'upperRoman' })
    expect(fieldMeaning('NUMPAGES')).toEqual({ show: 'number', field: 'pageCount', numberFormat: 'decimal' })
    expect(fieldMeaning('SECTIONPAGES \\# "00"')).toMatchObject({
      field: 'sectionPageCount',
      numberFormat: '01',
    })
    expect(fieldMeaning('PAGE \\# "000"')).toMatchObject({ numberFormat: '001' })
    expect(fieldMeaning('PAGE \\# "#0"')).toMatchObject({ numberFormat: 'decimal' })
    expect(fieldMeaning('SECTION')).toMatchObject({ field: 'section' })
  })

  it('makes links of HYPERLINK and of references with \\h', () => {
    expect(fieldMeaning('HYPERLINK "https://example.com/" \\l "part"')).toEqual({
      show: 'result',
      link: { url: 'https://example.com/#part' },
    })
    expect(fieldMeaning('HYPERLINK \\l "_Toc1"')).toEqual({ show: 'result', link: { bookmark: '_Toc1' } })
    expect(fieldMeaning('REF _Ref1')).toEqual({ show: 'result' })
  })

  it('works references to pages out, but not those in words or in another form', () => {
    const page = { show: 'bookmarkPage', bookmark: '_Toc1' }
    expect(fieldMeaning('PAGEREF _Toc1 \\h')).toEqual({ ...page, link: { bookmark: '_Toc1' } })
    expect(fieldMeaning('PAGEREF _Toc1 \\* MERGEFORMAT')).toEqual(page)
    for (const code of ['PAGEREF _Toc1 \\p', 'PAGEREF _Toc1 \\* roman', 'PAGEREF _Toc1 \\# "00"', 'PAGEREF']) {
      expect(fieldMeaning(code)).toEqual({ show: 'result' })
    }
  })

  it('refuses links that run something', () => {
    expect(fieldMeaning('HYPERLINK "javascript:alert(1)"')).toEqual({ show: 'result' })
  })

  it('hides marks for indexes and shows the text of buttons', () => {
    for (const code of ['TC "Title" \\l 1', 'XE "word"', 'RD other.docx']) {
      expect(fieldMeaning(code)).toEqual({ show: 'nothing' })
    }
    expect(fieldMeaning('MACROBUTTON DoIt Click here')).toEqual({ show: 'text', text: 'Click here' })
  })

  it('shows the number of an equation without the format that MathType writes before it', () => {
    expect(fieldMeaning(' MACROBUTTON MTPlaceRef \\* MERGEFORMAT (2.1)')).toEqual({ show: 'text', text: '(2.1)' })
    expect(fieldMeaning(' GOTOBUTTON ZEqnNum377126  \\* MERGEFORMAT (1)')).toEqual({ show: 'text', text: '(1)' })
  })

  it('reads symbols, whose fonts keep them in the private use area', () => {
    expect(fieldMeaning('SYMBOL 183 \\f "Symbol" \\s 10')).toEqual({ show: 'text', text: '\uf0b7', font: 'Symbol' })
    expect(fieldMeaning('SYMBOL 0x41 \\f Arial')).toEqual({ show: 'text', text: 'A', font: 'Arial' })
    expect(fieldMeaning('SYMBOL 99999999')).toEqual({ show: 'nothing' })
  })

  it('fills form fields from their data', () => {
    const checked = element('w:ffData', {}, element('w:checkBox', {}, element('w:checked', {})))
    expect(fieldMeaning('FORMCHECKBOX', checked)).toEqual({ show: 'text', text: '\u2612' })
    expect(fieldMeaning('FORMCHECKBOX')).toEqual({ show: 'text', text: '\u2610' })
    const list = element(
      'w:ffData',
      {},
      element(
        'w:ddList',
        {},
        element('w:result', { 'w:val': '1' }),
        element('w:listEntry', { 'w:val': 'one' }),
        element('w:listEntry', { 'w:val': 'two' }),
      ),
    )
    expect(fieldMeaning('FORMDROPDOWN', list)).toEqual({ show: 'result', substitute: 'two' })
    const text = element('w:ffData', {}, element('w:textInput', {}, element('w:default', { 'w:val': 'name' })))
    expect(fieldMeaning('FORMTEXT', text)).toEqual({ show: 'result', substitute: 'name' })
  })

  it('shows the stored result of everything else', () => {
    expect(fieldMeaning('TOC \\o "1-3"')).toEqual({ show: 'result', computed: true, hasPlainLinks: true })
    expect(fieldMeaning('INDEX')).toEqual({ show: 'result', computed: true })
    expect(fieldMeaning('')).toEqual({ show: 'result' })
    expect(fieldMeaning('constructor')).toEqual({ show: 'result' })
  })
})
