/**
 * Columns of tables: how they share a width, and that words stay whole in them.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { convertFile } from '../../../src/convert/convert-file.js'
import {
  type ColumnMeasure,
  coverSpans,
  distributeWidth,
  tableExtent,
  withCell,
} from '../../../src/convert/html/layout/distribute-columns.js'
import { partOf } from '../docx-writer/part-of.js'
import { readWithPdfjs } from '../support/read-with-pdfjs.js'
import { readTable } from './flow-text.js'

const auto = (least: number, most: number): ColumnMeasure => ({ least, most, isFixed: false })
const fixed = (least: number, most: number): ColumnMeasure => ({ least, most, isFixed: true })
const share = (percent: number, least: number, most: number): ColumnMeasure => ({
  least,
  most,
  isFixed: false,
  percent,
})

describe('a table that is too wide for its lines', () => {
  const text = 'Analysis of the present processes and interviews with all departments of the company. '.repeat(2)
  const html = `<table><tr><th>Phase</th><th>Work</th><th>Due</th></tr>
    <tr><td>1</td><td>${text}</td><td>30 September 2027</td></tr></table>`

  it('breaks the longest alone, so that dates and amounts stay whole, on a page without a look', async () => {
    const [phase = 0, work = 0, due = 0] = (await readTable(html)).grid ?? []
    // The date of 17 characters is 1,700 twips wide, with its padding.
    expect(due).toBeGreaterThan(1700)
    expect(phase + work + due).toBeCloseTo(11_906 - 2880, -2)
    const [, , narrow = 0] = (await readTable(`<style>p { margin: 0 }</style>${html}`)).grid ?? []
    expect(narrow).toBeLessThan(due)
  })
})

describe('the width of a table', () => {
  it('goes to words, then shares, then lengths, then lines, then to columns that ask for nothing', () => {
    const columns = [auto(10, 40), share(0.5, 10, 20), fixed(10, 30)]
    expect(distributeWidth(columns, 20)).toEqual([10, 10, 10])
    expect(distributeWidth(columns, 35)).toEqual([10, 15, 10])
    expect(distributeWidth(columns, 60)).toEqual([10, 30, 20])
    expect(distributeWidth(columns, 100)).toEqual([20, 50, 30])
    expect(distributeWidth(columns, 200)).toEqual([70, 100, 30])
    expect(distributeWidth([fixed(10, 30), share(0.25, 0, 10)], 100)).toEqual([75, 25])
    expect(distributeWidth([share(0.2, 0, 10), share(0.3, 0, 10)], 100)).toEqual([40, 60])
    expect(distributeWidth([auto(0, 0), auto(0, 0)], 100)).toEqual([50, 50])
  })

  it('is that of its lines where it says none, or more for the sake of shares', () => {
    expect(tableExtent([auto(10, 40), auto(5, 60)])).toEqual({ least: 15, most: 100 })
    expect(tableExtent([share(0.25, 10, 40), auto(5, 30)])).toEqual({ least: 15, most: 160 })
    expect(tableExtent([share(0.9, 10, 40), auto(5, 30)]).most).toBeCloseTo(300)
    expect(tableExtent([share(1, 10, 40), auto(5, 30)]).most).toBe(1_000_000)
    expect(tableExtent([share(0.7, 10, 40), share(0.3, 1, 2), auto(5, 30)]).most).toBe(1_000_000)
    expect(tableExtent([share(0.8, 1, 1), share(0.8, 1, 10)]).most).toBeCloseTo(50)
  })

  it('leaves room for cells over several columns, by what those columns would like', () => {
    const [a, b] = coverSpans([auto(10, 30), auto(10, 60)], [{ ...auto(60, 180), column: 0, span: 2 }])
    expect(a).toEqual(auto(expect.closeTo(10 + (40 * 20) / 70), 60))
    expect(b).toEqual(auto(expect.closeTo(10 + (40 * 50) / 70), 120))
    const fewFirst = coverSpans(
      [auto(0, 0), auto(0, 0), auto(0, 0)],
      [
        { ...auto(90, 90), column: 0, span: 3 },
        { ...auto(80, 80), column: 0, span: 2 },
      ],
    )
    expect(fewFirst.map(({ least }) => least)).toEqual([45, 45, 0])
    const shares = coverSpans(
      [share(0.1, 0, 0), auto(0, 10), auto(0, 30)],
      [{ ...share(0.5, 0, 0), column: 0, span: 3 }],
    )
    expect(shares.map(({ percent }) => percent)).toEqual([0.1, 0.1, 0.3].map((value) => expect.closeTo(value)))
  })

  it('knows what one cell more does to a column', () => {
    expect(withCell(auto(10, 90), fixed(5, 40))).toEqual(fixed(10, 40))
    expect(withCell(fixed(5, 40), auto(50, 90))).toEqual(fixed(50, 50))
    expect(withCell(share(0.2, 0, 10), share(0.3, 0, 20))).toEqual(share(0.3, 0, 20))
  })
})

/** The text of the PDF of a page. */
async function print(html: string, from: 'html' | 'md' = 'html'): Promise<string> {
  return (await readWithPdfjs((await convertFile(html, { from })).bytes)).pages.join('\n')
}

