/**
 * Computes the position of display list items on a picture.
 *
 * @module
 */

import type { Matrix } from '../../pdf/matrix.js'
import { multiply } from '../../pdf/matrix.js'
import type { DisplayItem, DisplayList } from '../display/display-list.js'
import { boundsOf } from '../display/matrix.js'
import type { PixelBox } from './pixel-sheet.js'

type PathItem = Extract<DisplayItem, { kind: 'path' }>
type Bounds = ReturnType<typeof boundsOf>

const NOTHING: Bounds = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity }

/** Upper bound of the factor by which a matrix lengthens distances. */
export function stretchOf([a, b, c, d]: Matrix): number {
  return Math.hypot(a, b, c, d)
}

/** A line or a rectangle as a path. */
export function asPath(item: Extract<DisplayItem, { kind: 'rectangle' | 'stroke' }>): PathItem {
  if (item.kind === 'rectangle') {
    const { x, y, width, height, color } = item
    const corners = [
      { op: 'M', x: 0, y: 0 },
      { op: 'L', x: width, y: 0 },
      { op: 'L', x: width, y: height },
      { op: 'L', x: 0, y: height },
      { op: 'Z' },
    ] as const
    return { kind: 'path', commands: corners, x, y, width, height, fill: { type: 'solid', color, opacity: 1 } }
  }
  const { x1, y1, x2, y2, width, color, dash = [], cap = 'butt' } = item
  const [dx, dy] = [x2 - x1, y2 - y1]
  return {
    kind: 'path',
    commands: [
      { op: 'M', x: 0, y: 0 },
      { op: 'L', x: dx, y: dy },
    ],
    ...{ x: x1, y: y1, width: dx, height: dy },
    line: { width, color, opacity: 1, dash, cap, join: 'miter' },
  }
}

/** Whether no parts of a group can overlap. */
export function isSingle(items: DisplayList): boolean {
  const [first] = items
  if (items.length !== 1 || first === undefined) return items.length === 0
  if (first.kind === 'group') return isSingle(first.items)
  return first.kind === 'glyphs' || first.kind !== 'path' || first.fill === undefined || first.line === undefined
}

/** The box of pixels that items may touch. */
export function pixelBoxOf(items: DisplayList, matrix: Matrix): PixelBox {
  const { left, top, right, bottom } = boundsOfItems(items, matrix)
  if (!(left <= right && top <= bottom)) return { left: 0, top: 0, right: 0, bottom: 0 }
  // One more pixel, for items less than a pixel wide.
  return {
    left: Math.floor(left) - 1,
    top: Math.floor(top) - 1,
    right: Math.ceil(right) + 1,
    bottom: Math.ceil(bottom) + 1,
  }
}

function boundsOfItems(items: DisplayList, matrix: Matrix): Bounds {
  return items.map((item) => boundsOfItem(item, matrix)).reduce(united, NOTHING)
}

function boundsOfItem(item: DisplayItem, matrix: Matrix): Bounds {
  switch (item.kind) {
    case 'group':
      return boundsOfItems(item.items, multiply(item.matrix, matrix))
    case 'rectangle':
    case 'stroke':
      return boundsOfItem(asPath(item), matrix)
    case 'path': {
      const { line } = item
      const reach = line === undefined ? 0 : line.width * Math.max(1, (line.miterLimit ?? 10) / 2)
      return boundsAround(matrix, item, reach)
    }
    case 'glyphs': {
      const { x, y, size, advances } = item
      const width = advances.reduce((sum, advance) => sum + advance, 0)
      return boundsAround(matrix, { x, y, width, height: 0 }, 2 * size)
    }
    default:
      return NOTHING
  }
}

function boundsAround(
  matrix: Matrix,
  { x, y, width, height }: Pick<PathItem, 'x' | 'y' | 'width' | 'height'>,
  reach: number,
): Bounds {
  return boundsOf(matrix, x - reach, y - reach, width + 2 * reach, height + 2 * reach)
}

function united(one: Bounds, other: Bounds): Bounds {
  return {
    left: Math.min(one.left, other.left),
    top: Math.min(one.top, other.top),
    right: Math.max(one.right, other.right),
    bottom: Math.max(one.bottom, other.bottom),
  }
}
