/**
 * Reads a chart part into plots, series, axes and title.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import type { Fill, LineStyle } from '../../../typeset/model/drawing-model.js'
import type { HexColor } from '../../../typeset/model/properties.js'
import { childOf, childrenOf, textOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'
import { DRAWING_LIMITS } from '../drawing-limits.js'
import { readFill } from '../fill.js'
import { readLine } from '../line.js'
import { readBoolean, readNumber } from '../units.js'
import { type ChartAxis, readAxis } from './chart-axis.js'
import { type CategoryGroup, readCategoryGroups, readNumbers, readTexts } from './chart-cache.js'
import { type ChartLayout, readLayout } from './chart-layout.js'
import { type ChartMarker, readMarker } from './chart-markers.js'
import { type DataLabels, readDataLabels } from './data-labels.js'
import { type LinesBetween, readLinesBetween } from './lines-between.js'
import { readTrendLines, type TrendLine } from './trend-lines.js'

/** How the series of a plot are drawn. */
type PlotKind = 'bar' | 'line' | 'area' | 'pie' | 'scatter' | 'radar'

/** A series with its cached values (c:ser, ECMA-376-1, 21.2.2.170). */
export interface ChartSeries {
  readonly name: string
  readonly categories: readonly string[]
  /** Shared names of categories, level by level, from the inside out. */
  readonly groups: readonly (readonly CategoryGroup[])[]
  /** Positions along the horizontal axis of scatter plots. */
  readonly xValues: readonly (number | undefined)[]
  readonly values: readonly (number | undefined)[]
  /** Sizes of bubbles, in proportion to their areas. */
  readonly sizes: readonly (number | undefined)[]
  /** Fill of bars, areas, slices and markers. */
  readonly fill: Fill
  /** Line or outline; left out where nothing is drawn. */
  readonly line?: LineStyle
  /** Outline of bubbles. */
  readonly outline?: LineStyle
  /** Fills of single points (c:dPt). */
  readonly pointFills: ReadonlyMap<number, Fill>
  /** Marker at the points; left out for none. */
  readonly marker?: ChartMarker
  readonly labels?: DataLabels
  /** Whether the line is smoothed (c:smooth). */
  readonly isSmooth: boolean
  /** Explosion of single slices, as a share of the radius, by index (c:explosion). */
  readonly explosions: ReadonlyMap<number, number>
  /** Explosion of all other slices. */
  readonly explosion: number
  /** Trend lines through the points. */
  readonly trends: readonly TrendLine[]
}

/** Series that are drawn in the same way. */
export interface ChartPlot {
  readonly kind: PlotKind
  /** Whether bars are horizontal. */
  readonly horizontal: boolean
  readonly grouping: 'standard' | 'stacked' | 'percentStacked'
  /** Gap between groups of bars, as a share of a bar's width. */
  readonly gap: number
  /** Overlap of bars in a group, as a share of a bar's width. */
  readonly overlap: number
  /** Whether the lines of a radar chart are filled. */
  readonly filled: boolean
  /** Share of a doughnut's radius that is hollow; 0 for pies. */
  readonly hole: number
  /** Start angle of a pie, clockwise from the top, in radians (c:firstSliceAng). */
  readonly firstAngle: number
  /** Drop lines, high-low lines and up-down bars between the lines. */
  readonly between: LinesBetween
  /** How lines treat missing values (c:dispBlanksAs). */
  readonly blanks: 'gap' | 'span' | 'zero'
  /** Whether the values are on the secondary value axis. */
  readonly isSecondary: boolean
  readonly series: readonly ChartSeries[]
}

/** The legend of a chart (c:legend, 21.2.2.94). */
export interface ChartLegend {
  readonly side: 'bottom' | 'right' | 'top' | 'left'
  /** Format of the text (c:txPr). */
  readonly text?: XmlElement
  readonly layout?: ChartLayout
  /** Whether the legend overlays the plots. */
  readonly overlay: boolean
  /** Hidden entries, by index among series or slices. */
  readonly hidden: ReadonlySet<number>
}

/** A chart part that was read. */
export interface ChartModel {
  readonly plots: readonly ChartPlot[]
  readonly categoryAxis: ChartAxis
  readonly valueAxis: ChartAxis
  /** Value axis on the other side, for plots with another scale. */
  readonly secondaryAxis?: ChartAxis
  /** c:title. An empty title shows the name of the only series. */
  readonly title?: XmlElement
  readonly legend?: ChartLegend
  /** Layout of the plots; left out for automatic layout. */
  readonly plotLayout?: ChartLayout
  /** Fill of the area inside the axes. */
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
  const plots: ChartPlot[] = []
  let points = 0
  let firstSeries = 0
  const axes = readAxes(area)
  const blanks = BLANKS[childOf(chart, 'c:dispBlanksAs')?.attributes['val'] ?? ''] ?? 'gap'
  for (const element of childrenOf(area)) {
    const kind = Object.hasOwn(PLOT_KINDS, element.name) ? PLOT_KINDS[element.name] : undefined
    if (kind === undefined) continue
    const isSecondary = axes.secondary !== undefined && axisIds(element).has(idOf(axes.secondary))
    const plot = { ...readPlot(element, kind, firstSeries, env), isSecondary, blanks }
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
  const plotLayout = readLayout(area)
  const plotLine = readLine(childOf(childOf(area, 'c:spPr'), 'a:ln'), env)
  return {
    plots,
    categoryAxis: readAxis(axes.category, env),
    valueAxis: readAxis(axes.value, env),
    ...(axes.secondary !== undefined && { secondaryAxis: readAxis(axes.secondary, env) }),
    ...(plotFill === undefined ? {} : { plotFill }),
    ...(plotLine === undefined ? {} : { plotLine }),
    ...(title === undefined ? {} : { title }),
    ...(legend === undefined ? {} : { legend: readLegend(legend) }),
    ...(plotLayout === undefined ? {} : { plotLayout }),
  }
}

const BLANKS: Readonly<Record<string, ChartPlot['blanks']>> = { span: 'span', zero: 'zero' }

function readLegend(legend: XmlElement): ChartLegend {
  const text = childOf(legend, 'c:txPr')
  const layout = readLayout(legend)
  const isDeleted = (entry: XmlElement) => {
    const deleted = childOf(entry, 'c:delete')
    return deleted !== undefined && readBoolean(deleted.attributes['val'], true)
  }
  const deleted = childrenOf(legend, 'c:legendEntry').filter(isDeleted)
  return {
    side: LEGEND_SIDES[childOf(legend, 'c:legendPos')?.attributes['val'] ?? 'r'] ?? 'right',
    ...(text === undefined ? {} : { text }),
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

function readPlot(
  element: XmlElement,
  kind: PlotKind,
  firstSeries: number,
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
          ...readSeries(series, firstSeries + i, { kind, varied, marks }, env),
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
    categories: readTexts(childOf(series, 'c:cat') ?? childOf(series, 'c:xVal')),
    groups: readCategoryGroups(childOf(series, 'c:cat')),
    xValues: readNumbers(childOf(series, 'c:xVal')),
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
