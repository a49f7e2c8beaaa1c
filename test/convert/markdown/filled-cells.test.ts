/**
 * Cells that are added to the short rows of Markdown tables: counted before they are made.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { COSTS, ConversionBudget } from '../../../src/convert/conversion-budget.js'
import { markdownToHtml } from '../../../src/convert/markdown/markdown-to-html.js'
import { readMarkdown } from '../../../src/convert/markdown/read-markdown.js'

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

describe('rows with more cells than their header', () => {
  const warningsOf = async (markdown: string) => (await readMarkdown(markdown)).warnings

  it('are told of by the text of the cells that are left out', async () => {
    expect(await warningsOf('| a | b |\n|---|---|\n| 1 | 2 | **three** |\n| 4 | 5 |  |\n| 6 |\n')).toEqual([
      'One cell of a table is left out, since the row has more cells than the header: "**three**".',
    ])
    expect(await warningsOf('a | b\n-|-\n1 | 2 \\| 3 | 4 | 5\n')).toEqual([
      '2 cells of tables are left out, since the row has more cells than the header: "4", "5".',
    ])
    expect(await warningsOf('| a |\n|---|\n| 1 | x |\n')).toHaveLength(1)
    expect(await warningsOf('- | a |\n  |---|\n  | 1 | x |\n')).toHaveLength(1)
    expect(await warningsOf('| a | b |\n|---|---|\n| 1 | 2 |\n')).toEqual([])
  })

  it('are told of with five texts, each of forty characters at most', async () => {
    const row = (count: number) => `|1|${[...Array(count).keys()].map((n) => `x${n}`).join('|')}|\n`
    expect(await warningsOf(`|a|\n|-|\n${row(5)}`)).toEqual([
      expect.stringMatching(/^5 cells .*: "x0", "x1", "x2", "x3", "x4"\.$/),
    ])
    expect(await warningsOf(`|a|\n|-|\n${row(7)}`)).toEqual([
      expect.stringMatching(/^7 cells .*: "x0", "x1", "x2", "x3", "x4", and 2 more\.$/),
    ])
    const long = (length: number) => warningsOf(`|a|\n|-|\n|1|${'é'.repeat(length)}|\n`)
    expect((await long(40))[0]).toContain(`"${'é'.repeat(40)}"`)
    expect((await long(41))[0]).toContain(`"${'é'.repeat(40)}…"`)
  })
})
