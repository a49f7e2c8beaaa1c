/**
 * Flattens the tree of a drawing with its groups into a list of elements.
 *
 * @module
 */

import { append } from '../../lists.js'
import type { DrawingElement, Fill } from '../../typeset/drawings.js'
import { childOf, childrenOf, type XmlElement } from '../xml/xml-element.js'
import {
  type Box,
  fullBox,
  normalizeDegrees,
  type Placement,
  placeInGroup,
  readChildSpace,
  readTransform,
} from './box.js'
import { readChart } from './chart/read-chart.js'
import { type DrawingEnvironment, findRelationship } from './drawing-environment.js'
import { DRAWING_LIMITS } from './drawing-limits.js'
import { readFill } from './fill.js'
import { presetGeometry } from './geometry/preset-geometry.js'
import { readPicture } from './picture.js'
import { readShape, readShapeFill, readShapeLine } from './shape.js'
import { makeShapeElements } from './shape-elements.js'
import { EMU_PER_TWIP } from './units.js'

/** The elements of a:graphic, for a drawing of this size in twips. */
export function readGraphic(
  graphic: XmlElement | undefined,
  width: number,
  height: number,
  env: DrawingEnvironment,
): DrawingElement[] {
  const reader = new GraphicReader(env)
  for (const content of childrenOf(childOf(graphic, 'a:graphicData'))) reader.readRoot(content, fullBox(width, height))
  return reader.elements
}

/** Reads the tree of a drawing into a flat list of elements. */
class GraphicReader {
  readonly elements: DrawingElement[] = []
  readonly #env: DrawingEnvironment

  constructor(env: DrawingEnvironment) {
    this.#env = env
  }

  /** Reads the element directly in a:graphicData. It takes the drawing's box, whatever its own offset is. */
  readRoot(element: XmlElement, full: Box): void {
    const local = localName(element)
    if (local === 'wpc') {
      this.#readCanvas(element, full)
      return
    }
    const own = readTransform(transformOf(element))
    const box =
      own === undefined
        ? full
        : {
            ...full,
            rotation: own.rotation,
            flipHorizontal: own.flipHorizontal,
            flipVertical: own.flipVertical,
          }
    if (local === 'wgp' || local === 'grpSp' || local === 'lockedCanvas') this.#readGroup(element, box, undefined, 0)
    else this.#readLeaf(element, box, undefined)
  }

  #readGroup(group: XmlElement, box: Box, outerFill: Fill | null | undefined, depth: number): void {
    if (depth > DRAWING_LIMITS.maxGroupDepth) {
      this.#env.warn('Groups of shapes that are nested too deeply are left out.')
      return
    }
    const properties = childrenOf(group).find((child) => localName(child) === 'grpSpPr')
    const xfrm = childOf(properties, 'a:xfrm')
    const fill = readFill(properties, this.#env, outerFill)
    const [own, shown] = [readTransform(xfrm), emuSpace(box)]
    const size = { width: own?.width || shown.width, height: own?.height || shown.height }
    const place = placeInGroup(box, readChildSpace(xfrm, { ...(own ?? shown), ...size }))
    for (const child of childrenOf(group)) this.#readChild(child, place, fill ?? outerFill, depth)
  }

  /** wpc:wpc: its children count EMU from the canvas's corner. */
  #readCanvas(canvas: XmlElement, full: Box): void {
    const geometry = presetGeometry('rect', full.width, full.height) ?? { paths: [] }
    const fill = readShapeFill(childOf(canvas, 'wpc:bg'), undefined, this.#env) ?? undefined
    const line = readShapeLine(childOf(canvas, 'wpc:whole'), undefined, this.#env)
    if (fill !== undefined || line !== undefined) {
      append(this.elements, makeShapeElements(full, geometry, { fill, line }))
    }
    const place = placeInGroup(full, emuSpace(full))
    for (const child of childrenOf(canvas)) this.#readChild(child, place, undefined, 0)
  }

  #readChild(child: XmlElement, place: Placement, fill: Fill | null | undefined, depth: number): void {
    const local = localName(child)
    if (!GRAPHIC_OBJECTS.has(local)) return
    if (this.elements.length >= DRAWING_LIMITS.maxElements) {
      this.#env.warn('A drawing of very many shapes is not shown in full.')
      return
    }
    const own = readTransform(transformOf(child))
    if (own === undefined) return
    const box = place(own)
    if (local === 'grpSp' || local === 'wgp') this.#readGroup(child, box, fill, depth + 1)
    else this.#readLeaf(child, box, fill, textBoxOf(child, box, place))
  }

