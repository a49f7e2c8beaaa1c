/**
 * The legend of a chart (c:legend, ECMA-376-1, 21.2.2.94).
 *
 * @module
 */

import type { Fill, LineStyle } from '../../../typeset/model/drawing-model.js'
import { closedPath } from '../geometry/outline.js'
import { PathBuilder } from '../geometry/path-builder.js'
import type { PlainTextLook } from '../plain-text.js'
import { type Area, type ChartCanvas, estimateWidth } from './chart-canvas.js'
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

/** Draws the legend and returns what it leaves of the area. */
export function drawLegend(canvas: ChartCanvas, model: ChartModel, area: Area, look: PlainTextLook): Area {
  const side = model.legend
  if (side === undefined) return area
  const entries = legendEntries(model).slice(0, MAX_ENTRIES)
  const row = look.size * ROW
  const keyOf = (entry: LegendEntry) => look.size * (entry.isLine && entry.line !== undefined ? LINE_KEY : KEY)
  const widths = entries.map((entry) => estimateWidth(entry.name, look.size) + keyOf(entry) + look.size * 0.6)
  const upright = side === 'left' || side === 'right'
  const width = upright ? Math.min(Math.max(0, ...widths), area.width * 0.4) : area.width
  const height = upright ? Math.min(row * entries.length, area.height) : row
  const total = widths.reduce((sum, one) => sum + one, 0)
  let x = side === 'right' ? area.x + area.width - width : upright ? area.x : area.x + Math.max(0, (width - total) / 2)
  let y = upright ? area.y + (area.height - height) / 2 : side === 'top' ? area.y : area.y + area.height - row
  entries.forEach((entry, i) => {
    const key = keyOf(entry)
    drawKey(canvas, entry, { x, y: y + row / 2, width: key, height: look.size * KEY })
    const gap = look.size * 0.15
    const room = (upright ? width : (widths[i] ?? width)) - key - gap
    canvas.label(entry.name, { x: x + key + gap, y, width: room, height: row }, { ...look, alignment: 'start' })
    if (upright) y += row
    else x += widths[i] ?? 0
  })
  if (side === 'right') return { ...area, width: Math.max(1, area.width - width - MARGIN) }
  if (side === 'left') return { ...area, x: area.x + width + MARGIN, width: Math.max(1, area.width - width - MARGIN) }
  const rest = { ...area, height: Math.max(1, area.height - row) }
  return side === 'top' ? { ...rest, y: area.y + row } : rest
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
