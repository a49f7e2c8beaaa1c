/**
 * Rectangles, frames and boxes.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import { closedPath, PathBuilder } from '../../../typeset/drawings.js'
import type { GeometryFunction, GeometrySize } from './geometry.js'
import { adjustShare, insets, outline, polygon, single, textArea } from './outline.js'

/** Distance between the corner of a quarter circle's box and the middle of the arc, as a share of the radius. */
const CORNER = 1 - Math.SQRT1_2

interface Corners {
  readonly topLeft: number
  readonly topRight: number
  readonly bottomRight: number
  readonly bottomLeft: number
}

/** A rectangle whose corners are rounded (positive radius) or cut (negative radius). */
function corneredRectangle({ width: w, height: h }: GeometrySize, corners: Corners): PathBuilder {
  const { topLeft, topRight, bottomRight, bottomLeft } = corners
  const path = new PathBuilder().move(0, Math.abs(topLeft))
  const turn = (radius: number, start: number, x: number, y: number) => {
    if (radius > 0) path.arc(radius, radius, start, 90)
    else if (radius < 0) path.line(x, y)
  }
  turn(topLeft, 180, -topLeft, 0)
  path.line(w - Math.abs(topRight), 0)
  turn(topRight, 270, w, -topRight)
  path.line(w, h - Math.abs(bottomRight))
  turn(bottomRight, 0, w + bottomRight, h)
  path.line(Math.abs(bottomLeft), h)
  turn(bottomLeft, 90, 0, h + bottomLeft)
  return path.close()
}

const shortSide = (size: GeometrySize) => Math.min(size.width, size.height)

const roundRect: GeometryFunction = (size) => {
  const r = shortSide(size) * adjustShare(size, 'adj', 16_667, 0, 50_000)
  const path = corneredRectangle(size, { topLeft: r, topRight: r, bottomRight: r, bottomLeft: r })
  return single(path, insets(r * CORNER))
}

/** Rectangles with two kinds of corners, given by two adjust values. */
function twoKinds(first: number, second: number, build: (a: number, b: number) => Corners): GeometryFunction {
  return (size) => {
    const a = shortSide(size) * adjustShare(size, 'adj1', first, 0, 50_000)
    const b = shortSide(size) * adjustShare(size, 'adj2', second, 0, 50_000)
    return single(corneredRectangle(size, build(a, b)), insets(Math.max(a, b) * CORNER))
  }
}

function oneCorner(sign: 1 | -1): GeometryFunction {
  return (size) => {
    const r = shortSide(size) * adjustShare(size, 'adj', 16_667, 0, 50_000)
    const path = corneredRectangle(size, { topLeft: 0, topRight: sign * r, bottomRight: 0, bottomLeft: 0 })
    return single(path, { top: sign < 0 ? r / 2 : 0, right: r * (sign < 0 ? 0.5 : CORNER), bottom: 0, left: 0 })
  }
}

const plaque: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const r = shortSide(size) * adjustShare(size, 'adj', 16_667, 0, 50_000)
  const path = new PathBuilder()
    .move(0, r)
    .arc(r, r, 90, -90)
    .line(w - r, 0)
    .arc(r, r, 180, -90)
    .line(w, h - r)
    .arc(r, r, 270, -90)
    .line(r, h)
    .arc(r, r, 0, -90)
    .close()
  return single(path, insets(r * Math.SQRT1_2))
}

const frame: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = shortSide(size) * adjustShare(size, 'adj1', 12_500, 0, 50_000)
  const path = closedPath([0, 0, w, 0, w, h, 0, h])
    .move(d, d)
    .line(d, h - d, w - d, h - d, w - d, d)
    .close()
  return single(path, insets(d))
}

const halfFrame: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const ss = shortSide(size)
  const x = ss * adjustShare(size, 'adj2', 33_333, 0, (100_000 * w) / (ss || 1))
  const restY = h - (h * x) / (w || 1)
  const y = ss * adjustShare(size, 'adj1', 33_333, 0, (100_000 * restY) / (ss || 1))
  return polygon([0, 0, w, 0, w - (y * w) / (h || 1), y, x, y, x, h - (x * h) / (w || 1), 0, h], {
    top: 0,
    right: (y * w) / (h || 1) / 2,
    bottom: 0,
    left: 0,
  })
}

const corner: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const ss = shortSide(size)
  const x = ss * adjustShare(size, 'adj2', 50_000, 0, (100_000 * w) / (ss || 1))
  const y = h - ss * adjustShare(size, 'adj1', 50_000, 0, (100_000 * h) / (ss || 1))
  return polygon([0, 0, x, 0, x, y, w, y, w, h, 0, h], textArea(size, 0, y, w, h))
}

const diagStripe: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const share = adjustShare(size, 'adj', 50_000)
  return polygon([0, h * share, w * share, 0, w, 0, 0, h], textArea(size, 0, 0, (w * (1 + share)) / 2, h / 2))
}