const page = (css: string, ...rows: readonly string[][]): string =>
  `<style>td{border:1px solid;padding:2px 4px;font-family:Arial;${css}}</style><table>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}`).join('')}`)
    .join('')}</table>`

describe('words of tables', () => {
  const words = ['Amount', 'TOTAL', 'КОЛИЧЕСТВО', 'Ωμέγα', 'Ընդամենը', 'MMMMWWW', '99.99%']

  it.each(['letter-spacing:0.1em', 'text-transform:uppercase', 'font:italic bold 12pt Arial'])(
    'are whole with %s',
    async (css) => {
      const shown = css.includes('transform') ? words.map((word) => word.toUpperCase()) : words
      const text = await print(page(css, words, words))
      for (const word of shown) expect(text.split('\n').join(' ').split(word).length, word).toBe(3)
    },
  )

  it('are whole in Hebrew and in what has to be shaped', async () => {
    for (const word of ['ירושלים', 'הإجمالي', 'विवरण', 'การชำระเงิน']) {
      const table = await readTable(page('', [word, `${word} ${word}`]))
      const [own = 0, both = 0] = table.columns
      expect(both, word).toBeGreaterThan(own * 1.5)
    }
    expect(await print(page('', ['ימין', 'שמאל', 'ירושלים']))).toContain('ירושלים')
  })

  it('break only where they are longest, and all others stay whole beside them', async () => {
    const long = 'B'.repeat(120)
    const text = await print(page('', ['short', long, 'Amount'], ['Description of it', long, '12,345.00']))
    for (const word of ['short', 'Amount', 'Description', '12,345.00']) expect(text).toContain(word)
    const markdown = `| short | hash | Amount |\n|---|---|---|\n| Description | ${long} | 12,345.00 |\n`
    const printed = await print(markdown, 'md')
    for (const word of ['short', 'Amount', 'Description', '12,345.00']) expect(printed).toContain(word)
  })

  it('stay whole below the two hundredth row, too', async () => {
    const rows = Array.from({ length: 230 }, (_, index) => [`r${index}`, 'text '.repeat(60)])
    expect(await print(page('', ...rows, ['Unbreakable', 'text']))).toContain('Unbreakable')
  })
})

