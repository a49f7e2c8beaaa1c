/**
 * Tables as WordprocessingML.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import type { FlowBlock, FlowCell } from '../../../src/convert/docx-writer/flow-document.js'
import { writeDocx } from '../../../src/convert/docx-writer/write-docx.js'
import { bodyOf, partOf } from './part-of.js'
import { cell, document, paragraph, table, text } from './sample-flow.js'

const write = (...blocks: FlowBlock[]) => bodyOf(writeDocx(document(blocks)))
const grid = (xml: string) => [...xml.matchAll(/<w:gridCol w:w="(\d+)"/g)].map(([, width]) => Number(width))
const line = { style: 'single', width: 10, color: '000000' } as const

describe('tables', () => {
  it('have the look of the document when they have no lines of their own', () => {
    const styled = write(table([[cell('a')], [cell('b')]]))
    expect(styled).toContain('<w:tblStyle w:val="DocumentTable"/>')
    expect(styled).toContain('w:firstRow="1"')
    expect(write(table([[cell('a')]], { look: 'plain' }))).not.toContain('w:tblStyle')
    expect(write(table([[cell('a')]], { borders: { top: line } }))).not.toContain('w:tblStyle')
    expect(write(table([[cell('a')]], { borders: { top: line }, look: 'styled' }))).toContain('w:tblStyle')
  })

  it('repeat the rows of their head, and shade all of them', () => {
    const rows = [true, true, false, true].map((isHeader) => ({ isHeader, cells: [cell('x')] }))
    const xml = write(table([[cell('x')]], { rows }))
    expect(xml.match(/<w:tblHeader\/>/g)).toHaveLength(2)
    expect(xml.match(/<w:cantSplit\/>/g)).toHaveLength(3)
    expect(xml.match(/<w:shd /g)).toHaveLength(2)
  })

  it('mark the rows of their foot for who repeats them, in a namespace that others ignore', () => {
    const rows = [false, true].map((isFooter) => ({ isHeader: false, isFooter, cells: [cell('x')] }))
    const parts = partOf(writeDocx(document([table([[cell('x')]], { rows })])), '/word/document.xml')
    expect(parts).toContain('<w:trPr sw:repeat="foot">')
    expect(parts).toMatch(/<w:document [^>]*xmlns:sw="urn:sealwright:pages" mc:Ignorable="w14 sw">/)
    expect(partOf(writeDocx(document([table([[cell('x')]])])), '/word/document.xml')).not.toContain('sw')
  })

  it('say how the text of their cells runs', () => {
    const xml = write(table([[cell('a', { textDirection: 'up' }), cell('b', { textDirection: 'upright' })]]))
    expect([...xml.matchAll(/<w:textDirection w:val="(\w+)"/g)].map(([, value]) => value)).toEqual(['btLr', 'tbRlV'])
  })

  it('are placed from the margin in the lower half of the paper, where LibreOffice lets none float otherwise', () => {
    const at = (y: number) => write(table([[cell('a')]], { position: { x: 500, y } }))
    expect(at(4000)).toContain('<w:tblpPr w:vertAnchor="page" w:horzAnchor="page" w:tblpX="500" w:tblpY="4000"/>')
    expect(at(15_000)).toContain('<w:tblpPr w:vertAnchor="margin" w:horzAnchor="page" w:tblpX="500" w:tblpY="13560"/>')
  })

  it('keep spans, merges and the grid in step', () => {
    const xml = write(
      table(
        [
          [cell('a', { columnSpan: 2 }), cell('b', { verticalMerge: 'restart' })],
          [cell('c'), cell('d'), cell([], { verticalMerge: 'continue' })],
          [cell('e')],
        ],
        { columns: [1000, 2000, 3000], width: { type: 'twips', value: 6000 } },
      ),
    )
    expect(grid(xml)).toEqual([1000, 2000, 3000])
    expect(xml).toContain('<w:tcW w:w="3000" w:type="dxa"/><w:gridSpan w:val="2"/>')
    expect(xml).toContain('<w:vMerge w:val="restart"/>')
    expect(xml).toContain('<w:vMerge/></w:tcPr><w:p><w:pPr><w:spacing w:before="0" w:after="0"/></w:pPr></w:p></w:tc>')
    expect(xml).toContain('<w:trPr><w:gridAfter w:val="2"/><w:wAfter w:w="5000" w:type="dxa"/></w:trPr>')
  })

  it('get columns of one width where nothing is said: Word works them out from the content', () => {
    const xml = write(table([[cell('id'), cell('a much longer text than that of the other column')]]))
    expect(grid(xml)).toEqual([(11_906 - 2 * 1304) / 2, (11_906 - 2 * 1304) / 2])
    expect(xml).toContain('<w:tblW w:w="0" w:type="auto"/>')
    const percent = write(table([[cell('a'), cell('b')]], { width: { type: 'percent', value: 50 } }))
    expect(percent).toContain('<w:tblW w:w="2500" w:type="pct"/>')
    expect(grid(percent).reduce((sum, width) => sum + width)).toBe(4650)
  })

  it('change sides when they run from right to left', () => {
    const xml = write(table([[cell('a')]], { rightToLeft: true, alignment: 'left', borders: { left: line } }))
    expect(xml).toContain('<w:bidiVisual/>')
    expect(xml).toContain('<w:jc w:val="right"/>')
    expect(xml).toMatch(/<w:tblBorders><w:right /)
  })

  it('are followed by a paragraph, also in cells, and kept apart', () => {
    const xml = write(table([[cell([table([[cell('inner')]])])]]), table([[cell('b')]]), paragraph('after'))
    expect(xml).toMatch(/inner.*?<\/w:tbl><w:p>.*?<\/w:p><\/w:tc>/)
    expect(xml).toMatch(/<\/w:tbl><w:p>.*?<\/w:p><w:tbl>/)
    expect(xml).toContain('<w:spacing w:before="200"/>')
    expect(write(table([[cell('a')]]))).toMatch(/<\/w:tbl><w:p>.*<\/w:p>$/)
  })

  it('keep the space below them that ends a cell, where Word drops the last paragraph', () => {
    const xml = write(table([[cell([table([[cell('x')]]), { kind: 'space', height: 240 }])]]))
    expect(xml).toMatch(/w:line="240" w:lineRule="exact"\/>.*?<w:p>.*?w:line="20".*?<\/w:p><\/w:tc><\/w:tr><\/w:tbl>/)
  })

  it('put what is beyond the 63 columns of Word into the last', () => {
    const cells: FlowCell[] = Array.from({ length: 100 }, (_, index) => cell(`c${index}.`))
    const xml = write(table([cells, [cell('wide', { columnSpan: 1_000_000 })]]))
    expect(grid(xml)).toHaveLength(63)
    expect(xml).toContain('<w:gridSpan w:val="63"/>')
    for (let index = 0; index < 100; index++) expect(xml).toContain(`>c${index}.<`)
  })

  it('are left out when they have no cells', () => {
    expect(write(table([]), paragraph('x'))).not.toContain('w:tbl>')
    expect(write(table([[], []]))).not.toContain('w:tbl>')
  })

  it('are refused when nested too deeply', () => {
    let nested: FlowBlock = paragraph('x')
    for (let depth = 0; depth < 10_000; depth++) nested = table([[cell([nested])]])
    expect(() => write(nested)).toThrow(expect.objectContaining({ code: 'document_too_complex' }))
  })

  it('do not let pictures grow out of their cells', () => {
    const image = {
      kind: 'image',
      bytes: new Uint8Array(4),
      type: 'png',
      width: 9000,
      height: 900,
      description: '',
    } as const
    const xml = write(
      table([[cell([paragraph([image, text('x')])])]], { columns: [2220], width: { type: 'twips', value: 2220 } }),
    )
    expect(xml).toContain(`<wp:extent cx="${2000 * 635}" cy="${200 * 635}"/>`)
  })
})
