/**
 * Draws a chart as elements of a drawing: titles, legend and plots.
 *
 * @module
 */

import type { FontLibrary } from '../fonts/font-face.js'
import type { Area, ChartModel, ChartTitle, DrawChart } from '../model/chart-model.js'
import type { MeasureText } from '../model/document-model.js'
import { closedPath } from '../model/path-builder.js'
import { createMeasureText } from '../text/measure-text.js'
import { LINE_HEIGHT } from './axis-labels.js'
import { ChartCanvas } from './chart-canvas.js'
import { areaOfLayout } from './chart-room.js'
import { drawCartesian } from './draw-cartesian.js'
import { drawLegend } from './draw-legend.js'
import { drawPie } from './draw-pie.js'
import { drawRadar } from './draw-radar.js'

/** Space around the content of a chart, in twips. */
const MARGIN = 120

/**
 * Creates a function that draws charts with the fonts of a library.
 *
 * @example
 * ```ts
 * const drawChart = createDrawChart(createFontLibrary())
 * const elements = drawChart(chart, { x: 0, y: 0, width: 7200, height: 4320 }, console.warn)
 * ```
 */
export function createDrawChart(fonts: FontLibrary): DrawChart {
  return drawingBy(createMeasureText(fonts))
}

/** Creates a function that draws charts by the widths of their texts. */
export function drawingBy(measure: MeasureText): DrawChart {
  return (model, place, warn) => {
    const canvas = new ChartCanvas(place, measure)
    draw(canvas, model, warn)
    return canvas.elements
  }
}

function draw(canvas: ChartCanvas, model: ChartModel, warn: (message: string) => void): void {
  const { width, height } = canvas.size
  const { fill, line, look, legend } = model
  if (fill !== undefined || line !== undefined) {
    canvas.path(closedPath([0, 0, width, 0, width, height, 0, height]), { fill, line })
  }
  let area: Area = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN }
  area = drawTitle(canvas, model, area)
  area = drawLegend(canvas, model, area, legend?.look ?? look, warn)
  area = drawAxisTitles(canvas, model, area)
  const [first] = model.plots
  const given = areaOfLayout(model.plotLayout, canvas.size)
  const inner = model.plotLayout?.inner === true ? given : undefined
  const room = { area: inner === undefined ? (given ?? area) : area, inner }
  if (first?.kind === 'pie') drawPie(canvas, first, room, look)
  else if (first?.kind === 'radar') drawRadar(canvas, model, first, inner ?? room.area, model.categoryAxis.look)
  else {
    const { categoryAxis, valueAxis, secondaryAxis } = model
    const secondary = secondaryAxis?.look ?? look
    drawCartesian(canvas, model, room, { text: look, category: categoryAxis.look, value: valueAxis.look, secondary })
  }
}

function drawTitle(canvas: ChartCanvas, { title }: ChartModel, area: Area): Area {
  if (title === undefined) return area
  const height = textHeight(canvas, title, area.width)
  canvas.text(title.blocks, { ...area, height })
  return { ...area, y: area.y + height, height: Math.max(1, area.height - height) }
}

/** Space around a title, as a share of its font size. */
const TITLE_SPACE = 0.4

/** Height of a title, which may take several lines. */
function textHeight(canvas: ChartCanvas, { blocks, look }: ChartTitle, width: number): number {
  let height = look.size * TITLE_SPACE
  for (const { inlines } of blocks) {
    const runs = inlines.flatMap((inline) => (inline.kind === 'text' ? [inline] : []))
    const breaks = inlines.length - runs.length
    const size = runs.reduce((most, { run }) => Math.max(most, run.size), 0) || look.size
    const text = runs.map((run) => run.text).join('')
    const lines = canvas.linesOf(text, width, { ...look, size, bold: runs[0]?.run.bold ?? false }) + breaks
    height += lines * size * LINE_HEIGHT
  }
  return height
}

/** Draws titles of axes: below, rotated at the left, and at the right for a secondary value axis. */
function drawAxisTitles(canvas: ChartCanvas, model: ChartModel, area: Area): Area {
  const horizontal = model.plots[0]?.kind === 'bar' && model.plots[0].horizontal
  const [below, left] = horizontal
    ? [model.valueAxis.title, model.categoryAxis.title]
    : [model.categoryAxis.title, model.valueAxis.title]
  const strip = model.look.size * 1.6
  let rest = area
  if (below !== undefined) {
    canvas.text(below.blocks, { ...area, y: area.y + area.height - strip, height: strip })
    rest = { ...rest, height: Math.max(1, rest.height - strip) }
  }
  if (left !== undefined) {
    const place = {
      x: rest.x + strip / 2 - rest.height / 2,
      y: rest.y + rest.height / 2 - strip / 2,
      width: rest.height,
      height: strip,
    }
    canvas.text(left.blocks, place, 270)
    rest = { ...rest, x: rest.x + strip, width: Math.max(1, rest.width - strip) }
  }
  const right = model.secondaryAxis?.title
  if (right !== undefined) {
    const middle = rest.y + rest.height / 2
    const x = rest.x + rest.width - strip / 2 - rest.height / 2
    canvas.text(right.blocks, { x, y: middle - strip / 2, width: rest.height, height: strip }, 90)
    rest = { ...rest, width: Math.max(1, rest.width - strip) }
  }
  return rest
}