describe('columns', () => {
  const widths = async (css: string, table = '') => {
    const html = page(css, ['a', 'b '.repeat(300)]).replace('<table>', `<table ${table}>`)
    const { grid, columns } = await readTable(html)
    return grid ?? columns
  }

  it('have the bounds that cells set', async () => {
    const [plain = 0] = await widths('')
    expect(plain).toBeLessThan(300)
    // Borders of 15 and padding of 60 twips on each side.
    expect((await widths('min-width:100px'))[0]).toBe(1500 + 150)
    expect((await widths('max-width:100px'))[1]).toBe(1500 + 150)
    expect((await widths('width:100px'))[1]).toBe(1500 + 150)
    expect((await widths('width:100px;box-sizing:border-box'))[1]).toBe(1500)
    expect((await widths('border-collapse:collapse;width:100px', 'style="border-collapse:collapse"'))[1]).toBe(
      1500 + 135,
    )
  })

  it('are never thinner than a letter, even empty ones beside words that do not fit', async () => {
    const { columns } = await readTable(page('padding:0;border:0 none', ['', 'W'.repeat(200), '']))
    expect([columns[0], columns[2]]).toEqual([60, 60])
  })

  it('can break words anywhere where a style sheet says so', async () => {
    const html = (css: string) =>
      `<style>td{border:1px solid}</style><table style="width:200px"><tr><td style="${css}">${'W'.repeat(14)}<td>Wide words</table>`
    const [whole = 0] = (await readTable(html(''))).columns
    for (const css of ['overflow-wrap:anywhere', 'word-wrap:anywhere', 'word-break:break-all', 'word-break:break-word'])
      expect((await readTable(html(css))).columns[0], css).toBeLessThan(whole * 0.9)
    expect((await readTable(html('overflow-wrap:break-word'))).columns[0]).toBe(whole)
  })

  it('are left to Word unless the page fixes them', async () => {
    const xml = async (table: string) =>
      partOf(
        (await convertFile(page('', ['a', 'b']).replace('<table>', table), { from: 'html', to: 'docx' })).bytes,
        '/word/document.xml',
      )
    for (const table of ['<table>', '<table width="100%">', '<table style="table-layout:fixed">']) {
      expect(await xml(table), table).not.toContain('<w:tblLayout')
    }
    expect(await xml('<table style="table-layout:fixed;width:100%">')).toContain('<w:tblLayout w:type="fixed"/>')
  })

  it('share the room that indented blocks leave, not that of the page', async () => {
    const table = '<table style="width:100%"><tr><th>a<th>b<tr><td>a<td>b</table>'
    const width = async (html: string) => (await readTable(`<style>body{margin:0}td{padding:0}</style>${html}`)).width
    expect(await width(table)).toEqual({ type: 'percent', value: 100 })
    const inside = await width(`<div style="padding:0 20px">${table}</div>`)
    expect(inside).toMatchObject({ type: 'twips' })
    const { columns } = await readTable(`<div style="padding:0 20px">${table}</div>`)
    expect(columns.reduce((sum, own) => sum + own, 0)).toBeLessThanOrEqual(9026 - 2 * 300)
  })

  it('of a fixed layout are what the first row says', async () => {
    const html = `<style>td{padding:0 10px;border:0 none red}</style><table style="table-layout:fixed;width:400px"><col><col style="width:50px"><tr><td style="width:100px">a<td>b<td>c<td>Unbreakablebutfixed<tr><td style="width:300px">a</table>`
    const { columns, isFixed } = await readTable(html)
    expect(isFixed).toBe(true)
    expect(columns).toEqual([1800, 750, 1725, 1725])
  })

  it('of a fixed layout give way where they are shares of the table, and may ask for nothing', async () => {
    const fixed = async (...styles: string[]) =>
      (
        await readTable(
          `<style>td{padding:0;border:0 none red}</style><table style="table-layout:fixed;width:400px"><tr>${styles.map((css) => `<td style="${css}">a`).join('')}</table>`,
        )
      ).columns
    expect(await fixed('width:50%', 'width:100px', 'width:50%')).toEqual([2250, 1500, 2250])
    expect(await fixed('width:50%', 'padding:0 50px;width:0', 'width:50%')).toEqual([2250, 1500, 2250])
    expect(await fixed('width:0', '', 'width:0')).toEqual([60, 5880, 60])
    expect(await fixed('width:300px', 'width:300px')).toEqual([3000, 3000])
    expect(await fixed('width:60%', 'width:60%', '')).toEqual([2970, 2970, 60])
  })

  it('keep their words whole in a table whose only cell holds shares and lengths that are more than all of it', async () => {
    const inner = `<table width="100%" style="table-layout:fixed"><tr>${'<td style="width:50%">unbreakable</td><td style="width:2px">&nbsp;</td>'.repeat(2)}</table>`
    const { columns } = await readTable(`<style>td{padding:0}</style><table width="100%"><tr><td>${inner}</table>`)
    expect(columns.length).toBe(1)
    expect(columns[0]).toBeGreaterThan(8000)
  })
})

describe('boxes side by side', () => {
  const box = (style: string, words: string) => `<div style="${style}">${words}</div>`

  it('keep their words whole beside lines and beside long text', async () => {
    const words = ['Quantity', 'TOTAL', 'Amount']
    const items = [box('', 'Quantity'), box('border:1px solid', 'TOTAL'), box('letter-spacing:0.5px', 'Amount')]
    for (const display of ['display:flex', 'display:grid;grid-template-columns:auto auto auto']) {
      const text = await print(`<div style="font-family:Arial;${display}">${items.join('')}</div>`)
      for (const word of words) expect(text, display).toContain(word)
    }
  })

  it('give tracks of fractions the room of their words before others have that of their lines', async () => {
    const long = box('', 'lorem '.repeat(40))
    const grid = (columns: string, ...items: readonly string[]) =>
      `<div style="display:grid;grid-template-columns:${columns};font-family:Arial">${items.join('')}</div>`
    expect(await print(grid('auto 1fr', long, box('', 'Unbreakable')))).toContain('Unbreakable')
    const narrow = await print(grid('auto auto 1fr', box('', 'W'.repeat(90)), box('', 'Amount'), box('', 'Total')))
    expect(narrow).toContain('Amount')
    expect(narrow).toContain('Total')
  })
})
