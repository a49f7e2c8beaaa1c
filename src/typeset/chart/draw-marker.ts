/**
 * Draws the markers at the points of lines.
 *
 * @module
 */

import type { ChartMarker } from '../model/chart-model.js'
import type { Fill, LineStyle } from '../model/drawing-model.js'
import { closedPath, ellipsePath, PathBuilder } from '../model/path-builder.js'
import type { ChartCanvas } from './chart-canvas.js'

/** Draws a marker at a point. */
export function drawMarker(canvas: ChartCanvas, marker: ChartMarker, x: number, y: number, fill: Fill): void {
  const { radius: r, symbol } = marker
  const stroke = strokeOf(symbol, x, y, r)
  if (stroke !== undefined) canvas.path(stroke, { line: strokeLine(fill) })
  else canvas.path(shapeOf(symbol, x, y, r), { fill })
}

function shapeOf(symbol: string, x: number, y: number, r: number): PathBuilder {
  switch (symbol) {
    case 'diamond':
      return closedPath([x, y - r, x + r, y, x, y + r, x - r, y])
    case 'square':
      return closedPath([x - r, y - r, x + r, y - r, x + r, y + r, x - r, y + r])
    case 'triangle':
      return closedPath([x, y - r, x + r, y + r, x - r, y + r])
    case 'dash':
      return closedPath([x - r, y - r / 4, x + r, y - r / 4, x + r, y + r / 4, x - r, y + r / 4])
    case 'dot':
      return closedPath([x, y - r / 4, x + r, y - r / 4, x + r, y + r / 4, x, y + r / 4])
    default:
      return ellipsePath(x, y, r, r)
  }
}

function strokeOf(symbol: string, x: number, y: number, r: number): PathBuilder | undefined {
  const path = new PathBuilder()
  if (symbol === 'x' || symbol === 'star') {
    path.move(x - r, y - r).line(x + r, y + r)
    path.move(x - r, y + r).line(x + r, y - r)
  }
  if (symbol === 'plus' || symbol === 'star') path.move(x, y - r).line(x, y + r)
  if (symbol === 'plus') path.move(x - r, y).line(x + r, y)
  return symbol === 'x' || symbol === 'star' || symbol === 'plus' ? path : undefined
}

function strokeLine(fill: Fill): LineStyle {
  const color = fill.type === 'solid' ? fill.color : '000000'
  return { width: 15, color, opacity: 1, dash: [], cap: 'butt', join: 'round' }
}
