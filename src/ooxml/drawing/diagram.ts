/**
 * Finds the drawing that is stored with a SmartArt graphic.
 *
 * @module
 */

import { childOf, type XmlElement } from '../xml/xml-element.js'
import type { DrawingEnvironment } from './drawing-environment.js'

/** The stored drawing of a SmartArt graphic, with the environment of its part. */
export interface DiagramDrawing {
  readonly tree: XmlElement
  readonly env: DrawingEnvironment
}

/** Finds the drawing part (dsp:drawing, MS-ODRAWXML 2.4) of dgm:relIds. */
export function findDiagram(relIds: XmlElement, env: DrawingEnvironment): DiagramDrawing | undefined {
  const relationships = env.package.relationships(env.partName)
  const data = relationships.get(relIds.attributes['r:dm'] ?? '')
  // The data part names its drawing by a relationship id. Older programs leave the id out and store only one drawing.
  const id = data === undefined || data.external ? undefined : drawingId(env.package.xml(data.target))
  const named = id === undefined ? undefined : relationships.get(id)
  const drawings = [...relationships.values()].filter((one) => one.type === 'diagramDrawing')
  const part = named?.type === 'diagramDrawing' ? named : drawings.length === 1 ? drawings[0] : undefined
  if (part === undefined || part.external) return undefined
  const tree = childOf(env.package.xml(part.target), 'dsp:spTree')
  return tree === undefined ? undefined : { tree, env: { ...env, partName: part.target } }
}

function drawingId(data: XmlElement | undefined): string | undefined {
  const extension = childOf(childOf(data, 'dgm:extLst'), 'a:ext')
  return childOf(extension, 'dsp:dataModelExt')?.attributes['relId']
}
