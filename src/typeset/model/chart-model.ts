/**
 * The model of charts: plots with their series and values, axes, titles and legend.
 *
 * Lengths are in twips unless they are shares. Names such as c:ser are those of ECMA-376-1, 21.2, from which charts are read.
 *
 * @module
 */

import type { Paragraph } from './document-model.js'
import type { Fill, LineStyle, ShapeElement } from './drawing-model.js'
import type { PlainTextLook } from './plain-model.js'

/** How the series of a plot are drawn. */
export type PlotKind = 'bar' | 'line' | 'area' | 'pie' | 'scatter' | 'radar'

/** A name that several categories share: from the one at `start` to the next of its level. */
export interface CategoryGroup {
  readonly start: number
  readonly text: string
}

/** A marker. `radius` is half of its size, in twips. */
export interface ChartMarker {
  readonly symbol: string
  readonly radius: number
}

/** What a label shows. */
export interface LabelParts {
  readonly showsSeries: boolean
  readonly showsCategory: boolean
  readonly showsValue: boolean
  readonly showsPercent: boolean
  /** Whether the size of a bubble is shown. */
  readonly showsSize: boolean
  /** Whether the text of a cell is shown that the file names for the point. */
  readonly showsCell: boolean
  readonly separator: string
  readonly formatCode: string
}

/** A piece of a custom text: plain, or something of its point with what the file has stored for it. */
export type LabelPiece =
  | string
  | { readonly field: 'value' | 'categoryName' | 'series' | 'percent' | 'size' | 'cell'; readonly stored: string }

/** The labels of a series. */
export interface DataLabels extends LabelParts {
  /** Whether labels are outside: beyond the end of a bar, or around a pie. */
  readonly isOutside: boolean
  /** Points without a label. */
  readonly deleted: ReadonlySet<number>
  /** Custom texts of single points. */
  readonly texts: ReadonlyMap<number, readonly LabelPiece[]>
  /** Single points whose label shows something else. */
  readonly points: ReadonlyMap<number, LabelParts>
  /** Its own font, size and colour; empty or 0 for inherited ones. */
  readonly look: PlainTextLook
}

/** How a trend is computed (ST_TrendlineType, ECMA-376-1, 21.2.3.50). */
export interface TrendRule {
  readonly type: 'linear' | 'exp' | 'log' | 'power' | 'poly' | 'movingAvg'
  /** Degree of the polynomial. */
  readonly order: number
  /** Number of points in a moving average. */
  readonly period: number
  /** Fixed intersection with the axis, if any. */
  readonly intercept?: number
}

/** A trend line of a series. */
export interface TrendLine extends TrendRule {
  /** Name in the legend. */
  readonly name: string
  /** How far the line continues beyond the points. */
  readonly forward: number
  readonly backward: number
  readonly line: LineStyle
}

/** Fill and outline of a bar from the first to the last value. */
export interface BarLook {
  readonly fill: Fill | undefined
  readonly line: LineStyle | undefined
}

/** Elements between the lines of a plot. */
export interface LinesBetween {
  /** c:dropLines (ECMA-376-1, 21.2.2.53). */
  readonly drop?: LineStyle
  /** c:hiLowLines (21.2.2.80). */
  readonly highLow?: LineStyle
  /** c:upDownBars (21.2.2.218). */
  readonly bars?: { readonly gap: number; readonly up: BarLook; readonly down: BarLook }
}

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
  /** Texts of cells for labels, by index of the point. */
  readonly cells: readonly string[]
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

/** A title of a chart or an axis. */
export interface ChartTitle {
  readonly blocks: readonly Paragraph[]
  /** Format of text that says nothing else. */
  readonly look: PlainTextLook
}

/** A manual layout. Lengths are shares of the chart's width and height. */
export interface ChartLayout {
  /** Upper left corner, from that of the chart. */
  readonly x: number
  readonly y: number
  /** Left out where only the position is given. */
  readonly width?: number
  readonly height?: number
  /** Whether the layout is for the area inside the axes, without the labels around it (c:layoutTarget). */
  readonly inner: boolean
}

/** The properties of an axis that are drawn. */
export interface ChartAxis {
  readonly shown: boolean
  /** Line of the axis itself; left out where none is drawn. */
  readonly line?: LineStyle
  readonly gridline?: LineStyle
  readonly minimum?: number
  readonly maximum?: number
  /** Base of a logarithmic axis, whose ticks are powers of it (c:logBase). */
  readonly logBase?: number
  /** Distance between ticks (c:majorUnit). */
  readonly step?: number
  readonly title?: ChartTitle
  readonly formatCode: string
  /** Whether the axis runs from right to left, or from top to bottom. */
  readonly reversed: boolean
  readonly ticks: 'none' | 'outside' | 'inside' | 'across'
  /** Position of the labels: next to the axis, or at one end of the other axis. */
  readonly labels: 'none' | 'low' | 'high' | 'nextTo'
  /** Rotation of the labels in degrees clockwise; left out where it depends on the space. */
  readonly rotation?: number
  /**
   * For a value axis: whether categories are at the ticks rather than between them (c:crossBetween); left out where the axis
   * does not say.
   */
  readonly onTicks?: boolean
  /** Format of the labels. */
  readonly look: PlainTextLook
}

/** The legend of a chart (c:legend, 21.2.2.94). */
export interface ChartLegend {
  readonly side: 'bottom' | 'right' | 'top' | 'left'
  /** Format of the text. */
  readonly look: PlainTextLook
  readonly layout?: ChartLayout
  /** Whether the legend overlays the plots. */
  readonly overlay: boolean
  /** Hidden entries, by index among series or slices. */
  readonly hidden: ReadonlySet<number>
}

/** A chart (c:chartSpace). */
export interface ChartModel {
  /** Background of the whole chart, and the line around it. */
  readonly fill?: Fill
  readonly line?: LineStyle
  /** Format of text that says nothing else. */
  readonly look: PlainTextLook
  readonly plots: readonly ChartPlot[]
  readonly categoryAxis: ChartAxis
  readonly valueAxis: ChartAxis
  /** Value axis on the other side, for plots with another scale. */
  readonly secondaryAxis?: ChartAxis
  readonly title?: ChartTitle
  readonly legend?: ChartLegend
  /** Layout of the plots; left out for automatic layout. */
  readonly plotLayout?: ChartLayout
  /** Fill of the area inside the axes. */
  readonly plotFill?: Fill
  readonly plotLine?: LineStyle
}

/** A thin line, as for axes and gridlines. */
export function thinLine(color: string): LineStyle {
  return { width: 15, color, opacity: 1, dash: [], cap: 'butt', join: 'round' }
}

/** A rectangle in a chart, or that of the chart in its drawing, in twips. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Draws a chart as shapes, and tells `warn` what has no room. */
export type DrawChart = (chart: ChartModel, place: Area, warn: (message: string) => void) => ShapeElement[]
