/**
 * Charts, and the scales of their axes.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { fullBox } from '../../../src/ooxml/drawing/box.js'
import { readChart } from '../../../src/ooxml/drawing/chart/read-chart.js'
import type { XmlElement } from '../../../src/ooxml/xml/xml-element.js'
import { makeScale, ticksOf } from '../../../src/typeset/chart/chart-scale.js'
import { makeEnvironment, xml } from './drawing-fixtures.js'

const points = (cache: string, values: readonly string[]) =>
  xml(cache, {}, ...values.map((value, i) => xml('c:pt', { idx: String(i) }, xml('c:v', {}, value))))

const series = (values: readonly string[]) =>
  xml(
    'c:ser',
    {},
    xml('c:tx', {}, xml('c:strRef', {}, points('c:strCache', ['Sales']))),
    xml('c:cat', {}, xml('c:strRef', {}, points('c:strCache', ['North', 'South']))),
    xml('c:val', {}, xml('c:numRef', {}, points('c:numCache', values))),
  )

const draw = (plot: XmlElement, ...rest: XmlElement[]) => drawChart(xml('c:plotArea', {}, plot), ...rest)
const drawArea = (...content: XmlElement[]) => drawChart(xml('c:plotArea', {}, ...content))

function drawChart(...content: XmlElement[]) {
  const root = xml('c:chartSpace', {}, xml('c:chart', {}, ...content))
  const relationship = { type: 'chart', target: '/word/charts/chart1.xml', external: false }
  const env = makeEnvironment({ '/word/charts/chart1.xml': root }, { rId1: relationship })
  const elements = readChart(xml('c:chart', { 'r:id': 'rId1' }), fullBox(6000, 3000), env)
  const texts = elements.flatMap((element) =>
    element.kind === 'shape' && element.text !== undefined ? JSON.stringify(element.text.blocks) : [],
  )
  return { elements, texts: texts.join(), warnings: env.warnings }
}

describe('readChart', () => {
  it('draws a slice for each value of a pie and names them in the legend', () => {
    const { elements, texts } = draw(xml('c:pieChart', {}, series(['1', '3'])), xml('c:legend'))
    expect(elements.filter((element) => element.kind === 'shape' && element.fill !== undefined)).toHaveLength(4)
    expect(texts).toContain('North')
    expect(texts).toContain('South')
  })

  it('draws radar charts about a centre, with signs at the points and rings for the values', () => {
    const radar = (style: string) =>
      draw(xml('c:radarChart', {}, xml('c:radarStyle', { val: style }), series(['4', '8', '6'])), xml('c:legend'))
    const { elements, texts } = radar('marker')
    for (const label of ['North', 'South', 'Sales']) expect(texts).toContain(label)
    // Three points and the key of the legend.
    expect(elements.filter((element) => element.kind === 'shape' && element.fill !== undefined)).toHaveLength(4)
    const plain = radar('standard').elements
    expect(plain.some((element) => element.kind === 'shape' && element.fill !== undefined)).toBe(false)
  })

  it('labels points with what they ask for', () => {
    const labels = (...names: string[]) =>
      xml(
        'c:dLbls',
        {},
        ...['c:showVal', 'c:showPercent', 'c:showCatName', 'c:showSerName'].map((name) =>
          xml(name, { val: names.includes(name) ? '1' : '0' }),
        ),
      )
    const withLabels = (values: readonly string[], own: XmlElement) => {
      const plain = series(values)
      return { ...plain, children: [...plain.children, own] }
    }
    const values = ['13.25', '39.75']
    for (const kind of ['c:barChart', 'c:lineChart', 'c:areaChart', 'c:pieChart', 'c:doughnutChart']) {
      expect(draw(xml(kind, {}, series(values))).texts).not.toContain('13.25')
      expect(draw(xml(kind, {}, withLabels(values, labels('c:showVal')))).texts).toContain('13.25')
      // A plot speaks for all of its series.
      expect(draw(xml(kind, {}, series(values), labels('c:showVal'))).texts).toContain('39.75')
      const gone = xml('c:dLbls', {}, xml('c:delete', { val: '1' }))
      expect(draw(xml(kind, {}, withLabels(values, gone), labels('c:showVal'))).texts).not.toContain('39.75')
    }
    const pie = draw(xml('c:pieChart', {}, withLabels(values, labels('c:showPercent', 'c:showCatName')))).texts
    expect(pie).toContain('North; 25%')
    expect(pie).toContain('South; 75%')
  })

  it('names what it does not draw', () => {
    const formula = xml('c:trendline', {}, xml('c:dispEq', { val: '1' }), xml('c:dispRSqr', { val: '0' }))
    const plain = series(['1', '2'])
    const bars = xml('c:barChart', {}, { ...plain, children: [...plain.children, formula, xml('c:errBars')] })
    expect(draw(bars).warnings).toEqual(['Parts of a chart are not shown (formulas of trend lines, error bars).'])
    expect(draw(xml('c:barChart', {}, plain)).warnings).toEqual([])
  })

  it('shows bars of equal values from zero on', () => {
    expect(makeScale([2600, 2600]).minimum).toBe(0)
  })

  it('draws bars in proportion to their values', () => {
    const { elements } = draw(xml('c:barChart', {}, xml('c:barDir', { val: 'col' }), series(['10', '20'])))
    const heights = elements.flatMap((element) => {
      if (element.kind !== 'shape' || element.fill === undefined) return []
      const ys = element.paths.flatMap((path) => path.commands.flatMap((one) => (one.op === 'Z' ? [] : [one.y])))
      return [Math.max(...ys) - Math.min(...ys)]
    })
    expect(heights).toHaveLength(2)
    expect((heights[1] ?? 0) / (heights[0] ?? 1)).toBeCloseTo(2, 2)
  })

  it('draws axes and gridlines as they ask, grey where they do not say', () => {
    const bars = xml('c:barChart', {}, series(['10', '20']))
    const noLine = xml('c:spPr', {}, xml('a:ln', {}, xml('a:noFill')))
    const red = xml('a:ln', {}, xml('a:solidFill', {}, xml('a:srgbClr', { val: 'FF0000' })))
    const grid = xml('c:majorGridlines', {}, xml('c:spPr', {}, red))
    const colors = (...axes: XmlElement[]) =>
      drawArea(bars, ...axes).elements.flatMap((element) =>
        element.kind === 'shape' && element.line !== undefined ? [element.line.color] : [],
      )
    expect(colors(xml('c:catAx'), xml('c:valAx', {}, grid, noLine, xml('c:majorUnit', { val: '10' })))).toEqual([
      ...new Array(4).fill('FF0000'),
      '868686',
    ])
  })

  it('gives bubbles areas in proportion to their sizes', () => {
    const one = series(['10', '20'])
    const sizes = xml('c:bubbleSize', {}, xml('c:numRef', {}, points('c:numCache', ['4', '1'])))
    const { elements } = draw(xml('c:bubbleChart', {}, { ...one, children: [...one.children, sizes] }))
    const widths = elements.flatMap((element) => {
      if (element.kind !== 'shape' || element.fill === undefined) return []
      const xs = element.paths.flatMap((path) => path.commands.flatMap((step) => (step.op === 'Z' ? [] : [step.x])))
      return [Math.max(...xs) - Math.min(...xs)]
    })
    expect(widths).toHaveLength(2)
    expect((widths[0] ?? 0) / (widths[1] ?? 1)).toBeCloseTo(2, 2)
  })

  it('says when a chart cannot be drawn', () => {
    expect(draw(xml('c:surfaceChart', {}, series(['1'])))).toMatchObject({
      elements: [],
      warnings: [expect.stringContaining('kind')],
    })
  })
})

describe('makeScale', () => {
  it('ends at round numbers and keeps zero in sight', () => {
    expect(makeScale([3, 92])).toEqual({ minimum: 0, maximum: 100, step: 10 })
    expect(makeScale([3, 92], { step: 50 })).toEqual({ minimum: 0, maximum: 100, step: 50 })
    expect(makeScale([-5, 5]).minimum).toBeLessThanOrEqual(-5)
    expect(ticksOf({ minimum: 0, maximum: 1, step: 0.2 })).toEqual([0, 0.2, 0.4, 0.6, 0.8, 1])
  })

  it('stays small for limits out of reason', () => {
    expect(ticksOf(makeScale([1], { minimum: 0, maximum: 1e12 })).length).toBeLessThan(60)
    expect(makeScale([]).minimum).toBe(0)
    expect(ticksOf(makeScale([])).length).toBeLessThan(60)
  })
})
