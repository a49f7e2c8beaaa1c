/**
 * Reads a chart part into plots, series, axes and title.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import type {
  ChartLayout,
  ChartLegend,
  ChartMarker,
  ChartModel,
  ChartPlot,
  ChartSeries,
  Fill,
  LineStyle,
  PlotKind,
} from '../../../typeset/drawings.js'
import type { PlainTextLook } from '../../../typeset/model/plain-model.js'
import type { HexColor } from '../../../typeset/model/properties.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { DRAWING_LIMITS } from '../drawing-limits.js'
import { readFill } from '../fill.js'
import { readLine } from '../line.js'
import { readBoolean, readNumber } from '../units.js'
import {
  type CategoryNumbers,
  readCategories,
  readCategoryGroups,
  readNumbers,
  readPositions,
  readTexts,
} from './chart-cache.js'
import { readAxis } from './read-axis.js'
import { readDataLabels, readLabelCells, readLinesBetween, readMarker, readTrendLines } from './read-plot-parts.js'
import { readLook, readTitle } from './read-titles.js'

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

const LEGEND_SIDES: Readonly<Record<string, ChartLegend['side']>> = {
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
  const axes = readAxes(area)
  const categories = {
    code: formatOfAxis(axes.category),
    from1904: readBoolean(childOf(root, 'c:date1904')?.attributes['val'], childOf(root, 'c:date1904') !== undefined),
  }
  const plots = readPlots(chart, { secondary: axes.secondary, categories }, env)
  if (plots.length === 0) return undefined
  const base: PlainTextLook = { font: env.theme.minorFonts?.latin || 'Calibri', size: 200, color: '000000' }
  const look = readLook(root, base, env)
  const title = childOf(chart, 'c:title')
  const hasTitle = !readBoolean(childOf(chart, 'c:autoTitleDeleted')?.attributes['val'], false)
  const legend = childOf(chart, 'c:legend')
  const plotLayout = readLayout(area)
  const { fill: plotFill, line: plotLine } = readGround(area, env)
  return {
    ...readGround(root, env),
    look,
    plots,
    categoryAxis: readAxis(axes.category, look, env),
    valueAxis: readAxis(axes.value, look, env),
    ...(axes.secondary !== undefined && { secondaryAxis: readAxis(axes.secondary, look, env) }),
    ...(plotFill !== undefined && { plotFill }),
    ...(plotLine !== undefined && { plotLine }),
    ...(title !== undefined && hasTitle && { title: readTitle(title, nameOf(plots), look, env) }),
    ...(legend !== undefined && { legend: readLegend(legend, look, env) }),
    ...(plotLayout !== undefined && { plotLayout }),
  }
}

/** Fill and outline of the chart, or of the area between its axes. */
function readGround(
  part: XmlElement | undefined,
  env: DrawingEnvironment,
): { readonly fill?: Fill; readonly line?: LineStyle } {
  const properties = childOf(part, 'c:spPr')
  const fill = readFill(properties, env) ?? undefined
  const line = readLine(childOf(properties, 'a:ln'), env)
  return { ...(fill !== undefined && { fill }), ...(line !== undefined && { line }) }
}

/** The name of a chart whose title has no text: that of its only series. */
function nameOf(plots: readonly ChartPlot[]): string {
  const [only, ...others] = plots.flatMap(({ series }) => series)
  return only === undefined || others.length > 0 ? 'Chart Title' : only.name
}

/** The number format that an axis sets itself. */
function formatOfAxis(axis: XmlElement | undefined): string | undefined {
  const format = childOf(axis, 'c:numFmt')
  return format === undefined || readBoolean(format.attributes['sourceLinked'], false)
    ? undefined
    : format.attributes['formatCode']
}

/** What the axes say about the plots. */
interface PlotAxes {
  readonly secondary: XmlElement | undefined
  readonly categories: CategoryNumbers
}

function readPlots(
  chart: XmlElement | undefined,
  { secondary, categories }: PlotAxes,
  env: DrawingEnvironment,
): ChartPlot[] {
  const plots: ChartPlot[] = []
  let points = 0
  let firstSeries = 0
  const blanks = BLANKS[childOf(chart, 'c:dispBlanksAs')?.attributes['val'] ?? ''] ?? 'gap'
  for (const element of childrenOf(childOf(chart, 'c:plotArea'))) {
    const kind = Object.hasOwn(PLOT_KINDS, element.name) ? PLOT_KINDS[element.name] : undefined
    if (kind === undefined) continue
    const isSecondary = secondary !== undefined && axisIds(element).has(idOf(secondary))
    const plot = { ...readPlot(element, { kind, firstSeries, categories }, env), isSecondary, blanks }
    firstSeries += plot.series.length
    points += plot.series.reduce((sum, series) => sum + series.values.length, 0)
    if (points > DRAWING_LIMITS.maxChartPoints) {
      env.warn('A chart with very many points is not shown in full.')
      break
    }
    if (plot.series.length > 0) plots.push(plot)
  }
  return plots
}

