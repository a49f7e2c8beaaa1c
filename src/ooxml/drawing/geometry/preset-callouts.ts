/**
 * Callouts.
 *
 * @module
 */

import { closedPath, ellipsePath, PathBuilder } from '../../../typeset/drawings.js'
import type { Geometry, GeometryFunction, GeometrySize } from './geometry.js'
import { adjustShare, insets, outline, single } from './outline.js'
import { cloudPath } from './preset-rounds.js'

/** The tip of a callout, from adjust values relative to its centre. */
function tipOf(size: GeometrySize, x: number, y: number): readonly [number, number] {
  const { width: w, height: h } = size
  return [w / 2 + (w * size.adjust('adj1', x)) / 100_000, h / 2 + (h * size.adjust('adj2', y)) / 100_000]
}

/** The side of the box that faces the tip: the sectors are divided by the box's diagonals. */
function sideOf(size: GeometrySize, x: number, y: number): 'top' | 'right' | 'bottom' | 'left' {
  const dx = (x - size.width / 2) / (size.width || 1)
  const dy = (y - size.height / 2) / (size.height || 1)
  if (Math.abs(dy) >= Math.abs(dx)) return dy > 0 ? 'bottom' : 'top'
  return dx > 0 ? 'right' : 'left'
}

/** A box with rounded corners (radius 0: none) whose outline extends to a tip. */
function wedgeBox(size: GeometrySize, radius: number): Geometry {
  const { width: w, height: h } = size
  const [x, y] = tipOf(size, -20_833, 62_500)
  const side = sideOf(size, x, y)
  // The wedge starts from the half of its side that is nearer to the tip.
  const [x1, x2] = x < w / 2 ? [w / 6, (w * 5) / 12] : [(w * 7) / 12, (w * 5) / 6]
  const [y1, y2] = y < h / 2 ? [h / 6, (h * 5) / 12] : [(h * 7) / 12, (h * 5) / 6]
  const path = new PathBuilder().move(0, radius).arc(radius, radius, 180, 90)
  if (side === 'top') path.line(x1, 0, x, y, x2, 0)
  path.line(w - radius, 0).arc(radius, radius, 270, 90)
  if (side === 'right') path.line(w, y1, x, y, w, y2)
  path.line(w, h - radius).arc(radius, radius, 0, 90)
  if (side === 'bottom') path.line(x2, h, x, y, x1, h)
  path.line(radius, h).arc(radius, radius, 90, 90)
  if (side === 'left') path.line(0, y2, x, y, 0, y1)
  return single(path.close(), insets(radius * 0.29))
}

const wedgeEllipseCallout: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const [x, y] = tipOf(size, -20_833, 62_500)
  const angle = Math.atan2((y - h / 2) * w, (x - w / 2) * h)
  const gap = (11 * Math.PI) / 180
  const path = new PathBuilder().move(x, y)
  path.line(w / 2 + (w / 2) * Math.cos(angle + gap), h / 2 + (h / 2) * Math.sin(angle + gap))
  path.arcAbout(w / 2, h / 2, w / 2, h / 2, angle + gap, angle - gap + 2 * Math.PI).close()
  return single(path, insets(w * 0.1464, h * 0.1464))
}

const cloudCallout: GeometryFunction = (size) => {
  const { width: w, height: h } = size
  const [x, y] = tipOf(size, -20_833, 62_500)
  const paths = [outline(cloudPath(w, h))]
  const unit = Math.min(w, h)
  // Three bubbles that shrink from the cloud's edge to the tip.
  const angle = Math.atan2((y - h / 2) * w, (x - w / 2) * h)
  const edgeX = w / 2 + w * 0.46 * Math.cos(angle)
  const edgeY = h / 2 + h * 0.46 * Math.sin(angle)
  for (const [share, radius] of [
    [0.25, unit / 12],
    [0.65, unit / 18],
    [1, unit / 36],
  ] as const) {
    paths.push(outline(ellipsePath(edgeX + (x - edgeX) * share, edgeY + (y - edgeY) * share, radius, radius)))
  }
  return { paths, textInsets: { top: h * 0.15, right: w * 0.21, bottom: h * 0.19, left: w * 0.138 } }
}

/** A box with a polyline beside it. Adjust values are pairs of y and x. */
function lineCallout(joints: readonly number[], border: boolean, accent: boolean): GeometryFunction {
  return (size) => {
    const { width: w, height: h } = size
    const points: number[] = []
    for (let i = 0; i + 1 < joints.length; i += 2) {
      const y = size.adjust(`adj${i + 1}`, joints[i] ?? 0)
      const x = size.adjust(`adj${i + 2}`, joints[i + 1] ?? 0)
      points.push((w * x) / 100_000, (h * y) / 100_000)
    }
    const box = closedPath([0, 0, w, 0, w, h, 0, h])
    const line = new PathBuilder().move(points[0] ?? 0, points[1] ?? 0).line(...points.slice(2))
    const x = points[0] ?? 0
    const bar = new PathBuilder().move(x, 0).line(x, h)
    return {
      paths: [outline(box, 'norm', border), ...(accent ? [outline(bar, 'none')] : []), outline(line, 'none')],
    }
  }
}

const JOINTS_1 = [18_750, -8333, 112_500, -38_333]
const JOINTS_2 = [18_750, -8333, 18_750, -16_667, 112_500, -46_667]
const JOINTS_3 = [18_750, -8333, 18_750, -16_667, 100_000, -16_667, 112_963, -8333]

/** Callouts (ECMA-376-1, 20.1.10.56). */
export const CALLOUTS: Readonly<Record<string, GeometryFunction>> = {
  wedgeRectCallout: (size) => wedgeBox(size, 0),
  wedgeRoundRectCallout: (size) =>
    wedgeBox(size, Math.min(size.width, size.height) * adjustShare(size, 'adj3', 16_667, 0, 50_000)),
  wedgeEllipseCallout,
  cloudCallout,
  borderCallout1: lineCallout(JOINTS_1, true, false),
  borderCallout2: lineCallout(JOINTS_2, true, false),
  borderCallout3: lineCallout(JOINTS_3, true, false),
  callout1: lineCallout(JOINTS_1, false, false),
  callout2: lineCallout(JOINTS_2, false, false),
  callout3: lineCallout(JOINTS_3, false, false),
  accentCallout1: lineCallout(JOINTS_1, false, true),
  accentCallout2: lineCallout(JOINTS_2, false, true),
  accentCallout3: lineCallout(JOINTS_3, false, true),
  accentBorderCallout1: lineCallout(JOINTS_1, true, true),
  accentBorderCallout2: lineCallout(JOINTS_2, true, true),
  accentBorderCallout3: lineCallout(JOINTS_3, true, true),
}
