/**
 * The legend of a chart (c:legend, ECMA-376-1, 21.2.2.94).
 *
 * @module
 */

import type { Fill, LineStyle } from '../../../typeset/model/drawing-model.js'
import { closedPath } from '../geometry/outline.js'
import { PathBuilder } from '../geometry/path-builder.js'
import type { PlainTextLook } from '../plain-text.js'
import { LINE_HEIGHT } from './axis-labels.js'
import type { Area, ChartCanvas } from './chart-canvas.js'
import { type ChartMarker, drawMarker } from './chart-markers.js'
import type { ChartModel } from './chart-model.js'

/** Space between the legend and what stands beside it. */
const MARGIN = 120
/** No page has room for more. */
const MAX_ENTRIES = 50
/** Lengths as shares of the font size, measured in charts that Word drew. */
const ROW = 1.77
const KEY = 0.5
const LINE_KEY = 2

interface LegendEntry {
  readonly name: string
  readonly fill: Fill
  /** Of the series, where it is a line: its key is a piece of it. */
  readonly line?: LineStyle
  readonly marker?: ChartMarker
  readonly isLine: boolean
}

/** Between a key and its name, and behind a name, as shares of the font size. */
const KEY_GAP = 0.15
const ENTRY_GAP = 0.6
/** The largest share of a chart that a legend beside it takes. */
const MAX_WIDTH = 0.4

/** Draws the legend and returns what it leaves of the area. */
export function drawLegend(canvas: ChartCanvas, model: ChartModel, area: Area, look: PlainTextLook): Area {
  const side = model.legend
  if (side === undefined) return area
  const entries = legendEntries(model).slice(0, MAX_ENTRIES)
  const keys = entries.map(({ isLine, line }) => look.size * (isLine && line !== undefined ? LINE_KEY : KEY))
  const widths = entries.map(({ name }, i) => canvas.widthOf(name, look) + (keys[i] ?? 0) + look.size * ENTRY_GAP)
  const upright = side === 'left' || side === 'right'
  const places = upright ? stacked(canvas, entries, { widths, keys }, area, look) : inRows(widths, area, look)
  const { width, height } = places
  const left = side === 'right' ? area.x + area.width - width : upright ? area.x : area.x + (area.width - width) / 2
  const top = upright
    ? area.y + Math.max(0, area.height - height) / 2
    : side === 'top'
      ? area.y
      : area.y + area.height - height
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
  if (side === 'right') return { ...area, width: Math.max(1, area.width - width - MARGIN) }
  if (side === 'left') return { ...area, x: area.x + width + MARGIN, width: Math.max(1, area.width - width - MARGIN) }
  const rest = { ...area, height: Math.max(1, area.height - height) }
  return side === 'top' ? { ...rest, y: area.y + height } : rest
}

/** Where entries stand, from the legend's corner. */
interface LegendPlaces {
  readonly width: number
  readonly height: number
  readonly areas: readonly Area[]
}

/** Below each other; names that are too wide are broken. */
function stacked(
  canvas: ChartCanvas,
  entries: readonly LegendEntry[],
  { widths, keys }: { readonly widths: readonly number[]; readonly keys: readonly number[] },
  area: Area,
  look: PlainTextLook,
): LegendPlaces {
  const width = Math.min(Math.max(0, ...widths), area.width * MAX_WIDTH)
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

/** Beside each other, in columns of one width where they need several rows. */
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
  const widest = Math.min(Math.max(0, ...widths), area.width)
  const columns = Math.max(1, Math.floor(area.width / widest))
  const areas = widths.map((_, i) => {
    return { x: (i % columns) * widest, y: Math.floor(i / columns) * row, width: widest, height: row }
  })
  return { width: Math.min(columns, widths.length) * widest, height: Math.ceil(areas.length / columns) * row, areas }
}

/** `place`: left end and middle of the key. */
function drawKey(canvas: ChartCanvas, entry: LegendEntry, { x, y, width, height }: Area): void {
  if (!entry.isLine) {
    const top = y - height / 2
    canvas.path(closedPath([x, top, x + width, top, x + width, top + height, x, top + height]), { fill: entry.fill })
    return
  }
  if (entry.line !== undefined) canvas.path(new PathBuilder().move(x, y).line(x + width, y), { line: entry.line })
  if (entry.marker !== undefined) drawMarker(canvas, entry.marker, x + width / 2, y, entry.fill)
}

/** One entry for each series; for pies one for each slice. */
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
  return model.plots.flatMap(({ kind, filled, series }) =>
    series.map(({ name, fill, line, marker }) => ({
      name,
      fill,
      isLine: kind === 'line' || kind === 'scatter' || (kind === 'radar' && !filled),
      ...(line && { line }),
      ...(marker && { marker }),
    })),
  )
}
