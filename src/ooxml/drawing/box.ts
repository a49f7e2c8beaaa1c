/**
 * Positions and sizes in drawings, through groups with scaling, flips and rotation.
 *
 * @module
 */

import { roundTwips } from '../../typeset/drawings.js'
import type { XmlElement } from '../xml/xml-element.js'
import { childOf } from '../xml/xml-element.js'
import { readBoolean, readNumber } from './units.js'

/** Box of an element before rotation, in the units of its surroundings. Flips are applied before rotation. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** Rotation about the centre, in degrees clockwise. */
  readonly rotation: number
  readonly flipHorizontal: boolean
  readonly flipVertical: boolean
}

/** Converts a box from the coordinates of a group's children to twips in the drawing. */
export type Placement = (box: Box) => Box

/** The coordinate space of a group's children (ECMA-376-1, 20.1.7.5). */
export interface ChildSpace {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A box that fills a drawing of that size. */
export function fullBox(width: number, height: number): Box {
  return { x: 0, y: 0, width, height, rotation: 0, flipHorizontal: false, flipVertical: false }
}

/** Degrees in [0, 360). */
export function normalizeDegrees(degrees: number): number {
  const rest = degrees % 360
  return Math.round((rest < 0 ? rest + 360 : rest) * 1000) / 1000 + 0
}

/** Reads `a:xfrm` and similar elements, in EMU. */
export function readTransform(xfrm: XmlElement | undefined): Box | undefined {
  if (xfrm === undefined) return undefined
  const offset = childOf(xfrm, 'a:off')
  const extent = childOf(xfrm, 'a:ext')
  return {
    x: readNumber(offset?.attributes['x'], 0),
    y: readNumber(offset?.attributes['y'], 0),
    width: Math.max(0, readNumber(extent?.attributes['cx'], 0)),
    height: Math.max(0, readNumber(extent?.attributes['cy'], 0)),
    rotation: normalizeDegrees(readNumber(xfrm.attributes['rot'], 0) / 60_000),
    flipHorizontal: readBoolean(xfrm.attributes['flipH'], false),
    flipVertical: readBoolean(xfrm.attributes['flipV'], false),
  }
}

/** The coordinate space of a group's children. Where the file gives it no width or height, those of the group hold. */
export function readChildSpace(xfrm: XmlElement | undefined, box: ChildSpace): ChildSpace {
  const offset = childOf(xfrm, 'a:chOff')
  const extent = childOf(xfrm, 'a:chExt')
  if (offset === undefined && extent === undefined) return box
  return {
    x: readNumber(offset?.attributes['x'], 0),
    y: readNumber(offset?.attributes['y'], 0),
    width: Math.max(0, readNumber(extent?.attributes['cx'], 0)) || box.width,
    height: Math.max(0, readNumber(extent?.attributes['cy'], 0)) || box.height,
  }
}

/** Whether an element at this angle lies on its side, so that its width runs along the vertical axis. */
function liesOnItsSide(degrees: number): boolean {
  const angle = degrees % 180
  return angle >= 45 && angle < 135
}

/**
 * Places the children of a group in the drawing: their space is stretched to the group's box, then flipped and rotated with it.
 * `group` is in the coordinates of the drawing.
 */
export function placeInGroup(group: Box, space: ChildSpace): Placement {
  const scaleX = space.width > 0 ? group.width / space.width : 1
  const scaleY = space.height > 0 ? group.height / space.height : 1
  const groupX = group.x + group.width / 2
  const groupY = group.y + group.height / 2
  const radians = (group.rotation * Math.PI) / 180
  const cos = Math.cos(radians)
  const sin = Math.sin(radians)
  return (box) => {
    // An element on its side keeps its shape: its width is stretched by the factor of the vertical axis.
    const turned = liesOnItsSide(box.rotation)
    const width = box.width * (turned ? scaleY : scaleX)
    const height = box.height * (turned ? scaleX : scaleY)
    let x = group.x + (box.x + box.width / 2 - space.x) * scaleX - groupX
    let y = group.y + (box.y + box.height / 2 - space.y) * scaleY - groupY
    let rotation = box.rotation
    if (group.flipHorizontal) {
      x = -x
      rotation = -rotation
    }
    if (group.flipVertical) {
      y = -y
      rotation = -rotation
    }
    return {
      x: roundTwips(groupX + x * cos - y * sin - width / 2),
      y: roundTwips(groupY + x * sin + y * cos - height / 2),
      width: roundTwips(width),
      height: roundTwips(height),
      rotation: normalizeDegrees(rotation + group.rotation),
      flipHorizontal: box.flipHorizontal !== group.flipHorizontal,
      flipVertical: box.flipVertical !== group.flipVertical,
    }
  }
}
