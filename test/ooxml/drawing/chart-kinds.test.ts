/**
 * What charts can ask for beside bars, lines and slices: slices drawn out, curves, logarithms, lines and bars between lines,
 * texts at single points, names of groups.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { fullBox } from '../../../src/ooxml/drawing/box.js'
import { readChart } from '../../../src/ooxml/drawing/chart/read-chart.js'
import type { XmlElement } from '../../../src/ooxml/xml/xml-element.js'
import { finishSteps } from '../../../src/pace/turns.js'
import { makeScale, shareOfScale, ticksOf } from '../../../src/typeset/chart/chart-scale.js'
import type { ShapeElement } from '../../../src/typeset/model/drawing-model.js'
import { makeEnvironment, xml } from './drawing-fixtures.js'

const val = (name: string, value: string | number) => xml(name, { val: String(value) })
const points = (cache: string, values: readonly (string | undefined)[]) =>
  xml(
    cache,
    {},
    ...values.flatMap((value, i) =>
      value === undefined ? [] : [xml('c:pt', { idx: String(i) }, xml('c:v', {}, value))],
    ),
  )
const series = (values: readonly (string | undefined)[], ...more: XmlElement[]) =>
  xml('c:ser', {}, xml('c:val', {}, xml('c:numRef', {}, points('c:numCache', values))), ...more)
const rich = (text: string) => xml('c:tx', {}, xml('c:rich', {}, xml('a:p', {}, xml('a:r', {}, xml('a:t', {}, text)))))

function draw(area: readonly XmlElement[], ...rest: XmlElement[]) {
  const root = xml('c:chartSpace', {}, xml('c:chart', {}, xml('c:plotArea', {}, ...area), ...rest))
  const relationship = { type: 'chart', target: '/word/charts/chart1.xml', external: false }
  const env = makeEnvironment({ '/word/charts/chart1.xml': root }, { rId1: relationship })
  env.census.expect(root)
  const elements = readChart(xml('c:chart', { 'r:id': 'rId1' }), fullBox(6000, 3000), env).filter(
    (element): element is ShapeElement => element.kind === 'shape',
  )
  const labels = elements.flatMap(({ text, x, y }) => {
    const words = JSON.stringify(text?.blocks ?? '')
      .match(/(?<="text":")[^"]+/g)
      ?.join('')
    return words === undefined ? [] : [{ words, x, y }]
  })
  const passedOver = finishSteps(env.census.warnings()).filter((warning) => !warning.includes('c:v'))
  return { elements, labels, words: labels.map(({ words }) => words), warnings: [...env.warnings, ...passedOver] }
}

/** Places of a path's commands. */
const pathsOf = (elements: readonly ShapeElement[], isWanted: (element: ShapeElement) => boolean) =>
  elements.filter(isWanted).flatMap(({ paths }) => paths.map(({ commands }) => commands))
const opsOf = (commands: readonly { readonly op: string }[]) => commands.map(({ op }) => op).join('')

describe('pies', () => {
  const slices = (...more: XmlElement[]) => {
    const [first, ...own] = more
    const pie = xml('c:pieChart', {}, series(['1', '1'], ...own), ...(first === undefined ? [] : [first]))
    const paths = pathsOf(draw([pie]).elements, ({ fill }) => fill !== undefined)
    return paths.map(([start]) => (start?.op === 'M' ? [Math.round(start.x), Math.round(start.y)] : []))
  }

  it('begin at the angle that they say', () => {
    const [[topX = 0, topY = 0] = []] = slices()
    const [[sideX = 0, sideY = 0] = []] = slices(val('c:firstSliceAng', 90))
    // From the top to the right of the circle.
    expect(sideX).toBeGreaterThan(topX)
    expect(sideX - topX).toBe(sideY - topY)
  })

  it('have slices drawn out', () => {
    const none = val('c:firstSliceAng', 0)
    const [together] = slices(none)
    const apart = slices(none, xml('c:dPt', {}, val('c:idx', 0), val('c:explosion', 50)))
    // Half of the circle, on the right, moves to the right.
    expect(apart[0]?.[0]).toBeGreaterThan(together?.[0] ?? 0)
    expect(slices(none, val('c:explosion', 50))[0]).toEqual(apart[0])
  })

  it('have one colour where they say so', () => {
    const fills = (varies: number) =>
      draw([xml('c:pieChart', {}, val('c:varyColors', varies), series(['1', '1']))]).elements.flatMap(
        ({ fill }) => fill ?? [],
      )
    expect(new Set(fills(0).map((fill) => JSON.stringify(fill))).size).toBe(1)
  })
})

