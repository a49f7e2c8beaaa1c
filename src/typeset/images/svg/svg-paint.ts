/**
 * Fills and strokes of SVG, gradients included.
 *
 * @module
 */

import type { Fill, LineStyle } from '../../model/drawing-model.js'
import { readSvgColor, type SvgColor } from './svg-color.js'
import { elementsOf, type SvgElement } from './svg-markup.js'
import { readSvgLength, readSvgShare, type SvgStyle, type SvgStyles } from './svg-style.js'
import { readNumbers } from './svg-transform.js'

/** What paint servers are looked up in. */
export interface PaintContext {
  readonly styles: SvgStyles
  readonly byId: ReadonlyMap<string, SvgElement>
}

const REFERENCE = /^url\(\s*['"]?#([^'")]+)['"]?\s*\)\s*(.*)$/
/** More stops than an eye can tell apart. */
const MAX_STOPS = 100

/** The element that a url(#id) or #id names. */
export function referenced(text: string | undefined, context: PaintContext): SvgElement | undefined {
  const id = REFERENCE.exec(text ?? '')?.[1] ?? (text?.startsWith('#') ? text.slice(1) : undefined)
  return id === undefined ? undefined : context.byId.get(id)
}

/** The fill of a shape (SVG 2, 13.4); undefined for none. */
export function readSvgFill(style: SvgStyle, context: PaintContext, opacity: number): Fill | undefined {
  const own = readSvgShare(style.get('fill-opacity'), 1) * opacity
  const paint = style.get('fill') ?? 'black'
  const server = referenced(paint, context)
  const gradient = server === undefined ? undefined : readGradient(server, context, own)
  if (gradient !== undefined) return gradient
  const color = paintColor(paint, style)
  return color === undefined ? undefined : { type: 'solid', color: color.color, opacity: color.opacity * own }
}

/** The stroke of a shape (SVG 2, 13.5), its lengths multiplied by `scale`; undefined for none. */
export function readSvgStroke(
  style: SvgStyle,
  context: PaintContext,
  opacity: number,
  scale: number,
): LineStyle | undefined {
  const paint = style.get('stroke') ?? 'none'
  const server = referenced(paint, context)
  const gradient = server === undefined ? undefined : readGradient(server, context, 1)
  const first = gradient?.type === 'gradient' ? gradient.stops[0] : undefined
  const color = first ?? paintColor(paint, style)
  const width = readSvgLength(style.get('stroke-width'), 1) * scale
  if (color === undefined || !(width > 0)) return undefined
  const cap = style.get('stroke-linecap')
  const join = style.get('stroke-linejoin')
  const dash = readNumbers(style.get('stroke-dasharray'), 32).map((length) => Math.max(0, length) * scale)
  return {
    width,
    color: color.color,
    opacity: color.opacity * readSvgShare(style.get('stroke-opacity'), 1) * opacity,
    dash: dash.some((length) => length > 0) ? (dash.length % 2 === 0 ? dash : [...dash, ...dash]) : [],
    cap: cap === 'round' || cap === 'square' ? cap : 'butt',
    join: join === 'round' || join === 'bevel' ? join : 'miter',
  }
}

/** The colour that text is set in. */
export function readTextColor(style: SvgStyle, context: PaintContext): SvgColor | undefined {
  const fill = readSvgFill(style, context, 1)
  if (fill?.type === 'gradient') return fill.stops[0]
  return fill?.type === 'solid' ? fill : undefined
}

function paintColor(paint: string, style: SvgStyle): SvgColor | undefined {
  const value = REFERENCE.exec(paint)?.[2] ?? paint
  if (value === '' || value === 'none') return undefined
  if (value === 'currentColor') return readSvgColor(style.get('color') ?? 'black')
  return readSvgColor(value)
}

/** A gradient over the box of what it fills (SVG 2, 14.2); one in user space is taken to span the box too. */
function readGradient(element: SvgElement, context: PaintContext, opacity: number): Fill | undefined {
  if (element.name !== 'linearGradient' && element.name !== 'radialGradient') return undefined
  const stops = readStops(element, context, opacity)
  const [first] = stops
  if (first === undefined) return undefined
  if (stops.length === 1) return { type: 'solid', color: first.color, opacity: first.opacity }
  if (element.name === 'radialGradient') return { type: 'gradient', stops }
  const end = (name: string, fallback: number) => readSvgLength(inheritedAttribute(element, name, context), fallback, 1)
  const [dx, dy] = [end('x2', 1) - end('x1', 0), end('y2', 0) - end('y1', 0)]
  const angle = (Math.atan2(dy, dx) * 180) / Math.PI
  return { type: 'gradient', stops, angle: (angle + 360) % 360 }
}

/** An attribute of a gradient or of those that it refers to. */
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
