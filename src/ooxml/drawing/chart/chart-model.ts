/**
 * A chart part as data: plots, series, axes, title.
 *
 * @module
 */

import { DRAWING_LIMITS } from '../../../limits.js'
import { clamp } from '../../../numbers.js'
import type { Fill, LineStyle } from '../../../typeset/model/drawing-model.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { readFill } from '../fill.js'
import { readLine } from '../line.js'
import { readBoolean, readNumber } from '../units.js'
import { thinLine } from './chart-canvas.js'
import { type ChartMarker, readMarker } from './chart-markers.js'
import { type DataLabels, readDataLabels } from './data-labels.js'

/** How the series of a plot are drawn. */
export type PlotKind = 'bar' | 'line' | 'area' | 'pie' | 'scatter' | 'radar'

/** A series with its cached values (c:ser, ECMA-376-1, 21.2.2.170). */
export interface ChartSeries {
  readonly name: string
  readonly categories: readonly string[]
  /** Positions along the horizontal axis of scatter plots. */
  readonly xValues: readonly (number | undefined)[]
  readonly values: readonly (number | undefined)[]
  /** Areas of bubbles. */
  readonly sizes: readonly (number | undefined)[]
  /** Of bars, areas, slices and markers. */
  readonly fill: Fill
  /** Of lines and outlines; left out where nothing is drawn. */
  readonly line?: LineStyle
  /** Around its bubbles. */
  readonly outline?: LineStyle
  /** Fills of single points (c:dPt). */
  readonly pointFills: ReadonlyMap<number, Fill>
  /** At its points; left out for none. */
  readonly marker?: ChartMarker
  readonly labels?: DataLabels
}

/** Series that are drawn in one way. */
export interface ChartPlot {
  readonly kind: PlotKind
  /** Bars from left to right. */
  readonly horizontal: boolean
  readonly grouping: 'standard' | 'stacked' | 'percentStacked'
  /** Gap between groups of bars and overlap of bars, as shares of a bar's width. */
  readonly gap: number
  readonly overlap: number
  /** The lines of a radar chart enclose areas. */
  readonly filled: boolean
  /** Share of a doughnut's radius that is hollow; 0 for pies. */
  readonly hole: number
  /** Its values are on the second value axis. */
  readonly isSecondary: boolean
  readonly series: readonly ChartSeries[]
}

/** What is drawn of an axis. */
export interface ChartAxis {
  readonly shown: boolean
  /** The line of the axis itself; left out where none is drawn. */
  readonly line?: LineStyle
  readonly gridline?: LineStyle
  readonly minimum?: number
  readonly maximum?: number
  /** Distance of its ticks (c:majorUnit). */
  readonly step?: number
  readonly title?: XmlElement
  readonly formatCode: string
  /** Runs from right to left, or from top to bottom. */
  readonly reversed: boolean
  readonly ticks: 'none' | 'outside' | 'inside' | 'across'
  /** Where its labels stand: at the axis, or at one end of the other one. */
  readonly labels: 'none' | 'low' | 'high' | 'nextTo'
  /** How its labels are turned, clockwise, in degrees; left out where that follows from the room there is. */
  readonly rotation?: number
  /** Of a value axis: categories stand at the ticks rather than between them (c:crossBetween); left out where it does not say. */
  readonly onTicks?: boolean
  /** What its labels look like (c:txPr). */
  readonly textProperties?: XmlElement
}

/** A chart part, read. */
export interface ChartModel {
  readonly plots: readonly ChartPlot[]
  readonly categoryAxis: ChartAxis
  readonly valueAxis: ChartAxis
  /** At the other side, for plots with values of another size. */
  readonly secondaryAxis?: ChartAxis
  /** c:title; an empty one shows the name of the only series. */
  readonly title?: XmlElement
  readonly legend?: 'bottom' | 'right' | 'top' | 'left'
  readonly legendText?: XmlElement
  /** What its axes enclose. */
  readonly plotFill?: Fill
  readonly plotLine?: LineStyle
}

