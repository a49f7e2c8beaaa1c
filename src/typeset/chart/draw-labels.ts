/**
 * Draws the labels at the points of a chart.
 *
 * @module
 */

import type { ChartSeries, DataLabels, LabelParts } from '../model/chart-model.js'
import { formatByCode } from '../model/number-code.js'
import type { PlainTextLook } from '../model/plain-model.js'
import type { ChartCanvas } from './chart-canvas.js'

/** Width of a label, as a factor on its font size. */
const WIDTH = 12
/** Height of a line of a label, as a factor on its font size. */
const HEIGHT = 1.4

/**
 * The text of the label at a point of a series; empty where it shows nothing.
 *
 * @param category name of its category
 * @param share share of the point in the sum of its series, from 0 to 1
 */
export function labelText(series: ChartSeries, index: number, category: string, share: number): string {
  const { labels } = series
  const value = series.values[index]
  if (labels === undefined || value === undefined || labels.deleted.has(index)) return ''
  const shown = labels.points.get(index) ?? labels
  const facts = factsOf(shown, { series, index, category, value, share })
  const custom = labels.texts.get(index)
  if (custom !== undefined) {
    return custom.map((piece) => (typeof piece === 'string' ? piece : (facts[piece.field] ?? piece.stored))).join('')
  }
  const parts = [
    shown.showsCell && facts.cell,
    shown.showsSeries && facts.series,
    shown.showsCategory && facts.categoryName,
    shown.showsValue && facts.value,
    shown.showsPercent && facts.percent,
    shown.showsSize && facts.size,
  ]
  return parts.filter((part) => typeof part === 'string' && part !== '').join(shown.separator)
}

interface LabelledPoint {
  readonly series: ChartSeries
  readonly index: number
  readonly category: string
  readonly value: number
  readonly share: number
}

/** Everything that labels can show of a point; left out where the point has none. */
function factsOf({ formatCode, showsValue }: LabelParts, { series, index, category, value, share }: LabelledPoint) {
  const size = series.sizes[index]
  return {
    series: series.name,
    categoryName: category,
    value: formatByCode(value, formatCode),
    percent: formatByCode(share, formatCode.includes('%') && !showsValue ? formatCode : '0%'),
    size: size === undefined ? undefined : formatByCode(size, formatCode),
    cell: series.cells[index],
  }
}

/**
 * Draws the label of a point at x, y.
 *
 * @param above whether it stands above the point rather than on it
 */
export function drawDataLabel(
  canvas: ChartCanvas,
  labels: DataLabels,
  text: string,
  at: { readonly x: number; readonly y: number; readonly above: boolean },
  base: PlainTextLook,
): void {
  if (text === '') return
  const { look } = labels
  const size = look.size || base.size
  const own = { ...base, ...look, font: look.font || base.font, size, color: look.color || base.color }
  const width = size * WIDTH
  const height = size * HEIGHT * canvas.linesOf(text, width, own)
  const y = at.above ? at.y - height : at.y - height / 2
  canvas.label(text, { x: at.x - width / 2, y, width, height }, { ...own, alignment: 'center' })
}
