/**
 * Building blocks of the preset shapes.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import type { Edges } from '../../../typeset/model/table-model.js'
import type { Geometry, GeometryPath, GeometrySize, PathFillMode } from './geometry.js'
import { PathBuilder } from './path-builder.js'

/** A path that is filled and stroked by default. */
export function outline(path: PathBuilder, fill: PathFillMode = 'norm', stroke = true): GeometryPath {
  return { commands: path.commands, fill, stroke }
}

/** A geometry of one closed polygon: x1, y1, x2, y2, ... */
export function polygon(points: readonly number[], textInsets?: Edges<number>): Geometry {
  return single(closedPath(points), textInsets)
}

/** The closed path of a polygon. */
export function closedPath(points: readonly number[]): PathBuilder {
  return new PathBuilder()
    .move(points[0] ?? 0, points[1] ?? 0)
    .line(...points.slice(2))
    .close()
}

/** A geometry of one path. */
export function single(path: PathBuilder, textInsets?: Edges<number>): Geometry {
  return textInsets === undefined ? { paths: [outline(path)] } : { paths: [outline(path)], textInsets }
}

/** Insets of a text rectangle with these edges. */
export function textArea(size: GeometrySize, left: number, top: number, right: number, bottom: number): Edges<number> {
  return { top, right: size.width - right, bottom: size.height - bottom, left }
}

/** Edges with one inset on both sides, and one on top and bottom. */
export function insets(horizontal: number, vertical = horizontal): Edges<number> {
  return { top: vertical, right: horizontal, bottom: vertical, left: horizontal }
}

/** An adjust value in 1/100000 as a share, limited to a range. */
export function adjustShare(size: GeometrySize, name: string, fallback: number, low = 0, high = 100_000): number {
  return clamp(size.adjust(name, fallback), low, Math.max(low, high)) / 100_000
}

/** A full ellipse, clockwise from its left end. */
export function ellipsePath(cx: number, cy: number, rx: number, ry: number, path = new PathBuilder()): PathBuilder {
  return path
    .move(cx - rx, cy)
    .arc(rx, ry, 180, 360)
    .close()
}

/** A full ellipse in the opposite direction: a hole in the shape around it. */
export function ellipseHole(cx: number, cy: number, rx: number, ry: number, path: PathBuilder): PathBuilder {
  return path
    .move(cx - rx, cy)
    .arc(rx, ry, 180, -360)
    .close()
}
