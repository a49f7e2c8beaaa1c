/**
 * Reads what the points and lines of a plot have beside them: markers, labels, trend lines, and what joins lines as in stock
 * charts.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import {
  type BarLook,
  type ChartMarker,
  type DataLabels,
  type Fill,
  type LabelParts,
  type LabelPiece,
  type LineStyle,
  type LinesBetween,
  type TrendLine,
  type TrendRule,
  thinLine,
} from '../../../typeset/drawings.js'
import type { PlainTextLook } from '../../../typeset/model/plain-model.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { readTextLook } from '../drawing-text.js'
import { readFill } from '../fill.js'
import { readLine } from '../line.js'
import { readBoolean, readNumber } from '../units.js'
import { readTexts } from './chart-cache.js'

/** Automatic symbols of series, in Office's order. */
const AUTOMATIC = ['diamond', 'square', 'triangle', 'x', 'star', 'circle', 'plus', 'dot', 'dash']
/** Size of automatic markers in Office, in points. */
const AUTOMATIC_SIZE = 7
/** Default of c:size, in points (21.2.2.182). */
const DEFAULT_SIZE = 5

/** The marker of a series; undefined for none. `element` is its c:marker, if any. */
export function readMarker(element: XmlElement | undefined, index: number): ChartMarker | undefined {
  const symbol = childOf(element, 'c:symbol')?.attributes['val'] ?? 'auto'
  if (symbol === 'none') return undefined
  const isAutomatic = symbol === 'auto'
  const size = readNumber(childOf(element, 'c:size')?.attributes['val'], isAutomatic ? AUTOMATIC_SIZE : DEFAULT_SIZE)
  return {
    symbol: isAutomatic ? (AUTOMATIC[index % AUTOMATIC.length] ?? 'diamond') : symbol,
    radius: clamp(size, 2, 72) * 10,
  }
}

const NO_LOOK: PlainTextLook = { font: '', size: 0, color: '' }
const OUTSIDE: ReadonlySet<string> = new Set(['outEnd', 't', 'b', 'l', 'r', 'bestFit'])
/** The labels of a series, or those of its plot; undefined where no labels are shown. */
export function readDataLabels(
  series: XmlElement,
  plot: XmlElement,
  sourceFormat: string,
  env: DrawingEnvironment,
): DataLabels | undefined {
  const own = childOf(series, 'c:dLbls')
  const labels = own ?? childOf(plot, 'c:dLbls')
  if (labels === undefined || isOn(labels, 'c:delete')) return undefined
  const paragraph = childOf(childOf(childOf(labels, 'c:txPr'), 'a:p'), 'a:pPr')
  const position = childOf(labels, 'c:dLblPos')?.attributes['val']
  const parts = readLabelParts(labels, sourceFormat)
  const read: DataLabels = {
    ...parts,
    isOutside: position === undefined || OUTSIDE.has(position),
    deleted: new Set(
      childrenOf(labels, 'c:dLbl')
        .filter((label) => isOn(label, 'c:delete'))
        .map(indexOf),
    ),
    texts: readPointTexts(labels, env),
    points: new Map(
      childrenOf(labels, 'c:dLbl')
        .filter((label) => label.children.some((child) => typeof child !== 'string' && child.name.startsWith('c:show')))
        .map((label) => [indexOf(label), readLabelParts(label, parts.formatCode)]),
    ),
    look: readTextLook(childOf(paragraph, 'a:defRPr'), NO_LOOK, env),
  }
  return read.texts.size > 0 || [parts, ...read.points.values()].some(showsAny) ? read : undefined
}

