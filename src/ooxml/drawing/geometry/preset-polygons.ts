/**
 * Polygons and stars.
 *
 * @module
 */

import { largest, smallest } from '../../../lists.js'
import { clamp } from '../../../numbers.js'
import type { GeometryFunction, GeometrySize } from './geometry.js'
import { adjustShare, polygon, textArea } from './outline.js'

const triangle: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const top = w * adjustShare(size, 'adj', 50_000)
  return polygon([0, h, top, 0, w, h], textArea(size, top / 2, h / 2, top / 2 + w / 2, h))
}

const rtTriangle: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  return polygon([0, h, 0, 0, w, h], textArea(size, w / 12, (h * 7) / 12, (w * 7) / 12, (h * 11) / 12))
}

/** Horizontal extent of a slanted side: a share of the short side, at most the whole width. */
function slant(size: GeometrySize, name: string, fallback: number, most = 1): number {
  const ss = Math.min(size.width, size.height)
  return ss * adjustShare(size, name, fallback, 0, (100_000 * size.width * most) / (ss || 1))
}

const parallelogram: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = slant(size, 'adj', 25_000)
  const inset = ((5 * d) / (w || 1) + 1) / 12
  return polygon([0, h, d, 0, w, 0, w - d, h], textArea(size, w * inset, h * inset, w - w * inset, h - h * inset))
}

const trapezoid: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = slant(size, 'adj', 25_000, 0.5)
  const side = (d * 2) / 3
  return polygon([0, h, d, 0, w - d, 0, w, h], textArea(size, side, (h * side) / (w || 1), w - side, h))
}

const nonIsoscelesTrapezoid: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const left = slant(size, 'adj1', 25_000, 0.5)
  const right = slant(size, 'adj2', 25_000, 0.5)
  return polygon([0, h, left, 0, w - right, 0, w, h], textArea(size, left / 1.5, h / 6, w - right / 1.5, h))
}

const diamond: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  return polygon([0, h / 2, w / 2, 0, w, h / 2, w / 2, h], textArea(size, w / 4, h / 4, (w * 3) / 4, (h * 3) / 4))
}

const hexagon: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = slant(size, 'adj', 25_000, 0.5)
  const half = ((h / 2) * size.adjust('vf', 115_470)) / 100_000
  const y = clamp(half * Math.sin(Math.PI / 3), 0, h / 2)
  const inset = 1 / 12 + d / (w || 1) / 6
  return polygon(
    [0, h / 2, d, h / 2 - y, w - d, h / 2 - y, w, h / 2, w - d, h / 2 + y, d, h / 2 + y],
    textArea(size, w * inset, h * inset, w - w * inset, h - h * inset),
  )
}

const octagon: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = Math.min(w, h) * adjustShare(size, 'adj', 29_289, 0, 50_000)
  return polygon(
    [0, d, d, 0, w - d, 0, w, d, w, h - d, w - d, h, d, h, 0, h - d],
    textArea(size, d / 2, d / 2, w - d / 2, h - d / 2),
  )
}

const plus: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = Math.min(w, h) * adjustShare(size, 'adj', 25_000, 0, 50_000)
  return polygon(
    [0, d, d, d, d, 0, w - d, 0, w - d, d, w, d, w, h - d, w - d, h - d, w - d, h, d, h, d, h - d, 0, h - d],
    w >= h ? textArea(size, 0, d, w, h - d) : textArea(size, d, 0, w - d, h),
  )
}

/** A regular polygon stretched to the box. `first` is the angle of its first corner, in degrees. */
function regular(corners: number, first: number, inset: number): GeometryFunction {
  const unit: number[] = []
  for (let i = 0; i < corners; i++) {
    const angle = ((first + (360 / corners) * i) * Math.PI) / 180
    unit.push(Math.cos(angle), Math.sin(angle))
  }
  const xs = unit.filter((_, i) => i % 2 === 0)
  const ys = unit.filter((_, i) => i % 2 === 1)
  const [left, right, top, bottom] = [smallest(xs), largest(xs), smallest(ys), largest(ys)]
  return (size) => {
    const { width: w, height: h } = size
    const points = unit.map((value, i) =>
      i % 2 === 0 ? ((value - left) / (right - left)) * w : ((value - top) / (bottom - top)) * h,
    )
    return polygon(points, textArea(size, w * inset, h * inset, w - w * inset, h - h * inset))
  }
}

