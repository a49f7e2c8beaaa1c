/**
 * Decimal tab stops in cells of tables.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { readDocx } from '../../../src/ooxml/read-docx.js'
import type { Inline } from '../../../src/typeset/model/document-model.js'
import { buildDocx } from '../build-docx.js'

const DECIMAL = '<w:tabs><w:tab w:val="decimal" w:pos="1500"/></w:tabs>'

/** What the paragraph of a cell holds, and the same paragraph outside of a table. */
function kinds(pPr: string, runs = '<w:r><w:t>1.5</w:t></w:r>'): { cell: Inline['kind'][]; text: Inline['kind'][] } {
  const paragraph = `<w:p><w:pPr>${pPr}</w:pPr>${runs}</w:p>`
  const body = `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>${paragraph}</w:tc></w:tr></w:tbl>${paragraph}`
  const [table, after] = readDocx(buildDocx(body)).sections[0]?.blocks ?? []
  const [inside] = table?.kind === 'table' ? (table.rows[0]?.cells[0]?.blocks ?? []) : []
  const of = (block: typeof inside) => (block?.kind === 'paragraph' ? block.inlines.map(({ kind }) => kind) : [])
  return { cell: of(inside), text: of(after) }
}

describe('decimal tab stops in cells', () => {
  it('align numbers without a tab, in cells alone', () => {
    expect(kinds(DECIMAL)).toEqual({ cell: ['tab', 'text'], text: ['text'] })
  })

  it('leave text alone that has a tab, or that stands otherwise', () => {
    expect(kinds(DECIMAL, '<w:r><w:tab/><w:t>1.5</w:t></w:r>').cell).toEqual(['tab', 'text'])
    expect(kinds(`${DECIMAL}<w:jc w:val="right"/>`).cell).toEqual(['text'])
    const second = '<w:tabs><w:tab w:val="left" w:pos="500"/><w:tab w:val="decimal" w:pos="1500"/></w:tabs>'
    expect(kinds(second).cell).toEqual(['text'])
    expect(kinds(DECIMAL, '').cell).toEqual([])
  })
})
