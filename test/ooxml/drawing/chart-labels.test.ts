/**
 * Where the words of charts stand, on pages that poppler reads: none is cut off, whatever their length.
 *
 * @module
 */

import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { convertDocxToPdf } from '../../../src/convert/docx-to-pdf.js'
import { makeDocx } from '../../support/make-docx.js'
import { withFiles } from '../../support/oracles.js'
import { hasTool } from '../../support/tools.js'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const CHART = 'http://schemas.openxmlformats.org/drawingml/2006/chart'
const MAIN = 'http://schemas.openxmlformats.org/drawingml/2006/main'

const points = (cache: string, values: readonly (string | number)[]) =>
  `<c:${cache}>${values.map((value, i) => `<c:pt idx="${i}"><c:v>${value}</c:v></c:pt>`).join('')}</c:${cache}>`
const series = (name: string, categories: readonly string[], values: readonly number[]) =>
  `<c:ser><c:tx><c:strRef>${points('strCache', [name])}</c:strRef></c:tx><c:cat><c:strRef>${points('strCache', categories)}</c:strRef></c:cat><c:val><c:numRef>${points('numCache', values)}</c:numRef></c:val></c:ser>`
const ids = (category: number, value: number) => `<c:axId val="${category}"/><c:axId val="${value}"/>`
const bars = (content: string, direction = 'col') =>
  `<c:barChart><c:barDir val="${direction}"/>${content}${ids(1, 2)}</c:barChart>`
const categoryAxis = (id: number, order = 'minMax', deleted = 0) =>
  `<c:catAx><c:axId val="${id}"/><c:scaling><c:orientation val="${order}"/></c:scaling><c:delete val="${deleted}"/></c:catAx>`
const valueAxis = (id: number, format = 'General') =>
  `<c:valAx><c:axId val="${id}"/><c:delete val="0"/><c:numFmt formatCode="${format}"/></c:valAx>`
const legend = '<c:legend><c:legendPos val="b"/></c:legend>'

interface Word {
  readonly x: number
  readonly y: number
}

