/**
 * The common form of shape outlines.
 *
 * @module
 */

import type { PathCommand } from '../../../typeset/drawings.js'
import type { Edges } from '../../../typeset/model/table-model.js'

/** How a path uses the shape's fill (ST_PathFillMode, ECMA-376-1, 20.1.10.37). */
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

/** A shape's size and adjust values, from which a geometry is computed. */
export interface GeometrySize {
  readonly width: number
  readonly height: number
  /** The value of an adjust handle, or the fallback if the file has none. */
  adjust(name: string, fallback: number): number
}

/** Computes the outlines of one kind of shape. */
export type GeometryFunction = (size: GeometrySize) => Geometry
