/**
 * Reads fills of shapes: colours, gradients, pictures, patterns.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import type { Fill } from '../../typeset/drawings.js'
import type { XmlElement } from '../xml/xml-element.js'
import { childOf, childrenOf } from '../xml/xml-element.js'
import { type DrawingColor, mixColors, readColorIn } from './color.js'
import type { DrawingEnvironment } from './drawing-environment.js'
import { findRelationship } from './drawing-environment.js'
import { readNumber, readShare } from './units.js'

/** Maximum number of stops of a gradient. Further ones are left out, since the eye cannot tell a hundred apart. */
const MAX_GRADIENT_STOPS = 100

/**
 * The fill in shape properties or a line (ECMA-376-1, 20.1.8). `null` is an explicit a:noFill; undefined means that there is
 * none.
 *
 * @param group fill that a:grpFill stands for
 * @param placeholder colour that the theme's `phClr` stands for
 */
export function readFill(
  parent: XmlElement | undefined,
  env: DrawingEnvironment,
  group?: Fill | null,
  placeholder?: DrawingColor,
): Fill | null | undefined {
  for (const child of childrenOf(parent)) {
    const fill = readFillElement(child, env, group, placeholder)
    if (fill !== undefined) return fill
  }
  return undefined
}

/** The fill of an element such as a:solidFill; undefined for other elements. */
export function readFillElement(
  element: XmlElement,
  env: DrawingEnvironment,
  group?: Fill | null,
  placeholder?: DrawingColor,
): Fill | null | undefined {
  switch (element.name) {
    case 'a:noFill':
      return null
    case 'a:solidFill': {
      const color = readColorIn(element, env.theme, placeholder)
      return color === undefined ? null : { type: 'solid', ...color }
    }
    case 'a:gradFill':
      return readGradient(element, env, placeholder)
    case 'a:blipFill':
      return readPictureFill(element, env)
    case 'a:pattFill':
      return readPattern(element, env, placeholder)
    case 'a:grpFill':
      return group ?? null
    default:
      return undefined
  }
}

/** One colour in place of a fill, for lines and text. */
export function meanColor(fill: Fill | null | undefined): DrawingColor | undefined {
  if (fill === null || fill === undefined || fill.type === 'picture') return undefined
  if (fill.type === 'solid') return fill
  const first = fill.stops[0]
  const last = fill.stops.at(-1)
  if (first === undefined || last === undefined) return undefined
  return { color: mixColors(first.color, last.color, 0.5), opacity: (first.opacity + last.opacity) / 2 }
}

function readGradient(
  element: XmlElement,
  env: DrawingEnvironment,
  placeholder: DrawingColor | undefined,
): Fill | undefined {
  const stops: { offset: number; color: string; opacity: number }[] = []
  for (const stop of childrenOf(childOf(element, 'a:gsLst'), 'a:gs').slice(0, MAX_GRADIENT_STOPS)) {
    const color = readColorIn(stop, env.theme, placeholder)
    if (color !== undefined) stops.push({ offset: clamp(readShare(stop.attributes['pos'], 0), 0, 1), ...color })
  }
  stops.sort((a, b) => a.offset - b.offset)
  const first = stops[0]
  if (first === undefined) return undefined
  if (stops.length === 1) return { type: 'solid', color: first.color, opacity: first.opacity }
  if (childOf(element, 'a:path') !== undefined) return { type: 'gradient', stops }
  const angle = readNumber(childOf(element, 'a:lin')?.attributes['ang'], 0) / 60_000
  return { type: 'gradient', stops, angle: ((angle % 360) + 360) % 360 }
}

function readPictureFill(element: XmlElement, env: DrawingEnvironment): Fill | undefined {
  const blip = childOf(element, 'a:blip')
  const relationship = findRelationship(env, blip?.attributes['r:embed'])
  if (relationship === undefined || relationship.external) return undefined
  const image = env.images.add(relationship.target)
  if (image === undefined) return undefined
  const opacity = clamp(readShare(childOf(blip, 'a:alphaModFix')?.attributes['amt'], 1), 0, 1)
  return { type: 'picture', image, tile: childOf(element, 'a:tile') !== undefined, opacity }
}

/** The mean colour of a pattern. The name `pct20` gives the share of the foreground. */
function readPattern(
  element: XmlElement,
  env: DrawingEnvironment,
  placeholder: DrawingColor | undefined,
): Fill | undefined {
  const front = readColorIn(childOf(element, 'a:fgClr'), env.theme, placeholder)
  const back = readColorIn(childOf(element, 'a:bgClr'), env.theme, placeholder)
  if (front === undefined && back === undefined) return undefined
  const percent = /^pct(\d+)$/.exec(element.attributes['prst'] ?? '')
  const share = percent?.[1] === undefined ? 0.4 : Number(percent[1]) / 100
  return {
    type: 'solid',
    color: mixColors(back?.color ?? 'FFFFFF', front?.color ?? '000000', clamp(share, 0, 1)),
    opacity: Math.max(front?.opacity ?? 0, back?.opacity ?? 0),
  }
}
