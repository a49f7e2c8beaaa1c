/**
 * The preset shapes, by name.
 *
 * @module
 */

import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.js'
import { readNumber } from '../units.js'
import type { Geometry, GeometryFunction } from './geometry.js'
import { ARROWS } from './preset-arrows.js'
import { CALLOUTS } from './preset-callouts.js'
import { FLOWCHART } from './preset-flowchart.js'
import { LINES } from './preset-lines.js'
import { POLYGONS } from './preset-polygons.js'
import { RECTANGLES } from './preset-rectangles.js'
import { ROUNDS } from './preset-rounds.js'
import { SYMBOLS } from './preset-symbols.js'

const FAMILIES: readonly Readonly<Record<string, GeometryFunction>>[] = [
  RECTANGLES,
  LINES,
  POLYGONS,
  ROUNDS,
  ARROWS,
  CALLOUTS,
  FLOWCHART,
  SYMBOLS,
]

/**
 * The outlines of a preset shape (ST_ShapeType, ECMA-376-1, 20.1.10.56) for a size in twips; undefined for unknown names.
 *
 * @param adjustments adjust values by name, as in a:avLst
 */
export function presetGeometry(
  name: string,
  width: number,
  height: number,
  adjustments: ReadonlyMap<string, number> = new Map(),
): Geometry | undefined {
  for (const family of FAMILIES) {
    const compute = Object.hasOwn(family, name) ? family[name] : undefined
    if (compute !== undefined) {
      const adjust = (handle: string, fallback: number) => adjustments.get(handle) ?? fallback
      return compute({ width, height, adjust })
    }
  }
  return undefined
}

/** Reads the adjust values of a:prstGeom: guides of the form `val 16667`. */
export function readAdjustments(preset: XmlElement): ReadonlyMap<string, number> {
  const values = new Map<string, number>()
  for (const guide of childrenOf(childOf(preset, 'a:avLst'), 'a:gd').slice(0, 16)) {
    const match = /^\s*val\s+(\S+)\s*$/.exec(guide.attributes['fmla'] ?? '')
    const name = guide.attributes['name']
    if (name !== undefined && match !== null) values.set(name, readNumber(match[1], 0))
  }
  return values
}