  /** Draws SmartArt from the shapes that Word stored with it. */
  #readDiagram(element: XmlElement, box: Box): void {
    const diagram = findDiagram(element, this.#env)
    if (diagram === undefined) {
      this.#env.warn('A SmartArt graphic without a stored drawing is left out.')
      const data = findRelationship(this.#env, element.attributes['r:dm'])
      const texts = data === undefined || data.external ? undefined : this.#env.package.xml(data.target)
      if (texts !== undefined) this.#env.census.expect(texts)
      return
    }
    this.#env.census.expect(diagram.tree)
    const reader = new GraphicReader(diagram.env)
    reader.#readGroup(diagram.tree, box, undefined, 1)
    append(this.elements, reader.elements)
  }

  #readLeaf(element: XmlElement, box: Box, groupFill: Fill | null | undefined, textBox?: Box): void {
    const local = localName(element)
    if (local === 'pic') append(this.elements, readPicture(element, box, this.#env))
    else if (local === 'wsp' || local === 'sp' || local === 'cxnSp') {
      append(this.elements, readShape(element, box, this.#env, groupFill, textBox))
    } else if (local === 'graphicFrame') {
      for (const content of childrenOf(childOf(childOf(element, 'a:graphic'), 'a:graphicData'))) {
        this.#readLeaf(content, box, groupFill)
      }
    } else if (element.name === 'c:chart') append(this.elements, readChart(element, box, this.#env))
    else if (element.name === 'dgm:relIds') this.#readDiagram(element, box)
    else this.#env.warn(`A drawing of the kind "${element.name.slice(0, 60)}" is left out.`)
  }
}

const GRAPHIC_OBJECTS: ReadonlySet<string> = new Set(['pic', 'wsp', 'sp', 'cxnSp', 'grpSp', 'wgp', 'graphicFrame'])

/** The text box of a SmartArt shape (dsp:txXfrm, MS-ODRAWXML, 2.4.2.6), which may be rotated against the shape. */
function textBoxOf(element: XmlElement, box: Box, place: Placement): Box | undefined {
  const own = readTransform(childOf(element, 'dsp:txXfrm'))
  if (own === undefined) return undefined
  const { x, y, width, height } = place({ ...own, rotation: 0 })
  const rotation = normalizeDegrees(box.rotation + own.rotation)
  return { ...box, x, y, width, height, rotation, flipHorizontal: false, flipVertical: false }
}

/** A coordinate space in EMU for a box in twips. */
function emuSpace(box: Box): Box {
  return { ...box, x: 0, y: 0, width: box.width * EMU_PER_TWIP, height: box.height * EMU_PER_TWIP }
}

function localName(element: XmlElement): string {
  return element.name.slice(element.name.indexOf(':') + 1)
}

/** a:xfrm of a shape, picture or group; graphic frames have one of their own. */
function transformOf(element: XmlElement): XmlElement | undefined {
  for (const child of childrenOf(element)) {
    const local = localName(child)
    if (local === 'spPr' || local === 'grpSpPr') return childOf(child, 'a:xfrm')
    if (local === 'xfrm') return child
  }
  return undefined
}

/** The stored drawing of a SmartArt graphic, with the environment of its part. */
interface DiagramDrawing {
  readonly tree: XmlElement
  readonly env: DrawingEnvironment
}

/** Finds the drawing part (dsp:drawing, MS-ODRAWXML 2.4) of dgm:relIds. */
function findDiagram(relIds: XmlElement, env: DrawingEnvironment): DiagramDrawing | undefined {
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
