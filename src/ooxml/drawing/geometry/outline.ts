/**
 * Building blocks of the preset shapes.
 *
 * @module
 */

import { clamp } from '../../../numbers.js'
import { closedPath, type PathBuilder } from '../../../typeset/drawings.js'
import type { Edges } from '../../../typeset/model/table-model.js'
import type { Geometry, GeometryPath, GeometrySize, PathFillMode } from './geometry.js'

/** A path that is filled and stroked by default. */
export function outline(path: PathBuilder, fill: PathFillMode = 'norm', stroke = true): GeometryPath {
  return { commands: path.commands, fill, stroke }
}

/** A geometry of one closed polygon: x1, y1, x2, y2, ... */
export function polygon(points: readonly number[], textInsets?: Edges<number>): Geometry {
  return single(closedPath(points), textInsets)
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
