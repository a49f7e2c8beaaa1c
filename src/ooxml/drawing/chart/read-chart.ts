/**
 * Draws a chart as elements of a drawing: titles, legend and plots.
 *
 * @module
 */

import type { Paragraph } from '../../../typeset/model/document-model.js'
import type { DrawingElement } from '../../../typeset/model/drawing-model.js'
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.js'
import type { Box } from '../box.js'
import { type DrawingEnvironment, findRelationship } from '../drawing-environment.js'
import { readDrawingText, readTextLook } from '../drawing-text.js'
import { readFill } from '../fill.js'
import { closedPath } from '../geometry/outline.js'
import { readLine } from '../line.js'
import { makeParagraph, type PlainTextLook } from '../plain-text.js'
import { readBoolean } from '../units.js'
import { LINE_HEIGHT } from './axis-labels.js'
import type { ChartAxis } from './chart-axis.js'
import { readTexts } from './chart-cache.js'
import { type Area, ChartCanvas } from './chart-canvas.js'
import { areaOfLayout } from './chart-layout.js'
import { type ChartModel, readChartModel } from './chart-model.js'
import { drawCartesian } from './draw-cartesian.js'
import { drawLegend } from './draw-legend.js'
import { drawPie } from './draw-pie.js'
import { drawRadar } from './draw-radar.js'

/** Number of levels between a chart and the labels of its trend lines. */
const MAX_DEPTH = 5
/** Space around the content of a chart, in twips. */
const MARGIN = 120

/** Draws the chart that c:chart refers to (ECMA-376-1, 21.2) from the values stored with it. */
export function readChart(element: XmlElement, box: Box, env: DrawingEnvironment): DrawingElement[] {
  const relationship = findRelationship(env, element.attributes['r:id'])
  const part = relationship === undefined || relationship.external ? undefined : relationship.target
  const root = part === undefined ? undefined : env.package.xml(part)
  if (part === undefined || root === undefined) {
    env.warn('A chart that is missing from the document is left out.')
    return []
  }
  const chartEnv = { ...env, partName: part }
  env.census.expect(root)
  const shapes = findRelationship(chartEnv, childOf(root, 'c:userShapes')?.attributes['r:id'])
  const drawn = shapes === undefined || shapes.external ? undefined : env.package.xml(shapes.target)
  if (drawn !== undefined) env.census.expect(drawn)
  const model = readChartModel(root, chartEnv)
  if (model === undefined) {
    env.warn('A chart of a kind that cannot be drawn is left out.')
    return []
  }
  warnOfMissing(childOf(root, 'c:chart'), env)
  const [first] = model.plots
  const hasRoom = first?.kind !== 'pie' && first?.kind !== 'radar' && first?.horizontal !== true
  if (!hasRoom && model.plots.some(({ series }) => series.some(({ groups }) => groups.length > 0)))
    env.warn('Where a chart has several levels of categories, only the innermost is shown.')
  return drawChart(root, model, box, chartEnv)
}

/** Parts of charts that are not drawn, with their names in warnings. */
const MISSING: Readonly<Record<string, string>> = {
  'c:errBars': 'error bars',
  'c:dTable': 'data tables',
  'c:serLines': 'lines between bars',
  'c:view3D': 'depth',
  'c:ofPieType': 'the second pie',
  'c:dispUnits': 'units of axes',
}

/** Labels of trend lines: the formula, and the coefficient of determination. */
const TREND_TEXTS: ReadonlySet<string> = new Set(['c:dispEq', 'c:dispRSqr'])

/** Warns of parts of a chart that are not drawn. */
function warnOfMissing(chart: XmlElement | undefined, env: DrawingEnvironment): void {
  const kinds = new Set<string>()
  const visit = (element: XmlElement, depth: number) => {
    const kind = Object.hasOwn(MISSING, element.name) ? MISSING[element.name] : undefined
    if (kind !== undefined) kinds.add(kind)
    if (TREND_TEXTS.has(element.name) && readBoolean(element.attributes['val'], true))
      kinds.add('formulas of trend lines')
    if (depth < MAX_DEPTH) for (const child of childrenOf(element)) visit(child, depth + 1)
  }
  if (chart !== undefined) visit(chart, 0)
  if (kinds.size > 0) env.warn(`Parts of a chart are not shown (${[...kinds].join(', ')}).`)
}

