/**
 * Reads shapes whose outlines are given in the file.
 *
 * @module
 */

import { MAX_PATH_COMMANDS, PathBuilder } from '../../../typeset/drawings.js'
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.js'
import { DRAWING_LIMITS } from '../drawing-limits.js'
import { EMU_PER_TWIP, readBoolean, readNumber } from '../units.js'
import type { Geometry, GeometryPath, PathFillMode } from './geometry.js'
import { GuideFormulas } from './guide-formulas.js'

const FILL_MODES: ReadonlySet<string> = new Set<PathFillMode>([
  'none',
  'norm',
  'lighten',
  'lightenLess',
  'darken',
  'darkenLess',
])

const isFillMode = (text: string | undefined): text is PathFillMode => text !== undefined && FILL_MODES.has(text)

/** Outlines of a:custGeom (ECMA-376-1, 20.1.9.8) for a shape of this size in twips. */
export function readCustomGeometry(custom: XmlElement, width: number, height: number): Geometry {
  const formulas = new GuideFormulas(width * EMU_PER_TWIP, height * EMU_PER_TWIP)
  formulas.define(childOf(custom, 'a:avLst'))
  formulas.define(childOf(custom, 'a:gdLst'))
  const paths: GeometryPath[] = []
  for (const path of childrenOf(childOf(custom, 'a:pathLst'), 'a:path').slice(0, DRAWING_LIMITS.maxPaths)) {
    const mode = path.attributes['fill']
    paths.push({
      commands: readPath(path, formulas, width, height).commands,
      fill: isFillMode(mode) ? mode : 'norm',
      stroke: readBoolean(path.attributes['stroke'], true),
    })
  }
  const area = childOf(custom, 'a:rect')
  if (area === undefined) return { paths }
  const edge = (name: string) => formulas.value(area.attributes[name]) / EMU_PER_TWIP
  return {
    paths,
    textInsets: { top: edge('t'), right: width - edge('r'), bottom: height - edge('b'), left: edge('l') },
  }
}

function readPath(path: XmlElement, formulas: GuideFormulas, width: number, height: number): PathBuilder {
  // A path with an extent is stretched to the shape. Without one, it counts EMU (20.1.9.15).
  const ownWidth = readNumber(path.attributes['w'], 0)
  const ownHeight = readNumber(path.attributes['h'], 0)
  const builder = new PathBuilder(
    ownWidth > 0 ? width / ownWidth : 1 / EMU_PER_TWIP,
    ownHeight > 0 ? height / ownHeight : 1 / EMU_PER_TWIP,
  )
  for (const step of childrenOf(path).slice(0, MAX_PATH_COMMANDS)) {
    const p = childrenOf(step, 'a:pt').flatMap((point) => [
      formulas.value(point.attributes['x']),
      formulas.value(point.attributes['y']),
    ])
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = p
    switch (step.name) {
      case 'a:moveTo':
        builder.move(x1, y1)
        break
      case 'a:lnTo':
        builder.line(x1, y1)
        break
      case 'a:cubicBezTo':
        builder.cubic(x1, y1, x2, y2, x3, y3)
        break
      case 'a:quadBezTo':
        builder.quadratic(x1, y1, x2, y2)
        break
      case 'a:arcTo':
        builder.arc(
          formulas.value(step.attributes['wR']),
          formulas.value(step.attributes['hR']),
          formulas.value(step.attributes['stAng']) / 60_000,
          formulas.value(step.attributes['swAng']) / 60_000,
        )
        break
      case 'a:close':
        builder.close()
        break
      default:
    }
  }
  return builder
}