describe('lines', () => {
  const line = (plot: readonly XmlElement[], ...rest: XmlElement[]) => {
    const { elements } = draw([xml('c:lineChart', {}, ...plot)], ...rest)
    return pathsOf(elements, ({ line, fill }) => line?.width === 45 && fill === undefined).map(opsOf)
  }
  const values = ['1', undefined, '3', '2'] as const

  it('run in curves', () => {
    expect(line([series(['1', '3', '2'])])).toEqual(['MLL'])
    expect(line([series(['1', '3', '2'], val('c:smooth', 1))])).toEqual(['MCC'])
  })

  it('leave gaps, go on over them, or fall to zero', () => {
    const blanks = (how: string) => val('c:dispBlanksAs', how)
    expect(line([series(values)])).toEqual(['MML'])
    expect(line([series(values)], blanks('span'))).toEqual(['MLL'])
    expect(line([series(values)], blanks('zero'))).toEqual(['MLLL'])
  })

  it('have lines and bars between them', () => {
    const plot = (...more: XmlElement[]) => {
      const { elements, warnings } = draw([xml('c:stockChart', {}, series(['1', '4']), series(['3', '2']), ...more)])
      const thin = pathsOf(elements, ({ line, fill }) => line?.color === '000000' && fill === undefined).length
      return { thin, bars: elements.flatMap(({ fill }) => (fill?.type === 'solid' ? [fill.color] : [])), warnings }
    }
    expect(plot()).toEqual({ thin: 0, bars: [], warnings: [] })
    expect(plot(xml('c:hiLowLines')).thin).toBe(2)
    expect(plot(xml('c:dropLines')).thin).toBe(2)
    expect(plot(xml('c:upDownBars', {}, xml('c:upBars'), xml('c:downBars'))).bars).toEqual(['FFFFFF', '404040'])
  })
})

describe('axes', () => {
  it('have logarithmic scales', () => {
    const scale = makeScale([3, 45000], { logBase: 10 })
    expect(ticksOf(scale)).toEqual([1, 10, 100, 1000, 10_000, 100_000])
    expect(shareOfScale(1000, scale)).toBeCloseTo(0.6, 9)
    expect(ticksOf(makeScale([0.02, 0.5], { logBase: 10 }))).toEqual([0.01, 0.1, 1])
    expect(ticksOf(makeScale([-5, 0], { logBase: 2 }))).toEqual([1, 2])
    const axis = xml('c:valAx', {}, xml('c:scaling', {}, val('c:logBase', 10)))
    expect(draw([xml('c:lineChart', {}, series(['5', '500'])), axis]).words).toContain('100')
  })

  it('have titles from cells', () => {
    const title = xml('c:title', {}, xml('c:tx', {}, xml('c:strRef', {}, points('c:strCache', ['Euros']))))
    const axes = [xml('c:catAx'), xml('c:valAx', {}, title)]
    expect(draw([xml('c:lineChart', {}, series(['5', '6'])), ...axes]).words).toContain('Euros')
  })

  it('have names of groups below those of categories', () => {
    const levels = xml(
      'c:multiLvlStrCache',
      {},
      xml('c:lvl', {}, ...points('', ['Q1', 'Q2', 'Q1', 'Q2']).children),
      xml('c:lvl', {}, ...points('', ['2025', undefined, '2026']).children),
    )
    const grouped = series(['1', '2', '3', '4'], xml('c:cat', {}, xml('c:multiLvlStrRef', {}, levels)))
    const plot = (...more: XmlElement[]) =>
      draw([xml('c:barChart', {}, ...more, grouped), xml('c:catAx'), xml('c:valAx')])
    const { labels, warnings } = plot()
    const [first, second] = ['2025', '2026'].map((wanted) => labels.find(({ words }) => words === wanted))
    const below = labels.filter(({ words }) => words === 'Q1')
    expect(first?.y).toBeGreaterThan(below[0]?.y ?? Number.POSITIVE_INFINITY)
    expect(first?.y).toBe(second?.y)
    expect(second?.x).toBeGreaterThan(first?.x ?? Number.POSITIVE_INFINITY)
    expect(warnings).toEqual([])
    expect(plot(val('c:barDir', 'bar')).warnings).toEqual([
      'Where a chart has several levels of categories, only the innermost is shown.',
    ])
  })
})

it('points have the texts that somebody wrote at them', () => {
  const label = xml('c:dLbl', {}, val('c:idx', 1), rich('a record'))
  const labels = xml('c:dLbls', {}, label, val('c:showVal', 1))
  for (const kind of ['c:lineChart', 'c:pieChart']) {
    const { words, warnings } = draw([xml(kind, {}, series(['5', '600'], labels))])
    expect(words).toContain('a record')
    expect(words).not.toContain('600')
    expect(warnings).toEqual([])
  }
})

it('depth, second pies and units are named', () => {
  const pie = xml('c:ofPieChart', {}, val('c:ofPieType', 'pie'), series(['1', '2']))
  expect(draw([pie], xml('c:view3D')).warnings).toEqual(['Parts of a chart are not shown (the second pie, depth).'])
})
