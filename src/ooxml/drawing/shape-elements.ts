/**
 * Turns a shape with geometry and look into elements of a drawing.
 *
 * @module
 */

import type { Fill, LineStyle, ShapeElement, TextBox } from '../../typeset/drawings.js'
import type { Box } from './box.js'
import { mixColors } from './color.js'
import type { Geometry, PathFillMode } from './geometry/geometry.js'

/** How far the fill of a path is changed towards white (positive) or black (negative): ST_PathFillMode, 20.1.10.37. */
const SHADES: Readonly<Record<PathFillMode, number>> = {
  none: 0,
  norm: 0,
  lighten: 0.4,
  lightenLess: 0.2,
  darken: -0.4,
  darkenLess: -0.2,
}

/** Fill and line of a shape. */
interface ShapeLook {
  readonly fill?: Fill | undefined
  readonly line?: LineStyle | undefined
  readonly text?: TextBox | undefined
}

/** The elements of a shape: one, or several where its geometry shades faces differently. */
export function makeShapeElements(box: Box, geometry: Geometry, look: ShapeLook): ShapeElement[] {
  const groups: { fill: PathFillMode; paths: Geometry['paths'][number][] }[] = []
  for (const path of geometry.paths) {
    const last = groups.at(-1)
    if (last !== undefined && (path.fill === 'none' || SHADES[path.fill] === SHADES[last.fill])) last.paths.push(path)
    else groups.push({ fill: path.fill, paths: [path] })
  }
  if (groups.length === 0) groups.push({ fill: 'norm', paths: [] })
  return groups.map((group, i) => {
    const fill = look.fill === undefined ? undefined : shadeFill(look.fill, SHADES[group.fill])
    const text = i === groups.length - 1 ? look.text : undefined
    return {
      kind: 'shape',
      ...box,
      paths: group.paths.map((path) => ({
        commands: path.commands,
        filled: path.fill !== 'none',
        stroked: path.stroke,
      })),
      ...(fill === undefined ? {} : { fill }),
      ...(look.line === undefined ? {} : { line: look.line }),
      ...(text === undefined ? {} : { text }),
    }
  })
}

function shadeFill(fill: Fill, shade: number): Fill {
  if (shade === 0 || fill.type === 'picture') return fill
  const change = (color: string) => mixColors(color, shade > 0 ? 'FFFFFF' : '000000', Math.abs(shade))
  if (fill.type === 'solid') return { ...fill, color: change(fill.color) }
  return { ...fill, stops: fill.stops.map((stop) => ({ ...stop, color: change(stop.color) })) }
}
