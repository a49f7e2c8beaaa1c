/**
 * Reads fills and strokes of SVG, including gradients.
 *
 * @module
 */

import type { Matrix } from '../../../pdf/matrix.js'
import { IDENTITY, multiply } from '../../../pdf/matrix.js'
import type { Fill, GradientSpace, LineStyle } from '../../model/drawing-model.js'
import { readSvgColor, type SvgColor } from './svg-color.js'
import { elementsOf, type SvgElement } from './svg-markup.js'
import { readSvgLength, readSvgShare, type SvgStyle, type SvgStyles } from './svg-style.js'
import { readNumbers, readTransform, type SvgViewport } from './svg-transform.js'

/** Context that paint servers are looked up in. */
export interface PaintContext {
  readonly styles: SvgStyles
  readonly byId: ReadonlyMap<string, SvgElement>
}

/** A painted shape. */
interface PaintedShape {
  /** Matrix from the shape's units to twips. */
  readonly matrix: Matrix
  /** Bounding box of the outline, in the shape's units. */
  readonly box: () => { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly viewport: SvgViewport
}

const REFERENCE = /^url\(\s*['"]?#([^'")]+)['"]?\s*\)\s*(.*)$/
const DEFAULT_MITER_LIMIT = 4
/** Maximum number of stops of a gradient. More cannot be told apart. */
const MAX_STOPS = 100

/** The element that a url(#id) or #id refers to. */
export function referenced(text: string | undefined, context: PaintContext): SvgElement | undefined {
  const id = REFERENCE.exec(text ?? '')?.[1] ?? (text?.startsWith('#') ? text.slice(1) : undefined)
  return id === undefined ? undefined : context.byId.get(id)
}

/**
 * Paint of a fill or stroke (SVG 2, 13.4 and 13.5); undefined for none.
 *
 * @param shape left out: gradients span a box that is not known, as for text
 */
export function readSvgPaint(
  property: 'fill' | 'stroke',
  style: SvgStyle,
  context: PaintContext,
  opacity: number,
  shape?: PaintedShape,
): Fill | undefined {
  const own = readSvgShare(style.get(`${property}-opacity`), 1) * opacity
  const paint = style.get(property) ?? (property === 'fill' ? 'black' : 'none')
  const server = referenced(paint, context)
  const gradient = server === undefined ? undefined : readGradient(server, context, own, shape)
  if (gradient !== undefined) return gradient
  const color = paintColor(paint, style)
  return color === undefined ? undefined : { type: 'solid', color: color.color, opacity: color.opacity * own }
}

/** Line properties of a stroke, with lengths multiplied by `scale`; undefined for a stroke without width. */
export function readSvgPen(style: SvgStyle, scale: number): Omit<LineStyle, 'color' | 'opacity'> | undefined {
  const width = readSvgLength(style.get('stroke-width'), 1) * scale
  if (!(width > 0)) return undefined
  const cap = style.get('stroke-linecap')
  const join = style.get('stroke-linejoin')
  const dash = readNumbers(style.get('stroke-dasharray'), 32).map((length) => Math.max(0, length) * scale)
  return {
    width,
    dashOffset: readSvgLength(style.get('stroke-dashoffset'), 0) * scale,
    miterLimit: Math.max(1, readNumbers(style.get('stroke-miterlimit'), 1)[0] ?? DEFAULT_MITER_LIMIT),
    dash: dash.some((length) => length > 0) ? (dash.length % 2 === 0 ? dash : [...dash, ...dash]) : [],
    cap: cap === 'round' || cap === 'square' ? cap : 'butt',
    join: join === 'round' || join === 'bevel' ? join : 'miter',
  }
}

/** The fill colour of text. */
export function readTextColor(style: SvgStyle, context: PaintContext): SvgColor | undefined {
  const fill = readSvgPaint('fill', style, context, 1)
  if (fill?.type === 'gradient') return fill.stops[0]
  return fill?.type === 'solid' ? fill : undefined
}

function paintColor(paint: string, style: SvgStyle): SvgColor | undefined {
  const value = REFERENCE.exec(paint)?.[2] ?? paint
  if (value === '' || value === 'none') return undefined
  if (value.toLowerCase() === 'currentcolor') return readSvgColor(style.get('color') ?? 'black')
  return readSvgColor(value)
}

/** A gradient (SVG 2, 14.2). */
function readGradient(
  element: SvgElement,
  context: PaintContext,
  opacity: number,
  shape: PaintedShape | undefined,
): Fill | undefined {
  if (element.name !== 'linearGradient' && element.name !== 'radialGradient') return undefined
  const stops = readStops(element, context, opacity)
  const [first] = stops
  const last = stops.at(-1)
  if (first === undefined || last === undefined) return undefined
  if (stops.length === 1) return { type: 'solid', color: first.color, opacity: first.opacity }
  if (shape === undefined) return { type: 'gradient', stops }
  const space = readGradientSpace(element, context, shape)
  // A gradient without extent has its last colour everywhere.
  if (space === undefined) return { type: 'solid', color: last.color, opacity: last.opacity }
  const spread = inheritedAttribute(element, 'spreadMethod', context)
  return {
    type: 'gradient',
    stops,
    space,
    ...(spread === 'reflect' || spread === 'repeat' ? { spread } : {}),
  }
}

/** The geometry of a gradient; undefined if it is a single point. */
function readGradientSpace(
  element: SvgElement,
  context: PaintContext,
  { matrix, box, viewport }: PaintedShape,
): GradientSpace | undefined {
  const isInUserSpace = inheritedAttribute(element, 'gradientUnits', context) === 'userSpaceOnUse'
  const whole: SvgViewport = isInUserSpace ? viewport : { width: 1, height: 1 }
  const length = (name: string, fallback: string, size: number) =>
    readSvgLength(inheritedAttribute(element, name, context) ?? fallback, 0, size)
  const x = (name: string, fallback: string) => length(name, fallback, whole.width)
  const y = (name: string, fallback: string) => length(name, fallback, whole.height)
  const own = readTransform(inheritedAttribute(element, 'gradientTransform', context))
  const { x: left, y: top, width, height } = isInUserSpace ? { x: 0, y: 0, width: 1, height: 1 } : box()
  const toShape: Matrix = isInUserSpace ? IDENTITY : [width, 0, 0, height, left, top]
  const toTwips = multiply(multiply(own, toShape), matrix)
  if (!(width > 0 && height > 0)) return undefined
  if (element.name === 'linearGradient') {
    const space = { start: { x: x('x1', '0%'), y: y('y1', '0%') }, end: { x: x('x2', '100%'), y: y('y2', '0%') } }
    const isPoint = space.start.x === space.end.x && space.start.y === space.end.y
    return isPoint ? undefined : { ...space, matrix: toTwips }
  }
  const radius = length('r', '50%', Math.hypot(whole.width, whole.height) / Math.SQRT2)
  if (!(radius > 0)) return undefined
  const end = { x: x('cx', '50%'), y: y('cy', '50%'), radius }
  const focus = { x: x('fx', String(end.x)), y: y('fy', String(end.y)) }
  return { start: withinCircle(focus, end), end, matrix: toTwips }
}

/** Moves a focus outside of the circle to the circle's edge. */
function withinCircle(
  focus: { readonly x: number; readonly y: number },
  { x, y, radius }: { readonly x: number; readonly y: number; readonly radius: number },
): { readonly x: number; readonly y: number } {
  const distance = Math.hypot(focus.x - x, focus.y - y)
  const most = radius * 0.999
  if (distance <= most) return focus
  return { x: x + ((focus.x - x) * most) / distance, y: y + ((focus.y - y) * most) / distance }
}

/** An attribute of a gradient or of the gradients that it refers to. */
function inheritedAttribute(element: SvgElement, name: string, context: PaintContext): string | undefined {
  let current: SvgElement | undefined = element
  for (let depth = 0; current !== undefined && depth < 8; depth++) {
    const value = current.attributes.get(name)
    if (value !== undefined) return value
    current = referenced(current.attributes.get('href'), context)
  }
  return undefined
}

function readStops(element: SvgElement, context: PaintContext, opacity: number) {
  let current: SvgElement | undefined = element
  for (let depth = 0; current !== undefined && depth < 8; depth++) {
    const stops = elementsOf(current).filter(({ name }) => name === 'stop')
    if (stops.length > 0) {
      return stops
        .slice(0, MAX_STOPS)
        .map((stop) => {
          const style = context.styles.styleOf(stop, new Map())
          const color = readSvgColor(style.get('stop-color') ?? 'black') ?? { color: '000000', opacity: 1 }
          return {
            offset: readSvgShare(stop.attributes.get('offset'), 0),
            color: color.color,
            opacity: color.opacity * readSvgShare(style.get('stop-opacity'), 1) * opacity,
          }
        })
        .sort((a, b) => a.offset - b.offset)
    }
    current = referenced(current.attributes.get('href'), context)
  }
  return []
}
