/**
 * The outlines of a shape, as all readers of geometries give them.
 *
 * @module
 */

import type { PathCommand } from '../../../typeset/model/drawing-model.js'
import type { Edges } from '../../../typeset/model/table-model.js'

/** How a path takes the shape's fill (ST_PathFillMode, ECMA-376-1, 20.1.10.37). */
export type PathFillMode = 'none' | 'norm' | 'lighten' | 'lightenLess' | 'darken' | 'darkenLess'

/** One outline of a shape. */
export interface GeometryPath {
  readonly commands: readonly PathCommand[]
  readonly fill: PathFillMode
  readonly stroke: boolean
}

/** The outlines of a shape, in twips from its corner. */
export interface Geometry {
  readonly paths: readonly GeometryPath[]
  /** Insets of the text rectangle from the shape's box; left out: none. */
  readonly textInsets?: Edges<number>
}

/** A shape's size and its adjust values, for a geometry to be computed. */
export interface GeometrySize {
  readonly width: number
  readonly height: number
  /** The value of an adjust handle, or what it is when the file does not say. */
  adjust(name: string, fallback: number): number
}

/** Computes the outlines of one kind of shape. */
export type GeometryFunction = (size: GeometrySize) => Geometry
