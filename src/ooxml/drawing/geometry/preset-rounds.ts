/**
 * Ellipses, arcs, clouds and other round shapes.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import { closedPath, ellipseHole, ellipsePath, PathBuilder } from '../../../typeset/drawings.js'
import type { GeometryFunction, GeometrySize } from './geometry.js'
import { adjustShare, insets, outline, single, textArea } from './outline.js'

const CORNER = (1 - Math.SQRT1_2) / 2

/** Insets of the largest rectangle in the ellipse of the box. */
const ellipseInsets = (size: GeometrySize) => insets(size.width * CORNER, size.height * CORNER)

const ellipse: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  return single(ellipsePath(w / 2, h / 2, w / 2, h / 2), ellipseInsets(size))
}

const donut: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = Math.min(w, h) * adjustShare(size, 'adj', 25_000, 0, 50_000)
  const path = ellipsePath(w / 2, h / 2, w / 2, h / 2)
  return single(ellipseHole(w / 2, h / 2, w / 2 - d, h / 2 - d, path), ellipseInsets(size))
}

const noSmoking: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const d = Math.min(w, h) * adjustShare(size, 'adj', 18_750, 0, 50_000)
  const rx = w / 2 - d
  const ry = h / 2 - d
  const path = ellipsePath(w / 2, h / 2, w / 2, h / 2)
  // Half moons on both sides of the bar along the diagonal of the box.
  const bar = Math.atan2(h, w)
  const half = Math.asin(clamp(d / 2 / (Math.hypot(rx * Math.sin(bar), ry * Math.cos(bar)) || 1), -1, 1))
  for (const [from, to] of [
    [bar - half, bar - Math.PI + half],
    [bar + Math.PI - half, bar + half],
  ] as const) {
    path.move(w / 2 + rx * Math.cos(from), h / 2 + ry * Math.sin(from))
    path.arcAbout(w / 2, h / 2, rx, ry, from, to).close()
  }
  return single(path, ellipseInsets(size))
}

/** Start and sweep, in degrees, of the part of an ellipse between two adjust values in 1/60000 degree. */
function angles(size: GeometrySize, first: number, last: number): readonly [number, number] {
  const start = clamp(size.adjust('adj1', first), 0, 21_599_999) / 60_000
  const end = clamp(size.adjust('adj2', last), 0, 21_599_999) / 60_000
  return [start, end > start ? end - start : end - start + 360]
}

/** The point of the box's ellipse at an angle from the centre. */
function pointAt({ width: w, height: h }: GeometrySize, degrees: number): readonly [number, number] {
  const radians = (degrees * Math.PI) / 180
  const parameter = Math.atan2((w / 2) * Math.sin(radians), (h / 2) * Math.cos(radians))
  return [w / 2 + (w / 2) * Math.cos(parameter), h / 2 + (h / 2) * Math.sin(parameter)]
}

const arc: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const [start, sweep] = angles(size, 16_200_000, 0)
  const open = new PathBuilder().move(...pointAt(size, start)).arc(w / 2, h / 2, start, sweep)
  const sector = new PathBuilder()
    .move(...pointAt(size, start))
    .arc(w / 2, h / 2, start, sweep)
    .line(w / 2, h / 2)
    .close()
  return { paths: [outline(sector, 'norm', false), outline(open, 'none')] }
}

const pie: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const [start, sweep] = angles(size, 0, 16_200_000)
  const path = new PathBuilder()
    .move(...pointAt(size, start))
    .arc(w / 2, h / 2, start, sweep)
    .line(w / 2, h / 2)
    .close()
  return single(path, ellipseInsets(size))
}

const chord: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const [start, sweep] = angles(size, 2_700_000, 16_200_000)
  const path = new PathBuilder()
    .move(...pointAt(size, start))
    .arc(w / 2, h / 2, start, sweep)
    .close()
  return single(path, ellipseInsets(size))
}

const blockArc: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const [start, sweep] = angles(size, 10_800_000, 0)
  const d = Math.min(w, h) * adjustShare(size, 'adj3', 25_000, 0, 50_000)
  const end = start + sweep
  const inner: GeometrySize = { ...size, width: w - 2 * d, height: h - 2 * d }
  const [x, y] = pointAt(inner, end)
  const path = new PathBuilder()
    .move(...pointAt(size, start))
    .arc(w / 2, h / 2, start, sweep)
    .line(x + d, y + d)
    .arc(w / 2 - d, h / 2 - d, end, -sweep)
    .close()
  return single(path)
}

