/**
 * The legend of a chart (c:legend, ECMA-376-1, 21.2.2.94).
 *
 * @module
 */

import { largest } from '../../lists.js'
import type { Area, ChartLegend, ChartMarker, ChartModel, ChartPlot } from '../model/chart-model.js'
import type { Fill, LineStyle } from '../model/drawing-model.js'
import { closedPath, PathBuilder } from '../model/path-builder.js'
import type { PlainTextLook } from '../model/plain-model.js'
import { LINE_HEIGHT } from './axis-labels.js'
import type { ChartCanvas } from './chart-canvas.js'
import { areaOfLayout } from './chart-room.js'
import { drawMarker } from './draw-marker.js'
import { hasTrends } from './draw-trend-lines.js'

/** Space between the legend and its surroundings, in twips. */
const MARGIN = 120
/** Maximum number of entries that are drawn. No page has room for more. */
const MAX_ENTRIES = 500
/** Height of a row as a share of the font size, measured in charts by Word. */
const ROW = 1.77
/** Width of a key, as a share of the font size. */
const KEY = 0.5
/** Width of a key that is a piece of a line, as a share of the font size. */
const LINE_KEY = 2

interface LegendEntry {
  readonly name: string
  readonly fill: Fill
  /** Line of the series, if its key is a piece of a line. */
  readonly line?: LineStyle
  readonly marker?: ChartMarker
  readonly isLine: boolean
}

/** Space between a key and its name, and after a name, as a share of the font size. */
const KEY_GAP = 0.15
const ENTRY_GAP = 0.6
/** Largest share of a chart's width for a legend beside it. */
const MAX_WIDTH = 0.4

/** Largest share of a chart's height for a legend above or below it. */
const MAX_HEIGHT = 0.5
/** Maximum number of characters of entries that a warning names. */
const MOST_NAMES = 200

/** Draws the legend and returns the rest of the area. Entries without room are named to `warn`. */
export function drawLegend(
  canvas: ChartCanvas,
  model: ChartModel,
  area: Area,
  look: PlainTextLook,
  warn: (message: string) => void,
): Area {
  const { legend } = model
  if (legend === undefined) return area
  const { side } = legend
  const all = legendEntries(model).filter((_, i) => !legend.hidden.has(i))
  const given = areaOfLayout(legend.layout, canvas.size)
  const { entries, keys, places } = placeEntries(canvas, all.slice(0, MAX_ENTRIES), side, { area, given }, look)
  warnOfMissing(all.slice(entries.length), warn)
  const [left, top] = cornerOf(places, side, area, given)
  entries.forEach((entry, i) => {
    const place = places.areas[i]
    if (place === undefined) return
    const key = keys[i] ?? 0
    const gap = look.size * KEY_GAP
    const [x, y] = [left + place.x, top + place.y]
    drawKey(canvas, entry, { x, y: y + place.height / 2, width: key, height: look.size * KEY })
    const room = { x: x + key + gap, y, width: Math.max(1, place.width - key - gap), height: place.height }
    canvas.label(entry.name, room, { ...look, alignment: 'start' })
  })
  return legend.overlay ? area : withoutLegend(area, side, places)
}

function cornerOf(
  { width, height }: LegendPlaces,
  side: ChartLegend['side'],
  area: Area,
  given: Area | undefined,
): readonly [left: number, top: number] {
  if (given !== undefined) return [given.x, given.y + Math.max(0, given.height - height) / 2]
  if (!isUpright(side)) {
    return [area.x + (area.width - width) / 2, side === 'top' ? area.y : area.y + area.height - height]
  }
  return [side === 'right' ? area.x + area.width - width : area.x, area.y + Math.max(0, area.height - height) / 2]
}

function withoutLegend(area: Area, side: ChartLegend['side'], { width, height }: LegendPlaces): Area {
  if (side === 'right') return { ...area, width: Math.max(1, area.width - width - MARGIN) }
  if (side === 'left') return { ...area, x: area.x + width + MARGIN, width: Math.max(1, area.width - width - MARGIN) }
  const rest = { ...area, height: Math.max(1, area.height - height) }
  return side === 'top' ? { ...rest, y: area.y + height } : rest
}

function isUpright(side: ChartLegend['side']): boolean {
  return side === 'left' || side === 'right'
}