function drawChart(root: XmlElement, model: ChartModel, box: Box, env: DrawingEnvironment): DrawingElement[] {
  const canvas = new ChartCanvas(box, env.measureText)
  const properties = childOf(root, 'c:spPr')
  const { width, height } = box
  const fill = readFill(properties, env) ?? undefined
  const line = readLine(childOf(properties, 'a:ln'), env)
  if (fill !== undefined || line !== undefined) {
    canvas.path(closedPath([0, 0, width, 0, width, height, 0, height]), { fill, line })
  }
  const base: PlainTextLook = { font: env.theme.minorFonts?.latin || 'Calibri', size: 200, color: '000000' }
  const look = textLookOf(childOf(root, 'c:txPr'), base, env)
  let area: Area = { x: MARGIN, y: MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN }
  area = drawTitle(canvas, model, area, look, env)
  area = drawLegend(canvas, model, area, textLookOf(model.legend?.text, look, env), (message) => env.warn(message))
  area = drawAxisTitles(canvas, model, area, look, env)
  const [first] = model.plots
  const given = areaOfLayout(model.plotLayout, canvas.size)
  const inner = model.plotLayout?.inner === true ? given : undefined
  const room = { area: inner === undefined ? (given ?? area) : area, inner }
  if (first?.kind === 'pie') drawPie(canvas, first, room, look)
  else {
    const ofAxis = (axis: ChartAxis | undefined) => textLookOf(axis?.textProperties, look, env)
    const category = ofAxis(model.categoryAxis)
    const value = ofAxis(model.valueAxis)
    if (first?.kind === 'radar') drawRadar(canvas, model, first, inner ?? room.area, category)
    else drawCartesian(canvas, model, room, { text: look, category, value, secondary: ofAxis(model.secondaryAxis) })
  }
  return canvas.elements
}

function textLookOf(body: XmlElement | undefined, base: PlainTextLook, env: DrawingEnvironment): PlainTextLook {
  return readTextLook(childOf(childOf(childOf(body, 'a:p'), 'a:pPr'), 'a:defRPr'), base, env)
}

function drawTitle(
  canvas: ChartCanvas,
  model: ChartModel,
  area: Area,
  base: PlainTextLook,
  env: DrawingEnvironment,
): Area {
  if (model.title === undefined) return area
  const series = model.plots.flatMap((plot) => plot.series)
  const look = textLookOf(childOf(model.title, 'c:txPr'), { ...base, size: base.size * 1.4, alignment: 'center' }, env)
  const rich = childOf(childOf(model.title, 'c:tx'), 'c:rich')
  const paragraphs = readDrawingText(rich, look, env)
  const cached = readTexts(childOf(model.title, 'c:tx')).join(' ')
  const plain = cached !== '' ? cached : series.length === 1 ? (series[0]?.name ?? '') : 'Chart Title'
  const blocks = paragraphs.length > 0 ? paragraphs : [makeParagraph([{ text: plain, look }], look)]
  const height = textHeight(canvas, blocks, area.width, look)
  canvas.text(blocks, { ...area, height })
  return { ...area, y: area.y + height, height: Math.max(1, area.height - height) }
}

/** Space around a title, as a share of its font size. */
const TITLE_SPACE = 0.4

/** Height of a title, which may take several lines. */
function textHeight(canvas: ChartCanvas, blocks: readonly Paragraph[], width: number, look: PlainTextLook): number {
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

/** A title with its own text, or that of a cell. */
function axisTitle(title: XmlElement | undefined, look: PlainTextLook, env: DrawingEnvironment): readonly Paragraph[] {
  const text = childOf(title, 'c:tx')
  const rich = readDrawingText(childOf(text, 'c:rich'), look, env)
  if (rich.length > 0 || text === undefined) return rich
  const own = textLookOf(childOf(title, 'c:txPr'), look, env)
  const cached = readTexts(text).join(' ')
  return cached === '' ? [] : [makeParagraph([{ text: cached, look: own }], own)]
}

/** Draws titles of axes: below, rotated at the left, and at the right for a secondary value axis. */
function drawAxisTitles(
  canvas: ChartCanvas,
  model: ChartModel,
  area: Area,
  look: PlainTextLook,
  env: DrawingEnvironment,
): Area {
  const horizontal = model.plots[0]?.kind === 'bar' && model.plots[0].horizontal
  const [below, left] = horizontal
    ? [model.valueAxis.title, model.categoryAxis.title]
    : [model.categoryAxis.title, model.valueAxis.title]
  const strip = look.size * 1.6
  const titleOf = (title: XmlElement | undefined) => axisTitle(title, { ...look, alignment: 'center' }, env)
  let rest = area
  const belowText = titleOf(below)
  if (belowText.length > 0) {
    canvas.text(belowText, { ...area, y: area.y + area.height - strip, height: strip })
    rest = { ...rest, height: Math.max(1, rest.height - strip) }
  }
  const leftText = titleOf(left)
  if (leftText.length > 0) {
    const place = {
      x: rest.x + strip / 2 - rest.height / 2,
      y: rest.y + rest.height / 2 - strip / 2,
      width: rest.height,
      height: strip,
    }
    canvas.text(leftText, place, 270)
    rest = { ...rest, x: rest.x + strip, width: Math.max(1, rest.width - strip) }
  }
  const rightText = titleOf(model.secondaryAxis?.title)
  if (rightText.length > 0) {
    const middle = rest.y + rest.height / 2
    const x = rest.x + rest.width - strip / 2 - rest.height / 2
    canvas.text(rightText, { x, y: middle - strip / 2, width: rest.height, height: strip }, 90)
    rest = { ...rest, width: Math.max(1, rest.width - strip) }
  }
  return rest
}