const teardrop: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const reach = adjustShare(size, 'adj', 100_000, 0, 200_000)
  const tipX = w / 2 + (w / 2) * reach
  const tipY = h / 2 - (h / 2) * reach
  const path = new PathBuilder()
    .move(0, h / 2)
    .arc(w / 2, h / 2, 180, 90)
    .quadratic((w / 2 + tipX) / 2, 0, tipX, tipY)
    .quadratic(w, (h / 2 + tipY) / 2, w, h / 2)
    .arc(w / 2, h / 2, 0, 90)
    .arc(w / 2, h / 2, 90, 90)
    .close()
  return single(path, ellipseInsets(size))
}

const moon: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const reach = w * adjustShare(size, 'adj', 50_000, 0, 87_500)
  // The inner edge is a circular arc through both tips and the point at `reach` from the left, stretched to the box.
  const back = w - reach
  const bulge = (back * back + w * w) / (2 * back || 1)
  const angle = Math.asin(clamp(w / (bulge || 1), -1, 1))
  const ry = (h / 2) * (bulge / (w || 1))
  const path = new PathBuilder()
    .move(w, h)
    .arc(w, h / 2, 90, 180)
    .arcAbout(reach + bulge, h / 2, bulge, ry, Math.PI + angle, Math.PI - angle)
    .close()
  return single(path, textArea(size, w / 8, h / 4, reach, (h * 3) / 4))
}

const sun: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const inner = 0.5 - adjustShare(size, 'adj', 25_000, 12_500, 46_875)
  const path = new PathBuilder()
  for (let i = 0; i < 8; i++) {
    const angle = (i * Math.PI) / 4
    const base = inner + 0.0625
    const tip = i % 2 === 0 ? 0.5 : 0.5 * 0.94
    const at = (radians: number, reach: number) =>
      [w / 2 + w * reach * Math.cos(radians), h / 2 + h * reach * Math.sin(radians)] as const
    path.move(...at(angle, tip))
    path.line(...at(angle + 0.27, base), ...at(angle - 0.27, base)).close()
  }
  ellipsePath(w / 2, h / 2, w * inner, h * inner, path)
  const inset = 0.5 - inner * Math.SQRT1_2
  return single(path, insets(w * inset, h * inset))
}

const heart: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const path = new PathBuilder()
    .move(w / 2, h / 4)
    .cubic((w * 29) / 48, -h / 3, w + (w * 11) / 48, h / 4, w / 2, h)
    .cubic((-w * 11) / 48, h / 4, (w * 19) / 48, -h / 3, w / 2, h / 4)
    .close()
  return single(path, textArea(size, w / 6, h / 4, (w * 5) / 6, (h * 2) / 3))
}

const lightningBolt: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const corners = [
    8472, 0, 12860, 6080, 11050, 6797, 16577, 12007, 14767, 12877, 21600, 21600, 10012, 14915, 12222, 13987, 5022, 9705,
    7602, 8382, 0, 3890,
  ]
  const points = corners.map((value, i) => (value / 21_600) * (i % 2 === 0 ? w : h))
  return single(closedPath(points), textArea(size, w * 0.24, h * 0.24, w * 0.68, h * 0.64))
}

const smileyFace: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const bend = h * adjustShare(size, 'adj', 4653, -4653, 4653)
  const face = ellipsePath(w / 2, h / 2, w / 2, h / 2)
  const eyes = ellipsePath(w * 0.343, h * 0.354, w * 0.0521, h * 0.0521)
  ellipsePath(w * 0.657, h * 0.354, w * 0.0521, h * 0.0521, eyes)
  const mouthY = h * 0.7646
  const mouth = new PathBuilder()
    .move(w * 0.23, mouthY - bend)
    .quadratic(w / 2, mouthY + 3 * bend, w * 0.77, mouthY - bend)
  return {
    paths: [outline(face, 'norm', false), outline(eyes, 'darkenLess'), outline(mouth, 'none'), outline(face, 'none')],
    textInsets: ellipseInsets(size),
  }
}

/** Bumps of a cloud: end point, then the two control points before it, clockwise, in 1/1000 of the box. */
const CLOUD_BUMPS: readonly (readonly [number, number, number, number, number, number])[] = [
  [75, 190, 220, 20, 322, 115],
  [360, 20, 480, -10, 518, 85],
  [560, -20, 660, -15, 690, 60],
  [740, -25, 880, 0, 882, 140],
  [980, 160, 1000, 280, 962, 355],
  [1030, 470, 990, 640, 862, 655],
  [860, 800, 750, 870, 658, 820],
  [630, 960, 450, 1020, 382, 905],
  [280, 960, 170, 930, 138, 820],
  [50, 830, 0, 740, 52, 588],
  [-20, 540, -15, 390, 92, 335],
]