const BLANKS: Readonly<Record<string, ChartPlot['blanks']>> = { span: 'span', zero: 'zero' }

function readLegend(legend: XmlElement, base: PlainTextLook, env: DrawingEnvironment): ChartLegend {
  const layout = readLayout(legend)
  const isDeleted = (entry: XmlElement) => {
    const deleted = childOf(entry, 'c:delete')
    return deleted !== undefined && readBoolean(deleted.attributes['val'], true)
  }
  const deleted = childrenOf(legend, 'c:legendEntry').filter(isDeleted)
  return {
    side: LEGEND_SIDES[childOf(legend, 'c:legendPos')?.attributes['val'] ?? 'r'] ?? 'right',
    look: readLook(legend, base, env),
    ...(layout === undefined ? {} : { layout }),
    overlay: readBoolean(childOf(legend, 'c:overlay')?.attributes['val'], false),
    hidden: new Set(deleted.map((entry) => readNumber(childOf(entry, 'c:idx')?.attributes['val'], -1))),
  }
}

/** The drawn axes of a plot area. */
interface AxisElements {
  readonly category: XmlElement | undefined
  readonly value: XmlElement | undefined
  /** The value axis of later plots, if it is a different one. */
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

/** What a plot is read with besides its element. */
interface PlotPlace {
  readonly kind: PlotKind
  readonly firstSeries: number
  readonly categories: CategoryNumbers
}

function readPlot(
  element: XmlElement,
  { kind, firstSeries, categories }: PlotPlace,
  env: DrawingEnvironment,
): Omit<ChartPlot, 'isSecondary' | 'blanks'> {
  const value = (name: string) => childOf(element, name)?.attributes['val']
  if (childrenOf(element, 'c:ser').length > MAX_SERIES) env.warn('A chart with very many series is not shown in full.')
  const grouping = value('c:grouping')
  const count = childrenOf(element, 'c:ser').length
  const varies = value('c:varyColors')
  const varied =
    kind === 'pie' ? readBoolean(varies, true) : kind === 'bar' && count === 1 && readBoolean(varies, false)
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
    firstAngle: (readNumber(value('c:firstSliceAng'), 0) * Math.PI) / 180,
    between: readLinesBetween(element, env),
    series: childrenOf(element, 'c:ser')
      .slice(0, MAX_SERIES)
      .map((series, i) => {
        const labels = readDataLabels(series, element, sourceFormat(series), env)
        return {
          ...readSeries(series, firstSeries + i, { kind, varied, marks, categories }, env),
          ...(labels === undefined ? {} : { labels }),
        }
      }),
  }
}

/** The number format of the cells that contain a series' values. */
function sourceFormat(series: XmlElement): string {
  const values = childOf(series, 'c:val') ?? childOf(series, 'c:yVal')
  const cache = childOf(childOf(values, 'c:numRef'), 'c:numCache') ?? childOf(values, 'c:numLit')
  const code = childOf(cache, 'c:formatCode')
  return code === undefined ? 'General' : textOf(code)
}

/** Maximum number of series of a chart, which is Office's limit. */
const MAX_SERIES = 255

/** Marker of bubbles in the legend. */
const BUBBLE: ChartMarker = { symbol: 'circle', radius: 50 }

/** Properties that a series inherits from its plot. */
interface SeriesTraits {
  readonly kind: PlotKind
  /** Whether its points have different colours. */
  readonly varied: boolean
  /** Whether its points have markers by default. */
  readonly marks: boolean
  readonly categories: CategoryNumbers
}