/**
 * A star with outer corners on the ellipse of the box, and inner ones on an ellipse whose size is an adjust value.
 *
 * @param text extent of its text from the centre, as a share of the inner ellipse
 */
function star(points: number, fallback: number, text = Math.SQRT1_2): GeometryFunction {
  return (size) => {
    const { width: w, height: h } = size
    const inner = adjustShare(size, 'adj', fallback, 0, 50_000)
    const corners: number[] = []
    for (let i = 0; i < points * 2; i++) {
      const angle = (i * Math.PI) / points - Math.PI / 2
      const reach = i % 2 === 0 ? 0.5 : inner
      corners.push(w / 2 + w * reach * Math.cos(angle), h / 2 + h * reach * Math.sin(angle))
    }
    const side = inner * text
    return polygon(corners, textArea(size, w * (0.5 - side), h * (0.5 - side), w * (0.5 + side), h * (0.5 + side)))
  }
}

/** Extent of a star's text from its centre, as shares of the inner ellipse. */
interface StarText {
  readonly across: number
  readonly above: number
  readonly below: number
}

/** Stars with 5 to 7 and 10 points. Factors stretch the circle of their tips so that they fill the box. */
function stretchedStar(points: number, fallback: number, hf: number, vf: number, text: StarText): GeometryFunction {
  return (size) => {
    const { width: w, height: h } = size
    const radiusX = ((w / 2) * size.adjust('hf', hf)) / 100_000
    const radiusY = ((h / 2) * size.adjust('vf', vf)) / 100_000
    const centreY = ((h / 2) * size.adjust('vf', vf)) / 100_000
    const inner = adjustShare(size, 'adj', fallback, 0, 50_000) * 2
    const corners: number[] = []
    for (let i = 0; i < points * 2; i++) {
      const angle = (i * Math.PI) / points - Math.PI / 2
      const reach = i % 2 === 0 ? 1 : inner
      corners.push(w / 2 + radiusX * reach * Math.cos(angle), centreY + radiusY * reach * Math.sin(angle))
    }
    const across = radiusX * inner * text.across
    const top = centreY - radiusY * inner * text.above
    const bottom = centreY + radiusY * inner * text.below
    return polygon(corners, textArea(size, w / 2 - across, top, w / 2 + across, bottom))
  }
}

/** Polygons and stars (ECMA-376-1, 20.1.10.56). */
export const POLYGONS: Readonly<Record<string, GeometryFunction>> = {
  triangle,
  rtTriangle,
  parallelogram,
  trapezoid,
  nonIsoscelesTrapezoid,
  diamond,
  pentagon: regular(5, -90, 0.19),
  hexagon,
  heptagon: regular(7, -90, 0.15),
  octagon,
  decagon: regular(10, 0, 0.12),
  dodecagon: regular(12, 15, 0.1),
  plus,
  star4: star(4, 12_500),
  star5: stretchedStar(5, 19_098, 105_146, 110_557, { across: 0.951, above: 0.809, below: 1 }),
  star6: stretchedStar(6, 28_868, 115_470, 100_000, { across: 1, above: 0.866, below: 0.866 }),
  star7: stretchedStar(7, 34_601, 102_572, 105_210, { across: 0.7818, above: 0.901, below: 0.6235 }),
  star8: star(8, 37_500, 0.9239),
  star10: stretchedStar(10, 42_533, 105_146, 100_000, { across: 0.951, above: 0.809, below: 0.809 }),
  star12: star(12, 37_500),
  star16: star(16, 37_500),
  star24: star(24, 37_500),
  star32: star(32, 37_500),
}
