/**
 * Draws the labels at the points of a chart.
 *
 * @module
 */

import type { DataLabels } from '../model/chart-model.js'
import type { PlainTextLook } from '../model/plain-model.js'
import type { ChartCanvas } from './chart-canvas.js'
import { formatTick } from './chart-scale.js'

/** Data of a labelled point. */
interface LabelledPoint {
  readonly series: string
  readonly category: string
  readonly value: number
  /** Share of the sum of its series, from 0 to 1. */
  readonly share: number
}

/** Width of a label, as a factor on its font size. */
const WIDTH = 12
/** Height of a label, as a factor on its font size. */
const HEIGHT = 1.4

/** The text of a point's label. */
export function labelText(labels: DataLabels, { series, category, value, share }: LabelledPoint): string {
  const parts: string[] = []
  if (labels.showsSeries) parts.push(series)
  if (labels.showsCategory) parts.push(category)
  if (labels.showsValue) parts.push(formatTick(value, labels.formatCode))
  if (labels.showsPercent) {
    parts.push(formatTick(share, labels.formatCode.includes('%') && !labels.showsValue ? labels.formatCode : '0%'))
  }
  return parts.filter((part) => part !== '').join(labels.separator)
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
  const { look } = labels
  const size = look.size || base.size
  const own = { ...base, ...look, font: look.font || base.font, size, color: look.color || base.color }
  const [width, height] = [size * WIDTH, size * HEIGHT]
  const y = at.above ? at.y - height : at.y - height / 2
  canvas.label(text, { x: at.x - width / 2, y, width, height }, { ...own, alignment: 'center' })
}