const PLOT_KINDS: Readonly<Record<string, PlotKind>> = {
  'c:barChart': 'bar',
  'c:bar3DChart': 'bar',
  'c:lineChart': 'line',
  'c:line3DChart': 'line',
  'c:stockChart': 'line',
  'c:radarChart': 'radar',
  'c:areaChart': 'area',
  'c:area3DChart': 'area',
  'c:pieChart': 'pie',
  'c:pie3DChart': 'pie',
  'c:ofPieChart': 'pie',
  'c:doughnutChart': 'pie',
  'c:scatterChart': 'scatter',
  'c:bubbleChart': 'scatter',
}

const LEGEND_SIDES: Readonly<Record<string, NonNullable<ChartModel['legend']>>> = {
  b: 'bottom',
  t: 'top',
  l: 'left',
  r: 'right',
  tr: 'right',
}

/** Reads the root of a chart part (c:chartSpace). Undefined when it has no plot that can be drawn. */
export function readChartModel(root: XmlElement, env: DrawingEnvironment): ChartModel | undefined {
  const chart = childOf(root, 'c:chart')
  const area = childOf(chart, 'c:plotArea')
  const plots: ChartPlot[] = []
  let points = 0
  let firstSeries = 0
  const axes = readAxes(area)
  for (const element of childrenOf(area)) {
    const kind = Object.hasOwn(PLOT_KINDS, element.name) ? PLOT_KINDS[element.name] : undefined
    if (kind === undefined) continue
    const isSecondary = axes.secondary !== undefined && axisIds(element).has(idOf(axes.secondary))
    const plot = { ...readPlot(element, kind, firstSeries, env), isSecondary }
    firstSeries += plot.series.length
    points += plot.series.reduce((sum, series) => sum + series.values.length, 0)
    if (points > DRAWING_LIMITS.maxChartPoints) {
      env.warn('A chart with very many points is not shown in full.')
      break
    }
    if (plot.series.length > 0) plots.push(plot)
  }
  if (plots.length === 0) return undefined
  const legend = childOf(chart, 'c:legend')
  const deleted = readBoolean(childOf(chart, 'c:autoTitleDeleted')?.attributes['val'], false)
  const title = deleted ? undefined : childOf(chart, 'c:title')
  const plotFill = readFill(childOf(area, 'c:spPr'), env) ?? undefined
  const plotLine = readLine(childOf(childOf(area, 'c:spPr'), 'a:ln'), env)
  return {
    plots,
    categoryAxis: readAxis(axes.category, env),
    valueAxis: readAxis(axes.value, env),
    ...(axes.secondary !== undefined && { secondaryAxis: readAxis(axes.secondary, env) }),
    ...(plotFill === undefined ? {} : { plotFill }),
    ...(plotLine === undefined ? {} : { plotLine }),
    ...(title === undefined ? {} : { title }),
    ...(legend === undefined
      ? {}
      : { legend: LEGEND_SIDES[childOf(legend, 'c:legendPos')?.attributes['val'] ?? 'r'] ?? 'right' }),
    ...textOfElement('legendText', legend),
  }
}

function textOfElement<Name extends string>(name: Name, element: XmlElement | undefined) {
  const text = childOf(element, 'c:txPr')
  return (text === undefined ? {} : { [name]: text }) as Partial<Record<Name, XmlElement>>
}

/** The axes of a plot area that are drawn. */
interface AxisElements {
  readonly category: XmlElement | undefined
  readonly value: XmlElement | undefined
  /** The value axis of later plots, where it is another. */
  readonly secondary: XmlElement | undefined
}

