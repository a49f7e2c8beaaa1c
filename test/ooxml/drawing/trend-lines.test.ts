/**
 * Trend lines of charts: the curves of least squares, and where they are drawn.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { fullBox } from '../../../src/ooxml/drawing/box.js'
import { readChart } from '../../../src/ooxml/drawing/chart/read-chart.js'
import type { XmlElement } from '../../../src/ooxml/xml/xml-element.js'
import { fitTrend, movingAverage, type TrendPoint } from '../../../src/typeset/chart/fit-trend.js'
import type { TrendRule } from '../../../src/typeset/model/chart-model.js'
import { makeEnvironment, xml } from './drawing-fixtures.js'

const XS = [1, 2, 3, 4, 5, 6, 7, 8]

function rule(type: TrendRule['type'], more: Partial<TrendRule> = {}): TrendRule {
  return { type, order: 2, period: 2, ...more }
}

function fitted(f: (x: number) => number, found: TrendRule, xs = XS): (x: number) => number {
  const curve = fitTrend(
    xs.map((x): TrendPoint => [x, f(x)]),
    found,
  )
  if (curve === undefined) throw new Error('There is no curve.')
  return curve
}

describe('curves of least squares', () => {
  it.each<[string, (x: number) => number, TrendRule]>([
    ['a straight line', (x) => 3 * x - 7, rule('linear')],
    ['a polynomial', (x) => 2 * x ** 3 - x + 5, rule('poly', { order: 3 })],
    ['one of the highest order', (x) => x ** 6 - 30 * x ** 4 + x, rule('poly', { order: 6 })],
    ['an exponential curve', (x) => 2 * Math.exp(0.3 * x), rule('exp')],
    ['a logarithm', (x) => 4 + 2 * Math.log(x), rule('log')],
    ['a power', (x) => 3 * x ** 1.5, rule('power')],
  ])('find %s again', (_, f, found) => {
    const curve = fitted(f, found)
    for (const x of [1, 4.5, 9]) expect(curve(x)).toBeCloseTo(f(x), 4)
  })

  it('are the known ones where the points lie beside them', () => {
    const points: TrendPoint[] = [
      [1, 1],
      [2, 3],
      [3, 2],
    ]
    const curve = fitTrend(points, rule('linear'))
    expect(curve?.(0)).toBeCloseTo(1, 9)
    expect(curve?.(2)).toBeCloseTo(2, 9)
  })

  it('stay exact where the values of the axis are years', () => {
    const years = XS.map((x) => 2000 + x)
    expect(fitted((x) => 5 * (x - 2000), rule('linear'), years)(2004)).toBeCloseTo(20, 3)
  })

  it('go through the place that is asked for', () => {
    expect(fitted((x) => 3 * x - 7, rule('linear', { intercept: 0 }))(0)).toBe(0)
  })

  it('are none where there are too few points, or none whose logarithm can be taken', () => {
    expect(fitTrend([[1, 2]], rule('linear'))).toBeUndefined()
    const double: TrendPoint[] = [
      [1, 2],
      [1, 3],
    ]
    expect(fitTrend(double, rule('linear'))).toBeUndefined()
    const negative: TrendPoint[] = [
      [1, -2],
      [2, -3],
    ]
    expect(fitTrend(negative, rule('exp'))).toBeUndefined()
  })

  it('take means of the points before', () => {
    const points = [2, 4, 9, 5].map((y, i): TrendPoint => [i + 1, y])
    expect(movingAverage(points, 3)).toEqual([
      [3, 5],
      [4, 6],
    ])
  })
})

const points = (cache: string, values: readonly string[]) =>
  xml(cache, {}, ...values.map((value, i) => xml('c:pt', { idx: String(i) }, xml('c:v', {}, value))))

const RED = xml('c:spPr', {}, xml('a:ln', {}, xml('a:solidFill', {}, xml('a:srgbClr', { val: 'FF0000' }))))

function draw(kind: string, trend: readonly XmlElement[], grouping = 'clustered', legend?: XmlElement) {
  const series = xml(
    'c:ser',
    {},
    xml('c:tx', {}, xml('c:strRef', {}, points('c:strCache', ['Sales']))),
    xml('c:trendline', {}, RED, ...trend),
    xml('c:val', {}, xml('c:numRef', {}, points('c:numCache', ['10', '20', '30', '40']))),
  )
  const plot = xml(kind, {}, xml('c:grouping', { val: grouping }), series)
  const root = xml('c:chartSpace', {}, xml('c:chart', {}, xml('c:plotArea', {}, plot), ...(legend ? [legend] : [])))
  const relationship = { type: 'chart', target: '/word/charts/chart1.xml', external: false }
  const env = makeEnvironment({ '/word/charts/chart1.xml': root }, { rId1: relationship })
  const elements = readChart(xml('c:chart', { 'r:id': 'rId1' }), fullBox(6000, 3000), env)
  const curves = elements.flatMap((element) =>
    element.kind === 'shape' && element.line?.color === 'FF0000' && element.paths.length > 0
      ? [element.paths.flatMap(({ commands }) => commands.flatMap((one) => (one.op === 'Z' ? [] : [[one.x, one.y]])))]
      : [],
  )
  const texts = elements.flatMap((element) =>
    element.kind === 'shape' && element.text !== undefined ? JSON.stringify(element.text.blocks) : [],
  )
  return { curves, texts: texts.join(), warnings: env.warnings }
}

describe('trend lines', () => {
  it.each(['c:barChart', 'c:lineChart', 'c:areaChart', 'c:scatterChart'])('are drawn in a %s', (kind) => {
    const { curves, warnings } = draw(kind, [xml('c:trendlineType', { val: 'linear' })])
    expect(curves).toHaveLength(1)
    const [first = [], last = []] = [curves[0]?.[0], curves[0]?.at(-1)]
    expect(last[0] ?? 0).toBeGreaterThan(first[0] ?? 0)
    // Downwards on the page: values rise.
    expect(last[1] ?? 0).toBeLessThan(first[1] ?? 0)
    expect(warnings).toEqual([])
  })

  it('go on as far as they are asked to, and not beyond what the axes enclose', () => {
    const width = (...more: XmlElement[]) => {
      const xs = (draw('c:barChart', [xml('c:trendlineType', { val: 'linear' }), ...more]).curves[0] ?? []).map(
        ([x = 0]) => x,
      )
      return Math.max(...xs) - Math.min(...xs)
    }
    const plain = width()
    // Of three steps between four bars; with half a step more at both ends, four.
    expect(width(xml('c:forward', { val: '0.5' }), xml('c:backward', { val: '0.5' })) / plain).toBeCloseTo(4 / 3, 1)
    expect(width(xml('c:forward', { val: '100' })) / plain).toBeLessThan(4 / 3)
  })

  it('are not there where values are stacked', () => {
    expect(draw('c:barChart', [], 'stacked').curves).toEqual([])
    expect(draw('c:pieChart', []).curves).toEqual([])
  })

  it('stand in the legend behind the series, by their own names or those that Office gives them', () => {
    const legend = xml('c:legend')
    expect(draw('c:barChart', [xml('c:name', {}, 'Hopes')], 'clustered', legend).texts).toContain('Hopes')
    const { texts } = draw('c:barChart', [xml('c:trendlineType', { val: 'exp' })], 'clustered', legend)
    expect(texts).toContain('Expon. (Sales)')
    expect(texts.indexOf('Expon.')).toBeGreaterThan(texts.indexOf('Sales'))
    const average = [xml('c:trendlineType', { val: 'movingAvg' }), xml('c:period', { val: '3' })]
    expect(draw('c:barChart', average, 'clustered', legend).texts).toContain('3 per. Mov. Avg. (Sales)')
    const hidden = xml('c:legend', {}, xml('c:legendEntry', {}, xml('c:idx', { val: '1' }), xml('c:delete')))
    expect(draw('c:barChart', [xml('c:name', {}, 'Hopes')], 'clustered', hidden).texts).not.toContain('Hopes')
  })
})
