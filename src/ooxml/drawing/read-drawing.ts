/**
 * Reads drawings in runs, in DrawingML or VML.
 *
 * @module
 */

import type { Drawing } from '../../typeset/drawings.js'
import type { LinkTarget } from '../../typeset/model/document-model.js'
import { bookmarkLink, externalLink } from '../values/link-target.js'
import type { XmlElement } from '../xml/xml-element.js'
import { childOf, childrenOf } from '../xml/xml-element.js'
import { readAnchor } from './anchor.js'
import { type DrawingEnvironment, findRelationship, type ReadDrawing } from './drawing-environment.js'
import { readGraphic } from './graphic.js'
import { readBoolean, readEmu } from './units.js'
import { readVmlDrawings } from './vml/read-vml.js'

/**
 * Reads a w:drawing, w:pict or w:object of a run: no drawing, one or, for VML, several. Content that cannot be drawn is left out
 * or replaced by something similar, with a warning. Nothing is thrown.
 *
 * @example
 * ```ts
 * for (const read of readDrawing(element, env)) {
 *   if ('inline' in read) inlines.push({ kind: 'drawing', drawing: read.inline, run })
 *   else inlines.push({ kind: 'anchor', drawing: read.floating, anchor: read.anchor })
 * }
 * ```
 */
export function readDrawing(element: XmlElement, env: DrawingEnvironment): ReadDrawing[] {
  if (element.name !== 'w:drawing') return readVmlDrawings(element, env)
  const drawings: ReadDrawing[] = []
  for (const child of childrenOf(element)) {
    if (child.name !== 'wp:inline' && child.name !== 'wp:anchor') continue
    const properties = childOf(child, 'wp:docPr')
    if (readBoolean(properties?.attributes['hidden'], false)) {
      env.census.exempt(child)
      continue
    }
    const drawing = readWordDrawing(child, env)
    const link = readLink(properties, env)
    const linked = link === undefined ? {} : { link }
    drawings.push(
      child.name === 'wp:inline'
        ? { inline: drawing, ...linked }
        : { floating: drawing, anchor: readAnchor(child, drawing.width, drawing.height), ...linked },
    )
  }
  return drawings
}

/** Reads wp:inline and wp:anchor (ECMA-376-1, 20.4.2): extent, description and graphic. */
function readWordDrawing(element: XmlElement, env: DrawingEnvironment): Drawing {
  const extent = childOf(element, 'wp:extent')?.attributes
  const width = Math.max(0, readEmu(extent?.['cx']))
  const height = Math.max(0, readEmu(extent?.['cy']))
  const effect = childOf(element, 'wp:effectExtent')?.attributes
  const properties = childOf(element, 'wp:docPr')?.attributes
  const description = properties?.['descr'] || properties?.['title']
  return {
    width,
    height,
    elements: readGraphic(childOf(element, 'a:graphic'), width, height, env),
    ...(description ? { description } : {}),
    ...(effect === undefined
      ? {}
      : {
          effectExtent: {
            top: readEmu(effect['t']),
            right: readEmu(effect['r']),
            bottom: readEmu(effect['b']),
            left: readEmu(effect['l']),
          },
        }),
  }
}

function readLink(properties: XmlElement | undefined, env: DrawingEnvironment): LinkTarget | undefined {
  const relationship = findRelationship(env, childOf(properties, 'a:hlinkClick')?.attributes['r:id'])
  if (relationship === undefined || !relationship.external) return undefined
  const { target } = relationship
  return target.startsWith('#') ? bookmarkLink(target.slice(1)) : externalLink(target)
}
