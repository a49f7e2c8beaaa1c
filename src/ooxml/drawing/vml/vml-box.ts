/**
 * Positions, sizes and coordinate spaces of VML shapes.
 *
 * @module
 */

import type { XmlElement } from '../../xml/xml-element.js'
import { type Box, type ChildSpace, normalizeDegrees } from '../box.js'
import { readNumber } from '../units.js'
import { readPair, readVmlAngle, readVmlLength, type VmlStyle } from './vml-style.js'

/** Maximum number of points of a polyline. Further ones are left out. */
const MAX_POINTS = 5000

/**
 * The box of a VML shape. At the top of a drawing lengths have units and come out in twips; in a group they are bare numbers of
 * the group's space.
 *
 * @param bare size of a number without a unit: 15 at the top, 1 in groups
 */
export function readVmlBox(element: XmlElement, style: VmlStyle, bare: number): Box {
  const bounds = pointBounds(readVmlPoints(element, bare))
  const flip = style.get('flip') ?? ''
  const left = readVmlLength(style.get('left'), bare) ?? 0
  const top = readVmlLength(style.get('top'), bare) ?? 0
  return {
    x: left + (readVmlLength(style.get('margin-left'), bare) ?? 0) + (bounds?.x ?? 0),
    y: top + (readVmlLength(style.get('margin-top'), bare) ?? 0) + (bounds?.y ?? 0),
    width: bounds?.width ?? Math.max(0, readVmlLength(style.get('width'), bare) ?? 0),
    height: bounds?.height ?? Math.max(0, readVmlLength(style.get('height'), bare) ?? 0),
    rotation: normalizeDegrees(readVmlAngle(style.get('rotation'))),
    flipHorizontal: flip.includes('x'),
    flipVertical: flip.includes('y'),
  }
}

/** The coordinate space of a group or shape (coordorigin, coordsize; ECMA-376-4, 14.1.2.7): 1000 by 1000 by default. */
export function readVmlSpace(origin: string | undefined, size: string | undefined): ChildSpace {
  const [x, y] = readPair(origin, [0, 0])
  const [width, height] = readPair(size, [1000, 1000])
  return { x, y, width: Math.abs(width) || 1000, height: Math.abs(height) || 1000 }
}

/** The points of v:line, v:curve and v:polyline: x1, y1, x2, y2, ... */
export function readVmlPoints(element: XmlElement, bare: number): readonly number[] {
  const { attributes } = element
  const list =
    element.name === 'v:line'
      ? `${attributes['from'] ?? '0,0'},${attributes['to'] ?? '10,10'}`
      : element.name === 'v:curve'
        ? [attributes['from'], attributes['control1'], attributes['control2'], attributes['to']].join(',')
        : element.name === 'v:polyline'
          ? (attributes['points'] ?? '')
          : ''
  if (list === '') return []
  return list
    .split(/[\s,]+/)
    .slice(0, MAX_POINTS * 2)
    .map((value) => readVmlLength(value, bare) ?? readNumber(value, 0))
}

/** The bounding box of points from {@link readVmlPoints}; undefined for fewer than two. */
export function pointBounds(points: readonly number[]): ChildSpace | undefined {
  if (points.length < 4) return undefined
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (let i = 0; i + 1 < points.length; i += 2) {
    left = Math.min(left, points[i] ?? 0)
    right = Math.max(right, points[i] ?? 0)
    top = Math.min(top, points[i + 1] ?? 0)
    bottom = Math.max(bottom, points[i + 1] ?? 0)
  }
  return { x: left, y: top, width: right - left, height: bottom - top }
}
