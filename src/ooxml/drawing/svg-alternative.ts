/**
 * The SVG original of a bitmap, where it can be drawn faithfully.
 *
 * @module
 */

import type { XmlElement } from '../xml/xml-element.js'
import { childOf, childrenOf } from '../xml/xml-element.js'
import type { DrawingEnvironment } from './drawing-environment.js'
import { findRelationship } from './drawing-environment.js'

/** Extension of a:blip with an SVG, of which the blip is the PNG rendering. */
const SVG_EXTENSION = '{96DAC541-7B7A-43D3-8B79-37D633B846F1}'

/** Elements of SVG for which the PNG rendering is better. */
const HARD = /<(?:\w+:)?(?:filter|mask|pattern|foreignObject|image|textPath)[\s>]/
/** Largest SVG that is searched for these elements, in bytes. */
const MAX_BYTES = 4_000_000

/** The relationship id of a picture's SVG ([MS-ODRAWXML], 2.18.2). */
export function svgRelationshipId(blip: XmlElement | undefined): string | undefined {
  for (const extension of childrenOf(childOf(blip, 'a:extLst'), 'a:ext')) {
    if (extension.attributes['uri'] === SVG_EXTENSION) return childOf(extension, 'asvg:svgBlip')?.attributes['r:embed']
  }
  return undefined
}

/** Whether an SVG uses only features that are drawn completely. It is then sharper than the bitmap. */
export function isPlainSvg(id: string | undefined, env: DrawingEnvironment): boolean {
  const relationship = findRelationship(env, id)
  if (relationship === undefined || relationship.external) return false
  const bytes = env.package.part(relationship.target)
  return bytes !== undefined && bytes.length <= MAX_BYTES && !HARD.test(new TextDecoder().decode(bytes))
}
