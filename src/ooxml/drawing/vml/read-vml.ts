/**
 * Reads VML, the drawings of older documents: shapes and groups.
 *
 * @module
 */

import { append } from '../../../lists.js'
import type { Drawing, DrawingElement } from '../../../typeset/model/drawing-model.js'
import { externalLink } from '../../values/link-target.js'
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.js'
import { type Box, type Placement, placeInGroup } from '../box.js'
import type { DrawingEnvironment, ReadDrawing } from '../drawing-environment.js'
import { DRAWING_LIMITS } from '../drawing-limits.js'
import { makeShapeElements } from '../shape-elements.js'
import { readBoolean } from '../units.js'
import { readHorizontalRule } from './horizontal-rule.js'
import { readVmlAnchor } from './vml-anchor.js'
import { readVmlBox, readVmlSpace } from './vml-box.js'
import { readVmlGeometry } from './vml-geometry.js'
import { readVmlFill, readVmlLine } from './vml-look.js'
import { readVmlPicture } from './vml-picture.js'
import { parseVmlStyle } from './vml-style.js'
import { rememberShapeType, withTemplate } from './vml-template.js'
import { readTextPath, readVmlTextBox } from './vml-text.js'

const SHAPES: ReadonlySet<string> = new Set([
  'v:shape',
  'v:rect',
  'v:roundrect',
  'v:oval',
  'v:line',
  'v:polyline',
  'v:curve',
  'v:arc',
  'v:image',
  'v:group',
])

/** Child elements of a shape with visible content. */
const SHOWN = ['v:imagedata', 'v:textbox', 'v:textpath'] as const

/** Twips in a number without a unit: pixels at the top of a drawing. Within groups, such numbers are units of the group. */
const PIXEL = 15

/** The drawings of w:pict and w:object (ECMA-376-4, 14): one for each top-level VML shape or group. */
export function readVmlDrawings(container: XmlElement, env: DrawingEnvironment): ReadDrawing[] {
  const drawings: ReadDrawing[] = []
  for (const element of childrenOf(container)) {
    if (element.name === 'v:shapetype') rememberShapeType(element, env)
    else if (SHAPES.has(element.name)) {
      const drawing = readTopShape(element, env)
      if (drawing !== undefined) drawings.push(drawing)
    }
  }
  warnOfHiddenObject(container, env)
  return drawings
}

/** Warns of a form control or an embedded object without a picture, whose content is then not visible. */
function warnOfHiddenObject(container: XmlElement, env: DrawingEnvironment): void {
  const isControl = childOf(container, 'w:control') !== undefined
  if (!isControl && childOf(container, 'o:OLEObject') === undefined) return
  const shapes = childrenOf(container).filter(({ name }) => SHAPES.has(name))
  if (shapes.some((shape) => shape.name === 'v:group' || SHOWN.some((name) => childOf(shape, name) !== undefined)))
    return
  env.warn(`${isControl ? 'A form control' : 'An embedded object'} without a picture is left empty.`)
}

function readTopShape(element: XmlElement, env: DrawingEnvironment): ReadDrawing | undefined {
  const style = parseVmlStyle(element.attributes['style'])
  if (style.get('visibility') === 'hidden' || style.get('display') === 'none') {
    env.census.exempt(element)
    return undefined
  }
  if (readBoolean(element.attributes['o:hr'], false)) return { inline: readHorizontalRule(element, style) }
  const box = readVmlBox(element, style, PIXEL)
  const reader = new VmlReader(env)
  reader.read(element, { ...box, x: 0, y: 0 }, PIXEL, 0)
  const { alt, href } = element.attributes
  const drawing: Drawing = {
    width: box.width,
    height: box.height,
    elements: reader.elements,
    ...(alt ? { description: alt } : {}),
  }
  const link = href === undefined ? undefined : externalLink(href)
  const linked = link === undefined ? {} : { link }
  const position = style.get('position')
  if (position !== 'absolute' && position !== 'relative') return { inline: drawing, ...linked }
  return { floating: drawing, anchor: readVmlAnchor(element, style, box), ...linked }
}

/** Reads a tree of VML shapes into a flat list of elements. */
class VmlReader {
  readonly elements: DrawingElement[] = []
  readonly #env: DrawingEnvironment

  constructor(env: DrawingEnvironment) {
    this.#env = env
  }

  /** Reads a shape or group in its box within the drawing. `bare` is the size of a number without a unit, in twips. */
  read(element: XmlElement, box: Box, bare: number, depth: number): void {
    if (this.elements.length >= DRAWING_LIMITS.maxElements || depth > DRAWING_LIMITS.maxGroupDepth) {
      this.#env.warn('A drawing of very many or very deeply nested shapes is not shown in full.')
      return
    }
    if (element.name !== 'v:group') {
      this.#readShape(element, box, bare)
      return
    }
    const space = readVmlSpace(element.attributes['coordorigin'], element.attributes['coordsize'])
    this.#readChildren(element, placeInGroup(box, space), depth + 1)
  }

  #readChildren(group: XmlElement, place: Placement, depth: number): void {
    for (const child of childrenOf(group)) {
      if (child.name === 'v:shapetype') rememberShapeType(child, this.#env)
      else if (SHAPES.has(child.name)) {
        const style = parseVmlStyle(child.attributes['style'])
        if (style.get('visibility') === 'hidden') this.#env.census.exempt(child)
        else this.read(child, place(readVmlBox(child, style, 1)), 1, depth)
      }
    }
  }

  #readShape(shape: XmlElement, box: Box, bare: number): void {
    const env = this.#env
    const source = withTemplate(shape, env)
    const style = parseVmlStyle(shape.attributes['style'])
    const picture = childOf(shape, 'v:imagedata')
    if (picture !== undefined) {
      append(this.elements, readVmlPicture(picture, source, box, env))
      return
    }
    const wordArt = readTextPath(source, env)
    const fill = readVmlFill(source, env)
    if (wordArt !== undefined) {
      append(this.elements, makeShapeElements(box, { paths: [] }, { fill, text: wordArt }))
      return
    }
    const geometry = readVmlGeometry(source, box, env, bare)
    const text = readVmlTextBox(shape, style, geometry.textInsets, env)
    append(this.elements, makeShapeElements(box, geometry, { fill, line: readVmlLine(source), text }))
  }
}