const foldedCorner: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = shortSide(size) * adjustShare(size, 'adj', 16_667, 0, 50_000)
  const foldX = w - d
  const foldY = h - d
  const tipX = foldX + d / 5
  const tipY = foldY + d / 5
  return {
    paths: [
      outline(closedPath([0, 0, w, 0, w, foldY, foldX, h, 0, h]), 'norm', false),
      outline(closedPath([foldX, h, tipX, tipY, w, foldY]), 'darkenLess', false),
      outline(
        new PathBuilder().move(foldX, h).line(tipX, tipY, w, foldY, foldX, h, 0, h, 0, 0, w, 0, w, foldY),
        'none',
      ),
    ],
    textInsets: { top: 0, right: 0, bottom: d, left: 0 },
  }
}

const bevel: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = shortSide(size) * adjustShare(size, 'adj', 12_500, 0, 50_000)
  const edges = new PathBuilder().move(d, d).line(w - d, d, w - d, h - d, d, h - d)
  edges
    .close()
    .move(0, 0)
    .line(d, d)
    .move(w, 0)
    .line(w - d, d)
  edges
    .move(w, h)
    .line(w - d, h - d)
    .move(0, h)
    .line(d, h - d)
  return {
    paths: [
      outline(closedPath([d, d, w - d, d, w - d, h - d, d, h - d]), 'norm', false),
      outline(closedPath([0, 0, w, 0, w - d, d, d, d]), 'lightenLess', false),
      outline(closedPath([0, h, d, h - d, w - d, h - d, w, h]), 'darkenLess', false),
      outline(closedPath([0, 0, d, d, d, h - d, 0, h]), 'lighten', false),
      outline(closedPath([w, 0, w, h, w - d, h - d, w - d, d]), 'darken', false),
      outline(closedPath([0, 0, w, 0, w, h, 0, h]), 'none'),
      outline(edges, 'none'),
    ],
    textInsets: insets(d),
  }
}

const cube: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = shortSide(size) * adjustShare(size, 'adj', 25_000)
  const x = w - d
  return {
    paths: [
      outline(closedPath([0, d, x, d, x, h, 0, h]), 'norm', false),
      outline(closedPath([x, d, w, 0, w, h - d, x, h]), 'darkenLess', false),
      outline(closedPath([0, d, d, 0, w, 0, x, d]), 'lightenLess', false),
      outline(
        closedPath([0, d, d, 0, w, 0, w, h - d, x, h, 0, h])
          .move(0, d)
          .line(x, d, w, 0)
          .move(x, d)
          .line(x, h),
        'none',
      ),
    ],
    textInsets: { top: d, right: d, bottom: 0, left: 0 },
  }
}

const can: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const ss = shortSide(size)
  const ry = (ss * clamp(size.adjust('adj', 25_000), 0, (50_000 * h) / (ss || 1))) / 200_000
  const body = new PathBuilder()
    .move(0, ry)
    .arc(w / 2, ry, 180, -180)
    .line(w, h - ry)
    .arc(w / 2, ry, 0, 180)
    .close()
  const lid = new PathBuilder()
    .move(0, ry)
    .arc(w / 2, ry, 180, 180)
    .arc(w / 2, ry, 0, 180)
    .close()
  const edge = new PathBuilder()
    .move(w, ry)
    .arc(w / 2, ry, 0, 180)
    .arc(w / 2, ry, 180, 180)
    .line(w, h - ry)
    .arc(w / 2, ry, 0, 180)
    .line(0, ry)
  return {
    paths: [outline(body, 'norm', false), outline(lid, 'lighten', false), outline(edge, 'none')],
    textInsets: { top: 2 * ry, right: 0, bottom: ry, left: 0 },
  }
}

/** Rectangles, with and without changed corners, frames and boxes (ECMA-376-1, 20.1.10.56). */
export const RECTANGLES: Readonly<Record<string, GeometryFunction>> = {
  rect: (size) => polygon([0, 0, size.width, 0, size.width, size.height, 0, size.height]),
  roundRect,
  round1Rect: oneCorner(1),
  snip1Rect: oneCorner(-1),
  round2SameRect: twoKinds(16_667, 0, (a, b) => ({ topLeft: a, topRight: a, bottomRight: b, bottomLeft: b })),
  round2DiagRect: twoKinds(16_667, 0, (a, b) => ({ topLeft: a, topRight: b, bottomRight: a, bottomLeft: b })),
  snip2SameRect: twoKinds(16_667, 0, (a, b) => ({ topLeft: -a, topRight: -a, bottomRight: -b, bottomLeft: -b })),
  snip2DiagRect: twoKinds(0, 16_667, (a, b) => ({ topLeft: -a, topRight: -b, bottomRight: -a, bottomLeft: -b })),
  snipRoundRect: twoKinds(16_667, 16_667, (a, b) => ({ topLeft: a, topRight: -b, bottomRight: 0, bottomLeft: 0 })),
  plaque,
  frame,
  halfFrame,
  corner,
  diagStripe,
  foldedCorner,
  bevel,
  cube,
  can,
}
