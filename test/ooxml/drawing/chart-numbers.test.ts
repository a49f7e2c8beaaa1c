/**
 * The numbers of charts as text: on axes, as names of categories, and as labels at points.
 *
 * @module
 */

import { describe, expect, it } from 'vitest'
import { fullBox } from '../../../src/ooxml/drawing/box.js'
import { readChart } from '../../../src/ooxml/drawing/chart/read-chart.js'
import type { XmlElement } from '../../../src/ooxml/xml/xml-element.js'
import { makeEnvironment, xml } from './drawing-fixtures.js'

const on = (name: string) => xml(name, { val: '1' })
const format = (formatCode: string, sourceLinked: boolean) =>
  xml('c:numFmt', { formatCode, sourceLinked: sourceLinked ? '1' : '0' })
const cells = (kind: 'str' | 'num', values: readonly string[], code = 'General') =>
  xml(
    `c:${kind}Ref`,
    {},
    xml(
      `c:${kind}Cache`,
      {},
      ...(kind === 'num' ? [xml('c:formatCode', {}, code)] : []),
      ...values.map((value, index) => xml('c:pt', { idx: String(index) }, xml('c:v', {}, value))),
    ),
  )
const values = (...all: string[]) => xml('c:val', {}, cells('num', all))
const series = (...content: XmlElement[]) => xml('c:ser', {}, xml('c:tx', {}, cells('str', ['Sales'])), ...content)

/** The texts of a chart, one for each box. */
function textsOf(area: readonly XmlElement[], ...rest: XmlElement[]): string[] {
  const root = xml('c:chartSpace', {}, ...rest, xml('c:chart', {}, xml('c:plotArea', {}, ...area)))
  const relationship = { type: 'chart', target: '/word/charts/chart1.xml', external: false }
  const env = makeEnvironment({ '/word/charts/chart1.xml': root }, { rId1: relationship })
  return readChart(xml('c:chart', { 'r:id': 'rId1' }), fullBox(6000, 3000), env).flatMap((element) => {
    if (element.kind !== 'shape') return []
    const blocks = element.text?.blocks ?? []
    return blocks.flatMap((block) =>
      block.kind === 'table' ? [] : block.inlines.flatMap((inline) => (inline.kind === 'text' ? [inline.text] : [])),
    )
  })
}

describe('names of categories that are numbers', () => {
  const chart = (code: string, axis: readonly XmlElement[], ...rest: XmlElement[]) =>
    textsOf(
      [
        xml('c:areaChart', {}, series(xml('c:cat', {}, cells('num', ['37261', '37262'], code)), values('3', '4'))),
        xml('c:dateAx', {}, ...axis),
        xml('c:valAx'),
      ],
      ...rest,
    )

  it('have the format of their cells', () => {
    expect(chart('m/d/yyyy', [])).toContain('1/5/2002')
    expect(chart('m/d/yyyy', [format('General', true)])).toContain('1/6/2002')
    expect(chart('General', [])).toContain('37261')
  })

  it('have that of their axis where it sets one', () => {
    expect(chart('m/d/yyyy', [format('mmm yyyy', false)])).toContain('Jan 2002')
  })

  it('count from 1904 where the chart says so', () => {
    expect(chart('yyyy', [], on('c:date1904'))).toContain('2006')
    expect(chart('yyyy', [], xml('c:date1904', { val: '0' }))).toContain('2002')
  })
})

describe('axes of shares', () => {
  const shares = (plot: string, first: string, second: string, ...axis: XmlElement[]) =>
    textsOf([
      xml(plot, {}, xml('c:grouping', { val: 'percentStacked' }), series(values(first)), series(values(second))),
      xml('c:catAx'),
      xml('c:valAx', {}, ...axis),
    ]).filter((text) => text.endsWith('%'))

  it('end at 100 %, whatever the values', () => {
    for (const plot of ['c:areaChart', 'c:barChart', 'c:lineChart']) {
      expect(shares(plot, '32', '12')).toEqual(Array.from({ length: 11 }, (_, index) => `${index * 10}%`))
    }
    expect(shares('c:barChart', '0.2', '0.1').at(-1)).toBe('100%')
  })

  it('reach down to -100 % for negative values, and end where the axis says', () => {
    expect(shares('c:barChart', '-32', '12')).toEqual(expect.arrayContaining(['-100%', '100%']))
    expect(shares('c:barChart', '-32', '-12')).toEqual(expect.arrayContaining(['-100%', '0%']))
    expect(shares('c:barChart', '-32', '-12')).not.toContain('100%')
    const half = xml('c:scaling', {}, xml('c:max', { val: '0.5' }))
    expect(shares('c:barChart', '32', '12', half).at(-1)).toBe('50%')
  })
})

