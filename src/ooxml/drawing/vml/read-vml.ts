/**
 * Reads VML, the drawings of older documents: shapes and groups.
 *
 * @module
 */

import { append } from '../../../lists.js'
import { clamp } from '../../../numbers.js'
import type { Drawing, DrawingElement, PictureElement } from '../../../typeset/drawings.js'
import { externalLink } from '../../values/link-target.js'
import { childOf, childrenOf, type XmlElement } from '../../xml/xml-element.js'
import { type Box, fullBox, type Placement, placeInGroup } from '../box.js'
import { type DrawingEnvironment, findRelationship, type ReadDrawing } from '../drawing-environment.js'
import { DRAWING_LIMITS } from '../drawing-limits.js'
import { presetGeometry } from '../geometry/preset-geometry.js'
import { missingPicture } from '../picture.js'
import { makeShapeElements } from '../shape-elements.js'
import { readBoolean, readNumber } from '../units.js'
import { readVmlAnchor } from './vml-anchor.js'
import { readVmlBox, readVmlSpace } from './vml-box.js'
import { readVmlColor } from './vml-color.js'
import { readVmlGeometry } from './vml-geometry.js'
import { readVmlFill, readVmlLine } from './vml-look.js'
import { parseVmlStyle, readFraction, readVmlLength, type VmlStyle } from './vml-style.js'
import { rememberShapeType, type VmlSource, withTemplate } from './vml-template.js'
import { linkedVmlText, readTextPath, readVmlTextBox } from './vml-text.js'

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
      append(this.elements, makeShapeElements(box, { paths: [] }, { fill, line: readVmlLine(source), text: wordArt }))
      return
    }
    const geometry = readVmlGeometry(source, box, env, bare)
    const text = linkedVmlText(readVmlTextBox(shape, style, geometry.textInsets, env), shape, box, env)
    append(this.elements, makeShapeElements(box, geometry, { fill, line: readVmlLine(source), text }))
  }
}

/** Column width in twips, for readers that ignore a length in percent: the text width of a Letter page. */
const USUAL_COLUMN = 9360

/** A horizontal line as HTML has it (o:hr, ECMA-376-4, 14.2.2.16), as wide as the column or a share of it. */
function readHorizontalRule(shape: XmlElement, style: VmlStyle): Drawing {
  const fixed = readVmlLength(style.get('width')) ?? 0
  // o:hrpct is in tenths of a percent. 0, or a width of 0, means the whole column.
  const percent = readNumber(shape.attributes['o:hrpct'], 0)
  const share = percent > 0 ? clamp(percent / 1000, 0.001, 1) : fixed > 0 ? undefined : 1
  const width = share === undefined ? fixed : USUAL_COLUMN * share
  const height = clamp(readVmlLength(style.get('height')) ?? 30, 5, 1440)
  const color = readVmlColor(shape.attributes['fillcolor']) ?? 'A0A0A0'
  const geometry = presetGeometry('rect', width, height) ?? { paths: [] }
  return {
    width,
    height,
    isRule: true,
    elements: makeShapeElements(fullBox(width, height), geometry, { fill: { type: 'solid', color, opacity: 1 } }),
    ...(share === undefined ? {} : { columnShare: share }),
  }
}

/** The picture of v:imagedata (ECMA-376-4, 14.1.2.11) in a box. */
function readVmlPicture(data: XmlElement, source: VmlSource, box: Box, env: DrawingEnvironment): DrawingElement[] {
  const { attributes } = data
  const relationship = findRelationship(env, attributes['r:id'] ?? attributes['o:relid'] ?? attributes['r:pict'])
  const image = relationship === undefined || relationship.external ? undefined : env.images.add(relationship.target)
  if (image === undefined) {
    env.warn('A picture that is not stored in the document is left empty.')
    return missingPicture(box)
  }
  const crop = (edge: string) => clamp(readFraction(attributes[`crop${edge}`], 0), -10, 0.9999)
  const line = readVmlLine(source, false)
  const effect = readEffect(attributes)
  return [
    {
      kind: 'picture',
      ...box,
      image,
      crop: { top: crop('top'), right: crop('right'), bottom: crop('bottom'), left: crop('left') },
      opacity: 1,
      ...(line === undefined ? {} : { line }),
      ...(effect === undefined ? {} : { effect }),
    },
  ]
}

/** The effect of a picture. Word writes washout as reduced contrast and more brightness (gain 19661f, blacklevel 22938f). */
function readEffect(attributes: XmlElement['attributes']): PictureElement['effect'] {
  if (readBoolean(attributes['bilevel'], false)) return 'blackAndWhite'
  if (readFraction(attributes['gain'], 1) < 0.6 && readFraction(attributes['blacklevel'], 0) > 0.2) return 'washout'
  return readBoolean(attributes['grayscale'], false) ? 'grayscale' : undefined
}