function readSeries(
  series: XmlElement,
  index: number,
  { kind, varied, marks, categories }: SeriesTraits,
  env: DrawingEnvironment,
): ChartSeries {
  const properties = childOf(series, 'c:spPr')
  const marker = childOf(series, 'c:marker')
  const own = readFill(properties, env)
  const markerFill = readFill(childOf(marker, 'c:spPr'), env)
  const ownLine = readLine(childOf(properties, 'a:ln'), env)
  const accent: Fill = { type: 'solid', color: accentColor(index, env), opacity: 1 }
  const stroked = kind === 'line' || kind === 'scatter' || kind === 'radar'
  // Bubbles are not connected. c:bubbleSize distinguishes their series from those of scatter plots.
  const joined = childOf(series, 'c:bubbleSize') === undefined
  const lineFill: Fill | undefined = ownLine && { type: 'solid', color: ownLine.color, opacity: ownLine.opacity }
  const hasLine = childOf(properties, 'a:ln') !== undefined
  const line = joined ? (ownLine ?? (stroked && !hasLine ? accentLine(accent.color) : undefined)) : undefined
  const points = stroked && (marker !== undefined || marks) ? readMarker(marker, index) : undefined
  const sign = joined ? points : BUBBLE
  const values = readNumbers(childOf(series, 'c:val') ?? childOf(series, 'c:yVal'))
  // A fill of the series applies to all of its points.
  const pointFills = readPointFills(series, varied && (kind === 'pie' || own === undefined) ? values.length : 0, env)
  const { explosion, explosions } = readExplosions(series)
  const name = readTexts(childOf(series, 'c:tx'))[0] ?? `Series ${index + 1}`
  return {
    name,
    categories: readCategories(childOf(series, 'c:cat') ?? childOf(series, 'c:xVal'), categories),
    groups: readCategoryGroups(childOf(series, 'c:cat')),
    xValues: kind === 'scatter' ? readPositions(childOf(series, 'c:xVal'), values.length) : [],
    values,
    sizes: readNumbers(childOf(series, 'c:bubbleSize')),
    fill: (stroked ? markerFill : undefined) ?? own ?? lineFill ?? accent,
    ...(line === undefined ? {} : { line }),
    ...(!joined && ownLine !== undefined && { outline: ownLine }),
    pointFills,
    isSmooth: isSwitchedOn(childOf(series, 'c:smooth')),
    explosion,
    explosions,
    trends: readTrendLines(series, name, env),
    cells: readLabelCells(series),
    ...(sign === undefined ? {} : { marker: sign }),
  }
}

/** The line of a series that says nothing of one. */
function accentLine(color: HexColor): LineStyle {
  return { width: 45, color, opacity: 1, dash: [], cap: 'round', join: 'round' }
}

/** @param varied how many points have a colour each unless they say otherwise */
function readPointFills(series: XmlElement, varied: number, env: DrawingEnvironment): Map<number, Fill> {
  const fills = new Map<number, Fill>()
  for (let i = 0; i < varied; i++) fills.set(i, { type: 'solid', color: accentColor(i, env), opacity: 1 })
  for (const point of childrenOf(series, 'c:dPt')) {
    const fill = readFill(childOf(point, 'c:spPr'), env)
    const position = readNumber(childOf(point, 'c:idx')?.attributes['val'], -1)
    if (fill !== undefined && fill !== null) fills.set(position, fill)
  }
  return fills
}

/** Explosion of slices, in percent of the radius (21.2.2.61). */
function readExplosions(series: XmlElement): Pick<ChartSeries, 'explosion' | 'explosions'> {
  const shareOf = (parent: XmlElement) => {
    const given = childOf(parent, 'c:explosion')?.attributes['val']
    return given === undefined ? undefined : clamp(readNumber(given, 0) / 100, 0, 4)
  }
  const explosions = new Map<number, number>()
  for (const point of childrenOf(series, 'c:dPt')) {
    const share = shareOf(point)
    if (share !== undefined) explosions.set(readNumber(childOf(point, 'c:idx')?.attributes['val'], -1), share)
  }
  return { explosion: shareOf(series) ?? 0, explosions }
}

function isSwitchedOn(element: XmlElement | undefined): boolean {
  return element !== undefined && readBoolean(element.attributes['val'], true)
}

/** Automatic colours of series: the accents of the theme in turn. */
function accentColor(index: number, env: DrawingEnvironment): string {
  return env.theme.colors.get(`accent${(index % 6) + 1}`) ?? '4472C4'
}

/** The layout of an element (c:plotArea, c:legend); undefined for automatic layout. */
function readLayout(element: XmlElement | undefined): ChartLayout | undefined {
  const layout = childOf(childOf(element, 'c:layout'), 'c:manualLayout')
  const value = (name: string) => childOf(layout, name)?.attributes['val']
  // Without "edge", x and y are offsets from the automatic position.
  if (value('c:xMode') !== 'edge' || value('c:yMode') !== 'edge') return undefined
  const [x, y] = [share(value('c:x')), share(value('c:y'))]
  if (x === undefined || y === undefined) return undefined
  const width = extent(share(value('c:w')), x, value('c:wMode'))
  const height = extent(share(value('c:h')), y, value('c:hMode'))
  return {
    x,
    y,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    inner: value('c:layoutTarget') === 'inner',
  }
}

/** A share from 0 to 1. Positions beyond the chart are ignored. */
function share(text: string | undefined): number | undefined {
  const value = readNumber(text, Number.NaN)
  return value >= 0 && value <= 1 ? value : undefined
}

/** The extent of a part. With mode `edge`, the given value is its end. */
function extent(value: number | undefined, start: number, mode: string | undefined): number | undefined {
  const length = value !== undefined && mode === 'edge' ? value - start : value
  return length === undefined || length <= 0 ? undefined : Math.min(length, 1 - start)
}