function readAxes(area: XmlElement | undefined): AxisElements {
  const elements = childrenOf(area)
  const values = elements.filter(({ name }) => name === 'c:valAx')
  const plots = elements.filter(({ name }) => Object.hasOwn(PLOT_KINDS, name))
  const [first] = plots
  if (first !== undefined && PLOT_KINDS[first.name] === 'scatter') {
    return { category: values[0], value: values[1], secondary: undefined }
  }
  const isOf = (plot: XmlElement) => (axis: XmlElement) => axisIds(plot).has(idOf(axis))
  const value = (first && values.find(isOf(first))) ?? values[0]
  const others = plots.slice(1).flatMap((plot) => values.find(isOf(plot)) ?? [])
  return {
    category: elements.find(({ name }) => name === 'c:catAx' || name === 'c:dateAx'),
    value,
    secondary: others.find((axis) => axis !== value),
  }
}

/** Ids of the axes that a plot belongs to (c:axId, 21.2.2.9). */
function axisIds(plot: XmlElement): ReadonlySet<string> {
  return new Set(childrenOf(plot, 'c:axId').flatMap(({ attributes }) => attributes['val'] ?? []))
}

function idOf(axis: XmlElement): string {
  return childOf(axis, 'c:axId')?.attributes['val'] ?? ''
}

function readPlot(
  element: XmlElement,
  kind: PlotKind,
  firstSeries: number,
  env: DrawingEnvironment,
): Omit<ChartPlot, 'isSecondary'> {
  const value = (name: string) => childOf(element, name)?.attributes['val']
  const grouping = value('c:grouping')
  const varied = kind === 'pie'
  const radarStyle = value('c:radarStyle')
  const marks =
    kind === 'scatter' || radarStyle === 'marker' || (kind === 'line' && readBoolean(value('c:marker'), false))
  const hole = element.name === 'c:doughnutChart' ? clamp(readNumber(value('c:holeSize'), 50) / 100, 0.1, 0.9) : 0
  return {
    kind,
    horizontal: value('c:barDir') === 'bar',
    grouping: grouping === 'stacked' || grouping === 'percentStacked' ? grouping : 'standard',
    gap: clamp(readNumber(value('c:gapWidth'), 150) / 100, 0, 5),
    overlap: clamp(readNumber(value('c:overlap'), 0) / 100, -1, 1),
    filled: radarStyle === 'filled',
    hole,
    series: childrenOf(element, 'c:ser')
      .slice(0, 256)
      .map((series, i) => {
        const labels = readDataLabels(series, element, sourceFormat(series), env)
        return {
          ...readSeries(series, firstSeries + i, { kind, varied, marks }, env),
          ...(labels === undefined ? {} : { labels }),
        }
      }),
  }
}

/** The number format of the cells that a series has its values from. */
function sourceFormat(series: XmlElement): string {
  const values = childOf(series, 'c:val') ?? childOf(series, 'c:yVal')
  const cache = childOf(childOf(values, 'c:numRef'), 'c:numCache') ?? childOf(values, 'c:numLit')
  const code = childOf(cache, 'c:formatCode')
  return code === undefined ? 'General' : textOf(code)
}

/** The key of bubbles. */
const BUBBLE: ChartMarker = { symbol: 'circle', radius: 50 }

/** What a series takes from its plot. */
interface SeriesTraits {
  readonly kind: PlotKind
  /** Its points have colours of their own. */
  readonly varied: boolean
  /** It has signs at its points unless it says otherwise. */
  readonly marks: boolean
}