/** The entries that fit, with the widths of their keys; always the first one. */
function placeEntries(
  canvas: ChartCanvas,
  entries: readonly LegendEntry[],
  side: ChartLegend['side'],
  { area, given }: { readonly area: Area; readonly given: Area | undefined },
  look: PlainTextLook,
) {
  const keys = entries.map(({ isLine, line }) => look.size * (isLine && line !== undefined ? LINE_KEY : KEY))
  const widths = entries.map(({ name }, i) => canvas.widthOf(name, look) + (keys[i] ?? 0) + look.size * ENTRY_GAP)
  const column = given?.width ?? area.width * MAX_WIDTH
  const below = isUpright(side) ? stacked(canvas, entries, { widths, keys }, column, look) : undefined
  // In a manual layout that is too low for a column, entries are side by side.
  const isTooLow = below !== undefined && given !== undefined && below.height > given.height
  const places = below !== undefined && !isTooLow ? below : inRows(widths, given ?? area, look)
  const most = given?.height ?? (isUpright(side) ? area.height : area.height * MAX_HEIGHT)
  const beyond = places.areas.findIndex((each, i) => i > 0 && each.y + each.height > most + 1)
  if (beyond < 0) return { entries, keys, places }
  const areas = places.areas.slice(0, beyond)
  const height = areas.reduce((end, each) => Math.max(end, each.y + each.height), 0)
  return { entries: entries.slice(0, beyond), keys, places: { width: places.width, height, areas } }
}

/** Warns of entries without room. Word leaves them out silently. */
function warnOfMissing(entries: readonly LegendEntry[], warn: (message: string) => void): void {
  if (entries.length === 0) return
  const names = entries.map(({ name }) => name).join('", "')
  const what = entries.length === 1 ? 'One entry is' : `${entries.length} entries are`
  warn(`The legend of a chart has no room for all of its entries; ${what} not shown: "${names.slice(0, MOST_NAMES)}".`)
}

/** Positions of entries, from the legend's corner. */
interface LegendPlaces {
  readonly width: number
  readonly height: number
  readonly areas: readonly Area[]
}

/** Arranges entries one below another. Names that are too wide are broken. */
function stacked(
  canvas: ChartCanvas,
  entries: readonly LegendEntry[],
  { widths, keys }: { readonly widths: readonly number[]; readonly keys: readonly number[] },
  most: number,
  look: PlainTextLook,
): LegendPlaces {
  const width = Math.min(largest([0, ...widths]), most)
  const areas: Area[] = []
  let y = 0
  entries.forEach(({ name }, i) => {
    const room = width - (keys[i] ?? 0) - look.size * KEY_GAP
    const height = look.size * (ROW + (canvas.linesOf(name, room, look) - 1) * LINE_HEIGHT)
    areas.push({ x: 0, y, width, height })
    y += height
  })
  return { width, height: y, areas }
}

/** Arranges entries side by side, in columns of equal width where they need several rows. */
function inRows(widths: readonly number[], area: Area, look: PlainTextLook): LegendPlaces {
  const row = look.size * ROW
  const total = widths.reduce((sum, one) => sum + one, 0)
  if (total <= area.width) {
    let x = 0
    const areas = widths.map((width) => {
      x += width
      return { x: x - width, y: 0, width, height: row }
    })
    return { width: total, height: row, areas }
  }
  const widest = Math.min(largest([0, ...widths]), area.width)
  const columns = Math.max(1, Math.floor(area.width / widest))
  const areas = widths.map((_, i) => {
    return { x: (i % columns) * widest, y: Math.floor(i / columns) * row, width: widest, height: row }
  })
  return { width: Math.min(columns, widths.length) * widest, height: Math.ceil(areas.length / columns) * row, areas }
}

/** Draws a key. `x` and `y` are the middle of its left end. */
function drawKey(canvas: ChartCanvas, entry: LegendEntry, { x, y, width, height }: Area): void {
  if (!entry.isLine) {
    const top = y - height / 2
    canvas.path(closedPath([x, top, x + width, top, x + width, top + height, x, top + height]), { fill: entry.fill })
    return
  }
  if (entry.line !== undefined) canvas.path(new PathBuilder().move(x, y).line(x + width, y), { line: entry.line })
  if (entry.marker !== undefined) drawMarker(canvas, entry.marker, x + width / 2, y, entry.fill)
}

/** One entry for each series, followed by those of trend lines; for pies one for each slice. */
function legendEntries(model: ChartModel): LegendEntry[] {
  const [first] = model.plots
  const pie = first?.kind === 'pie' ? first.series[0] : undefined
  if (pie !== undefined) {
    return pie.values.map((_, i) => ({
      name: pie.categories[i] ?? String(i + 1),
      fill: pie.pointFills.get(i) ?? pie.fill,
      isLine: false,
    }))
  }
  const series = model.plots.flatMap(seriesEntries)
  return [...series, ...model.plots.filter(hasTrends).flatMap(trendEntries)]
}

function trendEntries({ series }: ChartPlot): LegendEntry[] {
  return series.flatMap(({ trends, fill }) => trends.map(({ name, line }) => ({ name, fill, line, isLine: true })))
}

function seriesEntries({ kind, filled, series }: ChartPlot): LegendEntry[] {
  return series.map(({ name, fill, line, marker }) => ({
    name,
    fill,
    isLine: kind === 'line' || kind === 'scatter' || (kind === 'radar' && !filled),
    ...(line && { line }),
    ...(marker && { marker }),
  }))
}
