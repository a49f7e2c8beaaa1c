/**
 * Cells that are added to the short rows of Markdown tables: counted before they are made.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { COSTS, ConversionBudget } from '../../../src/convert/conversion-budget.js'
import { markdownToHtml } from '../../../src/convert/markdown/markdown-to-html.js'

/** A table of so many columns, whose rows have one cell each. */
function sparseTable(columns: number, rows: number, cell = '|b|\n'): string {
  return `${'|a'.repeat(columns)}|\n${'|-'.repeat(columns)}|\n${cell.repeat(rows)}`
}

/** Cells that a text has filled up. */
function filledCells(markdown: string): number {
  const budget = new ConversionBudget({ steps: 1, bytes: 1e9 })
  markdownToHtml(markdown, { budget })
  return budget.held('cells') / COSTS.cellToken
}

describe('rows that are filled up to the columns of their header', () => {
  it('are refused before that is done', () => {
    const bytes = 1000 * COSTS.cellToken
    const convert = (rows: number) =>
      markdownToHtml(sparseTable(101, rows), { budget: new ConversionBudget({ steps: 1, bytes }) })
    expect(() => convert(9)).not.toThrow()
    expect(() => convert(10)).toThrow(/cells of tables, those that fill up short rows included/)
  })

  it('are counted over all tables of a document', () => {
    expect(filledCells(`${sparseTable(101, 102)}\n${sparseTable(11, 5)}`)).toBe(10_250)
  })

  it('do not count where they have their cells, or have too many', () => {
    expect(filledCells(sparseTable(101, 600, `${'|b'.repeat(101)}|\n`))).toBe(0)
    expect(filledCells(sparseTable(1, 30_000, '|b|c|\n'))).toBe(0)
  })

  it('end where the table does', () => {
    const short = sparseTable(101, 100)
    expect(filledCells(`${short}\n${'b\n'.repeat(5000)}`)).toBe(10_000)
    expect(filledCells(`${short}> b\n${'> b\n'.repeat(5000)}`)).toBe(10_000)
  })
})
