/**
 * Paints borders.
 *
 * @module
 */

import type { DisplayList } from '../display/display-list.js'
import type { Border } from '../model/properties.js'
import { borderStrokes, borderThickness } from './border-strokes.js'

/**
 * Paints a horizontal border with its upper side at `y`. It is stroked, since viewers keep thin strokes visible at every zoom.
 */
export function paintHorizontalBorder(list: DisplayList, border: Border, x1: number, x2: number, y: number): void {
  if (x2 <= x1) return
  const color = borderColor(border)
  for (const { offset, width, dash } of borderStrokes(border)) {
    const middle = y + offset + width / 2
    list.push({ kind: 'stroke', x1, y1: middle, x2, y2: middle, width, color, ...(dash && { dash }) })
  }
}

/** Paints a vertical border, centred on `x`. */
export function paintVerticalBorder(list: DisplayList, border: Border, x: number, y1: number, y2: number): void {
  if (y2 <= y1) return
  const color = borderColor(border)
  const left = x - borderThickness(border) / 2
  for (const { offset, width, dash } of borderStrokes(border)) {
    const middle = left + offset + width / 2
    list.push({ kind: 'stroke', x1: middle, y1, x2: middle, y2, width, color, ...(dash && { dash }) })
  }
}

/** Paints a diagonal border between two corners of a cell, as one line. */
export function paintDiagonalBorder(
  list: DisplayList,
  border: Border,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
): void {
  const dash = borderStrokes(border)[0]?.dash
  if (borderThickness(border) === 0) return
  list.push({
    kind: 'stroke',
    x1,
    y1,
    x2,
    y2,
    width: border.width,
    color: borderColor(border),
    ...(dash ? { dash } : {}),
  })
}

function borderColor(border: Border): string {
  return border.color === 'auto' ? '000000' : border.color
}