/** What the labels of a series, or that of a point, show. */
function readLabelParts(labels: XmlElement, sourceFormat: string): LabelParts {
  const format = childOf(labels, 'c:numFmt')
  const isLinked = format === undefined || readBoolean(format.attributes['sourceLinked'], false)
  return {
    showsSeries: isOn(labels, 'c:showSerName'),
    showsCategory: isOn(labels, 'c:showCatName'),
    showsValue: isOn(labels, 'c:showVal'),
    showsPercent: isOn(labels, 'c:showPercent'),
    showsSize: isOn(labels, 'c:showBubbleSize'),
    showsCell: extensions(labels).some((extension) => isOn(extension, 'c15:showDataLabelsRange')),
    separator: separatorOf(labels),
    formatCode: isLinked ? sourceFormat : (format.attributes['formatCode'] ?? sourceFormat),
  }
}

function showsAny(parts: LabelParts): boolean {
  const { showsSeries, showsCategory, showsValue, showsPercent, showsSize, showsCell } = parts
  return showsSeries || showsCategory || showsValue || showsPercent || showsSize || showsCell
}

function extensions(element: XmlElement): XmlElement[] {
  return childrenOf(childOf(element, 'c:extLst'), 'c:ext')
}

/** The texts of cells that labels may show (c15:datalabelsRange, [MS-ODRAWXML] 2.24.3). */
export function readLabelCells(series: XmlElement): string[] {
  const ranges = extensions(series).flatMap((extension) => childOf(extension, 'c15:datalabelsRange') ?? [])
  return readTexts(childOf(ranges[0], 'c15:dlblRangeCache'))
}

function indexOf(label: XmlElement): number {
  return readNumber(childOf(label, 'c:idx')?.attributes['val'], -1)
}

/** Custom texts at single points (c:dLbl with c:tx, 21.2.2.47). */
function readPointTexts(labels: XmlElement, env: DrawingEnvironment): Map<number, readonly LabelPiece[]> {
  const texts = new Map<number, readonly LabelPiece[]>()
  for (const label of childrenOf(labels, 'c:dLbl')) {
    const rich = childOf(childOf(label, 'c:tx'), 'c:rich')
    if (rich === undefined || isOn(label, 'c:delete')) continue
    const paragraphs = childrenOf(rich, 'a:p').map((paragraph) =>
      childrenOf(paragraph).flatMap((run) => readPiece(run, env)),
    )
    texts.set(
      indexOf(label),
      paragraphs.flatMap((pieces, index) => (index === 0 ? pieces : [' ', ...pieces])),
    )
  }
  return texts
}

/** Fields of a custom text. What is stored for them is often their name in brackets alone. */
const LABEL_FIELDS: Readonly<Record<string, Exclude<LabelPiece, string>['field']>> = {
  VALUE: 'value',
  YVALUE: 'value',
  XVALUE: 'categoryName',
  CATEGORYNAME: 'categoryName',
  SERIESNAME: 'series',
  PERCENTAGE: 'percent',
  BUBBLESIZE: 'size',
  CELLRANGE: 'cell',
}

function readPiece(run: XmlElement, env: DrawingEnvironment): LabelPiece[] {
  if (run.name === 'a:br') return [' ']
  const text = childOf(run, 'a:t')
  if (text === undefined || (run.name !== 'a:r' && run.name !== 'a:fld')) return []
  env.census.show(text)
  const type = run.attributes['type'] ?? ''
  const field = run.name === 'a:fld' && Object.hasOwn(LABEL_FIELDS, type) ? LABEL_FIELDS[type] : undefined
  return [field === undefined ? textOf(text) : { field, stored: textOf(text) }]
}

/** The separator between the parts of a label. A line break, or a space that is lost in reading, becomes a space. */
function separatorOf(labels: XmlElement): string {
  const separator = childOf(labels, 'c:separator')
  if (separator === undefined) return '; '
  const text = textOf(separator)
  return text.trim() === '' ? ' ' : text
}

/** A switch of the labels, which is on without a value (CT_Boolean, 21.2.3.10). */
function isOn(parent: XmlElement, name: string): boolean {
  const element = childOf(parent, name)
  return element !== undefined && readBoolean(element.attributes['val'], true)
}

