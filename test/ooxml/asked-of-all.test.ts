/**
 * What a document asks for as a whole: equations that say nothing themselves, pages on sheets; and what is drawn plainer than
 * it asks for is named.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../src/ooxml/read-docx.js'
import type { Inline } from '../../src/typeset/model/document-model.js'
import { makeDocx as makePackage, NAMESPACES } from '../support/make-docx.js'
import { makeDocx, p } from './body/make-docx.js'

function inlinesOf(body: string, settings: string): readonly Inline[] {
  const blocks = readDocx(makeDocx(body, { settings })).sections.flatMap((section) => section.blocks)
  return blocks.flatMap((block) => (block.kind === 'paragraph' ? block.inlines : []))
}

const equation = (content: string) => `<w:p><m:oMathPara><m:oMath>${content}</m:oMath></m:oMathPara></w:p>`
const letter = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`
const sum = (sign: string) =>
  `<m:nary><m:naryPr><m:chr m:val="${sign}"/></m:naryPr><m:sub>${letter('a')}</m:sub><m:sup>${letter('b')}</m:sup><m:e>${letter('c')}</m:e></m:nary>`

describe('equations that do not say', () => {
  const mathOf = (content: string, properties: string) => {
    const [inline] = inlinesOf(equation(content), `<m:mathPr>${properties}</m:mathPr>`)
    if (inline?.kind !== 'math') throw new Error('no equation')
    return inline
  }

  it('stand where the document says', () => {
    expect(mathOf(letter('a'), '').alignment).toBe('center')
    expect(mathOf(letter('a'), '<m:defJc m:val="left"/>').alignment).toBe('start')
    expect(mathOf(letter('a'), '<m:defJc m:val="right"/>').alignment).toBe('end')
  })

  it('have their limits where the document says', () => {
    const typeOf = (sign: string, properties: string) => {
      const { math } = mathOf(sum(sign), properties)
      return math.type === 'row' ? math.items.find(({ type }) => type !== 'space')?.type : math.type
    }
    expect([typeOf('\u222b', ''), typeOf('\u2211', '')]).toEqual(['script', 'stack'])
    const other = '<m:intLim m:val="undOvr"/><m:naryLim m:val="subSup"/>'
    expect([typeOf('\u222b', other), typeOf('\u2211', other)]).toEqual(['stack', 'script'])
  })

  it('show no marks of where rows are lined up', () => {
    const rows = `<m:eqArr><m:e>${letter('x&amp;=1')}</m:e></m:eqArr>`
    const texts = JSON.stringify(mathOf(rows, '').math).match(/"text":"[^"]+"/g)
    expect(texts?.join('')).toBe('"text":"x""text":"=1"')
    expect(JSON.stringify(mathOf(letter('x&amp;y'), '').math)).toContain('&')
  })
})

describe('what is not done as asked is named', () => {
  const shape = (inner: string, body = '') =>
    readDocx(
      makePackage('', {
        'word/document.xml': `<w:document ${NAMESPACES}><w:body><w:p><w:r><w:drawing><wp:inline><wp:extent cx="1270000" cy="635000"/><wp:docPr id="1" name="c"/><a:graphic><a:graphicData uri="u"><wps:wsp><wps:spPr><a:prstGeom prst="rect"/>${inner}</wps:spPr><wps:bodyPr>${body}</wps:bodyPr></wps:wsp></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`,
      }),
    ).warnings

  it('effects, and text that is bent', () => {
    const effects = ['Effects of shapes (shadows, glows, reflections, bevels) are not drawn.']
    expect(shape('<a:effectLst><a:outerShdw/></a:effectLst>')).toEqual(effects)
    expect(shape('<a:sp3d><a:bevelT/></a:sp3d>')).toEqual(effects)
    expect(shape('<a:effectLst/>')).toEqual([])
    expect(shape('', '<a:prstTxWarp prst="textArchUp"/>')).toEqual([
      'Text of WordArt that is bent to a shape is set straight.',
    ])
    expect(shape('', '<a:prstTxWarp prst="textNoShape"/>')).toEqual([])
  })

  it('sheets with several pages, and backgrounds that are more than a colour', () => {
    const warningsOf = (settings: string, beforeBody = '') =>
      readDocx(makeDocx(p('a'), { settings, beforeBody })).warnings
    expect(warningsOf('<w:bookFoldPrinting/>')).toEqual([
      'Pages are set one by one, although the document asks for a booklet.',
    ])
    expect(warningsOf('<w:printTwoOnOne/>')[0]).toMatch(/two pages on each sheet/)
    const background = `<w:background w:color="FFFF00"><v:background xmlns:v="urn:schemas-microsoft-com:vml"><v:fill type="frame"/></v:background></w:background>`
    expect(warningsOf('', background)).toEqual([])
    expect(warningsOf('<w:displayBackgroundShape/>', background)).toEqual([
      'The pattern or picture behind the pages is not shown; they have its colour instead.',
    ])
  })

  it('text that is to be as wide as its cell', () => {
    const cell = `<w:tbl><w:tr><w:tc><w:tcPr><w:tcFitText/></w:tcPr>${p('a')}</w:tc></w:tr></w:tbl>`
    expect(readDocx(makeDocx(cell)).warnings).toEqual([
      'Text that is to be as wide as its cell (w:tcFitText) is set as it is.',
    ])
  })
})
