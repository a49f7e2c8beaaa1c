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
/** Height of a label, as a factor on its font size. */
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
  return (
    labels.texts.get(index) ?? partsText(labels.points.get(index) ?? labels, { series, index, category, value, share })
  )
}

interface LabelledPoint {
  readonly series: ChartSeries
  readonly index: number
  readonly category: string
  readonly value: number
  readonly share: number
}

function partsText(shown: LabelParts, { series, index, category, value, share }: LabelledPoint): string {
  const parts: string[] = []
  const size = series.sizes[index]
  if (shown.showsSeries) parts.push(series.name)
  if (shown.showsCategory) parts.push(category)
  if (shown.showsValue) parts.push(formatByCode(value, shown.formatCode))
  if (shown.showsPercent) {
    parts.push(formatByCode(share, shown.formatCode.includes('%') && !shown.showsValue ? shown.formatCode : '0%'))
  }
  if (shown.showsSize && size !== undefined) parts.push(formatByCode(size, shown.formatCode))
  return parts.filter((part) => part !== '').join(shown.separator)
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
  const [width, height] = [size * WIDTH, size * HEIGHT]
  const y = at.above ? at.y - height : at.y - height / 2
  canvas.label(text, { x: at.x - width / 2, y, width, height }, { ...own, alignment: 'center' })
}