/** The cloud that cloud and cloudCallout share. */
export function cloudPath(width: number, height: number): PathBuilder {
  const path = new PathBuilder().move(0.092 * width, 0.335 * height)
  for (const [x1, y1, x2, y2, x, y] of CLOUD_BUMPS) {
    const [w, h] = [width / 1000, height / 1000]
    path.cubic(x1 * w, y1 * h, x2 * w, y2 * h, x * w, y * h)
  }
  return path.close()
}

const cloud: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  return single(cloudPath(w, h), textArea(size, w * 0.138, h * 0.15, w * 0.79, h * 0.81))
}

/** A wave along the top and bottom edges, with one bend or two. */
function wave(bends: 1 | 2, fallback: number, most: number): GeometryFunction {
  return (size) => {
    const { width: w, height: h } = size
    const rise = h * adjustShare(size, 'adj1', fallback, 0, most)
    const shift = w * adjustShare(size, 'adj2', 0, -10_000, 10_000)
    const swing = rise * (10 / 3)
    const [left, right] = shift >= 0 ? [0, w - 2 * shift] : [-2 * shift, w]
    const [bottomLeft, bottomRight] = [left + 2 * shift, right + 2 * shift]
    const third = (right - left) / (3 * bends)
    const path = new PathBuilder().move(left, rise)
    for (let x = left, i = 0; i < bends; i++, x += third * 3) {
      path.cubic(x + third, rise - swing, x + third * 2, rise + swing, x + third * 3, rise)
    }
    path.line(bottomRight, h - rise)
    for (let x = bottomRight, i = 0; i < bends; i++, x -= third * 3) {
      path.cubic(x - third, h - rise + swing, x - third * 2, h - rise - swing, x - third * 3, h - rise)
    }
    path.close()
    return single(
      path,
      textArea(size, Math.max(left, bottomLeft), 2 * rise, Math.min(right, bottomRight), h - 2 * rise),
    )
  }
}

const pieWedge: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const path = new PathBuilder().move(0, h).arc(w, h, 180, 90).line(w, h).close()
  return single(path, textArea(size, w * (1 - Math.SQRT1_2), h * (1 - Math.SQRT1_2), w, h))
}

const circularArrow: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const least = Math.min(w, h)
  const spread = adjustShare(size, 'adj5', 12_500, 0, 25_000)
  const thickness = least * adjustShare(size, 'adj1', 12_500, 0, spread * 200_000)
  const reach = least * spread
  const radians = (name: string, fallback: number) =>
    (clamp(size.adjust(name, fallback), 0, 21_599_999) / 60_000) * (Math.PI / 180)
  const start = radians('adj4', 10_800_000)
  const end = radians('adj3', 20_457_681)
  const sweep = end > start ? end - start : end - start + 2 * Math.PI
  const tip = start + sweep + radians('adj2', 1_142_319)
  // The middle of the band is placed so that the wings of the arrow head touch the box.
  const [rx, ry] = [w / 2 - reach, h / 2 - reach]
  const at = (angle: number, outwards: number): [number, number] => [
    w / 2 + (rx + outwards) * Math.cos(angle),
    h / 2 + (ry + outwards) * Math.sin(angle),
  ]
  const half = thickness / 2
  const path = new PathBuilder().move(...at(start, half))
  path.arcAbout(w / 2, h / 2, rx + half, ry + half, start, start + sweep)
  path.line(...at(start + sweep, reach), ...at(tip, 0), ...at(start + sweep, -reach), ...at(start + sweep, -half))
  path.arcAbout(w / 2, h / 2, Math.max(0, rx - half), Math.max(0, ry - half), start + sweep, start).close()
  return single(path, ellipseInsets(size))
}

/** Round and curved shapes (ECMA-376-1, 20.1.10.56). */
export const ROUNDS: Readonly<Record<string, GeometryFunction>> = {
  ellipse,
  donut,
  noSmoking,
  arc,
  pie,
  chord,
  blockArc,
  pieWedge,
  circularArrow,
  teardrop,
  moon,
  sun,
  heart,
  lightningBolt,
  smileyFace,
  cloud,
  wave: wave(1, 12_500, 20_000),
  doubleWave: wave(2, 6250, 12_500),
}