function readSeries(
  series: XmlElement,
  index: number,
  { kind, varied, marks }: SeriesTraits,
  env: DrawingEnvironment,
): ChartSeries {
  const properties = childOf(series, 'c:spPr')
  const marker = childOf(series, 'c:marker')
  const own = readFill(properties, env)
  const markerFill = readFill(childOf(marker, 'c:spPr'), env)
  const ownLine = readLine(childOf(properties, 'a:ln'), env)
  const accent: Fill = { type: 'solid', color: accentColor(index, env), opacity: 1 }
  const stroked = kind === 'line' || kind === 'scatter' || kind === 'radar'
  // Bubbles are not joined; c:bubbleSize tells their series from those of scatter plots.
  const joined = childOf(series, 'c:bubbleSize') === undefined
  const lineFill: Fill | undefined = ownLine && { type: 'solid', color: ownLine.color, opacity: ownLine.opacity }
  const hasLine = childOf(properties, 'a:ln') !== undefined
  const accentLine: LineStyle = {
    width: 45,
    color: accent.color,
    opacity: 1,
    dash: [],
    cap: 'round',
    join: 'round',
  }
  const line = joined ? (ownLine ?? (stroked && !hasLine ? accentLine : undefined)) : undefined
  const points = stroked && (marker !== undefined || marks) ? readMarker(marker, index) : undefined
  const sign = joined ? points : BUBBLE
  const values = readNumbers(childOf(series, 'c:val') ?? childOf(series, 'c:yVal'))
  const levels = childOf(childOf(childOf(series, 'c:cat'), 'c:multiLvlStrRef'), 'c:multiLvlStrCache')
  if (childrenOf(levels, 'c:lvl').length > 1)
    env.warn('Where a chart has several levels of categories, only the innermost is shown.')
  const pointFills = new Map<number, Fill>()
  if (varied) {
    for (let i = 0; i < values.length; i++) {
      pointFills.set(i, { type: 'solid', color: accentColor(i, env), opacity: 1 })
    }
  }
  for (const point of childrenOf(series, 'c:dPt')) {
    const fill = readFill(childOf(point, 'c:spPr'), env)
    const position = readNumber(childOf(point, 'c:idx')?.attributes['val'], -1)
    if (fill !== undefined && fill !== null) pointFills.set(position, fill)
  }
  return {
    name: readTexts(childOf(series, 'c:tx'))[0] ?? `Series ${index + 1}`,
    categories: readTexts(childOf(series, 'c:cat') ?? childOf(series, 'c:xVal')),
    xValues: readNumbers(childOf(series, 'c:xVal')),
    values,
    sizes: readNumbers(childOf(series, 'c:bubbleSize')),
    fill: (stroked ? markerFill : undefined) ?? own ?? lineFill ?? accent,
    ...(line === undefined ? {} : { line }),
    ...(!joined && ownLine !== undefined && { outline: ownLine }),
    pointFills,
    ...(sign === undefined ? {} : { marker: sign }),
  }
}

/** Colours of series that have none: the accents of the theme, one after the other. */
function accentColor(index: number, env: DrawingEnvironment): string {
  return env.theme.colors.get(`accent${(index % 6) + 1}`) ?? '4472C4'
}

/** Colour of axes and gridlines that do not say: the text colour at 75 % (chart styles 1 to 48, ECMA-376-1, 21.2.2.27). */
const AXIS_COLOR = '868686'

/** The line of an axis or gridline with its own properties; undefined for an explicit "none". */
function readAxisLine(element: XmlElement | undefined, env: DrawingEnvironment): LineStyle | undefined {
  const ln = childOf(childOf(element, 'c:spPr'), 'a:ln')
  return readFill(ln, env) === null ? undefined : (readLine(ln, env) ?? thinLine(AXIS_COLOR))
}

const TICKS: Readonly<Record<string, ChartAxis['ticks']>> = { out: 'outside', in: 'inside', cross: 'across' }
const LABELS: Readonly<Record<string, ChartAxis['labels']>> = { none: 'none', low: 'low', high: 'high' }
const FULL_TURN = 360
/** Sixty-thousandths of a degree (ST_Angle). */
const ANGLE_UNITS = 60_000
/** Angles beyond this say that the application chooses: Office writes -1000 degrees. */
const MAX_ANGLE = 90

function readCrossing(axis: XmlElement | undefined): { readonly onTicks?: boolean } {
  const crossing = childOf(axis, 'c:crossBetween')?.attributes['val']
  return crossing === undefined ? {} : { onTicks: crossing === 'midCat' }
}

