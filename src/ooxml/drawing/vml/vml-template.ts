/**
 * Shape types of VML, from which shapes inherit.
 *
 * @module
 */

import { childOf, type XmlElement } from '../../xml/xml-element.js'
import type { DrawingEnvironment } from '../drawing-environment.js'

/** A VML shape with the v:shapetype that it inherits from (ECMA-376-4, 14.1.2.20). */
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

/** An attribute of the shape, or of its template. */
export function attributeOf({ shape, template }: VmlSource, name: string): string | undefined {
  return shape.attributes[name] ?? template?.attributes[name]
}

/** An attribute of a child such as v:fill: the shape's own, or that of its template. */
export function childAttributeOf({ shape, template }: VmlSource, child: string, name: string): string | undefined {
  return childOf(shape, child)?.attributes[name] ?? childOf(template, child)?.attributes[name]
}

/** Number of the built-in shape type (o:spt, ECMA-376-4, 14.2.2.31), which the type's name contains as well. */
export function shapeTypeNumber(source: VmlSource): number | undefined {
  const text = attributeOf(source, 'o:spt') ?? /_t(\d+)$/.exec(source.shape.attributes['type'] ?? '')?.[1]
  const value = text === undefined ? Number.NaN : Number(text)
  return Number.isInteger(value) ? value : undefined
}