describe('labels at points', () => {
  const label = (index: number, ...content: XmlElement[]) =>
    xml('c:dLbl', {}, xml('c:idx', { val: String(index) }), ...content)
  const labelled = (plot: string, labels: XmlElement, ...more: XmlElement[]) =>
    textsOf([xml(plot, {}, series(labels, values('0.53', '0.32'), ...more)), xml('c:catAx'), xml('c:valAx')])

  it('may be of single points alone, each with parts and a format of its own', () => {
    const labels = xml(
      'c:dLbls',
      {},
      label(0, format('0%', false), on('c:showVal')),
      label(1, on('c:showSerName')),
      xml('c:showVal', { val: '0' }),
    )
    for (const plot of ['c:pieChart', 'c:barChart', 'c:lineChart', 'c:radarChart']) {
      expect(labelled(plot, labels)).toEqual(expect.arrayContaining(['53%', 'Sales']))
      expect(labelled(plot, labels)).not.toContain('0.32')
    }
  })

  it('leave out a point that has none of the parts of its series', () => {
    const none = label(1, xml('c:showVal', { val: '0' }))
    const texts = labelled('c:pieChart', xml('c:dLbls', {}, none, on('c:showVal')))
    expect(texts).toContain('0.53')
    expect(texts).not.toContain('0.32')
  })

  it('may show the sizes of bubbles', () => {
    const sizes = xml('c:bubbleSize', {}, cells('num', ['1077', '1088']))
    const texts = labelled('c:bubbleChart', xml('c:dLbls', {}, on('c:showBubbleSize')), sizes)
    expect(texts).toEqual(expect.arrayContaining(['1077', '1088']))
  })
})

describe('custom labels', () => {
  const run = (text: string) => xml('a:r', {}, xml('a:t', {}, text))
  const field = (type: string, stored: string) => xml('a:fld', { type }, xml('a:t', {}, stored))
  const custom = (...pieces: XmlElement[]) =>
    xml(
      'c:dLbl',
      {},
      xml('c:idx', { val: '1' }),
      xml('c:tx', {}, xml('c:rich', {}, xml('a:p', {}, ...pieces), xml('a:p', {}, run('below')))),
      format('0%', false),
      on('c:showVal'),
    )
  const shown = (labels: XmlElement, ...more: XmlElement[]) => {
    const categories = xml('c:cat', {}, cells('str', ['North', 'South']))
    const own = series(xml('c:dLbls', {}, labels), categories, values('0.25', '0.75'), ...more)
    return textsOf([xml('c:pieChart', {}, own)])
  }
  const extension = (content: XmlElement) => xml('c:extLst', {}, xml('c:ext', {}, content))
  const range = extension(
    xml(
      'c15:datalabelsRange',
      {},
      xml('c15:dlblRangeCache', {}, xml('c:pt', { idx: '1' }, xml('c:v', {}, 'cell text'))),
    ),
  )

  it('show the facts of their point in place of the names that the file stores', () => {
    expect(shown(custom(field('VALUE', '[VALUE]'), run(' of '), field('SERIESNAME', '[SERIES]')))).toContain(
      '75% of Sales below',
    )
    expect(shown(custom(field('CATEGORYNAME', '[C]'), xml('a:br'), field('PERCENTAGE', '[P]')))).toContain(
      'South 75% below',
    )
    expect(shown(custom(field('CELLREF', 'stored')))).toContain('stored below')
  })

  it('show cells, also where no text is custom', () => {
    expect(shown(custom(field('CELLRANGE', '[CELLRANGE]')), range)).toContain('cell text below')
    expect(shown(custom(field('CELLRANGE', 'stored')))).toContain('stored below')
    expect(shown(extension(on('c15:showDataLabelsRange')), range)).toContain('cell text')
  })
})

describe('points of scatter plots', () => {
  it('count from one where their positions are texts, or left out', () => {
    const ends = (...position: XmlElement[]) => {
      const y = xml('c:yVal', {}, cells('num', ['5', '6', '7', '8', '9']))
      const plot = xml(
        'c:scatterChart',
        {},
        series(...position, y),
        xml('c:axId', { val: '1' }),
        xml('c:axId', { val: '2' }),
      )
      const axis = (id: string) => xml('c:valAx', {}, xml('c:axId', { val: id }), xml('c:majorUnit', { val: '3' }))
      return textsOf([plot, axis('1'), axis('2')])
    }
    const named = xml('c:xVal', {}, cells('str', ['a', 'b', 'c', 'd', 'e']))
    expect(ends(named)).toContain('6')
    expect(ends(named)).toEqual(ends())
    expect(ends(xml('c:xVal', {}, cells('num', ['100', '200', '300', '400', '500'])))).not.toEqual(ends())
  })
})

describe('titles of axes', () => {
  it('have a general name where they have no text', () => {
    const titled = (...title: XmlElement[]) =>
      textsOf([xml('c:barChart', {}, series(values('1'))), xml('c:catAx', {}, ...title), xml('c:valAx')])
    expect(titled(xml('c:title'))).toContain('Axis Title')
    expect(titled()).not.toContain('Axis Title')
  })
})
