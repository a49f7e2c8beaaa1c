/**
 * Markers at the points of lines (c:marker, ECMA-376-1, 21.2.2.106).
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import type { Fill, LineStyle } from '../../../typeset/model/drawing-model.js'
import { childOf, type XmlElement } from '../../xml/xml-element.js'
import { closedPath, ellipsePath } from '../geometry/outline.js'
import { PathBuilder } from '../geometry/path-builder.js'
import { readNumber } from '../units.js'
import type { ChartCanvas } from './chart-canvas.js'

/** A marker. `radius` is half of its size, in twips. */
export interface ChartMarker {
  readonly symbol: string
  readonly radius: number
}

/** Automatic symbols of series, in Office's order. */
const AUTOMATIC = ['diamond', 'square', 'triangle', 'x', 'star', 'circle', 'plus', 'dot', 'dash']
/** Size of automatic markers in Office, in points. */
const AUTOMATIC_SIZE = 7
/** Default of c:size, in points (21.2.2.182). */
const DEFAULT_SIZE = 5

/** The marker of a series; undefined for none. `element` is its c:marker, if any. */
export function readMarker(element: XmlElement | undefined, index: number): ChartMarker | undefined {
  const symbol = childOf(element, 'c:symbol')?.attributes['val'] ?? 'auto'
  if (symbol === 'none') return undefined
  const isAutomatic = symbol === 'auto'
  const size = readNumber(childOf(element, 'c:size')?.attributes['val'], isAutomatic ? AUTOMATIC_SIZE : DEFAULT_SIZE)
  return {
    symbol: isAutomatic ? (AUTOMATIC[index % AUTOMATIC.length] ?? 'diamond') : symbol,
    radius: clamp(size, 2, 72) * 10,
  }
}

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
