/**
 * Shape types of VML, which shapes take what they do not say from.
 *
 * @module
 */

import { childOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'

/** A VML shape and the v:shapetype that it takes what it does not say from (ECMA-376-4, 14.1.2.20). */
export interface VmlSource {
  readonly shape: XmlElement
  readonly template: XmlElement | undefined
}

/** Remembers a v:shapetype for the shapes of the same part that refer to it. */
export function rememberShapeType(element: XmlElement, env: DrawingEnvironment): void {
  const { id } = element.attributes
  if (id !== undefined) env.shapeTypes.set(`${env.partName}#${id}`, element)
}

/** A shape with its template. */
export function withTemplate(shape: XmlElement, env: DrawingEnvironment): VmlSource {
  const { type } = shape.attributes
  const key = `${env.partName}#${type?.replace(/^#/, '') ?? ''}`
  return { shape, template: type === undefined ? undefined : env.shapeTypes.get(key) }
}

/** An attribute of the shape or else of its template. */
export function attributeOf({ shape, template }: VmlSource, name: string): string | undefined {
  return shape.attributes[name] ?? template?.attributes[name]
}

/** An attribute of a child such as v:fill, of the shape's own or else of its template's. */
export function childAttributeOf({ shape, template }: VmlSource, child: string, name: string): string | undefined {
  return childOf(shape, child)?.attributes[name] ?? childOf(template, child)?.attributes[name]
}

/** Number of the built-in shape type (o:spt, ECMA-376-4, 14.2.2.31), which the type's name tells as well. */
export function shapeTypeNumber(source: VmlSource): number | undefined {
  const text = attributeOf(source, 'o:spt') ?? /_t(\d+)$/.exec(source.shape.attributes['type'] ?? '')?.[1]
  const value = text === undefined ? Number.NaN : Number(text)
  return Number.isInteger(value) ? value : undefined
}
