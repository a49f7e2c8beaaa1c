/**
 * Reads pictures of DrawingML: the image, its crop, and its effects.
 *
 * @module
 */

import { clamp } from '../../numbers.js'
import type { DrawingElement, PictureElement } from '../../typeset/drawings.js'
import type { Edges } from '../../typeset/model/table-model.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'
import type { Box } from './box.js'
import { readColorIn } from './color.js'
import { type DrawingEnvironment, findRelationship } from './drawing-environment.js'
import { presetGeometry } from './geometry/preset-geometry.js'
import { readGeometry, readShapeFill, readShapeLine } from './shape.js'
import { makeShapeElements } from './shape-elements.js'
import { readNumber, readShare } from './units.js'

/** A picture (pic:pic, ECMA-376-1, 20.2.2.5) in its box within the drawing. */
export function readPicture(picture: XmlElement, box: Box, env: DrawingEnvironment): DrawingElement[] {
  const prefix = picture.name.slice(0, picture.name.indexOf(':') + 1)
  const properties = childOf(picture, `${prefix}spPr`)
  const style = childOf(picture, `${prefix}style`)
  const blipFill = childOf(picture, `${prefix}blipFill`)
  const blip = childOf(blipFill, 'a:blip')
  const image = readImage(blip, env)
  if (image === undefined) return missingPicture(box)
  const geometry = readGeometry(properties, box.width, box.height, env)
  const line = readShapeLine(properties, style, env)
  const fill = readShapeFill(properties, style, env)
  const preset = childOf(properties, 'a:prstGeom')?.attributes['prst'] ?? 'rect'
  const cut = preset !== 'rect' || childOf(properties, 'a:custGeom') !== undefined
  const clip = cut ? geometry.paths.filter((path) => path.fill !== 'none').flatMap((path) => path.commands) : []
  const effect = readEffect(blip, env)
  const element: PictureElement = {
    kind: 'picture',
    ...box,
    image,
    crop: readCrop(blipFill),
    opacity: clamp(readShare(childOf(blip, 'a:alphaModFix')?.attributes['amt'], 1), 0, 1),
    ...(line === undefined ? {} : { line }),
    ...(clip.length === 0 ? {} : { clip }),
    ...(effect === undefined ? {} : { effect }),
  }
  // The fill is visible where the picture is transparent.
  return fill === undefined || fill === null ? [element] : [...makeShapeElements(box, geometry, { fill }), element]
}

/** A frame in place of a missing picture. */
export function missingPicture(box: Box): DrawingElement[] {
  const geometry = presetGeometry('rect', box.width, box.height) ?? { paths: [] }
  const line = { width: 10, color: 'A6A6A6', opacity: 1, dash: [], cap: 'butt', join: 'miter' } as const
  return makeShapeElements(box, geometry, { line })
}

function readImage(blip: XmlElement | undefined, env: DrawingEnvironment): string | undefined {
  const svg = svgRelationshipId(blip)
  const ids = [blip?.attributes['r:embed'], svg, blip?.attributes['r:link']]
  if (isPlainSvg(svg, env)) ids.unshift(svg)
  let external = false
  for (const id of ids) {
    const relationship = findRelationship(env, id)
    if (relationship?.external === true) external = true
    else if (relationship !== undefined) {
      const image = env.images.add(relationship.target)
      if (image !== undefined) return image
    }
  }
  env.warn(
    external
      ? 'A picture that is only linked, not stored in the document, is left empty.'
      : 'A picture that is missing from the document is left empty.',
  )
  return undefined
}

/** The crop of a:srcRect and the free edges of a:fillRect, as shares of the picture. */
function readCrop(blipFill: XmlElement | undefined): Edges<number> {
  const source = childOf(blipFill, 'a:srcRect')?.attributes ?? {}
  const target = childOf(childOf(blipFill, 'a:stretch'), 'a:fillRect')?.attributes ?? {}
  const [left, right] = cropAxis(source['l'], source['r'], target['l'], target['r'])
  const [top, bottom] = cropAxis(source['t'], source['b'], target['t'], target['b'])
  return { top, right, bottom, left }
}

function cropAxis(
  start: string | undefined,
  end: string | undefined,
  fillStart: string | undefined,
  fillEnd: string | undefined,
): readonly [number, number] {
  const a = clamp(readShare(start, 0), -10, 0.9999)
  const b = clamp(readShare(end, 0), -10, 0.9999)
  if (a + b >= 0.9999) return [0, 0]
  // Free space at the edges of the box is a negative crop: the picture covers only 1 - fill of the box.
  const before = clamp(readShare(fillStart, 0), -10, 0.9)
  const after = clamp(readShare(fillEnd, 0), -10, 0.9)
  if (before === 0 && after === 0) return [a, b]
  const scale = (1 - a - b) / Math.max(0.01, 1 - before - after)
  return [a - before * scale, b - after * scale]
}

function readEffect(blip: XmlElement | undefined, env: DrawingEnvironment): PictureElement['effect'] {
  if (childOf(blip, 'a:biLevel') !== undefined) return 'blackAndWhite'
  const luminance = childOf(blip, 'a:lum')?.attributes
  // The effect that Word calls washout: brightness 70%, contrast -70%.
  const bright = readNumber(luminance?.['bright'], 0)
  const contrast = readNumber(luminance?.['contrast'], 0)
  if (bright >= 40_000 && contrast <= -40_000) return 'washout'
  const duotone = childOf(blip, 'a:duotone')
  const [dark, light] = childrenOf(duotone).map((child) => {
    return readColorIn({ name: 'a:duotone', attributes: {}, children: [child] }, env.theme)?.color
  })
  if (dark !== undefined && light !== undefined) return { dark, light }
  return childOf(blip, 'a:grayscl') !== undefined || duotone !== undefined ? 'grayscale' : undefined
}

/** Extension of a:blip with an SVG, of which the blip is the PNG rendering. */
const SVG_EXTENSION = '{96DAC541-7B7A-43D3-8B79-37D633B846F1}'

/** Elements of SVG for which the PNG rendering is better. */
const HARD = /<(?:\w+:)?(?:filter|mask|pattern|foreignObject|image|textPath)[\s>]/
/** Largest SVG that is searched for these elements, in bytes. */
const MAX_BYTES = 4_000_000

/** The relationship id of a picture's SVG ([MS-ODRAWXML], 2.18.2). */
function svgRelationshipId(blip: XmlElement | undefined): string | undefined {
  for (const extension of childrenOf(childOf(blip, 'a:extLst'), 'a:ext')) {
    if (extension.attributes['uri'] === SVG_EXTENSION) return childOf(extension, 'asvg:svgBlip')?.attributes['r:embed']
  }
  return undefined
}

/** Whether an SVG uses only features that are drawn completely. It is then sharper than the bitmap. */
function isPlainSvg(id: string | undefined, env: DrawingEnvironment): boolean {
  const relationship = findRelationship(env, id)
  if (relationship === undefined || relationship.external) return false
  const bytes = env.package.part(relationship.target)
  return bytes !== undefined && bytes.length <= MAX_BYTES && !HARD.test(new TextDecoder().decode(bytes))
}