/** The words of a page with a chart of 400 by 160 pt at its corner, and what was warned of. */
async function wordsOf(
  chart: string,
): Promise<{ readonly words: ReadonlyMap<string, Word>; readonly warnings: readonly string[] }> {
  const drawing = `<w:p><w:r><w:drawing><wp:inline xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"><wp:extent cx="5080000" cy="2032000"/><wp:docPr id="1" name="c"/><a:graphic xmlns:a="${MAIN}"><a:graphicData uri="${CHART}"><c:chart xmlns:c="${CHART}" xmlns:r="${OFFICE}" r:id="c"/></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
  const docx = makeDocx(drawing, {
    'word/charts/chart1.xml': `<c:chartSpace xmlns:c="${CHART}" xmlns:a="${MAIN}"><c:chart>${chart}</c:chart></c:chartSpace>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="c" Type="${OFFICE}/chart" Target="charts/chart1.xml"/></Relationships>`,
  })
  const { bytes, warnings } = await convertDocxToPdf(docx, {})
  const html = await withFiles({ 'a.pdf': bytes }, async (path) => {
    return spawnSync('pdftotext', ['-bbox', path('a.pdf'), '-'], { encoding: 'utf8' }).stdout
  })
  const found = [...html.matchAll(/xMin="([-\d.]+)" yMin="([-\d.]+)" xMax="([-\d.]+)" yMax="([-\d.]+)">([^<]+)</g)]
  const words = found.map(([, x0, y0, x1, y1, word]): [string, Word] => [
    word ?? '',
    { x: (Number(x0) + Number(x1)) / 2, y: (Number(y0) + Number(y1)) / 2 },
  ])
  return { words: new Map(words), warnings }
}

describe.runIf(hasTool('pdftotext'))('the words of charts', () => {
  it('stand on several lines where names of categories and titles are long', async () => {
    const title = `<c:title><c:tx><c:rich><a:p><a:r><a:t>${'Many words about figures and years '.repeat(3)}ending</a:t></a:r></a:p></c:rich></c:tx></c:title>`
    const names = ['Information security department', 'Quality management', 'Human resources', 'Procurement offices']
    const plot = `<c:plotArea>${bars(series('Answers', names, [3, 5, 2, 4]))}${categoryAxis(1)}${valueAxis(2)}</c:plotArea>`
    const { words, warnings } = await wordsOf(title + plot)
    expect(warnings).toEqual([])
    for (const word of names.join(' ').split(' ')) expect([...words.keys()]).toContain(word)
    expect(words.get('ending')?.y).toBeGreaterThan((words.get('Many')?.y ?? Number.NaN) - 1)
    expect(words.get('department')?.y).toBeGreaterThan((words.get('Information')?.y ?? Number.NaN) + 5)
  })

  it('stand on several lines where the label of a point is long', async () => {
    const name = 'Department of financial management and of the commissioner for the budget'
    const pie = series('Shares', [name, 'Others'], [1, 3]).replace(
      '</c:ser>',
      '<c:dLbls><c:showCatName val="1"/></c:dLbls></c:ser>',
    )
    const { words, warnings } = await wordsOf(`<c:plotArea><c:pieChart>${pie}</c:pieChart></c:plotArea>`)
    expect(warnings).toEqual([])
    for (const word of name.split(' ')) expect([...words.keys()]).toContain(word)
  })

  it('are turned where they have no room, each one of them there', async () => {
    const days = Array.from({ length: 24 }, (_, i) => `Wednesday${i + 1}`)
    const plot = `<c:plotArea>${bars(
      series(
        'Answers',
        days,
        days.map((_, i) => i),
      ),
    )}${categoryAxis(1)}${valueAxis(2)}</c:plotArea>`
    const { words, warnings } = await wordsOf(plot)
    expect(warnings).toEqual([])
    for (const day of days) expect([...words.keys()]).toContain(day)
  })

  it('stand in rows where a legend is wide', async () => {
    const names = Array.from({ length: 8 }, (_, i) => `Department${i}OfTheCompany`)
    const all = names.map((name) => series(name, ['a', 'b'], [1, 2])).join('')
    const { words, warnings } = await wordsOf(
      `<c:plotArea>${bars(all)}${categoryAxis(1)}${valueAxis(2)}</c:plotArea>${legend}`,
    )
    expect(warnings).toEqual([])
    for (const name of names) expect([...words.keys()]).toContain(name)
    expect(new Set(names.map((name) => Math.round(words.get(name)?.y ?? 0))).size).toBeGreaterThan(1)
  })

  it('have an axis of their own at the right for values of another size', async () => {
    const line = `<c:lineChart>${series('Margin', ['a', 'b'], [0.1, 0.2])}${ids(3, 4)}</c:lineChart>`
    const axes = categoryAxis(1) + valueAxis(2) + categoryAxis(3, 'minMax', 1) + valueAxis(4, '0%')
    const { words } = await wordsOf(
      `<c:plotArea>${bars(series('Sales', ['a', 'b'], [100, 200]))}${line}${axes}</c:plotArea>`,
    )
    expect(words.get('20%')?.x).toBeGreaterThan(300)
    expect(words.get('200')?.x).toBeLessThan(150)
  })

  it('run downwards where bars do', async () => {
    const plot = (order: string) =>
      `<c:plotArea>${bars(series('Answers', ['first', 'last'], [1, 2]), 'bar')}${categoryAxis(1, order)}${valueAxis(2)}</c:plotArea>`
    const [up, down] = [(await wordsOf(plot('minMax'))).words, (await wordsOf(plot('maxMin'))).words]
    expect(up.get('first')?.y).toBeGreaterThan(up.get('last')?.y ?? Number.NaN)
    expect(down.get('first')?.y).toBeLessThan(down.get('last')?.y ?? Number.NaN)
  })

  it('are in the legend, or named by a warning where it has no room for all', async () => {
    const names = Array.from({ length: 70 }, (_, i) => `Slice${i}`)
    const pie = `<c:pieChart>${series(
      'Answers',
      names,
      names.map(() => 1),
    )}</c:pieChart>`
    const { words, warnings } = await wordsOf(
      `<c:plotArea>${pie}</c:plotArea><c:legend><c:legendPos val="r"/></c:legend>`,
    )
    const missing = names.filter((name) => !words.has(name))
    expect(missing.length).toBeGreaterThan(40)
    expect(warnings).toHaveLength(1)
    expect(warnings[0]).toContain(`${missing.length} entries are not shown: "${missing[0]}", "${missing[1]}"`)
  })

  it('leave out entries of a legend that are deleted', async () => {
    const entry = '<c:legendEntry><c:idx val="1"/><c:delete val="1"/></c:legendEntry>'
    const all = ['Alpha', 'Beta', 'Gamma'].map((name) => series(name, ['a', 'b'], [1, 2])).join('')
    const plot = `<c:plotArea>${bars(all)}${categoryAxis(1)}${valueAxis(2)}</c:plotArea>`
    const { words, warnings } = await wordsOf(`${plot}<c:legend><c:legendPos val="r"/>${entry}</c:legend>`)
    expect(warnings).toEqual([])
    expect(['Alpha', 'Beta', 'Gamma'].filter((name) => words.has(name))).toEqual(['Alpha', 'Gamma'])
  })

  it('stand around the place that the chart gives for its plots and for its legend', async () => {
    const layout = (x: number, y: number, width: number, height: number, target = '') =>
      `<c:layout><c:manualLayout>${target}<c:xMode val="edge"/><c:yMode val="edge"/><c:x val="${x}"/><c:y val="${y}"/><c:w val="${width}"/><c:h val="${height}"/></c:manualLayout></c:layout>`
    const content = `${bars(series('Sales', ['first', 'last'], [1, 2]))}${categoryAxis(1)}${valueAxis(2)}`
    const inner = '<c:layoutTarget val="inner"/>'
    const drawn = async (plot: string, key: string) =>
      (await wordsOf(`<c:plotArea>${plot}${content}</c:plotArea><c:legend><c:legendPos val="r"/>${key}</c:legend>`))
        .words
    const plain = await drawn('', '')
    const placed = await drawn(layout(0.5, 0.25, 0.25, 0.5, inner), layout(0.1, 0.1, 0.2, 0.2))
    // The chart is 400 by 160 pt, at 72 pt from the edges of the page: its plots reach from 272 to 372, down to 192.
    expect(placed.get('first')?.x).toBeCloseTo(272 + 25, -1)
    expect(placed.get('last')?.x).toBeCloseTo(272 + 75, -1)
    expect(placed.get('first')?.y).toBeGreaterThan(192)
    expect(placed.get('first')?.y).toBeLessThan(212)
    expect(placed.get('Sales')?.x).toBeLessThan(72 + 120)
    expect(plain.get('Sales')?.x).toBeGreaterThan(72 + 300)
  })
})
