/**
 * Cells that are added to the short rows of Markdown tables: so many, and no more.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { markdownToHtml } from '../../../src/convert/markdown/markdown-to-html.js'

/** A table of so many columns, whose rows have one cell each. */
function sparseTable(columns: number, rows: number, cell = '|b|\n'): string {
  return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${cell.repeat(rows)}`
}

/** A table whose rows lack 100 cells each, and have four characters: 101 columns. */
const rowsOf = (rows: number) => sparseTable(101, rows)
/** Characters of header and delimiter row of that table. */
const HEAD = 2 * (2 * 101 + 2)

describe('rows that are filled up to the columns of their header', () => {
  it('may lack 20,000 cells, and one more for every four characters', () => {
    // 100 n = 20,000 + (408 + 4 n) / 4
    const most = Math.floor((20_000 + HEAD / 4) / 99)
    expect(most).toBe(203)
    expect(() => markdownToHtml(rowsOf(most))).not.toThrow()
    expect(() => markdownToHtml(rowsOf(most + 1))).toThrow(/far fewer cells than its header, which has 101\./)
  })

  it('are counted over all tables of a document', () => {
    const half = `${rowsOf(102)}\n`
    expect(() => markdownToHtml(half)).not.toThrow()
    expect(() => markdownToHtml(half + half)).not.toThrow()
    expect(() => markdownToHtml(half + half + half)).toThrow(/far fewer cells/)
  })

  it('do not count where they have their cells, or have too many', () => {
    const full = `${'|b'.repeat(101)}|\n`
    expect(() => markdownToHtml(sparseTable(101, 600, full))).not.toThrow()
    expect(() => markdownToHtml(sparseTable(1, 30_000, '|b|c|\n'))).not.toThrow()
  })

  it('end where the table does', () => {
    const short = rowsOf(100)
    expect(() => markdownToHtml(`${short}\n${'b\n'.repeat(5000)}`)).not.toThrow()
    expect(() => markdownToHtml(`${short}> b\n${'> b\n'.repeat(5000)}`)).not.toThrow()
  })
})
