/**
 * The SVG that stands behind a bitmap, where it can be drawn as it is meant.
 *
 * @module
 */

import type { XmlElement } from '../xml/xml-element.js'
import { childOf, childrenOf } from '../xml/xml-element.js'
import type { DrawingEnvironment } from './drawing-environment.js'
import { findRelationship } from './drawing-environment.js'

/** Extension of a:blip whose picture is an SVG, the blip itself being its PNG rendering. */
const SVG_EXTENSION = '{96DAC541-7B7A-43D3-8B79-37D633B846F1}'

/** What is better shown by the PNG rendering. */
const HARD = /<(?:\w+:)?(?:filter|mask|pattern|foreignObject|image|textPath)[\s>]/
/** Files longer than this are not worth the time. */
const MAX_BYTES = 4_000_000

/** The SVG that comes with a picture, by its relationship ([MS-ODRAWXML], 2.18.2). */
export function svgRelationshipId(blip: XmlElement | undefined): string | undefined {
  for (const extension of childrenOf(childOf(blip, 'a:extLst'), 'a:ext')) {
    if (extension.attributes['uri'] === SVG_EXTENSION) return childOf(extension, 'asvg:svgBlip')?.attributes['r:embed']
  }
  return undefined
}

/** Whether an SVG uses only what is drawn in full; then it is sharper than the bitmap beside it. */
export function isPlainSvg(id: string | undefined, env: DrawingEnvironment): boolean {
  const relationship = findRelationship(env, id)
  if (relationship === undefined || relationship.external) return false
  const bytes = env.package.part(relationship.target)
  return bytes !== undefined && bytes.length <= MAX_BYTES && !HARD.test(new TextDecoder().decode(bytes))
}
