/**
 * Places that a chart gives its parts (c:manualLayout, ECMA-376-1, 21.2.2.95).
 *
 * @module
 */

import { childOf, type XmlElement } from '../../xml/xml-element.js'
import { readNumber } from '../units.js'
import type { Area } from './chart-canvas.js'

/** Lengths are shares of the chart's width and height. */
export interface ChartLayout {
  /** Place of its left upper corner, from the chart's. */
  readonly x: number
  readonly y: number
  /** Left out where only the place is given. */
  readonly width?: number
  readonly height?: number
  /** What it is given for: what the axes enclose, rather than that with the labels around it (c:layoutTarget). */
  readonly inner: boolean
}

/** Where the plots of a chart may stand. */
export interface ChartRoom {
  /** With the labels around them. */
  readonly area: Area
  /** A place that the chart gives for the plots alone; labels stand around it. */
  readonly inner: Area | undefined
}

/** The layout of an element (c:plotArea, c:legend); undefined where its place follows from the rest. */
export function readLayout(element: XmlElement | undefined): ChartLayout | undefined {
  const layout = childOf(childOf(element, 'c:layout'), 'c:manualLayout')
  const value = (name: string) => childOf(layout, name)?.attributes['val']
  // Without "edge", x and y are distances from the place that the application would choose.
  if (value('c:xMode') !== 'edge' || value('c:yMode') !== 'edge') return undefined
  const [x, y] = [share(value('c:x')), share(value('c:y'))]
  if (x === undefined || y === undefined) return undefined
  const width = extent(share(value('c:w')), x, value('c:wMode'))
  const height = extent(share(value('c:h')), y, value('c:hMode'))
  return {
    x,
    y,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
    inner: value('c:layoutTarget') === 'inner',
  }
}

/** Whoever writes a place beyond the chart has no place in mind. */
function share(text: string | undefined): number | undefined {
  const value = readNumber(text, Number.NaN)
  return value >= 0 && value <= 1 ? value : undefined
}

/** `edge`: what is given is where the part ends. */
function extent(value: number | undefined, start: number, mode: string | undefined): number | undefined {
  const length = value !== undefined && mode === 'edge' ? value - start : value
  return length === undefined || length <= 0 ? undefined : Math.min(length, 1 - start)
}

/** The area of a layout in a chart; undefined where it has no size. */
export function areaOfLayout(
  layout: ChartLayout | undefined,
  chart: { width: number; height: number },
): Area | undefined {
  if (layout?.width === undefined || layout.height === undefined) return undefined
  return {
    x: layout.x * chart.width,
    y: layout.y * chart.height,
    width: Math.max(1, layout.width * chart.width),
    height: Math.max(1, layout.height * chart.height),
  }
}