/** Labels are turned by whole steps: straight, slanted or upright. */
function readRotation(axis: XmlElement | undefined): { readonly rotation?: number } {
  const text = childOf(childOf(axis, 'c:txPr'), 'a:bodyPr')?.attributes['rot']
  if (text === undefined) return {}
  const degrees = readNumber(text, 0) / ANGLE_UNITS
  if (Math.abs(degrees) > MAX_ANGLE) return {}
  return { rotation: (FULL_TURN - Math.round(Math.abs(degrees) / 45) * 45) % FULL_TURN }
}

function readAxis(axis: XmlElement | undefined, env: DrawingEnvironment): ChartAxis {
  const scaling = childOf(axis, 'c:scaling')
  const limit = (name: string) => {
    const value = childOf(scaling, name)?.attributes['val']
    return value === undefined ? undefined : readNumber(value, 0)
  }
  const minimum = limit('c:min')
  const maximum = limit('c:max')
  const title = childOf(axis, 'c:title')
  const step = readNumber(childOf(axis, 'c:majorUnit')?.attributes['val'], 0)
  const grid = childOf(axis, 'c:majorGridlines')
  const line = readAxisLine(axis, env)
  const gridline = grid === undefined ? undefined : readAxisLine(grid, env)
  return {
    shown: axis !== undefined && !readBoolean(childOf(axis, 'c:delete')?.attributes['val'], false),
    ...(line === undefined ? {} : { line }),
    ...(gridline === undefined ? {} : { gridline }),
    ...(step > 0 ? { step } : {}),
    ...(minimum === undefined ? {} : { minimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(title === undefined ? {} : { title }),
    formatCode: childOf(axis, 'c:numFmt')?.attributes['formatCode'] ?? 'General',
    reversed: childOf(scaling, 'c:orientation')?.attributes['val'] === 'maxMin',
    ticks: TICKS[childOf(axis, 'c:majorTickMark')?.attributes['val'] ?? ''] ?? 'none',
    labels: LABELS[childOf(axis, 'c:tickLblPos')?.attributes['val'] ?? ''] ?? 'nextTo',
    ...readCrossing(axis),
    ...readRotation(axis),
    ...textOfElement('textProperties', axis),
  }
}

/** The cache (c:strCache, c:numCache, c:strLit, c:numLit) somewhere in a reference. */
function readCache(parent: XmlElement | undefined): Map<number, string> {
  const points = new Map<number, string>()
  const visit = (element: XmlElement, depth: number) => {
    for (const child of childrenOf(element)) {
      if (child.name === 'c:pt') {
        const text = childOf(child, 'c:v')
        const index = readNumber(child.attributes['idx'], points.size)
        if (text !== undefined && index >= 0 && index < DRAWING_LIMITS.maxChartPoints) points.set(index, textOf(text))
      } else if (child.name === 'c:v') {
        points.set(0, textOf(child))
      } else if (child.name === 'c:lvl') {
        // The first level is the innermost: what the points themselves are called (21.2.2.99).
        if (points.size === 0) visit(child, depth + 1)
      } else if (depth < 4) {
        visit(child, depth + 1)
      }
    }
  }
  if (parent !== undefined) visit(parent, 0)
  return points
}

/** The texts that a chart keeps of the cells that a c:tx or c:cat refers to. */
export function readTexts(parent: XmlElement | undefined): string[] {
  return listOf(readCache(parent)).map((text) => text ?? '')
}

function readNumbers(parent: XmlElement | undefined): (number | undefined)[] {
  return listOf(readCache(parent)).map((text) => {
    const value = readNumber(text, Number.NaN)
    return Number.isNaN(value) ? undefined : value
  })
}

function listOf(points: ReadonlyMap<number, string>): (string | undefined)[] {
  let last = -1
  for (const index of points.keys()) last = Math.max(last, index)
  return Array.from({ length: last + 1 }, (_, i) => points.get(i))
}