const WHITE: Fill = { type: 'solid', color: 'FFFFFF', opacity: 1 }
const DARK: Fill = { type: 'solid', color: '404040', opacity: 1 }

/** Reads the elements between the lines of a plot. */
export function readLinesBetween(plot: XmlElement, env: DrawingEnvironment): LinesBetween {
  const drop = lineOf(childOf(plot, 'c:dropLines'), env)
  const highLow = lineOf(childOf(plot, 'c:hiLowLines'), env)
  const bars = childOf(plot, 'c:upDownBars')
  const gap = clamp(readNumber(childOf(bars, 'c:gapWidth')?.attributes['val'], 150) / 100, 0, 5)
  return {
    ...(drop && { drop }),
    ...(highLow && { highLow }),
    ...(bars && {
      bars: {
        gap,
        up: barLook(childOf(bars, 'c:upBars'), WHITE, env),
        down: barLook(childOf(bars, 'c:downBars'), DARK, env),
      },
    }),
  }
}

function lineOf(element: XmlElement | undefined, env: DrawingEnvironment): LineStyle | undefined {
  if (element === undefined) return undefined
  const ln = childOf(childOf(element, 'c:spPr'), 'a:ln')
  return readFill(ln, env) === null ? undefined : (readLine(ln, env) ?? thinLine('000000'))
}

function barLook(element: XmlElement | undefined, otherwise: Fill, env: DrawingEnvironment): BarLook {
  const fill = readFill(childOf(element, 'c:spPr'), env)
  return { fill: fill === null ? undefined : (fill ?? otherwise), line: lineOf(element ?? NOTHING, env) }
}

const NOTHING: XmlElement = { name: '', attributes: {}, children: [] }

const TYPES: Readonly<Record<string, TrendRule['type']>> = {
  linear: 'linear',
  exp: 'exp',
  log: 'log',
  power: 'power',
  poly: 'poly',
  movingAvg: 'movingAvg',
}

/** Office's names for trend lines without one. That of a moving average begins with its period. */
const NAMES: Readonly<Record<TrendRule['type'], string>> = {
  linear: 'Linear',
  exp: 'Expon.',
  log: 'Log.',
  power: 'Power',
  poly: 'Poly.',
  movingAvg: 'per. Mov. Avg.',
}

/** Maximum number of trend lines of a series, which is Office's limit. */
const MAX_TREND_LINES = 20
/**
 * Reads the trend lines of a series.
 *
 * @param seriesName name of the series, which default names contain
 */
export function readTrendLines(series: XmlElement, seriesName: string, env: DrawingEnvironment): readonly TrendLine[] {
  const elements = childrenOf(series, 'c:trendline')
  return elements.slice(0, MAX_TREND_LINES).map((element) => readTrendLine(element, seriesName, env))
}

function readTrendLine(element: XmlElement, seriesName: string, env: DrawingEnvironment): TrendLine {
  const number = (name: string, otherwise: number) => readNumber(childOf(element, name)?.attributes['val'], otherwise)
  const type = TYPES[childOf(element, 'c:trendlineType')?.attributes['val'] ?? ''] ?? 'linear'
  const period = number('c:period', 2)
  const own = childOf(element, 'c:name')
  const kind = type === 'movingAvg' ? `${period} ${NAMES[type]}` : NAMES[type]
  const intercept = childOf(element, 'c:intercept') === undefined ? undefined : number('c:intercept', 0)
  return {
    type,
    order: number('c:order', 2),
    period,
    ...(intercept !== undefined && { intercept }),
    forward: Math.max(0, number('c:forward', 0)),
    backward: Math.max(0, number('c:backward', 0)),
    name: (own && textOf(own)) || `${kind} (${seriesName})`,
    line: readLine(childOf(childOf(element, 'c:spPr'), 'a:ln'), env) ?? thinLine('000000'),
  }
}
